import { Fragment, NodeRange, type Node as PMNode, type ResolvedPos, Slice } from '@tiptap/pm/model'
import { Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { canJoin, liftTarget, ReplaceAroundStep, Transform } from '@tiptap/pm/transform'
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
 * Takes the first block of a container out in front of it; of a toggle, whose title that is, all of its blocks, and the toggle goes. Says
 * whether it could.
 */
function liftFirst(made: Transform, pos: number): boolean {
  const $start = made.doc.resolve(pos)
  const end = $start.parent.type.name === 'toggle' ? $start.end() : pos + ($start.nodeAfter?.nodeSize ?? 0)
  const range = new NodeRange($start, made.doc.resolve(end), $start.depth)
  const target = liftTarget(range)
  if (target === null) return false
  made.lift(range, target)
  return true
}

/** Draws the block at `pos` into the container in front of it, as its last. Says whether it could. */
function drawIn(made: Transform, pos: number): boolean {
  const { nodeBefore, nodeAfter } = made.doc.resolve(pos)
  if (!nodeBefore || !nodeAfter || nodeBefore.isTextblock) return false
  if (!nodeBefore.canReplaceWith(nodeBefore.childCount, nodeBefore.childCount, nodeAfter.type)) return false
  const end = pos + nodeAfter.nodeSize
  const open = new Slice(Fragment.from(nodeBefore.copy(Fragment.empty)), 1, 0)
  made.step(new ReplaceAroundStep(pos - 1, end, pos, end, open, 0, true))
  return true
}

/**
 * The steps that join the text at `pos` to the one that ends before `after`, `down` levels deeper. They move what is there and write nothing
 * anew: its characters stay themselves, with what others suggest of them, say about them and write in them meanwhile. Null when it cannot be.
 */
function joined(doc: PMNode, pos: number, after: number, down: number): Transform | null {
  const made = new Transform(doc)
  let at = pos
  for (; at > after; at--) if (!liftFirst(made, at)) return null
  for (let times = 0; times < down; times++, at--) if (!drawIn(made, at)) return null
  return canJoin(made.doc, at) ? made.join(at) : null
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
  const made = joined(tr.doc, text.pos, after, $from.depth - depth)
  if (made && apply) {
    for (const step of made.steps) tr.step(step)
    tr.setSelection(TextSelection.create(tr.doc, $from.pos)).scrollIntoView()
  }
  return made !== null
}
