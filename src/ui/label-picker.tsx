import { Combobox } from '@base-ui/react/combobox'
import { Check, Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { t } from '@/shared/i18n'
import { cn } from './cn'
import { menuPopupClass } from './menu'

export interface LabelPickerProps {
  /** The accessible name. */
  label: string
  value: readonly string[]
  /** What is offered; others can be typed. */
  options: readonly string[]
  onValueChange(value: string[]): void
  readOnly?: boolean
  placeholder?: string
  invalid?: boolean
  /** Ids of the texts that describe it. */
  describedBy?: string
}

/** Spaces at the ends and in a row say nothing about a label. */
const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ')
const same = (a: string, b: string): boolean => a.toLocaleLowerCase() === b.toLocaleLowerCase()

interface Choice {
  value: string
  /** It is not among the options: choosing makes it. */
  isNew: boolean
}

/** Picks several labels by typing: the select editor of product.md 2.9. Backspace in the empty field takes the last back. */
export function LabelPicker(props: LabelPickerProps) {
  const { label, value, options, onValueChange, readOnly = false, placeholder, invalid, describedBy } = props
  const [query, setQuery] = useState('')
  const field = useRef<HTMLDivElement>(null)
  const typed = tidy(query)
  const known = [...options, ...value.filter((one) => !options.some((option) => same(option, one)))]
  const isNew = typed !== '' && !known.some((one) => same(one, typed))
  const choices: Choice[] = [
    ...known.map((one) => ({ value: one, isNew: false })),
    ...(isNew ? [{ value: typed, isNew: true }] : []),
  ]

  return (
    <Combobox.Root
      multiple
      autoHighlight
      items={choices}
      readOnly={readOnly}
      value={value.map((one): Choice => ({ value: one, isNew: false }))}
      isItemEqualToValue={(one, other) => one.value === other.value}
      itemToStringLabel={(one) => one.value}
      inputValue={query}
      onInputValueChange={setQuery}
      onValueChange={(chosen, details) => {
        // Escape closes the list; a second one must not throw away what was picked, but closes what the field stands in.
        if (details.reason === 'escape-key') {
          details.allowPropagation()
          return details.cancel()
        }
        setQuery('')
        onValueChange(chosen.map((one) => one.value))
      }}
    >
      <Combobox.Chips
        ref={field}
        className={cn(
          'flex min-h-9 w-full flex-wrap items-center gap-1 rounded-control border border-border-strong/60 bg-surface-raised p-1',
          'focus-within:outline-2 focus-within:outline-accent',
          invalid && 'border-danger',
          readOnly && 'bg-surface',
        )}
      >
        {value.map((one) => (
          <Combobox.Chip
            key={one}
            aria-label={one}
            className="inline-flex h-6 items-center gap-1 rounded-control bg-background-gray px-1.5 text-sm text-text-gray focus-visible:outline-2 focus-visible:outline-accent"
          >
            {one}
            {!readOnly && (
              <Combobox.ChipRemove
                aria-label={t('Remove {one}', { one })}
                className="inline-flex size-4 cursor-pointer items-center justify-center rounded-sm touch-target hover:bg-hover"
              >
                <X aria-hidden className="size-3" />
              </Combobox.ChipRemove>
            )}
          </Combobox.Chip>
        ))}
        <Combobox.Input
          aria-label={label}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          placeholder={value.length === 0 ? placeholder : undefined}
          className={cn(
            'h-6 min-w-24 flex-1 bg-transparent px-1 text-sm outline-none placeholder:text-text-faint',
            readOnly && value.length > 0 && 'sr-only',
          )}
        />
      </Combobox.Chips>
      <Combobox.Portal>
        <Combobox.Positioner anchor={field} sideOffset={4} className="z-50">
          <Combobox.Popup className={cn(menuPopupClass, 'max-h-64 w-[var(--anchor-width)] overflow-y-auto')}>
            <Combobox.Empty className="px-2 py-1.5 text-sm text-text-muted empty:hidden">
              {t('No results')}
            </Combobox.Empty>
            <Combobox.List>
              {(choice: Choice) => (
                <Combobox.Item
                  key={choice.value}
                  value={choice}
                  className="flex min-h-7 cursor-default select-none items-center gap-2 rounded-control px-2 py-1 text-sm outline-none coarse:min-h-11 data-[highlighted]:bg-hover"
                >
                  {choice.isNew && <Plus aria-hidden className="size-3.5 text-text-faint" />}
                  <span className="flex-1">
                    {choice.isNew ? t('Create “{value}”', { value: choice.value }) : choice.value}
                  </span>
                  <Combobox.ItemIndicator className="text-accent">
                    <Check aria-hidden className="size-3.5" />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
