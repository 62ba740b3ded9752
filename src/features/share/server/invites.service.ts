import { personNamed } from '@/features/accounts/server/accounts.service'
import { requireInheriting } from '@/features/pages/server/branch-rights'
import { settleAccess } from '@/features/pages/server/inherited-access'
import { lockTreeOf } from '@/features/pages/server/tree.service'
import { roleIn } from '@/features/pods/server/pods.service'
import { isDecidedSince } from '@/server/access/place-decisions'
import { provenEmail } from '@/server/access/proven-email'
import { requirePage } from '@/server/access/require-page'
import { hasBlocked } from '@/server/blocked-people'
import type { Db } from '@/server/db/db'
import { invitationToken } from '@/server/invitation-letter'
import { enqueue } from '@/server/jobs/queue'
import { noteHappening } from '@/server/outbox'
import { hashOfToken } from '@/server/token-hash'
import { AppError } from '@/shared/errors'
import { language } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import type { InviteToPage } from '../inputs'
import { type PageInvite, type SentInvite, SHARE, SHARE_WORDS } from '../model'
import { INVITE_LETTER } from './invite-letter.job'
import * as queries from './invites.queries'
import { deleteRequest, findGrant, findSharing } from './share.queries'
import {
  changeSharing,
  grant,
  grantAndTell,
  hasLevel,
  higher,
  requireMayGive,
  requireRoom,
  type ShareContext,
} from './share.service'

const DAY_SECONDS = 24 * 3_600

const now = () => new Date().toISOString()

/** The invitations to a page that wait for an answer. Whether the caller manages it has been asked. */
export async function listSentInvites(db: Db, documentId: string): Promise<SentInvite[]> {
  const rows = await queries.listForPage(db, documentId, now())
  return rows.map(({ id, email, username, level, created_at, expires_at }) => ({
    id,
    to: email ?? `@${username ?? ''}`,
    level,
    createdAt: created_at,
    expiresAt: expires_at,
  }))
}

/**
 * Invites somebody to a page: by username, or by an address, whether there is an account under it or not, which nobody is told
 * (R23). People of the page's pod have it at once; the others once they accept. Inviting again takes the place of the invitation
 * before. Somebody who has blocked the caller is not reached. Throws `bad-input` for oneself, `not-found` for a username that nobody has,
 * or somebody who has blocked the caller, `conflict` for somebody who has the page,
 * `rate-limited` for too many in a day.
 */
export async function invite(ctx: ShareContext, { id, email, username, level }: InviteToPage): Promise<void> {
  const { user } = ctx.caller
  await requirePage(ctx, id, 'manage')
  if (email !== undefined && email === user.email.toLowerCase())
    throw new AppError('bad-input', SHARE_WORDS.yourself)
  await ctx.limits.take(`share-invite:${user.id}`, SHARE.invitesADay, DAY_SECONDS)
  const userId = username === undefined ? null : await personNamed(ctx.db, username)
  if (username !== undefined && userId === null) throw new AppError('not-found', SHARE_WORDS.nobody)
  if (userId === user.id) throw new AppError('bad-input', SHARE_WORDS.yourself)
  const inviteId = newId()
  await changeSharing(ctx, id, async (trx, { row }) => {
    await requireMayGive(trx, ctx, id, level)
    if (userId !== null) {
      if ((await findGrant(trx, id, userId)) !== null) throw new AppError('conflict', SHARE_WORDS.already)
      if ((await roleIn(trx, userId, row.pod_id)) !== null) {
        await deleteRequest(trx, { documentId: id, userId })
        return grantAndTell(trx, { documentId: id, userId, level, by: user.id })
      }
      if (await hasBlocked(trx, userId, user.id)) throw new AppError('not-found', SHARE_WORDS.nobody)
    }
    for (const before of await queries.listForPage(trx, id, now()))
      if (userId === null ? before.email === email : before.user_id === userId)
        await queries.endInvite(trx, before.id, false)
    await requireRoom(trx, id, 1)
    await queries.insertInvite(trx, {
      id: inviteId,
      document_id: id,
      email: email ?? null,
      user_id: userId,
      level,
      token_hash: email === undefined ? null : hashOfToken(invitationToken(ctx.config, inviteId)),
      invited_by: user.id,
      created_at: now(),
      expires_at: new Date(Date.now() + SHARE.inviteDays * DAY_SECONDS * 1000).toISOString(),
    })
    if (userId === null) {
      const about = { invite: inviteId, language: language() }
      return enqueue(trx, INVITE_LETTER, about, { userId: user.id })
    }
    const happening = { kind: 'DOCUMENT_SHARED', userId, actorId: user.id, documentId: id } as const
    await noteHappening(trx, { ...happening, data: { level, invited: 'yes' } })
  })
  if (userId !== null) ctx.live.recheckUser(userId)
}

/** Takes an invitation back, and answers its page. For who manages its page; `not-found` for everybody else and when it is over. */
export async function revokeInvite(ctx: ShareContext, inviteId: string): Promise<{ documentId: string }> {
  const found = await queries.findInvite(ctx.db, inviteId)
  const gone = () => new AppError('not-found', SHARE_WORDS.inviteGone)
  const { id: userId } = ctx.caller.user
  if (!found || !(await hasLevel(ctx.db, userId, found.document_id, 'manage'))) throw gone()
  await changeSharing(ctx, found.document_id, async (trx) => {
    const still = await queries.findInvite(trx, inviteId)
    if (!still || still.ended_at !== null) throw gone()
    await queries.endInvite(trx, inviteId, false)
  })
  return { documentId: found.document_id }
}

/** What waits for the caller, without those of people who may not share the page any more. */
export async function listInvites({ db, caller }: ShareContext): Promise<PageInvite[]> {
  const { id } = caller.user
  const rows = await queries.listForPerson(db, { id, email: await provenEmail(db, id) }, now())
  const shown: PageInvite[] = []
  for (const row of rows) {
    if (!(await hasLevel(db, row.invited_by, row.document_id, 'manage')) || (await isOver(db, id, row)))
      continue
    shown.push({
      id: row.id,
      invitedBy: { name: row.name, username: row.username },
      level: row.level,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    })
  }
  return shown
}

/** Has it been decided since who this person is on the page, or in its pod? */
async function isOver(db: Db, userId: string, row: queries.SentTo): Promise<boolean> {
  const page = await findSharing(db, row.document_id)
  const { document_id: placeId, email, created_at: createdAt } = row
  return isDecidedSince(db, { placeId, ...(page && { podId: page.podId }), userId, email, createdAt })
}

type Named = { id: string } | { token: string }

/**
 * The invitation that the caller names, which must be theirs. By its token it says what is wrong with it, to people who hold the
 * letter; by its id somebody else's is answered like none.
 */
async function requireInvite(db: Db, ctx: ShareContext, named: Named) {
  const byToken = 'token' in named
  const found = byToken
    ? await queries.findByToken(db, hashOfToken(named.token))
    : await queries.findInvite(db, named.id)
  const gone = () => new AppError('not-found', SHARE_WORDS.inviteGone)
  if (!found) throw gone()
  const { id } = ctx.caller.user
  const isTheirs =
    found.user_id === id || (found.email !== null && found.email === (await provenEmail(db, id)))
  if (!isTheirs) throw byToken ? new AppError('forbidden', SHARE_WORDS.inviteOther) : gone()
  if (found.accepted === 1) throw new AppError('conflict', SHARE_WORDS.inviteUsed)
  if (found.ended_at !== null) throw gone()
  if (found.expires_at <= now()) throw new AppError('conflict', SHARE_WORDS.inviteOver)
  if (await isOver(db, id, found)) throw gone()
  // An invitation is worth what its author may still give.
  if (!(await hasLevel(db, found.invited_by, found.document_id, 'manage'))) throw gone()
  return found
}

/** How many invitations somebody can try in a minute. */
const TRIED_A_MINUTE = 60

/** The caller takes what they are invited to; the invitation is used up. Answers the page. */
export async function acceptInvite(ctx: ShareContext, named: Named): Promise<{ id: string }> {
  const userId = ctx.caller.user.id
  await ctx.limits.take(`accept-invite:${userId}`, TRIED_A_MINUTE, 60)
  const { document_id: id } = await requireInvite(ctx.db, ctx, named)
  await ctx.db.transaction().execute(async (trx) => {
    if ((await lockTreeOf(trx, id)) === null) throw new AppError('not-found', SHARE_WORDS.inviteGone)
    const found = await requireInvite(trx, ctx, named)
    if ((await findSharing(trx, id))?.isInTrash !== false)
      throw new AppError('not-found', SHARE_WORDS.inviteGone)
    // Pages can have been made inside since, by people who did not mean to give them away.
    if (found.level === 'manage')
      await requireInheriting({ db: trx, caller: { user: { id: found.invited_by } } }, id).catch(() => {
        throw new AppError('not-found', SHARE_WORDS.inviteGone)
      })
    // What somebody has already is never made less by accepting more.
    const level = higher(await findGrant(trx, id, userId), found.level)
    // It gives its place to them, also on a page that is full.
    await queries.endInvite(trx, found.id, true)
    await grant(trx, { documentId: id, userId, level, by: found.invited_by })
    await deleteRequest(trx, { documentId: id, userId })
    await settleAccess(trx, [id])
  })
  ctx.live.recheckUser(userId)
  return { id }
}

/** The caller does not want it. */
export async function declineInvite(ctx: ShareContext, inviteId: string): Promise<{ id: string }> {
  await ctx.db.transaction().execute(async (trx) => {
    const { document_id: id } = await requireInvite(trx, ctx, { id: inviteId })
    await lockTreeOf(trx, id)
    // It may have been accepted in another tab meanwhile.
    await requireInvite(trx, ctx, { id: inviteId })
    await queries.endInvite(trx, inviteId, false)
  })
  return { id: inviteId }
}

/** Forgets the invitations that had expired by then (ISO 8601). */
export const forgetInvites = (db: Db, before: string): Promise<void> => queries.deleteOver(db, before)
