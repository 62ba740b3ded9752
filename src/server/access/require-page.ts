import type { Db } from '@/server/db/db'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { NOT_THERE } from '@/shared/not-there'
import { type Level, mayDo, type PageAction, type PageFacts } from '@/shared/permissions'
import { factsOf } from './page-access'
import { findPage, type PageRow } from './page-row'

/** A page that the caller may at least see, and what they may do with it. */
export interface RequiredPage {
  row: PageRow
  facts: PageFacts & { level: Level }
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
  if (!found?.level) throw new AppError('not-found', NOT_THERE())
  const { row, level } = found
  const facts = { ...factsOf({ ...row, level }), level }
  if (mayDo(facts, action)) return { row, facts }
  if (!mayDo({ ...facts, archived: false, locked: false }, action))
    throw new AppError('forbidden', t('You may see this page, but not do this with it.'))
  throw facts.archived
    ? new AppError('locked', t('This page is in the trash. Restore it to change it.'))
    : new AppError('locked', t('This page is locked. Unlock it to change it.'))
}

/**
 * What `read` gives of a page with which the caller may do this, also once it was read: that may wait in a queue for minutes. Throws like
 * {@link requirePage}, which is asked before as well.
 */
export async function readPermitted<T>(
  ctx: Parameters<typeof requirePage>[0],
  id: string,
  action: PageAction,
  read: () => Promise<T>,
): Promise<T> {
  await requirePage(ctx, id, action)
  const found = await read()
  await requirePage(ctx, id, action)
  return found
}
