import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Up to this many rows are simply all drawn (rulings 0). */
const ALL_DRAWN = 200
const OVERSCAN = 12

function scrollerOf(element: HTMLElement): HTMLElement {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  }
  return document.documentElement
}

interface WindowOptions {
  /** All rows are drawn, however many. */
  isWhole?: boolean
  /** How much of the top of what scrolls lies under something that stays there, in pixels. */
  covered?(): number
}

/**
 * Which of `count` equally high rows of a list need to be drawn: all of a short list, else those that can be seen in
 * whatever scrolls around it. `reveal` brings a row into the drawn part (and into view). `height`: what each row has to be given; `undefined`
 * while all are drawn, when a row may be as high as what it says.
 */
export function useWindow(
  list: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  { isWhole = false, covered = () => 0 }: WindowOptions = {},
) {
  const windowed = count > ALL_DRAWN && !isWhole
  // Until it has been looked at, no more than a screen can show.
  const [seen, setSeen] = useState(() => ({
    first: 0,
    end: Math.ceil(window.innerHeight / rowHeight) + OVERSCAN,
  }))

  const coveredNow = useRef(covered)
  coveredNow.current = covered

  const look = useCallback(() => {
    const element = list.current
    if (!element) return
    const scroller = scrollerOf(element)
    const above = scroller.getBoundingClientRect().top - element.getBoundingClientRect().top
    const first = Math.max(0, Math.floor(above / rowHeight) - OVERSCAN)
    const end = Math.ceil((above + scroller.clientHeight) / rowHeight) + OVERSCAN
    setSeen((before) => (before.first === first && before.end === end ? before : { first, end }))
  }, [list, rowHeight])

  useLayoutEffect(() => {
    if (windowed) look()
  }, [windowed, look])

  useEffect(() => {
    const element = list.current
    if (!windowed || !element) return
    const scroller = scrollerOf(element)
    const size = new ResizeObserver(look)
    size.observe(scroller)
    scroller.addEventListener('scroll', look, { passive: true })
    return () => {
      size.disconnect()
      scroller.removeEventListener('scroll', look)
    }
  }, [list, windowed, look])

  const reveal = useCallback(
    (index: number) => {
      const element = list.current
      if (!element) return
      const scroller = scrollerOf(element)
      const top =
        element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + index * rowHeight
      const head = coveredNow.current()
      if (top < head) scroller.scrollTop += top - head
      else if (top + rowHeight > scroller.clientHeight)
        scroller.scrollTop += top + rowHeight - scroller.clientHeight
      if (windowed) look()
    },
    [list, windowed, rowHeight, look],
  )

  const first = windowed ? Math.min(seen.first, count) : 0
  const end = windowed ? Math.min(Math.max(seen.end, first), count) : count
  return {
    first,
    end,
    before: first * rowHeight,
    after: (count - end) * rowHeight,
    height: windowed ? rowHeight : undefined,
    isWindowed: windowed,
    reveal,
  }
}
