import type { Db } from '@/server/db/db'
import { AppError } from '@/shared/errors'
import { mayDo, type PageAction, type PageFacts, type Role } from '@/shared/permissions'
import { NOT_THERE } from '../model'
import { findPage, type PageRow } from './pages.queries'
import { roleOf, type Standing } from './pod-access'

/** A page that the caller may at least see, and what the caller is to it. */
export interface RequiredPage {
  row: PageRow
  role: Role
  /** What the caller is in its pod. */
  podRole: Standing['podRole']
}

const factsOf = (row: PageRow, role: Role | null): PageFacts => ({
  role,
  archived: row.archived_at !== null,
  locked: row.lock_page === 1,
})

/**
 * What a person's rights to a page depend on; null when there is no such page. `role` is null for a page that is
 * not theirs, which must be answered exactly like no page (rulings 0). The socket asks this on every update.
 */
export async function pageAccess(db: Db, userId: string, pageId: string): Promise<PageFacts | null> {
  const found = await findPage(db, userId, pageId)
  return found && factsOf(found.row, roleOf(found))
}

/**
 * The one door to a page (RPC, HTTP). Throws `not-found` in the same words for a page that is not there and one
 * that is somebody else's; `locked` when it is in the trash or locked and the action would write; `forbidden` when
 * the caller may see it, but not do this.
 */
export async function requirePage(
  ctx: { db: Db; caller: { user: { id: string } } },
  id: string,
  action: PageAction,
): Promise<RequiredPage> {
  const found = await findPage(ctx.db, ctx.caller.user.id, id)
  const role = found && roleOf(found)
  if (!found || !role) throw new AppError('not-found', NOT_THERE)
  const facts = factsOf(found.row, role)
  if (mayDo(facts, action)) return { row: found.row, role, podRole: found.podRole }
  if (!mayDo({ ...facts, archived: false, locked: false }, action))
    throw new AppError('forbidden', 'You may see this page, but not do this with it.')
  throw facts.archived
    ? new AppError('locked', 'This page is in the trash. Restore it to change it.')
    : new AppError('locked', 'This page is locked. Unlock it to change it.')
}
