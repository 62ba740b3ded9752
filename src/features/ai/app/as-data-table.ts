import { type Block, plainTextOf } from '@/blocks'
import { columnsFromRows, rowsFromCsv } from '@/blocks/data-table/read-data'
import { tableOf } from '@/blocks/data-table/table-attributes'
import type { Json } from '@/blocks/kit/block'
import { newBlockId } from '@/shared/ids'

export const isTable = ({ kind }: Block): boolean => kind === 'table'

/** The same blocks with tables of typed columns in the place of tables of blocks; the first row names the columns. */
export const withDataTables = (blocks: readonly Block[]): Block[] =>
  blocks.map((block) => (isTable(block) ? (dataTableOf(block) ?? block) : block))

function dataTableOf({ children = [] }: Block): Block | null {
  const lines = children.filter(({ kind }) => kind === 'tableRow')
  const csv = lines.map((row) => (row.children ?? []).map(asCsv).join(',')).join('\n')
  const rows = rowsFromCsv(csv)?.rows
  if (!rows || rows.length === 0) return null
  const { columns, data } = tableOf({ columns: columnsFromRows(rows), data: rows })
  return { id: newBlockId(), kind: 'dataTable', attributes: { columns, data } as Record<string, Json> }
}

/** Numbers stay numbers; whatever could be taken for a separator is quoted. */
function asCsv(cell: Block): string {
  const words = plainTextOf([cell]).replace(/\s+/g, ' ').trim()
  return /[",\n]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words
}
