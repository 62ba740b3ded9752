import { closeHistory } from '@tiptap/pm/history'
import { Fragment, type Mark, type Node as PMNode } from '@tiptap/pm/model'
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'

/** Positions of the page, and what is to stand there instead. */
export interface Replacement {
  from: number
  to: number
  text: string
}

const isHighHalf = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00

/** How many characters two texts begin (or end) with alike; no surrogate pair is cut in two. */
function alike(a: string, b: string, end: boolean, most: number): number {
  const at = (text: string, i: number) => text.charCodeAt(end ? text.length - 1 - i : i)
  let count = 0
  while (count < most && at(a, count) === at(b, count)) count++
  // At the front a high half whose low half differs, at the back the other way round.
  const edge = count > 0 ? at(a, count - 1) : 0
  const cuts = end ? edge >= 0xdc00 && edge < 0xe000 && count < a.length : isHighHalf(edge)
  return cuts ? count - 1 : count
}

function content(state: EditorState, parent: PMNode, text: string, marks: readonly Mark[]): Fragment {
  const { schema } = state
  const allowed = parent.type.allowedMarks(marks)
  if (parent.type.spec.code || !text.includes('\n'))
    return Fragment.from(text ? schema.text(text, allowed) : null)
  const lines = text
    .split('\n')
    .flatMap((line, index) => [
      ...(index > 0 ? [schema.nodes.hardBreak!.create(null, null, allowed)] : []),
      ...(line ? [schema.text(line, allowed)] : []),
    ])
  return Fragment.fromArray(lines)
}

/**
 * All replacements in one transaction, one step of undo. Only what differs is written: what both texts begin and end
 * with stays what it was, with its marks and with what somebody else types beside it. `replacements` are in order and do
 * not overlap. The selection stays; `ends` are the places behind what was written.
 */
export function replaceTexts(
  state: EditorState,
  replacements: readonly Replacement[],
): { tr: Transaction; ends: number[] } {
  const { doc, tr } = state
  for (let i = replacements.length - 1; i >= 0; i--) {
    const { from, to, text } = replacements[i]!
    const before = doc.textBetween(from, to, '\n', '\n')
    const shorter = Math.min(before.length, text.length)
    const head = alike(before, text, false, shorter)
    const tail = alike(before, text, true, shorter - head)
    const [start, end] = [from + head, to - tail]
    const written = text.slice(head, text.length - tail)
    if (start === end && written === '') continue
    // As the first character that goes; where none goes, as the one it stands behind.
    const $near = doc.resolve(start)
    const near = start < end ? $near.nodeAfter : ($near.nodeBefore ?? $near.nodeAfter)
    tr.replaceWith(start, end, content(state, $near.parent, written, near?.marks ?? []))
  }
  if (!(state.selection instanceof TextSelection)) tr.setSelection(state.selection.map(tr.doc, tr.mapping))
  return { tr: closeHistory(tr), ends: replacements.map(({ to }) => tr.mapping.map(to, 1)) }
}
