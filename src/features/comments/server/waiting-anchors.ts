import { hasIds } from '@/document'
import type { Services } from '@/server/context'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { AnchoredRange } from '../model'
import * as queries from './comments.queries'

/*
 * Discussions about characters that had not reached the server when they were begun: a comment may overtake the words that it is
 * about. Each is anchored as soon as an edit has brought them.
 */

/** The discussions that one edit of the page has looked at, however many wait. */
const MOST_LOOKED_FOR = 50

type Waiting = Pick<Services, 'db' | 'live' | 'log'>

/** A page that is listened to: `isAgain` when an edit came while the last one was looked at. */
interface Turn {
  isAgain: boolean
  isAtWork: boolean
  work(): void
}

/** The pages that each run of the server listens to. */
const listening = new WeakMap<Waiting['live'], Map<string, Turn>>()

/** Anchors what waits on a page, now and with each edit until nothing waits any more. */
export function anchorWhenThere(services: Waiting, documentId: string): void {
  const { live } = services
  const pages = listening.get(live) ?? new Map<string, Turn>()
  listening.set(live, pages)
  const known = pages.get(documentId)
  const turn: Turn = known ?? { isAgain: false, isAtWork: false, work: () => undefined }
  const work = async () => {
    turn.isAgain = true
    if (turn.isAtWork) return
    turn.isAtWork = true
    try {
      let isLeft = true
      while (turn.isAgain) {
        turn.isAgain = false
        isLeft = await anchorWaiting(services, documentId)
      }
      if (isLeft) return
      stop()
      pages.delete(documentId)
    } catch (error) {
      // They are tried again with the next edit, and by the next run of the server.
      services.log.error({ err: error, documentId }, 'discussions that wait could not be anchored')
    } finally {
      turn.isAtWork = false
    }
  }
  if (known) {
    known.work()
    return
  }
  turn.work = () => void work()
  pages.set(documentId, turn)
  const stop = live.onEdit(documentId, turn.work)
  turn.work()
}

/** After a start: what an earlier run of the server has left waiting. */
export async function anchorLeftWaiting(services: Waiting): Promise<void> {
  for (const documentId of await queries.pagesWaiting(services.db)) anchorWhenThere(services, documentId)
}

/** Answers whether some still wait. */
async function anchorWaiting({ db, live }: Waiting, documentId: string): Promise<boolean> {
  const waiting = await queries.listWaiting(db, documentId, MOST_LOOKED_FOR)
  if (waiting.length === 0) return false
  // Written by this feature alone.
  const all = waiting.map(({ id, ranges }) => ({
    id,
    stored: ranges,
    ranges: JSON.parse(ranges) as AnchoredRange[],
  }))
  const there = await live.read(documentId, (doc) => all.filter(({ ranges }) => hasIds(doc, ranges)))
  let isAnyLeft = there.length < all.length || all.length === MOST_LOOKED_FOR
  for (const { id, stored, ranges } of there) {
    let isThere = false
    await live
      .annotate(
        documentId,
        null,
        (doc) => {
          isThere = hasIds(doc, ranges)
          return { discussion: id, ranges: isThere ? ranges : [] }
        },
        async (trx) => {
          if (!isThere) return
          const change = await queries.nextChange(trx, documentId)
          // It may have been taken away, or put elsewhere, while this waited for its turn.
          const row = await queries.findDiscussion(trx, id)
          if (row?.is_waiting !== 1 || row.removed_at !== null || row.ranges !== stored)
            throw new Superseded()
          await queries.updateDiscussion(trx, id, { is_waiting: 0, change })
        },
      )
      .catch((error: unknown) => {
        if (!(error instanceof Superseded)) throw error
        isThere = false
      })
    isAnyLeft ||= !isThere
    if (isThere) live.tellReview(documentId)
  }
  return isAnyLeft
}

class Superseded extends AppError {
  constructor() {
    super('conflict', t('The comment was put elsewhere meanwhile'))
  }
}
