import { t } from '@/shared/i18n'
import { type Attributes, cleanAttributes } from '../../kit/attributes'
import { chartShape } from '../chart-attributes'
import { INVALID_JSON, type Row, readConfig, readRows } from '../read-rows'
import { tooMuch, writeRows } from './chart-rows'

/** What the dialog changes. */
export interface ChartDraft {
  chartType: string
  title: string
  data: string
  config: string
  customCss: string
  width: number
  height: number
  align: 'left' | 'center' | 'right' | null
}

const SAMPLE: readonly Row[] = [
  {
    get month() {
      return t('January')
    },
    desktop: 186,
    mobile: 80,
  },
  {
    get month() {
      return t('February')
    },
    desktop: 305,
    mobile: 200,
  },
  {
    get month() {
      return t('March')
    },
    desktop: 237,
    mobile: 120,
  },
  {
    get month() {
      return t('April')
    },
    desktop: 73,
    mobile: 190,
  },
  {
    get month() {
      return t('May')
    },
    desktop: 209,
    mobile: 130,
  },
  {
    get month() {
      return t('June')
    },
    desktop: 214,
    mobile: 140,
  },
]

/** What a chart without data begins with, so that there is something to look at and to write over. */
export const SAMPLE_DATA = writeRows(SAMPLE)
export const SAMPLE_CONFIG = JSON.stringify(
  {
    desktop: {
      get label() {
        return t('Desktop')
      },
    },
    mobile: {
      get label() {
        return t('Mobile')
      },
    },
  },
  null,
  2,
)

export function draftOf(attributes: Readonly<Record<string, unknown>>): ChartDraft {
  const { indent: _, ...draft } = cleanAttributes(chartShape, attributes)
  return draft as unknown as ChartDraft
}

export const draftAttributes = (draft: ChartDraft): Attributes => ({ ...draft, indent: 0 })

/** Only what is different: what others change meanwhile in the same chart stays theirs. */
export const changesOf = (before: ChartDraft, now: ChartDraft): Partial<ChartDraft> =>
  Object.fromEntries(
    Object.entries(now).filter(([key, value]) => before[key as keyof ChartDraft] !== value),
  ) as Partial<ChartDraft>

export interface DraftProblems {
  data: string | null
  config: string | null
  /** Is there anything to show? */
  isEmpty: boolean
}

/** What keeps a chart from being inserted (product.md 5.16). Data that is too long already may stay as it is. */
export function problemsOf(draft: ChartDraft, before: ChartDraft): DraftProblems {
  const read = readRows(draft.data)
  const rows = 'rows' in read ? read.rows : []
  const long = draft.data === before.data ? null : tooMuch(draft.data, rows.length)
  return {
    data: 'problem' in read ? read.problem : long,
    config: readConfig(draft.config) === null ? INVALID_JSON() : null,
    isEmpty: rows.every((row) => Object.keys(row).length === 0),
  }
}
