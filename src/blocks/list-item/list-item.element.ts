import type { Node as PMNode } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import type { AttributeShape } from '../kit/attributes'
import { blockData } from '../kit/define-block'
import { isTodo } from './list-styles'

/** The part of the browser's elements that is used here; the data half of blocks is compiled without the DOM library. */
interface LiveElement {
  className: string
  id: string
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

/**
 * List items as elements of their own within their blocks. Lists are flat, so that nothing in the page's elements says
 * which items belong together: `src/editor/core/reading-roles.ts` tells screen readers, with the ids that are given here.
 */
export const listItems = (shape: AttributeShape): Plugin =>
  new Plugin({
    props: {
      nodeViews: {
        listItem: ((node: PMNode, view: EditorView, getPos: () => number | undefined) =>
          itemView(shape, node, view, getPos)) as unknown as () => NodeView,
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

let made = 0

/**
 * The block, in it the item, in that the text, for to-do items behind a checkbox. Read-only pages show the box disabled
 * (product.md 6.4).
 */
function itemView(
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
  if (typeof node.attrs.listStart === 'number')
    dom.setAttribute('style', `--list-start: ${node.attrs.listStart}`)
  const item = create(view, 'div')
  item.className = 'item-body'
  item.id = `item-${++made}`
  item.setAttribute('role', 'listitem')
  item.setAttribute('aria-level', String(Number(node.attrs.indent ?? 0) + 1))
  dom.append(item)
  const box = isTodo(node.attrs.listStyleType) ? create(view, 'input') : null
  const holder = create(view, 'span')
  const content = box ? create(view, 'div') : item
  if (box) {
    box.type = 'checkbox'
    box.className = 'todo-box'
    box.disabled = !view.editable
    holder.className = 'todo-holder'
    holder.contentEditable = 'false'
    holder.append(box)
    content.className = 'todo-text'
    item.append(holder, content)
    box.addEventListener('change', () => {
      const pos = getPos()
      if (pos === undefined || !view.editable) show()
      else view.dispatch(view.state.tr.setNodeAttribute(pos, 'checked', box.checked))
    })
  }
  show()
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
    // The role of the block is no change of the page.
    ignoreMutation: (mutation: { target: unknown }) => !content.contains(mutation.target),
  } as unknown as NodeView

  function show(): void {
    if (!box) return
    const checked = node.attrs.checked === true
    box.checked = checked
    box.setAttribute('aria-label', node.textContent || 'To-do')
    dom.setAttribute('data-checked', String(checked))
  }
}
