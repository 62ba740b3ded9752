import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureWords, queryClient, rpc, trpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import type { FriendUser } from '../model'

/** How often a tab that is looked at asks whether somebody has asked or answered. */
const OFTEN = { refetchOnWindowFocus: true, refetchInterval: 60_000 } as const

/** The person's friends, by name. */
export const useFriends = () => useQuery({ ...trpc.friends.getFriends.queryOptions(), ...OFTEN })

/** The requests that wait for the person's answer, and their own. */
export const usePendingRequests = () =>
  useQuery({ ...trpc.friends.getPendingRequests.queryOptions(), ...OFTEN })
export const useSentRequests = () => useQuery({ ...trpc.friends.getSentRequests.queryOptions(), ...OFTEN })

/** Whom the person has blocked. */
export const useBlocked = () => useQuery(trpc.friends.getBlocked.queryOptions())

/** Something that can be done about somebody: the call, and what is said when it is done and when it is not. */
interface Doing {
  call(): Promise<unknown>
  done: string
  failed: string
}

/** What one can do about somebody, in the words of product.md 8.9. */
export const doing = {
  send: ({ id }: FriendUser): Doing => ({
    call: () => rpc.friends.sendFriendRequest.mutate({ receiverId: id }),
    done: t('Friend request sent!'),
    failed: t('Failed to send friend request'),
  }),
  accept: (friendshipId: string): Doing => ({
    call: () => rpc.friends.acceptFriendRequest.mutate({ friendshipId }),
    done: t('Friend request accepted!'),
    failed: t('Failed to accept friend request'),
  }),
  decline: ({ id }: FriendUser): Doing => ({
    call: () => rpc.friends.removeFriend.mutate({ friendId: id }),
    done: t('Friend request declined'),
    failed: t('Failed to decline friend request'),
  }),
  cancel: (friendshipId: string): Doing => ({
    call: () => rpc.friends.cancelFriendRequest.mutate({ friendshipId }),
    done: t('Friend request canceled'),
    failed: t('Failed to cancel friend request'),
  }),
  remove: ({ id }: FriendUser): Doing => ({
    call: () => rpc.friends.removeFriend.mutate({ friendId: id }),
    done: t('Friend removed'),
    failed: t('Failed to remove friend'),
  }),
  block: ({ id, name }: FriendUser): Doing => ({
    call: () => rpc.friends.block.mutate({ userId: id }),
    done: t('You have blocked {name}', { name }),
    failed: t('Failed to block this person'),
  }),
  unblock: ({ id, name }: FriendUser): Doing => ({
    call: () => rpc.friends.unblock.mutate({ userId: id }),
    done: t('You have unblocked {name}', { name }),
    failed: t('Failed to unblock this person'),
  }),
}

/** Everything on the screen that follows from who knows whom; what somebody who is blocked invites to is gone too. */
const reload = () =>
  Promise.all(
    [
      trpc.friends.pathKey(),
      trpc.user.users.pathKey(),
      trpc.publish.profile.pathKey(),
      trpc.pod.invitations.pathKey(),
      trpc.share.invites.pathKey(),
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  )

/**
 * Does it and says how it went; the screen is what the server holds then. In a toast, since the person may be gone from the list, and
 * with them the window that asked.
 */
export async function act({ call, done, failed }: Doing): Promise<void> {
  try {
    await call()
    toast.success(done)
  } catch (error) {
    toast.error(failureWords(error, failed))
  } finally {
    await reload()
  }
}

/** The same, and whether it is being done. */
export function useAct(): { isBusy: boolean; act(doing: Doing): Promise<void> } {
  const [isBusy, setIsBusy] = useState(false)
  return {
    isBusy,
    async act(what) {
      setIsBusy(true)
      await act(what)
      setIsBusy(false)
    },
  }
}
