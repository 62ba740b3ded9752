import * as Y from 'yjs'
import { blockKind } from '@/blocks'
import type { Block, BlockMark, Inline, Json } from '@/blocks/kit/block'
import { isInlineText } from '@/blocks/kit/block'
import { spreadAttributes } from '@/blocks/kit/spread-attributes'
import { withWholeGrids } from '@/blocks/table/whole-grid'
import { newBlockId } from '@/shared/ids'
import { BOUNDS } from '@/shared/limits'
import { cellId } from '../../format/grid'
import { type Formats, type LayoutKinds, type Piece, pageKinds, ROOT, sameJson } from '../../format/layout'
import { blocksOfKinds } from '../../page-index/blocks'
import { PageIndex } from '../../page-index/page-index'
import { type ListEdit, NO_EDIT, type PageEdit, type TextPart } from '../../write/page-edit'
import { MarkedView } from '../marked-view'
import { type FormatPart, sidOf, suggestedRangeKey } from '../part-keys'
import { ReadingView } from '../reading-view'
import { headOf, raiseLayout, type Suggesting, suggestPage } from '../suggest-page'
import { suggestTitle } from '../suggest-title'
import { Suggestions, suggestionsOf, withSuggestions } from '../suggestions'
import { type BlockTags, blocksAs, type CarriedReview, plainMarks, tagged, tagsOf } from './carried-review'
import { idsAt } from './ids-at'
import { sameBlocks, wholeReview } from './whole-review'

/** In whose name a file's suggestions are made. */
interface Importing {
  author: string
  /** An id of a Yjs client that nothing else is written under. */
  words: number
  kinds?: LayoutKinds
}

/**
 * A page that `make` gives with the settled blocks of a review, and with what the file suggests. It is suggested in the name of `author`:
 * the authors of the file are names, said with each suggestion as `via`. It settles, and reads with everything accepted, to exactly what the
 * review does; where its tags cannot be followed, the blocks in question are removed and added as wholes. Null when not even that
 * is the same.
 */
export function pageWithReview(make: () => Y.Doc, review: CarriedReview, by: Importing): Y.Doc | null {
  const kinds = by.kinds ?? pageKinds
  const read = (doc: Y.Doc, reading: 'settled' | 'proposed') =>
    withSuggestions(doc, (suggestions) => blocksOfKinds(doc, kinds, new ReadingView(suggestions, reading)))
  const [settled, proposed] = [
    blocksAs('settled', review.blocks, review.tags),
    blocksAs('proposed', review.blocks, review.tags),
  ]
  const isGood = (doc: Y.Doc) =>
    sameBlocks(read(doc, 'settled'), settled) && sameBlocks(read(doc, 'proposed'), proposed)
  const doc = make()
  writeReview(doc, review, by)
  if (isGood(doc)) return doc
  const other = make()
  writeReview(other, { ...review, ...wholeReview(read(other, 'settled'), proposed, () => 0) }, by)
  return isGood(other) ? other : null
}

function writeReview(
  doc: Y.Doc,
  review: CarriedReview,
  { author, words, kinds = pageKinds }: Importing,
): void {
  const suggestions = new Suggestions(doc)
  const index = new PageIndex(doc, kinds, BOUNDS, new MarkedView(suggestions))
  try {
    new ReviewWriter(index, suggestions, review, author, words).write()
  } finally {
    index.close()
    suggestions.close()
  }
}

class ReviewWriter {
  private readonly names: string[]
  private readonly tags: CarriedReview['tags']

  constructor(
    private readonly index: PageIndex,
    private readonly suggestions: Suggestions,
    private readonly review: CarriedReview,
    author: string,
    private readonly words: number,
  ) {
    this.tags = review.tags
    this.names = review.changes.map(({ at }) =>
      sidOf(author, `${at.toString(36).padStart(9, '0')}${newBlockId()}`),
    )
  }

  write(): void {
    this.title()
    const blocks = withWholeGrids(this.review.blocks, this.index.kinds, idsIn(this.review.blocks))
    this.list(blocks, ROOT, null)
    this.leave(blocks)
  }

  private by(number: number): Suggesting | null {
    const change = this.review.changes[number]
    const sid = this.names[number]
    if (!change || sid === undefined) return null
    const { at, via } = change
    return { sid, at, words: this.words, ...(via !== undefined && { via }) }
  }

  private suggest(number: number, edit: Partial<PageEdit>): void {
    const by = this.by(number)
    if (by) suggestPage(this.index, this.suggestions, { ...NO_EDIT, ...edit }, by)
  }

  /** The title goes from one suggestion's words to the next one's. */
  private title(): void {
    const { title } = this.review
    const done = new Set<number>()
    for (const number of numbersIn(title)) {
      done.add(number)
      const words = title.flatMap((piece) => {
        const { added, removed } = tagsOf(piece)
        const isThere = (added === null || done.has(added)) && (removed === null || !done.has(removed))
        return isThere && isInlineText(piece) ? [piece.text] : []
      })
      const by = this.by(number)
      if (by) suggestTitle(this.suggestions, 'proposed', words.join(''), by)
    }
  }

  /** Everything of a list but what leaves it. `within` is the suggestion that brings what it stands in. */
  private list(blocks: readonly Block[], parent: string, within: number | null): void {
    let previous: string | null = null
    for (const [at, block] of blocks.entries()) {
      const { id, kind, children = [] } = block
      if (this.index.kinds(kind) === 'column') continue
      const { added = within, was } = this.tags[id] ?? {}
      if (added !== null) {
        this.add(added, block, parent, previous)
        this.text(
          id,
          (block.text ?? []).map((piece) => addedBy(piece, added)),
        )
      } else if (!this.isSplit(block)) {
        const chain = [block, ...this.splitFrom(blocks, at)]
        this.text(
          id,
          chain.flatMap(({ text = [] }) => text),
        )
        if (was) this.reshape(was, block)
        for (const [i, fresh] of chain.slice(1).entries()) this.split(chain[i] as Block, fresh, parent)
      }
      previous = id
      if (this.index.kinds(kind) === 'row')
        for (const cell of children) this.list(cell.children ?? [], cell.id, added)
      else this.list(children, id, added)
    }
  }

  /** The blocks that a settled one is split into: others that are suggested may stand between them. */
  private splitFrom(blocks: readonly Block[], at: number): Block[] {
    const found: Block[] = []
    for (const block of blocks.slice(at + 1)) {
      if (this.isSplit(block)) found.push(block)
      else if (this.tags[block.id]?.added === undefined) break
    }
    return found
  }

  private isSplit({ id }: Block): boolean {
    return this.tags[id]?.split !== undefined
  }

  /** A new block; of a grid with its columns and rows, which stand only together. */
  private add(number: number, block: Block, parent: string, previous: string | null): void {
    const { index } = this
    const set = new Map<string, { kind: string; attributes: Record<string, Json> }>()
    const lists: ListEdit[] = [this.behind(parent, previous, [block.id], block.kind)]
    const say = ({ id, kind, attributes = {} }: Block) =>
      set.set(id, { kind, attributes: spreadAttributes(blockKind(kind), attributes) })
    const sayRow = ({ children = [] }: Block) => {
      for (const cell of children) if (Object.keys(cell.attributes ?? {}).length > 0) say(cell)
    }
    say(block)
    if (index.kinds(block.kind) === 'row') sayRow(block)
    if (index.kinds(block.kind) === 'grid') {
      const parts = block.children ?? []
      for (const part of parts) {
        say(part)
        sayRow(part)
      }
      for (const holds of ['column', 'row']) {
        const ids = parts.filter(({ kind }) => index.kinds(kind) === holds).map(({ id }) => id)
        if (ids.length > 0) lists.push({ parent: block.id, ids, previous: null, next: null })
        for (const id of ids) this.alreadyIn.add(id)
      }
    }
    if (this.alreadyIn.has(block.id)) return
    const hasText = index.kinds(block.kind) === 'text'
    this.suggest(number, { set, lists, ...(hasText && { texts: new Map([[block.id, []]]) }) })
  }

  /** Rows that came with their table. */
  private readonly alreadyIn = new Set<string>()

  /** Text that comes, goes and looks otherwise: of all suggestions at once, as there may be thousands in one paragraph. */
  private text(id: string, pieces: readonly Inline[]): void {
    const numbers = numbersIn(pieces)
    if (numbers.length === 0) return
    this.comingText(id, pieces)
    const length = lengthOfText(pieces)
    const ids = idsAt(this.index, id, 0, length)
    this.say(numbers, (write) => {
      let at = 0
      let [range, behind] = [0, 0]
      for (const piece of pieces) {
        const to = at + lengthOf(piece)
        const { removed, was } = tagsOf(piece)
        const patch = was && patchOf(formatsOf(was.marks), formatsOf(plainMarks(piece)))
        while (at < to) {
          const one = ids[range]
          if (!one) return
          const { client } = one
          const from = one.from + behind
          const n = Math.min(to - at, one.to - from)
          if (removed !== null) write(removed, '-', client, from, n)
          if (was && patch && Object.keys(patch).length > 0)
            write(was.by, '*', client, from, { n, set: patch })
          at += n
          behind += n
          if (one.from + behind >= one.to) [range, behind] = [range + 1, 0]
        }
      }
    })
  }

  /** Says parts of suggestions that are ranges of ids, with the heads of those suggestions. */
  private say(
    numbers: Iterable<number>,
    parts: (
      write: (number: number, op: '+' | '-' | '*', client: number, clock: number, value: Json) => void,
    ) => void,
  ): void {
    const { doc } = this.index
    doc.transact(() => {
      const map = suggestionsOf(doc)
      parts((number, op, client, clock, value) => {
        const sid = this.names[number]
        if (sid !== undefined) map.set(suggestedRangeKey(sid, op, client, clock), value)
      })
      for (const number of numbers) {
        const by = this.by(number)
        if (by && !map.has(by.sid)) map.set(by.sid, headOf(by))
      }
      raiseLayout(doc)
    })
  }

  /** All text that comes is written in the name of the first suggestion, which then hands on what is not its own. */
  private comingText(id: string, pieces: readonly Inline[]): void {
    const parts: TextPart[] = []
    const coming: { number: number; length: number }[] = []
    let at = 0
    for (const piece of pieces) {
      const { added, was } = tagsOf(piece)
      const length = lengthOf(piece)
      const last = parts.at(-1)
      if (added !== null) {
        coming.push({ number: added, length })
        parts.push(pieceOf(piece, was && was.by !== added ? was.marks : plainMarks(piece)))
        continue
      }
      if (last && 'keep' in last && last.to === at) last.to = at + length
      else parts.push({ keep: id, from: at, to: at + length })
      at += length
    }
    const first = coming[0]?.number
    const sid = first === undefined ? undefined : this.names[first]
    if (first === undefined || sid === undefined) return
    const { doc } = this.index
    const known = new Map(this.suggestions.of(sid).map((part) => [part.key, part]))
    let clock = Y.getState(doc.store, this.words)
    this.suggest(first, { texts: new Map([[id, parts]]) })
    const others = coming.some(({ number }) => number !== first)
    if (!others) return
    const looks = this.suggestions
      .of(sid)
      .filter((part) => part.op === '*' && !known.has(part.key)) as FormatPart[]
    looks.sort((one, other) => one.clock - other.clock)
    const numbers = new Set(coming.map(({ number }) => number))
    this.say(numbers, (write) => {
      const map = suggestionsOf(doc)
      for (const part of this.suggestions.of(sid)) {
        if (part.op !== '+' && part.op !== '*') continue
        const before = known.get(part.key)
        // A range of its own in the text before may have grown with what came in here.
        if (before?.op === '+') map.set(part.key, before.length)
        else if (!before) map.delete(part.key)
      }
      let look = 0
      for (const [i, { number, length }] of coming.entries()) {
        // Text of one suggestion that stands together is one range.
        const isContinued = coming[i - 1]?.number === number
        const end = clock + length
        if (!isContinued) {
          let to = end
          for (let j = i + 1; coming[j]?.number === number; j++) to += coming[j]?.length ?? 0
          write(number, '+', this.words, clock, to - clock)
        }
        for (let at = look; at < looks.length; at++) {
          const { clock: start, length: size, set } = looks[at] as FormatPart
          if (start >= end) break
          const [from, to] = [Math.max(start, clock), Math.min(start + size, end)]
          if (from < to) write(number, '*', this.words, from, { n: to - from, set: { ...set } })
          if (start + size <= end) look = at + 1
        }
        clock = end
      }
    })
  }

  private split({ id: before, text = [] }: Block, fresh: Block, parent: string): void {
    const number = this.tags[fresh.id]?.split
    const { kinds, tree } = this.index
    if (number === undefined || kinds(fresh.kind) !== 'text' || tree.holds(before) !== 'text') return
    const length = tree.textLength(before)
    const offset = Math.min(length, lengthOfText(text))
    const attributes = spreadAttributes(blockKind(fresh.kind), fresh.attributes ?? {})
    const kept = (from: number, to: number): TextPart[] => (from < to ? [{ keep: before, from, to }] : [])
    this.suggest(number, {
      set: new Map([[fresh.id, { kind: fresh.kind, attributes }]]),
      texts: new Map([
        [before, kept(0, offset)],
        [fresh.id, kept(offset, length)],
      ]),
      lists: [this.behind(parent, before, [fresh.id], fresh.kind)],
    })
  }

  private reshape(was: NonNullable<BlockTags['was']>, block: Block): void {
    const before = spreadAttributes(blockKind(was.kind), was.attributes ?? {})
    const after = spreadAttributes(blockKind(block.kind), block.attributes ?? {})
    const attributes = patchOf(before, after)
    const isOther = was.kind !== block.kind
    this.suggest(was.by, {
      set: new Map([[block.id, isOther ? { kind: block.kind, attributes } : { attributes }]]),
    })
  }

  /** What leaves, and what joins the text before; last, as places beside these are still named until then. */
  private leave(blocks: readonly Block[]): void {
    const { index } = this
    let before: string | null = null
    for (const block of blocks) {
      const { removed, joined } = this.tags[block.id] ?? {}
      if (removed !== undefined) {
        this.suggest(removed, { gone: this.withAllIn(block.id) })
        continue
      }
      this.leave(block.children ?? [])
      const isText = index.tree.holds(block.id) === 'text'
      if (joined === undefined || before === null) before = isText ? block.id : null
      else if (isText) {
        const kept = (id: string): TextPart[] => {
          const to = index.tree.textLength(id)
          return to > 0 ? [{ keep: id, from: 0, to }] : []
        }
        const texts = new Map([[before, [...kept(before), ...kept(block.id)]]])
        this.suggest(joined, { gone: new Set([block.id]), texts })
      }
    }
  }

  private withAllIn(id: string): Set<string> {
    const { index } = this
    const gone = new Set<string>()
    const rest = [id]
    for (let one = rest.pop(); one !== undefined; one = rest.pop()) {
      if (gone.has(one) || !index.tree.isShown(one)) continue
      gone.add(one)
      rest.push(...index.children(one))
      const holds = index.tree.holds(one)
      if (holds !== 'row' && holds !== 'column') continue
      const { rows, columns } = index.tree.grid(index.tree.parentOf(one))
      const cells = holds === 'row' ? columns.map((c) => cellId(one, c)) : rows.map((r) => cellId(r, one))
      for (const cell of cells) rest.push(...index.children(cell))
    }
    return gone
  }

  private behind(parent: string, previous: string | null, ids: readonly string[], kind: string): ListEdit {
    const { kinds, tree } = this.index
    const isGrid = tree.holds(parent) === 'grid'
    const siblings = this.index
      .children(parent)
      .filter((id) => !ids.includes(id) && tree.isShown(id) && (!isGrid || tree.holds(id) === kinds(kind)))
    const at = previous === null ? 0 : siblings.indexOf(previous) + 1
    return { parent, ids, previous: siblings[at - 1] ?? null, next: siblings[at] ?? null }
  }
}

/** The numbers of the suggestions that say something of a text, the least first. */
function numbersIn(pieces: readonly Inline[]): number[] {
  const numbers = new Set<number>()
  for (const piece of pieces) {
    const { added, removed, was } = tagsOf(piece)
    for (const number of [added, removed, was?.by]) if (typeof number === 'number') numbers.add(number)
  }
  return [...numbers].sort((a, b) => a - b)
}

/** Text in what is added is added as well, if nothing else is said of it. */
const addedBy = (piece: Inline, number: number): Inline => {
  const tags = tagsOf(piece)
  return tags.added === null ? tagged(piece, { ...tags, added: number }) : piece
}

const lengthOf = (piece: Inline): number => (isInlineText(piece) ? piece.text.length : 1)
const lengthOfText = (text: readonly Inline[]): number =>
  text.reduce((sum, piece) => sum + lengthOf(piece), 0)

const formatsOf = (marks: readonly BlockMark[]): Formats =>
  Object.fromEntries(
    marks.map(({ kind, attributes }) => {
      const id = attributes?.id
      return [typeof id === 'string' ? `${kind}:${id}` : kind, attributes ?? {}]
    }),
  )

const pieceOf = (piece: Inline, marks: readonly BlockMark[]): Piece => ({
  insert: isInlineText(piece) ? piece.text : { kind: piece.kind, ...piece.attributes },
  formats: formatsOf(marks),
})

function patchOf(
  before: Readonly<Record<string, Json>>,
  after: Readonly<Record<string, Json>>,
): Record<string, Json | null> {
  const patch: Record<string, Json | null> = {}
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) patch[key] = null
  for (const [key, value] of Object.entries(after))
    if (!Object.hasOwn(before, key) || !sameJson(before[key], value)) patch[key] = value
  return patch
}

function idsIn(blocks: readonly Block[], found = new Set<string>()): Set<string> {
  for (const { id, children } of blocks) {
    found.add(id)
    if (children) idsIn(children, found)
  }
  return found
}
