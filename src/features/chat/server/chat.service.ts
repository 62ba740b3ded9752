import { setImmediate as nextTurn } from 'node:timers/promises'
import { requirePage } from '@/server/access/require-page'
import type { SignedInContext } from '@/server/context'
import type { ChatRow } from '@/server/db/schema'
import { fold, foldToKeep } from '@/server/search/terms'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { CHAT, CHAT_GONE, type ChatDetail, type ChatMessage, type ChatSummary, type Feedback } from '../model'
import { actionsFor, actionsOf } from './actions.queries'
import { answerStream } from './answer-stream'
import * as queries from './chat.queries'
import { toolCallsFor } from './tool-call-of'

const gone = () => new AppError('not-found', CHAT_GONE())

/** The caller's chats, the newest first; with a page they may see, also what others have shared with its people. */
export async function listChats(ctx: SignedInContext, documentId?: string): Promise<ChatSummary[]> {
  const rows = await queries.listChats(ctx.db, ctx.caller.user.id, documentId ?? null)
  return rows.map((row) => summaryOf(row, ctx.caller.user.id))
}

/** Chats that are read at once, to be looked through one after the other. */
const READ_AT_ONCE = 100
/** As many of the newest chats are looked through, and as many searches a person has in a minute. */
const MOST_SEARCHED = 2_000
const SEARCHES_A_MINUTE = 120
/** Chats that one person reads in a minute. */
const READ_A_MINUTE = 600

const tooOften = () => new AppError('rate-limited', t('Rate limit exceeded. Please try again in a minute.'))

/**
 * The caller's newest chats that hold these words, in their name or in a message. Others have their turn after each that is looked
 * through. Throws `rate-limited` for too many searches.
 */
export async function searchChats(ctx: SignedInContext, q: string): Promise<ChatSummary[]> {
  if (q === '') return listChats(ctx)
  const { db, caller, underWay } = ctx
  if ((await underWay.countMinute(`search-chats:${caller.user.id}`)) > SEARCHES_A_MINUTE) throw tooOften()
  const folded = fold(q)
  const found: ChatRow[] = []
  let after: ChatRow | null = null
  for (let looked = 0; looked < MOST_SEARCHED; looked += READ_AT_ONCE) {
    const rows: ChatRow[] = await queries.chatsAfter(db, caller.user.id, after, READ_AT_ONCE)
    for (const row of rows) {
      if (found.length >= CHAT.listed) break
      if (await queries.chatHolds(db, row.id, folded)) found.push(row)
      await nextTurn()
    }
    if (rows.length < READ_AT_ONCE || found.length >= CHAT.listed) break
    after = rows.at(-1) ?? null
  }
  return found.map((row) => summaryOf(row, caller.user.id))
}

/** A chat with all its messages. Throws `not-found` for one that the caller may not read, as for none, `rate-limited`. */
export async function getChat(ctx: SignedInContext, id: string): Promise<ChatDetail> {
  const { db, caller, underWay } = ctx
  if ((await underWay.countMinute(`read-chat:${caller.user.id}`)) > READ_A_MINUTE) throw tooOften()
  const chat = await queries.findChat(db, caller.user.id, id)
  if (!chat) throw gone()
  const messages = await queries.messagesOf(db, id)
  const isMine = chat.user_id === caller.user.id
  // What was looked up was looked up with the owner's rights, and names pages that a reader may not see.
  const looked = isMine ? await toolCallsFor(db, caller.user.id, await queries.toolCallsOf(db, id)) : []
  const calls = Map.groupBy(looked, ({ messageId }) => messageId)
  const wanted = isMine ? await actionsOf(db, id) : []
  const actions = await actionsFor(db, caller.user.id, wanted)
  const sources = await queries.sourcesOf(db, caller.user.id, messages)
  return {
    ...summaryOf(chat, caller.user.id),
    messages: messages.map((message) => ({
      ...messageOf(message),
      sources: sources.get(message.id) ?? [],
      toolCalls: (calls.get(message.id) ?? []).map(({ messageId: _, ...call }) => call),
      actions: wanted.flatMap(({ id, message_id }) =>
        message_id === message.id ? (actions.get(id) ?? []) : [],
      ),
    })),
  }
}

/** Throws like {@link getChat}. */
export async function renameChat(
  ctx: SignedInContext,
  { id, title }: { id: string; title: string },
): Promise<{ id: string }> {
  const set = { title, title_folded: foldToKeep(title) }
  if (!(await queries.changeChat(ctx.db, { id, userId: ctx.caller.user.id }, set))) throw gone()
  return { id }
}

/** Lets everybody who may see its page read a chat, or takes that back. */
export async function shareChat(
  ctx: SignedInContext,
  { id, isShared }: { id: string; isShared: boolean },
): Promise<{ id: string }> {
  const own = { id, userId: ctx.caller.user.id }
  const chat = await queries.findChat(ctx.db, own.userId, id)
  if (chat?.user_id !== own.userId) throw gone()
  if (isShared) {
    if (chat.document_id === null)
      throw new AppError(
        'bad-input',
        t('This chat was not begun on a page, so there is nobody to share it with.'),
      )
    await requirePage(ctx, chat.document_id, 'view')
  }
  if (!(await queries.changeChat(ctx.db, own, { is_shared: isShared ? 1 : 0 }))) throw gone()
  return { id }
}

/** Deletes a chat with what is being written in it. */
export async function deleteChat(ctx: SignedInContext, id: string): Promise<{ id: string }> {
  const { db, caller, streams } = ctx
  const messages = await queries.outlineOf(db, id)
  if (!(await queries.removeChat(db, { id, userId: caller.user.id }))) throw gone()
  for (const message of messages)
    if (message.status === 'answering') await streams.stop(answerStream(message.id))
  return { id }
}

/** Says what the caller thinks of an answer; the same again takes it back (product.md 4.13, 7.17). */
export async function updateFeedback(
  { db, caller }: SignedInContext,
  { messageId, feedback }: { messageId: string; feedback: Feedback },
): Promise<{ messageId: string; feedback: Feedback }> {
  const row = await queries.changeAnswer(db, { id: messageId, userId: caller.user.id }, { feedback })
  if (!row) throw gone()
  return { messageId, feedback: row.feedback }
}

export async function updateBookmark(
  { db, caller }: SignedInContext,
  { messageId, isBookmarked }: { messageId: string; isBookmarked: boolean },
): Promise<{ messageId: string; isBookmarked: boolean }> {
  const set = { is_bookmarked: isBookmarked ? 1 : 0 }
  const row = await queries.changeAnswer(db, { id: messageId, userId: caller.user.id }, set)
  if (!row) throw gone()
  return { messageId, isBookmarked: row.is_bookmarked === 1 }
}

const summaryOf = (row: ChatRow, userId: string): ChatSummary => ({
  id: row.id,
  title: row.title,
  documentId: row.document_id,
  isShared: row.is_shared === 1,
  isMine: row.user_id === userId,
  updatedAt: row.updated_at,
})

const messageOf = (row: queries.ReadMessage): Omit<ChatMessage, 'sources' | 'toolCalls' | 'actions'> => ({
  id: row.id,
  parentId: row.parent_id,
  role: row.role,
  content: row.content,
  model: row.model,
  version: row.version,
  createdAt: row.created_at,
  feedback: row.feedback,
  isBookmarked: row.is_bookmarked === 1,
  status: row.status,
  error: row.error,
  isCut: row.is_cut === 1,
  isSample: row.is_sample === 1,
  scope: row.scope,
})
