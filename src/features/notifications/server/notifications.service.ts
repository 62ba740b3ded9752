import { requirePage } from '@/server/access/require-page'
import type { SignedInContext } from '@/server/context'
import type { Db } from '@/server/db/db'
import { lockPerson } from '@/server/db/lock-person'
import { mentionWords } from '@/server/links/page-mentions'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { UpdatePreferences } from '../inputs'
import type { Notification, PageChoice, Preferences } from '../model'
import * as queries from './notifications.queries'
import { present } from './words'

/** The caller's notifications, the newest first (product.md 7.26). */
export async function listNotifications(
  { db, caller }: SignedInContext,
  limit: number,
): Promise<{ notifications: Notification[] }> {
  return { notifications: await presentAll(db, await queries.listTold(db, caller.user.id, limit)) }
}

/** As their person reads them now: nothing of a page that they have lost, or of a comment that was deleted. */
export async function presentAll(db: Db, rows: readonly queries.ToldRow[]): Promise<Notification[]> {
  const facts = rows.map((row) => ({ row, data: JSON.parse(row.data) as Record<string, string | null> }))
  const said = await queries.commentsOf(
    db,
    facts.flatMap(({ data }) => data.commentId ?? []),
  )
  const inText = facts.filter(({ data }) => data.inText)
  for (const [userId, theirs] of Map.groupBy(inText, ({ row }) => row.user_id)) {
    const pages = new Set(theirs.flatMap(({ row }) => row.document_id ?? []))
    for (const [place, text] of await mentionWords(db, userId, [...pages]))
      said.set(place, { text, block: place.slice(place.indexOf(' ') + 1) })
  }
  return rows.map((row) => present(row, said))
}

export const countUnread = async ({ db, caller }: SignedInContext): Promise<{ count: number }> => ({
  count: await queries.countUnread(db, caller.user.id),
})

const gone = () => new AppError('not-found', t('There is no such notification.'))

/** Throws `not-found` for a notification that is not the caller's, as for one that does not exist. */
export async function markAsRead(ctx: SignedInContext, id: string): Promise<{ id: string }> {
  if ((await queries.markRead(ctx.db, ctx.caller.user.id, id)) === 0) throw gone()
  ctx.live.tellPerson(ctx.caller.user.id)
  return { id }
}

/** Throws like `markAsRead`. */
export async function deleteNotification(ctx: SignedInContext, id: string): Promise<{ id: string }> {
  if ((await queries.deleteNotifications(ctx.db, ctx.caller.user.id, id)) === 0) throw gone()
  ctx.live.tellPerson(ctx.caller.user.id)
  return { id }
}

export async function markAllAsRead(ctx: SignedInContext): Promise<{ count: number }> {
  const count = await queries.markRead(ctx.db, ctx.caller.user.id)
  ctx.live.tellPerson(ctx.caller.user.id)
  return { count }
}

export async function deleteAllNotifications(ctx: SignedInContext): Promise<{ count: number }> {
  const count = await queries.deleteNotifications(ctx.db, ctx.caller.user.id)
  ctx.live.tellPerson(ctx.caller.user.id)
  return { count }
}

export async function getPreferences({
  db,
  caller,
}: SignedInContext): Promise<Preferences & { timeZone: string }> {
  const { mailEpoch: _, ...preferences } = await queries.findPreferences(db, caller.user.id)
  return preferences
}

/** What is left out stays as it is. Links in letters that turn mail off end when it is turned on again (R52). */
export async function updatePreferences(
  ctx: SignedInContext,
  change: UpdatePreferences,
): Promise<Preferences & { timeZone: string }> {
  const userId = ctx.caller.user.id
  await ctx.db.transaction().execute(async (trx) => {
    await lockPerson(trx, userId)
    const before = await queries.findPreferences(trx, userId)
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const isBack = change.emailEnabled === true && !before.emailEnabled
    await queries.savePreferences(trx, userId, {
      ...before,
      ...given,
      mailEpoch: before.mailEpoch + (isBack ? 1 : 0),
    })
  })
  return getPreferences(ctx)
}

/** How much the caller wants to hear of a page. Throws like `requirePage`. */
export async function getPageChoice(
  ctx: SignedInContext,
  documentId: string,
): Promise<{ level: PageChoice }> {
  await requirePage(ctx, documentId, 'view')
  return { level: await queries.findPageChoice(ctx.db, ctx.caller.user.id, documentId) }
}

/** Throws like `requirePage`. */
export async function choosePage(
  ctx: SignedInContext,
  { documentId, level }: { documentId: string; level: PageChoice },
): Promise<{ level: PageChoice }> {
  await requirePage(ctx, documentId, 'view')
  await queries.savePageChoice(ctx.db, { userId: ctx.caller.user.id, documentId, level })
  return { level }
}
