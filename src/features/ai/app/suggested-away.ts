import type { EditorState } from '@tiptap/pm/state'
import { reviewKey } from '@/editor/review/review-key'

/** What is suggested to be deleted between two positions, in order. Models are not told of it: it is no part of the text to come. */
export function suggestedAway(state: EditorState, from: number, to: number): { from: number; to: number }[] {
  const drawn = reviewKey.getState(state)?.find(from, to, (spec) => spec.isDeleted === true) ?? []
  return drawn
    .map((one) => ({ from: Math.max(one.from, from), to: Math.min(one.to, to) }))
    .sort((one, other) => one.from - other.from)
}
