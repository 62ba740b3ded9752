import { useQuery } from '@tanstack/react-query'
import { callAs, queryClient, rpc } from '@/app/rpc'
import { SILENCE, type UnfinishedRecording } from '../model'
import { allKept, type KeptRecording, leftRecordings } from './kept-pieces'

/** A recording that is not in the library: in this browser, whole, or only what has come of it to the server from another one. */
export type Left = { kept: KeptRecording } | { unfinished: UnfinishedRecording }

const KEY = 'left-recordings'

async function listLeft(userId: string): Promise<Left[]> {
  const here = (await leftRecordings(userId)).map((kept) => ({ kept }))
  const known = new Set((await allKept(userId)).map(({ id, sentAs }) => sentAs ?? id))
  // Without the server there is what this browser has; that the server cannot be reached is said where the library is shown.
  const sent = await rpc.recording.unfinished.query(undefined, callAs(userId)).catch(() => [])
  const elsewhere = sent.filter(({ id, isLive, size }) => !known.has(id) && !isLive && size > 0)
  return [...here, ...elsewhere.map((unfinished) => ({ unfinished }))]
}

/** The recordings that are not in the library and that nobody is making or sending: cut off, or not sent. */
export const useLeft = (userId: string, { isWatching = false } = {}) =>
  useQuery({
    queryKey: [KEY, userId],
    queryFn: () => listLeft(userId),
    // Another browser is taken to be gone after a while in which nothing was heard of it.
    refetchInterval: isWatching && SILENCE / 2,
  })

export const leftChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] })
