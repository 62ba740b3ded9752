import type * as Y from 'yjs'
import { blockKind } from '@/blocks'
import type { Block, Json } from '@/blocks/kit/block'
import { spreadAttributes } from '@/blocks/kit/spread-attributes'
import { cellId } from '../../format/grid'
import { ROOT, sameJson } from '../../format/layout'
import { insertionEdit } from '../../page-index/blocks'
import type { PageIndex } from '../../page-index/page-index'
import { settledBlocks } from '../../page-index/settled-page'
import { NO_EDIT, type PageEdit } from '../../write/page-edit'
import { SUGGESTION_LIMITS } from '../judge-suggestion'
import { markedIndex } from '../marked-view'
import type { Sid } from '../part-keys'
import { wasBegun } from '../parts-begun'
import { suggestPage } from '../suggest-page'
import { type Suggestions, withSuggestions } from '../suggestions'
import { fingerprintOf } from './fingerprint'
import { textOperation } from './text-operation'

/** What is to be done with the blocks of a settled page as somebody has read it. Ids of new blocks are on no page yet. */
export type BlockOperation =
  /**
   * `seen` is the block as it was read (less than it holds may be read of it), `blocks` what is to stand in its place; of the kind that is
   * read, or of another that holds text.
   */
  | { op: 'replace'; block: string; fingerprint: string; seen: Block; blocks: readonly Block[] }
  /** Behind a block; null: at the start of the page. */
  | { op: 'insert'; after: string | null; blocks: readonly Block[] }
  | { op: 'delete'; block: string; fingerprint: string }

/** An operation and the suggestion that it becomes. */
export interface SignedOperation {
  sid: Sid
  /** Milliseconds since 1970. */
  at: number
  /** The program or model that wrote it. */
  via: string
  what: BlockOperation
}

/**
 * Why an operation is not suggested: its block says something else by now, is gone, is the subject of another operation before it, or is being
 * split, joined or deleted by a pending suggestion; it would change nothing; its author waits for too many decisions.
 */
export type SetAside = 'changed' | 'gone' | 'twice' | 'contested' | 'same' | 'too-much'

export interface OperationOutcome {
  sid: Sid
  /** Null: it is suggested. */
  setAside: SetAside | null
}

/**
 * Suggests operations one after the other, each as a suggestion of its own. One that does not fit the page as it stands is set aside,
 * and nobody guesses what it might be about. The settled reading stays as it is. `words` is a client id that nothing else is written under.
 */
export function suggestOperations(
  doc: Y.Doc,
  operations: readonly SignedOperation[],
  words: number,
): OperationOutcome[] {
  return withSuggestions(doc, (suggestions) => {
    const index = markedIndex(doc, suggestions)
    try {
      const writer = new OperationWriter(index, suggestions, words)
      return operations.map((one) => ({ sid: one.sid, setAside: writer.suggest(one) }))
    } finally {
      index.close()
    }
  })
}

class OperationWriter {
  private readonly settled: ReadonlyMap<string, Block>
  private readonly done = new Set<string>()
  /** The last block that was put behind one: the next one comes behind that. */
  private readonly lastBehind = new Map<string | null, string>()

  constructor(
    private readonly index: PageIndex,
    private readonly suggestions: Suggestions,
    private readonly words: number,
  ) {
    this.settled = byId(settledBlocks(index.doc))
  }

  suggest({ what, ...by }: SignedOperation): SetAside | null {
    // Applied before, by a server that ended before it could say so.
    if (wasBegun(this.index.doc, by.sid)) return null
    const author = by.sid.slice(0, by.sid.indexOf(' '))
    if (this.suggestions.pendingOf(author) > SUGGESTION_LIMITS.pending / 2) return 'too-much'
    const edit = this.editOf(what)
    if (typeof edit === 'string') return edit
    suggestPage(this.index, this.suggestions, edit, { ...by, words: this.words })
    for (const id of edit.gone) this.done.add(id)
    if (what.op !== 'insert') this.done.add(what.block)
    return null
  }

  private editOf(what: BlockOperation): PageEdit | SetAside {
    if (what.op === 'insert') {
      const { after, blocks } = what
      if (after !== null && !this.settled.has(after)) return 'gone'
      if (after !== null && !this.index.tree.isShown(after)) return 'contested'
      return blocks.length === 0 ? 'same' : this.insertion(blocks, after)
    }
    const settled = this.settled.get(what.block)
    if (!settled) return 'gone'
    if (this.done.has(what.block)) return 'twice'
    if (fingerprintOf(settled) !== what.fingerprint) return 'changed'
    if (!this.index.tree.isShown(what.block)) return 'contested'
    if (what.op === 'delete') return this.deletion(what.block)
    return this.replacement(settled, what.seen, what.blocks)
  }

  private insertion(blocks: readonly Block[], after: string | null): PageEdit {
    const edit = this.between(blocks, after, this.lastBehind.get(after) ?? after)
    const last = blocks.at(-1)
    if (last) this.lastBehind.set(after, last.id)
    return edit
  }

  /** The rest of what stands in the place of a block comes before what was put behind it. */
  private rightBehind(id: string, blocks: readonly Block[]): PageEdit {
    const last = blocks.at(-1)
    if (last && !this.lastBehind.has(id)) this.lastBehind.set(id, last.id)
    return this.between(blocks, id, id)
  }

  private inFrontOf(id: string, blocks: readonly Block[]): PageEdit {
    const siblings = this.siblingsOf(id)
    return this.between(blocks, id, siblings[siblings.indexOf(id) - 1] ?? null)
  }

  /** New blocks in the list in which `beside` stands (null: the page's), behind `previous`. */
  private between(blocks: readonly Block[], beside: string | null, previous: string | null): PageEdit {
    const siblings = this.siblingsOf(beside)
    const next = siblings[previous === null ? 0 : siblings.indexOf(previous) + 1] ?? null
    const parent = beside === null ? ROOT : this.index.tree.parentOf(beside)
    return insertionEdit(this.index, blocks, { parent, previous, next })
  }

  private siblingsOf(id: string | null): string[] {
    const { tree } = this.index
    const parent = id === null ? ROOT : tree.parentOf(id)
    return this.index.children(parent).filter((one) => tree.isShown(one))
  }

  /** What stays of the block goes on in the one of the new ones that is most like it; the others stand around it. */
  private replacement(settled: Block, seen: Block, blocks: readonly Block[]): PageEdit | SetAside {
    const heir = heirOf(settled, seen, blocks)
    if (heir === null) {
      const deletion = this.deletion(settled.id)
      if (typeof deletion === 'string' || blocks.length === 0) return deletion
      return { ...this.inFrontOf(settled.id, blocks), gone: deletion.gone }
    }
    const edit = this.reworded(settled, seen, blocks[heir] as Block)
    if (typeof edit === 'string') return edit
    const [before, behind] = [blocks.slice(0, heir), blocks.slice(heir + 1)]
    const all = [edit]
    if (before.length > 0) all.push(this.inFrontOf(settled.id, before))
    if (behind.length > 0) all.push(this.rightBehind(settled.id, behind))
    const whole = joined(all)
    return isNothing(whole) ? 'same' : whole
  }

  private deletion(id: string): PageEdit | SetAside {
    const gone = this.withAllIn(id)
    for (const one of gone) if (this.done.has(one)) return 'twice'
    return { ...NO_EDIT, gone }
  }

  /** The words of a block, or of the cells of a table, and what was read of its attributes. */
  private reworded(settled: Block, seen: Block, wanted: Block): PageEdit | SetAside {
    const texts = new Map<string, PageEdit['texts'] extends ReadonlyMap<string, infer T> ? T : never>()
    const formats: PageEdit['formats'][number][] = []
    for (const one of textsIn(settled, seen, wanted)) {
      if (sameJson(one.seen.text ?? [], one.wanted.text ?? [])) continue
      const text = textOperation(this.index, this.suggestions, one)
      if (!text) return 'contested'
      texts.set(one.settled.id, text.parts)
      formats.push(...text.formats)
    }
    const set = new Map<string, { kind?: string; attributes: Record<string, Json | null> }>()
    const attributes = patchOf(
      spreadAttributes(blockKind(seen.kind), seen.attributes ?? {}),
      spreadAttributes(blockKind(wanted.kind), wanted.attributes ?? {}),
    )
    const isOther = wanted.kind !== seen.kind
    if (isOther || Object.keys(attributes).length > 0)
      set.set(settled.id, isOther ? { kind: wanted.kind, attributes } : { attributes })
    return { ...NO_EDIT, set, texts, formats }
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
}

interface Texts {
  settled: Block
  seen: Block
  wanted: Block
}

/** Blocks of text that answer each other: the block itself, or the one paragraph in every cell of a table. */
function textsIn(settled: Block, seen: Block, wanted: Block): Texts[] {
  const [a, b, c] = [settled, seen, wanted].map(leavesOf) as [Block[], Block[], Block[]]
  return a.map((leaf, i) => ({ settled: leaf, seen: b[i] as Block, wanted: c[i] as Block }))
}

const leavesOf = (block: Block): Block[] => {
  if (!block.children) return blockKind(block.kind)?.content === 'column' ? [] : [block]
  return block.children.flatMap(leavesOf)
}

/** The place among the new blocks of the one in which the old one goes on; null: in none. */
function heirOf(settled: Block, seen: Block, blocks: readonly Block[]): number | null {
  const isText = (block: Block) => blockKind(block.kind)?.content === 'text'
  let best: { at: number; shared: number } | null = null
  const words = new Set(wordsOf(seen))
  for (const [at, block] of blocks.entries()) {
    if (!isHeir(block)) continue
    const shared = wordsOf(block).filter((word) => words.has(word)).length
    if (!best || shared > best.shared) best = { at, shared }
  }
  return best?.at ?? null

  function isHeir(block: Block): boolean {
    if (isText(seen)) return isText(block)
    return block.kind === seen.kind && hasSameShape(seen, block) && hasSameShape(settled, block)
  }
}

/** The same rows and cells, each with blocks of the same kinds. */
function hasSameShape(one: Block, other: Block): boolean {
  const [mine, others] = [one.children ?? [], other.children ?? []]
  return (
    one.kind === other.kind &&
    mine.length === others.length &&
    mine.every((child, i) => hasSameShape(child, others[i] as Block))
  )
}

const wordsOf = ({ text = [], children = [] }: Block): string[] => [
  ...text.flatMap((piece) => ('text' in piece ? piece.text.split(/\s+/) : [])),
  ...children.flatMap(wordsOf),
]

const isNothing = ({ gone, set, texts, formats, lists }: PageEdit): boolean =>
  gone.size + set.size + texts.size + formats.length + lists.length === 0

const joined = (edits: readonly PageEdit[]): PageEdit => ({
  gone: new Set(edits.flatMap(({ gone }) => [...gone])),
  set: new Map(edits.flatMap(({ set }) => [...set])),
  texts: new Map(edits.flatMap(({ texts }) => [...texts])),
  formats: edits.flatMap(({ formats }) => formats),
  lists: edits.flatMap(({ lists }) => lists),
})

function patchOf(before: Record<string, Json>, after: Record<string, Json>): Record<string, Json | null> {
  const patch: Record<string, Json | null> = {}
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) patch[key] = null
  for (const [key, value] of Object.entries(after)) if (!sameJson(before[key], value)) patch[key] = value
  return patch
}

function byId(blocks: readonly Block[], all = new Map<string, Block>()): Map<string, Block> {
  for (const block of blocks) {
    all.set(block.id, block)
    byId(block.children ?? [], all)
  }
  return all
}
