import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { END_MARK, type ReplyEnd } from '../model'

/**
 * An answer as a stream of bytes. Resolves with the first words, so that what fails before them is refused with a status. What fails
 * later ends the stream with a record where the caller asked for one (`withEnd`), and breaks the connection otherwise. A reader who
 * goes away gives `stop`.
 */
export async function streamReply(
  words: AsyncGenerator<string, { isCut: boolean }>,
  { withEnd, stop }: { withEnd: boolean; stop: AbortController },
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  const first = await words.next()
  const gone = new Error('The reader went away')
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const write = async () => {
        let next = first
        while (!next.done) {
          controller.enqueue(encoder.encode(next.value))
          next = await words.next()
        }
        return { end: 'finished', isCut: next.value.isCut } satisfies ReplyEnd
      }
      const end = (record: ReplyEnd) => {
        if (withEnd) controller.enqueue(encoder.encode(END_MARK + JSON.stringify(record)))
        controller.close()
      }
      // Not awaited: `start` has to answer before anything is read. The words are bounded, so no reader holds them up.
      void write().then(end, (error: unknown) => {
        if (stop.signal.aborted) return
        if (withEnd) end({ end: 'failed', error: wordsOf(error) })
        else controller.error(error)
      })
    },
    cancel() {
      stop.abort(gone)
    },
  })
}

const wordsOf = (error: unknown): string =>
  error instanceof AppError ? error.message : t('The answer was cut off before its end. Try again.')
