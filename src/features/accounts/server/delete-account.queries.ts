import { sql } from 'kysely'
import { codesOf } from '@/features/accounts/server/codes'
import { forgetTrusted } from '@/features/accounts/server/second-factor'
import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'

/** The pods that the person belongs to, and how many others belong to each, how many of these as its owners. */
export async function listPodsOf(db: Db, userId: string) {
  const rows = await db
    .selectFrom('pod_member')
    .innerJoin('pod', 'pod.id', 'pod_member.pod_id')
    .leftJoin('pod_member as other', (join) =>
      join.onRef('other.pod_id', '=', 'pod.id').on('other.user_id', '<>', userId),
    )
    .select(['pod.id', 'pod.name', 'pod_member.role'])
    .select(({ fn }) => fn.count<number>('other.user_id').as('others'))
    .select(sql<number>`coalesce(sum(case when other.role = 'owner' then 1 else 0 end), 0)`.as('otherOwners'))
    .where('pod_member.user_id', '=', userId)
    .groupBy(['pod.id', 'pod.name', 'pod_member.role'])
    .execute()
  return rows.map((row) => ({ ...row, others: Number(row.others), otherOwners: Number(row.otherOwners) }))
}

/**
 * The pages that nobody but this person has: those of pods where they are alone, and those that are closed to their pod; in either
 * case only where no grant, of the page or of one above it, gives it to somebody else.
 */
export async function listOwnedAlone(
  db: Db,
  userId: string,
  alonePods: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('document')
    .select('id')
    .where((eb) =>
      eb.or([
        ...(alonePods.length > 0 ? [eb('pod_id', 'in', alonePods)] : []),
        eb.and([
          eb('is_closed', '=', 1),
          eb.exists(
            eb
              .selectFrom('share_access')
              .select(sql`1`.as('one'))
              .whereRef('share_access.document_id', '=', 'document.access_from')
              .where('share_access.user_id', '=', userId),
          ),
        ]),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('share_access')
            .select(sql`1`.as('one'))
            .whereRef('share_access.document_id', '=', 'document.access_from')
            .where('share_access.user_id', '<>', userId),
        ),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** The pages of which a grant names this person. */
export async function listGrantedTo(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('document_share')
    .select('document_id')
    .where('user_id', '=', userId)
    .execute()
  return rows.map((row) => row.document_id)
}

/** The pages of these pods that are shared with somebody. */
export async function listSharedFrom(db: Db, podIds: readonly string[]): Promise<string[]> {
  if (podIds.length === 0) return []
  const rows = await db
    .selectFrom('document_share')
    .innerJoin('document', 'document.id', 'document_share.document_id')
    .select('document.id')
    .where('pod_id', 'in', podIds)
    .distinct()
    .execute()
  return rows.map(({ id }) => id)
}

/** Lets the person manage a page who has had it for longest, of those to whom it was given for editing. Says whether there is one. */
export async function raiseEditor(db: Db, documentId: string): Promise<boolean> {
  const first = await db
    .selectFrom('document_share')
    .select('user_id')
    .where('document_id', '=', documentId)
    .where('level', '=', 'edit')
    .orderBy('created_at')
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirst()
  if (!first) return false
  await db
    .updateTable('document_share')
    .set({ level: 'manage' })
    .where('document_id', '=', documentId)
    .where('user_id', '=', first.user_id)
    .execute()
  return true
}

/** The pods of the pages that are shared with a person. */
export async function listPodsGranting(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('document_share')
    .innerJoin('document', 'document.id', 'document_share.document_id')
    .select('document.pod_id')
    .where('document_share.user_id', '=', userId)
    .distinct()
    .execute()
  return rows.map((row) => row.pod_id)
}

/** The pages to which the person has made a link. */
export async function listLinkedBy(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('document_link')
    .select('document_id')
    .where('created_by', '=', userId)
    .execute()
  return rows.map((row) => row.document_id)
}

export async function deleteLinks(db: Db, documentIds: readonly string[]): Promise<void> {
  await inChunks(documentIds, async (chunk) => {
    await db.deleteFrom('document_link').where('document_id', 'in', chunk).execute()
    await db.deleteFrom('document_link_use').where('document_id', 'in', chunk).execute()
  })
}

/** What is the person's and follows from no other row: grants, stash, recordings, the codes sent to their address, and trusted browsers. */
export async function deleteBelongings(db: Db, user: { id: string; email: string }): Promise<void> {
  await db.deleteFrom('document_share').where('user_id', '=', user.id).execute()
  await db.deleteFrom('stash').where('user_id', '=', user.id).execute()
  await db.deleteFrom('recording').where('user_id', '=', user.id).execute()
  await db.deleteFrom('verification').where('identifier', 'in', codesOf(user.email)).execute()
  await forgetTrusted(db, user.id)
}

/** Deletes the account; its sessions, memberships, invitations and jobs go with it by the tables' own rules. */
export async function deleteUser(db: Db, id: string): Promise<void> {
  await db.deleteFrom('user').where('id', '=', id).execute()
}

/** Deletes a pod in which nothing is left. Says whether it went. */
export async function deleteEmptyPod(db: Db, id: string): Promise<void> {
  await db
    .deleteFrom('pod')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('document').select(sql`1`.as('one')).where('document.pod_id', '=', id))),
    )
    .execute()
}
