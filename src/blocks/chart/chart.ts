import { t } from '@/shared/i18n'
import type { Block } from '../kit/block'
import { defineBlock } from '../kit/define-block'
import { CHART_LABELS, CHART_TYPES, chartShape, readChartBlock } from './chart-attributes'
import { columnsOf, MOST_COLUMNS, readConfig, readRows } from './read-rows'

/** The words that somebody would look for: the title, what the series are called, and the first column of words. */
function wordsOf(block: Block): string {
  const { title, data, config } = readChartBlock(block)
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

/** A chart of rows of numbers (product.md 3.21). Its data is kept as the text it was given in, right or wrong. */
export const chart = defineBlock({
  kind: 'chart',
  content: 'none',
  attributes: chartShape,
  insert: [
    {
      id: 'chart',
      get label() {
        return t('Chart')
      },
      icon: 'chart-column',
      keywords: ['graph', 'diagram', 'plot', ...CHART_TYPES.map((type) => CHART_LABELS[type].toLowerCase())],
      group: 'Blocks',
      turnsInto: false,
      panel: 'chart-new',
    },
  ],
  plainText: wordsOf,
  html: { rules: [], render: () => ({ tag: 'div' }) },
  markdown: 'apart',
})
