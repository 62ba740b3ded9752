import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import { type Described, pageDocOf, suggestionsOf } from '@/document'
import { showMatch } from '@/editor/find/show-match'
import { blockPositions } from '@/editor/margin/measure-cards'
import { onOpenPages, openPage } from '@/editor/open-pages'
import { type OpenReview, reviewOf } from '@/editor/review/open-reviews'
import { createStore, type OwnStore } from '@/shared/store'
import { useStore } from '@/ui/use-store'

/** The suggestion that is looked at, by its id: marked in the text, and the one that keys decide on. */
export const activeSuggestion = createStore<string | null>(null)

/** The suggestions of the page on the screen, and its editor. */
export interface PageSuggestions {
  editor: Editor
  /** Null while the page has none. */
  review: OpenReview | null
  /** In the order of the page. */
  all: readonly Described[]
}

interface Watched {
  users: number
  shown: OwnStore<PageSuggestions | null>
  close(): void
}

const watched = new WeakMap<Editor, Watched>()

/** Follows the review that an editor keeps of its page, once for all who show it. Null for a page that is not live. */
function watch(editor: Editor): Watched | null {
  const known = watched.get(editor)
  if (known) return known
  const doc = pageDocOf(editor.state)
  if (!doc) return null
  const reviews = reviewOf(doc.guid)
  const read = (): PageSuggestions | null => {
    const review = reviews.get()
    // The code that reads suggestions may still be on its way.
    if (!review && suggestionsOf(doc).size > 0) return null
    return { editor, review, all: review ? inOrder(editor, review.suggestions.get()) : [] }
  }
  const shown = createStore<PageSuggestions | null>(read())
  let frame = 0
  // Once for everything that happens in one frame.
  const readSoon = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      if (!editor.isDestroyed) shown.set(read())
    })
  }
  const markActive = () => reviews.get()?.activeSid.set(activeSuggestion.get())
  let unfollow = reviews.get()?.onChange(readSoon)
  const stop = reviews.subscribe(() => {
    unfollow?.()
    unfollow = reviews.get()?.onChange(readSoon)
    markActive()
    readSoon()
  })
  const stopMarking = activeSuggestion.subscribe(markActive)
  const made: Watched = {
    users: 0,
    shown,
    close() {
      watched.delete(editor)
      cancelAnimationFrame(frame)
      unfollow?.()
      stop()
      activeSuggestion.set(null)
      stopMarking()
    },
  }
  watched.set(editor, made)
  return made
}

/** What is suggested of the page in an editor; null for one that cannot have suggestions. */
export function useSuggestionsOf(editor: Editor | null): PageSuggestions | null {
  const [shown, setShown] = useState<PageSuggestions | null>(null)
  useEffect(() => {
    const one = editor && watch(editor)
    setShown(one?.shown.get() ?? null)
    if (!one) return
    one.users++
    const stop = one.shown.subscribe(() => setShown(one.shown.get()))
    return () => {
      stop()
      one.users--
      if (one.users === 0) one.close()
    }
  }, [editor])
  return shown
}

/** The same of the page on the screen. */
export function usePageSuggestions(): PageSuggestions | null {
  const page = useStore({ get: openPage, subscribe: onOpenPages })
  return useSuggestionsOf(page?.editor ?? null)
}

function inOrder(editor: Editor, all: readonly Described[]): readonly Described[] {
  const starts = blockPositions(editor.state.doc)
  const place = ({ isOfTitle, blocks, spots }: Described) => {
    if (isOfTitle) return -1
    const start = starts.get(spots[0]?.block ?? blocks[0] ?? '')
    return start === undefined ? Number.MAX_SAFE_INTEGER : start + (spots[0]?.from ?? 0)
  }
  const places = new Map(all.map((one) => [one, place(one)]))
  return [...all].sort((a, b) => places.get(a)! - places.get(b)!)
}

/** Where a suggestion stands in the editor, in its positions; nothing for one of the title, or of what is not shown. */
export function placesOf(editor: Editor, { spots, blocks }: Described): { from: number; to: number }[] {
  const starts = blockPositions(editor.state.doc)
  const { doc } = editor.state
  const size = doc.content.size
  const words = spots.flatMap(({ block, from, to }) => {
    const start = starts.get(block)
    if (start === undefined || from === to) return []
    return [{ from: Math.min(size, start + 1 + from), to: Math.min(size, start + 1 + to) }]
  })
  if (words.length > 0) return words
  return blocks.flatMap((block) => {
    const start = starts.get(block)
    return start === undefined ? [] : [{ from: start, to: start + (doc.nodeAt(start)?.nodeSize ?? 1) }]
  })
}

/** The suggestions that touch the selected words. */
export function inSelection({ editor, all }: PageSuggestions): readonly Described[] {
  const { from, to, empty } = editor.state.selection
  if (empty) return []
  return all.filter((one) => placesOf(editor, one).some((place) => place.from < to && place.to > from))
}

/** Brings a suggestion into sight and makes it the active one. */
export function showSuggestion({ editor }: PageSuggestions, one: Described): void {
  activeSuggestion.set(one.suggestionId)
  const [place] = placesOf(editor, one)
  if (place) showMatch(editor.view, place)
}
