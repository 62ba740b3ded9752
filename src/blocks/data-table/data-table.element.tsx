import { NodeSelection } from '@tiptap/pm/state'
import type { RunBlock } from '../kit/block-program'
import { blockRoot } from '../kit/block-root'
import { blockScope } from '../kit/block-scope'
import { CONTAINED, scopedCss } from '../kit/scoped-css'
import { DataTableView } from './data-table-view'
import { tableOf } from './table-attributes'
import type { TablePatch } from './table-edits'
import type { TableAttributes } from './table-model'

/** Keys that the page around the table answers, also while a cell has the focus. */
const isUndo = (event: KeyboardEvent): boolean =>
  (event.metaKey || event.ctrlKey) && !event.altKey && ['z', 'y'].includes(event.key.toLowerCase())

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input:not([type=checkbox]), textarea') !== null

/** A data table as it is worked with. What is done in it goes into the block's attributes, member by member. */
const run: RunBlock = (frame) => {
  const { dom, view } = frame
  const holder = document.createElement('div')
  holder.className = 'data-table'
  holder.contentEditable = 'false'
  const styles = document.createElement('style')
  dom.replaceChildren(styles, holder)
  const root = blockRoot(holder)
  let styled: string | null = null

  const change = (patch: TablePatch) => {
    const pos = frame.pos()
    if (view.isDestroyed || pos === undefined || !view.editable) return
    const { tr } = view.state
    const { attrs } = frame.node()
    for (const [name, value] of Object.entries(patch))
      if (attrs[name] !== value) tr.setNodeAttribute(pos, name, value)
    if (tr.docChanged) view.dispatch(tr)
  }
  const leave = () => {
    const pos = frame.pos()
    if (pos === undefined) return
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, pos)))
    view.focus()
  }
  /** Asked for when something is done, so that what others did a moment before is not undone. */
  const current = (): TableAttributes => tableOf(frame.node().attrs)

  const show = () => {
    const { attrs } = frame.node()
    const css = String(attrs.customCss ?? '')
    const scope = blockScope(String(attrs.id ?? ''))
    if (styled !== scope + css) {
      styled = scope + css
      styles.textContent = css ? scopedCss(css, scope).css : ''
      dom.style.contain = css ? CONTAINED.contain : ''
      dom.style.position = css ? CONTAINED.position : ''
    }
    root.render(
      <DataTableView
        table={tableOf(attrs)}
        isEditable={view.editable}
        current={current}
        onChange={change}
        onEdit={() => frame.openPanel('data-table')}
        onLeave={leave}
      />,
    )
  }
  /** Enter on the selected table goes into its cells. */
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.target !== view.dom || event.isComposing) return
    const cell = holder.querySelector<HTMLElement>('[data-cell][tabindex="0"]')
    if (!cell) return
    event.preventDefault()
    event.stopImmediatePropagation()
    cell.focus()
  }
  show()
  return {
    update: show,
    select(isSelected) {
      if (isSelected) view.dom.addEventListener('keydown', enter, true)
      else view.dom.removeEventListener('keydown', enter, true)
    },
    stopEvent(event) {
      if (!holder.contains(event.target as Node)) return false
      return !(event instanceof KeyboardEvent && isUndo(event) && !isTyping(event.target))
    },
    ignoreMutation: () => true,
    destroy() {
      view.dom.removeEventListener('keydown', enter, true)
      root.destroy()
    },
  }
}

export default run
