import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import type { Json } from '../kit/block'

export type Row = Readonly<Record<string, Json>>

export const INVALID_JSON = () => t('Invalid JSON format')

const isRecord = (value: unknown): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Rows hold values; what nests deeper than this was made to break the program that writes it again. */
const DEEPEST = 64

/** Columns that are looked at; of those further on only what the config names. */
export const MOST_COLUMNS = 200
/** Characters that are read at all, of rows as of a config: what is longer would hold up the program that shows it. */
export const LONGEST_READ = 3_000_000

function nestsTooDeep(json: string): boolean {
  let depth = 0
  let isString = false
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (isString) {
      if (sign === '\\') at++
      else if (sign === '"') isString = false
    } else if (sign === '"') isString = true
    else if (sign === '[' || sign === '{') {
      if (++depth > DEEPEST) return true
    } else if (sign === ']' || sign === '}') depth--
  }
  return false
}

function parse(text: string): { value: Json } | null {
  if (text.length > LONGEST_READ || nestsTooDeep(text)) return null
  try {
    return { value: JSON.parse(text) as Json }
  } catch {
    return null
  }
}

/** The rows of a chart's data, or what is wrong with it, in words (product.md 5.16). */
export function readRows(text: string): { rows: readonly Row[] } | { problem: string } {
  if (text.length > LONGEST_READ)
    return {
      problem: t(
        'The data is too long to be drawn: it has {count} characters, and a chart reads up to {longestRead}.',
        { count: inFigures(text.length), longestRead: inFigures(LONGEST_READ) },
      ),
    }
  if (text.trim() === '') return { rows: [] }
  const parsed = parse(text)
  if (!parsed) return { problem: INVALID_JSON() }
  if (!Array.isArray(parsed.value))
    return {
      problem: t('The data must be a list of rows, such as {example}.', {
        example: '[{"name": "A", "value": 1}]',
      }),
    }
  const wrong = parsed.value.findIndex((row) => !isRecord(row))
  if (wrong >= 0)
    return {
      problem: t('Row {row} is no object such as {example}.', {
        row: inFigures(wrong + 1),
        example: '{"name": "A", "value": 1}',
      }),
    }
  return { rows: parsed.value as Row[] }
}

export interface SeriesConfig {
  label?: string
  color?: string
}

/** What the config says about series, by their keys; `null` when it is no JSON object, or too long. */
export function readConfig(text: string): ReadonlyMap<string, SeriesConfig> | null {
  if (text.trim() === '') return new Map()
  const value = parse(text)?.value
  if (!isRecord(value)) return null
  return new Map(
    Object.entries(value).map(([key, said]) => {
      const { label, color } = isRecord(said) ? said : {}
      return [
        key,
        {
          ...(typeof label === 'string' ? { label } : {}),
          ...(typeof color === 'string' ? { color } : {}),
        },
      ] as const
    }),
  )
}

/** The columns of rows, in the order in which they come up. */
export function columnsOf(rows: readonly Row[]): string[] {
  const keys = new Set<string>()
  for (const row of rows) for (const key of Object.keys(row)) keys.add(key)
  return [...keys]
}
