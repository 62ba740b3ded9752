import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { cn } from '@/ui/cn'
import { Floating } from '@/ui/floating'

interface ToolPanelProps {
  label: string
  className?: string
  /** Where it belongs, and what moves that: the button that opened it, or a place in the text. */
  rect?: (() => DOMRect) | undefined
  context: Element
  /** The focus goes back into the text. */
  onClose(): void
  onKeyDown?(event: KeyboardEvent<HTMLElement>): void
  children: ReactNode
}

/** The panel under a tool. It takes the focus; Escape, Tab and a press elsewhere close it. */
export function ToolPanel({ label, className, rect, context, onClose, onKeyDown, children }: ToolPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a phone the text keeps the focus, and with it the keyboard on the screen.
    if (!window.matchMedia('(pointer: coarse)').matches && !panel.current?.contains(document.activeElement))
      panel.current?.querySelector<HTMLElement>('[tabindex="0"], input')?.focus({ preventScroll: true })
  }, [])
  return (
    <Floating
      rect={rect ?? (() => context.getBoundingClientRect())}
      context={context}
      anchorKey={label}
      opener={rect ? null : context}
      onPressOutside={onClose}
    >
      <div
        ref={panel}
        className={cn('panel', className)}
        role="dialog"
        aria-label={label}
        onMouseDown={(event) => {
          if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') {
            onKeyDown?.(event)
            return
          }
          event.preventDefault()
          event.stopPropagation()
          onClose()
        }}
      >
        {children}
      </div>
    </Floating>
  )
}
