import type * as Y from 'yjs'
import type { Block, BlockMark, Inline, Json } from '@/blocks/kit/block'
import { BOUNDS } from '@/shared/limits'
import { rawBlock } from '../../binding/nodes'
import { type LayoutKinds, type PageBlock, type Piece, pageKinds, sameJson } from '../../format/layout'
import { titleText } from '../../format/page-doc'
import { PageIndex } from '../../page-index/page-index'
import type { ShownPart } from '../../page-index/page-view'
import { authorOf, type EntryPart, type Sid } from '../part-keys'
import { ReadingView } from '../reading-view'
import { type Suggestions, withSuggestions } from '../suggestions'
import { type BlockTags, type CarriedChange, type CarriedReview, tagged } from './carried-review'
import { addedCopy, isReviewOf, longestRising, removedBlock, wholeReview } from './whole-review'

/**
 * What is suggested of a page, for a file; null when nothing is. The authors are ids. Settled and with everything accepted it says exactly
 * what the page does: a block that was moved, or changed in a way that the tags cannot say, is removed and added.
 */
export function readReview(doc: Y.Doc, kinds: LayoutKinds = pageKinds): CarriedReview | null {
  return withSuggestions(doc, (suggestions) => {
    if (suggestions.sids.length === 0) return null
    return new ReviewReader(doc, suggestions, kinds).read()
  })
}

/** Formats under which the tagged reading hands on what is suggested of characters. */
const [ADDED, REMOVED, PATCH] = ['+', '-', '*']

/** The marked reading, with the suggestions of every character among its formats instead of being applied. */
class TaggedView extends ReadingView {
  constructor(
    private readonly all: Suggestions,
    private readonly numberOf: (sid: Sid) => number,
  ) {
    super(all, 'marked')
  }

  override shown(item: Y.Item): readonly ShownPart[] | null {
    const { client, clock } = item.id
    const end = clock + item.length
    const { inserted, deleted, formatted } = this.all
    const come = inserted.overlapping(client, clock, end)
    const gone = deleted.overlapping(client, clock, end)
    const looks = formatted.overlapping(client, clock, end)
    if (come.length + gone.length + looks.length === 0) return null
    const patches = formatted.patches(client, clock, end)
    const points = new Set([clock, end])
    const cut = (from: number, to: number) => points.add(Math.max(clock, from)).add(Math.min(end, to))
    for (const part of [...come, ...gone, ...looks]) cut(part.clock, part.clock + part.length)
    for (const { from, to } of patches) cut(from, to)
    const sorted = [...points].sort((a, b) => a - b)
    const covers = (part: { clock: number; length: number }, at: number) =>
      part.clock <= at && at < part.clock + part.length
    return sorted.slice(0, -1).map((from, i) => {
      const to = sorted[i + 1] as number
      const one = come.find((part) => covers(part, from))
      const other = gone.find((part) => covers(part, from))
      const look = looks.findLast((part) => covers(part, from))
      const set = patches.find((patch) => patch.from <= from && from < patch.to)?.patch
      const patch: Record<string, Json> = {}
      if (one) patch[ADDED as string] = this.numberOf(one.sid)
      if (other) patch[REMOVED as string] = this.numberOf(other.sid)
      if (look && set) patch[PATCH as string] = { by: this.numberOf(look.sid), set: { ...set } }
      return { from: from - clock, to: to - clock, patch: Object.keys(patch).length > 0 ? patch : null }
    })
  }
}

interface Found {
  block: PageBlock
  parent: string
  at: number
}

class ReviewReader {
  private readonly changes: CarriedChange[] = []
  private readonly numbers = new Map<Sid, number>()
  private readonly tags: Record<string, BlockTags> = {}
  private readonly settled: Map<string, Found>
  private readonly proposed: Map<string, Found>
  private readonly marked: PageBlock[]
  private readonly settledBlocks: PageBlock[]
  private readonly proposedBlocks: PageBlock[]

  constructor(
    private readonly doc: Y.Doc,
    private readonly suggestions: Suggestions,
    kinds: LayoutKinds,
  ) {
    for (const sid of suggestions.sids) {
      const head = suggestions.of(sid).find((part) => part.op === 'head')
      const { at = 0, via = null } = head?.op === 'head' ? head : {}
      this.numbers.set(
        sid,
        this.changes.push({ author: authorOf(sid), at, ...(via !== null && { via }) }) - 1,
      )
    }
    const read = (view: ReadingView) => {
      const index = new PageIndex(doc, kinds, BOUNDS, view)
      try {
        return index.blocks()
      } finally {
        index.close()
      }
    }
    this.settledBlocks = read(new ReadingView(suggestions, 'settled'))
    this.proposedBlocks = read(new ReadingView(suggestions, 'proposed'))
    this.marked = read(new TaggedView(suggestions, (sid) => this.numberOf(sid)))
    this.settled = placesIn(this.settledBlocks)
    this.proposed = placesIn(this.proposedBlocks)
  }

  read(): CarriedReview {
    const { changes, tags } = this
    const title = this.title()
    const blocks = this.list(this.marked, this.settledBlocks, '')
    const [settled, proposed] = [this.settledBlocks, this.proposedBlocks].map((all) =>
      all.map((block) => rawBlock(block)),
    ) as [Block[], Block[]]
    if (isReviewOf({ blocks, tags }, settled, proposed)) return { changes, title, blocks, tags }
    return { changes, title, ...wholeReview(settled, proposed, (block) => this.about(block)) }
  }

  private numberOf(sid: Sid): number {
    return this.numbers.get(sid) ?? 0
  }

  private title(): Inline[] {
    const view = new TaggedView(this.suggestions, (sid) => this.numberOf(sid))
    const pieces: Inline[] = []
    for (let item = titleText(this.doc)._start; item; item = item.right) {
      const [text] = item.deleted ? [] : item.content.getContent().length > 0 ? [item] : []
      const str = text && 'str' in item.content ? String(item.content.str) : ''
      if (str === '') continue
      for (const { from, to, patch } of view.shown(item) ?? [{ from: 0, to: str.length, patch: null }]) {
        const oneLine = str.slice(from, to).replace(/[\r\n\u2028\u2029]+/g, ' ')
        pieces.push(
          tagged(
            { text: oneLine },
            { added: numberIn(patch?.[ADDED as string]), removed: numberIn(patch?.[REMOVED as string]) },
          ),
        )
      }
    }
    return pieces
  }

  /** The blocks of one list as they are marked, with those that stand here settled and elsewhere proposed. */
  private list(marked: readonly PageBlock[], settled: readonly PageBlock[], parent: string): Block[] {
    const stays = this.staying(marked, parent)
    const made: { block: Block; id: string }[] = []
    for (const block of marked) {
      const { id } = block
      const [was, will] = [this.settled.get(id), this.proposed.get(id)]
      if (!was) made.push({ id, block: this.addedOne(block) })
      else if (!will) made.push({ id, block: this.leaving(block, was) })
      else if (!stays.has(id)) made.push({ id: '', block: this.copyAdded(will.block, this.saidBy(id, 'at')) })
      else if (block.columns && !this.isSameGrid(was.block, will.block, block)) {
        made.push({ id, block: this.removedWhole(was.block, this.about(was.block)) })
        made.push({ id: '', block: this.copyAdded(will.block, this.about(will.block)) })
      } else made.push({ id, block: this.stayingOne(block, was.block, will.block) })
    }
    for (const [at, { id }] of settled.entries()) {
      if (made.some((one) => one.id === id)) continue
      const before = at === 0 ? -1 : made.findIndex((one) => one.id === settled[at - 1]?.id)
      const ghost = this.removedWhole(this.settled.get(id)?.block as PageBlock, this.saidBy(id, 'at'))
      made.splice(before + 1, 0, { id, block: ghost })
    }
    // A settled block may be taken up by another list as well, from which it is then a copy.
    return made.map(({ block }) => block)
  }

  /** The children that are in this list in every reading, and in the order that they settle to. */
  private staying(marked: readonly PageBlock[], parent: string): Set<string> {
    const here = marked.filter(({ id }) => {
      const was = this.settled.get(id)
      return was?.parent === parent
    })
    const places = here.map(({ id }) => this.settled.get(id)?.at ?? 0)
    return new Set(longestRising(places).map((i) => here[i]?.id ?? ''))
  }

  private addedOne(block: PageBlock): Block {
    const { id } = block
    const by = this.saidBy(id, 'kind', 'at')
    const hasSettled = block.text.some(({ formats }) => !Object.hasOwn(formats, ADDED as string))
    this.tags[id] = hasSettled ? { split: by } : { added: by }
    return { ...this.head(block), ...this.inside(block) }
  }

  private leaving(block: PageBlock, was: Found): Block {
    const { id } = block
    const into = this.partOf(id, 'into')
    this.tags[id] = into ? { joined: this.numberOf(into.sid) } : { removed: this.saidBy(id, 'deleted') }
    const { kind, attributes } = was.block
    return { ...this.head({ ...block, kind, attributes }), ...this.inside(block) }
  }

  private stayingOne(block: PageBlock, was: PageBlock, will: PageBlock): Block {
    const [before, after] = [this.head(was), this.head(will)]
    if (!sameJson(headOnly(before), headOnly(after)))
      this.tags[block.id] = {
        was: {
          by: this.saidBy(block.id),
          kind: before.kind,
          ...(before.attributes && { attributes: before.attributes }),
        },
      }
    return { ...after, ...this.inside(block) }
  }

  /** Do only rows come and go, and change what is in the cells? */
  private isSameGrid(was: PageBlock, will: PageBlock, now: PageBlock): boolean {
    const columnsOf = (one: PageBlock) => (one.columns ?? []).map((column) => this.head(column)) as never
    const cells = (one: PageBlock) =>
      new Map(one.children.flatMap((row) => row.children.map((cell) => [cell.id, headOnly(this.head(cell))])))
    const [then, next] = [cells(was), cells(will)]
    const isSaid = (one: PageBlock) => Object.hasOwn(one.attributes, 'rowSpan')
    return (
      sameJson(columnsOf(was), columnsOf(will)) &&
      sameJson(columnsOf(was), columnsOf(now)) &&
      [...then].every(([id, head]) => !next.has(id) || sameJson(head as never, next.get(id) as never)) &&
      (was.children.length === will.children.length ||
        ![was, will].some((one) => one.children.some((row) => row.children.some(isSaid))))
    )
  }

  private inside(block: PageBlock): Pick<Block, 'text' | 'children'> {
    const text = block.text.map((piece) => this.piece(piece, block))
    const before = this.settled.get(block.id)?.block.children ?? []
    const children = [
      ...(block.columns ?? []).map((column) => this.head(column)),
      ...this.list(block.children, before, block.id),
    ]
    return { ...(text.length > 0 && { text }), ...(children.length > 0 && { children }) }
  }

  private piece({ insert, formats }: Piece, block: PageBlock): Inline {
    const {
      [ADDED as string]: added,
      [REMOVED as string]: removed,
      [PATCH as string]: look,
      ...plain
    } = formats
    const next: Record<string, Json> = { ...plain }
    const { by, set } = isLook(look) ? look : { by: null, set: {} }
    for (const [key, value] of Object.entries(set)) {
      if (value === null) delete next[key]
      else next[key] = value
    }
    const inlineOf = (now: Record<string, Json>) =>
      rawBlock({ ...block, text: [{ insert, formats: now }], children: [], columns: undefined as never })
        .text?.[0] as Inline
    const marks: BlockMark[] = inlineOf(plain).marks ?? []
    return tagged(inlineOf(next), {
      added: numberIn(added),
      removed: numberIn(removed),
      was: by === null ? null : { by, marks },
    })
  }

  private head(block: PageBlock): Block {
    const { columns: _columns, ...rest } = block
    return rawBlock({ ...rest, text: [], children: [] })
  }

  private removedWhole(block: PageBlock, by: number): Block {
    return removedBlock(rawBlock(block), by, this.tags)
  }

  private copyAdded(block: PageBlock, by: number): Block {
    return addedCopy(rawBlock(block), by, this.tags)
  }

  /** A suggestion that says something of a block or of what is in it, else the first of all. */
  private about({ id, children = [] }: { id: string; children?: readonly { id: string }[] }): number {
    if (this.suggestions.entry(id)) return this.saidBy(id)
    for (const child of children) {
      const by = this.about(child)
      if (by > 0) return by
    }
    return 0
  }

  private partOf(id: string, field: string): EntryPart | undefined {
    return this.suggestions.entry(id)?.get(field)?.at(-1)
  }

  /** The suggestion that says one of these fields of a block, or any. */
  private saidBy(id: string, ...fields: string[]): number {
    for (const field of fields) {
      const part = this.partOf(id, field)
      if (part) return this.numberOf(part.sid)
    }
    for (const parts of this.suggestions.entry(id)?.values() ?? []) {
      const part = parts.at(-1)
      if (part) return this.numberOf(part.sid)
    }
    const place = this.settled.get(id) ?? this.proposed.get(id)
    return place && place.parent !== '' && place.parent !== id ? this.saidBy(place.parent, ...fields) : 0
  }
}

const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)

const isLook = (value: unknown): value is { by: number; set: Record<string, Json | null> } =>
  typeof value === 'object' && value !== null && 'by' in value && 'set' in value

const headOnly = ({ kind, attributes = {} }: Block): Json => ({ kind, attributes })

function placesIn(blocks: readonly PageBlock[], parent = '', found = new Map<string, Found>()) {
  for (const [at, block] of blocks.entries()) {
    found.set(block.id, { block, parent, at })
    placesIn(block.children, block.id, found)
  }
  return found
}
