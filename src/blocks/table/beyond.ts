import { t } from '@/shared/i18n'
import type { Json } from '../kit/block'

const positive = (count: unknown): number => (typeof count === 'number' && count > 0 ? count : 0)

/** Says what a table has that the page does not lay out (its attribute `beyond`); null when that is nothing. */
export function beyondWords(beyond: Json | undefined): string | null {
  if (typeof beyond !== 'object' || beyond === null || Array.isArray(beyond)) return null
  const [rows, columns] = [positive(beyond.rows), positive(beyond.columns)]
  if (rows + columns === 0) return null
  const moreRows = t('{rows, plural, one {# more row} other {# more rows}}', { rows })
  const moreColumns = t('{columns, plural, one {# more column} other {# more columns}}', { columns })
  const parts =
    columns === 0
      ? moreRows
      : rows === 0
        ? moreColumns
        : t('{moreRows} and {moreColumns}', { moreRows, moreColumns })
  return t(
    'This table is too large to be shown whole: it has {parts}. The words in them stand below the table.',
    { parts },
  )
}
