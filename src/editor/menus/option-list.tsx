import { ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { headingOf } from '@/shared/i18n'
import { cn } from '@/ui/cn'
import { Kbd } from '@/ui/kbd'

export interface Option {
  id: string
  label: string
  icon?: ReactNode
  /** Options of one group stand together under its name. */
  group?: string
  shortcut?: string
  /** What can be typed instead. */
  hint?: string
  checked?: boolean
  /** A level of a menu that it opens. */
  opens?: string
  /** Stands apart from what comes before it. */
  gap?: boolean
  /** Its icon is all that is seen of it: a colour among others. */
  swatch?: boolean
  danger?: boolean
}

export interface OptionListProps {
  id: string
  label: string
  options: readonly Option[]
  active: number
  /** The id of what says more about the active option. */
  activeAbout?: string
  onActive(index: number): void
  onPick(index: number): void
}

/** A listbox whose focus stays with the text or the search field that steers it (`aria-activedescendant`). */
export function OptionList({ id, label, options, active, activeAbout, onActive, onPick }: OptionListProps) {
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another active option is another place to scroll to
  useEffect(() => {
    const element = list.current?.querySelector('[aria-selected="true"]')
    const first = active === 0
    if (first) list.current?.scrollTo({ top: 0 })
    else element?.scrollIntoView({ block: 'nearest' })
  }, [active, options])
  return (
    // A stop for Tab, because it scrolls; the menus take Tab themselves before it gets here.
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      className={cn('option-list', options[0]?.swatch && 'has-swatches')}
    >
      {options.map((option, index) => (
        <Fragment key={option.id}>
          {option.group && option.group !== options[index - 1]?.group && (
            <div role="presentation" className="option-group">
              {headingOf(option.group)}
            </div>
          )}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the field that steers the list */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: the focus stays where the typing is */}
          <div
            id={`${id}-${option.id}`}
            role="option"
            aria-selected={index === active}
            aria-describedby={index === active ? activeAbout : undefined}
            className={cn(
              'option',
              index === active && 'is-active',
              option.danger && 'is-danger',
              option.gap && 'has-gap',
              option.swatch && 'is-swatch',
              option.swatch && option.checked && 'is-chosen',
            )}
            title={option.swatch ? option.label : undefined}
            aria-haspopup={option.opens === undefined ? undefined : 'listbox'}
            onMouseDown={(event) => event.preventDefault()}
            onPointerMove={() => index !== active && onActive(index)}
            onClick={() => onPick(index)}
          >
            {option.icon && <span className="option-icon">{option.icon}</span>}
            <span className="option-label">{option.label}</span>
            {option.hint && <span className="option-hint">{option.hint}</span>}
            {option.shortcut && <Kbd keys={option.shortcut} className="coarse:hidden" />}
            {option.opens !== undefined && <ChevronRight aria-hidden size={14} className="option-chevron" />}
            {option.checked && !option.swatch && (
              <span className="option-check" aria-hidden>
                ✓
              </span>
            )}
          </div>
        </Fragment>
      ))}
    </div>
  )
}
