import type { EditorState } from '@tiptap/pm/state'
import { failureWords, rpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import { MOST_SIGNATURES } from '../model'
import { followUndo } from './follow-undo'

interface Accepted {
  answerId: string
  documentId: string
  /** What has become of it in the page, where edits are suggested. */
  suggestionIds: readonly string[]
  replaces: boolean
}

/**
 * Has the server put on record who wrote what has just come into the page, who asked for it, and who accepted it; and, of what came as the
 * person's own edit, that they undo it.
 */
export function recordAccepted(state: EditorState, { suggestionIds, ...accepted }: Accepted): void {
  let recorded = rpc.ai.accept
    .mutate({ ...accepted, suggestionIds: suggestionIds.slice(0, MOST_SIGNATURES) })
    .then(
      ({ decisionId }) => decisionId,
      (error) => {
        toast.error(
          failureWords(error, t('It is in the page, but that a model wrote it could not be put on record.')),
        )
        return null
      },
    )
  if (suggestionIds.length > 0) return
  followUndo(state, (isTakenBack) => {
    // One after the other, in the order in which it was undone and done again.
    recorded = recorded.then(async (decisionId) => {
      if (decisionId === null) return null
      try {
        await rpc.ai.takeBack.mutate({ documentId: accepted.documentId, decisionId, isTakenBack })
      } catch (error) {
        toast.error(
          failureWords(
            error,
            t('The page is as you left it, but the list of decisions could not be changed.'),
          ),
        )
      }
      return decisionId
    })
  })
}
