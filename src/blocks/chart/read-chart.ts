import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import type { Attributes } from '../kit/attributes'
import type { Json } from '../kit/block'
import { CHART_HEIGHT, CHART_TYPES, CHART_WIDTH, type ChartType, within } from './chart-attributes'
import { colorOf, PALETTE } from './chart-colors'
import {
  columnsOf,
  INVALID_JSON,
  MOST_COLUMNS,
  type Row,
  readConfig,
  readRows,
  type SeriesConfig,
} from './read-rows'

/** Characters of data that a chart keeps when it is edited. What is longer already is shown in part and kept. */
export const LONGEST_DATA = 500_000
/** Rows that are drawn; the rest is kept and counted. */
const MOST_ROWS: Readonly<Record<ChartType, number>> = {
  bar: 1000,
  line: 1000,
  area: 1000,
  scatter: 1000,
  pie: 60,
  radar: 60,
  radialBar: 24,
  treemap: 300,
}
const MOST_SERIES = 20
/** Values that are drawn in all. */
const MOST_VALUES = 2000
/** What is larger leaves no room to compute with: such a value is a gap. What is smaller is drawn as nothing. */
const LARGEST = 1e100
const SMALLEST = 1e-100

export interface Series {
  key: string
  label: string
  color: string
}

export interface Point {
  /** Which row it is. */
  index: number
  /** What the data calls it, and what the config can name it by. */
  name: string
  label: string
  /** One for each series; `null` is a gap. */
  values: readonly (number | null)[]
  /** The place along the axis, in a scatter chart. */
  x: number | null
  /** The colour of the point itself, where each has its own. */
  color: string
}

/** A chart as it is drawn. */
export interface Chart {
  type: ChartType
  title: string
  width: number
  height: number
  /** What the points are named by; `null`: they are counted. */
  category: string | null
  series: readonly Series[]
  points: readonly Point[]
  /** What a reader should know: rows that are left out, a config that is wrong. */
  notes: readonly string[]
}

/** A chart, or in words why there is none. `isEmpty`: nobody has put data in yet. */
export type ChartReading = { chart: Chart } | { problem: string; isEmpty: boolean }

/** Is each point a piece of one whole, with a colour of its own? */
export const hasSlices = (type: ChartType): boolean =>
  type === 'pie' || type === 'radialBar' || type === 'treemap'

const own = (row: Row, key: string): Json | undefined => (Object.hasOwn(row, key) ? row[key] : undefined)

function numberOf(value: Json | undefined): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || !/^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value))
    return null
  return Number(value)
}

const isNothing = (value: Json | undefined): boolean => value === undefined || value === null || value === ''

/** The columns that hold numbers and nothing else, in their order. */
export function numericOf(rows: readonly Row[], keys: Iterable<string>): Set<string> {
  const numeric = new Set<string>()
  for (const key of keys) {
    const said = rows.map((row) => own(row, key)).filter((value) => !isNothing(value))
    if (said.length > 0 && said.every((value) => numberOf(value) !== null)) numeric.add(key)
  }
  return numeric
}

type Config = ReadonlyMap<string, SeriesConfig>

/** The columns that are looked at, out of `count`: the first ones, and behind them those that the config draws. */
function columnsLookedAt(rows: readonly Row[], config: Config) {
  const all = new Set(columnsOf(rows))
  const configured = [...config.keys()].filter((key) => all.has(key)).slice(0, MOST_COLUMNS)
  return { keys: new Set([...[...all].slice(0, MOST_COLUMNS), ...configured]), configured, count: all.size }
}

function labelOf(value: Json | undefined): string {
  if (isNothing(value)) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

const NAMES = /^(?:year|month|week|day|date|time|hour|quarter|x|name|label|category|id|step|index|age)$/i

/** Which column names the points, and which are drawn. */
function columnRoles(rows: readonly Row[], config: Config, type: ChartType) {
  const { keys, configured, count } = columnsLookedAt(rows, config)
  const isNumeric = numericOf(rows, keys)
  const isConfigured = new Set(configured)
  const numeric = [...isNumeric]
  const looked = { keys, isNumeric, count }
  const text = [...keys].find((key) => !isNumeric.has(key) && !isConfigured.has(key))
  const free = numeric.find((key) => !isConfigured.has(key))
  if (type === 'scatter') {
    const x = free ?? (numeric.length > 1 ? numeric[0]! : null)
    const drawn = (configured.length > 0 ? configured : numeric).filter((key) => key !== x)
    return { ...looked, category: text ?? null, x, drawn }
  }
  const [first] = keys
  const counts = first !== undefined && isNumeric.has(first) && numeric.length > 1 && NAMES.test(first)
  const rest = configured.length > 0 ? free : counts ? first : undefined
  const category = text ?? rest ?? null
  const drawn = configured.length > 0 ? configured : numeric.filter((key) => key !== category)
  return { ...looked, category, x: null, drawn }
}

/** The columns of a chart's data that could be drawn, whether its config says so or not. */
export function seriesIn(attributes: Attributes): string[] {
  const read = readRows(String(attributes.data))
  const type = CHART_TYPES.find((known) => known === attributes.chartType)
  if ('problem' in read || !type) return []
  const rows = read.rows.slice(0, MOST_ROWS[type])
  const config = readConfig(String(attributes.config)) ?? new Map<string, SeriesConfig>()
  const { keys, isNumeric, category, x } = columnRoles(rows, config, type)
  return [...keys].filter((key) => config.has(key) || (isNumeric.has(key) && key !== category && key !== x))
}

const count = (number: number): string => inFigures(number)

/** Reads the attributes of a chart block. Never throws, whatever they hold; nothing of them is changed. */
export function readChart(attributes: Attributes): ChartReading {
  const problem = (words: string, isEmpty = false): ChartReading => ({ problem: words, isEmpty })
  const type = CHART_TYPES.find((known) => known === attributes.chartType)
  if (!type) return problem(t('Unsupported chart type.'))
  const read = readRows(String(attributes.data))
  if ('problem' in read) return problem(read.problem)
  if (read.rows.length === 0) return problem(t('No data yet'), true)
  const notes: string[] = []
  const given = readConfig(String(attributes.config))
  if (!given)
    notes.push(
      t('{invalidJson} in the config: usual names and colors are shown.', { invalidJson: INVALID_JSON() }),
    )
  const config = given ?? new Map<string, SeriesConfig>()

  const looked = read.rows.slice(0, MOST_ROWS[type])
  const { category, x, drawn, count: columns } = columnRoles(looked, config, type)
  if (drawn.length === 0) return problem(t('No column of the data holds numbers.'))
  const slices = hasSlices(type)
  const keys = drawn.slice(0, slices ? 1 : MOST_SERIES)
  const rows = looked.slice(0, Math.floor(MOST_VALUES / keys.length))
  if (rows.length < read.rows.length)
    notes.push(
      t('Showing the first {count} of {count2} rows.', {
        count: count(rows.length),
        count2: count(read.rows.length),
      }),
    )
  if (columns > MOST_COLUMNS)
    notes.push(
      t('Looking at the first {count} of {count2} columns.', {
        count: count(MOST_COLUMNS),
        count2: count(columns),
      }),
    )
  if (!slices && keys.length < drawn.length)
    notes.push(
      t('Showing the first {count} of {count2} series.', {
        count: count(keys.length),
        count2: count(drawn.length),
      }),
    )

  let tooLarge = 0
  let negative = 0
  const drawable = (value: number | null): number | null => {
    if (value !== null && Math.abs(value) > LARGEST) {
      tooLarge++
      return null
    }
    if (value !== null && value < 0 && (slices || type === 'radar')) {
      negative++
      return null
    }
    return value !== null && Math.abs(value) < SMALLEST ? 0 : value
  }
  const series = keys.map((key, at): Series => {
    const { label, color } = config.get(key) ?? {}
    return { key, label: label || key, color: colorOf(color) ?? PALETTE[at % PALETTE.length]! }
  })
  const points = rows.map((row, at): Point => {
    const name = category === null ? '' : labelOf(own(row, category))
    const said = config.get(name)
    const color = colorOf(own(row, 'fill')) ?? colorOf(own(row, 'color')) ?? colorOf(said?.color)
    return {
      index: at,
      name,
      label: (slices && said?.label) || name || count(at + 1),
      values: keys.map((key) => drawable(numberOf(own(row, key)))),
      x: x === null ? at + 1 : drawable(numberOf(own(row, x))),
      color: color ?? PALETTE[at % PALETTE.length]!,
    }
  })
  if (tooLarge > 0)
    notes.push(
      t('{tooLarge, plural, one {# value is} other {# values are}} too large to draw.', { tooLarge }),
    )
  if (negative > 0)
    notes.push(
      t('{negative, plural, one {# value} other {# values}} below zero cannot be drawn here.', { negative }),
    )
  if (!points.some(({ values }) => values.some((value) => value !== null)))
    return problem(
      tooLarge > 0 ? t('The numbers are too large to draw.') : t('No column of the data holds numbers.'),
    )
  return {
    chart: {
      type,
      title: String(attributes.title),
      width: within(CHART_WIDTH, attributes.width),
      height: within(CHART_HEIGHT, attributes.height),
      category: type === 'scatter' ? (x ?? category) : category,
      series,
      points,
      notes,
    },
  }
}

/** A number as a chart writes it: short on axes, exact elsewhere. */
export function chartNumber(value: number, isShort = false): string {
  const size = Math.abs(value)
  if (size >= 1e15 || (size > 0 && size < 1e-4))
    return value.toExponential(isShort ? 1 : 4).replace(/\.?0+e/, 'e')
  if (isShort && size >= 10_000) return inFigures(value, { notation: 'compact', maximumFractionDigits: 1 })
  return inFigures(value, { maximumFractionDigits: isShort ? 4 : 6 })
}
