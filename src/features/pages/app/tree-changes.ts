import { t } from '@/shared/i18n'
import type { PageSummary } from '../model'
import { planPlace } from '../page-order'
import { type Destination, subtreeIds } from '../page-tree'

/*
 * What a change does to the list of pages, before the server has answered. Each takes the pages and gives new ones;
 * the server's own answer replaces them.
 */

/** A page that is on its way to the server. */
export function withNewPage(
  pages: readonly PageSummary[],
  page: Pick<PageSummary, 'id' | 'parentDocumentId'> & Partial<PageSummary>,
): PageSummary[] {
  const place = planPlace(siblingsOf(pages, page.parentDocumentId), {})
  const fresh: PageSummary = {
    podId: '',
    title: t('Untitled'),
    icon: null,
    status: 'none',
    tags: [],
    isFavorite: false,
    hasChildren: false,
    isShared: false,
    isTemplate: false,
    level: 'manage',
    position: place?.position ?? '',
    updatedAt: '',
    ...page,
  }
  return [...pages, fresh]
}

/** The page that was on its way is there, and what is still on its way beside it stays as it is shown. `made`: as the server says it. */
export function withMadePage(pages: readonly PageSummary[], made: PageSummary): readonly PageSummary[] {
  const at = pages.findIndex(
    ({ id, parentDocumentId }) => isPending(id) && parentDocumentId === made.parentDocumentId,
  )
  if (at === -1 || pages.some(({ id }) => id === made.id)) return pages
  const known = Object.keys(pages[at]!) as (keyof PageSummary)[]
  const fresh = Object.fromEntries(known.map((name) => [name, made[name]])) as unknown as PageSummary
  return pages.with(at, fresh)
}

/** The id of a page that the server has not named yet. */
export const isPending = (id: string): boolean => id.startsWith('pending:')

/** Pages whose fields change. */
export const withFields = (
  pages: readonly PageSummary[],
  id: string,
  fields: Partial<PageSummary>,
): PageSummary[] => pages.map((page) => (page.id === id ? { ...page, ...fields } : page))

/** Without some pages and everything in them. */
export function withoutPages(pages: readonly PageSummary[], ids: readonly string[]): PageSummary[] {
  const gone = subtreeIds(pages, ids)
  return pages.filter((page) => !gone.has(page.id))
}

/** A page in its new place; unchanged when the place is not there. */
export function withMovedPage(
  pages: readonly PageSummary[],
  id: string,
  to: Destination,
): readonly PageSummary[] {
  const place = planPlace(
    siblingsOf(pages, to.parentDocumentId).filter((page) => page.id !== id),
    to,
  )
  if (!place) return pages
  const repaired = new Map(place.repairs.map((repair) => [repair.id, repair.position]))
  return pages.map((page) =>
    page.id === id
      ? { ...page, parentDocumentId: to.parentDocumentId, position: place.position }
      : { ...page, position: repaired.get(page.id) ?? page.position },
  )
}

const siblingsOf = (pages: readonly PageSummary[], parentDocumentId: string | null) =>
  pages.filter((page) => page.parentDocumentId === parentDocumentId)
