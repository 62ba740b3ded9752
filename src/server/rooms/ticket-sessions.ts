import type { Db } from '@/server/db/db'
import { TICKET_MS, type Ticket } from '@/shared/peer-ticket'

/** A browser that was away longer hands in nothing of others any more: what it holds of them is old. */
export const LONGEST_AWAY_MS = 30 * 24 * 3600_000
const DAY_MS = 24 * 3600_000
const AT_ONCE = 500

/**
 * Has the session that a ticket was given to not been ended? One that ran out by itself was not: people are away for long. One that
 * somebody ended (signed out, put out in the settings, ended by a new password) leaves no row behind, and its tickets say nothing any more.
 */
export async function ticketStands(
  db: Db,
  { user, session, since, until }: Pick<Ticket, 'user' | 'session' | 'since' | 'until'>,
): Promise<boolean> {
  const living = db.selectFrom('session').select('id').where('userId', '=', user.id)
  const lapsed = db.selectFrom('lapsed_session').select('id').where('user_id', '=', user.id)
  // A session that goes on with another cookie begins anew: who came with the one before has no part in it. A ticket that names none
  // stands while there is one that is as old.
  const issuedAt = new Date(since ?? until - TICKET_MS).toISOString()
  const [alive, over] = [
    living.where('createdAt', '<=', issuedAt).limit(1),
    lapsed.where('began_at', '<=', issuedAt).limit(1),
  ]
  const found =
    session === undefined
      ? ((await alive.executeTakeFirst()) ?? (await over.executeTakeFirst()))
      : ((await alive.where('id', '=', session).executeTakeFirst()) ??
        (await over.where('id', '=', session).executeTakeFirst()))
  return found !== undefined
}

/** Takes away the sessions that have run out by `now`, and remembers for a while that they did; gives how many there were. */
export async function lapseSessions(db: Db, now: Date): Promise<number> {
  const forgotten = new Date(now.getTime() - LONGEST_AWAY_MS - DAY_MS).toISOString()
  await db.deleteFrom('lapsed_session').where('lapsed_at', '<=', forgotten).execute()
  return db.transaction().execute(async (trx) => {
    // The rows themselves are taken: one that is being ended at this moment is in one of the two hands only.
    const gone = await trx
      .deleteFrom('session')
      .where('expiresAt', '<=', now.toISOString())
      .returning(['id', 'userId as user_id', 'createdAt as began_at', 'expiresAt as lapsed_at'])
      .execute()
    for (let from = 0; from < gone.length; from += AT_ONCE)
      await trx
        .insertInto('lapsed_session')
        .values(gone.slice(from, from + AT_ONCE))
        .execute()
    return gone.length
  })
}

/** This person ends all of their other sessions: what was signed in those that had run out before is taken no more, either. */
export async function endLapsedSessions(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('lapsed_session').where('user_id', '=', userId).execute()
}
