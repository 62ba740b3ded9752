import type { BlockContent, TableRow } from 'mdast'
import { useContext } from 'react'
import { t } from '@/shared/i18n'
import { cleanAttributes } from '../kit/attributes'
import type { Block } from '../kit/block'
import { blockData, defineBlock, type StaticProps } from '../kit/define-block'
import { StaticPartsContext } from '../kit/static-parts'
import { CHART_LABELS, CHART_TYPES, chartShape } from './chart-attributes'
import { columnsOf, MOST_COLUMNS, readConfig, readRows } from './read-rows'

/** Markdown shows so many rows of the data; all of them are in the directive. */
const SHOWN_ROWS = 50
/** Characters of data up to which Markdown shows them as well: what stands in a container must not be too long to read. */
const LONGEST_SHOWN = 100_000

const attributesOf = (block: Block) => cleanAttributes(chartShape, block.attributes ?? {})

const kindOf = (chartType: unknown): string => {
  const type = CHART_TYPES.find((known) => known === chartType)
  return type ? `${CHART_LABELS[type]} chart` : t('Chart')
}

function StaticChart({ block }: StaticProps) {
  const attributes = attributesOf(block)
  const parts = useContext(StaticPartsContext)
  return (
    <div {...blockData('chart', chartShape, { ...block.attributes, id: block.id })}>
      {parts?.chart(attributes, block.id) ?? `${kindOf(attributes.chartType)} ${attributes.title}`.trim()}
    </div>
  )
}

/** The words that somebody would look for: the title, what the series are called, and the first column of words. */
function wordsOf(block: Block): string {
  const { title, data, config } = attributesOf(block)
  const labels = [...(readConfig(String(config)) ?? new Map<string, { label?: string }>())].map(
    ([key, said]) => said.label || key,
  )
  const read = readRows(String(data))
  const rows = 'rows' in read ? read.rows.slice(0, 100) : []
  const names = columnsOf(rows)
    .slice(0, MOST_COLUMNS)
    .find((column) => rows.some((row) => typeof row[column] === 'string'))
  const words =
    names === undefined ? [] : rows.map((row) => (typeof row[names] === 'string' ? row[names] : ''))
  return [title, ...labels, ...words].filter((word) => word !== '').join(' ')
}

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
  const { chartType, title, data } = attributesOf(block)
  if (String(data).length > LONGEST_SHOWN) return null
  const read = readRows(String(data))
  if (!('rows' in read)) return null
  const columns = columnsOf(read.rows)
  if (columns.length === 0 || columns.length > 50) return null
  const rows = read.rows.slice(0, SHOWN_ROWS)
  const name = [kindOf(chartType), title].filter(Boolean).join(': ').replace(/\s+/g, ' ').trim()
  return [
    { type: 'paragraph', children: [{ type: 'text', value: name }] },
    {
      type: 'table',
      children: [tableRow(columns), ...rows.map((row) => tableRow(columns.map((column) => row[column])))],
    },
  ]
}

/** A chart of rows of numbers (product.md 3.21). Its data is kept as the text it was given in, right or wrong. */
export const chart = defineBlock({
  kind: 'chart',
  content: 'none',
  attributes: chartShape,
  insert: [
    {
      id: 'chart',
      label: 'Chart',
      icon: 'chart-column',
      keywords: ['graph', 'diagram', 'plot', ...CHART_TYPES.map((type) => CHART_LABELS[type].toLowerCase())],
      group: 'Blocks',
      turnsInto: false,
      panel: 'chart-new',
    },
  ],
  plainText: wordsOf,
  html: { rules: [], render: () => ({ tag: 'div' }) },
  markdown: {
    // What stands between the directives shows others the data; the attributes hold it.
    reads: { container: ({ attributes }) => attributes },
    write(block) {
      const shown = shownInMarkdown(block)
      return (
        shown && { type: 'container', kind: 'chart', attributes: block.attributes ?? {}, children: shown }
      )
    },
  },
  Static: StaticChart,
})
