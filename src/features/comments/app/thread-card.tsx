import { Check, CircleCheck, RotateCcw, Unlink, UserCheck } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { t } from '@/shared/i18n'
import { Button } from '@/ui/button'
import { cn } from '@/ui/cn'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { AssignField } from './assign-field'
import { backToPage } from './back-to-page'
import { CommentRow, isBeingChanged } from './comment-row'
import Composer from './composer'
import { folded } from './folded'
import type { Thread, ThreadComment } from './thread'
import { canResolve, isReplyBegun, replyPlace, useReader } from './thread-actions'
import './comments.css'

/** Of the text that a thread is about, so much is quoted (product.md 9.11). */
const PREVIEW = 100

const NONE: ReadonlySet<string> = new Set()

export interface ThreadCardProps {
  thread: Thread
  isActive: boolean
  /** The text or block that it is about is gone. */
  isOrphan: boolean
  /** Says what it is about: in a list, where that does not stand beside it. */
  hasQuote?: boolean
  onActivate(): void
}

/** A discussion: its comments, and where one answers. */
export default function ThreadCard({
  thread,
  isActive,
  isOrphan,
  hasQuote = false,
  onActivate,
}: ThreadCardProps) {
  const reader = useReader()
  const { actions, host, canComment } = reader
  const [isUnfolded, setUnfolded] = useState(false)
  const [isAssigning, setAssigning] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const [going, setGoing] = useState<ThreadComment | null>(null)
  const leading = thread.comments.find(({ isDeleted }) => !isDeleted)
  const [editing, setEditing] = useState<ReadonlySet<string>>(NONE)
  // A card that comes into sight goes on where one was, also when what earlier visits kept is read later.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once for each reader
  useEffect(() => {
    const begun = thread.comments.flatMap((one) => (isBeingChanged(one, reader) ? [one.id] : []))
    if (begun.length > 0) setEditing((now) => new Set([...now, ...begun]))
  }, [reader])
  const { first, hidden, last } = folded(thread.comments)
  // A comment that one is changing does not go out of sight.
  const isFolded = !isUnfolded && editing.size === 0 && hidden > 0
  const shown = isFolded ? [...first, ...last] : thread.comments
  const place = replyPlace(thread)
  const seen = useRef('')
  useEffect(() => {
    if (!isActive || !thread.isUnread) return
    const see = () => {
      // Once for each comment: when it fails, it is not tried again and again. Nobody reads what stands in a tab behind others.
      const last = `${thread.id} ${thread.comments.at(-1)?.id}`
      if (document.hidden || seen.current === last) return
      seen.current = last
      actions.seen(thread)
    }
    see()
    document.addEventListener('visibilitychange', see)
    return () => document.removeEventListener('visibilitychange', see)
  }, [isActive, thread, actions])

  const unfold = hidden > 0 && (
    <li key="fold">
      <Button
        size="sm"
        variant="ghost"
        className="ms-5"
        aria-expanded={!isFolded}
        onClick={() => setUnfolded(isFolded)}
      >
        {isFolded
          ? t('{count, plural, one {Show # more reply} other {Show # more replies}}', { count: hidden })
          : t('Show fewer replies')}
      </Button>
    </li>
  )
  return (
    <article
      aria-label={labelOf(thread)}
      data-thread={thread.id}
      aria-current={isActive}
      className={cn(
        'thread-card rounded-popover border bg-surface-raised p-3 text-text transition-shadow duration-150',
        isActive ? 'border-accent shadow-float' : 'border-border hover:border-border-strong/60',
      )}
      onPointerDown={onActivate}
      onFocus={onActivate}
      onKeyDown={leaveOnEscape}
    >
      {(hasQuote || isOrphan) && <Quote thread={thread} isOrphan={isOrphan} />}
      {thread.resolved && (
        <p className="mb-2 flex items-center gap-1.5 text-xs text-text-muted">
          <CircleCheck aria-hidden className="size-3.5 text-success" />
          <span className="min-w-0 flex-1 truncate">
            {t('Resolved by {name}', { name: thread.resolved.by.name })}
          </span>
          {canResolve(reader, thread) && (
            <Button size="sm" variant="ghost" onClick={() => actions.resolve(thread, false)}>
              <RotateCcw aria-hidden />
              {t('Reopen')}
            </Button>
          )}
        </p>
      )}
      {thread.assignee && (
        <p className="mb-2 flex items-center gap-1.5 text-xs text-text-muted">
          <UserCheck aria-hidden className="size-3.5" />
          <span className="min-w-0 flex-1 truncate">
            {thread.assignee.id === reader.me.id
              ? t('Assigned to you')
              : t('Assigned to {name}', { name: thread.assignee.name })}
          </span>
          {thread.assignee.id === reader.me.id && thread.resolved === null && canComment ? (
            <Button
              size="sm"
              variant="ghost"
              aria-pressed={thread.isDone}
              onClick={() => actions.done(thread, !thread.isDone)}
            >
              <Check aria-hidden className={cn(thread.isDone && 'text-success')} />
              {t('Done')}
            </Button>
          ) : (
            thread.isDone && <span className="text-success">{t('Done')}</span>
          )}
        </p>
      )}
      {isAssigning && (
        <AssignField
          onDone={(person) => {
            setAssigning(false)
            if (person) actions.assign(thread, person)
          }}
        />
      )}
      <ul className="flex flex-col gap-2.5">
        {shown.map((comment, at) => [
          isFolded && at === 1 ? unfold : null,
          <CommentRow
            key={comment.id}
            thread={thread}
            comment={comment}
            isFirst={comment.id === thread.comments[0]?.id}
            isLeading={comment === leading}
            onAssign={() => setAssigning(true)}
            onRemove={() => setGoing(comment)}
            onRemoveThread={() => setRemoving(true)}
            isEditing={editing.has(comment.id)}
            onEditing={(is) =>
              setEditing(
                (now) => new Set([...now].filter((id) => id !== comment.id).concat(is ? comment.id : [])),
              )
            }
          />,
          !isFolded && at === shown.length - 1 ? unfold : null,
        ])}
      </ul>
      <ConfirmDialog
        open={going !== null}
        onOpenChange={() => setGoing(null)}
        title={t('Delete this comment?')}
        description={t('What you wrote goes, for everybody. This cannot be undone.')}
        confirmLabel={t('Delete')}
        danger
        onConfirm={() => {
          if (going) actions.remove(thread, going)
        }}
      />
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title={t('Delete this discussion?')}
        description={t('Everything that was written in it goes, also by others. This cannot be undone.')}
        confirmLabel={t('Delete the discussion')}
        danger
        onConfirm={() => void actions.removeThread(thread)}
      />
      {canComment && isActive && (thread.resolved === null || isReplyBegun(reader, thread)) && (
        <div className="mt-2.5">
          <Composer
            key={thread.id}
            host={host}
            label={t('Reply')}
            placeholder={t('Reply')}
            sendLabel={t('Send')}
            initial={reader.draftOf(place)}
            onDraft={(body) => reader.keepDraft(place, body)}
            onSend={(body) => {
              actions.reply(thread, body)
              return true
            }}
          />
        </div>
      )}
    </article>
  )
}

/** Escape in a card that writes nothing gives the focus back to the page. */
function leaveOnEscape(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  if (!(event.target instanceof HTMLElement) || !event.currentTarget.contains(event.target)) return
  event.target.blur()
  backToPage()
}

/** What a screen reader calls a card. */
function labelOf({ comments, quote }: Thread): string {
  const name = comments[0]?.author.name ?? ''
  return quote
    ? t('Comment of {name} on “{quote}”', { name, quote: preview(quote) })
    : t('Comment of {name}', { name })
}

export const preview = (quote: string): string => {
  const letters = [...quote]
  return letters.length > PREVIEW ? `${letters.slice(0, PREVIEW).join('').trimEnd()}…` : quote
}

function Quote({ thread, isOrphan }: { thread: Thread; isOrphan: boolean }) {
  const { actions, canEdit } = useReader()
  const canAttach = canEdit && thread.kind === 'text' && thread.resolved === null
  const about = {
    title: t('On the title'),
    page: t('On the page'),
    block: t('On a block'),
    suggestion: t('On a suggestion'),
  }
  const words = thread.quote || about[thread.kind as keyof typeof about] || ''
  return (
    <div className="mb-2 text-xs text-text-muted">
      {isOrphan && (
        <p className="mb-1 flex items-center gap-1.5 text-warning">
          <Unlink aria-hidden className="size-3.5" />
          <span className="min-w-0 flex-1">{t('The text was deleted')}</span>
          {canAttach && (
            <Button size="sm" variant="ghost" onClick={() => actions.attach(thread)}>
              {t('Attach to the selected text')}
            </Button>
          )}
        </p>
      )}
      {words && (
        <blockquote className={cn('border-s-2 border-warning ps-2', isOrphan && 'line-through')}>
          {preview(words)}
        </blockquote>
      )}
    </div>
  )
}
