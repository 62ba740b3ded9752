const waiting = new Map<Element, () => void>()
let observer: IntersectionObserver | null = null

/** How far out of sight, in heights of the window, an element is near. */
const NEAR = '100%'

function arrived(element: Element): void {
  const act = waiting.get(element)
  observer?.unobserve(element)
  waiting.delete(element)
  act?.()
}

function observe(): IntersectionObserver {
  // On paper all of a page is in sight.
  window.addEventListener('beforeprint', () => [...waiting.keys()].forEach(arrived))
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) arrived(target)
    },
    // The page scrolls in an element of the window: what is out of sight there is cut off before the window's margin counts.
    { rootMargin: `${NEAR} 0px`, scrollMargin: `${NEAR} 0px` } as IntersectionObserverInit,
  )
}

/** Calls back once, when an element has come into sight or near it; the result takes that back. */
export function whenNear(element: Element, act: () => void): () => void {
  observer ??= observe()
  waiting.set(element, act)
  observer.observe(element)
  return () => {
    observer?.unobserve(element)
    waiting.delete(element)
  }
}
