import { sql } from 'kysely'
import { isNoTemplate } from '@/features/pages/server/no-template'
import { visiblePages } from '@/server/access/page-access'
import { requirePage } from '@/server/access/require-page'
import type { SignedInContext } from '@/server/context'
import { router, signedIn } from '@/server/rpc'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { Backlinks } from '../inputs'
import { type BacklinkPage, SEARCH } from '../model'
import { FoundPlaces, SHORT_BLOCKS } from './found-places'
import type { SearchContext } from './search.service'

/** `document.backlinks`: the pages that link to one. */
export const backlinksRouter = router({
  backlinks: signedIn.input(Backlinks).query(async ({ ctx, input }): Promise<BacklinkPage> => {
    await requirePage(ctx, input.id, 'view')
    await countBacklinks(ctx)
    return backlinksOf(ctx, input)
  }),
})

interface LinkingRow {
  id: string
  title: string
  icon: string | null
  content_rich: string | null
}

/**
 * The pages outside the trash that mention or link to a page and that the caller may see, what was edited last first, each with the
 * text around the link. The index of a pod names every page and is none of them. `count` is that of all.
 */
async function backlinksOf(
  { db, caller }: SearchContext,
  { id, limit, cursor }: Backlinks,
): Promise<BacklinkPage> {
  const offset = cursor ?? 0
  const linking = sql`page_link join document on document.id = page_link.from_id
    where page_link.to_id = ${id} and document.id <> ${id} and document.archived_at is null
      and ${visiblePages(caller.user.id, { each: true })} and ${isNoTemplate}
      and not exists (select 1 from pod where pod.id = document.pod_id and pod.index_document_id = document.id)`
  const counted = await sql<{ count: number | string }>`select count(*) as count from ${linking}`.execute(db)
  const count = Number(counted.rows[0]?.count ?? 0)
  if (limit === 0 || offset >= count) return { count, pages: [], nextCursor: null }
  const { rows } = await sql<LinkingRow>`
    select document.id, document.title, document.icon, ${SHORT_BLOCKS} as content_rich from ${linking}
    order by document.updated_at desc, document.id limit ${limit} offset ${offset}`.execute(db)
  const named = await sql<{ title: string }>`select title from document where id = ${id}`.execute(db)
  const title = named.rows[0]?.title ?? ''
  const places = new FoundPlaces(db, caller.user.id)
  const pages: BacklinkPage['pages'] = []
  for (const { content_rich, ...page } of rows) {
    const { blockId, snippet } = await places.find({ id: page.id, content_rich }, 'link', { id, title })
    pages.push({ ...page, blockId, snippet })
  }
  return {
    count,
    pages,
    nextCursor: offset + rows.length < count ? offset + rows.length : null,
  }
}

/** Counts one more question of the caller. Throws `rate-limited` for too many in a minute. */
async function countBacklinks({ underWay, caller }: SignedInContext): Promise<void> {
  if ((await underWay.countMinute(`backlinks:${caller.user.id}`)) > SEARCH.perMinute)
    throw new AppError('rate-limited', t('Rate limit exceeded. Please try again in a minute.'))
}
