import { useEffect } from 'react'

const MAIN = '#main'
const kept = new Map<string, number>()

/** Keeps how far a page was scrolled for the next time it is opened; starts once its content is there. */
export function useScrollKept(id: string, isReady: boolean, skip: boolean): void {
  useEffect(() => {
    if (!isReady) return
    const main = document.querySelector<HTMLElement>(MAIN)
    if (!main) return
    const top = kept.get(id)
    // After the first paint of the content, and after the router's own "back to the top".
    const frame = top !== undefined && !skip ? requestAnimationFrame(() => main.scrollTo({ top })) : undefined
    const keep = () => kept.set(id, main.scrollTop)
    main.addEventListener('scroll', keep, { passive: true })
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame)
      main.removeEventListener('scroll', keep)
    }
  }, [id, isReady, skip])
}
