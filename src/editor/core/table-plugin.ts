import { Fragment, type Node as PMNode, Slice } from '@tiptap/pm/model'
import { Plugin, TextSelection } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { CellSelection, isCellAt, sameTable } from '@/blocks/table/cell-selection'
import { columnWidth, setColumnWidth } from '@/blocks/table/table-commands'
import { cellAround, cellsOf, tableAround } from '@/blocks/table/table-grid'
import { namedTable, pasteCells } from './paste-cells'

/** The cell under a point of the screen. */
function cellAt(view: EditorView, event: MouseEvent): number | null {
  const found = view.posAtCoords({ left: event.clientX, top: event.clientY })
  if (!found) return null
  const $pos = view.state.doc.resolve(found.pos)
  return (
    cellAround($pos) ?? (found.inside >= 0 && isCellAt(view.state.doc, found.inside) ? found.inside : null)
  )
}

/** Cells are selected by pressing in one and letting go in another. */
function selectByMouse(view: EditorView, start: MouseEvent): void {
  const anchor = cellAt(view, start)
  if (anchor === null || start.button !== 0) return
  const move = (event: MouseEvent) => {
    if ((event.buttons & 1) === 0) return stop()
    const head = cellAt(view, event)
    if (head === null || !isCellAt(view.state.doc, anchor) || !sameTable(view.state.doc, anchor, head)) return
    const { selection } = view.state
    if (head === anchor && !(selection instanceof CellSelection)) return
    const next = new CellSelection(view.state.doc, anchor, head)
    if (!selection.eq(next)) view.dispatch(view.state.tr.setSelection(next))
    event.preventDefault()
  }
  const stop = () => {
    view.root.removeEventListener('mousemove', move as EventListener)
    view.root.removeEventListener('mouseup', stop)
  }
  view.root.addEventListener('mousemove', move as EventListener)
  view.root.addEventListener('mouseup', stop)
}

/** How near to the line between two columns the pointer takes hold of it, in pixels. */
const REACH = 5

interface Edge {
  table: number
  column: number
  col: HTMLElement
}

/** The right edge of a column under the pointer. */
function edgeAt(view: EditorView, event: MouseEvent): Edge | null {
  const element = (event.target as Element | null)?.closest?.('td')
  if (!element || !view.dom.contains(element)) return null
  const box = element.getBoundingClientRect()
  const isRight = Math.abs(box.right - event.clientX) <= REACH
  const isLeft = Math.abs(box.left - event.clientX) <= REACH
  if (!isRight && !isLeft) return null
  const pos = view.posAtDOM(element, 0)
  const table = tableAround(view.state.doc.resolve(pos))
  const at = cellAround(view.state.doc.resolve(pos))
  const cell = table && cellsOf(table).find((one) => one.pos === at)
  const column = cell ? (isRight ? cell.right : cell.left) - 1 : -1
  if (!table || column < 0) return null
  const col = view.nodeDOM(table.pos + 1 + column)
  return col instanceof HTMLElement ? { table: table.pos, column, col } : null
}

/** A column is made wider and narrower by its edge; what everybody sees is written when it is let go. */
function resize(view: EditorView, { table, column, col }: Edge, start: MouseEvent): void {
  const from = col.getBoundingClientRect().width || Number.parseFloat(col.style.width)
  const widthAt = (event: MouseEvent) => columnWidth(from + event.clientX - start.clientX)
  const root = view.dom.ownerDocument
  const move = (event: MouseEvent) => {
    col.style.width = `${widthAt(event)}px`
  }
  const stop = (event: MouseEvent) => {
    root.removeEventListener('mousemove', move)
    root.removeEventListener('mouseup', stop)
    if (view.state.doc.nodeAt(table)?.child(column))
      view.dispatch(setColumnWidth(view.state.tr, table, column, widthAt(event)))
  }
  root.addEventListener('mousemove', move)
  root.addEventListener('mouseup', stop)
}

/** A text selection may not begin in one cell and end in another: it is one of cells then. */
function betweenCells(state: EditorView['state']): CellSelection | null {
  const { selection, doc } = state
  if (!(selection instanceof TextSelection) || selection.empty) return null
  const [anchor, head] = [cellAround(selection.$anchor), cellAround(selection.$head)]
  if (anchor === null || head === null || anchor === head || !sameTable(doc, anchor, head)) return null
  return new CellSelection(doc, anchor, head)
}

/** Selecting cells, making columns wider, pasting into cells. */
export function tablePlugin(): Plugin {
  return new Plugin({
    appendTransaction: (_transactions, _before, state) => {
      const cells = betweenCells(state)
      return cells && state.tr.setSelection(cells)
    },
    props: {
      decorations({ selection, doc }) {
        if (!(selection instanceof CellSelection)) return null
        return DecorationSet.create(
          doc,
          selection.cells.map(({ pos, node }) =>
            Decoration.node(pos, pos + node.nodeSize, { class: 'is-selected-cell' }),
          ),
        )
      },
      createSelectionBetween(view) {
        return view.state.selection instanceof CellSelection ? view.state.selection : null
      },
      transformPasted: withoutStrayParts,
      handleDOMEvents: {
        mousemove(view, event) {
          if (event.buttons === 0) {
            const isEdge = view.editable && edgeAt(view, event) !== null
            view.dom.classList.toggle('is-column-edge', isEdge)
          }
          return false
        },
        mousedown(view, event) {
          const edge = view.editable && event.button === 0 ? edgeAt(view, event) : null
          if (edge) {
            event.preventDefault()
            resize(view, edge, event)
            return true
          }
          selectByMouse(view, event)
          return false
        },
      },
    },
  })
}

/** Pasting into cells. Stands before what else handles pasted blocks. */
export const cellPaste = (): Plugin =>
  new Plugin({ props: { handlePaste: (view, event, slice) => pasteCells(view, event.clipboardData, slice) } })

/** Rows and cells that come without their table are what stands in them; what comes as a table is a whole one. */
function withoutStrayParts(slice: Slice): Slice {
  let isStray = false
  const flat = (content: Fragment): PMNode[] =>
    content.content.flatMap((node) => {
      switch (node.type.name) {
        case 'tableColumn':
          isStray = true
          return []
        case 'tableRow':
        case 'tableCell':
          isStray = true
          return flat(node.content)
        case 'table':
          isStray = true
          return [namedTable(node)]
        default:
          return [node]
      }
    })
  const nodes = flat(slice.content)
  return isStray ? new Slice(Fragment.fromArray(nodes), 0, 0) : slice
}
