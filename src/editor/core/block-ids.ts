import type { Node as PMNode } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { CELL } from '@/blocks/table/cell-names'
import { isFromElsewhere, isPutRight, joined, nodesIn, type Range, touchedRanges } from '@/document'
import { newBlockId } from '@/shared/ids'
import { isBlock } from './block-tree'

/**
 * How often each id is in `doc`. One map is carried along and changed by the ranges a transaction touches, so that a
 * key never walks the document. When an older state is applied again the map describes another document and is built anew.
 */
interface IdIndex {
  doc: PMNode
  counts: Map<string, number>
}

const key = new PluginKey<IdIndex>('blockIds')

/** A cell is named by its row and its column, which is the table's own affair. */
const isNamed = (node: PMNode): boolean => isBlock(node) && node.type.name !== CELL

/** The blocks in the ranges and at their borders, with the block in front of each in the same parent. */
function blocksIn(
  doc: PMNode,
  ranges: readonly Range[],
  visit: (node: PMNode, pos: number, previous: PMNode | null) => void,
): void {
  const size = doc.content.size
  const wide = ranges.flatMap(({ from, to }) => {
    const start = Math.max(0, Math.min(from, size) - 1)
    const end = Math.min(size, to + 1)
    return start > end ? [] : [{ from: start, to: Math.max(start + 1, end) }]
  })
  nodesIn(doc, joined(wide), (node, pos, parent, index) => {
    if (isNamed(node)) visit(node, pos, index > 0 ? parent.child(index - 1) : null)
    return !node.isTextblock
  })
}

function count(doc: PMNode): Map<string, number> {
  const counts = new Map<string, number>()
  doc.descendants((node) => {
    const id = node.attrs.id as string | null | undefined
    if (isNamed(node) && id) counts.set(id, (counts.get(id) ?? 0) + 1)
    return !node.isTextblock
  })
  return counts
}

/** What the touched ranges of the new document were in the old one. */
function oldRanges(tr: Transaction, ranges: Range[]): Range[] {
  const back = tr.mapping.invert()
  return joined(ranges.map(({ from, to }) => ({ from: back.map(from, -1), to: back.map(to, 1) })))
}

function apply(tr: Transaction, index: IdIndex): IdIndex {
  if (!tr.docChanged) return index
  const counts = index.doc === tr.before ? index.counts : count(tr.before)
  const add = (by: number) => (node: PMNode) => {
    const id = node.attrs.id as string | null
    if (!id) return
    const now = (counts.get(id) ?? 0) + by
    if (now > 0) counts.set(id, now)
    else counts.delete(id)
  }
  const touched = touchedRanges([tr])
  // Widened on both sides by one block border, the same set of blocks is taken out and put back.
  const before = oldRanges(tr, touched)
  blocksIn(tr.before, before, add(-1))
  const after = joined([
    ...touched,
    ...before.map(({ from, to }) => ({ from: tr.mapping.map(from, -1), to: tr.mapping.map(to, 1) })),
  ])
  blocksIn(tr.doc, after, add(1))
  index.doc = tr.doc
  return { doc: tr.doc, counts }
}

/** The index of this state, made anew when it has gone on to describe a later one. */
function countsOf(state: EditorState): Map<string, number> {
  const index = key.getState(state)
  return index?.doc === state.doc ? index.counts : count(state.doc)
}

const isEmptyText = (node: PMNode) => node.isTextblock && node.content.size === 0

/** The block of the document before these transactions that stood where `pos` is now. */
function earlierBlock(transactions: readonly Transaction[], before: PMNode, pos: number): PMNode | null {
  let old = pos
  for (let index = transactions.length - 1; index >= 0; index--) {
    old = transactions[index]!.mapping.invert().map(old, -1)
  }
  const node = old <= before.content.size ? before.nodeAt(old) : null
  return node && isNamed(node) ? node : null
}

interface Touched {
  pos: number
  node: PMNode
  previous: PMNode | null
}

/** Which blocks get which id, so that all are there and none twice. */
function plan(transactions: readonly Transaction[], before: PMNode, state: EditorState): Map<number, string> {
  const counts = countsOf(state)
  const touched: Touched[] = []
  blocksIn(state.doc, touchedRanges(transactions), (node, pos, previous) => {
    touched.push({ pos, node, previous })
  })
  const ids = new Map<number, string>()
  const doubles = new Map<string, Touched[]>()
  const given = new Set<string>()
  for (const block of touched) {
    const id = block.node.attrs.id as string | null
    if (id) {
      if ((counts.get(id) ?? 0) > 1) doubles.set(id, [...(doubles.get(id) ?? []), block])
      continue
    }
    const earlier = earlierBlock(transactions, before, block.pos)?.attrs.id as string | null | undefined
    const { previous } = block
    if (earlier && !counts.has(earlier) && !given.has(earlier)) {
      // The same block as another kind.
      given.add(earlier)
      ids.set(block.pos, earlier)
    } else if (previous?.attrs.id && isEmptyText(previous) && !isEmptyText(block.node)) {
      // Split before its first character: all of the text went to the second half, and the id with it.
      const start = block.pos - previous.nodeSize
      const whole = earlierBlock(transactions, before, start)
      const moved = whole?.attrs.id === previous.attrs.id && !isEmptyText(whole!) && !ids.has(start)
      ids.set(block.pos, moved ? (previous.attrs.id as string) : newBlockId())
      if (moved) ids.set(start, newBlockId())
    } else ids.set(block.pos, newBlockId())
  }
  for (const [id, blocks] of doubles) {
    // A double outside of what was touched is the older one and keeps the id.
    const allHere = counts.get(id) === blocks.length
    const keeper = allHere ? (blocks.find((block) => !isEmptyText(block.node)) ?? blocks[0]) : null
    for (const block of blocks) if (block !== keeper) ids.set(block.pos, newBlockId())
  }
  return ids
}

function repair(
  transactions: readonly Transaction[],
  before: PMNode,
  state: EditorState,
): Transaction | null {
  const changing = transactions.filter((tr) => tr.docChanged)
  if (changing.length === 0 || changing.some((tr) => isFromElsewhere(tr) || isPutRight(tr))) return null
  const ids = plan(changing, before, state)
  if (ids.size === 0) return null
  const tr = state.tr
  for (const [pos, id] of ids) tr.setNodeAttribute(pos, 'id', id)
  return tr
}

/**
 * Every block has an id that is unique on its page (rulings 3). New blocks get one, doubles a new one: when a block
 * is split the first half keeps the id, or the second when the first is empty. Only for what was done here, only
 * within what was touched. What the page itself has put right is left as it is: named again, it would be put right again.
 */
export function blockIds(): Plugin<IdIndex> {
  return new Plugin<IdIndex>({
    key,
    state: {
      init: (_config, state) => ({ doc: state.doc, counts: count(state.doc) }),
      apply: (tr, index) => apply(tr, index),
    },
    appendTransaction: (transactions, before, state) => repair(transactions, before.doc, state),
  })
}

/** Is a block with this id on the page? Asks the index, not the document. */
export const hasBlockId = (state: EditorState, id: string): boolean => countsOf(state).has(id)

/** All ids that the index knows, for tests of the index itself. */
export const indexedIds = (state: EditorState): ReadonlyMap<string, number> => countsOf(state)
