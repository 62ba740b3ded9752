import type { Json } from '@/blocks/kit/block'
import { newBlockId } from '@/shared/ids'
import { type BeadEmbed, formatsInText, NO_FORMATS, type Piece } from '../format/layout'
import { keyBetween } from '../format/order'
import type { PageIndex } from '../page-index/page-index'
import type { TextSegment } from '../page-index/text-segments'
import type { PageEdit, TextPart } from './page-edit'
import { RANK, StringChange } from './string-change'

/** A segment of a touched block, with the place of its first character in the block's text. */
interface Unit {
  segment: TextSegment
  start: number
  offset: number
  claims: Claim[]
}

/** Characters of a unit that a text keeps. */
interface Claim {
  unit: Unit
  from: number
  to: number
  dest: string
  group: number
}

/**
 * Says how the texts and formats of an edit are written into the string: lays the touched blocks out as one sequence of characters and
 * beads, deletes what nobody keeps, and puts a bead wherever a segment of characters goes on in another text than before.
 */
export class TextWriter {
  /** What the string alone does not say: which block texts go on in which other one. */
  readonly merges = new Map<string, [string, string]>()
  /** Texts that were cut off to go on in another block's text, with that block. */
  readonly hidden = new Map<string, string>()
  /** Blocks that had no bead before. */
  readonly begun = new Set<string>()
  readonly change = new StringChange()
  private readonly units = new Map<string, Unit[]>()
  private readonly ends = new Map<string, number>()

  constructor(
    private readonly index: PageIndex,
    private readonly edit: PageEdit,
    /** Is what is written formatted in the string? Else formats that leak into a text are left as they are. */
    private readonly stopsLeaks: boolean,
  ) {}

  /** Finds out what to write, in the positions that the string has now. */
  plan(): void {
    const { edit } = this
    const texts = this.withOwners(edit.texts)
    for (const id of [...texts.keys(), ...edit.gone]) this.unitsOf(id)
    if (texts.size > 0 || edit.gone.size > 0) this.writeTexts(texts)
    for (const { block, from, to, patch } of edit.formats) this.format(block, from, to, patch)
  }

  /** A block that comes back while its text is part of another block's text: that one keeps its characters. */
  private withOwners(given: PageEdit['texts']): Map<string, readonly TextPart[]> {
    const texts = new Map(given)
    for (const id of given.keys()) {
      if (!this.index.tree.entry(id)) continue
      const root = this.index.tree.mergeRoot(id)
      if (root === id || texts.has(root) || this.edit.gone.has(root)) continue
      texts.set(root, [{ keep: root, from: 0, to: this.index.tree.textLength(root) }])
    }
    return texts
  }

  private unitsOf(id: string): Unit[] {
    const known = this.units.get(id)
    if (known) return known
    const units: Unit[] = []
    if (this.index.tree.entry(id) && this.index.tree.intoOf(id) === null) {
      let offset = 0
      for (const segment of this.index.segments(id)) {
        const start = this.index.texts.list.start(segment) + (segment.item ? 1 : 0)
        units.push({ segment, start, offset, claims: [] })
        offset += segment.length
      }
    }
    this.units.set(id, units)
    return units
  }

  private *cut(block: string, from: number, to: number): Generator<{ unit: Unit; from: number; to: number }> {
    for (const unit of this.unitsOf(block)) {
      const start = Math.max(from, unit.offset) - unit.offset
      const end = Math.min(to, unit.offset + unit.segment.length) - unit.offset
      if (start < end) yield { unit, from: start, to: end }
    }
  }

  private format(block: string, from: number, to: number, patch: Record<string, Json | null>): void {
    for (const { unit, ...range } of this.cut(block, from, to)) {
      this.stopLeak(unit)
      this.change.format(unit.start + range.from, unit.start + range.to, patch)
    }
  }

  private readonly dry = new Set<Unit>()

  /** Ends formats that came in from before the text's bead, so that the same format can be said in the text. */
  private stopLeak(unit: Unit): void {
    const leaked = Object.keys(unit.segment.leaked)
    if (!this.stopsLeaks || leaked.length === 0 || this.dry.has(unit)) return
    this.dry.add(unit)
    const nothing = Object.fromEntries(leaked.map((key) => [key, null]))
    this.change.format(unit.start - 1, unit.start, nothing)
    let at = unit.start
    for (const { insert, formats } of this.index.texts.pieces(unit.segment)) {
      const length = typeof insert === 'string' ? insert.length : 1
      const stop = Object.fromEntries(leaked.filter((key) => !(key in formats)).map((key) => [key, null]))
      if (Object.keys(stop).length > 0) this.change.format(at, at + length, stop)
      at += length
    }
  }

  private writeTexts(texts: Map<string, readonly TextPart[]>): void {
    const claims = new Map<TextPart, Claim[]>()
    for (const [dest, parts] of texts) {
      for (const part of parts) {
        if (!('keep' in part)) continue
        const list: Claim[] = []
        for (const piece of this.cut(part.keep, part.from, part.to)) {
          const claim = { ...piece, dest, group: 0 }
          piece.unit.claims.push(claim)
          list.push(claim)
        }
        claims.set(part, list)
      }
    }
    const touched = [...this.units.values()].flat()
    const follows = new Map<Claim, Claim>()
    for (const unit of touched) {
      unit.claims.sort((a, b) => a.from - b.from)
      unit.claims.forEach((claim, i) => {
        const next = unit.claims[i + 1]
        if (next) follows.set(claim, next)
      })
    }
    const owners = new Map<string, string[]>()
    const pending: { dest: string; insertions: Piece[]; claim: Claim | null }[] = []
    for (const [dest, parts] of texts) {
      pending.push(this.layOut(dest, parts, claims, follows, owners))
    }
    for (const unit of touched) this.cutUnit(unit, owners, texts)
    for (const { insertions, claim } of pending) {
      if (claim) this.insertPieces(claim.unit, claim.unit.start + claim.from, RANK.cuts, insertions)
    }
    for (const [dest, sources] of owners) this.merge(dest, sources.slice(1).filter(Boolean))
    for (const { dest, insertions, claim } of pending) {
      if (!claim && this.unitsOf(dest).every(({ segment }) => segment.id !== dest))
        this.begin(dest, insertions)
    }
  }

  /** Numbers the segments of the string that the new text is made of, and puts its new characters between them. */
  private layOut(
    dest: string,
    parts: readonly TextPart[],
    claims: Map<TextPart, Claim[]>,
    follows: Map<Claim, Claim>,
    owners: Map<string, string[]>,
  ): { dest: string; insertions: Piece[]; claim: Claim | null } {
    const own = this.unitsOf(dest).find(({ segment }) => segment.id === dest) ?? null
    const insertions: Piece[] = []
    let first: Claim | null = null
    let unit = own
    let offset = 0
    let last: Claim | null = null
    let group = 0
    owners.set(dest, [dest])
    for (const part of parts) {
      if (!('keep' in part)) {
        if (unit) this.insertPieces(unit, unit.start + offset, RANK.ends, [part])
        else insertions.push(part)
        continue
      }
      for (const claim of claims.get(part) ?? []) {
        const goesOn: boolean = last
          ? follows.get(last) === claim
          : claim.unit === own && own?.claims[0] === claim
        const ownAgain =
          group === 0 && own !== null && claim.unit.segment.id === dest && claim.unit.claims[0] === claim
        if (!unit) first = claim
        else if (!goesOn && !ownAgain) group++
        claim.group = group
        unit = claim.unit
        offset = claim.to
        last = claim
      }
    }
    return { dest, insertions, claim: first }
  }

  private insertPieces(unit: Unit, at: number, rank: number, pieces: readonly Piece[]): void {
    const { texts } = this.index
    for (const { insert, formats } of pieces) {
      const marked = Object.keys(formats).length > 0
      if (marked) this.stopLeak(unit)
      const { segment } = unit
      const offset = at - unit.start
      const beside = marked && rank === RANK.ends ? texts.sameFormatted(segment, offset, formats) : null
      const isPlain = !marked && rank === RANK.ends && texts.isPlainAt(segment, offset)
      const behind = beside === 'inside' ? null : beside
      this.change.insert(at, rank, insert, formats, { isPlain: isPlain || beside === 'inside', behind })
    }
  }

  /** Deletes what nobody keeps of a unit, and puts a bead wherever it goes on in another place of the page. */
  private cutUnit(unit: Unit, owners: Map<string, string[]>, texts: Map<string, readonly TextPart[]>): void {
    const { segment, start, claims } = unit
    const { id } = segment
    let at = 0
    claims.forEach((claim, i) => {
      this.delete(unit, at, claim.from)
      at = claim.to
      const before = claims[i - 1]
      if (before && before.dest === claim.dest && before.group === claim.group) return
      const sources = owners.get(claim.dest) as string[]
      if (!before && id === claim.dest && claim.group === 0) return
      const alone = texts.has(id) || (this.index.tree.isShown(id) && !this.edit.gone.has(id))
      if (!before && !alone && this.index.texts.of(id)[0] === segment && claim.group > 0) {
        sources[claim.group] = id
        return
      }
      const bead = claim.group === 0 ? claim.dest : newBlockId()
      if (claim.group > 0) {
        sources[claim.group] = bead
        this.hidden.set(bead, claim.dest)
      }
      const embed: BeadEmbed = { block: bead, split: true }
      this.stopLeak(unit)
      const formats = formatsInText(this.index.texts.formatsAt(segment, claim.from), segment.leaked)
      // A bead in text may have any format: those around it go on behind it.
      this.change.insert(start + claim.from, RANK.cuts, embed, formats, { isPlain: true })
    })
    this.delete(unit, at, segment.length)
  }

  private delete({ segment, start }: Unit, from: number, to: number): void {
    if (from < to) this.change.delete(start + from, start + to, this.index.texts.isPlainAt(segment, from))
  }

  /** Says which texts go on in the block's text, in order, behind its own. */
  private merge(dest: string, sources: string[]): void {
    const { tree } = this.index
    const known = tree.entry(dest) ? tree.textSources(dest) : []
    const standing = sources.filter((id) => known.includes(id))
    const inOrder = standing.every(
      (id, i) => i === 0 || known.indexOf(id) > known.indexOf(standing[i - 1] as string),
    )
    const atEnd = inOrder && standing.every((id, i) => sources[i] === id)
    const rest = atEnd ? sources.slice(standing.length) : sources
    let order: string | null = null
    for (const id of tree.entry(dest) ? tree.mergedChildren(dest) : []) {
      const key = tree.entry(id)?.into?.order ?? null
      if (key !== null && (order === null || key > order)) order = key
    }
    for (let i = 0; i < rest.length; ) {
      const id = rest[i] as string
      order = keyBetween(order, null)
      this.merges.set(id, [dest, order])
      const whole =
        atEnd && tree.entry(id) ? tree.textSources(id).filter((other) => rest.includes(other)) : [id]
      i += whole.every((other, at) => rest[i + at] === other) ? whole.length : 1
    }
  }

  /** A text for a block that has none: behind the text of the block before it. */
  private begin(dest: string, insertions: readonly Piece[]): void {
    const previous = this.previousOf(dest)
    const at = this.endOf(previous)
    const last = previous === null ? undefined : this.unitsOf(previous).at(-1)?.segment
    const isPlain = last !== undefined && this.index.texts.isPlainAt(last, last.length)
    this.ends.set(dest, at)
    this.begun.add(dest)
    this.change.insert(at, RANK.follows, { block: dest }, NO_FORMATS, { isPlain })
    for (const { insert, formats } of insertions) {
      this.change.insert(at, RANK.follows, insert, formats, {
        isPlain: isPlain && Object.keys(formats).length === 0,
      })
    }
  }

  private previous: Map<string, string | null> | null = null

  private previousOf(id: string): string | null {
    if (!this.previous) {
      this.previous = new Map()
      for (const list of this.edit.lists) {
        list.ids.forEach((sibling, i) => {
          this.previous?.set(sibling, list.ids[i - 1] ?? list.previous)
        })
      }
    }
    return this.previous.get(id) ?? null
  }

  private endOf(id: string | null): number {
    const { texts } = this.index
    if (id === null) return texts.list.size
    const made = this.ends.get(id)
    if (made !== undefined) return made
    const last = this.unitsOf(id).at(-1)?.segment
    return last ? texts.list.start(last) + last.size : texts.list.size
  }
}
