import { useQuery } from '@tanstack/react-query'
import { queryClient } from '@/app/rpc'
import { leftRecordings } from './kept-pieces'

const KEY = 'left-recordings'

/** The recordings that are in this browser alone: cut off, or not sent. */
export const useLeft = (userId: string) =>
  useQuery({ queryKey: [KEY, userId], queryFn: () => leftRecordings(userId) })

export const leftChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] })
