import type { Editor } from '@tiptap/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Floating } from '@/ui/floating'
import './atom-panel.css'

interface AtomPanelProps {
  editor: Editor
  pos: number
  label: string
  className?: string
  /** Pressing Escape; pressing outside is `onLeave`. */
  onCancel(): void
  onLeave(): void
  children: ReactNode
}

/**
 * A dialog at an atom or block. The focus goes to its first field; Tab stays inside, Escape gives up, a press elsewhere keeps
 * what there is.
 */
export function AtomPanel({ editor, pos, label, className, onCancel, onLeave, children }: AtomPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const { view } = editor

  useEffect(() => {
    const field = panel.current?.querySelector<HTMLElement>('input, textarea, button')
    field?.focus({ preventScroll: true })
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
  }, [])

  const rect = () => {
    const element = view.nodeDOM(Math.min(pos, view.state.doc.content.size))
    return (element instanceof Element ? element : view.dom).getBoundingClientRect()
  }
  return (
    <Floating rect={rect} context={view.dom} anchorKey={pos} onPressOutside={onLeave}>
      <div
        ref={panel}
        className={`panel atom-panel ${className ?? ''}`}
        role="dialog"
        aria-label={label}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault()
            event.stopPropagation()
            onCancel()
          } else if (event.key === 'Tab') keepInside(event, panel.current!)
        }}
      >
        {children}
      </div>
    </Floating>
  )
}

function keepInside(event: React.KeyboardEvent, panel: HTMLElement): void {
  const stops = [
    ...panel.querySelectorAll<HTMLElement>('input, textarea, select, button:not([disabled]), [tabindex="0"]'),
  ].filter((stop) => stop.tabIndex >= 0 && stop.getClientRects().length > 0)
  const from = stops.indexOf(document.activeElement as HTMLElement)
  const edge = event.shiftKey ? 0 : stops.length - 1
  if (from !== edge) return
  event.preventDefault()
  stops[event.shiftKey ? stops.length - 1 : 0]?.focus()
}
