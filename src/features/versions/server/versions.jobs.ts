import type { Services } from '@/server/context'
import { LIMITS } from '@/shared/limits'
import { VERSIONS } from '../model'
import { deleteExpired, findProjection, listResting } from './versions.queries'
import { keepContent } from './versions.service'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Pages that came to rest longer ago are looked for once a night, such as after the server was off for a while. */
const LOOK_BACK_MS = 2 * DAY_MS
/** As many are saved in one go. */
const AT_ONCE = 50

const before = (now: Date, ms: number): string => new Date(now.getTime() - ms).toISOString()

/**
 * Saves every page that was changed and has been left alone for ten minutes since (rulings 4). One whose content is that of
 * its newest version is only noted. `all` looks at pages however long ago they were changed. Answers how many were looked at.
 */
export async function saveResting(
  { db, log }: Pick<Services, 'db' | 'log'>,
  now: Date = new Date(),
  all = false,
): Promise<number> {
  const since = all ? '' : before(now, LOOK_BACK_MS)
  const until = before(now, VERSIONS.idleMinutes * MINUTE_MS)
  const failed = new Set<string>()
  let looked = 0
  for (;;) {
    const ids = await listResting(db, { since, until, limit: AT_ONCE + failed.size })
    const next = ids.filter((id) => !failed.has(id))
    for (const documentId of next) {
      try {
        await saveProjection(db, documentId)
      } catch (error) {
        failed.add(documentId)
        log.error({ err: error, documentId }, 'a page could not be saved as a version; it is tried again')
      }
    }
    looked += next.length
    if (next.length < AT_ONCE) return looked
  }
}

async function saveProjection(db: Services['db'], documentId: string): Promise<void> {
  const page = await findProjection(db, documentId)
  if (!page) return
  await keepContent(
    { db },
    {
      documentId,
      reason: 'automatic',
      by: page.updated_by,
      title: page.title,
      json: page.content_rich,
      currentAt: page.updated_at,
    },
  )
}

/** Deletes the versions without a name that are older than rulings 4 say. Answers how many. */
export const sweepVersions = (db: Services['db'], now: Date): Promise<number> =>
  deleteExpired(db, before(now, LIMITS.versionDays * DAY_MS))
