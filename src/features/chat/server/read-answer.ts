import type { RequestContext } from '@/server/context'
import type { Db } from '@/server/db/db'
import type { ChatMessageRow } from '@/server/db/schema'
import { AppError } from '@/shared/errors'
import { type AnswerNews, CHAT_GONE } from '../model'
import { actionsFor, actionsOf } from './actions.queries'
import { answerStream } from './answer-stream'
import { changeAnswering } from './answers.queries'
import { findChat, findMessage, sourcesOf, toolCallsOf } from './chat.queries'
import { toolCallsFor } from './tool-call-of'

/**
 * An answer from a character on, as it comes. Throws `not-found` for one in a chat that the caller may not read, as for none.
 */
export async function readAnswer(
  ctx: Pick<RequestContext, 'db' | 'log' | 'streams' | 'lease'> & { caller: { user: { id: string } } },
  id: string,
  { from, signal }: { from: number; signal: AbortSignal },
): Promise<AsyncGenerator<AnswerNews>> {
  const message = await findMessage(ctx.db, id)
  const chat = message?.role === 'assistant' && (await findChat(ctx.db, ctx.caller.user.id, message.chat_id))
  if (!chat) throw new AppError('not-found', CHAT_GONE())
  const running = ctx.streams.follow<AnswerNews>(answerStream(id), signal)
  const isMine = chat.user_id === ctx.caller.user.id
  if (!running) return stored(ctx, id, { from, isMine })
  const mayRead = async () => (await findChat(ctx.db, ctx.caller.user.id, message.chat_id)) !== null
  return after(isMine ? running : whileAllowed(running, mayRead), from, isMine)
}

/** Others read a chat as long as it is shared with them and they see its page, and a moment longer. */
const ASKED_EVERY_MS = 500

async function* whileAllowed(
  running: AsyncGenerator<AnswerNews>,
  mayRead: () => Promise<boolean>,
): AsyncGenerator<AnswerNews> {
  let askedAt = performance.now()
  for await (const news of running) {
    if (performance.now() - askedAt > ASKED_EVERY_MS) {
      if (!(await mayRead())) return
      askedAt = performance.now()
    }
    yield news
  }
}

/**
 * What comes behind the first `from` characters. What was looked up was looked up with the rights of who asked, so others read the
 * words alone.
 */
async function* after(
  running: AsyncGenerator<AnswerNews>,
  from: number,
  isMine: boolean,
): AsyncGenerator<AnswerNews> {
  let left = from
  for await (const news of running) {
    if (!isMine && ('tool' in news || 'sources' in news || 'action' in news)) continue
    if (!('words' in news)) yield news
    else {
      const words = news.words.slice(left)
      left = Math.max(0, left - news.words.length)
      if (words !== '') yield { words }
    }
  }
}

async function* stored(
  ctx: Pick<RequestContext, 'db' | 'log' | 'lease'> & { caller: { user: { id: string } } },
  id: string,
  { from, isMine }: { from: number; isMine: boolean },
): AsyncGenerator<AnswerNews> {
  let row = await findMessage(ctx.db, id)
  if (row?.status === 'answering' && row.server_id === ctx.lease.id) {
    // Its end could not be stored. If that is still so, the reader is told all the same.
    const error = await changeAnswering(ctx.db, id, { status: 'interrupted' }).then(
      () => null,
      (reason: unknown) => reason,
    )
    if (error !== null) ctx.log.error({ err: error }, 'the end of an answer could not be stored')
    row = await findMessage(ctx.db, id)
    if (row?.status === 'answering') row = { ...row, status: 'interrupted' }
  }
  if (!row) return
  // A reader who lost the line has perhaps seen none of it.
  if (isMine) yield* besideWords(ctx.db, ctx.caller.user.id, row)
  const words = row.content.slice(from)
  if (words !== '') yield { words }
  const { status, error, model } = row
  yield { end: { status, error, model, isCut: row.is_cut === 1, isSample: row.is_sample === 1 } }
}

/** What was looked up for an answer, what it was given, and what its model wants to do. */
async function* besideWords(db: Db, userId: string, row: ChatMessageRow): AsyncGenerator<AnswerNews> {
  const own = ({ message_id }: { message_id: string }) => message_id === row.id
  const looked = (await toolCallsOf(db, row.chat_id)).filter(own)
  for (const { messageId: _, ...tool } of await toolCallsFor(db, userId, looked)) yield { tool }
  const sources = await sourcesOf(db, userId, [row])
  yield { sources: sources.get(row.id) ?? [] }
  const actions = await actionsFor(db, userId, (await actionsOf(db, row.chat_id)).filter(own))
  for (const action of actions.values()) yield { action }
}
