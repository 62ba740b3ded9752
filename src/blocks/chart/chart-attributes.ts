import * as z from 'zod/mini'
import { t } from '@/shared/i18n'
import { cleanAttributes, indent } from '../kit/attributes'
import type { Block } from '../kit/block'

/** The ways to draw a chart (product.md 3.21). */
export const CHART_TYPES = ['bar', 'line', 'area', 'pie', 'scatter', 'radar', 'radialBar', 'treemap'] as const
export type ChartType = (typeof CHART_TYPES)[number]

export const CHART_LABELS: Readonly<Record<ChartType, string>> = {
  get bar() {
    return t('Bar')
  },
  get line() {
    return t('Line')
  },
  get area() {
    return t('Area')
  },
  get pie() {
    return t('Pie')
  },
  get scatter() {
    return t('Scatter')
  },
  get radar() {
    return t('Radar')
  },
  get radialBar() {
    return t('Radial bar')
  },
  get treemap() {
    return t('Treemap')
  },
}

/** Pixels (product.md 5.16, 9.12). */
export const CHART_WIDTH = { least: 200, most: 1200, usual: 400 } as const
export const CHART_HEIGHT = { least: 150, most: 800, usual: 300 } as const
type Range = typeof CHART_WIDTH | typeof CHART_HEIGHT

/** A size within its range; the usual one for what is no number. */
export const within = ({ least, most, usual }: Range, value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value)
    ? Math.min(most, Math.max(least, Math.round(value)))
    : usual

/** JSON as the text it was given in, so that nothing of it is lost when it is wrong; from other programs also as a value. */
const jsonText = z._default(
  z.pipe(
    z.union([z.string(), z.array(z.json()), z.record(z.string(), z.json())]),
    z.transform((given) => (typeof given === 'string' ? given : JSON.stringify(given))),
  ),
  '',
)

export const chartShape = {
  /** A text: what this version cannot draw is kept all the same, and says so (product.md 8.14). */
  chartType: z._default(z.string(), 'bar'),
  title: z._default(z.string(), ''),
  /** A JSON array of rows; empty for a chart that has none yet. */
  data: jsonText,
  /** JSON keyed by series: `{"sales": {"label": "Sales", "color": "#3c5cc4"}}`. */
  config: jsonText,
  customCss: z._default(z.string(), ''),
  width: z._default(z.number(), CHART_WIDTH.usual),
  height: z._default(z.number(), CHART_HEIGHT.usual),
  align: z._default(z.nullable(z.enum(['left', 'center', 'right'])), null),
  indent,
}

/** What a block of a chart says, each attribute as the shape wants it. */
export const readChartBlock = (block: Block) => cleanAttributes(chartShape, block.attributes ?? {})

/** What one calls a chart of this type, such as "Bar chart". */
export const chartName = (chartType: unknown): string => {
  const type = CHART_TYPES.find((known) => known === chartType)
  return type ? t('{kind} chart', { kind: CHART_LABELS[type] }) : t('Chart')
}
