import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { keyInRow } from '@/ui/key-in-row'
import { isApple } from '@/ui/shortcut'
import type { OpensMenu } from './grid-menu'
import { HEAD, STEPS } from './grid-steps'
import type { Column, Row } from './table-model'
import type { ShownTable } from './use-data-table'
import type { GridFocus } from './use-grid-focus'
import type { TableActions } from './use-table-actions'

interface Given {
  shown: ShownTable
  rows: readonly Row[]
  actions: TableActions
  focus: GridFocus
  isEditable: boolean
  canMove: boolean
  edit(typed: string | null): void
  openMenu: OpensMenu
  onLeave(): void
}

/** What the keys do in the cells and in the header. */
export function gridKeys(given: Given) {
  const { shown, rows, actions, focus, isEditable, canMove, edit, openMenu, onLeave } = given
  const { made, config, shownColumns: columns } = shown
  const { editing, here, x, go, step, goOnceDrawn } = focus

  const onKeyDown = (event: KeyboardEvent) => {
    if (editing || event.nativeEvent.isComposing || !(event.target as Element).matches('[data-cell]')) return
    const mod = event.metaKey || event.ctrlKey
    const key = keyInRow(event)
    const column = columns[x]
    const row = here?.row
    if (!column || row === undefined) return
    if (mod && event.shiftKey && key.startsWith('Arrow')) {
      if (!canMove) return
      if (key === 'ArrowUp' || key === 'ArrowDown') actions.moveRowBy(row, key === 'ArrowUp' ? -1 : 1)
      else actions.moveColumnBy(column.id, key === 'ArrowLeft' ? -1 : 1)
      goOnceDrawn({ row, column: column.id })
    } else if (key === 'Tab') {
      // At the last cell it goes on to what stands behind the table.
      if (!step(event.shiftKey ? 'back' : 'forth')) return
    } else if (STEPS[key] && !event.altKey) {
      const how = STEPS[key]!
      step(mod && (how === 'start' || how === 'end') ? (how === 'start' ? 'first' : 'last') : how)
    } else if (key === 'PageDown' || key === 'PageUp') {
      if (shown.pages > 1)
        shown.setPage(Math.max(0, Math.min(shown.pages - 1, shown.page + (key === 'PageDown' ? 1 : -1))))
      else step(key === 'PageDown' ? 'pageDown' : 'pageUp')
    } else if (key === 'Escape') onLeave()
    else if (asksForMenu(event)) openMenu('row', row, event.currentTarget.querySelector(':focus'), true)
    else if (key === 'Enter' && mod && isEditable) actions.addRow(row, event.shiftKey ? 0 : 1)
    else if (key === 'Enter' || key === 'F2') edit(null)
    else if ((key === 'Delete' || key === 'Backspace') && isEditable)
      actions.write([{ row, key: column.accessorKey, value: null }])
    else if (key === ' ' && config.selectable && (event.shiftKey || !isEditable))
      made.getRow(row).toggleSelected()
    else if (isSign(event) && isEditable) {
      flushSync(() => edit(column.type === 'boolean' ? null : key))
      // The field of a date is there by now, and takes the figure itself.
      if (document.activeElement instanceof HTMLInputElement && document.activeElement.type === 'date') return
    } else return
    event.preventDefault()
  }

  const onHeadKey = (event: KeyboardEvent, column: Column) => {
    const mod = event.metaKey || event.ctrlKey
    const at = columns.indexOf(column)
    const key = keyInRow(event)
    const to = key === 'ArrowLeft' ? at - 1 : key === 'ArrowRight' ? at + 1 : at
    if (mod && event.shiftKey && to !== at && canMove) {
      actions.moveColumnBy(column.id, to - at)
      goOnceDrawn({ row: HEAD, column: column.id })
    } else if ((key === 'ArrowDown' && event.altKey) || asksForMenu(event))
      openMenu('column', column.id, event.currentTarget, true)
    else if (key === 'ArrowDown' && rows[0]) go({ row: rows[0].id, column: column.id })
    else if (to !== at && columns[to]) go({ row: HEAD, column: columns[to].id })
    else if (key === 'Escape') onLeave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { onKeyDown, onHeadKey }
}

/** A sign to begin writing with, also one that the keyboard has behind AltGr, or Option on a Mac. */
function isSign(event: KeyboardEvent): boolean {
  if (event.key.length !== 1) return false
  if (event.getModifierState('AltGraph')) return true
  return !event.ctrlKey && !event.metaKey && (!event.altKey || isApple())
}

const asksForMenu = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey)
