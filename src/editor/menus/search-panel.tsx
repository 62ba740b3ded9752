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
  /** Which option is highlighted before anything is typed. */
  start?: string
  onPick(id: string): void
  onClose(): void
}

/** A floating list with a search field: the block menu, the language of a code block. */
export function SearchPanel({
  label,
  placeholder,
  find,
  start,
  onPick,
  onClose,
  ...place
}: SearchPanelProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      find('').findIndex((option) => option.id === start),
    ),
  )
  const found = find(query)

  useEffect(() => field.current?.focus({ preventScroll: true }), [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const go = (to: number) => found.length > 0 && setActive((to + found.length) % found.length)
    if (event.key === 'ArrowDown') go(active + 1)
    else if (event.key === 'ArrowUp') go(active - 1)
    else if (event.key === 'Home' && query === '') setActive(0)
    else if (event.key === 'End' && query === '') setActive(found.length - 1)
    else if (event.key === 'Enter') {
      if (found[active]) onPick(found[active].id)
    } else if (event.key === 'Escape' || event.key === 'Tab') onClose()
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
          aria-activedescendant={found[active] ? `${id}-list-${found[active].id}` : undefined}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
        {found.length > 0 ? (
          <OptionList
            id={`${id}-list`}
            label={label}
            options={found}
            active={active}
            onActive={setActive}
            onPick={(index) => onPick(found[index]!.id)}
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
