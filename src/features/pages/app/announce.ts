import { t } from '@/shared/i18n'
import type { PageSummary } from '../model'
import type { Destination } from '../page-tree'

/** What a screen reader says about a move. */
export function announcementOf(pages: readonly PageSummary[], id: string, to: Destination): string {
  const titleOf = (pageId: string) => pages.find((page) => page.id === pageId)?.title ?? ''
  const what = `${titleOf(id)} moved`
  if (to.beforeId !== undefined) return `${what} before ${titleOf(to.beforeId)}.`
  if (to.afterId !== undefined) return `${what} after ${titleOf(to.afterId)}.`
  return to.parentDocumentId === null
    ? t('{what} to the top level.', { what })
    : `${what} into ${titleOf(to.parentDocumentId)}.`
}
