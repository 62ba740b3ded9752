import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * How many of the children of a row fit into it, counted from the start. Children keep their widths, so these are
 * measured once for each list of them (`key`), while all are shown; those that are `hidden` later keep what they had.
 */
export function useRoom(row: RefObject<HTMLElement | null>, key: string): number {
  const [fitting, setFitting] = useState(Number.POSITIVE_INFINITY)
  const ends = useRef<{ key: string; at: number[] } | null>(null)
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    const measure = () => {
      if (ends.current?.key !== key) {
        const hidden = [...element.children].filter((child) => child.hasAttribute('hidden'))
        for (const child of hidden) child.removeAttribute('hidden')
        const gap = Number.parseFloat(getComputedStyle(element).columnGap) || 0
        let end = 0
        const at = [...element.children].map((child) => {
          const { marginInlineStart, marginInlineEnd } = getComputedStyle(child)
          const margins =
            (Number.parseFloat(marginInlineStart) || 0) + (Number.parseFloat(marginInlineEnd) || 0)
          end += child.getBoundingClientRect().width + margins + gap
          return end
        })
        for (const child of hidden) child.setAttribute('hidden', '')
        ends.current = { key, at }
      }
      const { at } = ends.current
      const width = element.clientWidth + 0.5
      const first = at.findIndex((end) => end > width)
      setFitting(first === -1 ? Number.POSITIVE_INFINITY : first)
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [row, key])
  return fitting
}
