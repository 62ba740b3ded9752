import { hasBlocked } from '@/server/blocked-people'
import { AppError } from '@/shared/errors'
import { FRIEND_WORDS, FRIENDS, type FriendUser, type PersonCard, type Relation } from '../model'
import { friendUser } from './friend-user'
import * as queries from './friends.queries'
import type { FriendsContext } from './friends.service'

/**
 * People by the beginning of their username or of a word of their name, never by their address (R23), the one with just this
 * username first. Friends and people with whom a request is pending are left out (product.md 5.11), and so is everybody whom the
 * caller has blocked or who has blocked the caller. A single letter of the Latin script finds nobody. Throws `rate-limited`.
 */
export async function searchPeople(
  { db, limits, caller }: FriendsContext,
  { query, limit }: { query: string; limit: number },
): Promise<FriendUser[]> {
  await limits.take(`people-search:${caller.user.id}`, FRIENDS.searchesAMinute, 60)
  const words = query.trim().replace(/^@/, '').replaceAll(/\s+/g, ' ').toWellFormed().replaceAll('\0', '')
  if (words === '' || /^[ -~]$/.test(words)) return []
  const word = words.toLowerCase()
  const found = await queries.searchUsers(db, caller.user.id, { word, spellings: spellingsOf(words), limit })
  return found.map(friendUser)
}

/** As it may be written in a name: databases fold the case of some letters only. */
function spellingsOf(words: string): string[] {
  const lower = words.toLowerCase()
  const capitals = lower.replaceAll(
    /(^|\s)(\S)/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  )
  return [...new Set([words, lower, words.toUpperCase(), capitals])]
}

/**
 * Somebody as their page shows them, and what they are to the caller. Throws `not-found` for an id that is nobody's and, in the same
 * words, for somebody who has blocked the caller.
 */
export async function findPerson({ db, limits, caller }: FriendsContext, id: string): Promise<PersonCard> {
  const { id: me } = caller.user
  await limits.take(`people-looked-at:${me}`, 10 * FRIENDS.searchesAMinute, 60)
  const [row, isApart, isBlocked, friendship] = [
    await queries.findUser(db, id),
    await hasBlocked(db, id, me),
    await hasBlocked(db, me, id),
    await queries.findFriendship(db, me, id),
  ]
  if (!row || isApart) throw new AppError('not-found', FRIEND_WORDS.nobody())
  const open = friendship?.status === 'declined' ? null : friendship
  return {
    person: friendUser(row),
    relation: id === me ? 'self' : isBlocked ? 'blocked' : relationOf(open, me),
    friendshipId: open?.id ?? null,
  }
}

function relationOf(row: { status: string; requester_id: string } | null, me: string): Relation {
  if (row === null) return 'none'
  if (row.status === 'accepted') return 'friends'
  return row.requester_id === me ? 'sent' : 'received'
}
