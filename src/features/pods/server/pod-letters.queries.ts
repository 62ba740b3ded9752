import { isFromOwner } from '@/server/access/page-access'
import { notApartFrom } from '@/server/blocked-people'
import type { Db } from '@/server/db/db'
import type { PodLetterRow } from '@/server/db/schema'

/** Letters that can be accepted: not answered, not over, and from somebody who still owns the pod. */
const open = (db: Db, now: string) =>
  db
    .selectFrom('pod_letter')
    .innerJoin('pod', 'pod.id', 'pod_letter.pod_id')
    .innerJoin('user as inviter', 'inviter.id', 'pod_letter.invited_by')
    .where('pod_letter.ended_at', 'is', null)
    .where('pod_letter.expires_at', '>', now)
    .where(isFromOwner('pod_letter'))

/** What the person with this address sees, the newest first. */
export const listForAddress = (db: Db, { id, email }: { id: string; email: string }, now: string) =>
  open(db, now)
    .select(['pod_letter.id', 'pod_letter.pod_id', 'pod_letter.email', 'pod_letter.role'])
    .select(['pod_letter.created_at', 'pod_letter.expires_at'])
    .select(['pod.name as podName', 'inviter.name as inviterName', 'inviter.username as inviterUsername'])
    .where('pod_letter.email', '=', email)
    .where(notApartFrom(id, 'pod_letter.invited_by'))
    .orderBy('pod_letter.created_at', 'desc')
    .orderBy('pod_letter.id')
    .limit(100)
    .execute()

/** What the owners of a pod see. */
export const listForPod = (db: Db, podId: string, now: string) =>
  open(db, now)
    .select(['pod_letter.id', 'pod_letter.email', 'pod_letter.role'])
    .select(['pod_letter.created_at', 'pod_letter.expires_at'])
    .where('pod_letter.pod_id', '=', podId)
    .orderBy('pod_letter.created_at', 'desc')
    .orderBy('pod_letter.id')
    .execute()

/** A letter that can still be accepted, by its id or by what the database keeps of its token. */
export async function findOpen(
  db: Db,
  by: { id: string } | { tokenHash: string },
  now: string,
): Promise<PodLetterRow | null> {
  const query = open(db, now).selectAll('pod_letter')
  const found =
    'id' in by ? query.where('pod_letter.id', '=', by.id) : query.where('token_hash', '=', by.tokenHash)
  return (await found.executeTakeFirst()) ?? null
}

/** What the letter says, while it can still be accepted; null otherwise. */
export const findToSend = async (db: Db, id: string, now: string) =>
  (await open(db, now)
    .select([
      'pod_letter.email',
      'pod_letter.invited_by',
      'pod.name as podName',
      'inviter.name as inviterName',
    ])
    .where('pod_letter.id', '=', id)
    .executeTakeFirst()) ?? null

/** The one row that there is of this pod and address, whatever has become of it. */
export const findOf = async (db: Db, podId: string, email: string): Promise<PodLetterRow | null> =>
  (await db
    .selectFrom('pod_letter')
    .selectAll()
    .where('pod_id', '=', podId)
    .where('email', '=', email)
    .executeTakeFirst()) ?? null

/** Writes the letter in place of the one before. */
export async function saveLetter(db: Db, row: PodLetterRow): Promise<void> {
  const { pod_id: _, email: __, ...changes } = row
  await db
    .insertInto('pod_letter')
    .values(row)
    .onConflict((conflict) => conflict.columns(['pod_id', 'email']).doUpdateSet(changes))
    .execute()
}

export async function endLetter(
  db: Db,
  id: string,
  set: Pick<PodLetterRow, 'ended_at' | 'declined'>,
): Promise<void> {
  await db.updateTable('pod_letter').set(set).where('id', '=', id).execute()
}

export async function deleteLetter(db: Db, id: string): Promise<void> {
  await db.deleteFrom('pod_letter').where('id', '=', id).execute()
}

/** Forgets the letters that were over by then, answered or not. */
export async function deleteOver(db: Db, before: string): Promise<void> {
  await db.deleteFrom('pod_letter').where('expires_at', '<=', before).execute()
}
