import * as Y from 'yjs'
import type { Json } from '@/blocks/kit/block'
import { newBlockId } from '@/shared/ids'
import {
  type BeadEmbed,
  entriesOf,
  formatsInRun,
  IMPLICIT_ENTRY,
  LAYOUT,
  NO_FORMATS,
  type Piece,
  sameJson,
  textOf,
} from './layout'
import { assignKeys, keyBetween, longestAscending } from './order'
import type { PageIndex } from './page-index'
import type { Stretch } from './stretches'
import { RANK, StringChange } from './string-change'

/** A part of a block's new text: characters that are on the page already, or new ones. */
export type TextPart = { keep: string; from: number; to: number } | Piece

export interface ListEdit {
  parent: string
  /** The siblings from `previous` to `next` (null: the ends of the list), as they shall stand. */
  ids: readonly string[]
  previous: string | null
  next: string | null
  /** The blocks that were taken from one place to another, as far as that is known; else the fewest are moved. */
  moved?: ReadonlySet<string>
}

/** A change of the page in words of what shall be there. Positions in texts are those before the change. */
export interface PageEdit {
  /** Blocks that leave the page. Characters of theirs that a text keeps live on there. */
  gone: ReadonlySet<string>
  /** Kind and attributes to write (null: to remove); blocks that are not on the page yet need a kind. */
  set: ReadonlyMap<string, { kind?: string; attributes: Record<string, Json | null> }>
  /** The new texts. Every character is kept at most once; those of a named block that nobody keeps are deleted. */
  texts: ReadonlyMap<string, readonly TextPart[]>
  formats: readonly { block: string; from: number; to: number; patch: Record<string, Json | null> }[]
  lists: readonly ListEdit[]
}

export const NO_EDIT: PageEdit = {
  gone: new Set(),
  set: new Map(),
  texts: new Map(),
  formats: [],
  lists: [],
}

/** Writes an edit as the smallest change of string and map. Characters that are kept are not touched. */
export function writePage(index: PageIndex, edit: PageEdit, origin?: unknown): void {
  index.doc.transact(() => {
    const meta = index.doc.getMap('meta')
    if (meta.get('layout') === undefined) meta.set('layout', LAYOUT)
    new PageWriter(index, edit).write()
  }, origin)
}

/** A stretch of a touched block, with the place of its first character in the block's text. */
interface Unit {
  stretch: Stretch
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

class PageWriter {
  private readonly change = new StringChange()
  private readonly units = new Map<string, Unit[]>()
  private readonly merges = new Map<string, [string, string]>()
  private readonly hidden = new Map<string, string>()
  /** Where runs that follow a block's begin, for blocks that are new. */
  private readonly ends = new Map<string, number>()

  constructor(
    private readonly index: PageIndex,
    private readonly edit: PageEdit,
  ) {}

  write(): void {
    const { edit } = this
    const texts = this.withOwners(edit.texts)
    for (const id of [...texts.keys(), ...edit.gone]) this.unitsOf(id)
    if (texts.size > 0 || edit.gone.size > 0) this.writeTexts(texts)
    for (const { block, from, to, patch } of edit.formats) this.format(block, from, to, patch)
    const places = this.places()
    this.change.write(textOf(this.index.doc))
    this.writeEntries(places)
  }

  /** A block that comes back while its run is part of another block's text: that one keeps its characters. */
  private withOwners(given: PageEdit['texts']): Map<string, readonly TextPart[]> {
    const texts = new Map(given)
    for (const id of given.keys()) {
      if (!this.index.places.entry(id)) continue
      const root = this.index.places.mergeRoot(id)
      if (root === id || texts.has(root) || this.edit.gone.has(root)) continue
      texts.set(root, [{ keep: root, from: 0, to: this.index.places.textLength(root) }])
    }
    return texts
  }

  private unitsOf(id: string): Unit[] {
    const known = this.units.get(id)
    if (known) return known
    const units: Unit[] = []
    if (this.index.places.entry(id) && this.index.places.intoOf(id) === null) {
      let offset = 0
      for (const stretch of this.index.stretches(id)) {
        const start = this.index.runs.list.start(stretch) + (stretch.item ? 1 : 0)
        units.push({ stretch, start, offset, claims: [] })
        offset += stretch.length
      }
    }
    this.units.set(id, units)
    return units
  }

  private *cut(block: string, from: number, to: number): Generator<{ unit: Unit; from: number; to: number }> {
    for (const unit of this.unitsOf(block)) {
      const start = Math.max(from, unit.offset) - unit.offset
      const end = Math.min(to, unit.offset + unit.stretch.length) - unit.offset
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

  /** Ends formats that came in from before the run's bead, so that the same format can be said in the run. */
  private stopLeak(unit: Unit): void {
    const leaked = Object.keys(unit.stretch.leaked)
    if (leaked.length === 0 || this.dry.has(unit)) return
    this.dry.add(unit)
    const nothing = Object.fromEntries(leaked.map((key) => [key, null]))
    this.change.format(unit.start - 1, unit.start, nothing)
    let at = unit.start
    for (const { insert, formats } of this.index.runs.pieces(unit.stretch)) {
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
    for (const [dest, segments] of owners) this.merge(dest, segments.slice(1).filter(Boolean))
    for (const { dest, insertions, claim } of pending) {
      if (!claim && this.unitsOf(dest).every(({ stretch }) => stretch.id !== dest))
        this.begin(dest, insertions)
    }
  }

  /** Numbers the stretches of the string that the new text is made of, and puts its new characters between them. */
  private layOut(
    dest: string,
    parts: readonly TextPart[],
    claims: Map<TextPart, Claim[]>,
    follows: Map<Claim, Claim>,
    owners: Map<string, string[]>,
  ): { dest: string; insertions: Piece[]; claim: Claim | null } {
    const own = this.unitsOf(dest).find(({ stretch }) => stretch.id === dest) ?? null
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
          group === 0 && own !== null && claim.unit.stretch.id === dest && claim.unit.claims[0] === claim
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
    for (const { insert, formats } of pieces) {
      const marked = Object.keys(formats).length > 0
      if (marked) this.stopLeak(unit)
      const { stretch } = unit
      const isPlain = !marked && rank === RANK.ends && this.isPlainAt(stretch, at - unit.start)
      this.change.insert(at, rank, insert, formats, isPlain)
    }
  }

  /** Deletes what nobody keeps of a unit, and puts a bead wherever it goes on in another place of the page. */
  private cutUnit(unit: Unit, owners: Map<string, string[]>, texts: Map<string, readonly TextPart[]>): void {
    const { stretch, start, claims } = unit
    const { id } = stretch
    let at = 0
    claims.forEach((claim, i) => {
      this.delete(unit, at, claim.from)
      at = claim.to
      const before = claims[i - 1]
      if (before && before.dest === claim.dest && before.group === claim.group) return
      const segments = owners.get(claim.dest) as string[]
      if (!before && id === claim.dest && claim.group === 0) return
      const alone = texts.has(id) || (this.index.places.isShown(id) && !this.edit.gone.has(id))
      if (!before && !alone && this.index.runs.of(id)[0] === stretch && claim.group > 0) {
        segments[claim.group] = id
        return
      }
      const bead = claim.group === 0 ? claim.dest : newBlockId()
      if (claim.group > 0) {
        segments[claim.group] = bead
        this.hidden.set(bead, claim.dest)
      }
      const embed: BeadEmbed = { block: bead, split: true }
      this.stopLeak(unit)
      const formats = formatsInRun(this.index.runs.formatsAt(stretch, claim.from), stretch.leaked)
      // A bead in text may have any format: those around it go on behind it.
      this.change.insert(start + claim.from, RANK.cuts, embed, formats, true)
    })
    this.delete(unit, at, stretch.length)
  }

  private delete({ stretch, start }: Unit, from: number, to: number): void {
    if (from < to) this.change.delete(start + from, start + to, this.isPlainAt(stretch, from))
  }

  private isPlainAt(stretch: Stretch, offset: number): boolean {
    return (
      Object.keys(stretch.formatsIn).length === 0 &&
      Object.keys(this.index.runs.formatsAt(stretch, offset)).length === 0
    )
  }

  /** Says which runs go on in the block's text, in order, behind its own. */
  private merge(dest: string, segments: string[]): void {
    const { places } = this.index
    const known = places.entry(dest) ? places.segments(dest) : []
    const standing = segments.filter((id) => known.includes(id))
    const inOrder = standing.every(
      (id, i) => i === 0 || known.indexOf(id) > known.indexOf(standing[i - 1] as string),
    )
    const atEnd = inOrder && standing.every((id, i) => segments[i] === id)
    const rest = atEnd ? segments.slice(standing.length) : segments
    let order: string | null = null
    for (const id of places.entry(dest) ? places.mergedChildren(dest) : []) {
      const key = places.entry(id)?.into?.order ?? null
      if (key !== null && (order === null || key > order)) order = key
    }
    for (let i = 0; i < rest.length; ) {
      const id = rest[i] as string
      order = keyBetween(order, null)
      this.merges.set(id, [dest, order])
      const whole =
        atEnd && places.entry(id) ? places.segments(id).filter((other) => rest.includes(other)) : [id]
      i += whole.every((other, at) => rest[i + at] === other) ? whole.length : 1
    }
  }

  /** A run for a block that has none: behind the run of the block before it. */
  private begin(dest: string, insertions: readonly Piece[]): void {
    const previous = this.previousOf(dest)
    const at = this.endOf(previous)
    const last = previous === null ? undefined : this.unitsOf(previous).at(-1)?.stretch
    const isPlain = last !== undefined && this.isPlainAt(last, last.length)
    this.ends.set(dest, at)
    this.change.insert(at, RANK.follows, { block: dest }, NO_FORMATS, isPlain)
    for (const { insert, formats } of insertions) {
      this.change.insert(at, RANK.follows, insert, formats, isPlain && Object.keys(formats).length === 0)
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
    const { runs } = this.index
    if (id === null) return runs.list.size
    const made = this.ends.get(id)
    if (made !== undefined) return made
    const last = this.unitsOf(id).at(-1)?.stretch
    return last ? runs.list.start(last) + last.size : runs.list.size
  }

  private places(): Map<string, [string, string]> {
    const { places } = this.index
    const written = new Map<string, [string, string]>()
    for (const { parent, ids, previous, next, moved } of this.edit.lists) {
      const stands = (id: string) =>
        places.isShown(id) && places.parentOf(id) === parent && !this.edit.gone.has(id)
      const siblings = places.children(parent)
      const at = new Map<string, number>()
      if (ids.length > 8) for (const [i, id] of siblings.entries()) at.set(id, i)
      const kept = ids.filter(stands)
      const order = (list: readonly string[]) => {
        const found = longestAscending(list.map((id) => at.get(id) ?? siblings.indexOf(id)))
        return found.map((i) => list[i] as string)
      }
      let stay = new Set(order(kept))
      const left = kept.filter((id) => !moved?.has(id))
      if (stay.size < kept.length && left.length > 0 && left.length < kept.length) stay = new Set(order(left))
      const list = ids.map((id) => ({ id, key: stay.has(id) ? places.orderOf(id) : null }))
      if (list.every(({ key }) => key !== null)) continue
      const after = previous === null ? null : places.orderOf(previous)
      let highest = after
      for (const { key } of list) if (key !== null && (highest === null || key > highest)) highest = key
      let following = next === null ? siblings.length : siblings.indexOf(next)
      for (; following < siblings.length; following++) {
        const id = siblings[following] as string
        if (this.edit.gone.has(id) || ids.includes(id)) continue
        const key = places.orderOf(id)
        if (highest === null || key > highest) break
        list.push({ id, key })
      }
      const before = siblings[following]
      const keys = assignKeys(list, after, before === undefined ? null : places.orderOf(before))
      for (const [id, key] of keys) written.set(id, [parent, key])
    }
    return written
  }

  private writeEntries(written: Map<string, [string, string]>): void {
    const { index, edit } = this
    const entries = entriesOf(index.doc)
    const changed = new Map<string, Record<string, unknown>>()
    const say = (id: string, key: string, value: unknown) => {
      const known = changed.get(id)
      if (known) known[key] = value
      else changed.set(id, { [key]: value })
    }
    for (const [id, { kind, attributes }] of edit.set) {
      if (kind !== undefined) say(id, 'kind', kind)
      for (const [key, value] of Object.entries(attributes)) say(id, key, value)
    }
    for (const [id, place] of written) say(id, 'at', place)
    for (const id of [...edit.texts.keys(), ...edit.set.keys(), ...written.keys()]) {
      const entry = index.places.entry(id)
      if (!entry || edit.gone.has(id)) continue
      if (!index.places.isStored(id)) {
        say(id, 'kind', edit.set.get(id)?.kind ?? entry.kind)
        if (!written.has(id)) say(id, 'at', [entry.at.parent, entry.at.order])
      }
      if (entry.deleted) say(id, 'deleted', null)
      if (entry.into && !this.merges.has(id)) say(id, 'into', null)
    }
    for (const id of edit.gone) if (!this.merges.has(id)) say(id, 'deleted', true)
    for (const [id, into] of this.merges) say(id, 'into', into)
    for (const [id, dest] of this.hidden) {
      const { at } = index.places.entry(dest) ?? IMPLICIT_ENTRY
      say(id, 'kind', IMPLICIT_ENTRY.kind)
      say(id, 'at', written.get(dest) ?? [at.parent, at.order])
    }
    for (const [id, values] of changed) {
      const stored = entries.get(id)
      const map: Y.Map<unknown> = stored instanceof Y.Map ? stored : new Y.Map()
      for (const [key, value] of Object.entries(values)) {
        if (map !== stored) {
          if (value !== null) map.set(key, value)
        } else if (value === null) {
          if (map.has(key)) map.delete(key)
        } else if (!sameJson(map.get(key), value)) map.set(key, value)
      }
      if (map !== stored) entries.set(id, map)
    }
  }
}
