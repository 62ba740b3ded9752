import type { Node } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'

/** A transaction that turns the state's document into `wanted` and touches nothing but what differs. */
export function replaceDifference(state: EditorState, wanted: Node): Transaction {
  const { doc } = state
  const start = doc.content.findDiffStart(wanted.content)
  if (start === null) return state.tr
  const ends = doc.content.findDiffEnd(wanted.content)
  if (!ends) return state.tr
  const overlap = Math.max(0, start - Math.min(ends.a, ends.b))
  const tr = state.tr
  try {
    const slice = wanted.slice(start, ends.b + overlap)
    if (!tr.maybeStep(new ReplaceStep(start, ends.a + overlap, slice)).failed && tr.doc.eq(wanted)) return tr
  } catch {
    // The cut is at different depths on the two sides; whole blocks are replaced below.
  }
  return replaceBlocks(state, wanted)
}

function replaceBlocks(state: EditorState, wanted: Node): Transaction {
  const { doc } = state
  const shorter = Math.min(doc.childCount, wanted.childCount)
  let head = 0
  while (head < shorter && doc.child(head).eq(wanted.child(head))) head++
  let tail = 0
  while (
    tail < shorter - head &&
    doc.child(doc.childCount - 1 - tail).eq(wanted.child(wanted.childCount - 1 - tail))
  )
    tail++
  let from = 0
  for (let i = 0; i < head; i++) from += doc.child(i).nodeSize
  let to = doc.content.size
  let toWanted = wanted.content.size
  for (let i = 1; i <= tail; i++) {
    to -= doc.child(doc.childCount - i).nodeSize
    toWanted -= wanted.child(wanted.childCount - i).nodeSize
  }
  return state.tr.step(new ReplaceStep(from, to, wanted.slice(from, toWanted)))
}
