import type { Node as PMNode, ResolvedPos } from '@tiptap/pm/model'
import { Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { BlockCommand } from './turn-into'

/** Columns and tables keep what stands in them apart from what stands around them. */
const isLayout = (node: PMNode | null | undefined): boolean =>
  node?.type.name === 'columnGroup' || node?.type.name === 'table'

/** Is it the line that a toggle is known by? */
const isTitle = ($at: ResolvedPos): boolean => $at.node(-1).type.name === 'toggle' && $at.index(-1) === 0

/** Takes an empty line away, unless nothing else stands where it does. Says whether it did. */
function dropEmpty(tr: Transaction, $at: ResolvedPos): boolean {
  if ($at.parent.type.name !== 'paragraph' || $at.parent.content.size > 0) return false
  if ($at.node(-1).childCount < 2 || isTitle($at)) return false
  tr.delete($at.before(), $at.after())
  return true
}

/**
 * Backspace at the start of a text below columns or a table: the caret goes into them, and an empty line goes. One key too many tears no
 * layout down.
 */
export const intoLayoutAbove: BlockCommand = (_state, tr, apply) => {
  const { $from, empty } = tr.selection
  if (!(tr.selection instanceof TextSelection) || !empty || $from.parentOffset > 0 || $from.depth < 1)
    return false
  const before = $from.before()
  if (!isLayout(tr.doc.resolve(before).nodeBefore)) return false
  if (apply) {
    dropEmpty(tr, $from)
    tr.setSelection(Selection.near(tr.doc.resolve(before - 1), -1)).scrollIntoView()
  }
  return true
}

/** The first line of text at or in the block behind a position, with what it stands in; `null` before anything else. */
function firstText(doc: PMNode, pos: number): { node: PMNode; pos: number } | null {
  let at = pos
  for (let node = doc.resolve(at).nodeAfter; node; node = doc.resolve(at).nodeAfter) {
    if (node.isTextblock) return { node, pos: at }
    if (node.isAtom || isLayout(node) || node.type.spec.isolating) return null
    at += 1
  }
  return null
}

/**
 * Takes a block out, and the containers that it leaves empty. Of a toggle that loses its title what was hidden beneath it stays, without
 * the toggle.
 */
function takeOut(tr: Transaction, pos: number): void {
  const $pos = tr.doc.resolve(pos)
  const { parent } = $pos
  if ($pos.depth > 0 && parent.childCount === 1 && !parent.type.spec.isolating) {
    takeOut(tr, $pos.before())
    return
  }
  const wasTitle = parent.type.name === 'toggle' && $pos.index() === 0
  tr.delete(pos, pos + $pos.nodeAfter!.nodeSize)
  if (!wasTitle) return
  const at = $pos.before()
  const left = tr.doc.nodeAt(at)!
  tr.replaceWith(at, at + left.nodeSize, left.content)
}

/**
 * Delete at the end of a text. An empty line goes, whatever stands below it. In front of a quote, a callout or a toggle, and at the end of one,
 * the words of the next line come up, and the container stays as it is; in front of columns or a table the caret goes into them. What
 * stands beside each other is joined as ever.
 */
export const deleteAtEnd: BlockCommand = (_state, tr, apply) => {
  const { selection } = tr
  const { $from } = selection
  if (!(selection instanceof TextSelection) || !selection.empty || $from.depth < 1) return false
  if ($from.parentOffset < $from.parent.content.size) return false
  // The block that follows, also behind the end of what this one stands in.
  let depth = $from.depth
  while (depth > 1 && $from.indexAfter(depth - 1) === $from.node(depth - 1).childCount) {
    // Nothing comes into a column or a cell from outside of it.
    if ($from.node(depth - 1).type.spec.isolating) return true
    depth--
  }
  const after = $from.after(depth)
  const next = tr.doc.resolve(after).nodeAfter
  if (!next) return false
  const isBeside = depth === $from.depth
  if (isBeside && next.isTextblock) return false
  if (isLayout(next)) {
    if (apply) {
      const size = tr.doc.content.size
      if (isBeside) dropEmpty(tr, $from)
      const at = after - (size - tr.doc.content.size)
      tr.setSelection(Selection.near(tr.doc.resolve(at + 1), 1)).scrollIntoView()
    }
    return true
  }
  if (
    isBeside &&
    !isTitle($from) &&
    $from.parent.type.name === 'paragraph' &&
    $from.parent.content.size === 0
  ) {
    if (apply) {
      tr.delete($from.before(), $from.after())
      tr.setSelection(Selection.near(tr.doc.resolve($from.before()), 1)).scrollIntoView()
    }
    return true
  }
  const text = firstText(tr.doc, after)
  // Before a picture or a line the usual key selects it.
  if (!text) return false
  // Code keeps its lines to itself.
  if ($from.parent.type.spec.code || text.node.type.spec.code) return true
  if (apply) {
    takeOut(tr, text.pos)
    tr.insert($from.pos, text.node.content)
    tr.setSelection(TextSelection.create(tr.doc, $from.pos)).scrollIntoView()
  }
  return true
}
