import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { t } from '@/shared/i18n'
import { cn } from '@/ui/cn'
import { keyInRow } from '@/ui/key-in-row'
import { drawingOf, findIcons } from './drawings'
import { iconLabel } from './icon'
import './icon-grid.css'

const COLUMNS = 8
const ROW = 36
const ROWS_SHOWN = 6

export interface IconGridProps {
  onPick(name: string): void
  /** The look of the search field. */
  fieldClass: string
  autoFocus?: boolean
}

/** All drawings with a search; the keys of the field move through them. Only the rows in view are drawn. */
export function IconGrid({ onPick, fieldClass, autoFocus = false }: IconGridProps) {
  const [query, setQuery] = useState('')
  const found = useMemo(() => findIcons(query), [query])
  const [active, setActive] = useState(0)
  const [top, setTop] = useState(0)
  const grid = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()

  useLayoutEffect(() => {
    if (autoFocus) field.current?.focus()
  }, [autoFocus])

  useLayoutEffect(() => {
    const element = grid.current!
    const row = Math.floor(active / COLUMNS) * ROW
    if (row < element.scrollTop) element.scrollTop = row
    else if (row + ROW > element.scrollTop + element.clientHeight)
      element.scrollTop = row + ROW - element.clientHeight
  }, [active])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[keyInRow(event)]
    if (step !== undefined) setActive(Math.max(0, Math.min(found.length - 1, active + step)))
    else if (event.key === 'Enter') {
      if (found[active]) onPick(found[active])
    } else return
    event.preventDefault()
  }
  const first = Math.max(0, Math.floor(top / ROW) - 1) * COLUMNS
  const shown = found.slice(first, first + (ROWS_SHOWN + 3) * COLUMNS)
  const activeName = found[active]
  return (
    <>
      <input
        ref={field}
        className={cn(fieldClass)}
        role="combobox"
        aria-label={t('Search icons...')}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={activeName ? `${id}-${activeName}` : undefined}
        placeholder={t('Search icons...')}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value)
          setActive(0)
          setTop(0)
          grid.current?.scrollTo({ top: 0 })
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={grid}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('Icons')}
        tabIndex={-1}
        className="icon-grid"
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      >
        <div style={{ height: Math.ceil(found.length / COLUMNS) * ROW, paddingTop: (first / COLUMNS) * ROW }}>
          {shown.map((name, index) => (
            <IconOption
              key={name}
              id={`${id}-${name}`}
              name={name}
              isActive={first + index === active}
              onPick={() => onPick(name)}
            />
          ))}
        </div>
      </div>
      <p className="icon-status" role="status">
        {found.length === 0
          ? t('No icons found')
          : t('{name} — {count, plural, one {# icon} other {# icons}}', {
              name: activeName ?? '',
              count: found.length,
            })}
      </p>
    </>
  )
}

interface IconOptionProps {
  id: string
  name: string
  isActive: boolean
  onPick(): void
}

function IconOption({ id, name, isActive, onPick }: IconOptionProps) {
  const Drawing = drawingOf(name)
  return (
    <button
      id={id}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-label={iconLabel(name)}
      title={name}
      className="icon-option"
      onClick={onPick}
    >
      {Drawing && <Drawing aria-hidden size={20} />}
    </button>
  )
}
