import { ArrowDown, ArrowUp, FileText, Plus } from 'lucide-react'
import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { safeUrl } from '@/shared/safe-url'
import { Button } from '@/ui/button'
import { useFormats } from '@/ui/formats'
import { PageSign } from '../icon/page-sign'
import type { SubPage } from '../kit/block-program'
import { NO_PAGES } from './documents-table.static'
import { choicesOf, type ListView, pagesInView, type Sort, statusLabel } from './sub-page-list'
import './documents-table.css'

interface DocumentsTableViewProps {
  /** `null`: not known yet; `undefined`: nobody tells them here. */
  pages: readonly SubPage[] | null | undefined
  view: ListView
  isEditable: boolean
  onChange(change: Partial<ListView>): void
  onOpen?: ((path: string) => void) | undefined
  onNew?: (() => void) | undefined
}

/** Pages from which only those in view are drawn (rulings 0), and how many more are drawn around them. */
const MANY = 200
const AROUND = 12

/** The sub-pages as a table. How it is sorted and filtered is kept with the page; who may not change that does it for themselves. */
export function DocumentsTableView(props: DocumentsTableViewProps) {
  const { pages, isEditable, onOpen, onNew } = props
  const [own, setOwn] = useState<ListView | null>(null)
  const view = isEditable ? props.view : (own ?? props.view)
  const set = (change: Partial<ListView>) =>
    isEditable ? props.onChange(change) : setOwn({ ...view, ...change })
  const [top, setTop] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const rowHeight = useRef(36)
  useLayoutEffect(() => {
    rowHeight.current = list.current?.querySelector<HTMLElement>('tr[data-page]')?.offsetHeight || 36
  })

  if (pages === undefined)
    return <p className="sub-pages-note">{t('The pages inside this page are listed here.')}</p>
  if (pages === null) return <div className="sub-pages-skeleton" aria-busy="true" />
  const action = onNew && (
    <Button size="sm" variant="ghost" onClick={onNew}>
      <Plus aria-hidden />
      {t('New sub-page')}
    </Button>
  )
  if (pages.length === 0)
    return (
      <div className="sub-pages-none">
        <p>{NO_PAGES()}</p>
        {action}
      </div>
    )
  const shown = pagesInView(pages, view)
  const isWindowed = shown.length > MANY
  const first = isWindowed ? Math.max(0, Math.floor(top / rowHeight.current) - AROUND) : 0
  const last = isWindowed ? Math.min(shown.length, first + 2 * AROUND + 24) : shown.length
  const sortBy = (sort: Sort) => {
    if (view.sortBy !== sort) set({ sortBy: sort, descending: false })
    else if (!view.descending) set({ descending: true })
    else set({ sortBy: 'order', descending: false })
  }
  const open = (event: MouseEvent, path: string) => {
    if (!onOpen || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(path)
  }
  const head = { view, onSort: sortBy }
  return (
    <>
      <Filters pages={pages} view={view} onChange={set} count={shown.length} />
      <div
        ref={list}
        className="sub-pages-list"
        data-windowed={isWindowed || undefined}
        onScroll={isWindowed ? (event) => setTop(event.currentTarget.scrollTop) : undefined}
      >
        <table aria-label={t('Sub-pages')} aria-rowcount={shown.length + 1}>
          <thead>
            <tr>
              <Head sort="title" label={t('Title')} {...head} />
              <Head sort="status" label={t('Status')} {...head} />
              <th scope="col">{t('Labels')}</th>
              <Head sort="updated" label={t('Updated')} {...head} />
            </tr>
          </thead>
          <tbody>
            {first > 0 && (
              <tr aria-hidden style={{ height: first * rowHeight.current }}>
                <td colSpan={4} />
              </tr>
            )}
            {shown.slice(first, last).map((page, index) => (
              <tr key={page.path} data-page={page.path} aria-rowindex={first + index + 2}>
                <td>
                  <a href={safeUrl(page.path) ?? undefined} onClick={(event) => open(event, page.path)}>
                    <PageSign
                      icon={page.icon}
                      className="sub-page-icon"
                      empty={<FileText aria-hidden className="sub-page-icon" />}
                    />
                    <span>{page.title || t('Untitled')}</span>
                  </a>
                </td>
                <td>
                  {statusLabel(page.status) && (
                    <span className="sub-page-status" data-status={page.status}>
                      {statusLabel(page.status)}
                    </span>
                  )}
                </td>
                <td>
                  {page.tags.map((tag) => (
                    <span key={tag} className="sub-page-tag">
                      {tag}
                    </span>
                  ))}
                </td>
                <td className="sub-page-time">
                  <When at={page.updatedAt} />
                </td>
              </tr>
            ))}
            {last < shown.length && (
              <tr aria-hidden style={{ height: (shown.length - last) * rowHeight.current }}>
                <td colSpan={4} />
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {shown.length === 0 && (
        <p className="sub-pages-note">
          {t('No pages match.')}
          <Button size="sm" variant="ghost" onClick={() => set({ status: null, tag: null })}>
            {t('Clear filters')}
          </Button>
        </p>
      )}
      {action && <div>{action}</div>}
    </>
  )
}

interface FiltersProps {
  pages: readonly SubPage[]
  view: ListView
  count: number
  onChange(change: Partial<ListView>): void
}

/** Which pages are listed. Nothing to choose from: nothing is shown, unless it is chosen already. */
function Filters({ pages, view, count, onChange }: FiltersProps) {
  const { statuses, tags } = choicesOf(pages)
  const withChosen = (all: string[], chosen: string | null) =>
    chosen !== null && !all.includes(chosen) ? [...all, chosen] : all
  const shownStatuses = withChosen(statuses, view.status)
  const shownTags = withChosen(tags, view.tag)
  const isFiltered = view.status !== null || view.tag !== null
  return (
    <div className="sub-pages-tools">
      {shownStatuses.length > 1 && (
        <select
          aria-label={t('Status')}
          value={view.status ?? ''}
          onChange={(event) => onChange({ status: event.currentTarget.value || null })}
        >
          <option value="">{t('All statuses')}</option>
          {shownStatuses.map((status) => (
            <option key={status} value={status}>
              {statusLabel(status) || t('None')}
            </option>
          ))}
        </select>
      )}
      {shownTags.length > 0 && (
        <select
          aria-label={t('Label')}
          value={view.tag ?? ''}
          onChange={(event) => onChange({ tag: event.currentTarget.value || null })}
        >
          <option value="">{t('Any label')}</option>
          {shownTags.map((tag) => (
            <option key={tag} value={tag}>
              {tag}
            </option>
          ))}
        </select>
      )}
      <p role="status">
        {isFiltered
          ? t('{count} of {count2} pages', {
              count: inFigures(count),
              count2: inFigures(pages.length),
            })
          : t('{count, plural, one {# page} other {# pages}}', { count: pages.length })}
      </p>
    </div>
  )
}

interface HeadProps {
  sort: Sort
  label: string
  view: ListView
  onSort(sort: Sort): void
}

function Head({ sort, label, view, onSort }: HeadProps) {
  const isSorted = view.sortBy === sort
  return (
    <th scope="col" aria-sort={isSorted ? (view.descending ? 'descending' : 'ascending') : undefined}>
      <button type="button" onClick={() => onSort(sort)}>
        {label}
        {isSorted && (view.descending ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />)}
      </button>
    </th>
  )
}

function When({ at }: { at: string }) {
  const formats = useFormats()
  const time = Date.parse(at)
  return Number.isNaN(time) ? null : (
    <time dateTime={at} title={formats.dateTime(time)}>
      {formats.date(time)}
    </time>
  )
}
