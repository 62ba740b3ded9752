import type { Db } from './db/db'
import { inChunks } from './db/in-chunks'

/*
 * Who reads a discussion has read what they are told of it: the bell counts it no more, and no letter is sent.
 */

/** What notifications say of discussions. */
const KINDS = ['DOCUMENT_COMMENTED', 'MENTION']

interface Reading {
  userId: string
  discussionId: string
  /** ISO 8601. */
  readAt: string
}

/** What the person was told of the discussion until then is read. Answers how much of it was not. */
export async function readTold(db: Db, { userId, discussionId, readAt }: Reading): Promise<number> {
  const unread = await db
    .selectFrom('notification')
    .select(['id', 'data'])
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('kind', 'in', KINDS)
    .where('created_at', '<=', readAt)
    .execute()
  const ids = unread.filter(({ data }) => discussionIn(data) === discussionId).map(({ id }) => id)
  await inChunks(ids, async (chunk) => {
    await db.updateTable('notification').set({ read_at: readAt }).where('id', 'in', chunk).execute()
  })
  return ids.length
}

/** When the person has read what happened at `createdAt` in the discussion that these facts (`outbox.data`) are about; null: not yet. */
export async function readSince(
  db: Db,
  { userId, data, createdAt }: { userId: string; data: string; createdAt: string },
): Promise<string | null> {
  const discussionId = discussionIn(data)
  if (discussionId === null) return null
  const row = await db
    .selectFrom('discussion_reader')
    .select('read_at')
    .where('discussion_id', '=', discussionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.read_at && row.read_at >= createdAt ? row.read_at : null
}

function discussionIn(data: string): string | null {
  const { discussionId } = JSON.parse(data) as { discussionId?: unknown }
  return typeof discussionId === 'string' ? discussionId : null
}
