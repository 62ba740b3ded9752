import { listAncestors } from '@/server/access/pages-above'
import { requirePage } from '@/server/access/require-page'
import type { Db } from '@/server/db/db'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { GetPage, TrashPlace } from '../inputs'
import { type EmptiedTrash, OTHERS_INSIDE, type PageDetail, type TrashedPage, UNTITLED } from '../model'
import { planPlace } from '../page-order'
import { requireWhole } from './branch-rights'
import { keepClosed, settleAccess } from './inherited-access'
import * as places from './page-tree.queries'
import * as queries from './pages.queries'
import { getPage, type PagesContext } from './pages.service'
import * as trashed from './trash.queries'
import { lockTreeOf } from './tree.service'

const now = () => new Date().toISOString()

/** Moves a page and what lies in it to the trash; open sockets turn read-only. Does nothing to one already there. */
export async function archivePage(ctx: PagesContext, { id, content }: GetPage): Promise<PageDetail> {
  await requirePage(ctx, id, 'manage')
  const ids = await ctx.db.transaction().execute(async (trx) => {
    await lockTreeOf(trx, id)
    await requirePage({ ...ctx, db: trx }, id, 'manage')
    const subtree = await places.listSubtree(trx, id)
    if (subtree.find((page) => page.id === id)?.archived_at !== null) return []
    const going = subtree.filter((page) => page.archived_at === null).map((page) => page.id)
    await queries.updatePages(trx, going, { archived_at: now(), archived_root: id })
    return going
  })
  ctx.live.recheckPages(ids)
  ctx.live.tellChanged(ids)
  return getPage(ctx, { id, content })
}

/** What went to the trash together with this page and lies in it, itself included; empty when it is not there. */
async function trashedTogether(trx: Db, id: string) {
  const subtree = await places.listSubtree(trx, id)
  const root = subtree.find((page) => page.id === id)?.archived_root ?? null
  if (root === null) return []
  return subtree.filter((page) => page.archived_root === root)
}

/**
 * Brings a page back from the trash with what went there together with it: to its old place, or last on the top
 * level when its parent is gone or in the trash itself (rulings 3). Does nothing to one that is not in the trash.
 */
export async function restorePage(ctx: PagesContext, { id, content }: GetPage): Promise<PageDetail> {
  await requirePage(ctx, id, 'manage')
  const ids = await ctx.db.transaction().execute(async (trx) => {
    await lockTreeOf(trx, id)
    const coming = (await trashedTogether(trx, id)).map((page) => page.id)
    if (coming.length === 0) return []
    const page = await requirePage({ ...ctx, db: trx }, id, 'manage')
    const above = await listAncestors(trx, page.row.parent_id)
    const parentThere = above.every((parent) => parent.archived_at === null)
    const parentId = parentThere ? page.row.parent_id : null
    if (parentId !== page.row.parent_id) await keepClosed(trx, id)
    const siblings = await places.listSiblings(trx, page.row.pod_id, parentId)
    const placeFree = parentThere && siblings.every((sibling) => sibling.position !== page.row.position)
    const place = placeFree ? { position: page.row.position, repairs: [] } : planPlace(siblings, {})
    for (const repair of place?.repairs ?? [])
      await queries.updatePages(trx, [repair.id], { position: repair.position })
    await queries.updatePages(trx, coming, { archived_at: null, archived_root: null })
    await queries.updatePages(trx, [id], { parent_id: parentId, ...(place && { position: place.position }) })
    await settleAccess(trx, [id])
    return coming
  })
  ctx.live.recheckPages(ids)
  ctx.live.tellChanged(ids)
  return getPage(ctx, { id, content })
}

/** Deletes a page of the trash for good, with what went there together with it. Throws `conflict` outside the trash. */
export const deletePage = (ctx: PagesContext, id: string): Promise<{ id: string }> =>
  deleteTrashed(ctx, id, () => true)

/** The same, if `mayGo` allows it for each of the pages; throws `forbidden` otherwise. */
async function deleteTrashed(
  ctx: PagesContext,
  id: string,
  mayGo: (page: { created_by: string }) => boolean,
): Promise<{ id: string }> {
  await requirePage(ctx, id, 'manage')
  const ids = await ctx.db.transaction().execute(async (trx) => {
    await lockTreeOf(trx, id)
    const going = await trashedTogether(trx, id)
    if (going.length === 0)
      throw new AppError(
        'conflict',
        t('Only a page in the trash can be deleted. Move it to the trash first.'),
      )
    if (!going.every(mayGo)) throw new AppError('forbidden', OTHERS_INSIDE())
    await requireWhole({ ...ctx, db: trx }, going)
    const goingIds = going.map((page) => page.id)
    await queries.deletePages(trx, goingIds)
    return goingIds
  })
  ctx.live.recheckPages(ids)
  return { id }
}

/** How many pages one call deletes from the trash; the browser asks again. */
const AT_ONCE = 50

/**
 * Deletes for good, as `deletePage` does, what the caller has in the trash: the next pages from a place in it on, newest
 * first, so that what goes there meanwhile stays. A page that somebody else made, or with one inside, is kept and counted,
 * even where the caller owns the pod and may delete it by name: others may count on the days that it can be restored.
 */
export async function emptyTrash(ctx: PagesContext, from: TrashPlace): Promise<EmptiedTrash> {
  const found = await trashed.listTrashFrom(ctx.db, ctx.caller.user.id, from, AT_ONCE + 1)
  const next = found[AT_ONCE]
  const answer: EmptiedTrash = {
    deleted: 0,
    kept: 0,
    next: next ? { id: next.id, archivedAt: next.archived_at ?? '' } : null,
  }
  for (const { id } of found.slice(0, AT_ONCE)) {
    try {
      await deleteTrashed(ctx, id, (page) => page.created_by === ctx.caller.user.id)
      answer.deleted += 1
    } catch (error) {
      // Somebody restored or deleted it a moment ago: then there is nothing to do.
      if (!(error instanceof AppError)) throw error
      if (error.code === 'forbidden') answer.kept += 1
      else if (error.code !== 'conflict' && error.code !== 'not-found') throw error
    }
  }
  return answer
}

/**
 * Empties everybody's trash of what went there before a moment (ISO 8601). Answers the ids of the pages that are
 * gone, for their open sockets.
 */
export async function purgeTrash(db: Db, before: string): Promise<string[]> {
  const expired = Map.groupBy(await trashed.listExpired(db, before), (page) => page.pod_id)
  const gone: string[] = []
  for (const [podId, pages] of expired) {
    await db.transaction().execute(async (trx) => {
      await queries.lockPods(trx, [podId])
      const ids = pages.map((page) => page.id)
      const still = await trashed.keepExpired(trx, ids, before)
      await queries.deletePages(trx, still)
      gone.push(...still)
    })
  }
  return gone
}

/**
 * The trash: what was put there, or went there with a page that is not the caller's, newest first; with `q`, every page in
 * it whose title has these words.
 */
export async function listTrash(ctx: PagesContext, q: string): Promise<TrashedPage[]> {
  const wanted = q.trim().toLocaleLowerCase()
  const list = wanted === '' ? trashed.listTrashTops : trashed.listTrash
  const rows = await list(ctx.db, ctx.caller.user.id)
  return rows
    .map((row) => ({ ...row, title: row.title || UNTITLED() }))
    .filter((row) => row.title.toLocaleLowerCase().includes(wanted))
    .map(({ id, title, icon, archived_at, created_by }) => ({
      id,
      title,
      icon,
      archivedAt: archived_at ?? '',
      isOwn: created_by === ctx.caller.user.id,
    }))
}
