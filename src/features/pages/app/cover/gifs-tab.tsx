import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isOperator } from '@/app/operator'
import { failureWords, trpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { Input } from '@/ui/field'
import { Skeleton } from '@/ui/skeleton'
import {
  cooldownWords,
  GIF_ERRORS,
  HOW_TO_GIPHY,
  NO_GIFS,
  NO_GIPHY_KEY,
  waitWords,
} from '../../cover/gif-words'
import type { ChoosesCover } from './pending'

/** Milliseconds until what is typed is searched for (product.md 9.4). */
const DEBOUNCE = 1_000

interface GifsTabProps extends ChoosesCover {
  /** What is searched for; kept while another tab is shown, so that a GIF that was not the one leads back to the others. */
  typed: string
  onType(typed: string): void
}

/** GIFs of GIPHY's; the server asks, and says when it must not (product.md 8.8). */
export function GifsTab({ typed, onType, onChoose }: GifsTabProps) {
  const [q, setQuery] = useState(typed.trim())
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed.trim()), DEBOUNCE)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, error, isFetching, refetch } = useQuery(
    trpc.cover.gifs.queryOptions({ q }, { placeholderData: (before) => before }),
  )
  // One more try when GIPHY said "too many"; the server decides what comes of it.
  const wait = data?.state === 'wait' && !isFetching ? data.seconds : null
  useEffect(() => {
    if (wait === null) return
    const timer = setTimeout(() => void refetch(), wait * 1_000)
    return () => clearTimeout(timer)
  }, [wait, refetch])

  if (data?.state === 'off') return <EmptyState title={NO_GIPHY_KEY()} hint={HOW_TO_GIPHY(isOperator())} />
  return (
    <div className="flex flex-col gap-3 pe-1">
      <Input
        type="search"
        aria-label={t('Search GIFs')}
        placeholder={t('Search GIPHY…')}
        maxLength={50}
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
      {error && !isFetching ? (
        <ErrorState
          title={failureWords(error, q === '' ? GIF_ERRORS.trending : GIF_ERRORS.search)}
          action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
        />
      ) : data?.state === 'wait' ? (
        <p role="status" className="text-sm text-text-muted">
          {waitWords(data.seconds)}
        </p>
      ) : data?.state === 'cooldown' ? (
        <p role="alert" className="text-sm text-danger">
          {cooldownWords(data.seconds)}
        </p>
      ) : !data ? (
        <div aria-busy="true" className="grid grid-cols-3 gap-2">
          {Array.from({ length: 6 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
            <Skeleton key={index} className="h-24" />
          ))}
        </div>
      ) : data.gifs.length === 0 ? (
        <p role="status" className="py-8 text-center text-sm text-text-muted">
          {NO_GIFS()}
        </p>
      ) : (
        <>
          <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
            {data.gifs.map(({ id, title, url, previewUrl }) => (
              <button
                key={id}
                type="button"
                aria-label={title || t('GIF')}
                className="h-28 cursor-pointer overflow-hidden rounded-control bg-surface"
                onClick={() => onChoose({ kind: 'value', value: url })}
              >
                <img src={previewUrl} alt="" loading={'lazy'} className="size-full object-cover" />
              </button>
            ))}
          </div>
          <p className="text-xs text-text-faint">{t('Powered by GIPHY')}</p>
        </>
      )}
    </div>
  )
}
