import { type RefObject, type UIEvent, useEffect, useRef } from 'react'

/** Pixels from the end that still count as being there. */
const NEAR = 40

/**
 * Keeps the end of a scrolling box in sight while what it holds grows, unless the person has scrolled up; back at the end it follows again.
 * `begin`: what starts over at the end when it changes. `grown`: what is looked at besides the sizes of the box and of `inner`.
 */
export function useFollowEnd<Box extends HTMLElement>(
  begin: unknown,
  grown?: unknown,
): {
  box: RefObject<Box | null>
  inner: RefObject<HTMLDivElement | null>
  onScroll(event: UIEvent<Box>): void
} {
  const box = useRef<Box>(null)
  const inner = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const top = useRef(0)
  const toEnd = useRef(() => {
    if (follows.current && box.current) box.current.scrollTop = box.current.scrollHeight
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what begins is to be seen
  useEffect(() => {
    follows.current = true
    toEnd.current()
    const observer = new ResizeObserver(toEnd.current)
    for (const part of [box.current, inner.current]) if (part) observer.observe(part)
    return () => observer.disconnect()
  }, [begin])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has come is to be seen
  useEffect(() => toEnd.current(), [grown])
  return {
    box,
    inner,
    onScroll({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) {
      // What has grown below since the box was scrolled to its end is not the person's doing.
      if (scrollHeight - scrollTop - clientHeight < NEAR) follows.current = true
      else if (scrollTop < top.current) follows.current = false
      top.current = scrollTop
    },
  }
}
