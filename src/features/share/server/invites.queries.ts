import type { Insertable, Selectable } from 'kysely'
import { notApartFrom } from '@/server/blocked-people'
import type { Db } from '@/server/db/db'
import type { DocumentInviteRow } from '@/server/db/schema'

/** Invitations that can be accepted. */
const open = (db: Db, now: string) =>
  db
    .selectFrom('document_invite')
    .where('document_invite.ended_at', 'is', null)
    .where('document_invite.expires_at', '>', now)

/** Those to a page, with the usernames of the invited, the newest first. */
export function listForPage(db: Db, documentId: string, now: string) {
  return open(db, now)
    .leftJoin('user as invited', 'invited.id', 'document_invite.user_id')
    .select([
      'document_invite.id',
      'document_invite.email',
      'document_invite.user_id',
      'document_invite.level',
      'document_invite.created_at',
      'document_invite.expires_at',
      'invited.username',
    ])
    .where('document_invite.document_id', '=', documentId)
    .orderBy('document_invite.created_at', 'desc')
    .orderBy('document_invite.id')
    .execute()
}

/** Those that wait for a person, by their account or the address that they have proved. */
export function listForPerson(db: Db, { id, email }: { id: string; email: string | null }, now: string) {
  return open(db, now)
    .innerJoin('user as inviter', 'inviter.id', 'document_invite.invited_by')
    .select([
      'document_invite.id',
      'document_invite.document_id',
      'document_invite.email',
      'document_invite.invited_by',
      'document_invite.level',
      'document_invite.created_at',
      'document_invite.expires_at',
      'inviter.name',
      'inviter.username',
    ])
    .where((eb) => eb.or([eb('document_invite.user_id', '=', id), eb('document_invite.email', '=', email)]))
    .where(notApartFrom(id, 'document_invite.invited_by'))
    .orderBy('document_invite.created_at', 'desc')
    .orderBy('document_invite.id')
    .limit(100)
    .execute()
}

type Invite = Selectable<DocumentInviteRow>

/** To whom an invitation went, to what, and when. */
export type SentTo = Pick<Invite, 'document_id' | 'email' | 'created_at'>

export const findInvite = async (db: Db, id: string): Promise<Invite | null> =>
  (await db.selectFrom('document_invite').selectAll().where('id', '=', id).executeTakeFirst()) ?? null

export const findByToken = async (db: Db, tokenHash: string): Promise<Invite | null> =>
  (await db
    .selectFrom('document_invite')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()) ?? null

export async function insertInvite(db: Db, row: Insertable<DocumentInviteRow>): Promise<void> {
  await db.insertInto('document_invite').values(row).execute()
}

export async function endInvite(db: Db, id: string, accepted: boolean): Promise<void> {
  await db
    .updateTable('document_invite')
    .set({ ended_at: new Date().toISOString(), accepted: Number(accepted) })
    .where('id', '=', id)
    .execute()
}

/** Ends what somebody was invited to a page by, as the account that they have. */
export async function endInvitesOf(db: Db, documentId: string, userId: string): Promise<void> {
  await db
    .updateTable('document_invite')
    .set({ ended_at: new Date().toISOString() })
    .where('document_id', '=', documentId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Forgets the invitations that had expired by then. */
export async function deleteOver(db: Db, before: string): Promise<void> {
  await db.deleteFrom('document_invite').where('expires_at', '<=', before).execute()
}
