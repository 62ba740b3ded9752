import { Check, Undo2, X } from 'lucide-react'
import type { Described } from '@/document'
import { timeAgo } from '@/features/pages/app/time-ago'
import { t } from '@/shared/i18n'
import { Avatar } from '@/ui/avatar'
import { IconButton } from '@/ui/button'
import { cn } from '@/ui/cn'
import { useFormats } from '@/ui/formats'
import { viaWords } from '../imported-author'
import type { Right } from './deciding-right'
import { summaryOf } from './summary'

interface SuggestionLineProps {
  one: Described
  author: string
  picture: string | null
  /** Pixels; as high as what it says where none is given. */
  height: number | undefined
  number: number
  count: number
  isActive: boolean
  /** Is it the one of the list that the tab key reaches? */
  isReachable: boolean
  right: Right
  onShow(): void
  onDecide(isAccepted: boolean): void
}

/** One suggestion in a list: who would like what, and the two ways to decide. */
export function SuggestionLine(props: SuggestionLineProps) {
  const formats = useFormats()
  const { one, author, picture, height, number, count, isActive, isReachable, right, onShow, onDecide } =
    props
  const summary = summaryOf(one)
  return (
    <article
      aria-label={`${author}: ${summary}`}
      aria-posinset={number}
      aria-setsize={count}
      aria-current={isActive || undefined}
      tabIndex={isReachable ? 0 : -1}
      style={{ height }}
      className={cn(
        'flex cursor-pointer flex-col gap-1 rounded-popover border border-transparent px-3 py-2 focus-visible:outline-2 focus-visible:outline-accent',
        isActive ? 'border-border bg-surface-raised' : 'hover:bg-hover',
      )}
      onClick={onShow}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return
        event.preventDefault()
        onShow()
      }}
    >
      <div className="flex items-center gap-2 text-sm">
        <Avatar name={author} src={picture} size="sm" />
        <span className="flex min-w-0 flex-col leading-tight">
          <span className="truncate font-medium">{author}</span>
          {one.via !== null && <span className="truncate text-xs text-text-muted">{viaWords(one.via)}</span>}
        </span>
        {one.createdAt !== null && (
          <span className="shrink-0 text-text-muted">
            {timeAgo(new Date(one.createdAt).toISOString(), new Date(), formats)}
          </span>
        )}
        {right && (
          <span className="ms-auto flex shrink-0">
            {right === 'decide' && (
              <IconButton
                label={t('Accept: {summary}', { summary })}
                onClick={(event) => {
                  event.stopPropagation()
                  onDecide(true)
                }}
              >
                <Check aria-hidden />
              </IconButton>
            )}
            <IconButton
              label={
                right === 'decide'
                  ? t('Reject: {summary}', { summary })
                  : t('Withdraw: {summary}', { summary })
              }
              onClick={(event) => {
                event.stopPropagation()
                onDecide(false)
              }}
            >
              {right === 'decide' ? <X aria-hidden /> : <Undo2 aria-hidden />}
            </IconButton>
          </span>
        )}
      </div>
      <p className="line-clamp-2 text-sm">{summary}</p>
      {one.isChangedMeanwhile && (
        <p className="truncate text-xs text-warning">
          {t('Somebody has changed this meanwhile: accepting replaces it')}
        </p>
      )}
    </article>
  )
}
