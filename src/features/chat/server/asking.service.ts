import { allowedModel } from '@/features/ai/server/ai.service'
import type { ChosenModel, ModelRequest } from '@/features/ai/server/choose-model'
import { requirePage } from '@/server/access/require-page'
import type { SignedInContext } from '@/server/context'
import type { Db } from '@/server/db/db'
import type { ChatMessageRow, ChatRow } from '@/server/db/schema'
import { foldToKeep } from '@/server/search/terms'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import type { CreateMessage, EditMessage, Regenerate } from '../inputs'
import { type AnswerNews, CHAT, CHAT_GONE } from '../model'
import { answerStream } from './answer-stream'
import { changeAnswering, insertChat, insertMessage, lockChat } from './answers.queries'
import { charactersOf, contentsOf, findMessage, type MessageOutline, outlineOf } from './chat.queries'
import type { Turn } from './chat-prompt'
import { roomFor } from './chat-prompt'
import { writeAnswer } from './write-answer'

/** What a question has become: its chat, itself, and the answer that is being written. */
export interface AskedMessages {
  chatId: string
  messageId: string
  answerId: string
}

/** A question that is to be written down and answered. */
interface Question {
  id?: string | undefined
  parentId: string | null
  content: string
  documentIds: readonly string[]
  scope: 'selected' | 'everything'
}

/**
 * Asks a question, in a new chat or behind a message of one (product.md 4.13). One that is sent again, because the answer to it was lost on
 * the way, is not asked again: it answers what it has become.
 */
export const createMessage = (ctx: SignedInContext, input: CreateMessage): Promise<AskedMessages> =>
  once(ctx, input, () => askNew(ctx, input))

async function once(
  ctx: SignedInContext,
  { id, content }: Pick<CreateMessage, 'id' | 'content'>,
  asking: () => Promise<AskedMessages>,
): Promise<AskedMessages> {
  if (id === undefined) return asking()
  const before = await findAsked(ctx, { id, content })
  if (before) return before
  return asking().catch(async (error: unknown) => {
    // Two that were sent at the same time: the other was first.
    const meanwhile = await findAsked(ctx, { id, content })
    if (meanwhile) return meanwhile
    throw error
  })
}

/** What the caller's question with this id has become; null when there is none. Throws `conflict` for another question, or another's. */
async function findAsked(
  { db, caller }: SignedInContext,
  { id, content }: { id: string; content: string },
): Promise<AskedMessages | null> {
  const asked = await findMessage(db, id)
  if (!asked) return null
  const isOwn = await isOwnChat(db, caller.user.id, asked.chat_id)
  const answer = (await outlineOf(db, asked.chat_id)).find(({ parent_id }) => parent_id === id)
  if (!isOwn || asked.role !== 'user' || asked.content !== content || !answer)
    throw new AppError('conflict', t('This question cannot be asked again. Write it anew.'))
  return { chatId: asked.chat_id, messageId: id, answerId: answer.id }
}

async function askNew(ctx: SignedInContext, input: CreateMessage): Promise<AskedMessages> {
  const { chatId, documentId } = input
  const chosen = await prepared(ctx, input)
  if (chatId === undefined && documentId !== undefined) await requirePage(ctx, documentId, 'view')
  return ask(ctx, chosen, async (trx, now) => {
    const chat =
      chatId === undefined
        ? await beginChat(
            trx,
            ctx.caller.user.id,
            { documentId: documentId ?? null, content: input.content },
            now,
          )
        : await requireOwnChat(trx, ctx.caller.user.id, chatId, now)
    return { chat, question: input }
  })
}

/**
 * Asks a question in other words: another version of it, with an answer of its own. What followed the old one stays with that. Sent again,
 * it is not asked again.
 */
export const editMessage = (ctx: SignedInContext, input: EditMessage): Promise<AskedMessages> =>
  once(ctx, input, () => askInOtherWords(ctx, input))

async function askInOtherWords(ctx: SignedInContext, input: EditMessage): Promise<AskedMessages> {
  const chosen = await prepared(ctx, input)
  return ask(ctx, chosen, async (trx, now) => {
    const { chat, message } = await requireOwnMessage(ctx, trx, input.messageId, 'user', now)
    return { chat, question: { ...input, parentId: message.parent_id } }
  })
}

/** Asks for another version of an answer. */
export async function regenerate(ctx: SignedInContext, input: Regenerate): Promise<AskedMessages> {
  const answer = await findMessage(ctx.db, input.messageId)
  const asked = answer?.parent_id ? await findMessage(ctx.db, answer.parent_id) : null
  if (answer?.role !== 'assistant') throw gone()
  // Before anything is said about it, it has to be the caller's.
  await ownChat(ctx.db, ctx.caller.user.id, answer.chat_id)
  if (asked?.role !== 'user')
    throw new AppError('bad-input', t('This answers no question, so it cannot be asked for again.'))
  const documentIds = idsIn(asked.sources)
  const chosen = await prepared(ctx, { ...input, documentIds, content: asked.content })
  return ask(ctx, chosen, async (trx, now) => {
    const { chat } = await requireOwnMessage(ctx, trx, input.messageId, 'assistant', now)
    return { chat, question: asked }
  })
}

/** Ends an answer that is being written, at the provider too; it keeps what has come. Nothing happens to one that has ended. */
export async function stopAnswer(ctx: SignedInContext, messageId: string): Promise<{ id: string }> {
  const message = await findMessage(ctx.db, messageId)
  if (message?.role !== 'assistant') throw gone()
  await ownChat(ctx.db, ctx.caller.user.id, message.chat_id)
  await ctx.streams.stop(answerStream(messageId))
  return { id: messageId }
}

/** The model to ask, where everything that the question is about may be read. Throws before anything is written. */
async function prepared(
  ctx: SignedInContext,
  input: { documentIds: readonly string[]; content: string } & ModelRequest,
): Promise<ChosenModel | null> {
  for (const id of input.documentIds) {
    await requirePage(ctx, id, 'view').catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      throw new AppError(
        'not-found',
        t('A page that is selected is not there any more. Take it out and ask again.'),
        { cause: error },
      )
    })
  }
  const chosen = await allowedModel(ctx, { ...input, use: 'chat' })
  if (chosen) roomFor(input.content, chosen.contextTokens)
  return chosen
}

/** Writes the question down, if it is a new one, with an empty answer, and begins to fill that. */
async function ask(
  ctx: SignedInContext,
  chosen: ChosenModel | null,
  find: (trx: Db, now: string) => Promise<{ chat: ChatRow; question: Question | ChatMessageRow }>,
): Promise<AskedMessages> {
  const now = new Date().toISOString()
  const answerId = newId()
  const written = ctx.db.transaction().execute(async (trx) => {
    const { chat, question } = await find(trx, now)
    const messages = await outlineOf(trx, chat.id)
    if (await isAnswering(ctx, trx, messages))
      throw new AppError('conflict', t('An answer is still being written. Stop it, or wait for it.'))
    if (messages.length + 2 > CHAT.messages || (await charactersOf(trx, chat.id)) >= CHAT.characters)
      throw new AppError('too-large', t('This chat is full. Begin a new one.'))
    const isNew = !('chat_id' in question)
    const row = isNew ? rowOf(chat, messages, question, now) : question
    if (isNew) {
      await insertMessage(trx, row)
      messages.push(row)
    }
    const model = chosen?.name ?? null
    await insertMessage(trx, answerTo(row, messages, { now, answerId, serverId: ctx.lease.id, model }))
    return { chatId: chat.id, row, history: await historyOf(trx, messages, row) }
  })
  // Before others can see the answer: a reader takes one that nobody writes for interrupted.
  ctx.streams.begin<AnswerNews>(answerStream(answerId), async (writing) => {
    const begun = await written.catch(() => null)
    if (!begun) return
    const { row, history } = begun
    const documentIds = idsIn(row.sources)
    const asked = { answerId, question: row.content, documentIds, scope: row.scope, history, chosen }
    await writeAnswer(ctx, asked, writing)
  })
  const { chatId, row } = await written
  return { chatId, messageId: row.id, answerId }
}

/** Is an answer still being written? One of this server that nothing writes has ended, and that could not be stored. */
async function isAnswering(
  { streams, lease }: Pick<SignedInContext, 'streams' | 'lease'>,
  trx: Db,
  messages: readonly MessageOutline[],
): Promise<boolean> {
  let isAny = false
  for (const { id, status, server_id } of messages) {
    if (status !== 'answering') continue
    const hasEnded = server_id === lease.id && streams.follow(answerStream(id), AbortSignal.abort()) === null
    if (hasEnded) await changeAnswering(trx, id, { status: 'interrupted' })
    else isAny = true
  }
  return isAny
}

/** Makes a chat, called by the first words of it. */
export async function beginChat(
  trx: Db,
  userId: string,
  { id, documentId, content }: { id?: string; documentId: string | null; content: string },
  now: string,
): Promise<ChatRow> {
  const title = [...content.replace(/\s+/g, ' ')].slice(0, 60).join('').trim()
  const chat: ChatRow = {
    id: id ?? newId(),
    user_id: userId,
    document_id: documentId,
    title,
    title_folded: foldToKeep(title),
    is_shared: 0,
    created_at: now,
    updated_at: now,
  }
  await insertChat(trx, chat)
  return chat
}

/** What a message has in which nothing has happened yet. */
export const blank = {
  error: null,
  is_cut: 0,
  is_sample: 0,
  feedback: 'none',
  is_bookmarked: 0,
} as const

function rowOf(
  chat: ChatRow,
  messages: readonly MessageOutline[],
  question: Question,
  now: string,
): ChatMessageRow {
  const { id = newId(), parentId, content, documentIds, scope } = question
  const parent = messages.find(({ id }) => id === parentId)
  // What was said in a voice chat may be left without an answer.
  if (parentId !== null && !parent) throw gone()
  return {
    ...blank,
    id,
    chat_id: chat.id,
    number: messages.length,
    parent_id: parentId,
    role: 'user',
    version: nextVersion(messages, parentId),
    content,
    content_folded: foldToKeep(content),
    model: null,
    status: 'done',
    scope,
    sources: JSON.stringify(documentIds.map((id) => ({ id, isCut: false }))),
    server_id: null,
    created_at: now,
  }
}

const answerTo = (
  question: ChatMessageRow,
  messages: readonly MessageOutline[],
  {
    now,
    answerId,
    serverId,
    model,
  }: { now: string; answerId: string; serverId: string; model: string | null },
): ChatMessageRow => ({
  ...blank,
  id: answerId,
  chat_id: question.chat_id,
  number: messages.length,
  parent_id: question.id,
  role: 'assistant',
  version: nextVersion(messages, question.id),
  content: '',
  content_folded: '',
  model,
  status: 'answering',
  scope: question.scope,
  sources: '[]',
  server_id: serverId,
  created_at: now,
})

/** Which version of what follows a message one more would be. */
export const nextVersion = (messages: readonly MessageOutline[], parentId: string | null): number =>
  messages.filter(({ parent_id }) => parent_id === parentId).length + 1

/** Messages before a question that are looked at. */
const MOST_HISTORY = 40

/** What was said before a question, along its own branch. */
async function historyOf(
  trx: Db,
  messages: readonly MessageOutline[],
  question: ChatMessageRow,
): Promise<Turn[]> {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const before: MessageOutline[] = []
  let at = question.parent_id
  while (at !== null && before.length < MOST_HISTORY) {
    const message = byId.get(at)
    if (!message) break
    before.unshift(message)
    at = message.parent_id
  }
  const contents = await contentsOf(
    trx,
    before.map(({ id }) => id),
  )
  return before.map(({ id, role }) => ({ role, text: contents.get(id) ?? '' }))
}

/** The ids in what is stored as `sources`. */
// Only this server writes them.
const idsIn = (sources: string): string[] => (JSON.parse(sources) as { id: string }[]).map(({ id }) => id)

const gone = () => new AppError('not-found', CHAT_GONE())

const isOwnChat = async (db: Db, userId: string, id: string): Promise<boolean> =>
  (await db
    .selectFrom('chat')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined

async function ownChat(db: Db, userId: string, id: string): Promise<void> {
  if (!(await isOwnChat(db, userId, id))) throw gone()
}

async function requireOwnChat(trx: Db, userId: string, id: string, now: string): Promise<ChatRow> {
  const chat = await lockChat(trx, { id, userId }, now)
  if (!chat) throw gone()
  return chat
}

async function requireOwnMessage(
  ctx: SignedInContext,
  trx: Db,
  id: string,
  role: ChatMessageRow['role'],
  now: string,
): Promise<{ chat: ChatRow; message: ChatMessageRow }> {
  const message = await findMessage(trx, id)
  if (message?.role !== role) throw gone()
  return { chat: await requireOwnChat(trx, ctx.caller.user.id, message.chat_id, now), message }
}
