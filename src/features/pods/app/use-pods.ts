import { useQuery } from '@tanstack/react-query'
import { queryClient, rpc, trpc } from '@/app/rpc'
import type { GuestPod, Pod } from '../model'
import { setActivePod } from './active-pod'

const NONE: readonly Pod[] = []
const NO_GUEST: readonly GuestPod[] = []

/** The person's pods, those in which they are a guest, and the one that this browser works in. */
export function usePods() {
  const query = useQuery({ ...trpc.pod.pods.queryOptions(), refetchOnWindowFocus: true })
  const pods = query.data?.pods ?? NONE
  const guestOf = query.data?.guestOf ?? NO_GUEST
  return { query, pods, guestOf, active: pods.find(({ id }) => id === query.data?.activePodId) ?? null }
}

const podsChanged = () => queryClient.invalidateQueries({ queryKey: trpc.pod.pathKey() })

/**
 * Changes pods and asks for them anew, also when that failed: an answer can get lost after the server has done it (R50).
 * Throws what the server says.
 */
export async function changePods<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } finally {
    await podsChanged()
  }
}

/** Makes a pod and goes into it. Throws what the server says. */
export async function createPod(name: string, icon: string | null): Promise<void> {
  const pod = await changePods(() => rpc.pod.create.mutate({ name, icon }))
  await setActivePod(pod.id)
}

export async function renamePod(podId: string, name: string, icon: string | null): Promise<void> {
  await changePods(() => rpc.pod.rename.mutate({ podId, name, icon }))
}

/** What ends being in a pod: leaving it, to somebody who owns it from then on where one is named, or deleting it. */
export type PodEnd = { how: 'leave'; newOwnerId?: string | undefined } | { how: 'delete' }

/** Ends being a guest of a pod. */
export async function leaveAsGuest({ id: podId }: GuestPod): Promise<void> {
  try {
    await changePods(() => rpc.pod.leave.mutate({ podId }))
  } finally {
    await queryClient.invalidateQueries({ queryKey: trpc.document.pathKey() })
  }
}

/** Ends being in a pod, or the pod; what is active from then on is the person's own. */
export async function endPod({ id: podId }: Pod, end: PodEnd, ownId: string | undefined): Promise<void> {
  try {
    await changePods(() =>
      end.how === 'leave'
        ? rpc.pod.leave.mutate({ podId, ...(end.newOwnerId ? { newOwnerId: end.newOwnerId } : {}) })
        : rpc.pod.delete.mutate({ podId }),
    )
    if (ownId !== undefined) await setActivePod(ownId)
  } finally {
    await queryClient.invalidateQueries({ queryKey: trpc.document.pathKey() })
  }
}
