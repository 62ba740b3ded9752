import { ChevronLeft, ChevronRight } from 'lucide-react'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { IconButton } from '@/ui/button'
import { PAGE_SIZES } from './table-model'
import type { ShownTable } from './use-data-table'

const count = (number: number): string => inFigures(number)

/** How many rows there are, which of them are shown, and the way to the others. */
export function Pager({ shown, onPageSize }: { shown: ShownTable; onPageSize(size: number): void }) {
  const { config, page, pages, pageSize, setPage, found, rows } = shown
  const total = found.length
  const of = shown.isFiltered ? ` (${count(rows.length)} in all)` : ''
  if (!config.showPagination || total <= Math.min(pageSize, PAGE_SIZES[0]))
    return (
      <p className="data-table-count">
        {t('{total, plural, one {# row} other {# rows}}', { total })}
        {of}
      </p>
    )
  const sizes = [...new Set([...PAGE_SIZES, pageSize])].sort((a, b) => a - b)
  const first = page * pageSize + 1
  return (
    <div className="data-pager">
      <p className="data-table-count">
        {t('{count}–{count2} of {count3}{of}', {
          count: count(first),
          count2: count(Math.min(total, first + pageSize - 1)),
          count3: count(total),
          of,
        })}
      </p>
      <select
        className="data-filter data-page-size"
        aria-label={t('Rows per page')}
        value={pageSize}
        onChange={(event) => {
          setPage(0)
          onPageSize(Number(event.currentTarget.value))
        }}
      >
        {sizes.map((size) => (
          <option key={size} value={size}>
            {t('{size} per page', { size })}
          </option>
        ))}
      </select>
      {pages > 1 && (
        <>
          <IconButton label={t('Previous page')} disabled={page === 0} onClick={() => setPage(page - 1)}>
            <ChevronLeft aria-hidden />
          </IconButton>
          <IconButton label={t('Next page')} disabled={page === pages - 1} onClick={() => setPage(page + 1)}>
            <ChevronRight aria-hidden />
          </IconButton>
        </>
      )}
    </div>
  )
}
