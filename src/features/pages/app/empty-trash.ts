import { queryClient, rpc, trpc } from '@/app/rpc'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import type { TrashedPage } from '../model'
import { reportFailure } from './report-failure'

/**
 * Deletes what the trash holds for good, in steps that tell how far it is and can be stopped (product.md 2.27); what
 * goes there meanwhile stays. `pages` are those that the person saw, newest first. Answers whether anything was deleted;
 * what failed has been said.
 */
export async function emptyTrash(pages: readonly TrashedPage[]): Promise<boolean> {
  const saying = toast.loading(t('Emptying the trash…'))
  let next: Pick<TrashedPage, 'id' | 'archivedAt'> | null = pages[0] ?? null
  let deleted = 0
  let kept = 0
  let isStopped = false
  const stop = () => {
    isStopped = true
  }
  try {
    while (next && !isStopped) {
      const { id, archivedAt } = next
      const done = await rpc.document.emptyTrash.mutate({ from: { id, archivedAt } })
      deleted += done.deleted
      kept += done.kept
      next = done.next
      if (next && !isStopped)
        toast.loading(t('Emptying the trash…'), {
          id: saying,
          description: t('{done} of {count, plural, one {# page} other {# pages}}', {
            done: inFigures(deleted + kept),
            count: pages.length,
          }),
          action: { label: t('Stop'), onClick: stop },
        })
    }
    const rest =
      kept === 0
        ? undefined
        : t('{kept, plural, one {# page} other {# pages}} of other people, or with theirs inside, stayed.', {
            kept,
          })
    const words = next
      ? t('Stopped. {deleted, plural, one {# page} other {# pages}} deleted.', { deleted })
      : kept > 0
        ? t('{deleted, plural, one {# page} other {# pages}} deleted.', { deleted })
        : t('Trash emptied.')
    // The button to stop has taken the message before away.
    if (isStopped) toast(words, { description: rest })
    else if (kept > 0) toast(words, { id: saying, description: rest, action: undefined })
    else toast.success(words, { id: saying, description: undefined, action: undefined })
  } catch (error) {
    reportFailure(error, t('Failed to empty the trash!'), { id: saying })
  } finally {
    await queryClient.invalidateQueries({ queryKey: trpc.document.trash.pathKey() })
  }
  return deleted > 0
}
