import type { Editor } from '@tiptap/core'
import { useLayoutEffect, useState } from 'react'
import { areaOf, scrollerOf } from '../find/show-match'

/** Below this width of what the page stands in, its cards come as a sheet (product.md 2.34). */
const NARROW = 700
/** From this width on, cards have their full width. */
const WIDE = 960

/** The first element of the page that is in sight. */
function firstInSight(parent: Element, top: number): Element | null {
  const parts = parent.children
  let [low, high] = [0, parts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (parts[middle]!.getBoundingClientRect().bottom > top) high = middle
    else low = middle + 1
  }
  return parts[low] ?? null
}

/** Does what changes the width of the lines, and scrolls so that the words at the upper edge stay where they are. */
function keepingPlace({ view }: Editor, change: () => unknown): void {
  const scroller = scrollerOf(view.dom)
  if (scroller.scrollTop === 0) {
    change()
    return
  }
  const { top } = areaOf(scroller)
  const part = firstInSight(view.dom, top)
  const kept = (part?.classList.contains('section') ? firstInSight(part, top) : part) ?? part
  const before = kept?.getBoundingClientRect().top ?? 0
  change()
  if (kept) scroller.scrollTop += kept.getBoundingClientRect().top - before
}

/** How much room there is for cards: none, so much that the lines give some of theirs, or enough for both. */
type Room = 'none' | 'tight' | 'wide'

function roomBeside({ view }: Editor): Room {
  const { left, right } = areaOf(scrollerOf(view.dom))
  const width = right - left
  if (view.dom.closest('.page-frame') === null || width < NARROW) return 'none'
  return width < WIDE ? 'tight' : 'wide'
}

/** Makes room for the cards beside the page as long as they stand; false where there is none. */
export function usePageRoom(editor: Editor): boolean {
  const [room, setRoom] = useState(() => roomBeside(editor))
  useLayoutEffect(() => {
    const scroller = scrollerOf(editor.view.dom)
    const look = () => setRoom(roomBeside(editor))
    const observer = new ResizeObserver(look)
    observer.observe(scroller === document.scrollingElement ? document.body : scroller)
    look()
    return () => observer.disconnect()
  }, [editor])
  useLayoutEffect(() => {
    const frame = editor.view.dom.closest<HTMLElement>('.page-frame')
    if (room === 'none' || !frame) return
    keepingPlace(editor, () => {
      frame.dataset.margin = room
    })
    return () => {
      const leave = () => delete frame.dataset.margin
      if (editor.isDestroyed) leave()
      else keepingPlace(editor, leave)
    }
  }, [editor, room])
  return room !== 'none'
}
