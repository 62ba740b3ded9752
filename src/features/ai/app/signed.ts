import type { Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { reviewOf } from '@/editor/review/open-reviews'

/**
 * Does what a model wrote as the person's own edit. Where edits are suggested, and with `suggests`, the suggestion bears the model's name
 * beside theirs. Gives the suggestions that have come of it.
 */
export function dispatchSigned(
  view: EditorView,
  documentId: string | null,
  model: string | null,
  tr: Transaction,
  suggests = false,
): readonly string[] {
  const review = documentId === null || model === null ? null : reviewOf(documentId).get()
  if (review && model !== null) return review.signed(model, () => view.dispatch(tr), suggests)
  view.dispatch(tr)
  return []
}
