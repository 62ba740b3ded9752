import { hasBlocked } from '@/server/blocked-people'
import { AppError } from '@/shared/errors'
import { FRIEND_WORDS, FRIENDS, type FriendUser } from '../model'
import { friendUser } from './friend-user'
import * as queries from './friends.queries'
import { betweenTwo, type FriendsContext } from './friends.service'

/** Whom the caller has blocked, the last first. */
export async function listBlocked({ db, caller }: FriendsContext): Promise<FriendUser[]> {
  return (await queries.listBlocked(db, caller.user.id)).map(friendUser)
}

/**
 * From now on neither of the two finds or reaches the other, and what there was between them is over; the other is not told
 * (`docs/decisions/blocking.md`). Blocking twice changes nothing. Throws `not-found` for an id that is nobody's and, in the same words, for
 * somebody who has blocked the caller.
 */
export async function blockPerson(
  { db, live, caller }: FriendsContext,
  userId: string,
): Promise<{ id: string }> {
  const { id: me } = caller.user
  if (userId === me) throw new AppError('bad-input', FRIEND_WORDS.yourself())
  const blocked = await betweenTwo(db, [me, userId], async (trx) => {
    const isThere = (await queries.findUser(trx, userId)) !== null
    if ((await hasBlocked(trx, userId, me)) || !isThere)
      throw new AppError('not-found', FRIEND_WORDS.nobody())
    if ((await queries.listBlocked(trx, me)).length >= FRIENDS.most)
      throw new AppError('too-large', FRIEND_WORDS.tooManyBlocked())
    await queries.insertBlock(trx, me, userId, new Date().toISOString())
    const found = await queries.findFriendship(trx, me, userId)
    if (found) await queries.deleteFriendship(trx, found.id)
    return { id: userId }
  })
  // What that person has told them counts no more.
  live.tellPerson(me)
  return blocked
}

/** Takes a block back. Who was not blocked stays so. */
export async function unblockPerson(
  { db, live, caller }: FriendsContext,
  userId: string,
): Promise<{ id: string }> {
  await queries.deleteBlock(db, caller.user.id, userId)
  live.tellPerson(caller.user.id)
  return { id: userId }
}
