import { keptAsItComes } from '@/features/ai/server/answers/kept-as-it-comes'
import type { SignedInContext } from '@/server/context'
import { foldToKeep } from '@/server/search/terms'
import { ServerEnds, type Writing } from '@/server/streams'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { AnswerNews } from '../model'
import { appendWords, changeAnswering } from './answers.queries'
import { watchPages } from './watch-pages'
import { type Asked, wordsOfAnswer } from './words-of-answer'

/**
 * Writes an answer: told to everybody who reads along, and stored as it comes, so that a server which is killed leaves what had come. Goes on
 * when nobody reads; ends when it is stopped, or when a page that it is made of is taken away, with what has come.
 */
export async function writeAnswer(
  ctx: SignedInContext,
  asked: Asked,
  writing: Writing<AnswerNews>,
): Promise<void> {
  const { answerId, chosen } = asked
  const watch = watchPages(ctx, asked.documentIds)
  let content = ''
  const keep = keptAsItComes(ctx.log, (words) => appendWords(ctx.db, answerId, words))
  let end: { status: 'done' | 'stopped' | 'failed' | 'interrupted'; error: string | null; isCut: boolean }
  try {
    const words = wordsOfAnswer(ctx, asked, {
      signal: AbortSignal.any([writing.signal, watch.signal]),
      push(news) {
        if ('sources' in news) watch.add(news.sources)
        writing.push(news)
      },
    })
    let next = await words.next()
    for (; !next.done; next = await words.next()) {
      content += next.value
      writing.push({ words: next.value })
      keep.add(next.value)
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
  } finally {
    watch.end()
  }
  await keep.end()
  const isSample = chosen === null
  try {
    await changeAnswering(ctx.db, answerId, {
      content,
      content_folded: foldToKeep(content),
      status: end.status,
      error: end.error,
      is_cut: end.isCut ? 1 : 0,
      is_sample: isSample ? 1 : 0,
    })
  } catch (error) {
    ctx.log.error({ err: error }, 'the end of an answer could not be stored')
    end = {
      status: 'failed',
      error: t('This answer could not be stored. Copy what you need of it, and ask again later.'),
      isCut: end.isCut,
    }
  }
  writing.push({ end: { ...end, isSample, model: chosen?.name ?? null } })
}

const wordsOf = (error: unknown): string =>
  error instanceof AppError ? error.message : t('Something went wrong. Please try again.')
