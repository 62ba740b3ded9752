import type { OutboxKind } from '@/server/outbox'
import { t } from '@/shared/i18n'
import type { Notification } from '../model'
import { KINDS } from './decide'
import type { ToldRow } from './notifications.queries'

/** As much of what was said is repeated (product.md 9.11). */
const PREVIEW = 100

/** What a comment says, and where. */
export interface Said {
  text: string
  block: string | null
}

interface Facts {
  /** Who did it. */
  sender: string
  /** The page's title; null for one that the person does not see. */
  page: string | null
  data: Readonly<Record<string, string | null>>
}

/** What happened, as one sentence. */
function titleOf(kind: OutboxKind, { sender, page: title, data }: Facts): string {
  const page = title ?? t('a page')
  switch (kind) {
    case 'MENTION':
      return t('{sender} mentioned you on {page}', { sender, page })
    case 'DOCUMENT_COMMENTED':
      return commentTitle(data.what, sender, page)
    case 'DOCUMENT_SHARED':
      return data.invited
        ? t('{sender} invited you to {page}', { sender, page })
        : t('{sender} shared {page} with you', { sender, page })
    case 'ACCESS_REQUESTED':
      return t('{sender} asks for access to {page}', { sender, page })
    case 'ACCESS_ANSWERED':
      return data.level
        ? t('{sender} gave you access to {page}', { sender, page })
        : t('{sender} declined your request for access to a page', { sender })
    case 'FRIEND_REQUEST':
      return t('{sender} sent you a friend request', { sender })
    case 'FRIEND_ACCEPTED':
      return t('{sender} accepted your friend request', { sender })
  }
}

function commentTitle(what: string | null | undefined, sender: string, page: string): string {
  switch (what) {
    case 'reply':
      return t('{sender} replied to a comment on {page}', { sender, page })
    case 'assigned':
      return t('{sender} assigned a comment on {page} to you', { sender, page })
    case 'done':
      return t('{sender} marked a comment on {page} as done', { sender, page })
    case 'resolved':
      return t('{sender} resolved a comment on {page}', { sender, page })
    case 'reopened':
      return t('{sender} reopened a comment on {page}', { sender, page })
    default:
      return t('{sender} commented on {page}', { sender, page })
  }
}

/** Where a click leads. Somebody who asks to be a friend waits for an answer in the settings. */
function pathOf(row: ToldRow, block: string | null): string | null {
  if (row.kind === 'FRIEND_REQUEST') return '/settings/friends'
  if (row.document_id !== null) return `/${row.document_id}${block === null ? '' : `#${block}`}`
  return row.actor_id === null ? null : `/user/${row.actor_id}`
}

/** A notification in the language of the moment; `said` are the comments and the blocks of pages (`pageId blockId`) that notifications name. */
export function present(row: ToldRow, said: ReadonlyMap<string, Said>): Notification {
  // Both are written by `noteHappening` alone.
  const kind = row.kind as OutboxKind
  const data = JSON.parse(row.data) as Facts['data']
  const seesPage = row.page_level !== null
  const place = data.inText ? `${row.document_id} ${data.block}` : (data.commentId ?? '')
  // As in `isHiddenFrom`: what was told before the review was hidden, or before its person came to be a viewer.
  const isHidden = !data.inText && row.page_level === 'view' && row.page_hides_review === 1
  const comment = seesPage && !isHidden ? said.get(place) : undefined
  const page = seesPage ? row.page_title || t('Untitled') : null
  // A name can be the address that somebody signed up with (R23).
  const isAddress = row.sender_name?.includes('@') === true
  const name = isAddress ? (row.sender_username ?? '') : row.sender_name
  const sender = name || t('Deleted person')
  const isAboutPage = row.document_id !== null
  return {
    id: row.id,
    type: KINDS[kind].type,
    title: titleOf(kind, { sender, page, data }),
    message: shortened(comment?.text ?? (seesPage ? (data.text ?? '') : '')),
    isRead: row.read_at !== null,
    createdAt: row.created_at,
    resourceType: isAboutPage ? 'document' : 'user',
    resourceId: isAboutPage ? row.document_id : row.actor_id,
    path: pathOf(row, comment?.block ?? (seesPage ? (data.block ?? null) : null)),
    sender:
      row.actor_id === null || row.sender_name === null
        ? null
        : {
            id: row.actor_id,
            name: name ?? '',
            username: row.sender_username,
            avatarUrl: row.sender_image,
          },
  }
}

function shortened(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  const signs = [...line]
  return signs.length <= PREVIEW ? line : `${signs.slice(0, PREVIEW).join('')}…`
}
