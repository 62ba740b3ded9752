import { useRouterState } from '@tanstack/react-router'
import type { Editor } from '@tiptap/core'
import { useEffect, useMemo, useRef } from 'react'
import { SUGGESTIONS_PANEL, useShownPanel } from '@/app/panels'
import type { Described } from '@/document'
import { type MarginCard, marginCards } from '@/editor/margin/margin-cards'
import { useAuthorName } from './author-names'
import { cardOf, sidOfCard, sidOfHash } from './card-names'
import { type Right, useRights } from './deciding-right'
import { goTo, stepFromActive } from './going-through'
import { activeSuggestion, type PageSuggestions, placesOf, useSuggestionsOf } from './page-suggestions'
import { followPresses } from './press-marks'
import { onStep } from './review-steps'
import { SuggestionCard } from './suggestion-card'

const FEATURE = 'review'
const NONE: readonly MarginCard[] = []

/** Gives the cards of a page's suggestions, unless the list of them stands beside the page. Shows nothing itself. */
export default function SuggestionCards({ editor, documentId }: { editor: Editor; documentId: string }) {
  const page = useSuggestionsOf(editor)
  const panel = useShownPanel()
  const rightOver = useRights(editor, documentId)
  const rights = page?.all.map((one) => rightOver(one)).join() ?? ''
  const nameOf = useAuthorName(documentId)
  const latest = useRef<PageSuggestions | null>(null)
  latest.current = page

  // biome-ignore lint/correctness/useExhaustiveDependencies: cards are made anew when what may be done about them is another
  const cardFor = useMemo(() => {
    const made = new WeakMap<Described, MarginCard>()
    return (one: Described): MarginCard => {
      const known = made.get(one) ?? makeCard(editor, one, documentId, rightOver(one), () => latest.current)
      made.set(one, known)
      return known
    }
  }, [editor, documentId, rights])
  useEffect(() => {
    const all = panel === SUGGESTIONS_PANEL ? null : page?.all
    marginCards(editor).give(FEATURE, all?.map(cardFor) ?? NONE)
  }, [editor, page, panel, cardFor])
  useEffect(() => () => marginCards(editor).give(FEATURE, NONE), [editor])
  useEffect(() => followActive(editor), [editor])
  useEffect(() => followPresses(editor), [editor])
  useEffect(
    () => onStep(editor, (by) => latest.current && stepFromActive(latest.current, by, nameOf)),
    [editor, nameOf],
  )
  useAddress(page, nameOf)
  return null
}

/** `/{page}#suggestion-{author}/{name}` opens the page with that suggestion's card active. */
function useAddress(page: PageSuggestions | null, nameOf: (userId: string) => string): void {
  const hash = useRouterState({ select: (state) => state.location.hash })
  const done = useRef('')
  useEffect(() => {
    const wanted = sidOfHash(hash)
    const one = page?.all.find(({ suggestionId }) => suggestionId === wanted)
    if (!page || !one || done.current === hash) return
    done.current = hash
    goTo(page, one, nameOf)
  }, [hash, page, nameOf])
}

function makeCard(
  editor: Editor,
  one: Described,
  documentId: string,
  right: Right,
  page: () => PageSuggestions | null,
): MarginCard {
  const [first] = one.spots
  return {
    id: cardOf(one.suggestionId),
    kind: FEATURE,
    block: one.isOfTitle ? null : (first?.block ?? one.blocks[0] ?? null),
    offset: first?.from ?? 0,
    range: () => (first ? (placesOf(editor, one)[0] ?? null) : null),
    render: (isActive) => (
      <SuggestionCard one={one} documentId={documentId} isActive={isActive} right={right} page={page} />
    ),
  }
}

/** The active card and the active line of the list are the same suggestion. */
function followActive(editor: Editor): () => void {
  const margin = marginCards(editor)
  const ends = [
    margin.active.subscribe(() => activeSuggestion.set(sidOfCard(margin.active.get()))),
    activeSuggestion.subscribe(() => {
      const sid = activeSuggestion.get()
      if (sid !== sidOfCard(margin.active.get()))
        margin.activate(sid === null ? null : cardOf(sid), { stay: true })
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}
