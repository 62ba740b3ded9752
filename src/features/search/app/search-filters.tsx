import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useMemo } from 'react'
import { trpc } from '@/app/rpc'
import { addDays } from '@/blocks/date/date-words'
import { type PageStatus, STATUS_LABELS, STATUSES } from '@/features/pages/model'
import { fieldTime, momentOfField } from '@/shared/formats-apart'
import { t } from '@/shared/i18n'
import { cn } from '@/ui/cn'
import { ButtonMenu, MenuRadioGroup, MenuRadioItem } from '@/ui/menu'
import { PopupButton } from '@/ui/popup-button'

/** What narrows the search down, as the chips show it. Empty: nothing. */
export interface Filters {
  pod: string
  status: PageStatus | ''
  tag: string
  editedBy: string
  edited: '' | 'today' | 'week' | 'month'
}

export const NO_FILTERS: Filters = { pod: '', status: '', tag: '', editedBy: '', edited: '' }
export const isFiltered = (filters: Filters): boolean => Object.values(filters).some((value) => value !== '')

const DAYS = { today: 0, week: 6, month: 29 } as const

/** The same as the call takes it. Days begin where the person is, or in the time zone that they have chosen. */
export function searchFilter(
  { pod, status, tag, editedBy, edited }: Filters,
  now: Date,
  timeZone: string | null,
) {
  const from =
    edited === ''
      ? undefined
      : momentOfField(`${addDays(fieldTime(now, timeZone).slice(0, 10), -DAYS[edited])}T00:00`, timeZone)
  return {
    ...(pod !== '' && { podId: pod }),
    ...(status !== '' && { status }),
    ...(tag !== '' && { tag }),
    ...(editedBy !== '' && { editedBy }),
    ...(from && { from: from.toISOString() }),
  }
}

interface Option<Value extends string> {
  value: Value
  label: string
}

const STATUS_OPTIONS: Option<PageStatus | ''>[] = [
  {
    value: '',
    get label() {
      return t('Any status')
    },
  },
  ...STATUSES.map((value) => ({ value, label: value === 'none' ? t('No status') : STATUS_LABELS[value] })),
]
const EDITED_OPTIONS: Option<Filters['edited']>[] = [
  {
    value: '',
    get label() {
      return t('Any time')
    },
  },
  {
    value: 'today',
    get label() {
      return t('Edited today')
    },
  },
  {
    value: 'week',
    get label() {
      return t('Last 7 days')
    },
  },
  {
    value: 'month',
    get label() {
      return t('Last 30 days')
    },
  },
]

interface SearchFiltersProps {
  filters: Filters
  userId: string
  /** All tags that are in use. */
  tags: readonly string[]
  onChange(filters: Filters): void
}

/** The chips under the results. A tag or a person can only be chosen where there are some. */
export function SearchFilters({ filters, userId, tags, onChange }: SearchFiltersProps) {
  const people = useQuery(trpc.user.users.queryOptions({ limit: 20 })).data?.items
  const editors = useMemo(
    () => [
      { value: '', label: t('Anyone') },
      { value: userId, label: t('Edited by me') },
      ...(people ?? [])
        .filter(({ id }) => id !== userId)
        .map(({ id, name }) => ({ value: id, label: t('Edited by {name}', { name }) })),
    ],
    [people, userId],
  )
  const pods = useQuery(trpc.pod.pods.queryOptions()).data?.pods ?? []
  const set = (change: Partial<Filters>) => onChange({ ...filters, ...change })
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5 border-t border-border px-3 py-2">
      <legend className="sr-only">{t('Filters of the search in pages')}</legend>
      {pods.length > 1 && (
        <Chip
          label={t('Pod')}
          value={filters.pod}
          options={[
            { value: '', label: t('All pods') },
            ...pods.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChoose={(pod) => set({ pod })}
        />
      )}
      <Chip
        label={t('Status')}
        value={filters.status}
        options={STATUS_OPTIONS}
        onChoose={(status) => set({ status })}
      />
      <Chip
        label={t('Edited when')}
        value={filters.edited}
        options={EDITED_OPTIONS}
        onChoose={(edited) => set({ edited })}
      />
      <Chip
        label={t('Edited by')}
        value={filters.editedBy}
        options={editors}
        onChoose={(editedBy) => set({ editedBy })}
      />
      {tags.length > 0 && (
        <Chip
          label={t('Label')}
          value={filters.tag}
          options={[{ value: '', label: t('Any label') }, ...tags.map((tag) => ({ value: tag, label: tag }))]}
          onChoose={(tag) => set({ tag })}
        />
      )}
      {isFiltered(filters) && (
        <button
          type="button"
          className="touch-target rounded-control px-1.5 text-xs text-text-muted underline"
          onClick={() => onChange(NO_FILTERS)}
        >
          {t('Clear filters')}
        </button>
      )}
    </fieldset>
  )
}

interface ChipProps<Value extends string> {
  /** What it narrows down. */
  label: string
  value: Value | ''
  /** The first one narrows nothing. */
  options: readonly Option<Value | ''>[]
  onChoose(value: Value | ''): void
}

/** A small button that says what is chosen and opens the choices. */
function Chip<Value extends string>({ label, value, options, onChoose }: ChipProps<Value>) {
  const chosen = options.find((option) => option.value === value)
  return (
    <PopupButton
      kind="menu"
      button={
        <button
          type="button"
          className={cn(
            'touch-target inline-flex h-7 max-w-48 cursor-pointer items-center gap-1 rounded-full border px-2.5 text-xs',
            value === ''
              ? 'border-border-strong/60 text-text-muted hover:border-border-strong'
              : 'border-accent bg-accent-soft text-accent',
          )}
        >
          <span className="sr-only">{label}: </span>
          <span className="truncate">{chosen?.label ?? value}</span>
          <ChevronDown aria-hidden className="size-3 shrink-0" />
        </button>
      }
    >
      {(popup) => (
        <ButtonMenu popup={popup} label={label}>
          <MenuRadioGroup value={value} onValueChange={(next: Value | '') => onChoose(next)}>
            {options.map((option) => (
              <MenuRadioItem key={option.value} value={option.value} closeOnClick>
                {option.label}
              </MenuRadioItem>
            ))}
          </MenuRadioGroup>
        </ButtonMenu>
      )}
    </PopupButton>
  )
}
