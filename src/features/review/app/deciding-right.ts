import type { Editor } from '@tiptap/core'
import { useCurrentUser } from '@/app/session'
import { useEditorValue } from '@/blocks/kit/use-editor-value'
import type { Described } from '@/document'
import { bestModeOf } from '@/editor/review/modes'
import { useStore } from '@/ui/use-store'

/** What the person may do about a suggestion: accept or reject it, take it back because it is their own, or only read it. */
export type Right = 'decide' | 'withdraw' | null

/** Tells the right over each suggestion of the page in an editor. The server decides; this hides buttons. */
export function useRights(editor: Editor, documentId: string): (one: Described) => Right {
  const { user } = useCurrentUser()
  const isEditable = useEditorValue(editor, () => editor.isEditable)
  const best = useStore(bestModeOf(documentId))
  return (one) => {
    if (!isEditable || best === 'viewing') return null
    if (best === 'editing') return 'decide'
    return one.userId === user?.id ? 'withdraw' : null
  }
}
