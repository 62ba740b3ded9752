import type { AvatarSeed, AvatarType } from '@/features/accounts/avatar'
import { t } from '@/shared/i18n'

/** Somebody as friends, and those who look for friends, see them (product.md 3.9). No addresses are told. */
export interface FriendUser {
  id: string
  username: string | null
  name: string
  avatarType: AvatarType
  avatarSeed: AvatarSeed
  avatarUrl: string | null
}

/** A request that waits for an answer (product.md 3.9); its id is the `friendshipId` of the calls. */
export interface FriendRequest {
  id: string
  createdAt: string
  sender: FriendUser
  receiver: FriendUser
}

/** What somebody is to the caller. `sent`: the caller has asked them; `received`: they have asked the caller. */
export type Relation = 'self' | 'none' | 'friends' | 'sent' | 'received' | 'blocked'

/** Somebody with what they are to the caller; `friendshipId` while there is a request or a friendship. */
export interface PersonCard {
  person: FriendUser
  relation: Relation
  friendshipId: string | null
}

export const FRIENDS = {
  /** People in one answer of the search (product.md 9.7). */
  found: 20,
  /** Characters in what is searched for. */
  query: 100,
  /** Searches of one person in a minute. */
  searchesAMinute: 120,
  /** Requests that one person can send in a minute, */
  requestsAMinute: 20,
  /** … in a day, also when those before were taken back, */
  requestsADay: 200,
  /** … to one and the same person in a day, */
  requestsToOneADay: 20,
  /** … and that can wait for an answer at once. */
  pending: 100,
  /** Friends that a person can have, and people that they can block. */
  most: 1000,
  /** After this many refusals in a row, somebody cannot ask again for this many days. */
  declined: 3,
  declinedDays: 30,
} as const

export const FRIEND_WORDS = {
  nobody: () => t('This person does not exist.'),
  yourself: () => t('This is you.'),
  already: () => t('You are friends already.'),
  declined: () => t('This person has declined several times. You can ask them again in a month.'),
  blocked: () => t('You have blocked this person. Unblock them first.'),
  tooManyPending: () => t('Too many of your requests are waiting for an answer. Cancel some first.'),
  tooManyFriends: () => t('One of you has as many friends as a person can have.'),
  tooManyBlocked: () => t('You have blocked as many people as a person can block.'),
  requestGone: () => t('This request was canceled or answered already.'),
  notFriends: () => t('You are not friends with this person.'),
} as const
