import type { SignedInContext } from '@/server/context'
import { fold } from '@/server/search/terms'
import { ServerEnds, type Writing } from '@/server/streams'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { AnswerNews } from '../model'
import { appendWords, changeAnswering } from './answers.queries'
import { type Asked, wordsOfAnswer } from './words-of-answer'

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
  const keep = keptAsItComes(ctx, answerId)
  let end: { status: 'done' | 'stopped' | 'failed' | 'interrupted'; error: string | null; isCut: boolean }
  try {
    const words = wordsOfAnswer(ctx, asked, writing)
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
  }
  await keep.end()
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

/** Stores words a few times a second, also the last ones before nothing comes for a while. */
function keptAsItComes({ db, log }: Pick<SignedInContext, 'db' | 'log'>, answerId: string) {
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  let storing = Promise.resolve()
  const store = () => {
    timer = undefined
    storing = storing.then(async () => {
      const words = waiting
      waiting = ''
      try {
        await appendWords(db, answerId, words)
      } catch (error) {
        // They are stored with those that follow, at the latest with the whole answer.
        waiting = words + waiting
        log.warn({ err: error }, 'words of an answer could not be stored')
      }
    })
  }
  return {
    add(words: string): void {
      waiting += words
      timer ??= setTimeout(store, STORED_EVERY)
    },
    async end(): Promise<void> {
      clearTimeout(timer)
      await storing
    },
  }
}

const wordsOf = (error: unknown): string =>
  error instanceof AppError ? error.message : t('Something went wrong. Please try again.')
