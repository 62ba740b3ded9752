import { factsOf } from '@/server/access/page-access'
import type { SignedInContext } from '@/server/context'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { mayDo } from '@/shared/permissions'
import type { ListInbox } from '../inputs'
import { type Inbox, type InboxPage, type InboxRow, REVIEW } from '../model'
import * as queries from './inbox.queries'

type Context = Pick<SignedInContext, 'db' | 'caller'>

const DAY = 86_400_000

/** What waits for the caller or for others, over all pages that they may see now; grouped by page, the newest first. */
export async function listInbox(ctx: Context, { list, cursor }: ListInbox): Promise<Inbox> {
  const rows = await queries.listWaiting(ctx.db, ctx.caller.user.id, list, {
    before: cursor === undefined ? null : placeOf(cursor),
    olderThan: list === 'stale' ? new Date(Date.now() - REVIEW.staleDays * DAY).toISOString() : null,
    limit: REVIEW.inboxAtOnce + 1,
  })
  const given = rows.slice(0, REVIEW.inboxAtOnce)
  const last = rows.length > REVIEW.inboxAtOnce ? given.at(-1) : undefined
  const pages = new Map<string, InboxPage>()
  for (const row of given) {
    const { document_id: id, title, icon } = row
    const page = pages.get(id) ?? { id, title, icon, rows: [] }
    pages.set(id, page)
    page.rows.push(present(row))
  }
  return { pages: [...pages.values()], nextCursor: last ? `${last.at} ${last.id}` : null }
}

/** How much waits for the caller; `isMore` when it is more than that. */
export async function countWaiting(ctx: Context): Promise<{ count: number; isMore: boolean }> {
  const most = REVIEW.inboxCounted
  const count = await queries.countWaiting(ctx.db, ctx.caller.user.id, most)
  return { count: Math.min(count, most - 1), isMore: count === most }
}

function placeOf(cursor: string): queries.Place {
  const at = cursor.slice(0, cursor.indexOf(' '))
  if (at === '') throw new AppError('bad-input', t('This is no place in the inbox.'))
  return { at, id: cursor.slice(at.length + 1) }
}

function present(row: queries.WaitingRow): InboxRow {
  const { reason, at } = row
  const author = { id: row.author_id, name: row.author_name, avatarUrl: row.author_image }
  const facts = factsOf(row)
  if (row.sid === null)
    return {
      ...{ type: 'discussion', reason, author, at, discussionId: row.discussion_id ?? row.id },
      commentId: row.comment_id ?? '',
      ...{ quote: row.quote ?? '', text: row.text ?? '' },
    }
  return {
    ...{ type: 'suggestion', reason, author, at, suggestionId: row.sid, model: row.model },
    // Written by the server (`collab/review-state`).
    summary: row.summary === null ? null : JSON.parse(row.summary),
    canDecide: reason === 'decide' && mayDo(facts, 'edit'),
    canWithdraw: reason === 'suggested' && mayDo(facts, 'suggest'),
  }
}
