import { t } from '@/shared/i18n'
import type { PageSummary } from '../model'
import type { Destination } from '../page-tree'

/** What a screen reader says about a move. */
export function announcementOf(pages: readonly PageSummary[], id: string, to: Destination): string {
  const titleOf = (pageId: string) => pages.find((page) => page.id === pageId)?.title ?? ''
  const page = titleOf(id)
  if (to.beforeId !== undefined)
    return t('{page} moved before {other}.', { page, other: titleOf(to.beforeId) })
  if (to.afterId !== undefined) return t('{page} moved after {other}.', { page, other: titleOf(to.afterId) })
  return to.parentDocumentId === null
    ? t('{page} moved to the top level.', { page })
    : t('{page} moved into {other}.', { page, other: titleOf(to.parentDocumentId) })
}
