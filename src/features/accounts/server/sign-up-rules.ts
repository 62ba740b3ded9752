import { isFromOwner, levelsOf } from '@/server/access/page-access'
import { isDecidedSince } from '@/server/access/place-decisions'
import type { Config } from '@/server/config'
import type { Db } from '@/server/db/db'

/**
 * May somebody with this address make an account (`SIGN_UP`)? People are invited by a letter to a pod or to a page, as long as it would open
 * that: its author still owns the pod or manages the page, and nothing was decided since about an account that had the address.
 */
export async function maySignUp(db: Db, { signUp }: Pick<Config, 'signUp'>, email: string): Promise<boolean> {
  if (signUp !== 'invited') return signUp === 'open'
  const address = email.toLowerCase()
  return (await isInvitedToPod(db, address)) || (await isInvitedToPage(db, address))
}

async function isInvitedToPod(db: Db, email: string): Promise<boolean> {
  const letters = await db
    .selectFrom('pod_letter')
    .select(['pod_id', 'created_at'])
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date().toISOString())
    .where(isFromOwner('pod_letter'))
    .execute()
  for (const { pod_id: placeId, created_at: createdAt } of letters)
    if (!(await isDecidedSince(db, { placeId, userId: '', email, createdAt }))) return true
  return false
}

async function isInvitedToPage(db: Db, email: string): Promise<boolean> {
  const letters = await db
    .selectFrom('document_invite')
    .innerJoin('document', 'document.id', 'document_invite.document_id')
    .select(['document_invite.document_id', 'document_invite.invited_by', 'document_invite.created_at'])
    .select('document.pod_id')
    .where('document_invite.email', '=', email)
    .where('document_invite.ended_at', 'is', null)
    .where('document_invite.expires_at', '>', new Date().toISOString())
    .execute()
  for (const [author, theirs] of Map.groupBy(letters, (letter) => letter.invited_by)) {
    const pages = theirs.map((letter) => letter.document_id)
    const levels = await levelsOf(db, author, pages)
    for (const { document_id: placeId, pod_id: podId, created_at: createdAt } of theirs)
      if (
        levels.get(placeId) === 'manage' &&
        !(await isDecidedSince(db, { placeId, podId, userId: '', email, createdAt }))
      )
        return true
  }
  return false
}
