import type { Node as PMNode } from '@tiptap/pm/model'
import { Plugin, Selection } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { CellSelection, isCellAt, sameTable } from '@/blocks/table/cell-selection'
import { columnWidth } from '@/blocks/table/table-commands'
import { cellAround, cellsOf, tableAround } from '@/blocks/table/table-grid'
import { isRightToLeft } from '@/ui/key-in-row'
import { pasteCode } from '../clipboard/load-paste-code'
import { wholeSelection } from './whole-selection'
import { wholeSlice } from './whole-slice'

/** The cell under a point of the screen. */
function cellAt(view: EditorView, event: MouseEvent): number | null {
  const found = view.posAtCoords({ left: event.clientX, top: event.clientY })
  if (!found) return null
  const $pos = view.state.doc.resolve(found.pos)
  return (
    cellAround($pos) ?? (found.inside >= 0 && isCellAt(view.state.doc, found.inside) ? found.inside : null)
  )
}

/** Follows the pointer until its button is let go, `move` says that it is over (`false`), or the editor goes. */
class Drags {
  private stop: (() => void) | null = null

  start(view: EditorView, move: (event: MouseEvent) => boolean, end?: (event: MouseEvent) => void): void {
    this.end()
    const root = view.dom.ownerDocument
    const moved = (event: MouseEvent) => {
      if (!move(event)) this.end()
    }
    const released = (event: MouseEvent) => {
      this.end()
      end?.(event)
    }
    root.addEventListener('mousemove', moved)
    root.addEventListener('mouseup', released)
    this.stop = () => {
      root.removeEventListener('mousemove', moved)
      root.removeEventListener('mouseup', released)
    }
  }

  end(): void {
    this.stop?.()
    this.stop = null
  }
}

/** A block as it can be found again after others have written above it. */
interface Named {
  kind: string
  id: string
  pos: number
}

const named = (node: PMNode, pos: number): Named => ({ kind: node.type.name, id: String(node.attrs.id), pos })

/** Where the block stands now; `null` when it is gone. */
function posOf(doc: PMNode, { kind, id, pos }: Named): number | null {
  const is = (node: PMNode | null) => node?.type.name === kind && node.attrs.id === id
  if (pos < doc.content.size && is(doc.nodeAt(pos))) return pos
  let found: number | null = null
  doc.descendants((node, at) => {
    if (found === null && is(node)) found = at
    return found === null && !node.isTextblock
  })
  return found
}

/** Cells are selected by pressing in one and letting go in another. */
function selectByMouse(view: EditorView, start: MouseEvent, drags: Drags): void {
  const pressed = cellAt(view, start)
  if (pressed === null || start.button !== 0) return
  const cell = named(view.state.doc.nodeAt(pressed) as PMNode, pressed)
  drags.start(view, (event) => {
    if ((event.buttons & 1) === 0) return false
    const { selection, doc } = view.state
    const anchor = posOf(doc, cell)
    if (anchor === null) return false
    const head = cellAt(view, event)
    if (head === null || !sameTable(doc, anchor, head)) return true
    if (head === anchor && !(selection instanceof CellSelection)) return true
    const next = new CellSelection(doc, anchor, head)
    if (!selection.eq(next)) view.dispatch(view.state.tr.setSelection(next))
    event.preventDefault()
    return true
  })
}

/** A press anywhere ends a selection of cells: what is typed next would otherwise stand in their place. */
function leaveCells(view: EditorView, event: MouseEvent): void {
  const { selection, doc, tr } = view.state
  if (!(selection instanceof CellSelection) || event.button !== 0 || event.shiftKey) return
  const found = view.posAtCoords({ left: event.clientX, top: event.clientY })
  if (found) view.dispatch(tr.setSelection(Selection.near(doc.resolve(found.pos))))
}

/** A press near the edge of a column that moves no further than this many pixels is one into the text there. */
const SLOP = 3

function putCaret(view: EditorView, { target, clientX, clientY: top }: MouseEvent): void {
  const cell = (target as Element).closest('td')?.getBoundingClientRect()
  if (!cell) return
  // Further inside: beside the line the browser may mean the cell behind it.
  const inside = 2 * REACH + 1
  const left = Math.min(Math.max(clientX, cell.left + inside), cell.right - inside)
  const found = view.posAtCoords({ left, top })
  if (!found) return
  view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(found.pos))))
  view.focus()
}

/** How near to the line between two columns the pointer takes hold of it, in pixels. */
const REACH = 5

interface Edge {
  column: Named
  col: HTMLElement
}

/** The edge at which a column ends, under the pointer: its right one, or its left where the table runs from right to left. */
function edgeAt(view: EditorView, event: MouseEvent): Edge | null {
  const element = (event.target as Element | null)?.closest?.('td')
  if (!element || !view.dom.contains(element)) return null
  const box = element.getBoundingClientRect()
  const isAtRight = Math.abs(box.right - event.clientX) <= REACH
  const isAtLeft = Math.abs(box.left - event.clientX) <= REACH
  if (!isAtRight && !isAtLeft) return null
  const isAtEnd = isRightToLeft(element) ? isAtLeft : isAtRight
  const pos = view.posAtDOM(element, 0)
  const table = tableAround(view.state.doc.resolve(pos))
  const around = cellAround(view.state.doc.resolve(pos))
  const cell = table && cellsOf(table).find((one) => one.pos === around)
  const column = cell ? (isAtEnd ? cell.right : cell.left) - 1 : -1
  if (!table || column < 0) return null
  const at = table.pos + 1 + column
  const node = view.state.doc.nodeAt(at)
  const col = view.nodeDOM(at)
  if (node?.type.name !== 'tableColumn' || !(col instanceof HTMLElement)) return null
  return { column: named(node, at), col }
}

/**
 * The columns of a table that is as wide as the page, as they are drawn: with the first width they all get theirs, so that
 * none jumps. None where some have been given one.
 */
function drawnWidths(view: EditorView, pos: number): { column: Named; width: number }[] {
  const table = tableAround(view.state.doc.resolve(pos))
  if (!table) return []
  const found: { column: Named; width: number }[] = []
  let isGiven = false
  table.node.forEach((node, offset) => {
    if (node.type.name !== 'tableColumn') return
    const at = table.pos + 1 + offset
    const col = view.nodeDOM(at)
    isGiven ||= node.attrs.width !== null
    if (col instanceof HTMLElement)
      found.push({ column: named(node, at), width: columnWidth(col.getBoundingClientRect().width) })
  })
  return isGiven ? [] : found
}

/**
 * A column is made wider and narrower by its edge; what everybody sees is written when it is let go. The column is looked
 * for again then: others may have written above it, moved it or deleted it.
 */
function resize(view: EditorView, { column, col }: Edge, start: MouseEvent, drags: Drags): void {
  const before = col.style.width
  const from = col.getBoundingClientRect().width || Number.parseFloat(before)
  const drawn = drawnWidths(view, column.pos)
  const sign = isRightToLeft(col) ? -1 : 1
  const widthAt = (event: MouseEvent) => columnWidth(from + sign * (event.clientX - start.clientX))
  let isMoved = false
  drags.start(
    view,
    (event) => {
      isMoved ||= Math.abs(event.clientX - start.clientX) > SLOP
      if (isMoved) col.style.width = `${widthAt(event)}px`
      return true
    },
    (event) => {
      col.style.width = before
      if (!isMoved) return putCaret(view, start)
      const pos = posOf(view.state.doc, column)
      if (pos === null || !view.editable) return
      const { tr } = view.state
      for (const other of drawn) {
        const at = posOf(tr.doc, other.column)
        if (at !== null && at !== pos) tr.setNodeAttribute(at, 'width', other.width)
      }
      view.dispatch(tr.setNodeAttribute(pos, 'width', widthAt(event)))
    },
  )
}

/** Selecting cells, making columns wider, pasting into cells. */
export function tablePlugin(): Plugin {
  const drags = new Drags()
  return new Plugin({
    view: () => ({ destroy: () => drags.end() }),
    appendTransaction: (_transactions, _before, state) => {
      const whole = wholeSelection(state)
      return whole && state.tr.setSelection(whole)
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
      createSelectionBetween({ state: { doc, selection } }, $anchor) {
        // What is dropped is selected in a document that the view does not show yet.
        return selection instanceof CellSelection && $anchor.doc === doc ? selection : null
      },
      transformPasted: wholeSlice,
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
            resize(view, edge, event, drags)
            return true
          }
          leaveCells(view, event)
          selectByMouse(view, event, drags)
          return false
        },
      },
    },
  })
}

/** Pasting into cells; `tell` says what cannot be. Stands before what else handles pasted blocks. */
export const cellPaste = (tell: (message: string) => void): Plugin =>
  new Plugin({
    props: {
      handlePaste: (view, event, slice) =>
        pasteCode()?.pasteCells(view, event.clipboardData, slice, tell) ?? false,
    },
  })
