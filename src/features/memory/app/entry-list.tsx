import { type ReactNode, useState } from 'react'
import { failureWords } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { Select } from '@/ui/select'
import { Skeleton } from '@/ui/skeleton'
import type { Status } from '../model'
import { act, type Doing } from './act'

interface Entry {
  id: string
  status: Status
}
type Shown = 'all' | Status

/** The words of a list of memories or of prompts, and what can be done to several at once. */
export interface EntryWords {
  /** What the list is called. */
  list: string
  empty: string
  failed: string
  /** The accessible name of the box that chooses one. */
  choose(entry: string): string
  confirmDelete(count: number): string
  setStatus(ids: string[], status: Status): Doing
  remove(ids: string[]): Doing
}

interface EntryListProps<Item extends Entry> {
  query: { data: Item[] | undefined; isPending: boolean; error: unknown; refetch(): Promise<unknown> }
  words: EntryWords
  /** What names an entry among the others. */
  nameOf(item: Item): string
  children(item: Item): ReactNode
}

/** Memories or prompts: by status, and several at once switched on, switched off or deleted. */
export function EntryList<Item extends Entry>({ query, words, nameOf, children }: EntryListProps<Item>) {
  const [shown, setShown] = useState<Shown>('all')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  if (query.data === undefined)
    return query.isPending ? (
      <div className="flex flex-col gap-2" aria-busy>
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
    ) : (
      <ErrorState
        title={failureWords(query.error, words.failed)}
        action={<Button onClick={() => void query.refetch()}>{t('Try again')}</Button>}
      />
    )
  const items = query.data.filter(({ status }) => shown === 'all' || status === shown)
  // Of those that are seen: nothing is done to what a filter hides, or to what is gone.
  const ids = items.flatMap(({ id }) => (chosen.has(id) ? id : []))
  const choose = (some: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen)
    for (const id of some) isChosen ? next.add(id) : next.delete(id)
    setChosen(next)
  }
  const isAll = ids.length === items.length
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {items.length > 0 && (
          <span className="flex items-center gap-2 ps-3 text-text-muted">
            <Checkbox
              aria-label={t('Select all')}
              checked={isAll}
              ref={(box) => {
                if (box) box.indeterminate = ids.length > 0 && !isAll
              }}
              onCheckedChange={(isChosen) =>
                choose(
                  items.map(({ id }) => id),
                  isChosen,
                )
              }
            />
            {ids.length === 0 ? t('Select all') : t('{count} selected', { count: ids.length })}
          </span>
        )}
        {ids.length > 0 && <OnSeveral ids={ids} words={words} onDone={() => setChosen(new Set())} />}
        <Select<Shown>
          label={t('Status')}
          value={shown}
          options={[
            { value: 'all', label: t('All') },
            { value: 'active', label: t('Active') },
            { value: 'inactive', label: t('Inactive') },
          ]}
          onValueChange={setShown}
          className="ms-auto min-w-28"
        />
      </div>
      {items.length === 0 ? (
        <EmptyState title={words.empty} />
      ) : (
        <ul aria-label={words.list} className="divide-y divide-border rounded-popover border border-border">
          {items.map((item) => (
            <li key={item.id} className="flex items-start gap-3 px-3 py-2.5">
              <Checkbox
                className="mt-0.5"
                aria-label={words.choose(nameOf(item))}
                checked={chosen.has(item.id)}
                onCheckedChange={(isChosen) => choose([item.id], isChosen)}
              />
              <div className="min-w-0 flex-1">{children(item)}</div>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function OnSeveral({ ids, words, onDone }: { ids: string[]; words: EntryWords; onDone(): void }) {
  const [isBusy, setIsBusy] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const set = async (status: Status) => {
    setIsBusy(true)
    if (await act(words.setStatus(ids, status))) onDone()
    setIsBusy(false)
  }
  return (
    <>
      <Button size="sm" disabled={isBusy} onClick={() => void set('active')}>
        {t('Activate')}
      </Button>
      <Button size="sm" disabled={isBusy} onClick={() => void set('inactive')}>
        {t('Deactivate')}
      </Button>
      <Button size="sm" disabled={isBusy} onClick={() => setIsAsking(true)}>
        {t('Delete')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={words.confirmDelete(ids.length)}
        description={t('This cannot be undone.')}
        confirmLabel={t('Delete')}
        danger
        onConfirm={async () => {
          if (await act(words.remove(ids))) onDone()
        }}
      />
    </>
  )
}
