import type { Db } from './db/db'
import { inChunks } from './db/in-chunks'

/*
 * Who reads a discussion, or answers a request, has read what they are told of it: the bell counts it no more, and no letter is sent.
 */

/** What a notification is about, as its facts (`outbox.data`) name it. */
type About = { discussionId: string } | { friendshipId: string }

interface Reading {
  userId: string
  about: About
  /** ISO 8601. */
  readAt: string
}

/** What the person was told of it until then is read. Answers how much of it was not. */
export async function readTold(db: Db, { userId, about, readAt }: Reading): Promise<number> {
  const ids = await unreadOf(db, userId, about, readAt)
  await inChunks(ids, async (chunk) => {
    await db.updateTable('notification').set({ read_at: readAt }).where('id', 'in', chunk).execute()
  })
  return ids.length
}

/** What the person was told of it and has not read is taken back. Answers how much that was. */
export async function takeBackTold(db: Db, userId: string, about: About): Promise<number> {
  const ids = await unreadOf(db, userId, about, new Date().toISOString())
  await inChunks(ids, async (chunk) => {
    await db.deleteFrom('notification').where('id', 'in', chunk).execute()
  })
  return ids.length
}

async function unreadOf(db: Db, userId: string, about: About, until: string): Promise<string[]> {
  const [name, wanted] = Object.entries(about)[0]!
  const unread = await db
    .selectFrom('notification')
    .select(['id', 'data'])
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('created_at', '<=', until)
    .execute()
  return unread.filter(({ data }) => factIn(data, name) === wanted).map(({ id }) => id)
}

interface Happening {
  userId: string
  /** JSON (`outbox.data`). */
  data: string
  /** ISO 8601. */
  createdAt: string
}

/** When the person has read what happened in a discussion; null: not yet, or it happened elsewhere. */
export async function readSince(db: Db, { userId, data, createdAt }: Happening): Promise<string | null> {
  const discussionId = factIn(data, 'discussionId')
  if (discussionId === null) return null
  const row = await db
    .selectFrom('discussion_reader')
    .select('read_at')
    .where('discussion_id', '=', discussionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.read_at && row.read_at >= createdAt ? row.read_at : null
}

/** Is a request for friendship that is told of still waiting for its answer? */
export async function isStillAsked(db: Db, data: string): Promise<boolean> {
  const id = factIn(data, 'friendshipId')
  if (id === null) return false
  const row = await db.selectFrom('friendship').select('status').where('id', '=', id).executeTakeFirst()
  return row?.status === 'pending'
}

/** Is the person told when they are mentioned? They are unless they have chosen otherwise. */
export async function hearsOfMentions(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('notification_preference')
    .select('choices')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return (JSON.parse(row?.choices ?? '{}') as { mentions?: boolean }).mentions !== false
}

function factIn(data: string, name: string): string | null {
  const fact = (JSON.parse(data) as Record<string, unknown>)[name]
  return typeof fact === 'string' ? fact : null
}
