import type { Node as PMNode } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import type { AttributeShape } from '../kit/attributes'
import { blockData } from '../kit/define-block'
import { isTodo } from './list-styles'

/** The part of the browser's elements that is used here; the data half of blocks is compiled without the DOM library. */
interface LiveElement {
  className: string
  type: string
  checked: boolean
  disabled: boolean
  contentEditable: string
  setAttribute(name: string, value: string): void
  append(...children: LiveElement[]): void
  addEventListener(type: string, listener: () => void): void
  contains(other: unknown): boolean
  querySelectorAll(selector: string): Iterable<LiveElement>
}

const liveElement = (view: EditorView): LiveElement => view.dom as unknown as LiveElement
const create = (view: EditorView, tag: string): LiveElement =>
  (
    view.dom as unknown as { ownerDocument: { createElement(tag: string): LiveElement } }
  ).ownerDocument.createElement(tag)

/** To-do items are shown with a real checkbox; all other items are plain elements. */
export const checkboxes = (shape: AttributeShape): Plugin =>
  new Plugin({
    props: {
      nodeViews: {
        // ProseMirror renders a node by its schema when there is no view for it; its types do not say so.
        listItem: ((node: PMNode, view: EditorView, getPos: () => number | undefined) =>
          isTodo(node.attrs.listStyleType)
            ? todoView(shape, node, view, getPos)
            : undefined) as unknown as () => NodeView,
      },
    },
    view: (view) => {
      let editable = view.editable
      return {
        update: () => {
          if (view.editable === editable) return
          editable = view.editable
          for (const box of liveElement(view).querySelectorAll('.todo-box')) box.disabled = !editable
        },
      }
    },
  })

/** Read-only pages show the box disabled (product.md 6.4). */
function todoView(
  shape: AttributeShape,
  first: PMNode,
  view: EditorView,
  getPos: () => number | undefined,
): NodeView {
  let node = first
  const dom = create(view, 'div')
  for (const [name, value] of Object.entries(blockData('listItem', shape, node.attrs)))
    dom.setAttribute(name, value)
  dom.setAttribute('dir', 'auto')
  const box = create(view, 'input')
  box.type = 'checkbox'
  box.className = 'todo-box'
  box.disabled = !view.editable
  const holder = create(view, 'span')
  holder.className = 'todo-holder'
  holder.contentEditable = 'false'
  holder.append(box)
  const content = create(view, 'div')
  dom.append(holder, content)
  show()
  box.addEventListener('change', () => {
    const pos = getPos()
    if (pos === undefined || !view.editable) show()
    else view.dispatch(view.state.tr.setNodeAttribute(pos, 'checked', box.checked))
  })
  return {
    dom,
    contentDOM: content,
    update: (next: PMNode) => {
      // Attributes other than the tick are written on the element when it is made.
      const sameOutside = Object.keys(next.attrs).every(
        (name) => name === 'checked' || next.attrs[name] === node.attrs[name],
      )
      if (next.type !== node.type || !sameOutside) return false
      node = next
      show()
      return true
    },
    stopEvent: (event: { target: unknown }) => holder.contains(event.target),
    ignoreMutation: (mutation: { target: unknown }) => !content.contains(mutation.target),
  } as unknown as NodeView

  function show(): void {
    const checked = node.attrs.checked === true
    box.checked = checked
    box.setAttribute('aria-label', node.textContent || 'To-do')
    dom.setAttribute('data-checked', String(checked))
  }
}
