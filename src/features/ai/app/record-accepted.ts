import { failureWords, rpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import { MOST_SIGNATURES } from '../model'

interface Accepted {
  answerId: string
  documentId: string
  /** What has become of it in the page, where edits are suggested. */
  suggestionIds: readonly string[]
  replaces: boolean
}

/** Has the server put on record who wrote what has come into the page, who asked for it, and who accepted it. */
export async function recordAccepted({ suggestionIds, ...accepted }: Accepted): Promise<void> {
  try {
    await rpc.ai.accept.mutate({ ...accepted, suggestionIds: suggestionIds.slice(0, MOST_SIGNATURES) })
  } catch (error) {
    toast.error(
      failureWords(error, t('It is in the page, but that a model wrote it could not be put on record.')),
    )
  }
}
