/* The tree of pages, for features that change what follows from it: they ask who may do that themselves. */

import { listAncestorIds, listPath } from '@/server/access/pages-above'
import type { Db } from '@/server/db/db'
import { AppError } from '@/shared/errors'
import { MOVED } from '../model'
import * as places from './page-tree.queries'
import * as queries from './pages.queries'

/** Lets one transaction at a time change the trees of these pods, and who has their pages. */
export const lockTrees = (trx: Db, podIds: readonly string[]): Promise<void> => queries.lockPods(trx, podIds)

/**
 * The same for the tree that a page stands in, and answers its pod; null when there is no such page. Throws `conflict` when the page
 * went into another pod while this waited.
 */
export async function lockTreeOf(trx: Db, id: string): Promise<string | null> {
  const podId = await podOf(trx, id)
  if (podId === null) return null
  await lockTrees(trx, [podId])
  const now = await podOf(trx, id)
  if (now !== null && now !== podId) throw new AppError('conflict', MOVED())
  return now
}

const podOf = async (db: Db, id: string): Promise<string | null> =>
  (await db.selectFrom('document').select('pod_id').where('id', '=', id).executeTakeFirst())?.pod_id ?? null

/** Deletes these pages for good, in the transaction of the caller; those below them that stay are opened to nobody by it. */
export const removePages = (trx: Db, ids: readonly string[]): Promise<void> => queries.deletePages(trx, ids)

/** The ids of a page (null: none) and of those above it, the nearest first, whether or not the caller may see them. */
export const idsAbove = (db: Db, id: string | null): Promise<string[]> => listAncestorIds(db, id)

/** The ids of a page and of all that lie in it, in the trash or not. */
export const idsBelow = async (db: Db, id: string): Promise<string[]> =>
  (await places.listSubtree(db, id)).map((page) => page.id)

/** The page and those above it that the person sees: their titles by id. */
export const titlesAbove = async (db: Db, userId: string, id: string): Promise<Map<string, string>> =>
  new Map((await listPath(db, userId, id)).map((page) => [page.id, page.title]))

/** Puts a page elsewhere without asking anything, for trying out what that changes. */
export const putInto = (trx: Db, id: string, parentId: string | null, podId: string): Promise<void> =>
  queries.updatePages(trx, [id], { parent_id: parentId, pod_id: podId })
