import { z } from 'zod'
import { enqueue, type JobKind } from '@/server/jobs/queue'
import { inLanguage } from '@/server/language'
import { LETTER_ATTEMPTS } from '@/server/mail'
import { DEFAULT_LANGUAGE, knownLanguage } from '@/shared/i18n/languages'
import { digestLetter, MOST_WRITTEN } from './digest-letter'
import * as queries from './notifications.queries'
import { presentAll } from './notifications.service'
import { quietUntil } from './quiet-hours'
import { stillWanted } from './still-wanted'
import { unsubscribeLink } from './unsubscribe'

/** There is at most one of these for a person at a time: `mail of {id}`. */
export const GATHER_MAIL = { name: 'notifications.gather-mail' }

/** Puts what is due for one person into one letter, and notes that to be sent. Everything happens in the database, so once. */
export const gatherMailJob: JobKind<{ userId: string }> = {
  name: GATHER_MAIL.name,
  lane: 'inside',
  payload: z.object({ userId: z.string() }),
  attempts: 200,
  run: async (_services, { userId }, { id }) => {
    return async (trx) => {
      const now = new Date()
      const preferences = await queries.findPreferences(trx, userId)
      if (!preferences.emailEnabled) {
        await queries.dropDue(trx, userId, 'mail')
        return
      }
      // The person may have chosen quiet hours, or moved to another zone, since it became due.
      const quiet = quietUntil(now, preferences)
      const ids = quiet === null ? await queries.takeDue(trx, userId, { channel: 'mail', now }) : []
      if (ids.length > 0) await enqueue(trx, letterJob, { userId, notifications: ids }, { userId })
      const next = await queries.nextOf(trx, userId, 'mail')
      const at = quiet === null ? next : next && quiet.toISOString()
      if (at !== null) await enqueue(trx, GATHER_MAIL, { userId }, { id, runAt: at, userId })
    }
  },
}

/** Sends one letter. If the server ends in between it is sent again, with the same Message-ID and into the same file of the outbox (R51). */
export const letterJob: JobKind<{ userId: string; notifications: string[] }> = {
  name: 'notifications.letter',
  lane: 'mail',
  payload: z.object({ userId: z.string(), notifications: z.array(z.string()) }),
  attempts: LETTER_ATTEMPTS,
  run: async ({ db, mail, config }, { userId, notifications }, { id, createdAt }) => {
    const person = await db
      .selectFrom('user')
      .select(['email', 'language'])
      .where('id', '=', userId)
      .executeTakeFirst()
    const preferences = await queries.findPreferences(db, userId)
    const unread = person ? await queries.listUnread(db, userId, notifications) : []
    const rows = await stillWanted(db, userId, preferences, unread)
    const { emailEnabled, mailEpoch } = preferences
    if (person && emailEnabled && rows.length > 0) {
      const quiet = quietUntil(new Date(), preferences)
      // It was due before, and could not be sent. Under its own id it stays the same letter.
      if (quiet)
        return async (trx) => {
          const runAt = quiet.toISOString()
          await enqueue(trx, letterJob, { userId, notifications }, { id, runAt, userId })
          return undefined
        }
      const letter = async () =>
        digestLetter({
          id,
          createdAt,
          to: person.email,
          notifications: await presentAll(db, rows.slice(0, MOST_WRITTEN)),
          count: rows.length,
          unsubscribe: unsubscribeLink(config, { userId, epoch: mailEpoch }),
          publicUrl: config.publicUrl,
        })
      await mail.send(await inLanguage(knownLanguage(person.language) ?? DEFAULT_LANGUAGE, letter))
    }
    return async () => undefined
  },
}
