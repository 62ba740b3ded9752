import type { EditorView } from '@tiptap/pm/view'
import { showMatch } from '@/editor/find/show-match'
import { threadPlaces } from './comment-state'

/** Brings what a thread is about into sight, if it is on the page. */
export function showThread(view: EditorView, id: string): void {
  const place = threadPlaces.get()?.find(({ discussion }) => discussion === id)
  if (!place || place.to > view.state.doc.content.size) return
  if (place.isBlock) {
    const dom = view.nodeDOM(place.from)
    if (dom instanceof Element) dom.scrollIntoView({ block: 'center' })
  } else showMatch(view, place)
}
