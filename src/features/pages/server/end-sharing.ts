/* What somebody holds of the pages of a pod ends when they leave it. */

import { type SqlBool, sql } from 'kysely'
import { noteDecision } from '@/server/access/place-decisions'
import { provenEmail } from '@/server/access/proven-email'
import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'
import { settleAccess } from './inherited-access'

/**
 * Ends what is shared with somebody in a pod, as a person and by links that they have opened, and what they were invited to by name. A restricted page that they alone own
 * stays theirs, because it would be nobody's. Runs under the pod's lock.
 */
export async function endSharingInPod(trx: Db, podId: string, userId: string): Promise<void> {
  const shared = await grantsInPod(trx, podId, userId).execute()
  const opened = await trx
    .selectFrom('document_link_use')
    .innerJoin('document', 'document.id', 'document_link_use.document_id')
    .select('document.id')
    .where('document.pod_id', '=', podId)
    .where('document_link_use.user_id', '=', userId)
    .execute()
  await trx
    .updateTable('document_invite')
    .set({ ended_at: new Date().toISOString() })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('document_id', 'in', (eb) =>
      eb.selectFrom('document').select('id').where('document.pod_id', '=', podId),
    )
    .execute()
  await decideLetters(trx, podId, userId)
  await deleteOf(trx, 'document_share', userId, shared)
  await deleteOf(trx, 'document_link_use', userId, opened)
  await settleAccess(trx, [...new Set([...shared, ...opened].map(({ id }) => id))])
}

/** A page for which a letter to the person is open may go into another pod, where the decision about this one says nothing. */
async function decideLetters(trx: Db, podId: string, userId: string): Promise<void> {
  const email = await provenEmail(trx, userId)
  if (email === null) return
  const pages = await trx
    .selectFrom('document_invite')
    .innerJoin('document', 'document.id', 'document_invite.document_id')
    .select('document.id')
    .distinct()
    .where('document.pod_id', '=', podId)
    .where('document_invite.email', '=', email)
    .where('document_invite.ended_at', 'is', null)
    .execute()
  for (const { id } of pages) await noteDecision(trx, { placeId: id, userId })
}

/**
 * Ends what somebody who leaves a pod has of its pages without anybody there having given it: because they restricted a page
 * (`keepFirstOwner`), or had it when it was moved, or the giver has no account any more. As above, a restricted page that they alone own stays theirs. Runs under the pod's lock.
 */
export async function endOwnHold(trx: Db, podId: string, userId: string): Promise<void> {
  const held = await grantsInPod(trx, podId, userId).where('document_share.granted_by', 'is', null).execute()
  await deleteOf(trx, 'document_share', userId, held)
  await settleAccess(
    trx,
    held.map(({ id }) => id),
  )
}

/** The pages of a pod that somebody was given, without the restricted ones that they alone own. */
function grantsInPod(trx: Db, podId: string, userId: string) {
  const isOnlyOwner = sql<SqlBool>`(document.is_restricted = 1 and document_share.level = 'manage' and not exists (
    select 1 from document_share as other where other.document_id = document.id
    and other.user_id <> ${userId} and other.level = 'manage'))`
  return trx
    .selectFrom('document_share')
    .innerJoin('document', 'document.id', 'document_share.document_id')
    .select('document.id')
    .where('document.pod_id', '=', podId)
    .where('document_share.user_id', '=', userId)
    .where(sql<SqlBool>`not ${isOnlyOwner}`)
}

const deleteOf = (
  trx: Db,
  table: 'document_share' | 'document_link_use',
  userId: string,
  pages: readonly { id: string }[],
) =>
  inChunks(
    pages.map(({ id }) => id),
    (chunk) =>
      trx.deleteFrom(table).where('user_id', '=', userId).where('document_id', 'in', chunk).execute(),
  )
