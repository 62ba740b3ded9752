import type { Editor } from '@tiptap/core'
import { useCurrentUser } from '@/app/session'
import { useEditorValue } from '@/blocks/kit/use-editor-value'
import type { Described } from '@/document'
import { bestModeOf, modeOf } from '@/editor/review/modes'
import { type Look, reviewOf } from '@/editor/review/open-reviews'
import { createStore } from '@/shared/store'
import { useStore } from '@/ui/use-store'
import type { PageSuggestions } from './page-suggestions'

/** What the person may do about a suggestion: accept or reject it, take it back because it is their own, or only read it. */
export type Right = 'decide' | 'withdraw' | null

const MARKED = createStore<Look>('marked')

/** How suggestions are shown now. */
const useLook = (documentId: string): Look => useStore(useStore(reviewOf(documentId))?.look ?? MARKED)

/** Can be decided now? The page is not written in while it is shown as if all were accepted, or nothing suggested, but decided about all the same. */
export const isDecidable = ({ editor, review }: PageSuggestions): boolean =>
  review !== null &&
  (editor.isEditable || (review.look.get() !== 'marked' && modeOf(review.documentId).get() !== 'viewing'))

/** Tells the right over each suggestion of the page in an editor. The server decides; this hides buttons. */
export function useRights(editor: Editor, documentId: string): (one: Described) => Right {
  const { user } = useCurrentUser()
  const isEditable = useEditorValue(editor, () => editor.isEditable)
  const best = useStore(bestModeOf(documentId))
  const mode = useStore(modeOf(documentId))
  const look = useLook(documentId)
  return (one) => {
    if ((!isEditable && look === 'marked') || best === 'viewing' || mode === 'viewing') return null
    if (best === 'editing') return 'decide'
    return one.userId === user?.id ? 'withdraw' : null
  }
}
