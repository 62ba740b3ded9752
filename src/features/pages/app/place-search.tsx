import { Command } from 'cmdk'
import type { ReactNode } from 'react'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { cn } from '@/ui/cn'

/** As many places are offered as anybody reads; typing narrows them down. */
export const MOST_PLACES = 50

interface PlaceSearchProps {
  /** What is looked for, for screen readers. */
  label?: string
  placeholder: string
  query: string
  onQuery(query: string): void
  autoFocus?: boolean
  /** Stands there when nothing is offered. */
  empty?: string
  /** How many more there are than are offered. */
  more?: number
  listClass?: string
  /** `PlaceItem`s, in groups or not. */
  children: ReactNode
}

/** A field and the list below it, where a page or a pod is chosen that something goes to. Goes by arrow keys and Enter. */
export function PlaceSearch({
  label = t('Where to'),
  placeholder,
  query,
  onQuery,
  autoFocus,
  empty = t('No matches'),
  more = 0,
  listClass,
  children,
}: PlaceSearchProps) {
  return (
    <Command shouldFilter={false} label={label} className="flex flex-col gap-2">
      <Command.Input
        autoFocus={autoFocus}
        value={query}
        onValueChange={onQuery}
        placeholder={placeholder}
        className="h-9 w-full rounded-control border border-border-strong/60 bg-surface-raised px-2.5 coarse:h-11"
      />
      <Command.List className={cn('overflow-y-auto', listClass)}>
        <Command.Empty className="px-2 py-6 text-center text-text-muted">{empty}</Command.Empty>
        {children}
        {more > 0 && (
          <p className="px-2 py-1.5 text-text-faint">
            {t('{more} more. Type to narrow them down.', { more: inFigures(more) })}
          </p>
        )}
      </Command.List>
    </Command>
  )
}

interface PlaceItemProps {
  value: string
  onSelect(): void
  /** The icon of a page, or a drawing for what is none. */
  sign: ReactNode
  title: string
  /** Where it stands. */
  path?: string
}

export const PlaceItem = ({ value, onSelect, sign, title, path }: PlaceItemProps) => (
  <Command.Item
    value={value}
    onSelect={onSelect}
    className="flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 py-1 coarse:min-h-11 data-[selected=true]:bg-hover"
  >
    {sign}
    <span className="truncate">{title}</span>
    {path && <span className="ms-auto min-w-0 max-w-1/2 truncate ps-2 text-text-faint">{path}</span>}
  </Command.Item>
)

/** The place of an icon, for what is no page. */
export const PlaceSign = ({ children }: { children: ReactNode }) => (
  <span
    aria-hidden
    className="inline-flex size-5 shrink-0 items-center justify-center text-text-faint [&_svg]:size-4"
  >
    {children}
  </span>
)
