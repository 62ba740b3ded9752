import { ChevronLeft } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '@/shared/i18n'
import { Floating, type FloatingProps } from '@/ui/floating'
import { type Option, OptionList } from './option-list'

export interface SearchPanelProps
  extends Pick<FloatingProps, 'rect' | 'context' | 'placement' | 'anchorKey'> {
  label: string
  placeholder: string
  /** What a search finds, in the order in which it is shown; an empty query gives everything. */
  find(query: string): readonly Option[]
  /** What stands there before anything is typed, where that has levels; `level`: what an option `opens`, or `null`. */
  browse?(level: string | null): readonly Option[]
  /** Which option is highlighted before anything is typed. */
  start?: string
  onPick(id: string): void
  onClose(): void
}

/** How many swatches stand in a row. */
const PER_ROW = 5

/** A floating list with a search field: the block menu, the language of a code block. */
export function SearchPanel({
  label,
  placeholder,
  find,
  browse,
  start,
  onPick,
  onClose,
  ...place
}: SearchPanelProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const [level, setLevel] = useState<string | null>(null)
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      find('').findIndex((option) => option.id === start),
    ),
  )
  const isBrowsing = browse !== undefined && query.trim() === ''
  const found = isBrowsing ? browse(level) : find(query)
  const chosen = found[active]

  useEffect(() => field.current?.focus({ preventScroll: true }), [])

  const enter = (next: string) => {
    setLevel(next)
    setActive(Math.max(0, browse?.(next).findIndex((option) => option.checked) ?? 0))
  }
  const goBack = () => {
    setLevel(null)
    setActive(Math.max(0, browse?.(null).findIndex((option) => option.opens === level) ?? 0))
  }
  const pick = (option: Option | undefined) => {
    if (option?.opens !== undefined) enter(option.opens)
    else if (option) onPick(option.id)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const go = (to: number) => found.length > 0 && setActive((to + found.length) % found.length)
    const isEmpty = query === ''
    const isSwatch = isEmpty && chosen?.swatch === true
    const isBack = isEmpty && isBrowsing && level !== null
    if (event.key === 'ArrowDown') go(active + (isSwatch ? PER_ROW : 1))
    else if (event.key === 'ArrowUp') go(active - (isSwatch ? PER_ROW : 1))
    else if (isSwatch && event.key === 'ArrowRight') go(active + 1)
    else if (isSwatch && event.key === 'ArrowLeft' && active > 0) go(active - 1)
    else if (isEmpty && event.key === 'ArrowRight' && chosen?.opens !== undefined) enter(chosen.opens)
    else if (isBack && ['ArrowLeft', 'Backspace', 'Escape'].includes(event.key)) goBack()
    else if (event.key === 'Home' && isEmpty) setActive(0)
    else if (event.key === 'End' && isEmpty) setActive(found.length - 1)
    else if (event.key === 'Enter') pick(chosen)
    else if (event.key === 'Escape' || event.key === 'Tab') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Floating {...place} onPressOutside={onClose}>
      <div className="panel search-panel" role="dialog" aria-label={label}>
        <input
          ref={field}
          className="search-field"
          role="combobox"
          aria-label={placeholder}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen ? `${id}-list-${chosen.id}` : undefined}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setLevel(null)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
        {isBrowsing && level !== null && (
          <button
            type="button"
            tabIndex={-1}
            className="option-back"
            aria-label={t('Back to {menu}', { menu: label })}
            onMouseDown={(event) => event.preventDefault()}
            onClick={goBack}
          >
            <ChevronLeft aria-hidden size={16} />
            {level}
          </button>
        )}
        {found.length > 0 ? (
          <OptionList
            id={`${id}-list`}
            label={isBrowsing && level !== null ? level : label}
            options={found}
            active={active}
            onActive={setActive}
            onPick={(index) => pick(found[index])}
          />
        ) : (
          <p className="panel-empty" role="status">
            {t('No results')}
          </p>
        )}
      </div>
    </Floating>
  )
}
