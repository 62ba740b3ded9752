import { showPanel } from '@/app/panels'
import { failureWords, queryClient, rpc, trpc } from '@/app/rpc'
import { sendFirst } from '@/editor/live/send-first'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import { HISTORY_PANEL } from './history-window'

/** The versions of a page, or a comparison of them, are not what they were. */
export const versionsChanged = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: trpc.version.pathKey() })

/** What went wrong, in words for the person. */
export const wordsOf = (error: unknown): string =>
  failureWords(error, t('The history did not answer. Try again.'))

/** The pages of which one is being saved. */
const saving = new Set<string>()

/** Saves the page on the screen as a version, and says so. */
export async function saveVersionNow(documentId: string): Promise<void> {
  if (saving.has(documentId)) return
  saving.add(documentId)
  try {
    await sendFirst()
    await rpc.version.createVersion.mutate({ documentId })
    toast.success(t('Version saved'), {
      id: 'version',
      action: { label: t('Show history'), onClick: () => showPanel(HISTORY_PANEL) },
    })
  } catch (error) {
    toast.error(wordsOf(error), { id: 'version' })
  } finally {
    saving.delete(documentId)
  }
  await versionsChanged()
}
