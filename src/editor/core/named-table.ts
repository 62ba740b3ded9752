import { Fragment, type Node as PMNode } from '@tiptap/pm/model'
import { cellsOf, gridOf, tableFrom } from '@/blocks/table/table-grid'
import { newBlockId } from '@/shared/ids'

/**
 * The same table with a name for every row, column and cell, and a column for every cell: what is pasted may have none, or
 * those of others, and of a table that was cut through only a part. `null` when it has no rows.
 */
export function namedTable(table: PMNode): PMNode | null {
  const { tableColumn } = table.type.schema.nodes
  const found = { node: table, pos: 0 }
  const width = cellsOf(found).reduce((most, { right }) => Math.max(most, right), 1)
  const { columns: own, rows } = gridOf(found)
  if (rows.length === 0) return null
  const fresh = Array.from({ length: Math.max(0, width - own.length) }, () => tableColumn!.create())
  const named = (line: PMNode) =>
    line.attrs.id ? line : line.type.create({ ...line.attrs, id: newBlockId() }, line.content)
  const columns = [...own, ...fresh].map(named)
  const wide = table.copy(Fragment.fromArray([...columns, ...rows]))
  return tableFrom({ ...gridOf({ node: wide, pos: 0 }), rows: rows.map(named), columns }, wide)
}
