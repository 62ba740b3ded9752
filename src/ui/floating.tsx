import { autoUpdate, computePosition, flip, offset, type Placement, shift, size } from '@floating-ui/dom'
import { type ComponentProps, useEffect, useLayoutEffect, useRef } from 'react'
import { cn } from './cn'

export interface FloatingProps extends ComponentProps<'div'> {
  /** Where it belongs, asked again on scroll and resize. */
  rect(): DOMRect
  /** The element whose scrolling moves it. */
  context: Element
  placement?: Placement
  gap?: number
  /** Anything that changes when the place does. */
  anchorKey?: unknown
  /** Told of a press that is neither in the panel nor on its opener. */
  onPressOutside?(): void
  /** The button that opened the panel, and closes it by itself. */
  opener?: Element | null
}

/** Kept free at the edges of the window. */
const EDGE = 8

/** The room at the edges that a panel leaves: at the bottom it ends above a bar that covers the lower edge (`data-covers="bottom"`). */
export function edges(): { top: number; right: number; bottom: number; left: number } {
  const bar = document.querySelector('[data-covers="bottom"]')
  return { top: EDGE, right: EDGE, bottom: EDGE + (bar?.getBoundingClientRect().height ?? 0), left: EDGE }
}

/**
 * The popover of a place that is no element, such as a caret or a selection: turns to the other side at the edge, never
 * leaves the window. At a button of its own, `ButtonPopover` is simpler.
 */
export function Floating({
  rect,
  context,
  placement = 'bottom-start',
  gap = 6,
  anchorKey,
  onPressOutside,
  opener = null,
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
  const pressedOutside = useRef(onPressOutside)
  pressedOutside.current = onPressOutside
  useEffect(() => {
    const press = ({ target }: PointerEvent) => {
      const isInside = [panel.current, opener].some((part) => part?.contains(target as Node))
      if (!isInside) pressedOutside.current?.()
    }
    document.addEventListener('pointerdown', press, true)
    return () => document.removeEventListener('pointerdown', press, true)
  }, [opener])
  return (
    <div ref={panel} className={cn('floating', className)} style={{ opacity: 0 }} {...rest}>
      {children}
    </div>
  )
}
