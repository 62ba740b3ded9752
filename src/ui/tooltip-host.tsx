import { computePosition, flip, offset, shift } from '@floating-ui/dom'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Kbd } from './kbd'
import type { TooltipSide } from './tooltip'

/** Milliseconds of rest before a tooltip shows, and for how long after one its neighbours show at once. */
const REST = 400
const WARM = 400
/** Milliseconds in which the pointer may cross from the element to its tooltip. */
const CROSSING = 120

const carrierOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null

/** The element whose tooltip is to be seen. */
function useTarget(): HTMLElement | null {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const listen = { signal: stop.signal, capture: true }
    let shown: HTMLElement | null = null
    let next: HTMLElement | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let closedAt = Number.NEGATIVE_INFINITY
    const show = (element: HTMLElement | null) => {
      clearTimeout(timer)
      next = element
      if (shown && !element) closedAt = performance.now()
      shown = element
      setTarget(element)
    }
    const showAfter = (element: HTMLElement | null, delay: number) => {
      if (next === element) return
      next = element
      clearTimeout(timer)
      timer = setTimeout(show, delay, element)
    }
    const over = (event: PointerEvent) => {
      if (event.pointerType === 'touch' || event.buttons !== 0) return
      if (event.target instanceof Element && event.target.closest('[role=tooltip]'))
        return showAfter(shown, 0)
      const element = carrierOf(event.target)
      if (!element) return showAfter(null, CROSSING)
      const isWarm = shown !== null || performance.now() - closedAt < WARM
      showAfter(element, isWarm ? 0 : REST)
    }
    const focus = (event: FocusEvent) => {
      const element = carrierOf(event.target)
      show(element && (event.target as Element).matches(':focus-visible') ? element : null)
    }
    const away = () => show(null)
    document.addEventListener('pointerover', over, listen)
    document.addEventListener('focusin', focus, listen)
    document.addEventListener('focusout', away, listen)
    // What was pressed has done its work; its tooltip comes back with the next visit.
    for (const gone of ['pointerdown', 'click', 'dragstart', 'scroll'] as const)
      document.addEventListener(gone, away, listen)
    document.addEventListener('keydown', (event) => event.key === 'Escape' && away(), listen)
    document.documentElement.addEventListener('pointerleave', away, { signal: stop.signal })
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [])
  return target
}

/** The one tooltip of the application. Screen readers have the element's own name. */
export default function TooltipHost() {
  const target = useTarget()
  const bubble = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const element = bubble.current
    if (!target || !element) return
    let isGone = false
    const placement = (target.dataset.tooltipSide ?? 'bottom') as TooltipSide
    void computePosition(target, element, {
      placement,
      strategy: 'fixed',
      middleware: [offset(6), flip({ padding: 8 }), shift({ padding: 8 })],
    }).then(({ x, y }) => {
      if (isGone) return
      element.style.translate = `${Math.round(x)}px ${Math.round(y)}px`
      element.style.opacity = '1'
    })
    return () => {
      isGone = true
    }
  }, [target])

  if (!target?.isConnected) return null
  const { tooltip, tooltipKeys } = target.dataset
  // Beside the application, so that it is seen over windows too.
  return createPortal(
    <div
      key={tooltip}
      ref={bubble}
      role="tooltip"
      aria-hidden
      className="fixed top-0 left-0 z-[70] flex w-max max-w-80 items-center gap-2 rounded-control bg-text px-2 py-1 text-xs text-bg opacity-0 transition-opacity duration-140"
    >
      {tooltip}
      {tooltipKeys && <Kbd keys={tooltipKeys} className="text-bg opacity-75" />}
    </div>,
    document.body,
  )
}
