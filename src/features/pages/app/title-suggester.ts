import { useEffect, useState } from 'react'
import type { Suggesting, Suggestions } from '@/document'

/** Writes what somebody types in a title as their suggestion. */
export interface TitleSuggester {
  begin(): Suggesting
  suggest(suggestions: Suggestions, title: string, origin: unknown): void
}

/** The code that suggests titles, fetched when somebody begins to suggest; null until it is there. */
export function useTitleSuggester(isSuggesting: boolean, userId: string): TitleSuggester | null {
  const [suggester, setSuggester] = useState<TitleSuggester | null>(null)
  useEffect(() => {
    if (!isSuggesting) return
    let isGone = false
    import('@/document/review').then(
      ({ titleSuggester }) => {
        if (!isGone) setSuggester(titleSuggester(userId))
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [isSuggesting, userId])
  return isSuggesting ? suggester : null
}
