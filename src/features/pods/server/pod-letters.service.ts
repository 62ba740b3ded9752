import { isAnyDecidedSince, isDecidedSince } from '@/server/access/place-decisions'
import { provenEmail } from '@/server/access/proven-email'
import type { SignedInContext } from '@/server/context'
import type { Db } from '@/server/db/db'
import type { PodLetterRow } from '@/server/db/schema'
import { invitationToken } from '@/server/invitation-letter'
import { enqueue } from '@/server/jobs/queue'
import { hashOfToken } from '@/server/token-hash'
import { AppError } from '@/shared/errors'
import { language } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import {
  type GuestPod,
  IN_IT_YOURSELF,
  OTHER_ADDRESS,
  POD,
  POD_ROLES,
  POD_WORDS,
  type Pod,
  type PodInvitation,
  type PodRole,
  type SentInvitation,
} from '../model'
import * as invitations from './invitations.queries'
import { POD_LETTER_JOB } from './pod-letter.job'
import * as queries from './pod-letters.queries'
import * as pods from './pods.queries'
import { joinedPod, type PodsContext, requirePod } from './pods.service'

/* Invitations to pods that go to an address. Only who has proved that the address is theirs can answer them (R24). */

const DAY_SECONDS = 24 * 3_600
/** How many tokens somebody can try in a minute. */
const TRIED_A_MINUTE = 60

const nowText = () => new Date().toISOString()
const gone = () => new AppError('not-found', POD_WORDS.invitationGone)

/**
 * Invites somebody into a pod by an address. Nobody is told whether there is an account under it, or whether its person is in the pod
 * (R23). For the pod's owners. Throws `bad-input` for the caller's own address, `conflict` for one that is invited already,
 * `too-large` where no more fit, `rate-limited` for too many and for who has declined too often.
 */
export async function inviteAddress(
  ctx: PodsContext & Pick<SignedInContext, 'caller'>,
  { podId, email, role }: { podId: string; email: string; role: PodRole },
): Promise<SentInvitation> {
  const { user } = ctx.caller
  const { pod } = await requirePod(ctx.db, user.id, podId, 'owner')
  if (pod.is_personal === 1) throw new AppError('bad-input', POD_WORDS.personalIsOwn)
  if (email === user.email.toLowerCase()) throw new AppError('bad-input', IN_IT_YOURSELF())
  await ctx.limits.take(`pod-letter:${user.id}`, POD.lettersADay, DAY_SECONDS)
  const id = newId()
  const row = await ctx.db.transaction().execute(async (trx) => {
    await pods.lockPod(trx, podId)
    await requirePod(trx, user.id, podId, 'owner')
    const at = nowText()
    const waiting = await queries.listForPod(trx, podId, at)
    const sent = waiting.find((one) => one.email === email)
    // It may be over for them since: a new one takes its place. Whose role was decided is told to nobody.
    if (sent && !(await isAnyDecidedSince(trx, podId, sent.created_at)))
      throw new AppError('conflict', POD_WORDS.invited)
    const before = await queries.findOf(trx, podId, email)
    const isRecent = before !== null && before.expires_at > at
    if (isRecent && before.declined >= POD.declined) throw new AppError('rate-limited', POD_WORDS.declined)
    const taken = (await pods.listPeople(trx, podId)).length + waiting.length - (sent ? 1 : 0)
    if (taken + (await invitations.listForPod(trx, podId, at)).length >= POD.people)
      throw new AppError('too-large', POD_WORDS.full)
    const row: PodLetterRow = {
      id,
      pod_id: podId,
      email,
      role,
      token_hash: hashOfToken(invitationToken(ctx.config, id)),
      invited_by: user.id,
      created_at: at,
      expires_at: new Date(Date.parse(at) + POD.invitationDays * DAY_SECONDS * 1000).toISOString(),
      ended_at: null,
      declined: isRecent ? before.declined : 0,
    }
    await queries.saveLetter(trx, row)
    await enqueue(trx, POD_LETTER_JOB, { letter: id, language: language() }, { userId: user.id })
    return row
  })
  return sentOf(row)
}

const sentOf = (
  row: Pick<PodLetterRow, 'id' | 'email' | 'role' | 'created_at' | 'expires_at'>,
): SentInvitation => ({
  id: row.id,
  username: null,
  email: row.email,
  role: row.role,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})

/** The letters of a pod that wait for an answer. Whether the caller owns it has been asked. */
export const listSentLetters = async (db: Db, podId: string): Promise<SentInvitation[]> =>
  (await queries.listForPod(db, podId, nowText())).map(sentOf)

/** The letters that wait for the caller, at the address that they have proved. */
export async function listLetters({ db, caller }: PodsContext): Promise<PodInvitation[]> {
  const { id } = caller.user
  const email = await provenEmail(db, id)
  const rows = email === null ? [] : await queries.listForAddress(db, { id, email }, nowText())
  const open: typeof rows = []
  for (const row of rows) if (!(await isOver(db, id, row))) open.push(row)
  return open.map((row) => ({
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
}

/** Has it been decided since who this person is in the pod? */
const isOver = (db: Db, userId: string, row: Pick<PodLetterRow, 'pod_id' | 'email' | 'created_at'>) =>
  isDecidedSince(db, { placeId: row.pod_id, userId, email: row.email, createdAt: row.created_at })

type Named = { id: string } | { token: string }

/** The letter that the caller names, when it is theirs; by its token it says that it went to another address. */
async function requireOwn(db: Db, userId: string, named: Named): Promise<PodLetterRow> {
  const by = 'token' in named ? { tokenHash: hashOfToken(named.token) } : named
  const found = await queries.findOpen(db, by, nowText())
  if (!found) throw gone()
  if (found.email === (await provenEmail(db, userId))) {
    if (await isOver(db, userId, found)) throw gone()
    return found
  }
  throw 'token' in named ? new AppError('forbidden', OTHER_ADDRESS()) : gone()
}

/** Takes the caller into the pod. Throws `not-found` for a letter that is over, `forbidden` for one to another address. */
export async function acceptLetter(ctx: PodsContext, named: Named): Promise<Pod | GuestPod> {
  const { db, live, limits, caller } = ctx
  const userId = caller.user.id
  await limits.take(`pod-letter-answer:${userId}`, TRIED_A_MINUTE, 60)
  const { pod_id } = await requireOwn(db, userId, named)
  await db.transaction().execute(async (trx) => {
    await pods.lockPod(trx, pod_id)
    // Withdrawn, or answered in another tab, while this one waited.
    const { id, role } = await requireOwn(trx, userId, named)
    const people = await pods.listPeople(trx, pod_id)
    const before = people.find((person) => person.id === userId)
    if (!before && people.length >= POD.people) throw new AppError('too-large', POD_WORDS.full)
    // What somebody is already is never made less by a letter.
    if (before && POD_ROLES.indexOf(role) < POD_ROLES.indexOf(before.role))
      await pods.setRole(trx, pod_id, userId, role)
    else if (!before) await pods.insertMember(trx, { pod_id, user_id: userId, role, created_at: nowText() })
    await queries.deleteLetter(trx, id)
  })
  live.recheckUser(userId)
  return joinedPod(db, userId, pod_id)
}

/** The caller does not want to be in the pod. */
export async function declineLetter({ db, caller }: PodsContext, id: string): Promise<{ id: string }> {
  await db.transaction().execute(async (trx) => {
    const { pod_id } = await requireOwn(trx, caller.user.id, { id })
    await pods.lockPod(trx, pod_id)
    const { declined } = await requireOwn(trx, caller.user.id, { id })
    await queries.endLetter(trx, id, { ended_at: nowText(), declined: declined + 1 })
  })
  return { id }
}

/** Takes a letter back. For the owners of its pod; throws `not-found` for everybody else and when it is over. */
export async function withdrawLetter({ db, caller }: PodsContext, id: string): Promise<{ id: string }> {
  await db.transaction().execute(async (trx) => {
    const found = await queries.findOpen(trx, { id }, nowText())
    if (!found) throw gone()
    await pods.lockPod(trx, found.pod_id)
    const still = await queries.findOpen(trx, { id }, nowText())
    const mine = await pods.findMembership(trx, caller.user.id, found.pod_id)
    if (!still || mine?.role !== 'owner') throw gone()
    await queries.endLetter(trx, id, { ended_at: nowText(), declined: still.declined })
  })
  return { id }
}

/** Is this the id of a letter, whatever has become of it? */
export const isLetter = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('pod_letter').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Forgets the letters that were over by then (ISO 8601). */
export const forgetLetters = (db: Db, before: string): Promise<void> => queries.deleteOver(db, before)
