import type { Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { reviewOf } from '@/editor/review/open-reviews'

/**
 * Does what a model wrote as the person's own edit. Where edits are suggested, the suggestion bears the model's name beside theirs;
 * else the page says nothing of it.
 */
export function dispatchSigned(
  view: EditorView,
  documentId: string | null,
  model: string | null,
  tr: Transaction,
): void {
  const review = documentId === null || model === null ? null : reviewOf(documentId).get()
  if (review && model !== null) review.signed(model, () => view.dispatch(tr))
  else view.dispatch(tr)
}
