import type { Editor } from '@tiptap/core'
import type { Selection, Transaction } from '@tiptap/pm/state'
import { GripHorizontal, GripVertical, Plus } from 'lucide-react'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { entriesIn } from '@/blocks/kit/action'
import { useEditorValue } from '@/blocks/kit/use-editor-value'
import { CellSelection } from '@/blocks/table/cell-selection'
import {
  insertColumn,
  insertRow,
  moveColumns,
  moveRows,
  tableOf,
  tableTarget,
} from '@/blocks/table/table-commands'
import { cellsOf, type PlacedCell } from '@/blocks/table/table-grid'
import { t } from '@/shared/i18n'
import { dragHandle } from '@/ui/drag-handle'
import { isRightToLeft } from '@/ui/key-in-row'
import { targetIn } from '../../core/open-editor'
import { withAnnouncement } from '../../core/surface-state'
import type { EditorHost } from '../../source'
import { SearchPanel } from '../search-panel'
import { CellToolbar } from './cell-toolbar'
import { type Places, useControlsPlace } from './controls-place'
import { runInTable } from './run-in-table'
import { tableActions } from './table-actions'
import { browseTableMenu, findInTableMenu, type Line } from './table-menu'
import './table.css'

/** The elements of the cells of a table. */
function boxesOf(editor: Editor): { cell: PlacedCell; box: DOMRect }[] {
  const { view } = editor
  const target = tableTarget(view.state.selection)
  if (!target) return []
  return cellsOf(target.table).flatMap((cell) => {
    const element = view.nodeDOM(cell.pos)
    return element instanceof HTMLElement ? [{ cell, box: element.getBoundingClientRect() }] : []
  })
}

/** The table with the selection, in what scrolls it; null elsewhere. */
function tableElement({ view, state }: Editor): HTMLTableElement | null {
  const table = tableOf(state.selection)
  const around = table && view.nodeDOM(table.pos)
  return around instanceof HTMLElement ? around.querySelector('table') : null
}

/** Where a cell is drawn. */
function boxOf({ view }: Editor, cell: PlacedCell | undefined): DOMRect | null {
  const element = cell && view.nodeDOM(cell.pos)
  return element instanceof HTMLElement ? element.getBoundingClientRect() : null
}

function places(editor: Editor): Places {
  const target = tableTarget(editor.state.selection)
  const element = tableElement(editor)
  if (!target || !element?.parentElement) {
    return { table: new DOMRect(), row: new DOMRect(), column: new DOMRect(), isMirrored: false }
  }
  const scroller = element.parentElement.getBoundingClientRect()
  const inner = element.getBoundingClientRect()
  const right = Math.min(scroller.right, inner.right)
  const table = new DOMRect(inner.left, inner.top, right - Math.max(inner.left, scroller.left), inner.height)
  const { top, left } = target.rect
  // Few are measured: a table can have thousands of cells.
  const cells = cellsOf(target.table)
  const inRow = cells.filter((cell) => cell.top === top)
  // A cell that is merged with those below it is higher than the row.
  const row = boxOf(editor, inRow.find((cell) => cell.bottom === top + 1) ?? inRow[0])
  const first = boxOf(
    editor,
    cells.find((cell) => cell.left <= left && left < cell.right),
  )
  const isMirrored = isRightToLeft(element)
  const begin = isMirrored ? right : Math.max(scroller.left, inner.left)
  const start = Math.max(scroller.left, Math.min(first?.left ?? inner.left, right - 24))
  return {
    table,
    row: new DOMRect(begin, row?.top ?? inner.top, 0, row?.height ?? 0),
    column: new DOMRect(start, inner.top, Math.min(first?.width ?? 0, right - start), 0),
    isMirrored,
  }
}

/** Which of the document's nodes on the way to the selection's beginning is which child: other numbers in another cell. */
function placeInTable({ $from }: Selection): string {
  const indices: number[] = []
  for (let depth = 0; depth < $from.depth; depth++) indices.push($from.index(depth))
  return indices.join()
}

/** Does the change begin before this position, so that what stands there may have moved? */
function changesBefore({ mapping, docChanged }: Transaction, pos: number): boolean {
  if (!docChanged) return false
  let isBefore = false
  for (const map of mapping.maps)
    map.forEach((from) => {
      isBefore ||= from < pos
    })
  return isBefore
}

/**
 * A word that differs when the table stands elsewhere, or the selection begins in another of its rows or columns: looked at
 * once in the frame after the page or the selection changed. That its size changes is seen by `Floating`.
 */
function usePlace(editor: Editor): string {
  const [word, setWord] = useState('')
  useEffect(() => {
    let frame = 0
    let seen = ''
    const look = () => {
      frame = 0
      const rect = tableTarget(editor.state.selection)?.rect
      const box = tableElement(editor)?.getBoundingClientRect()
      setWord(rect && box ? `${rect.top} ${rect.left} ${box.left} ${box.top}` : '')
    }
    const lookSoon = () => {
      if (frame === 0) frame = requestAnimationFrame(look)
    }
    const changed = ({ transaction }: { transaction: Transaction }) => {
      const table = tableOf(transaction.selection)
      const now = table ? placeInTable(transaction.selection) : ''
      // What is typed in a cell, or below its table, moves neither the table nor the selection to another row.
      if (now !== seen || !table || changesBefore(transaction, table.pos)) lookSoon()
      seen = now
    }
    lookSoon()
    editor.on('transaction', changed)
    return () => {
      editor.off('transaction', changed)
      cancelAnimationFrame(frame)
    }
  }, [editor])
  return word
}

/** Between which rows (or columns) a point is, and where the line for that is drawn. */
function dropAt(editor: Editor, line: Line, point: { x: number; y: number }) {
  const boxes = boxesOf(editor)
  const { table } = places(editor)
  const edges = new Map<number, number>()
  const sides = isRightToLeft(editor.view.dom) ? (['right', 'left'] as const) : (['left', 'right'] as const)
  for (const { cell, box } of boxes) {
    edges.set(line === 'row' ? cell.top : cell.left, line === 'row' ? box.top : box[sides[0]])
    edges.set(line === 'row' ? cell.bottom : cell.right, line === 'row' ? box.bottom : box[sides[1]])
  }
  const at = line === 'row' ? point.y : point.x
  const [nearest] = [...edges].sort(([, a], [, b]) => Math.abs(a - at) - Math.abs(b - at))
  if (!nearest) return null
  const [index, edge] = nearest
  const box =
    line === 'row'
      ? new DOMRect(table.left, edge - 1, table.width, 2)
      : new DOMRect(edge - 1, table.top, 2, table.height)
  return { index, box }
}

/** Pixels that a grip moves before it drags. */
const SLOP = 4

function GripButton({ editor, line, onOpen }: { editor: Editor; line: Line; onOpen(line: Line): void }) {
  const [drop, setDrop] = useState<DOMRect | null>(null)
  const stop = useRef<(() => void) | null>(null)
  const wasDragged = useRef(false)
  useEffect(() => () => stop.current?.(), [])
  const start = (down: PointerEvent) => {
    down.preventDefault()
    if (down.button !== 0 || stop.current) return
    wasDragged.current = false
    let at: { x: number; y: number } | null = null
    const found = () => (at ? dropAt(editor, line, at) : null)
    stop.current = dragHandle(down.currentTarget, down, {
      slop: SLOP,
      scrolls: { around: tableElement(editor) ?? editor.view.dom, axis: line === 'row' ? 'y' : 'x' },
      onMove({ clientX: x, clientY: y }) {
        wasDragged.current = true
        at = { x, y }
        setDrop(found()?.box ?? null)
      },
      onEnd() {
        stop.current = null
        setDrop(null)
      },
      onDrop() {
        // Looked for again: others may have added rows or columns since it last moved.
        const to = found()?.index
        if (to === undefined) return
        const command =
          line === 'row'
            ? moveRows(({ top, bottom }) => (to > top ? to - (bottom - top) : to))
            : moveColumns(({ left, right }) => (to > left ? to - (right - left) : to))
        runInTable(editor, command, line === 'row' ? t('Row moved') : t('Column moved'))
        editor.view.focus()
      },
    })
  }
  const Grip = line === 'row' ? GripVertical : GripHorizontal
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        className="table-grip"
        data-line={line}
        aria-label={line === 'row' ? t('Row menu') : t('Column menu')}
        aria-haspopup="dialog"
        onPointerDown={start}
        onClick={({ detail }) => {
          // A click that no pointer makes is no end of a drag.
          if (detail === 0 || !wasDragged.current) onOpen(line)
        }}
      >
        <Grip aria-hidden size={12} />
      </button>
      {drop && (
        <div
          className="table-drop"
          style={{ left: drop.left, top: drop.top, width: drop.width, height: drop.height }}
        />
      )}
    </>
  )
}

const HIDDEN = { opacity: 0 }

const AddButton = ({ line, label, onClick }: { line: Line; label: string; onClick(): void }) => (
  <button
    type="button"
    tabIndex={-1}
    className="table-add"
    data-line={line}
    aria-label={label}
    onPointerDown={(event) => {
      // The table may grow, and the button move, between press and release: the click is the button's all the same.
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
    }}
    onClick={onClick}
  >
    <Plus aria-hidden size={12} />
  </button>
)

/** What stands around the table with the caret: grips of its row and column, and what adds one more of each. */
export default function TableControls({ editor, host }: { editor: Editor; host: EditorHost }) {
  const { view } = editor
  const target = targetIn(editor, host)
  const [menu, setMenu] = useState<Line | null>(null)
  const table = useEditorValue(editor, tableElement)
  const key = usePlace(editor)
  const isCells = useEditorValue(editor, ({ state }) => state.selection instanceof CellSelection)
  // The grips are no stops of Tab, which goes from cell to cell.
  useEffect(() => {
    const openByKey = (event: KeyboardEvent) => {
      const isPlain = event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey
      if (event.key !== 'Enter' || !isPlain || event.isComposing) return
      event.preventDefault()
      event.stopPropagation()
      setMenu('row')
    }
    view.dom.addEventListener('keydown', openByKey, true)
    return () => view.dom.removeEventListener('keydown', openByKey, true)
  }, [view])
  const refOf = useControlsPlace(table, key, () => places(editor))
  if (!table) return null
  const open = (line: Line) => setMenu(line)
  const close = () => {
    setMenu(null)
    view.focus()
  }
  const add = (line: Line) => {
    const target = tableTarget(view.state.selection)
    const last = target && cellsOf(target.table).at(line === 'row' ? -1 : 0)
    if (!target || !last) return
    const cells = cellsOf(target.table)
    const end = line === 'row' ? last : (cells.findLast(({ top }) => top === 0) ?? last)
    view.dispatch(view.state.tr.setSelection(new CellSelection(view.state.doc, end.pos)))
    runInTable(editor, line === 'row' ? insertRow('below') : insertColumn('after'))
    view.focus()
  }
  return (
    <div className="table-controls" data-cells={isCells}>
      <div ref={refOf('column')} className="floating" style={HIDDEN}>
        <GripButton editor={editor} line="column" onOpen={open} />
      </div>
      <div ref={refOf('row')} className="floating" style={HIDDEN}>
        <GripButton editor={editor} line="row" onOpen={open} />
      </div>
      <div ref={refOf('addRow')} className="floating" style={HIDDEN}>
        <AddButton line="row" label={t('Add row')} onClick={() => add('row')} />
      </div>
      <div ref={refOf('addColumn')} className="floating" style={HIDDEN}>
        <AddButton line="column" label={t('Add column')} onClick={() => add('column')} />
      </div>
      {!menu && <CellToolbar editor={editor} />}
      {menu && (
        <SearchPanel
          label={menu === 'row' ? t('Row menu') : t('Column menu')}
          placeholder={t('Search actions...')}
          rect={() => places(editor)[menu]}
          context={table}
          find={(query) => findInTableMenu(target, menu, query)}
          browse={(level) => browseTableMenu(target, menu, level)}
          onClose={close}
          onPick={(id) => {
            close()
            const action = entriesIn('tableMenu', tableActions, target).find((known) => known.id === id)
            if (!action) return
            action.run()
            view.dispatch(withAnnouncement(view.state.tr, t('{action}: done', { action: action.label })))
          }}
        />
      )}
    </div>
  )
}
