import { useInfiniteQuery } from '@tanstack/react-query'
import { queryClient, trpc } from '@/app/rpc'
import type { RecordingFilter, RecordingSort } from '../model'

/** The recordings of the person that are searched for, part after part. */
export const useRecordings = (asked: { search: string; filter: RecordingFilter; sort: RecordingSort }) =>
  useInfiniteQuery(
    trpc.recording.recordings.infiniteQueryOptions(asked, {
      getNextPageParam: ({ nextCursor }) => nextCursor,
      placeholderData: (before) => before,
    }),
  )

/** Asks for the recordings again, after one has come or gone. */
export const recordingsChanged = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: trpc.recording.pathKey() })
