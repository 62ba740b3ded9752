import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Cron } from 'croner'
import { forgetAnswers } from '@/features/ai/server/answers/answers.queries'
import { clearUnfinishedFiles, sweepFiles } from '@/features/files/server/files.service'
import { sweepUploads } from '@/features/files/server/uploads.service'
import { forgetNotifications } from '@/features/notifications/server/notifications.queries'
import { clearPreparedPages } from '@/features/pages/server/prepared-pages'
import { purgeTrash } from '@/features/pages/server/trash.service'
import { POD } from '@/features/pods/model'
import { forgetInvitations } from '@/features/pods/server/invitations.service'
import { saveSilentRecordings } from '@/features/recordings/server/live-recordings.service'
import { SHARE } from '@/features/share/model'
import { forgetInvites } from '@/features/share/server/invites.service'
import { endLinks } from '@/features/share/server/links.service'
import { saveResting, sweepVersions } from '@/features/versions/server/versions.jobs'
import { forgetDecisions } from '@/server/access/place-decisions'
import type { Services } from '@/server/context'
import { forgetMentions } from '@/server/links/page-mentions'
import { forgetHappenings } from '@/server/outbox'
import { lapseSessions } from '@/server/rooms/ticket-sessions'
import { LIMITS } from '@/shared/limits'

const DAY_MS = 24 * 3_600_000

/** Starts the work that returns every night, every half hour, every minute and every second; the result stops it. */
export function startSchedules(services: Services): () => void {
  const nightly = new Cron('17 3 * * *', { protect: true, unref: true }, () => cleanUp(services))
  // A machine that is off at night is cleaned up after a start.
  const missed = setTimeout(() => void cleanUpIfMissed(services), AFTER_START_MS).unref()
  const halfHourly = new Cron('*/30 * * * *', { protect: true, unref: true }, async () => {
    try {
      await sweepFiles(services)
      // Before their uploads are forgotten.
      await saveSilentRecordings(services)
      await sweepUploads(services)
      await clearUnfinishedFiles(services)
      await clearPreparedPages(services.db)
    } catch (error) {
      services.log.error({ err: error }, 'files without a page could not be swept; it is tried again')
    }
  })
  const everyMinute = new Cron('* * * * *', { protect: true, unref: true }, async () => {
    try {
      await saveResting(services)
    } catch (error) {
      services.log.error({ err: error }, 'pages at rest could not be saved as versions; it is tried again')
    }
  })
  const everySecond = new Cron('* * * * * *', { protect: true, unref: true }, async () => {
    try {
      await endLinks(services)
    } catch (error) {
      services.log.error({ err: error }, 'links to pages could not be ended; it is tried again')
    }
  })
  return () => {
    everySecond.stop()
    everyMinute.stop()
    nightly.stop()
    clearTimeout(missed)
    halfHourly.stop()
  }
}

/** Where it stands when the clean-up was done last. */
const lastFile = (dataDir: string): string => join(dataDir, 'cleaned-up.json')
/** After a start, in milliseconds: people who come back to the server are served first. */
const AFTER_START_MS = 10 * 60_000
const MISSED_MS = 20 * 3_600_000

/** Cleans up when that was not done for most of a day: a machine may be started a little earlier each morning. Never throws. */
export async function cleanUpIfMissed(services: Services, now: Date = new Date()): Promise<void> {
  const last = await readFile(lastFile(services.config.dataDir), 'utf8').then(
    (text) => Date.parse(JSON.parse(text) as string),
    () => Number.NaN,
  )
  if (now.getTime() - last < MISSED_MS) return
  await cleanUp(services, now)
}

/**
 * Empties the trash of what has been there too long (rulings 3), and forgets what has expired. What fails is logged, and keeps nothing
 * else from being done.
 */
export async function cleanUp(services: Services, now: Date = new Date()): Promise<void> {
  const { log, config } = services
  const done: Record<string, unknown> = {}
  for (const [name, step] of Object.entries(steps(services, now))) {
    try {
      const count = await step()
      if (typeof count === 'number') done[name] = count
    } catch (error) {
      log.error({ err: error, step: name }, 'a part of the nightly clean-up failed; it runs again tomorrow')
    }
  }
  await writeFile(lastFile(config.dataDir), JSON.stringify(now.toISOString()), { mode: 0o600 }).catch(
    (error: unknown) => log.warn({ err: error }, 'it could not be noted that the clean-up was done'),
  )
  log.info(done, 'nightly clean-up done')
}

/** The parts of it in their order, by what they are about; some answer how much there was. */
function steps(services: Services, now: Date): Record<string, () => Promise<unknown>> {
  const { db, live } = services
  const at = now.toISOString()
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
  return {
    async pages() {
      const pages = await purgeTrash(db, daysAgo(LIMITS.trashDays))
      live.recheckPages(pages)
      return pages.length
    },
    sessions: () => lapseSessions(db, now),
    codes: () => db.deleteFrom('verification').where('expiresAt', '<=', at).execute(),
    invitations: () => forgetInvitations(db, at),
    invites: () => forgetInvites(db, daysAgo(LIMITS.trashDays)),
    decisions: () => forgetDecisions(db, daysAgo(Math.max(POD.invitationDays, SHARE.inviteDays))),
    rates: () => db.deleteFrom('rate_limit').where('window_ends_at', '<=', at).execute(),
    notifications: () =>
      forgetNotifications(db, {
        read: daysAgo(LIMITS.readNotificationDays),
        any: daysAgo(LIMITS.notificationDays),
      }),
    happenings: () => forgetHappenings(db, daysAgo(LIMITS.notificationDays)),
    mentions: () => forgetMentions(db, now),
    answers: () => forgetAnswers(db, daysAgo(1)),
    resting: () => saveResting(services, now, true),
    versions: () => sweepVersions(db, now),
  }
}
