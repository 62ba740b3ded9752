import { Fragment, type Node as PMNode, type ResolvedPos } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import { CELL } from '@/blocks/table/cell-names'
import { CellSelection } from '@/blocks/table/cell-selection'
import { newBlockId } from '@/shared/ids'
import { BlockSelection } from './block-selection'

/** Consecutive sibling blocks: document positions before the first and after the last. */
export interface BlockSpan {
  from: number
  to: number
}

/** Is this node a block of the page (and not the document, text or an inline atom)? Every block has an `id`. */
export const isBlock = (node: PMNode): boolean => node.isBlock && node.type.spec.attrs?.id !== undefined

/** How far a block is indented; kinds without that attribute stand at 0. */
export const indentOf = (node: PMNode): number =>
  typeof node.attrs.indent === 'number' ? node.attrs.indent : 0

/** Position before the innermost block around `$pos`, or of the block right after it; `null` in an empty document. */
export function blockPosAround($pos: ResolvedPos): number | null {
  for (let depth = $pos.depth; depth > 0; depth--) if (isBlock($pos.node(depth))) return $pos.before(depth)
  if ($pos.nodeAfter && isBlock($pos.nodeAfter)) return $pos.pos
  if ($pos.nodeBefore && isBlock($pos.nodeBefore)) return $pos.pos - $pos.nodeBefore.nodeSize
  return null
}

/**
 * The block that starts at `pos` together with what hangs on it: lists are flat, so the blocks that follow and are
 * indented deeper belong to it when it moves, is copied or deleted.
 */
export function spanWithFollowers(doc: PMNode, pos: number): BlockSpan {
  const $pos = doc.resolve(pos)
  const node = $pos.nodeAfter
  if (!node) return { from: pos, to: pos }
  let to = pos + node.nodeSize
  for (let index = $pos.index() + 1; index < $pos.parent.childCount; index++) {
    const next = $pos.parent.child(index)
    if (indentOf(next) <= indentOf(node)) break
    to += next.nodeSize
  }
  return { from: pos, to }
}

/** The sibling blocks that hold both ends of a range, as deep in the tree as possible. */
export function spanBetween($from: ResolvedPos, $to: ResolvedPos): BlockSpan | null {
  let depth = $from.sharedDepth($to.pos)
  while (depth > 0 && !$from.node(depth).type.contentMatch.matchType($from.doc.type.schema.nodes.paragraph!))
    depth--
  const parent = $from.node(depth)
  if (parent.childCount === 0) return null
  const first = Math.min($from.index(depth), parent.childCount - 1)
  const from = $from.posAtIndex(first, depth)
  const to = $to.depth > depth ? $to.after(depth + 1) : Math.max($to.pos, from + parent.child(first).nodeSize)
  return { from, to }
}

/** The title of a toggle stands for the toggle. */
function withTitle(doc: PMNode, span: BlockSpan | null): BlockSpan | null {
  if (!span) return null
  const $from = doc.resolve(span.from)
  if ($from.parent.type.name !== 'toggle' || $from.index() > 0) return span
  return withTitle(doc, { from: $from.before(), to: $from.after() })
}

/**
 * From the first block of a container out to the container itself, as often as that goes: quotes, callouts and toggles
 * are taken by their first block. Columns and cells are not: their blocks are each for themselves.
 */
export function outermostStart(doc: PMNode, pos: number): number {
  let $pos = doc.resolve(pos)
  while ($pos.depth > 0 && $pos.index() === 0 && !['column', CELL].includes($pos.parent.type.name))
    $pos = doc.resolve($pos.before())
  return $pos.pos
}

/**
 * The blocks a command acts on: the selected ones, else those the text selection touches, with their followers. Cells are
 * no blocks: of a single one it is what stands in it, of several nothing.
 */
export function selectedSpan(state: EditorState): BlockSpan | null {
  const { selection, doc } = state
  if (selection instanceof CellSelection)
    return selection.cells.length === 1 ? { from: selection.from, to: selection.to } : null
  if (selection instanceof BlockSelection) return { from: selection.from, to: selection.to }
  const span = withTitle(doc, spanBetween(selection.$from, selection.$to))
  if (!span) return null
  let to = span.to
  doc.nodesBetween(span.from, span.to, (_node, pos, parent) => {
    if (parent === doc.resolve(span.from).parent) to = Math.max(to, spanWithFollowers(doc, pos).to)
    return false
  })
  return { from: span.from, to }
}

/** The nodes of a span, in order. */
export function nodesOf(doc: PMNode, span: BlockSpan): PMNode[] {
  const $from = doc.resolve(span.from)
  const nodes: PMNode[] = []
  for (let index = $from.index(), pos = span.from; pos < span.to; index++) {
    const node = $from.parent.child(index)
    nodes.push(node)
    pos += node.nodeSize
  }
  return nodes
}

/** The same nodes with a new id on every block, for copies (rulings 3). */
export function withNewIds(fragment: Fragment): Fragment {
  const nodes: PMNode[] = []
  fragment.forEach((node) => {
    if (node.isText || node.isLeaf) {
      nodes.push(
        isBlock(node) ? node.type.create({ ...node.attrs, id: newBlockId() }, null, node.marks) : node,
      )
      return
    }
    const attrs = isBlock(node) ? { ...node.attrs, id: newBlockId() } : node.attrs
    nodes.push(
      node.type.create(attrs, node.isTextblock ? node.content : withNewIds(node.content), node.marks),
    )
  })
  return Fragment.fromArray(nodes)
}
