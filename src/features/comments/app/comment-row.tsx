import {
  Bell,
  BellOff,
  Check,
  CircleAlert,
  Clock,
  Link,
  MoreHorizontal,
  Pencil,
  RotateCcw,
  SmilePlus,
  Trash2,
  UserPlus,
} from 'lucide-react'
import { useState } from 'react'
import { t } from '@/shared/i18n'
import { Avatar } from '@/ui/avatar'
import { Button, IconButton } from '@/ui/button'
import { cn } from '@/ui/cn'
import { useFormats } from '@/ui/formats'
import { lazy } from '@/ui/lazy'
import { ButtonMenu, MenuItem, MenuSeparator } from '@/ui/menu'
import { ButtonPopover } from '@/ui/popover'
import { PopupButton } from '@/ui/popup-button'
import { timeLabel } from '@/ui/time-label'
import type { CommentBody } from '../model'
import { BodyView } from './body-view'
import Composer from './composer'
import type { Reaction, Thread, ThreadComment } from './thread'
import { canResolve, type Reader, useReader } from './thread-actions'

const EmojiPanel = lazy(() => import('@/ui/emoji/emoji-panel'))

interface CommentRowProps {
  thread: Thread
  comment: ThreadComment
  isFirst: boolean
  /** The first that is not deleted. */
  isLeading: boolean
  onAssign(): void
  /** Asks whether the comment is to go. */
  onRemove(): void
  onRemoveThread(): void
}

interface EditableRowProps extends CommentRowProps {
  /** The comment is being changed. */
  isEditing: boolean
  onEditing(is: boolean): void
}

/** Where what one makes of a comment is kept until it is stored. */
const draftPlace = (commentId: string): string => `edit ${commentId}`

/** Places whose drafts are on their way to the server. */
const saving = new Set<string>()

/** Has the reader begun to change this comment, and not saved it? */
export function isBeingChanged(
  { id, author, isDeleted }: ThreadComment,
  { me, canComment, draftOf }: Reader,
): boolean {
  const place = draftPlace(id)
  const isOwn = canComment && author.id === me.id && !isDeleted
  return isOwn && draftOf(place) !== null && !saving.has(place)
}

/** One comment of a thread. */
export function CommentRow(props: EditableRowProps) {
  const { thread, comment, isFirst, isLeading, onAssign, onRemove, onRemoveThread } = props
  const { isEditing, onEditing } = props
  const reader = useReader()
  const { actions, me, host, canComment } = reader
  const { author, delivery } = comment
  const isOwn = author.id === me.id
  const place = draftPlace(comment.id)
  const [isBegunHere, setBegunHere] = useState(false)
  const save = async (body: CommentBody) => {
    onEditing(false)
    saving.add(place)
    const isTaken = await actions.edit(thread, comment, body)
    saving.delete(place)
    if (isTaken) return reader.keepDraft(place, null)
    // What was not taken stands there again.
    setBegunHere(true)
    onEditing(true)
  }
  return (
    <li id={`comment-${comment.id}`} className="group/comment relative flex gap-2" data-comment={comment.id}>
      <Avatar name={author.name} src={author.avatarUrl} size="sm" className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <header className="flex min-h-6 items-center gap-1.5 text-xs">
          <span className="truncate text-sm font-medium">{author.name}</span>
          <Time iso={comment.createdAt} />
          {comment.isEdited && <span className="text-text-faint">{t('edited')}</span>}
          {comment.isUnread && (
            <span className="size-1.5 shrink-0 rounded-full bg-accent">
              <span className="sr-only">{t('Unread')}</span>
            </span>
          )}
          {!isEditing && delivery.state === 'sent' && !comment.isDeleted && (
            <span className="comment-actions ms-auto -me-1 flex items-center">
              {canComment && <ReactButton onChoose={(emoji) => actions.react(thread, comment, emoji)} />}
              {isFirst && thread.resolved === null && canResolve(reader, thread) && (
                <IconButton label={t('Resolve')} onClick={() => actions.resolve(thread, true)}>
                  <Check aria-hidden />
                </IconButton>
              )}
              <CommentMenu
                thread={thread}
                comment={comment}
                isFirst={isFirst}
                isLeading={isLeading}
                isOwn={isOwn}
                onRemove={onRemove}
                onRemoveThread={onRemoveThread}
                onEdit={() => {
                  setBegunHere(true)
                  onEditing(true)
                }}
                onAssign={onAssign}
              />
            </span>
          )}
        </header>
        {isEditing ? (
          <Composer
            host={host}
            label={t('Edit the comment')}
            placeholder={t('Write a comment')}
            sendLabel={t('Save')}
            initial={reader.draftOf(place) ?? comment.body}
            // One that was begun before its card came into sight takes the focus from nothing.
            autoFocus={isBegunHere}
            hasCancel
            onDraft={(body) => reader.keepDraft(place, body)}
            onCancel={() => {
              reader.keepDraft(place, null)
              onEditing(false)
            }}
            onSend={(body) => {
              void save(body)
              return false
            }}
          />
        ) : comment.isDeleted ? (
          <p className="text-sm text-text-faint italic">{t('This comment was deleted')}</p>
        ) : (
          <BodyView body={comment.body} />
        )}
        <DeliveryLine comment={comment} />
        {comment.reactions.length > 0 && (
          <Reactions
            reactions={comment.reactions}
            onToggle={canComment ? (emoji) => actions.react(thread, comment, emoji) : null}
          />
        )}
      </div>
    </li>
  )
}

function Time({ iso }: { iso: string }) {
  const formats = useFormats()
  return (
    <time
      dateTime={iso}
      title={formats.dateTime(iso)}
      className="shrink-0 text-text-faint tabular-nums"
      suppressHydrationWarning
    >
      {timeLabel(iso, new Date(), formats)}
    </time>
  )
}

/** What has become of a comment that was written here. */
function DeliveryLine({ comment }: { comment: ThreadComment }) {
  const { actions } = useReader()
  const { delivery } = comment
  if (delivery.state === 'sent') return null
  if (delivery.state === 'failed')
    return (
      <div role="alert" className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-danger">
        <CircleAlert aria-hidden className="size-3.5 shrink-0" />
        <span className="min-w-44 flex-1">{delivery.why}</span>
        <span className="ms-auto flex gap-1">
          <Button size="sm" variant="ghost" onClick={() => actions.retry(comment)}>
            {t('Try again')}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => actions.discard(comment)}>
            {t('Discard')}
          </Button>
        </span>
      </div>
    )
  return (
    <p className="mt-1 flex items-center gap-1.5 text-xs text-text-faint">
      <Clock aria-hidden className="size-3" />
      {delivery.state === 'sending' ? t('Sending…') : t('Waiting to be sent')}
      {delivery.state === 'waiting' && delivery.why !== '' && <span>{delivery.why}</span>}
    </p>
  )
}

function ReactButton({ onChoose }: { onChoose(emoji: string): void }) {
  return (
    <PopupButton
      kind="dialog"
      button={
        <IconButton label={t('Add a reaction')}>
          <SmilePlus aria-hidden />
        </IconButton>
      }
    >
      {(popup) => (
        <ButtonPopover popup={popup} label={t('Reactions')} align="end" className="w-80 p-0">
          <EmojiPanel
            onChoose={(emoji: string) => {
              popup.onOpenChange(false)
              onChoose(emoji)
            }}
          />
        </ButtonPopover>
      )}
    </PopupButton>
  )
}

function Reactions({
  reactions,
  onToggle,
}: {
  reactions: readonly Reaction[]
  onToggle: ((emoji: string) => void) | null
}) {
  const { me } = useReader()
  return (
    <ul aria-label={t('Reactions')} className="mt-1.5 flex flex-wrap gap-1">
      {reactions.map(({ emoji, people }) => {
        const isMine = people.some(({ id }) => id === me.id)
        const names = people.map(({ id, name }) => (id === me.id ? t('You') : name)).join(', ')
        return (
          <li key={emoji}>
            <button
              type="button"
              aria-pressed={isMine}
              aria-label={`${emoji} ${names}`}
              title={names}
              disabled={onToggle === null}
              onClick={() => onToggle?.(emoji)}
              className={cn(
                'touch-target flex h-6 items-center gap-1 rounded-full border px-1.5 text-xs tabular-nums',
                isMine
                  ? 'border-accent bg-accent-soft text-accent'
                  : 'border-border text-text-muted enabled:hover:bg-hover',
              )}
            >
              <span className="text-sm">{emoji}</span>
              {people.length}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

interface CommentMenuProps extends CommentRowProps {
  isOwn: boolean
  onEdit(): void
}

function CommentMenu(props: CommentMenuProps) {
  const { thread, comment, isFirst, isLeading, isOwn, onEdit, onAssign, onRemove, onRemoveThread } = props
  const reader = useReader()
  const { actions, canComment, isOwner } = reader
  // One's own alone goes by itself.
  const isMore = thread.comments.length > 1 || !isOwn
  const canRemoveThread = isLeading && isOwner && canComment && isMore
  return (
    <PopupButton
      kind="menu"
      button={
        <IconButton label={t('Actions for the comment of {name}', { name: comment.author.name })}>
          <MoreHorizontal aria-hidden />
        </IconButton>
      }
    >
      {(popup) => (
        <ButtonMenu popup={popup} align="end">
          {isOwn && canComment && (
            <MenuItem icon={<Pencil />} onClick={onEdit}>
              {t('Edit')}
            </MenuItem>
          )}
          <MenuItem icon={<Link />} onClick={() => actions.copyLink(comment)}>
            {t('Copy link')}
          </MenuItem>
          {isFirst && canComment && (
            <>
              <MenuItem icon={<UserPlus />} onClick={onAssign}>
                {thread.assignee === null ? t('Assign') : t('Assign to somebody else')}
              </MenuItem>
              {thread.assignee !== null && (
                <MenuItem icon={<UserPlus />} onClick={() => actions.assign(thread, null)}>
                  {t('Assign to nobody')}
                </MenuItem>
              )}
            </>
          )}
          {isFirst && (
            <>
              {thread.follow !== 'follow' && (
                <MenuItem icon={<Bell />} onClick={() => actions.follow(thread, 'follow')}>
                  {t('Follow')}
                </MenuItem>
              )}
              {thread.follow !== 'mute' && (
                <MenuItem icon={<BellOff />} onClick={() => actions.follow(thread, 'mute')}>
                  {t('Mute')}
                </MenuItem>
              )}
              {canResolve(reader, thread) &&
                (thread.resolved === null ? (
                  <MenuItem icon={<Check />} onClick={() => actions.resolve(thread, true)}>
                    {t('Resolve')}
                  </MenuItem>
                ) : (
                  <MenuItem icon={<RotateCcw />} onClick={() => actions.resolve(thread, false)}>
                    {t('Reopen')}
                  </MenuItem>
                ))}
            </>
          )}
          {((isOwn && canComment) || canRemoveThread) && <MenuSeparator />}
          {isOwn && canComment && (
            <MenuItem icon={<Trash2 />} danger onClick={onRemove}>
              {t('Delete')}
            </MenuItem>
          )}
          {canRemoveThread && (
            <MenuItem icon={<Trash2 />} danger onClick={onRemoveThread}>
              {t('Delete the discussion')}
            </MenuItem>
          )}
        </ButtonMenu>
      )}
    </PopupButton>
  )
}
