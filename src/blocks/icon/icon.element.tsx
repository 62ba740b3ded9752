import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import type { RunBlock } from '../kit/block-program'
import { drawingOf } from './drawings'

/** An icon's drawing; a click opens the picker. */
const run: RunBlock = (frame) => {
  const holder = document.createElement('span')
  const root = createRoot(holder)
  frame.dom.replaceChildren(holder)
  const show = () => {
    const name = String(frame.node().attrs.iconName)
    const drawing = drawingOf(name)
    frame.dom.classList.toggle('can-open', frame.view.editable)
    root.render(
      drawing ? createElement(drawing, { 'aria-hidden': true, width: '1em', height: '1em' }) : `:${name}:`,
    )
  }
  const open = () => {
    if (frame.view.editable) frame.openPanel('icon')
  }
  frame.dom.addEventListener('click', open)
  show()
  return {
    update: show,
    destroy() {
      frame.dom.removeEventListener('click', open)
      // Not while React may be drawing something else.
      queueMicrotask(() => root.unmount())
    },
  }
}

export default run
