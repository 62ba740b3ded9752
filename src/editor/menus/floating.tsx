import { autoUpdate, computePosition, flip, offset, type Placement, shift, size } from '@floating-ui/dom'
import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { cn } from '@/ui/cn'

export interface FloatingProps extends ComponentProps<'div'> {
  /** Where it belongs, asked again on scroll and resize. */
  rect(): DOMRect
  /** The element whose scrolling moves it. */
  context: Element
  placement?: Placement
  gap?: number
  /** Anything that changes when the place does. */
  anchorKey?: unknown
}

/** Kept free at the edges of the window. */
const EDGE = 8

/** The room at the edges that a panel leaves: at the bottom it ends above the formatting bar of a phone. */
export function edges(): { top: number; right: number; bottom: number; left: number } {
  const bar = document.querySelector('.touch-bar')
  return { top: EDGE, right: EDGE, bottom: EDGE + (bar?.getBoundingClientRect().height ?? 0), left: EDGE }
}

/** A panel over the page beside a place in the text: turns to the other side at the edge, never leaves the window. */
export function Floating({
  rect,
  context,
  placement = 'bottom-start',
  gap = 6,
  anchorKey,
  className,
  children,
  ...rest
}: FloatingProps) {
  const panel = useRef<HTMLDivElement>(null)
  const anchor = useRef(rect)
  anchor.current = rect
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `anchorKey` is a new place
  useLayoutEffect(() => {
    const element = panel.current!
    const reference = { getBoundingClientRect: () => anchor.current(), contextElement: context }
    const place = async () => {
      const padding = edges()
      const { x, y } = await computePosition(reference, element, {
        placement,
        strategy: 'fixed',
        middleware: [
          offset(gap),
          flip({ padding }),
          shift({ padding }),
          size({
            padding,
            apply: ({ availableHeight }) => {
              element.style.setProperty('--room', `${Math.max(120, availableHeight)}px`)
            },
          }),
        ],
      })
      element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`
      element.style.opacity = '1'
    }
    return autoUpdate(reference, element, place)
  }, [context, placement, gap, anchorKey])
  return (
    <div ref={panel} className={cn('floating', className)} style={{ opacity: 0 }} {...rest}>
      {children}
    </div>
  )
}
