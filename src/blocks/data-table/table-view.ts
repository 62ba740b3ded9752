import { t } from '@/shared/i18n'
import { plainNumber } from '../kit/plain-number'
import type { CellValue, ColumnType } from './table-model'

const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/

/** Is there nothing in a cell? */
export const isEmpty = (value: CellValue): boolean => value === null || value === ''

/** The truth that a value of a boolean column says; `null` for none. */
export function truthOf(value: CellValue): boolean | null {
  if (typeof value === 'boolean') return value
  if (value === 1 || value === 0) return value === 1
  const text = typeof value === 'string' ? value.trim().toLowerCase() : ''
  if (['true', 'yes', 'y', 'x', '1'].includes(text)) return true
  return ['false', 'no', 'n', '0'].includes(text) ? false : null
}

/** The number that a value says; `null` for none. */
export function numberOf(value: CellValue): number | null {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** What a person has typed or pasted into a cell: numbers as people write them where they live. */
export const writtenValue = (text: string, type: ColumnType): CellValue =>
  (type === 'number' ? numberOf(plainNumber(text)) : null) ?? typedValue(text, type)

/** Milliseconds of the date that a value says, `null` for none. A day is one of the person's own calendar. */
export function timeOf(value: CellValue): number | null {
  if (typeof value !== 'string' || !ISO_DATE.test(value)) return null
  const time = Date.parse(value.length === 10 ? `${value}T00:00` : value)
  return Number.isNaN(time) ? null : time
}

/** What a cell says, in letters: in files, for search, and for filters. The same everywhere. */
export function cellText(value: CellValue, type: ColumnType): string {
  if (isEmpty(value)) return ''
  if (type !== 'boolean') return String(value)
  const truth = truthOf(value)
  return truth === null ? String(value) : truth ? t('Yes') : t('No')
}

/** What somebody wrote or pasted into a cell, as a value of the column's type where it is one. */
export function typedValue(text: string, type: ColumnType): CellValue {
  if (text === '') return null
  if (type === 'number') return numberOf(text) ?? text
  return type === 'boolean' ? (truthOf(text) ?? text) : text
}
