import { counted, sampleWords, type Words } from '@/features/ai/server/ai.service'
import type { ChosenModel } from '@/features/ai/server/choose-model'
import { personalText, readPersonal } from '@/features/ai/server/personal'
import type { SignedInContext } from '@/server/context'
import { fold } from '@/server/search/terms'
import { ServerEnds, type Writing } from '@/server/streams'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { AnswerNews, Scope } from '../model'
import { appendWords, changeAnswering } from './answers.queries'
import { chatPrompt, roomFor, type Turn } from './chat-prompt'
import { withCitations } from './citations'
import { lookUp, soughtWords } from './look-up'
import { readPages } from './passages'
import { toolRuns } from './tool-runs'

/** What is to be answered. */
export interface Asked {
  /** The message that the answer is written into. */
  answerId: string
  question: string
  documentIds: readonly string[]
  scope: Scope
  /** What was said before, in pairs. */
  history: readonly Turn[]
  /** null: no model is set up. */
  chosen: ChosenModel | null
}

/** Milliseconds between two times that what has come is stored. */
const STORED_EVERY = 250

/**
 * Writes an answer: told to everybody who reads along, and stored as it comes, so that a server which is killed leaves what had come. Goes on
 * when nobody reads; ends when it is stopped, with what has come.
 */
export async function writeAnswer(
  ctx: SignedInContext,
  asked: Asked,
  writing: Writing<AnswerNews>,
): Promise<void> {
  const { answerId, chosen } = asked
  let content = ''
  let stored = 0
  let storedAt = performance.now()
  let end: { status: 'done' | 'stopped' | 'failed' | 'interrupted'; error: string | null; isCut: boolean }
  try {
    const words = await wordsFor(ctx, asked, writing)
    let next = await words.next()
    for (; !next.done; next = await words.next()) {
      content += next.value
      writing.push({ words: next.value })
      if (performance.now() - storedAt < STORED_EVERY) continue
      await appendWords(ctx.db, answerId, content.slice(stored))
      stored = content.length
      storedAt = performance.now()
    }
    end = { status: 'done', error: null, isCut: next.value.isCut }
  } catch (error) {
    if (writing.signal.aborted) {
      const isOver = writing.signal.reason instanceof ServerEnds
      end = { status: isOver ? 'interrupted' : 'stopped', error: null, isCut: false }
    } else {
      if (!(error instanceof AppError)) ctx.log.error({ err: error }, 'an answer failed')
      end = { status: 'failed', error: wordsOf(error), isCut: false }
    }
  }
  const isSample = chosen === null
  await changeAnswering(ctx.db, answerId, {
    content,
    content_folded: fold(content),
    status: end.status,
    error: end.error,
    is_cut: end.isCut ? 1 : 0,
    is_sample: isSample ? 1 : 0,
  })
  writing.push({ end: { ...end, isSample, model: chosen?.name ?? null } })
}

async function wordsFor(
  ctx: SignedInContext,
  { answerId, chosen, question, documentIds, scope, history }: Asked,
  writing: Writing<AnswerNews>,
): Promise<Words> {
  const { push, signal } = writing
  if (!chosen) return sampleWords(signal)
  const room = roomFor(question, chosen.contextTokens)
  const tokens = room.pages
  const { texts, places, sources } =
    scope === 'everything'
      ? await lookUp(ctx, question, { tokens, runs: toolRuns(ctx, answerId, writing) })
      : await readPages(ctx, documentIds, { tokens, words: soughtWords(question) })
  if (sources.length > 0) {
    await changeAnswering(ctx.db, answerId, {
      sources: JSON.stringify(sources.map(({ id, isCut }) => ({ id, isCut }))),
    })
    push({ sources })
  }
  signal.throwIfAborted()
  const personal = personalText(await readPersonal(ctx.db, ctx.caller.user.id, 'chat'), room.personal)
  const prompt = chatPrompt({ history, pages: texts, question, personal, tokens: room.history })
  return withCitations(counted(ctx, chosen, { prompt, signal }), places)
}

const wordsOf = (error: unknown): string =>
  error instanceof AppError ? error.message : t('Something went wrong. Please try again.')
