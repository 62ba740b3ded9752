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
  const nightly = new Cron('17 3 * * *', { protect: true, unref: true }, async () => {
    try {
      await cleanUp(services)
    } catch (error) {
      services.log.error({ err: error }, 'the nightly clean-up failed; it runs again tomorrow')
    }
  })
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
    halfHourly.stop()
  }
}

/** Empties the trash of what has been there too long (rulings 3), and forgets what has expired. */
export async function cleanUp(services: Services, now: Date = new Date()): Promise<void> {
  const { db, live, log } = services
  const at = now.toISOString()
  const pages = await purgeTrash(db, new Date(now.getTime() - LIMITS.trashDays * DAY_MS).toISOString())
  live.recheckPages(pages)
  const sessions = await lapseSessions(db, now)
  await db.deleteFrom('verification').where('expiresAt', '<=', at).execute()
  await forgetInvitations(db, at)
  await forgetInvites(db, new Date(now.getTime() - LIMITS.trashDays * DAY_MS).toISOString())
  const lastsLongest = Math.max(POD.invitationDays, SHARE.inviteDays)
  await forgetDecisions(db, new Date(now.getTime() - lastsLongest * DAY_MS).toISOString())
  await db.deleteFrom('rate_limit').where('window_ends_at', '<=', at).execute()
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
  const notifications = await forgetNotifications(db, {
    read: daysAgo(LIMITS.readNotificationDays),
    any: daysAgo(LIMITS.notificationDays),
  })
  await forgetHappenings(db, daysAgo(LIMITS.notificationDays))
  await forgetMentions(db, now)
  await forgetAnswers(db, daysAgo(1))
  await saveResting(services, now, true)
  const versions = await sweepVersions(db, now)
  log.info({ pages: pages.length, versions, notifications, sessions }, 'nightly clean-up done')
}
