import { t } from '@/shared/i18n'
import { END_MARK, REPLY_HEADER, type ReplyEnd } from '../model'
import { modelAccess } from './ai-settings'

/** A request to a model failed, in words for the person. */
export class AskFailed extends Error {}

/** How an answer came about. */
export interface Answered {
  isSample: boolean
  isCut: boolean
}

/**
 * Asks the server, with the model and keys of the person's settings, and hands on all words so far, as they come. The signal ends the request, at the provider too; its reason is thrown.
 * Throws {@link AskFailed} for everything else that ends it before its end.
 */
export async function ask(
  path: '/api/ai/command' | '/api/ai/copilot',
  body: object,
  { signal, onWords }: { signal: AbortSignal; onWords(words: string): void },
): Promise<Answered> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...modelAccess(), ...body, withEnd: true }),
      signal,
    })
    if (!answer.ok || !answer.body) throw new AskFailed(await refusalOf(answer))
    const end = await readWords(answer.body, onWords)
    if (end.end === 'failed') throw new AskFailed(end.error)
    return { isSample: answer.headers.get(REPLY_HEADER) === 'sample', isCut: end.isCut }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof AskFailed) throw error
    throw new AskFailed(CUT(), { cause: error })
  }
}

const CUT = () => t('The answer was cut off before its end. Try again.')

/** Why the server refused, in words. */
export async function refusalOf(answer: Response): Promise<string> {
  const said: unknown = await answer.json().catch(() => null)
  const { error } = (said ?? {}) as { error?: unknown }
  return typeof error === 'string' ? error : t('The server did not answer. Try again.')
}

/** Reads words and the record behind them; one that is missing means that the connection broke. */
async function readWords(
  body: ReadableStream<Uint8Array>,
  onWords: (words: string) => void,
): Promise<ReplyEnd> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let all = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    all += value
    const mark = all.indexOf(END_MARK)
    if (mark === -1) onWords(all)
    else if (mark > 0) onWords(all.slice(0, mark))
  }
  const mark = all.indexOf(END_MARK)
  if (mark === -1) throw new AskFailed(CUT())
  return JSON.parse(all.slice(mark + 1)) as ReplyEnd
}
