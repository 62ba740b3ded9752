/** Distance from an edge at which a drag scrolls, and the farthest in a frame; both in pixels. */
const EDGE = 64
const FASTEST = 18

/** How far to scroll this frame when the pointer is at `at` between two edges. */
function scrollStep(at: number, start: number, end: number): number {
  // In a low area there is room between the two all the same.
  const edge = Math.min(EDGE, (end - start) / 4)
  const into = (distance: number) => Math.ceil((Math.min(edge, edge - distance) / edge) * FASTEST)
  if (at - start < edge) return -into(at - start)
  if (end - at < edge) return into(end - at)
  return 0
}

/** What lies around an element and can be scrolled that way, the innermost first. */
function* scrollersOf(element: Element, axis: 'x' | 'y'): Generator<Element> {
  for (let parent: Element | null = element; parent; parent = parent.parentElement) {
    const style = getComputedStyle(parent)
    if (/auto|scroll/.test(axis === 'y' ? style.overflowY : style.overflowX)) yield parent
  }
  if (document.scrollingElement) yield document.scrollingElement
}

/**
 * Scrolls what lies around `element` by a step when the pointer is near its edge, or beyond: of several things the innermost that has not come to
 * its end. Says whether something was scrolled.
 */
export function scrollAtEdge(element: Element, axis: 'x' | 'y', at: number): boolean {
  for (const scroller of scrollersOf(element, axis)) {
    const box =
      scroller === document.scrollingElement
        ? new DOMRect(0, 0, innerWidth, innerHeight)
        : scroller.getBoundingClientRect()
    const step =
      axis === 'y'
        ? scrollStep(at, Math.max(0, box.top), Math.min(innerHeight, box.bottom))
        : scrollStep(at, Math.max(0, box.left), Math.min(innerWidth, box.right))
    const before = axis === 'y' ? scroller.scrollTop : scroller.scrollLeft
    if (step === 0) continue
    scroller.scrollBy(axis === 'y' ? { top: step, behavior: 'instant' } : { left: step, behavior: 'instant' })
    if ((axis === 'y' ? scroller.scrollTop : scroller.scrollLeft) !== before) return true
  }
  return false
}
