import type { BlockContent, Container, Nodes, Table } from 'mdast'
import type { Attributes } from '../kit/attributes'
import type { Block } from '../kit/block'
import { readTable } from './read-table'
import { tableOf } from './table-attributes'
import { type Column, valueAt } from './table-model'
import { cellName, freshOrders } from './table-records'
import { cellText, typedValue } from './table-view'

/** Text as a cell of GFM can say it: on one line, without spaces at its ends. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

const lines = (
  attributes: Attributes | undefined,
): { columns: Column[]; texts: string[][]; ids: string[] } => {
  const { columns, rows } = readTable(attributes)
  const texts = rows.map((row) =>
    columns.map((column) => oneLine(cellText(valueAt(row.values, column), column.type))),
  )
  return { columns, texts, ids: rows.map(({ id }) => id) }
}

/**
 * A data table in Markdown: a table of GFM with all rows and columns, for everybody, between directives that carry the
 * rest: types, settings, the view, and the values word for word. `null`, and so a directive alone, when there is no column.
 */
export function writeDataTable(block: Block): BlockContent | null {
  const { columns, texts } = lines(block.attributes)
  if (columns.length === 0) return null
  const table: Table = {
    type: 'table',
    align: columns.map(({ align }) => (align === 'left' ? null : align)),
    children: [columns.map(({ header }) => oneLine(header)), ...texts].map((row) => ({
      type: 'tableRow',
      children: row.map((value) => ({
        type: 'tableCell',
        children: value ? [{ type: 'text', value }] : [],
      })),
    })),
  }
  return { type: 'container', kind: 'dataTable', attributes: block.attributes ?? {}, children: [table] }
}

/**
 * The attributes that the directives and the table between them say. Where the table was edited by hand, what it says wins:
 * cells by their place, and rows that were added or removed.
 */
export function readDataTable(node: Container): Attributes {
  const given = node.attributes
  const table = node.children.find((child) => child.type === 'table')
  const { columns, texts, ids } = lines(given)
  if (!table) return given
  const [header = [], ...rows] = table.children.map((row) =>
    row.children.map((cell) => oneLine(textIn(cell))),
  )
  if (header.length !== columns.length) return given
  const isAsGiven =
    rows.length === texts.length &&
    rows.every((row, y) => columns.every((_, x) => (row[x] ?? '') === texts[y]![x]))
  if (isAsGiven) return given
  const { data, cells } = tableOf(given)
  const orders = freshOrders(rows.length)
  const standing = rows.flatMap((row, y) => {
    const id = ids[y]
    const values = Object.fromEntries(
      columns.map((column, x) => [column.accessorKey, typedValue(row[x] ?? '', column.type)]),
    )
    return id === undefined ? [[`md${y}`, [orders[y]!, values]] as const] : []
  })
  const gone = new Set(ids.slice(rows.length))
  const changed = rows.flatMap((row, y) =>
    columns.flatMap((column, x) =>
      ids[y] !== undefined && (row[x] ?? '') !== texts[y]![x]
        ? [[cellName(ids[y]!, column.accessorKey), typedValue(row[x] ?? '', column.type) ?? ''] as const]
        : [],
    ),
  )
  const keep = (name: string): boolean => !gone.has(name.slice(0, Math.max(0, name.indexOf(':'))))
  const kept = Object.entries(data).flatMap(([id, row], at): [string, typeof row][] =>
    gone.has(id)
      ? []
      : [
          [
            id,
            standing.length > 0 && Array.isArray(row)
              ? [orders[ids.indexOf(id)] ?? orders[at]!, row[1]!]
              : row,
          ],
        ],
  )
  return {
    ...given,
    data: Object.fromEntries([...kept, ...standing.map(([id, row]) => [id, [...row]])]),
    cells: Object.fromEntries([...Object.entries(cells).filter(([name]) => keep(name)), ...changed]),
  } as Attributes
}

/** The words in a piece of a Markdown tree. */
function textIn(node: Nodes): string {
  if ('value' in node) return node.type === 'html' ? '' : node.value
  if (node.type === 'break') return ' '
  return 'children' in node ? node.children.map(textIn).join('') : ''
}
