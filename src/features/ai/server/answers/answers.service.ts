import { requirePage } from '@/server/access/require-page'
import type { RequestContext, SignedInContext } from '@/server/context'
import type { AiAnswerRow } from '@/server/db/schema'
import { ServerEnds } from '@/server/streams'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { Reply, Words } from '../ai.service'
import * as queries from './answers.queries'
import { keptAsItComes } from './kept-as-it-comes'

/** Answers that are kept of one person. */
const MOST_KEPT = 50
/** Characters that are kept of what was asked, and of the text that it is about. */
const KEPT = { asked: 2_000, about: 400 }

/** How a request says that its answer is to be kept. */
export interface Keeping {
  /** Of the answer: chosen by the caller, unguessable, and used once. */
  answerId?: string | undefined
  documentId?: string | undefined
}

type News = { words: string } | { end: { isCut: boolean; error: unknown } }

const gone = () => new AppError('not-found', t('This answer is not there any more. Ask again.'))
const interrupted = () =>
  new AppError('unavailable', t('The server was restarted in the middle of the answer. Try again.'))

/**
 * Has an answer written by the server whether anybody reads it or not, and keeps it: a reader who loses the line reads on from where they
 * are ({@link readAnswer}). Of a request that names no answer, and of a visitor's, the answer ends with the request.
 */
export async function keptReply(
  ctx: RequestContext,
  { answerId, documentId, asked, about }: Keeping & { asked: string; about: string },
  signal: AbortSignal,
  answer: (signal: AbortSignal) => Promise<Reply>,
): Promise<Reply> {
  const { user, sessionId } = ctx.caller
  if (!answerId || !user || !sessionId) return answer(signal)
  if (documentId) await requirePage({ ...ctx, caller: { user } }, documentId, 'view')
  const stop = new AbortController()
  const reply = await answer(stop.signal)
  const isNew = await queries.insertAnswer(ctx.db, {
    id: answerId,
    user_id: user.id,
    document_id: documentId ?? null,
    asked: storable(asked, KEPT.asked),
    about: storable(about, KEPT.about),
    model: reply.model === null ? null : storable(reply.model, 200),
    status: 'answering',
    error: null,
    is_cut: 0,
    content: '',
    server_id: ctx.lease.id,
    created_at: new Date().toISOString(),
  })
  if (!isNew) {
    stop.abort(stopped())
    const known = await queries.findAnswer(ctx.db, answerId, user.id)
    throw known?.status === 'stopped' ? stopped() : new AppError('conflict', t('This was asked already.'))
  }
  await queries.forgetOlderAnswers(ctx.db, user.id, MOST_KEPT)
  ctx.streams.begin<News>(streamOf(user.id, answerId), (writing) => {
    const end = () => stop.abort(writing.signal.reason)
    writing.signal.addEventListener('abort', end, { once: true })
    if (writing.signal.aborted) end()
    return write(ctx, answerId, reply.words, { signal: stop.signal, push: writing.push })
  })
  const words = following(ctx, streamOf(user.id, answerId), { from: 0, signal })
  if (!words) throw interrupted()
  return { ...reply, words }
}

async function write(
  ctx: RequestContext,
  id: string,
  words: Words,
  { signal, push }: { signal: AbortSignal; push(news: News): void },
): Promise<void> {
  const keep = keptAsItComes(ctx.log, (some) => queries.appendWords(ctx.db, id, storable(some, some.length)))
  let content = ''
  let set: Pick<AiAnswerRow, 'status' | 'error' | 'is_cut'>
  let failure: unknown = null
  try {
    let next = await words.next()
    for (; !next.done; next = await words.next()) {
      content += next.value
      push({ words: next.value })
      keep.add(next.value)
    }
    set = { status: 'done', error: null, is_cut: next.value.isCut ? 1 : 0 }
  } catch (error) {
    if (signal.aborted) {
      const isOver = signal.reason instanceof ServerEnds
      failure = isOver ? interrupted() : stopped()
      set = { status: isOver ? 'interrupted' : 'stopped', error: null, is_cut: 0 }
    } else {
      if (!(error instanceof AppError)) ctx.log.error({ err: error }, 'an answer failed')
      failure = error
      set = { status: 'failed', error: error instanceof AppError ? error.message : null, is_cut: 0 }
    }
  }
  await keep.end()
  await queries.endAnswer(ctx.db, id, { ...set, content: storable(content, content.length) })
  push({ end: { isCut: set.is_cut === 1, error: failure } })
}

const stopped = () => new AppError('unavailable', t('Stopped.'))

/** Under which name an answer is written and followed: its id is the caller's choice, so it says whose it is. */
const streamOf = (userId: string, id: string): string => `ai:${userId}:${id}`

function following(
  ctx: RequestContext,
  stream: string,
  { from, signal }: { from: number; signal: AbortSignal },
): Words | null {
  const news = ctx.streams.follow<News>(stream, signal)
  return news && wordsBehind(news, from, signal)
}

async function* wordsBehind(news: AsyncGenerator<News>, from: number, signal: AbortSignal): Words {
  let left = from
  for await (const one of news) {
    if ('end' in one) {
      if (one.end.error !== null) throw one.end.error
      return { isCut: one.end.isCut }
    }
    const words = one.words.slice(left)
    left = Math.max(0, left - one.words.length)
    if (words !== '') yield words
  }
  throw signal.aborted ? signal.reason : interrupted()
}

/** An answer of the caller from a character on, as it is written or as it was kept. Throws `not-found` for somebody else's as for none. */
export async function readAnswer(
  ctx: SignedInContext,
  id: string,
  { from, signal }: { from: number; signal: AbortSignal },
): Promise<Reply> {
  const row = await queries.findAnswer(ctx.db, id, ctx.caller.user.id)
  if (!row) throw gone()
  const about = { isSample: row.model === null, model: row.model }
  const words = following(ctx, streamOf(ctx.caller.user.id, id), { from, signal })
  if (words) return { ...about, words: begun(words) }
  const isOurs = row.server_id === ctx.lease.id
  if (row.status === 'answering' && !isOurs && !row.isLeft)
    // Another server writes it: what it has stored so far is read, and the reader comes back for more.
    throw new AppError('unavailable', t('The server did not answer. Try again.'))
  // It may have ended since.
  const now = row.status === 'answering' ? await queries.findAnswer(ctx.db, id, ctx.caller.user.id) : row
  if (!now) throw gone()
  if (now.status === 'answering') {
    await queries.endAnswer(ctx.db, id, { status: 'interrupted' })
    return { ...about, words: begun(kept({ ...now, status: 'interrupted' }, from)) }
  }
  return { ...about, words: begun(kept(now, from)) }
}

/** How it ended is told behind the words, also where there are no more. */
async function* begun(words: Words): Words {
  yield ''
  return yield* words
}

async function* kept(row: AiAnswerRow, from: number): Words {
  const words = row.content.slice(from)
  if (words !== '') yield words
  switch (row.status) {
    case 'done':
      return { isCut: row.is_cut === 1 }
    case 'stopped':
      throw stopped()
    case 'failed':
      throw new AppError('unavailable', row.error ?? t('Something went wrong. Please try again.'))
    default:
      throw interrupted()
  }
}

/** Ends the request at the provider too. What has come stays. One that is not begun yet, because pages are still being read for it, is begun no more. */
export async function stopAnswer(ctx: SignedInContext, { id }: { id: string }): Promise<{ id: string }> {
  const userId = ctx.caller.user.id
  const isFirst = await queries.insertAnswer(ctx.db, {
    id,
    user_id: userId,
    document_id: null,
    asked: '',
    about: '',
    model: null,
    status: 'stopped',
    error: null,
    is_cut: 0,
    content: '',
    server_id: ctx.lease.id,
    created_at: new Date().toISOString(),
  })
  if (isFirst) await queries.forgetOlderAnswers(ctx.db, userId, MOST_KEPT)
  else if (!(await queries.findAnswer(ctx.db, id, userId))) throw gone()
  else await ctx.streams.stop(streamOf(userId, id))
  return { id }
}

/** PostgreSQL refuses NUL, and neither database takes half of a character. */
const storable = (text: string, most: number): string =>
  text.replaceAll('\0', '').slice(0, most).toWellFormed()
