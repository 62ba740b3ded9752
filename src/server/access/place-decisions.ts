import type { Db } from '@/server/db/db'
import { hashOfToken } from '@/server/token-hash'
import { newId } from '@/shared/ids'
import { provenEmail } from './proven-email'

/*
 * When it was decided who somebody is in a pod or on a page. Invitations from before are over for them. A letter to their address stays in
 * the list of those that were sent, because its end would tell whose address it is (R23).
 */

const addressHash = (email: string): string => hashOfToken(email.toLowerCase())

interface Decision {
  /** A pod or a page. */
  placeId: string
  userId: string
  /** Of a pod: they keep none of its pages that they were invited to either. */
  coversPages?: boolean
}

/** Notes that it has been decided just now who somebody is in a place. Runs in the transaction that makes it so. */
export async function noteDecision(
  trx: Db,
  { placeId, userId, coversPages = false }: Decision,
): Promise<void> {
  const email = await provenEmail(trx, userId)
  await trx
    .insertInto('place_decision')
    .values({
      id: newId(),
      place_id: placeId,
      user_id: userId,
      address_hash: email === null ? null : addressHash(email),
      covers_pages: coversPages ? 1 : 0,
      decided_at: new Date().toISOString(),
    })
    .execute()
}

interface Invitation {
  placeId: string
  /** The pod of a page. */
  podId?: string
  userId: string
  /** Where the letter went; null: it is to the account. */
  email: string | null
  /** ISO 8601. */
  createdAt: string
}

/** Has it been decided since an invitation who this person, or the one with that address, is there? Then it opens nothing. */
export async function isDecidedSince(
  db: Db,
  { placeId, podId, userId, email, createdAt }: Invitation,
): Promise<boolean> {
  const row = await db
    .selectFrom('place_decision')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('place_id', '=', placeId),
        ...(podId === undefined ? [] : [eb.and([eb('place_id', '=', podId), eb('covers_pages', '=', 1)])]),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('user_id', '=', userId),
        ...(email === null ? [] : [eb('address_hash', '=', addressHash(email))]),
      ]),
    )
    .where('decided_at', '>=', createdAt)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Has it been decided since then (ISO 8601) who anybody is in this place? */
export async function isAnyDecidedSince(db: Db, placeId: string, since: string): Promise<boolean> {
  const row = await db
    .selectFrom('place_decision')
    .select('id')
    .where('place_id', '=', placeId)
    .where('decided_at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets what was decided by then (ISO 8601), when every invitation from before has expired. */
export async function forgetDecisions(db: Db, before: string): Promise<void> {
  await db.deleteFrom('place_decision').where('decided_at', '<=', before).execute()
}
