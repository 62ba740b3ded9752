import { useQuery } from '@tanstack/react-query'
import { queryClient, rpc, trpc } from '@/app/rpc'
import type { Pod } from '../model'
import { setActivePod } from './active-pod'

const NONE: readonly Pod[] = []

/** The person's pods, and the one that this browser works in. */
export function usePods() {
  const query = useQuery({ ...trpc.pod.pods.queryOptions(), refetchOnWindowFocus: true })
  const pods = query.data?.pods ?? NONE
  return { query, pods, active: pods.find(({ id }) => id === query.data?.activePodId) ?? null }
}

const podsChanged = () => queryClient.invalidateQueries({ queryKey: trpc.pod.pathKey() })

/** Makes a pod and goes into it. Throws what the server says. */
export async function createPod(name: string): Promise<void> {
  const pod = await rpc.pod.create.mutate({ name })
  await setActivePod(pod.id)
}

export async function renamePod(podId: string, name: string): Promise<void> {
  await rpc.pod.rename.mutate({ podId, name })
  await podsChanged()
}

/** Ends being in a pod, or the pod; what is active from then on is the person's own. */
export async function endPod(pod: Pod, how: 'leave' | 'delete', ownId: string | undefined): Promise<void> {
  await rpc.pod[how].mutate({ podId: pod.id })
  if (ownId !== undefined) await setActivePod(ownId)
  await queryClient.invalidateQueries({ queryKey: trpc.document.pathKey() })
}

/** A change of who is in a pod. */
export async function changePeople(call: () => Promise<unknown>): Promise<void> {
  try {
    await call()
  } finally {
    await podsChanged()
  }
}
