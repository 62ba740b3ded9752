import { type SqlBool, sql } from 'kysely'
import { levelOf, visiblePages } from '@/server/access/page-access'
import { notApartFrom } from '@/server/blocked-people'
import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'
import type { NotificationRow } from '@/server/db/schema'
import { isTimeZone } from '@/shared/formats'
import type { Level } from '@/shared/permissions'
import { DEFAULT_PREFERENCES, type PageChoice, type Preferences } from '../model'

export type Kept = Preferences & { timeZone: string; mailEpoch: number }

/** Where somebody lives who has never said so. */
const SOMEWHERE = 'UTC'

/** Their zone is the one they have chosen in the settings, else that of the device on which they last changed a preference. */
export async function findPreferences(db: Db, userId: string): Promise<Kept> {
  const row = await db
    .selectFrom('user')
    .leftJoin('notification_preference as kept', 'kept.user_id', 'user.id')
    .select(['user.timeZone', 'kept.choices', 'kept.time_zone', 'kept.mail_epoch'])
    .where('user.id', '=', userId)
    .executeTakeFirst()
  const zones = [row?.timeZone, row?.time_zone].filter((zone) => typeof zone === 'string')
  return {
    ...DEFAULT_PREFERENCES,
    // Written by `savePreferences` alone.
    ...(JSON.parse(row?.choices ?? '{}') as Partial<Preferences>),
    // What one version of the system knows, another may not.
    timeZone: zones.find(isTimeZone) ?? SOMEWHERE,
    mailEpoch: row?.mail_epoch ?? 0,
  }
}

export async function savePreferences(trx: Db, userId: string, kept: Kept): Promise<void> {
  const { timeZone: time_zone, mailEpoch: mail_epoch, ...choices } = kept
  const values = { choices: JSON.stringify(choices), time_zone, mail_epoch }
  await trx
    .insertInto('notification_preference')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

export async function findPageChoice(db: Db, userId: string, documentId: string): Promise<PageChoice> {
  const row = await db
    .selectFrom('notification_page')
    .select('level')
    .where('user_id', '=', userId)
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  return row?.level ?? 'all'
}

export async function savePageChoice(
  db: Db,
  { userId, documentId, level }: { userId: string; documentId: string; level: PageChoice },
): Promise<void> {
  if (level === 'all') {
    await db
      .deleteFrom('notification_page')
      .where('user_id', '=', userId)
      .where('document_id', '=', documentId)
      .execute()
    return
  }
  await db
    .insertInto('notification_page')
    .values({ user_id: userId, document_id: documentId, level })
    .onConflict((conflict) => conflict.columns(['user_id', 'document_id']).doUpdateSet({ level }))
    .execute()
}

/** Once, however often it is asked. */
export async function insertNotification(trx: Db, row: NotificationRow): Promise<void> {
  await trx
    .insertInto('notification')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** A notification with what its words need. Nothing of a page that its person may not see is in it. */
export interface ToldRow extends NotificationRow {
  sender_name: string | null
  sender_username: string | null
  sender_image: string | null
  page_title: string | null
  page_level: Level | null
  /** 1: its owner hides from viewers what is said about it. */
  page_hides_review: number | null
}

const told = (db: Db, userId: string) =>
  db
    .selectFrom('notification')
    .leftJoin('user as sender', 'sender.id', 'notification.actor_id')
    .leftJoin('document', (join) =>
      join.onRef('document.id', '=', 'notification.document_id').on(visiblePages(userId)),
    )
    .selectAll('notification')
    .select([
      'sender.name as sender_name',
      'sender.username as sender_username',
      'sender.image as sender_image',
      'document.title as page_title',
      'document.hides_review as page_hides_review',
    ])
    .select(levelOf(userId).as('page_level'))
    .where('notification.user_id', '=', userId)
    .where(isTold(userId))

/** The person hears nothing of people whom they have blocked, or who have blocked them. */
const isTold = (userId: string) =>
  sql<SqlBool>`(notification.actor_id is null or ${notApartFrom(userId, 'notification.actor_id')})`

/** The newest first. */
export const listTold = (db: Db, userId: string, limit: number): Promise<ToldRow[]> =>
  told(db, userId)
    .orderBy('notification.created_at', 'desc')
    .orderBy('notification.id', 'desc')
    .limit(limit)
    .execute()

/** Those of these that are still unread, the oldest first. */
export async function listUnread(db: Db, userId: string, ids: readonly string[]): Promise<ToldRow[]> {
  const rows: ToldRow[] = []
  await inChunks(ids, async (chunk) => {
    const some = told(db, userId)
      .where('notification.id', 'in', chunk)
      .where('notification.read_at', 'is', null)
    rows.push(...(await some.execute()))
  })
  const placeOf = ({ created_at, id }: ToldRow) => `${created_at} ${id}`
  return rows.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
}

/** What was said in these comments, as text, and the block that each is about. */
export async function commentsOf(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { text: string; block: string | null }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('comment')
    .innerJoin('discussion', 'discussion.id', 'comment.discussion_id')
    .select(['comment.id', 'comment.plain_text', 'discussion.block'])
    .where('comment.id', 'in', ids)
    .where('comment.deleted_at', 'is', null)
    .where('discussion.removed_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, plain_text, block }) => [id, { text: plain_text, block }]))
}

export async function countUnread(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('notification')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where(isTold(userId))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Marks one, or all, as read; answers how many are the person's. */
export async function markRead(db: Db, userId: string, id?: string): Promise<number> {
  const result = await db
    .updateTable('notification')
    .set({ read_at: sql<string>`coalesce(read_at, ${new Date().toISOString()})` })
    .where('user_id', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id as string))
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Deletes one, or all; answers how many there were. */
export async function deleteNotifications(db: Db, userId: string, id?: string): Promise<number> {
  const result = await db
    .deleteFrom('notification')
    .where('user_id', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id as string))
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Forgets what was read and happened before `read`, and all that happened before `any`; ISO 8601. Answers how many. */
export async function forgetNotifications(db: Db, before: { read: string; any: string }): Promise<number> {
  const result = await db
    .deleteFrom('notification')
    .where((eb) =>
      eb.or([
        eb('created_at', '<', before.any),
        eb.and([eb('created_at', '<', before.read), eb('read_at', 'is not', null)]),
      ]),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** The ones of a channel that are due, as ids; they are due no more. */
export async function takeDue(
  trx: Db,
  userId: string,
  { channel, now }: { channel: 'mail' | 'push'; now: Date },
): Promise<string[]> {
  const column = `${channel}_due_at` as const
  const rows = await trx
    .updateTable('notification')
    .set({ [column]: null })
    .where('user_id', '=', userId)
    .where(column, '<=', now.toISOString())
    .returning(['id', 'read_at', 'created_at'])
    .execute()
  // Whatever was read meanwhile is told.
  return rows
    .filter(({ read_at }) => read_at === null)
    .sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
    .map(({ id }) => id)
}

/** When the next of a channel is due; null when none waits. */
export async function nextOf(db: Db, userId: string, channel: 'mail' | 'push'): Promise<string | null> {
  const column = `${channel}_due_at` as const
  const { next } = await db
    .selectFrom('notification')
    .select((eb) => eb.fn.min<string | null>(column).as('next'))
    .where('user_id', '=', userId)
    .where(column, 'is not', null)
    .executeTakeFirstOrThrow()
  return next
}

/** Nothing that waits is sent on this channel. */
export async function dropDue(trx: Db, userId: string, channel: 'mail' | 'push'): Promise<void> {
  const column = `${channel}_due_at` as const
  await trx
    .updateTable('notification')
    .set({ [column]: null })
    .where('user_id', '=', userId)
    .where(column, 'is not', null)
    .execute()
}

export const hasDevices = async (db: Db, userId: string): Promise<boolean> =>
  (await db.selectFrom('push_device').select('id').where('user_id', '=', userId).executeTakeFirst()) !==
  undefined
