import type { Attributes } from '../kit/attributes'
import type { RunBlock } from '../kit/block-program'
import { blockRoot } from '../kit/block-root'
import { LiveChart } from './live-chart'

/** A chart while it is read or edited. A double click or its button opens the dialog, edges change its size. */
const run: RunBlock = (frame) => {
  const holder = document.createElement('div')
  holder.className = 'chart-holder'
  holder.contentEditable = 'false'
  const root = blockRoot(holder)
  frame.dom.replaceChildren(holder)
  const edit = () => frame.openPanel('chart')
  const resize = (size: { width?: number; height?: number }) => {
    const pos = frame.pos()
    if (pos === undefined) return
    const { tr } = frame.view.state
    for (const [name, value] of Object.entries(size)) tr.setNodeAttribute(pos, name, value)
    frame.view.dispatch(tr)
  }
  const show = () => {
    const { attrs } = frame.node()
    const isEditable = frame.view.editable
    root.render(
      <LiveChart
        attributes={attrs as Attributes}
        scope={String(attrs.id)}
        {...(isEditable ? { onEdit: edit, onResize: resize } : {})}
      />,
    )
  }
  const open = (event: MouseEvent) => {
    if (!frame.view.editable || isControl(event.target)) return
    event.preventDefault()
    edit()
  }
  frame.dom.addEventListener('dblclick', open)
  show()
  return {
    update: show,
    stopEvent: ({ target }) => isControl(target),
    destroy() {
      frame.dom.removeEventListener('dblclick', open)
      root.destroy()
    },
  }
}

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.chart-edit, .chart-handle') !== null

export default run
