import { hasBlocked } from '@/server/blocked-people'
import type { SignedInContext } from '@/server/context'
import type { Db } from '@/server/db/db'
import { lockPerson } from '@/server/db/lock-person'
import type { FriendshipRow } from '@/server/db/schema'
import { noteHappening } from '@/server/outbox'
import { readTold, takeBackTold } from '@/server/read-notifications'
import { AppError } from '@/shared/errors'
import { newId } from '@/shared/ids'
import { FRIEND_WORDS, FRIENDS, type FriendRequest, type FriendUser } from '../model'
import { friendUser } from './friend-user'
import * as queries from './friends.queries'

/** What the calls need of the running server, and who asks. */
export type FriendsContext = Pick<SignedInContext, 'db' | 'live' | 'limits' | 'caller'>

const DAY_MS = 24 * 3_600_000
const now = () => new Date().toISOString()

/**
 * Runs what changes something between two people, one change of either of them at a time: both rows are locked in the order of
 * their ids, so that two people who ask or block each other in the same moment do so one after the other.
 */
export function betweenTwo<T>(db: Db, people: [string, string], act: (trx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    for (const id of [...people].sort((a, b) => (a < b ? -1 : 1))) await lockPerson(trx, id)
    return act(trx)
  })
}

const BY_NAME = new Intl.Collator('en', { sensitivity: 'base' })

/** The caller's friends by name. */
export async function listFriends({ db, caller }: FriendsContext): Promise<FriendUser[]> {
  const friends = (await queries.listFriends(db, caller.user.id)).map(friendUser)
  // Databases put capitals before all small letters, or after.
  return friends.sort((a, b) => BY_NAME.compare(a.name, b.name))
}

/** The requests that wait for the caller's answer, the newest first. */
export const listPending = (ctx: FriendsContext): Promise<FriendRequest[]> => listRequests(ctx, 'receiver_id')

/** The caller's requests that nobody has answered, the newest first. */
export const listSent = (ctx: FriendsContext): Promise<FriendRequest[]> => listRequests(ctx, 'requester_id')

async function listRequests(
  { db, caller }: FriendsContext,
  as: 'receiver_id' | 'requester_id',
): Promise<FriendRequest[]> {
  const me = await queries.findUser(db, caller.user.id)
  if (!me) return []
  const rows = await queries.listRequests(db, me.id, { as, limit: 2 * FRIENDS.pending })
  return rows.map(({ requestId, askedAt, ...other }) => {
    const [sender, receiver] = as === 'receiver_id' ? [other, me] : [me, other]
    return { id: requestId, createdAt: askedAt, sender: friendUser(sender), receiver: friendUser(receiver) }
  })
}

/** What became of asking: the request waits, or both have asked each other and are friends now. */
export interface Asked {
  id: string
  status: 'pending' | 'accepted'
}

/**
 * Asks somebody to be the caller's friend; when that person has asked already, this accepts. Asking again changes nothing. Throws
 * `not-found` for an id that is nobody's and, in the same words, for somebody who has blocked the caller; `conflict` for friends and
 * for somebody whom the caller has blocked, and after several refusals; `rate-limited` for too many; `too-large` at a limit.
 */
export async function sendRequest(ctx: FriendsContext, receiverId: string): Promise<Asked> {
  const { db, limits, caller } = ctx
  const { id: userId } = caller.user
  if (receiverId === userId) throw new AppError('bad-input', FRIEND_WORDS.yourself())
  await limits.take(`friend-requests:${userId}`, FRIENDS.requestsAMinute, 60)
  await limits.take(`friend-requests-a-day:${userId}`, FRIENDS.requestsADay, DAY_MS / 1000)
  await limits.take(`friend-request:${userId}:${receiverId}`, FRIENDS.requestsToOneADay, DAY_MS / 1000)
  return betweenTwo(db, [userId, receiverId], async (trx) => {
    if (await hasBlocked(trx, userId, receiverId)) throw new AppError('conflict', FRIEND_WORDS.blocked())
    const isThere = (await queries.findUser(trx, receiverId)) !== null
    if ((await hasBlocked(trx, receiverId, userId)) || !isThere)
      throw new AppError('not-found', FRIEND_WORDS.nobody())
    const before = await queries.findFriendship(trx, userId, receiverId)
    if (before?.status === 'accepted') throw new AppError('conflict', FRIEND_WORDS.already())
    if (before?.status === 'pending')
      return before.requester_id === userId ? { id: before.id, status: 'pending' } : accept(trx, before)
    const at = now()
    const declined = refusals(before, userId, at)
    if (declined >= FRIENDS.declined) throw new AppError('conflict', FRIEND_WORDS.declined())
    if ((await queries.countPending(trx, userId)) >= FRIENDS.pending)
      throw new AppError('too-large', FRIEND_WORDS.tooManyPending())
    await requireRoom(trx, [userId, receiverId])
    const row: FriendshipRow = {
      id: newId(),
      pair: queries.pairOf(userId, receiverId),
      requester_id: userId,
      receiver_id: receiverId,
      status: 'pending',
      declined,
      created_at: at,
      updated_at: at,
    }
    await queries.saveFriendship(trx, row)
    await noteHappening(trx, {
      kind: 'FRIEND_REQUEST',
      userId: receiverId,
      actorId: userId,
      documentId: null,
      data: { friendshipId: row.id },
    })
    return { id: row.id, status: 'pending' }
  })
}

/** How often in a row the receiver has refused this person, as long as that counts. */
function refusals(before: FriendshipRow | null, requesterId: string, at: string): number {
  if (before?.status !== 'declined' || before.requester_id !== requesterId) return 0
  const isOver = Date.parse(before.updated_at) + FRIENDS.declinedDays * DAY_MS <= Date.parse(at)
  return isOver ? 0 : before.declined
}

async function requireRoom(trx: Db, people: readonly string[]): Promise<void> {
  for (const id of people)
    if ((await queries.countFriends(trx, id)) >= FRIENDS.most)
      throw new AppError('too-large', FRIEND_WORDS.tooManyFriends())
}

async function accept(trx: Db, row: FriendshipRow): Promise<Asked> {
  await requireRoom(trx, [row.requester_id, row.receiver_id])
  await queries.setStatus(trx, row.id, { status: 'accepted', declined: 0, updated_at: now() })
  await readTold(trx, { userId: row.receiver_id, about: { friendshipId: row.id }, readAt: now() })
  await noteHappening(trx, {
    kind: 'FRIEND_ACCEPTED',
    userId: row.requester_id,
    actorId: row.receiver_id,
    documentId: null,
    data: { friendshipId: row.id },
  })
  return { id: row.id, status: 'accepted' }
}

/**
 * Changes a request between the caller and somebody else that still waits. Throws `not-found` in the same words for a request that
 * is not there, is over, or in which the caller is not `as`.
 */
async function withRequest<T>(
  { db, caller }: FriendsContext,
  { id, as }: { id: string; as: 'receiver_id' | 'requester_id' },
  act: (trx: Db, row: FriendshipRow) => Promise<T>,
): Promise<T> {
  const isOpen = (row: FriendshipRow | null): row is FriendshipRow =>
    row?.status === 'pending' && row[as] === caller.user.id
  const gone = () => new AppError('not-found', FRIEND_WORDS.requestGone())
  const found = await queries.findById(db, id)
  if (!isOpen(found)) throw gone()
  return betweenTwo(db, [found.requester_id, found.receiver_id], async (trx) => {
    const still = await queries.findById(trx, id)
    if (!isOpen(still)) throw gone()
    return act(trx, still)
  })
}

/** Accepts a request that the caller has got. Throws `not-found` when it is not theirs or over, `too-large` at a limit. */
export async function acceptRequest(ctx: FriendsContext, id: string): Promise<Asked> {
  const asked = await withRequest(ctx, { id, as: 'receiver_id' }, accept)
  ctx.live.tellPerson(ctx.caller.user.id)
  return asked
}

/** Takes back a request of the caller's own. Throws `not-found` when it is not theirs or over. */
export async function cancelRequest(ctx: FriendsContext, id: string): Promise<{ id: string }> {
  const receiverId = await withRequest(ctx, { id, as: 'requester_id' }, async (trx, row) => {
    await takeBackTold(trx, row.receiver_id, { friendshipId: id })
    // Refusals count on, so that taking back and asking again is no way around them.
    const set = { declined: row.declined, updated_at: row.updated_at }
    if (row.declined > 0) await queries.setStatus(trx, id, { status: 'declined', ...set })
    else await queries.deleteFriendship(trx, id)
    return row.receiver_id
  })
  ctx.live.tellPerson(receiverId)
  return { id }
}

/**
 * Ends the friendship with somebody, or declines their request (product.md 7.22). Throws `not-found` when there is neither, in the same
 * words for somebody who does not exist.
 */
export async function removeFriend(
  { db, live, caller }: FriendsContext,
  friendId: string,
): Promise<{ id: string }> {
  const { id: userId } = caller.user
  await betweenTwo(db, [userId, friendId], async (trx) => {
    const found = await queries.findFriendship(trx, userId, friendId)
    if (found?.status === 'accepted') await queries.deleteFriendship(trx, found.id)
    else if (found?.status === 'pending' && found.receiver_id === userId) {
      await queries.setStatus(trx, found.id, {
        status: 'declined',
        declined: found.declined + 1,
        updated_at: now(),
      })
      await readTold(trx, { userId, about: { friendshipId: found.id }, readAt: now() })
    } else throw new AppError('not-found', FRIEND_WORDS.notFriends())
  })
  live.tellPerson(userId)
  return { id: friendId }
}
