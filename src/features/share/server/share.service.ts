import { requireInheriting } from '@/features/pages/server/branch-rights'
import { keepFirstOwner, settleAccess } from '@/features/pages/server/inherited-access'
import { idsBelow, lockTreeOf } from '@/features/pages/server/tree.service'
import { roleIn } from '@/features/pods/server/pods.service'
import { levelOfRank, rankOf } from '@/server/access/level-rank'
import { accessOf } from '@/server/access/page-access'
import { noteDecision } from '@/server/access/place-decisions'
import { listInviting, listLinked, openWay } from '@/server/access/privacy'
import { type RequiredPage, requirePage } from '@/server/access/require-page'
import type { SignedInContext } from '@/server/context'
import type { Db } from '@/server/db/db'
import { noteHappening } from '@/server/outbox'
import { AppError } from '@/shared/errors'
import type { Level } from '@/shared/permissions'
import { SHARE, SHARE_WORDS } from '../model'
import { endInvitesOf, listForPage } from './invites.queries'
import * as queries from './share.queries'

/** What sharing needs of the running server, and who asks. */
export type ShareContext = Pick<SignedInContext, 'db' | 'live' | 'limits' | 'config' | 'mail' | 'caller'>

/**
 * Changes who has a page, one after the other in a pod: under its lock, for somebody who manages it by then, with everything that
 * follows from it worked out anew. Throws like `requirePage`, and `conflict` when a restricted page would be left without an owner, or
 * the page went into another pod meanwhile.
 */
export async function changeSharing<Result>(
  ctx: ShareContext,
  id: string,
  change: (trx: Db, page: RequiredPage) => Promise<Result>,
): Promise<Result> {
  await requirePage(ctx, id, 'manage')
  await takeChange(ctx, id)
  return ctx.db.transaction().execute(async (trx) => {
    await lockTreeOf(trx, id)
    const page = await requirePage({ ...ctx, db: trx }, id, 'manage')
    const before = await ownerless(trx, id)
    const result = await change(trx, page)
    await settleAccess(trx, [id])
    await requireOwners(trx, id, before)
    return result
  })
}

/** Counts a change, by how many pages it counts in. */
async function takeChange(ctx: ShareContext, id: string): Promise<void> {
  const pages = (await idsBelow(ctx.db, id)).length
  const uses = Math.min(SHARE.changesAMinute / 10, 1 + Math.floor(pages / 1_000))
  await ctx.limits.take(`share:${ctx.caller.user.id}`, SHARE.changesAMinute, 60, uses)
}

/**
 * In `changeSharing`, before somebody is given a page: throws `forbidden` for one that was nobody's but its pod's until now, when
 * pages of others lie inside. They may have been put there by people who could not share them; from now on that takes their owners
 * (`movePage`). An owner has all that lies inside, which takes the owner of all of it.
 */
export async function requireMayGive(trx: Db, ctx: ShareContext, id: string, level: Level): Promise<void> {
  if (level === 'manage' || !(await isGiven(trx, id))) await requireInheriting({ ...ctx, db: trx }, id)
}

/** Does the page itself say that somebody has it, or can come to have it? */
async function isGiven(trx: Db, id: string): Promise<boolean> {
  const now = new Date().toISOString()
  const ways = [queries.listGrants(trx, [id]), listLinked(trx, [id], now), listInviting(trx, [id], now)]
  return (await Promise.all(ways)).some((found) => found.length > 0)
}

/** The page and those in it that nobody owns, where the pod's owners do not. */
const ownerless = async (trx: Db, id: string): Promise<string[]> =>
  queries.listOwnerless(trx, await idsBelow(trx, id))

/** Throws `conflict` when such a page has lost its owner. One whose owner deleted their account has had none `before`. */
async function requireOwners(trx: Db, id: string, before: readonly string[]): Promise<void> {
  const known = new Set(before)
  if ((await ownerless(trx, id)).some((page) => !known.has(page)))
    throw new AppError('conflict', SHARE_WORDS.lastOwner)
}

/**
 * Gives somebody another role on a page. For people who have it already and those of its pod; anybody else is invited. Throws
 * `bad-input` for oneself, `not-found` for anybody else.
 */
export async function setRole(
  ctx: ShareContext,
  { id, userId, level }: { id: string; userId: string; level: Level },
): Promise<void> {
  if (userId === ctx.caller.user.id) throw new AppError('bad-input', SHARE_WORDS.ownRole)
  await changeSharing(ctx, id, async (trx, { row }) => {
    const way = await openWay(trx, id)
    const has = (await queries.listGrants(trx, way)).some((grant) => grant.user_id === userId)
    const isInPod = (await roleIn(trx, userId, row.pod_id)) !== null
    if (!has && !isInPod) throw new AppError('not-found', SHARE_WORDS.inviteFirst)
    await requireMayGive(trx, ctx, id, level)
    await grantAndTell(trx, { documentId: id, userId, level, by: ctx.caller.user.id })
    await queries.deleteRequest(trx, { documentId: id, userId })
    // An invitation from before would make more of it again.
    await endInvitesOf(trx, id, userId)
    await noteDecision(trx, { placeId: id, userId })
  })
  ctx.live.recheckUser(userId)
}

interface Grant {
  documentId: string
  userId: string
  level: Level
  by: string
}

/** Under the pod's lock: gives somebody a page. Answers whether they had none of their own to it before. */
export async function grant(trx: Db, given: Grant): Promise<boolean> {
  const before = await queries.findGrant(trx, given.documentId, given.userId)
  await requireRoom(trx, given.documentId, before === null ? 1 : 0)
  await queries.saveGrant(trx, given)
  return before === null
}

/** The same for somebody who has not asked for it: notes that they are to be told. */
export async function grantAndTell(trx: Db, given: Grant): Promise<void> {
  if (!(await grant(trx, given))) return
  const { documentId, userId, by: actorId, level } = given
  await noteHappening(trx, { kind: 'DOCUMENT_SHARED', userId, actorId, documentId, data: { level } })
}

/** Throws `too-large` when a page has no room for this many more people and invitations. */
export async function requireRoom(trx: Db, id: string, more: number): Promise<void> {
  const people =
    (await queries.listGrants(trx, [id])).length +
    (await listForPage(trx, id, new Date().toISOString())).length
  if (people + more > SHARE.people) throw new AppError('too-large', SHARE_WORDS.full)
}

/** Takes somebody off a page, or leaves it; their sockets close at once. Throws `conflict` when it comes from a page above. */
export async function removePerson(
  ctx: ShareContext,
  { id, userId }: { id: string; userId: string },
): Promise<{ id: string }> {
  const remove = async (trx: Db) => {
    const has =
      (await queries.findGrant(trx, id, userId)) !== null || (await queries.hasUsedLink(trx, id, userId))
    if (!has) {
      const way = await openWay(trx, id)
      const above = (await queries.listGrants(trx, way)).some((other) => other.user_id === userId)
      throw above
        ? new AppError('conflict', SHARE_WORDS.inherited)
        : new AppError('not-found', SHARE_WORDS.notOn)
    }
    await queries.deleteGrant(trx, id, userId)
    await queries.deleteRequest(trx, { documentId: id, userId })
    // Nor do they come back by an invitation that was still open beside the one they took, or by an old letter.
    await endInvitesOf(trx, id, userId)
    await noteDecision(trx, { placeId: id, userId })
  }
  if (userId === ctx.caller.user.id) await leave(ctx, id, remove)
  else await changeSharing(ctx, id, remove)
  ctx.live.recheckUser(userId)
  return { id }
}

/** Everybody may leave what was shared with them, except its last owner where there must be one. */
async function leave(ctx: ShareContext, id: string, remove: (trx: Db) => Promise<void>): Promise<void> {
  await requirePage(ctx, id, 'view')
  await ctx.db.transaction().execute(async (trx) => {
    await lockTreeOf(trx, id)
    await requirePage({ ...ctx, db: trx }, id, 'view')
    const before = await ownerless(trx, id)
    await remove(trx)
    await settleAccess(trx, [id])
    await requireOwners(trx, id, before)
  })
}

/** Only those who are invited to the page see it (restricted), or its pod's people and those of the pages above as well. */
export async function setInheritance(
  ctx: ShareContext,
  { id, isRestricted }: { id: string; isRestricted: boolean },
): Promise<void> {
  const inside = await changeSharing(ctx, id, async (trx) => {
    // It takes the page from the pod's people, or gives it to them, and with it what others have put inside.
    await requireInheriting({ ...ctx, db: trx }, id)
    // A person who restricts a page must not shut themselves out.
    if (isRestricted) await keepFirstOwner(trx, id, ctx.caller.user.id)
    await queries.setRestricted(trx, id, isRestricted)
    return idsBelow(trx, id)
  })
  ctx.live.recheckPages(inside)
  ctx.live.tellChanged(inside)
}

/** Does the person have this level on the page at least, right now? */
export async function hasLevel(db: Db, userId: string, id: string, level: Level): Promise<boolean> {
  const has = (await accessOf(db, userId, id))?.level ?? null
  return has !== null && rankOf(has) >= rankOf(level)
}

/** The higher of two levels; null counts as none. */
export const higher = (a: Level | null, b: Level): Level =>
  levelOfRank(Math.max(a === null ? 0 : rankOf(a), rankOf(b))) ?? b
