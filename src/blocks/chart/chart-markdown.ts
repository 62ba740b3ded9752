import type { BlockContent, TableRow } from 'mdast'
import type { Block } from '../kit/block'
import type { BlockMarkdown } from '../kit/markdown'
import { chartName, readChartBlock } from './chart-attributes'
import { columnsOf, readRows } from './read-rows'

/** How many rows of the data Markdown shows; all of them are in the directive. */
const SHOWN_ROWS = 50
/** Characters of data up to which Markdown shows them as well: what stands in a container must not be too long to read. */
const LONGEST_SHOWN = 100_000

const cell = (value: unknown) => ({
  type: 'tableCell' as const,
  children: [
    {
      type: 'text' as const,
      value: (typeof value === 'object' ? JSON.stringify(value ?? '') : String(value ?? ''))
        .replace(/^""$/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    },
  ],
})
const tableRow = (values: readonly unknown[]): TableRow => ({ type: 'tableRow', children: values.map(cell) })

/** What others read of a chart in Markdown: what it is, and its rows. */
function shownInMarkdown(block: Block): BlockContent[] | null {
  const { chartType, title, data } = readChartBlock(block)
  if (String(data).length > LONGEST_SHOWN) return null
  const read = readRows(String(data))
  if (!('rows' in read)) return null
  const columns = columnsOf(read.rows)
  if (columns.length === 0 || columns.length > 50) return null
  const rows = read.rows.slice(0, SHOWN_ROWS)
  const name = [chartName(chartType), title].filter(Boolean).join(': ').replace(/\s+/g, ' ').trim()
  return [
    { type: 'paragraph', children: [{ type: 'text', value: name }] },
    {
      type: 'table',
      children: [tableRow(columns), ...rows.map((row) => tableRow(columns.map((column) => row[column])))],
    },
  ]
}

export const chartMarkdown: BlockMarkdown = {
  // What stands between the directives shows others the data; the attributes hold it.
  reads: { container: ({ attributes }) => attributes },
  write(block) {
    const shown = shownInMarkdown(block)
    return shown && { type: 'container', kind: 'chart', attributes: block.attributes ?? {}, children: shown }
  },
}
