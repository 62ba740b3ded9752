import { Link } from '@tanstack/react-router'
import { AtSign, Check, GitPullRequestArrow, MessageSquare, Undo2, UserCheck, X } from 'lucide-react'
import { timeAgo } from '@/features/pages/app/time-ago'
import { t } from '@/shared/i18n'
import { Avatar } from '@/ui/avatar'
import { IconButton } from '@/ui/button'
import { useFormats } from '@/ui/formats'
import type { InboxReason, InboxRow as Row } from '../model'
import { hashOf } from './card-names'
import { summaryOf } from './summary'

const ICONS = {
  decide: GitPullRequestArrow,
  assigned: UserCheck,
  mentioned: AtSign,
  suggested: GitPullRequestArrow,
  begun: MessageSquare,
} satisfies Record<InboxReason, unknown>

const reasonOf = (reason: InboxReason): string =>
  ({
    decide: t('suggests'),
    assigned: t('assigned to you'),
    mentioned: t('mentions you'),
    suggested: t('waits for a decision'),
    begun: t('open discussion'),
  })[reason]

/** What a row is about, in one line: what would change, or what was said. */
export function wordsOfRow(row: Row): string {
  if (row.type === 'discussion')
    return row.text || (row.quote ? t('About “{words}”', { words: row.quote }) : t('A picture'))
  return row.summary ? summaryOf(row.summary) : t('A suggestion')
}

/** What was done about a suggestion, in one line. */
export function toldOf(row: Row, isAccepted: boolean): string {
  const words = wordsOfRow(row)
  if (isAccepted) return t('Accepted: {words}', { words })
  return row.type === 'suggestion' && row.canWithdraw && !row.canDecide
    ? t('Withdrawn: {words}', { words })
    : t('Rejected: {words}', { words })
}

interface InboxRowProps {
  documentId: string
  row: Row
  /** Where the rows are not under the pages they are of. */
  pageTitle?: string
  onDecide(isAccepted: boolean): void
}

/** Somebody's suggestion or comment: a link to its card on the page, and what can be done about it from here. */
export function InboxRow({ documentId, row, pageTitle, onDecide }: InboxRowProps) {
  const author = row.author.name ?? t('Deleted person')
  const words = wordsOfRow(row)
  const formats = useFormats()
  const Icon = ICONS[row.reason]
  const canDecide = row.type === 'suggestion' && row.canDecide
  const canWithdraw = row.type === 'suggestion' && row.canWithdraw
  return (
    <div className="relative flex h-full items-center gap-3 rounded-control px-2 focus-within:bg-hover hover:bg-hover">
      <Avatar name={author} src={row.author.avatarUrl} className="shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-1.5 text-sm text-text-muted">
          <span className="min-w-0 truncate font-medium text-text">{author}</span>
          <Icon aria-hidden className="size-3.5 shrink-0" />
          <span className="min-w-0 truncate">{reasonOf(row.reason)}</span>
          {row.type === 'suggestion' && row.model !== null && (
            <span className="min-w-0 truncate">{t('with {via}', { via: row.model })}</span>
          )}
          {pageTitle !== undefined && (
            <span className="min-w-0 truncate">{t('on “{title}”', { title: pageTitle })}</span>
          )}
          <time dateTime={row.at} title={formats.dateTime(row.at)} className="shrink-0 text-xs">
            {timeAgo(row.at, new Date(), formats)}
          </time>
        </p>
        <Link
          to="/$documentId"
          params={{ documentId }}
          hash={row.type === 'suggestion' ? hashOf(row.suggestionId) : `comment-${row.commentId}`}
          aria-label={`${author} ${reasonOf(row.reason)}: ${words}`}
          aria-keyshortcuts={canDecide ? 'A R' : canWithdraw ? 'R' : undefined}
          // The whole row is pressed; what can be done about it lies above.
          className="line-clamp-2 break-words text-text no-underline after:absolute after:inset-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
        >
          {words}
        </Link>
      </div>
      {(canDecide || canWithdraw) && (
        <span className="relative flex shrink-0">
          {canDecide && (
            <IconButton label={t('Accept: {summary}', { summary: words })} onClick={() => onDecide(true)}>
              <Check aria-hidden />
            </IconButton>
          )}
          <IconButton
            label={
              canDecide
                ? t('Reject: {summary}', { summary: words })
                : t('Withdraw: {summary}', { summary: words })
            }
            onClick={() => onDecide(false)}
          >
            {canDecide ? <X aria-hidden /> : <Undo2 aria-hidden />}
          </IconButton>
        </span>
      )}
    </div>
  )
}
