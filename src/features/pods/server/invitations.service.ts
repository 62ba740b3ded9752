import { personNamed } from '@/features/accounts/server/accounts.service'
import { hasBlocked } from '@/server/blocked-people'
import type { SignedInContext } from '@/server/context'
import type { Db } from '@/server/db/db'
import { lockPerson } from '@/server/db/lock-person'
import type { PodInvitationRow } from '@/server/db/schema'
import { AppError } from '@/shared/errors'
import { newId } from '@/shared/ids'
import type { AcceptInvitation, AddPodMember } from '../inputs'
import {
  type GuestPod,
  POD,
  POD_WORDS,
  type Pod,
  type PodInvitation,
  type PodPerson,
  type SentInvitation,
} from '../model'
import * as queries from './invitations.queries'
import {
  acceptLetter,
  declineLetter,
  forgetLetters,
  inviteAddress,
  isLetter,
  listLetters,
  listSentLetters,
  withdrawLetter,
} from './pod-letters.service'
import * as pods from './pods.queries'
import { joinedPod, type PodsContext, requirePod } from './pods.service'

const DAY_MS = 24 * 3_600_000

const nowText = () => new Date().toISOString()

/**
 * Invites somebody into the pod, by their username or by an address (`inviteAddress`). A username is public already; who has an
 * account under an address is told to nobody (R23). Until they accept, they see of the pod its name alone, and
 * its people see of them the username alone. For the pod's owners. Throws `conflict` for somebody who is in it or invited
 * already, `too-large` where no more fit, `rate-limited` for too many and for who has declined too often.
 */
export async function invitePerson(
  ctx: PodsContext & Pick<SignedInContext, 'limits' | 'caller'>,
  { podId, username, email, role }: AddPodMember,
): Promise<SentInvitation> {
  if (email !== undefined) return inviteAddress(ctx, { podId, email, role })
  const inviter = ctx.caller.user.id
  const { pod } = await requirePod(ctx.db, inviter, podId, 'owner')
  if (pod.is_personal === 1) throw new AppError('bad-input', POD_WORDS.personalIsOwn)
  await ctx.limits.take(`pod-invite:${inviter}`, POD.invitedAnHour, 3_600)
  const userId = await personNamed(ctx.db, username ?? '')
  if (userId === null) throw new AppError('not-found', POD_WORDS.nobody)
  return ctx.db.transaction().execute(async (trx) => {
    // The person's row first: they may be invited into several pods at once.
    await lockPerson(trx, userId)
    await pods.lockPod(trx, podId)
    await requirePod(trx, inviter, podId, 'owner')
    const people = await pods.listPeople(trx, podId)
    if (people.some((person) => person.id === userId && (person.role !== 'guest' || role === 'guest')))
      throw new AppError('conflict', POD_WORDS.already)
    if (await hasBlocked(trx, userId, inviter)) throw new AppError('not-found', POD_WORDS.nobody)
    const at = nowText()
    const waiting = await queries.listForPod(trx, podId, at)
    const before = await queries.findOf(trx, podId, userId)
    if (before && waiting.some(({ id }) => id === before.id))
      throw new AppError('conflict', POD_WORDS.invited)
    const isRecent = before !== null && before.expires_at > at
    if (isRecent && before.declined >= POD.declined) throw new AppError('rate-limited', POD_WORDS.declined)
    const letters = await listSentLetters(trx, podId)
    if (people.length + waiting.length + letters.length >= POD.people)
      throw new AppError('too-large', POD_WORDS.full)
    if ((await queries.countForPerson(trx, userId, at)) >= POD.waiting)
      throw new AppError('too-large', POD_WORDS.waiting)
    const row: PodInvitationRow = {
      id: newId(),
      pod_id: podId,
      user_id: userId,
      invited_by: inviter,
      role,
      created_at: at,
      expires_at: new Date(Date.parse(at) + POD.invitationDays * DAY_MS).toISOString(),
      ended_at: null,
      declined: isRecent ? before.declined : 0,
    }
    await queries.saveInvitation(trx, row)
    const sent = (await listSent(trx, podId)).find(({ id }) => id === row.id)
    if (!sent) throw new AppError('not-found', POD_WORDS.nobody)
    return sent
  })
}

/** The invitations into a pod that wait for an answer. Whether the caller owns it has been asked. */
async function listSent(db: Db, podId: string): Promise<SentInvitation[]> {
  const rows = await queries.listForPod(db, podId, nowText())
  return rows.map(({ id, username, role, created_at, expires_at }) => ({
    id,
    username,
    email: null,
    role,
    createdAt: created_at,
    expiresAt: expires_at,
  }))
}

/** Who is in the pod and, for its owners, who is invited. */
export async function listPeople(
  { db, caller }: PodsContext,
  podId: string,
): Promise<{ members: PodPerson[]; invitations: SentInvitation[] }> {
  const { role } = await requirePod(db, caller.user.id, podId, 'member')
  const members = await pods.listPeople(db, podId)
  if (role !== 'owner') return { members, invitations: [] }
  return { members, invitations: [...(await listSent(db, podId)), ...(await listSentLetters(db, podId))] }
}

/** The invitations that wait for the caller, the newest first. */
export async function listInvitations(ctx: PodsContext): Promise<PodInvitation[]> {
  const { db, caller } = ctx
  const rows = await queries.listForPerson(db, caller.user.id, nowText())
  const letters = await listLetters(ctx)
  const invited = rows.map((row) => ({
    id: row.id,
    podName: row.podName,
    // A name can be the address that somebody signed up with.
    invitedBy: {
      name: row.inviterName.includes('@') ? (row.inviterUsername ?? '') : row.inviterName,
      username: row.inviterUsername,
    },
    role: row.role,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }))
  return [...invited, ...letters].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
}

/** Takes the caller into the pod that they are invited to. Throws `not-found` when the invitation is not theirs or is over. */
export async function acceptInvitation(ctx: PodsContext, named: AcceptInvitation): Promise<Pod | GuestPod> {
  const { db, live, caller } = ctx
  if ('token' in named || (await isLetter(db, named.id))) return acceptLetter(ctx, named)
  const { id } = named
  const userId = caller.user.id
  const podId = await db.transaction().execute(async (trx) => {
    const invitation = await requireOwn(trx, userId, id)
    const { pod_id, role } = invitation
    await pods.lockPod(trx, pod_id)
    // Withdrawn, or answered in another tab, while this one waited.
    await requireOwn(trx, userId, id)
    const people = await pods.listPeople(trx, pod_id)
    const before = people.find((person) => person.id === userId)
    if (!before && people.length >= POD.people) throw new AppError('too-large', POD_WORDS.full)
    if (before?.role === 'guest') await pods.setRole(trx, pod_id, userId, role)
    else if (!before) await pods.insertMember(trx, { pod_id, user_id: userId, role, created_at: nowText() })
    await queries.deleteInvitation(trx, id)
    return pod_id
  })
  live.recheckUser(userId)
  return joinedPod(db, userId, podId)
}

/** The caller does not want to be in the pod. Throws like {@link acceptInvitation}. */
export async function declineInvitation(ctx: PodsContext, id: string): Promise<{ id: string }> {
  const { db, caller } = ctx
  if (await isLetter(db, id)) return declineLetter(ctx, id)
  await db.transaction().execute(async (trx) => {
    const { pod_id } = await requireOwn(trx, caller.user.id, id)
    await pods.lockPod(trx, pod_id)
    const { declined } = await requireOwn(trx, caller.user.id, id)
    await queries.endInvitation(trx, id, { ended_at: nowText(), declined: declined + 1 })
  })
  return { id }
}

/** Forgets the invitations that were over by then (ISO 8601). */
export async function forgetInvitations(db: Db, before: string): Promise<void> {
  await queries.deleteOver(db, before)
  await forgetLetters(db, before)
}

/** Takes an invitation back. For the owners of its pod; throws `not-found` for everybody else and when it is over. */
export async function withdrawInvitation(ctx: PodsContext, id: string): Promise<{ id: string }> {
  const { db, caller } = ctx
  if (await isLetter(db, id)) return withdrawLetter(ctx, id)
  await db.transaction().execute(async (trx) => {
    const found = await queries.findOpen(trx, id, nowText())
    if (!found) throw gone()
    await pods.lockPod(trx, found.pod_id)
    const still = await queries.findOpen(trx, id, nowText())
    const mine = await pods.findMembership(trx, caller.user.id, found.pod_id)
    if (!still || mine?.role !== 'owner') throw gone()
    await queries.endInvitation(trx, id, { ended_at: nowText(), declined: still.declined })
  })
  return { id }
}

async function requireOwn(trx: Db, userId: string, id: string): Promise<PodInvitationRow> {
  const found = await queries.findOpen(trx, id, nowText())
  if (found?.user_id !== userId) throw gone()
  return found
}

const gone = () => new AppError('not-found', POD_WORDS.invitationGone)
