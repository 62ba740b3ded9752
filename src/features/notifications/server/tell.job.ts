import { z } from 'zod'
import { accessOf } from '@/server/access/page-access'
import { areApart } from '@/server/blocked-people'
import type { Db } from '@/server/db/db'
import { enqueue, type JobKind } from '@/server/jobs/queue'
import { type OutboxKind, TELL } from '@/server/outbox'
import { isStillAsked, readSince } from '@/server/read-notifications'
import { decide, KINDS } from './decide'
import { GATHER_MAIL } from './mail.jobs'
import * as queries from './notifications.queries'
import { GATHER_PUSH } from './push.jobs'

/** How often a happening is tried to be told. It fails only with the database, and a server that is killed counts, too. */
const ATTEMPTS = 200

/** Decides about one row of the outbox, and notes all that follows in the transaction that ends the job. */
export const tellJob: JobKind<{ happening: string }> = {
  name: TELL.name,
  lane: 'inside',
  payload: z.object({ happening: z.string() }),
  attempts: ATTEMPTS,
  run: async ({ live }, { happening: id }) => {
    return async (trx) => {
      const happening = await trx.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
      if (!happening || !(happening.kind in KINDS)) return
      const kind = happening.kind as OutboxKind
      const { user_id: userId, document_id, actor_id } = happening
      // It may have been taken back, or answered, meanwhile.
      if (kind === 'FRIEND_REQUEST' && !(await isStillAsked(trx, happening.data))) return
      const preferences = await queries.findPreferences(trx, userId)
      const decision = decide({
        kind,
        preferences,
        pageChoice: document_id === null ? 'all' : await queries.findPageChoice(trx, userId, document_id),
        seesPage: document_id !== null && (await accessOf(trx, userId, document_id))?.level != null,
        isBlocked: actor_id !== null && (await areApart(trx, userId, actor_id)),
        hasDevices: await queries.hasDevices(trx, userId),
        now: new Date(),
      })
      if (decision === null) return
      const { data, created_at } = happening
      // Two people who talk in a discussion that both have open read what the other says at once.
      const readAt = await readSince(trx, { userId, data, createdAt: created_at })
      const [mailAt, pushAt] = readAt === null ? [decision.mailAt, decision.pushAt] : [null, null]
      await queries.insertNotification(trx, {
        id,
        user_id: userId,
        kind,
        actor_id,
        document_id,
        data,
        created_at,
        read_at: readAt,
        mail_due_at: mailAt?.toISOString() ?? null,
        push_due_at: pushAt?.toISOString() ?? null,
      })
      if (mailAt) await gatherAt(trx, 'mail', userId, mailAt)
      if (pushAt) await gatherAt(trx, 'push', userId, pushAt)
      return () => live.tellPerson(userId)
    }
  },
}

async function gatherAt(trx: Db, channel: 'mail' | 'push', userId: string, at: Date): Promise<void> {
  const kind = channel === 'mail' ? GATHER_MAIL : GATHER_PUSH
  await enqueue(trx, kind, { userId }, { id: `${channel} of ${userId}`, runAt: at.toISOString(), userId })
}
