import { useQuery } from '@tanstack/react-query'
import { MoreHorizontal, Pencil, Share2, Trash2, Users } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { failureWords, rpc, trpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { Button, IconButton } from '@/ui/button'
import { cn } from '@/ui/cn'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { ErrorState } from '@/ui/error-state'
import { Input } from '@/ui/field'
import { ButtonMenu, MenuItem } from '@/ui/menu'
import { PopupButton } from '@/ui/popup-button'
import { Skeleton } from '@/ui/skeleton'
import { CHAT, type ChatSummary } from '../model'
import { doing } from './use-chat'
import './chat.css'

export interface ChatListProps {
  /** What others have shared with the people of this page stands in it too. */
  documentId: string | null
  /** The one that is open. */
  chatId: string | null
  onOpen(id: string): void
  /** The one that was open is gone. */
  onGone(): void
}

/** Milliseconds after the last key until the chats are searched. */
const SEARCH_PAUSE = 200

/** All chats of a person, found by their words, to be opened, named, shared and deleted. */
export function ChatList({ documentId, chatId, onOpen, onGone }: ChatListProps) {
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  useEffect(() => {
    const pause = setTimeout(() => setQ(typed.trim()), SEARCH_PAUSE)
    return () => clearTimeout(pause)
  }, [typed])
  const listed = useQuery(trpc.chat.list.queryOptions(documentId === null ? {} : { documentId }))
  const found = useQuery(trpc.chat.search.queryOptions({ q }, { enabled: q !== '' }))
  const { data, error, refetch } = q === '' ? listed : found
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2 p-2">
      <Input
        type="search"
        aria-label={t('Search chats')}
        placeholder={t('Search chats…')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {error && (
        <ErrorState
          title={failureWords(error, t('The chats could not be loaded.'))}
          action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
        />
      )}
      {!data && !error && <Skeleton className="h-20" />}
      {data?.length === 0 && <p className="px-2 text-text-muted">{t('No chats')}</p>}
      {data && data.length > 0 && (
        <ul aria-label={t('Chats')} className="flex min-h-0 flex-col overflow-y-auto">
          {data.map((chat) => (
            <ChatRow
              key={chat.id}
              chat={chat}
              isOpen={chat.id === chatId}
              onOpen={() => onOpen(chat.id)}
              onGone={() => chat.id === chatId && onGone()}
            />
          ))}
          {q === '' && data.length >= CHAT.listed && (
            <li className="px-2 py-1 text-xs text-text-faint">
              {t('The newest {count} are listed. The search finds older ones.', { count: data.length })}
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

interface RowProps {
  chat: ChatSummary
  isOpen: boolean
  onOpen(): void
  onGone(): void
}

function ChatRow({ chat, isOpen, onOpen, onGone }: RowProps) {
  const [isNaming, setNaming] = useState(false)
  const [asks, setAsks] = useState<'share' | 'delete' | null>(null)
  const { id, title, isMine, isShared, documentId } = chat
  const remove = async () => {
    if (await doing(() => rpc.chat.delete.mutate({ id }), t('Failed to delete chat'))) onGone()
  }
  const share = (shared: boolean) =>
    doing(() => rpc.chat.share.mutate({ id, isShared: shared }), t('Failed to share chat'))
  if (isNaming) return <NameForm chat={chat} onClose={() => setNaming(false)} />
  return (
    <li className={cn('chat-list-row', isOpen && 'bg-hover')}>
      <button type="button" aria-current={isOpen ? 'true' : undefined} onClick={onOpen}>
        {isShared && <Users aria-label={t('Shared')} size={14} className="shrink-0" />}
        <span className="truncate">{title}</span>
      </button>
      {isMine && (
        <PopupButton
          kind="menu"
          button={
            <IconButton label={t('Actions for {title}', { title })}>
              <MoreHorizontal aria-hidden />
            </IconButton>
          }
        >
          {(popup) => (
            <ButtonMenu popup={popup} align="end">
              <MenuItem icon={<Pencil />} onClick={() => setNaming(true)}>
                {t('Rename')}
              </MenuItem>
              {documentId !== null && (
                <MenuItem icon={<Share2 />} onClick={() => (isShared ? void share(false) : setAsks('share'))}>
                  {isShared ? t('Stop sharing') : t('Share with the people of its page')}
                </MenuItem>
              )}
              <MenuItem icon={<Trash2 />} danger onClick={() => setAsks('delete')}>
                {t('Delete chat')}
              </MenuItem>
            </ButtonMenu>
          )}
        </PopupButton>
      )}
      <ConfirmDialog
        open={asks === 'delete'}
        onOpenChange={(open) => !open && setAsks(null)}
        title={t('Delete this chat?')}
        description={t('Its questions and answers are deleted for good.')}
        confirmLabel={t('Delete chat')}
        danger
        onConfirm={remove}
      />
      <ConfirmDialog
        open={asks === 'share'}
        onOpenChange={(open) => !open && setAsks(null)}
        title={t('Share this chat?')}
        description={t(
          'Everybody who may see its page can read it, with what answers say of other pages that only you may see.',
        )}
        confirmLabel={t('Share')}
        onConfirm={async () => void (await share(true))}
      />
    </li>
  )
}

function NameForm({ chat, onClose }: { chat: ChatSummary; onClose(): void }) {
  const [title, setTitle] = useState(chat.title)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const done = await doing(() => rpc.chat.rename.mutate({ id: chat.id, title }), t('Failed to rename chat'))
    if (done) onClose()
  }
  return (
    <li>
      <form
        className="flex flex-col gap-1 p-1"
        onSubmit={(event) => void save(event)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onClose()
        }}
      >
        <Input
          autoFocus
          aria-label={t('Name of the chat')}
          maxLength={CHAT.title}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button size="sm" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button size="sm" type="submit" variant="primary" disabled={title.trim() === ''}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </li>
  )
}
