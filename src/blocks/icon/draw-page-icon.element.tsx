import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { drawingOf } from './drawings'
import { readPageIcon } from './page-icon'

/** A page's drawing as an element, for where React does not stand; `null` for an emoji and a name that nobody knows. */
export function drawPageIcon(icon: string): SVGElement | null {
  const said = readPageIcon(icon)
  const Found = said.kind === 'drawing' ? drawingOf(said.name) : null
  if (said.kind !== 'drawing' || !Found) return null
  const holder = document.createElement('span')
  const root = createRoot(holder)
  flushSync(() =>
    root.render(
      <Found
        aria-hidden
        className="page-drawing"
        data-color={said.color}
        data-filled={said.filled || undefined}
      />,
    ),
  )
  const drawn = holder.querySelector('svg')?.cloneNode(true) ?? null
  // Not while React may be drawing something else.
  queueMicrotask(() => root.unmount())
  return drawn as SVGElement | null
}
