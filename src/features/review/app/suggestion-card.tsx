import { Check, MessageSquarePlus, Undo2, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Described } from '@/document'
import { SuggestionReason } from '@/features/ai/app/suggestion-reason'
import { mayTryToComment } from '@/features/comments/app/comment-state'
import { t } from '@/shared/i18n'
import { Avatar } from '@/ui/avatar'
import { Button, IconButton } from '@/ui/button'
import { cn } from '@/ui/cn'
import { useFormats } from '@/ui/formats'
import { runLater } from '@/ui/run-later'
import { timeLabel } from '@/ui/time-label'
import { importedAuthor, viaWords } from '../imported-author'
import { useAuthorName, useAuthorPicture } from './author-names'
import type { Right } from './deciding-right'
import { decideAndGoOn, decideAtAndStay, stepFrom } from './going-through'
import type { PageSuggestions } from './page-suggestions'
import { summaryOf, wordsOf } from './summary'
import { WordPlacesList } from './word-places-list'

interface SuggestionCardProps {
  one: Described
  documentId: string
  isActive: boolean
  right: Right
  /** The suggestions of the page at the moment of the call; null once the page is left. */
  page(): PageSuggestions | null
}

/**
 * What somebody suggests, beside its text. With the focus on it, A accepts and R rejects (or withdraws) and go on to the next card, the arrows go
 * through the cards, and Escape goes back into the text.
 */
export function SuggestionCard({ one, documentId, isActive, right, page }: SuggestionCardProps) {
  const formats = useFormats()
  const nameOf = useAuthorName(documentId)
  const pictureOf = useAuthorPicture(documentId)
  const author = nameOf(one.userId)
  const summary = summaryOf(one)
  const decide = (isAccepted: boolean) => decideAndGoOn(page(), one, isAccepted, nameOf)
  const pressed = (event: KeyboardEvent<HTMLElement>) => {
    const { key, ctrlKey, metaKey, altKey, target, currentTarget } = event
    if (ctrlKey || metaKey || altKey) return
    const way = { ArrowDown: 1, ArrowUp: -1 }[key]
    const letter = key.toLowerCase()
    if (way !== undefined) stepFrom(page(), one.suggestionId, way, nameOf)
    else if (key === 'Escape') page()?.editor.view.focus()
    else if (
      target === currentTarget &&
      ((right && letter === 'r') || (right === 'decide' && letter === 'a'))
    )
      decide(letter === 'a')
    else return
    event.preventDefault()
  }
  const others = one.changes.slice(1)
  const places = isActive && right ? (page()?.review?.wordPlaces(one.suggestionId) ?? []) : []
  const isApart = places.length > 0
  const canComment = mayTryToComment(documentId)
  const discuss = () =>
    runLater(
      () => import('@/features/comments/app/begin'),
      ({ beginAboutSuggestion }) =>
        beginAboutSuggestion(documentId, {
          suggestion: one.suggestionId,
          block: one.isOfTitle ? null : (one.spots[0]?.block ?? one.blocks[0] ?? null),
          quote: summary,
        }),
    )
  return (
    <article
      aria-label={`${author}: ${summary}`}
      aria-current={isActive || undefined}
      aria-keyshortcuts={right === 'decide' ? 'A R' : right ? 'R' : undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the articles of a feed take the focus
      tabIndex={0}
      className={cn(
        'flex flex-col gap-1.5 rounded-popover border bg-surface-raised p-3 text-sm outline-none',
        'focus-visible:outline-2 focus-visible:outline-accent',
        isActive ? 'border-border-strong shadow-float' : 'border-border',
      )}
      onKeyDown={pressed}
    >
      <div className="flex items-center gap-2">
        <Avatar name={author} src={pictureOf(one.userId)} size="sm" />
        <span className="flex min-w-0 flex-col leading-tight">
          <span className="truncate font-medium">{author}</span>
          {one.via !== null && (
            <span className={cn('text-xs text-text-muted', isActive ? 'break-words' : 'truncate')}>
              {viaWords(one.via)}
            </span>
          )}
        </span>
        {one.createdAt !== null && (
          <time
            dateTime={new Date(one.createdAt).toISOString()}
            className="ms-auto shrink-0 text-xs text-text-muted tabular-nums"
          >
            {timeLabel(one.createdAt, new Date(), formats)}
          </time>
        )}
      </div>
      {isApart ? (
        <WordPlacesList
          places={places}
          right={right}
          onDecide={(place, isAccepted) => decideAtAndStay(page(), one, place, isAccepted)}
        />
      ) : (
        <p className={cn('break-words', !isActive && 'line-clamp-2')}>
          {isActive && one.changes[0] ? wordsOf(one.changes[0]) : summary}
        </p>
      )}
      {isActive && !isApart && others.length > 0 && (
        <ul className="flex flex-col gap-1 text-text-muted">
          {others.map((change, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the changes have no other name
            <li key={at} className="break-words">
              {wordsOf(change)}
            </li>
          ))}
          {one.more > 0 && (
            <li>{t('{count, plural, one {# more change} other {# more changes}}', { count: one.more })}</li>
          )}
        </ul>
      )}
      {one.via !== null && importedAuthor(one.via) === null && (
        <SuggestionReason documentId={documentId} suggestionId={one.suggestionId} />
      )}
      {one.isChangedMeanwhile && (
        <p className="text-xs text-warning">
          {t('Somebody has changed this meanwhile: accepting replaces it')}
        </p>
      )}
      {isActive && (right || canComment) && (
        <div className="flex gap-2 pt-1 coarse:[&>button]:min-h-11 coarse:[&>button]:flex-1">
          {right === 'decide' && (
            <Button size="sm" variant="primary" onClick={() => decide(true)}>
              <Check aria-hidden />
              {isApart ? t('Accept all') : t('Accept')}
            </Button>
          )}
          {right && (
            <Button size="sm" onClick={() => decide(false)}>
              {right === 'decide' ? <X aria-hidden /> : <Undo2 aria-hidden />}
              {isApart
                ? right === 'decide'
                  ? t('Reject all')
                  : t('Withdraw all')
                : right === 'decide'
                  ? t('Reject')
                  : t('Withdraw')}
            </Button>
          )}
          {canComment && (
            <IconButton label={t('Discuss this suggestion')} className="ms-auto" onClick={discuss}>
              <MessageSquarePlus aria-hidden />
            </IconButton>
          )}
        </div>
      )}
    </article>
  )
}
