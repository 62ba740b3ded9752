import type { Node as PMNode, Schema } from '@tiptap/pm/model'
import { NodeSelection, Selection } from '@tiptap/pm/state'
import { newBlockId } from '@/shared/ids'
import type { BlockCommand } from '../editing/turn-into'
import { CELL, cellId } from './cell-names'

/** The largest table that the picker offers: 8 × 8 (product.md 2.42). */
export const PICKER_SIZE = 8

/** A table of empty cells. */
export function emptyTable(schema: Schema, rows: number, columns: number): PMNode {
  const { table, tableRow, tableColumn, paragraph, [CELL]: tableCell } = schema.nodes
  const names = Array.from({ length: columns }, () => newBlockId())
  const lines = Array.from({ length: rows }, () => {
    const row = newBlockId()
    const cells = names.map((column) =>
      tableCell!.create({ id: cellId(row, column) }, paragraph!.create({ id: newBlockId() })),
    )
    return tableRow!.create({ id: row }, cells)
  })
  return table!.create({ id: newBlockId(), headerRow: rows > 1 }, [
    ...names.map((id) => tableColumn!.create({ id })),
    ...lines,
  ])
}

/**
 * Puts a table in the place of the caret's empty paragraph, or below its block. The caret goes into its first cell;
 * below it there is always a place to go on writing.
 */
export const insertTable =
  (rows: number, columns: number): BlockCommand =>
  (state, tr, apply) => {
    const { selection } = tr
    const { $to } = selection
    if (!apply) return true
    const made = emptyTable(state.schema, rows, columns)
    const isBlock = selection instanceof NodeSelection && selection.node.isBlock
    const inText = !isBlock && $to.depth > 0 && $to.parent.isTextblock
    const isEmpty = inText && $to.parent.type.name === 'paragraph' && $to.parent.content.size === 0
    const to = inText ? $to.after() : selection.to
    const from = isEmpty ? $to.before() : to
    const $place = tr.doc.resolve(to)
    const isLast = $place.nodeAfter === null
    const below = isLast ? [state.schema.nodes.paragraph!.create({ id: newBlockId() })] : []
    tr.replaceWith(from, to, [made, ...below])
    tr.setSelection(Selection.near(tr.doc.resolve(from + 1), 1)).scrollIntoView()
    return true
  }
