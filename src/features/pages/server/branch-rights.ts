/* Who may change what reaches the pages inside of one: they can be other people's. */

import type { Db } from '@/server/db/db'
import { AppError } from '@/shared/errors'
import { OTHERS_INSIDE } from '../model'
import * as places from './page-tree.queries'

interface Asking {
  db: Db
  caller: { user: { id: string } }
}

/** Throws `forbidden` when pages that are not the caller's to manage lie inside of one that is. */
export async function requireWhole(
  { db, caller }: Asking,
  subtree: readonly { id: string }[],
): Promise<void> {
  const ids = subtree.map(({ id }) => id)
  if (!(await places.managesAll(db, caller.user.id, ids))) throw new AppError('forbidden', OTHERS_INSIDE())
}

/**
 * The same for what is said of a page and counts in the pages inside as well: who has it, or that everybody sees it. Where one
 * inside is restricted it does not count, nor in what lies there. Asked in the transaction of the change, under the lock of the pod.
 */
export async function requireInheriting(asking: Asking, id: string): Promise<void> {
  await requireWhole(asking, inheriting(await places.listSubtree(asking.db, id), id))
}

/** The pages of a branch in which it counts what its first one (`rootId`) says, that one included. */
function inheriting<Page extends { id: string; parent_id: string | null; is_restricted: number }>(
  branch: readonly Page[],
  rootId: string,
): Page[] {
  const childrenOf = Map.groupBy(branch, ({ parent_id }) => parent_id)
  const reached = branch.filter(({ id }) => id === rootId)
  for (const { id } of reached)
    for (const child of childrenOf.get(id) ?? []) if (child.is_restricted !== 1) reached.push(child)
  return reached
}
