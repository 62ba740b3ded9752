import { useInfiniteQuery } from '@tanstack/react-query'
import { Check, History, Undo2, X } from 'lucide-react'
import { useRef } from 'react'
import { failureWords } from '@/app/failures'
import { trpc } from '@/app/rpc'
import { timeAgo } from '@/features/pages/app/time-ago'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { useFormats } from '@/ui/formats'
import { Skeleton } from '@/ui/skeleton'
import { useWindow } from '@/ui/use-window'
import { importedAuthor, viaWords } from '../imported-author'
import type { LoggedSuggestion, ReviewPerson, SuggestionState } from '../model'
import { summaryOf } from './summary'

/** Pixels; every line of a long list is as high. */
const LINE = 76

const ICONS = { accepted: Check, rejected: X, withdrawn: Undo2, pending: History } satisfies Record<
  SuggestionState,
  unknown
>
const COLORS: Readonly<Record<SuggestionState, string>> = {
  accepted: 'text-success',
  rejected: 'text-danger',
  withdrawn: 'text-text-muted',
  pending: 'text-text-muted',
}

const nameOf = (person: ReviewPerson): string => person.name ?? t('Deleted person')

/** Who suggested and who decided: "Ada suggested, Bea accepted"; of what a model wrote also which one did. */
function peopleOf(one: LoggedSuggestion): string {
  const { author, decidedBy, state, model } = one
  const name = nameOf(author)
  if (model !== null && importedAuthor(model) === null) return writtenBy(model, name, one)
  if (state === 'withdrawn') return t('{name} suggested and withdrew it', { name })
  if (decidedBy === null)
    return state === 'accepted'
      ? t('{name} suggested it, it was accepted', { name })
      : t('{name} suggested it, it was rejected', { name })
  const decider = nameOf(decidedBy)
  return state === 'accepted'
    ? t('{name} suggested it, {decider} accepted', { name, decider })
    : t('{name} suggested it, {decider} rejected', { name, decider })
}

function writtenBy(model: string, name: string, { decidedBy, state }: LoggedSuggestion): string {
  if (state === 'withdrawn')
    return t('Written by {model}, asked for and withdrawn by {name}', { model, name })
  const decider = decidedBy && nameOf(decidedBy)
  if (state === 'accepted')
    return decider
      ? t('Written by {model}, asked for by {name}, accepted by {decider}', { model, name, decider })
      : t('Written by {model}, asked for by {name}, accepted', { model, name })
  return decider
    ? t('Written by {model}, asked for by {name}, rejected by {decider}', { model, name, decider })
    : t('Written by {model}, asked for by {name}, rejected', { model, name })
}

/** What was decided about suggestions of a page, the newest first (product.md 4.12): kept for ever. */
export default function DecisionsList({ documentId }: { documentId: string }) {
  const query = useInfiniteQuery(
    trpc.suggestion.history.infiniteQueryOptions(
      { documentId },
      { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
    ),
  )
  if (query.isPending)
    return (
      <div aria-busy className="flex flex-col gap-3 p-2">
        {['h-14', 'h-14 w-11/12', 'h-14 w-5/6'].map((shape) => (
          <Skeleton key={shape} className={shape} />
        ))}
      </div>
    )
  if (query.data === undefined)
    return (
      <ErrorState
        title={t('The decisions could not be loaded')}
        hint={failureWords(query.error, t('The history did not answer. Try again.'))}
        action={<Button onClick={() => void query.refetch()}>{t('Try again')}</Button>}
      />
    )
  const decided = query.data.pages.flatMap(({ suggestions }) => suggestions)
  if (decided.length === 0)
    return (
      <EmptyState
        icon={<Check aria-hidden />}
        title={t('Nothing has been decided')}
        hint={t(
          'Suggestions that were accepted, rejected or withdrawn stand here, with who did it and when.',
        )}
      />
    )
  return (
    <>
      <Rows decided={decided} />
      {query.hasNextPage && (
        <Button
          size="sm"
          variant="ghost"
          className="mt-3 w-full"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('Show older decisions')}
        </Button>
      )}
    </>
  )
}

function Rows({ decided }: { decided: readonly LoggedSuggestion[] }) {
  const formats = useFormats()
  const list = useRef<HTMLUListElement>(null)
  const { first, end, before, after, height } = useWindow(list, decided.length, LINE)
  return (
    <ul ref={list} aria-label={t('Decisions')} style={{ paddingTop: before, paddingBottom: after }}>
      {decided.slice(first, end).map((one) => {
        const Icon = ICONS[one.state]
        return (
          <li key={one.suggestionId} style={{ height }} className="flex gap-2.5 px-2 py-2">
            <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${COLORS[one.state]}`} />
            <div className="min-w-0 flex-1 text-sm">
              <p className="line-clamp-2 break-words">
                {one.summary ? summaryOf(one.summary) : t('A suggestion')}
              </p>
              <p className="flex gap-1.5 text-xs text-text-muted">
                <span className="min-w-0 truncate" title={peopleOf(one)}>
                  {peopleOf(one)}
                  {one.model !== null && importedAuthor(one.model) !== null && ` · ${viaWords(one.model)}`}
                </span>
                {one.decidedAt !== null && (
                  <time
                    dateTime={one.decidedAt}
                    title={formats.dateTime(one.decidedAt)}
                    className="ms-auto shrink-0"
                  >
                    {timeAgo(one.decidedAt, new Date(), formats)}
                  </time>
                )}
              </p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
