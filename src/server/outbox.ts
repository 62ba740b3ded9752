import { areApart } from '@/server/blocked-people'
import type { Db } from '@/server/db/db'
import { enqueue } from '@/server/jobs/queue'
import { newId } from '@/shared/ids'

/** What people are told of (product.md 3.10): what happens in sharing, in comments and among friends. */
export type OutboxKind =
  | 'DOCUMENT_SHARED'
  | 'ACCESS_REQUESTED'
  | 'ACCESS_ANSWERED'
  | 'DOCUMENT_COMMENTED'
  | 'MENTION'
  | 'FRIEND_REQUEST'
  | 'FRIEND_ACCEPTED'

/** Something that has happened and that somebody is to be told of. */
export interface Happening {
  kind: OutboxKind
  /** Whom it concerns. Nobody is told of what they did themselves, nor of somebody whom they have blocked or who has blocked them. */
  userId: string
  actorId: string
  /** The page it happened on; null when it happened between two people. */
  documentId: string | null
  /** Small facts for the words of the notification; no titles, which are read when it is shown. */
  data?: Record<string, string | null>
}

/** The job that decides whom to tell of one row of the outbox, and where; `features/notifications` does it. */
export const TELL = { name: 'notifications.tell' }

/** Notes what has happened, in the transaction in which it does, so that it is told if and only if it did. */
export async function noteHappening(trx: Db, happening: Happening): Promise<void> {
  const { kind, userId, actorId, documentId, data = {} } = happening
  if (userId === actorId || (await areApart(trx, userId, actorId))) return
  const id = newId()
  await trx
    .insertInto('outbox')
    .values({
      id,
      kind,
      user_id: userId,
      actor_id: actorId,
      document_id: documentId,
      data: JSON.stringify(data),
      created_at: new Date().toISOString(),
    })
    .execute()
  await enqueue(trx, TELL, { happening: id }, { id: `tell ${id}`, userId })
}

/** Was somebody to be told of the very same before, as long as the outbox remembers it? */
export async function wasNoted(
  db: Db,
  { kind, userId, actorId, data = {} }: Omit<Happening, 'documentId'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('outbox')
    .select('id')
    .where('user_id', '=', userId)
    .where('actor_id', '=', actorId)
    .where('kind', '=', kind)
    .where('data', '=', JSON.stringify(data))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** How often somebody was to be told of another since a moment (ISO 8601); `most` and no more are counted. */
export async function countHappenings(
  db: Db,
  { userId, actorId, since, most }: { userId: string; actorId: string; since: string; most: number },
): Promise<number> {
  const rows = await db
    .selectFrom('outbox')
    .select('id')
    .where('user_id', '=', userId)
    .where('actor_id', '=', actorId)
    .where('created_at', '>', since)
    .limit(most)
    .execute()
  return rows.length
}

/** Forgets what happened before a moment and has been decided about long since. */
export async function forgetHappenings(db: Db, before: string): Promise<void> {
  await db.deleteFrom('outbox').where('created_at', '<', before).execute()
}
