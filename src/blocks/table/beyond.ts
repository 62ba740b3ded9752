import { t } from '@/shared/i18n'
import type { Json } from '../kit/block'

const counted = (count: unknown, noun: string): string[] =>
  typeof count === 'number' && count > 0
    ? [`${count.toLocaleString('en')} more ${noun}${count === 1 ? '' : 's'}`]
    : []

/** Says what a table has that the page does not lay out (its attribute `beyond`); null when that is nothing. */
export function beyondWords(beyond: Json | undefined): string | null {
  if (typeof beyond !== 'object' || beyond === null || Array.isArray(beyond)) return null
  const parts = [...counted(beyond.rows, 'row'), ...counted(beyond.columns, 'column')]
  if (parts.length === 0) return null
  return t(
    'This table is too large to be shown whole: it has {parts}. The words in them stand below the table.',
    { parts: parts.join(' and ') },
  )
}
