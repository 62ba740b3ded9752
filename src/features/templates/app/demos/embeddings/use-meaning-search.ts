import { useEffect, useRef, useState } from 'react'
import type { EmbeddedTemplate } from '../../../embedded'
import { type EmbeddedProgress, embedQuery, loadEmbedded } from './load-embedded'
import { keywordSearch, MEANING_SEARCH, type MeaningHit, MeaningIndex } from './similarity'

/** What the templates are: on their way, there, or not to be had. */
export type Loading =
  | { state: 'loading'; progress: EmbeddedProgress }
  | { state: 'ready'; index: MeaningIndex }
  | { state: 'failed' }

/** What was found for a query, by meaning and by its very words. */
export interface MeaningAnswer {
  query: string
  hits: MeaningHit[]
  keywords: EmbeddedTemplate[]
}

export interface MeaningSearch {
  loading: Loading
  query: string
  setQuery(query: string): void
  isSearching: boolean
  hasFailed: boolean
  answer: MeaningAnswer | null
  /** Can `query` be searched for now (product.md 5.1)? */
  isReady: boolean
  /** Searches for `query`, or for what is given, which the field then shows. */
  search(query?: string): Promise<void>
}

/** The search of the templates by meaning: one vector a query, compared in this browser (product.md 4.20, 7.43). */
export function useMeaningSearch(): MeaningSearch {
  const [loading, setLoading] = useState<Loading>({ state: 'loading', progress: { loaded: 0, count: 0 } })
  const [query, setQuery] = useState('')
  const [isSearching, setIsSearching] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const [answer, setAnswer] = useState<MeaningAnswer | null>(null)
  const last = useRef(0)

  useEffect(() => {
    const leaving = new AbortController()
    loadEmbedded((progress) => setLoading({ state: 'loading', progress }), leaving.signal).then(
      (templates) => setLoading({ state: 'ready', index: new MeaningIndex(templates) }),
      // The server has logged why.
      () => !leaving.signal.aborted && setLoading({ state: 'failed' }),
    )
    return () => leaving.abort()
  }, [])

  async function search(wanted: string = query): Promise<void> {
    const asked = wanted.trim()
    setQuery(wanted)
    if (loading.state !== 'ready' || asked === '') return
    const turn = ++last.current
    setIsSearching(true)
    setHasFailed(false)
    try {
      const vector = await embedQuery(asked)
      if (turn !== last.current) return
      const { index } = loading
      const hits = index.search(vector, MEANING_SEARCH.results)
      setAnswer({ query: asked, hits, keywords: keywordSearch(index.templates, asked) })
    } catch {
      // The server has logged why.
      if (turn === last.current) setHasFailed(true)
    } finally {
      if (turn === last.current) setIsSearching(false)
    }
  }

  const isReady = loading.state === 'ready' && query.trim() !== ''
  return { loading, query, setQuery, isSearching, hasFailed, answer, isReady, search }
}
