import { useQuery } from '@tanstack/react-query'
import { queryClient, rpc, trpc } from '@/app/rpc'
import type { GuestPod, Pod, PodInvitation } from '../model'
import { setActivePod } from './active-pod'
import { changePods } from './use-pods'

const NONE: readonly PodInvitation[] = []
/** How often a tab that is looked at asks whether somebody has invited the person. */
const ASK_MS = 60_000

/** The invitations that wait for the person, the newest first. */
export function useInvitations() {
  const query = useQuery({
    ...trpc.pod.invitations.queryOptions(),
    refetchOnWindowFocus: true,
    refetchInterval: ASK_MS,
  })
  return { query, invitations: query.data?.invitations ?? NONE }
}

/** Goes into the pod that one is invited to. Throws what the server says. */
export const acceptInvitation = async (id: string): Promise<void> =>
  enter(await changePods(() => rpc.pod.acceptInvitation.mutate({ id })))

/** Makes the pod the active one; a guest has no pages there but those that are shared, and stays where they are. */
const enter = async (pod: Pod | GuestPod): Promise<void> =>
  pod.role === 'guest' ? undefined : setActivePod(pod.id)

/** The same by the token of a letter. Throws what the server says. */
export async function acceptLetter(token: string): Promise<void> {
  // The first answer about pods says which one is active, and is kept: one that comes later would undo what follows.
  await queryClient.ensureQueryData(trpc.pod.pods.queryOptions())
  await enter(await changePods(() => rpc.pod.acceptInvitation.mutate({ token })))
}

/** Throws what the server says. */
export const declineInvitation = (id: string): Promise<unknown> =>
  changePods(() => rpc.pod.declineInvitation.mutate({ id }))
