import { UNTITLED } from '@/features/pages/model'
import { rankOf } from '@/server/access/level-rank'
import { accessOf, peopleWith } from '@/server/access/page-access'
import type { Db } from '@/server/db/db'
import { noteHappening } from '@/server/outbox'
import { AppError } from '@/shared/errors'
import { newId } from '@/shared/ids'
import type { Level } from '@/shared/permissions'
import type { RequestAccess } from '../inputs'
import { type AccessRequest, SHARE, SHARE_WORDS } from '../model'
import * as queries from './share.queries'
import { changeSharing, grant, hasLevel, higher, requireMayGive, type ShareContext } from './share.service'

/** How many of a page's owners are told of a request. */
const MOST_TOLD = 20

/**
 * Asks the owners of a page to be let in, or for more than one has. The answer is the same whether there is such a page or not, so
 * that asking tells nobody which ids are pages. Throws `rate-limited` for the second time in a day, and for many.
 */
export async function requestAccess(
  ctx: ShareContext,
  { id, level, message }: RequestAccess,
): Promise<{ requested: true }> {
  const userId = ctx.caller.user.id
  await ctx.limits.take(`access-requests:${userId}`, SHARE.requestsAnHour, 3_600)
  await ctx.limits.take(`access-request:${userId}:${id}`, SHARE.requestsADay, 24 * 3_600)
  await ctx.db.transaction().execute(async (trx) => {
    const access = await accessOf(trx, userId, id)
    // A page in the trash is asked for in vain, like one that is not there.
    if (access === null || access.archived || (access.level && rankOf(access.level) >= rankOf(level))) return
    if ((await queries.countRequests(trx, id)) >= SHARE.people) return
    await queries.saveRequest(trx, {
      id: newId(),
      document_id: id,
      user_id: userId,
      level,
      message,
      created_at: new Date().toISOString(),
    })
    for (const owner of await ownersOf(trx, id))
      await noteHappening(trx, {
        kind: 'ACCESS_REQUESTED',
        userId: owner,
        actorId: userId,
        documentId: id,
        data: { level },
      })
  })
  return { requested: true }
}

async function ownersOf(db: Db, id: string): Promise<string[]> {
  const people = await peopleWith(db, id)
  return [...people]
    .flatMap(([userId, { rank }]) => (rank === rankOf('manage') ? userId : []))
    .slice(0, MOST_TOLD)
}

/** The open requests for the pages that the caller manages, or for one of them, the newest first. */
export async function listRequests(ctx: ShareContext, id: string | undefined): Promise<AccessRequest[]> {
  const rows = await queries.listRequests(ctx.db, ctx.caller.user.id, id, SHARE.people)
  return rows.map((row) => ({
    id: row.id,
    documentId: row.document_id,
    title: row.title || UNTITLED(),
    person: { name: row.name, username: row.username },
    level: row.level,
    message: row.message,
    createdAt: row.created_at,
  }))
}

/** Lets somebody in who has asked, at any level, or not (`null`). For who manages the page; `not-found` for everybody else. */
export async function answerRequest(
  ctx: ShareContext,
  { id, level }: { id: string; level: Level | null },
): Promise<{ id: string }> {
  const found = await queries.findRequest(ctx.db, id)
  const gone = () => new AppError('not-found', SHARE_WORDS.requestGone)
  const actorId = ctx.caller.user.id
  if (!found || !(await hasLevel(ctx.db, actorId, found.document_id, 'manage'))) throw gone()
  const { document_id: documentId, user_id: userId } = found
  await changeSharing(ctx, documentId, async (trx) => {
    if ((await queries.findRequest(trx, id)) === null) throw gone()
    await queries.deleteRequest(trx, { documentId, userId })
    if (level !== null) {
      await requireMayGive(trx, ctx, documentId, level)
      await grant(trx, {
        documentId,
        userId,
        level: higher(await queries.findGrant(trx, documentId, userId), level),
        by: actorId,
      })
    }
    const happening = { kind: 'ACCESS_ANSWERED', userId, actorId, documentId } as const
    await noteHappening(trx, { ...happening, data: { level } })
  })
  ctx.live.recheckUser(userId)
  return { id }
}
