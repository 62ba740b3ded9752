import { useEffect, useState } from 'react'
import type { Suggesting, Suggestions } from '@/document'

/** Writes what somebody types in a title as their suggestion. */
export interface TitleSuggester {
  begin(): Suggesting
  suggest(suggestions: Suggestions, title: string, origin: unknown): void
}

/** Milliseconds until code that could not be had is asked for again. */
const RETRY = 3_000

/** The code that suggests titles, fetched when somebody begins to suggest, again and again; null until it is there. */
export function useTitleSuggester(isSuggesting: boolean, userId: string): TitleSuggester | null {
  const [suggester, setSuggester] = useState<TitleSuggester | null>(null)
  useEffect(() => {
    if (!isSuggesting) return
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const fetchCode = () =>
      void import('@/document/review').then(
        ({ titleSuggester }) => {
          if (!isGone) setSuggester(titleSuggester(userId))
        },
        () => {
          if (!isGone) timer = setTimeout(fetchCode, RETRY)
        },
      )
    fetchCode()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [isSuggesting, userId])
  return isSuggesting ? suggester : null
}
