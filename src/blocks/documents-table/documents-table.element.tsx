import type { RunBlock, SubPage } from '../kit/block-program'
import { blockRoot } from '../kit/block-root'
import { DocumentsTableView } from './documents-table-view'
import { type ListView, viewOf } from './sub-page-list'

/** The sub-pages of the page, as the application tells them, and brought up to date by it. */
const run: RunBlock = (frame) => {
  const { dom, view } = frame
  const holder = document.createElement('div')
  holder.className = 'sub-pages'
  holder.contentEditable = 'false'
  dom.replaceChildren(holder)
  const root = blockRoot(holder)
  /** `null` until they are told; `undefined` where nobody knows of any. */
  let pages: readonly SubPage[] | null | undefined = null

  const change = (next: Partial<ListView>) => {
    const pos = frame.pos()
    if (pos === undefined || !view.editable) return
    const { tr } = view.state
    for (const [name, value] of Object.entries(next))
      if (frame.node().attrs[name] !== value) tr.setNodeAttribute(pos, name, value)
    if (tr.docChanged) view.dispatch(tr)
  }
  const show = () => {
    const { openPath, newSubPage } = frame.host()
    root.render(
      <DocumentsTableView
        pages={pages}
        view={viewOf(frame.node().attrs)}
        isEditable={view.editable}
        onChange={change}
        onOpen={openPath}
        onNew={view.editable ? newSubPage : undefined}
      />,
    )
  }
  const watch = frame.host().watchSubPages
  if (!watch) pages = undefined
  const stop = watch?.((told) => {
    pages = told
    show()
  })
  show()
  return {
    update: show,
    // What is pressed in the list is its own; a press beside it selects the block.
    stopEvent: ({ target, type }) =>
      !type.startsWith('drag') &&
      target instanceof Element &&
      holder.contains(target) &&
      target.closest('a, button, select') !== null,
    ignoreMutation: () => true,
    destroy() {
      stop?.()
      root.destroy()
    },
  }
}

export default run
