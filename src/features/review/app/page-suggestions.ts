import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import { type Described, openPageReview, type PageReview } from '@/document'
import { showMatch } from '@/editor/find/show-match'
import { onOpenPages, openPage } from '@/editor/open-pages'
import { createStore } from '@/shared/store'
import { useStore } from '@/ui/use-store'

/** The suggestion that is looked at, by its id: marked in the text, and the one that keys decide on. */
export const activeSuggestion = createStore<string | null>(null)

/** The suggestions of the page on the screen, and its editor. */
export interface PageSuggestions {
  editor: Editor
  review: PageReview
  /** In the order of the page. */
  all: readonly Described[]
}

/** Null while no page is open that can have suggestions. */
export function usePageSuggestions(): PageSuggestions | null {
  const page = useStore({ get: openPage, subscribe: onOpenPages })
  const editor = page?.editor ?? null
  const [shown, setShown] = useState<PageSuggestions | null>(null)
  useEffect(() => {
    const review = editor && openPageReview(editor.state)
    if (!editor || !review) {
      setShown(null)
      return
    }
    let frame = 0
    const show = () => {
      frame = 0
      setShown({ editor, review, all: inOrder(editor, review.all) })
    }
    // Once for everything that happens in one frame.
    const changed = () => {
      frame ||= requestAnimationFrame(show)
    }
    show()
    const stop = review.onChange(changed)
    return () => {
      cancelAnimationFrame(frame)
      stop()
      review.close()
      activeSuggestion.set(null)
    }
  }, [editor])
  return shown
}

/** Where each block of the page begins in the editor. */
function blockStarts({ state }: Editor): Map<string, number> {
  const starts = new Map<string, number>()
  state.doc.descendants((node, pos) => {
    if (typeof node.attrs.id === 'string') starts.set(node.attrs.id, pos)
    return !node.isTextblock
  })
  return starts
}

function inOrder(editor: Editor, all: readonly Described[]): readonly Described[] {
  const starts = blockStarts(editor)
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
  const starts = blockStarts(editor)
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

/** Brings a suggestion into sight and makes it the active one. */
export function showSuggestion({ editor }: PageSuggestions, one: Described): void {
  activeSuggestion.set(one.suggestionId)
  const [place] = placesOf(editor, one)
  if (place) showMatch(editor.view, place)
}
