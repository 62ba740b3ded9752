import { notApartFrom } from '@/server/blocked-people'
import type { Db } from '@/server/db/db'
import type { PodInvitationRow } from '@/server/db/schema'

/** Invitations that can be accepted: not answered, not over, and from somebody who still owns the pod. */
const open = (db: Db, now: string) =>
  db
    .selectFrom('pod_invitation')
    .innerJoin('pod', 'pod.id', 'pod_invitation.pod_id')
    .innerJoin('user as inviter', 'inviter.id', 'pod_invitation.invited_by')
    .innerJoin('pod_member as owner', (join) =>
      join
        .onRef('owner.pod_id', '=', 'pod_invitation.pod_id')
        .onRef('owner.user_id', '=', 'pod_invitation.invited_by')
        .on('owner.role', '=', 'owner'),
    )
    .where('pod_invitation.ended_at', 'is', null)
    .where('pod_invitation.expires_at', '>', now)

/** What the invited person sees, the newest first. */
export function listForPerson(db: Db, userId: string, now: string) {
  return open(db, now)
    .select([
      'pod_invitation.id',
      'pod_invitation.role',
      'pod_invitation.created_at',
      'pod_invitation.expires_at',
    ])
    .select(['pod.name as podName', 'inviter.name as inviterName', 'inviter.username as inviterUsername'])
    .where('pod_invitation.user_id', '=', userId)
    .where(notApartFrom(userId, 'pod_invitation.invited_by'))
    .orderBy('pod_invitation.created_at', 'desc')
    .orderBy('pod_invitation.id')
    .execute()
}

/** What the owners of a pod see: of the person nothing but the username by which they were invited. */
export function listForPod(db: Db, podId: string, now: string) {
  return open(db, now)
    .innerJoin('user as invited', 'invited.id', 'pod_invitation.user_id')
    .select([
      'pod_invitation.id',
      'pod_invitation.role',
      'pod_invitation.created_at',
      'pod_invitation.expires_at',
    ])
    .select('invited.username')
    .where('pod_invitation.pod_id', '=', podId)
    .orderBy('pod_invitation.created_at', 'desc')
    .orderBy('pod_invitation.id')
    .execute()
}

/** An invitation that can still be accepted. */
export async function findOpen(db: Db, id: string, now: string): Promise<PodInvitationRow | null> {
  const query = open(db, now).selectAll('pod_invitation').where('pod_invitation.id', '=', id)
  return (await query.executeTakeFirst()) ?? null
}

/** How many invitations wait for the person. */
export async function countForPerson(db: Db, userId: string, now: string): Promise<number> {
  const row = await open(db, now)
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('pod_invitation.user_id', '=', userId)
    .where(notApartFrom(userId, 'pod_invitation.invited_by'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** The one row that there is of this pod and person, whatever has become of it. */
export async function findOf(db: Db, podId: string, userId: string): Promise<PodInvitationRow | null> {
  const row = await db
    .selectFrom('pod_invitation')
    .selectAll()
    .where('pod_id', '=', podId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** Writes the invitation in place of the one before. */
export async function saveInvitation(db: Db, row: PodInvitationRow): Promise<void> {
  const { pod_id: _, user_id: __, ...changes } = row
  await db
    .insertInto('pod_invitation')
    .values(row)
    .onConflict((conflict) => conflict.columns(['pod_id', 'user_id']).doUpdateSet(changes))
    .execute()
}

export async function endInvitation(
  db: Db,
  id: string,
  set: Pick<PodInvitationRow, 'ended_at' | 'declined'>,
): Promise<void> {
  await db.updateTable('pod_invitation').set(set).where('id', '=', id).execute()
}

export async function deleteInvitation(db: Db, id: string): Promise<void> {
  await db.deleteFrom('pod_invitation').where('id', '=', id).execute()
}

/** Ends an invitation that somebody still has to a pod. */
export async function endInvitationOf(db: Db, podId: string, userId: string, at: string): Promise<void> {
  await db
    .updateTable('pod_invitation')
    .set({ ended_at: at })
    .where('pod_id', '=', podId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Forgets the invitations that were over by then, answered or not. */
export async function deleteOver(db: Db, before: string): Promise<void> {
  await db.deleteFrom('pod_invitation').where('expires_at', '<=', before).execute()
}
