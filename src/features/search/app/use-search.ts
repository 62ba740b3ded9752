import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { trpc } from '@/app/rpc'
import { useFormatChoice } from '@/ui/formats'
import { MEANING, type MeaningResult, SEARCH } from '../model'
import { type Filters, isFiltered, searchFilter } from './search-filters'

/** What was typed, once it has not changed for a moment. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), SEARCH.debounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}

/** What is looked for: of a longer text its beginning. */
const wantedOf = (typed: string): string => typed.trim().slice(0, SEARCH.typed).trim()

/** Searches in the pages while one types; nothing is asked while nothing is typed and nothing filtered. */
export function useSearch(typed: string, filters: Filters, isSignedIn: boolean) {
  const wanted = wantedOf(typed)
  const settled = useSettled(wanted)
  const [openedAt] = useState(() => new Date())
  const { timeZone } = useFormatChoice()
  const isAsked = isSignedIn && (wanted !== '' || isFiltered(filters))
  const { data, error, isFetching, refetch } = useQuery(
    trpc.search.search.queryOptions(
      { q: settled, ...searchFilter(filters, openedAt, timeZone) },
      {
        enabled: isAsked && (settled !== '' || isFiltered(filters)),
        placeholderData: keepPreviousData,
        gcTime: 0,
      },
    ),
  )
  const isPending = isAsked && (isFetching || settled !== wanted)
  return {
    isAsked,
    isPending,
    results: isAsked ? (data?.results ?? []) : [],
    error: isAsked && !isFetching ? error : null,
    retry: () => void refetch(),
  }
}

const NONE: readonly MeaningResult[] = []

/**
 * Pages that mean the like as what was typed. Asked once the words have been looked for (`isReady`), which never wait for it; a failure
 * shows nothing, as the words were found.
 */
export function useMeaning(
  typed: string,
  filters: Filters,
  isReady: boolean,
): { isPending: boolean; results: readonly MeaningResult[] } {
  const wanted = wantedOf(typed)
  const settled = useSettled(wanted)
  const [openedAt] = useState(() => new Date())
  const { timeZone } = useFormatChoice()
  const isAsked = settled.length >= MEANING.shortest && settled === wanted
  const { data, isFetching } = useQuery(
    trpc.search.meaning.queryOptions(
      { q: settled, limit: MEANING.results, ...searchFilter(filters, openedAt, timeZone) },
      { enabled: isAsked && isReady, gcTime: 0 },
    ),
  )
  return { isPending: isAsked && isFetching, results: isAsked ? (data?.results ?? NONE) : NONE }
}
