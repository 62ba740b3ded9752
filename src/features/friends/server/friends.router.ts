import { router, signedIn } from '@/server/rpc'
import { OneFriend, OneFriendship, OnePerson, OneReceiver, OneUser, SearchPeople } from '../inputs'
import { blockPerson, listBlocked, unblockPerson } from './blocks.service'
import { findPerson, searchPeople } from './find-people.service'
import {
  acceptRequest,
  cancelRequest,
  listFriends,
  listPending,
  listSent,
  removeFriend,
  sendRequest,
} from './friends.service'

/** `friends.*` (product.md 7.18–7.22): whom a person knows, and whom they want to hear nothing of. */
export const friendsRouter = router({
  getFriends: signedIn.query(({ ctx }) => listFriends(ctx)),
  /** The requests that wait for the caller's answer. */
  getPendingRequests: signedIn.query(({ ctx }) => listPending(ctx)),
  /** The caller's own requests that wait for an answer. */
  getSentRequests: signedIn.query(({ ctx }) => listSent(ctx)),
  searchUsers: signedIn.input(SearchPeople).query(({ ctx, input }) => searchPeople(ctx, input)),
  /** Somebody by their id, with what they are to the caller. */
  person: signedIn.input(OnePerson).query(({ ctx, input }) => findPerson(ctx, input.id)),

  sendFriendRequest: signedIn
    .input(OneReceiver)
    .mutation(({ ctx, input }) => sendRequest(ctx, input.receiverId)),
  acceptFriendRequest: signedIn
    .input(OneFriendship)
    .mutation(({ ctx, input }) => acceptRequest(ctx, input.friendshipId)),
  cancelFriendRequest: signedIn
    .input(OneFriendship)
    .mutation(({ ctx, input }) => cancelRequest(ctx, input.friendshipId)),
  /** Ends a friendship, or declines the request of that person. */
  removeFriend: signedIn.input(OneFriend).mutation(({ ctx, input }) => removeFriend(ctx, input.friendId)),

  getBlocked: signedIn.query(({ ctx }) => listBlocked(ctx)),
  block: signedIn.input(OneUser).mutation(({ ctx, input }) => blockPerson(ctx, input.userId)),
  unblock: signedIn.input(OneUser).mutation(({ ctx, input }) => unblockPerson(ctx, input.userId)),
})
