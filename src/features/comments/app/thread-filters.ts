import { t } from '@/shared/i18n'
import type { CommentBody, CommentPiece } from '../model'
import type { Thread } from './thread'

export const FILTERS = ['open', 'mine', 'mentions', 'assigned', 'resolved', 'orphaned'] as const
export type Filter = (typeof FILTERS)[number]

export const filterLabel = (filter: Filter): string =>
  ({
    open: t('Open'),
    mine: t('Mine'),
    mentions: t('Mentions me'),
    assigned: t('Assigned to me'),
    resolved: t('Resolved'),
    orphaned: t('Text deleted'),
  })[filter]

/** Which threads a filter lets through. All but "Resolved" are about open ones. */
export function isIn(filter: Filter, thread: Thread, me: string, isOrphan: boolean): boolean {
  const isOpen = thread.resolved === null
  switch (filter) {
    case 'open':
      return isOpen
    case 'mine':
      return isOpen && (thread.userId === me || thread.comments.some(({ author }) => author.id === me))
    case 'mentions':
      return isOpen && thread.comments.some(({ body, isDeleted }) => !isDeleted && mentions(body, me))
    case 'assigned':
      return isOpen && thread.assignee?.id === me
    case 'resolved':
      return !isOpen
    case 'orphaned':
      return isOpen && isOrphan
  }
}

const inlines = (body: CommentBody): CommentPiece[] =>
  body.content.flatMap((block) => (block.type === 'paragraph' ? (block.content ?? []) : []))

const mentions = (body: CommentBody, person: string): boolean =>
  inlines(body).some((piece) => piece.type === 'mention' && piece.attrs.id === person)

/** What a comment says, on one line. */
export const plainText = (body: CommentBody): string =>
  body.content
    .map((block) =>
      block.type === 'image'
        ? t('Picture')
        : (block.content ?? [])
            .map((piece) =>
              piece.type === 'text' ? piece.text : piece.type === 'mention' ? `@${piece.attrs.label}` : ' ',
            )
            .join(''),
    )
    .join(' ')
    .trim()

/**
 * In the order of the page: what is about the page and its title first, then as `places` stand; those without a place
 * stand last, the oldest first.
 */
export function byPlace(threads: readonly Thread[], places: readonly { discussion: string }[]): Thread[] {
  const order = new Map<string, number>()
  for (const { discussion } of places) if (!order.has(discussion)) order.set(discussion, order.size)
  const rank = ({ id, kind }: Thread) =>
    kind === 'title' ? -2 : kind === 'page' ? -1 : (order.get(id) ?? Number.MAX_SAFE_INTEGER)
  return [...threads].sort(
    (a, b) => rank(a) - rank(b) || (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0),
  )
}
