import type { RequestContext } from '@/server/context'
import { AppError } from '@/shared/errors'
import { type AnswerNews, CHAT_GONE } from '../model'
import { changeAnswering } from './answers.queries'
import { findChat, findMessage } from './chat.queries'

/**
 * An answer from a character on, as it comes. Throws `not-found` for one in a chat that the caller may not read, as for none.
 */
export async function readAnswer(
  ctx: Pick<RequestContext, 'db' | 'streams' | 'lease'> & { caller: { user: { id: string } } },
  id: string,
  { from, signal }: { from: number; signal: AbortSignal },
): Promise<AsyncGenerator<AnswerNews>> {
  const message = await findMessage(ctx.db, id)
  const chat = message?.role === 'assistant' && (await findChat(ctx.db, ctx.caller.user.id, message.chat_id))
  if (!chat) throw new AppError('not-found', CHAT_GONE())
  const running = ctx.streams.follow<AnswerNews>(id, signal)
  const isMine = chat.user_id === ctx.caller.user.id
  return running ? after(running, from, isMine) : stored(ctx, id, from)
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
    if (!isMine && ('tool' in news || 'sources' in news)) continue
    if (!('words' in news)) yield news
    else {
      const words = news.words.slice(left)
      left = Math.max(0, left - news.words.length)
      if (words !== '') yield { words }
    }
  }
}

async function* stored(
  ctx: Pick<RequestContext, 'db' | 'lease'>,
  id: string,
  from: number,
): AsyncGenerator<AnswerNews> {
  let row = await findMessage(ctx.db, id)
  if (row?.status === 'answering' && row.server_id === ctx.lease.id) {
    // Its end could not be stored.
    await changeAnswering(ctx.db, id, { status: 'interrupted' })
    row = await findMessage(ctx.db, id)
  }
  if (!row) return
  const words = row.content.slice(from)
  if (words !== '') yield { words }
  const { status, error, model } = row
  yield { end: { status, error, model, isCut: row.is_cut === 1, isSample: row.is_sample === 1 } }
}
