import { t } from '@/shared/i18n'
import { END_MARK, MODEL_HEADER, REPLY_HEADER, type ReplyEnd } from '../model'
import { modelAccess } from './ai-settings'

/** A request to a model failed, in words for the person. */
export class AskFailed extends Error {}

/** Who writes an answer. */
export interface Answerer {
  /** Nobody does: no model is set up. */
  isSample: boolean
  /** The name of the model. */
  model: string | null
}

/** How an answer came about. */
export interface Answered extends Answerer {
  isCut: boolean
}

/** What streams the words of a model. */
export type AskPath = '/api/ai/command' | '/api/ai/copilot' | '/api/chat/answer'

/**
 * Asks the server, with the model and keys of the person's settings, and hands on all words so far, as they come. The signal ends the request, at the provider too; its reason is thrown.
 * Throws {@link AskFailed} for everything else that ends it before its end.
 */
export async function ask(
  path: AskPath,
  body: object,
  { signal, onWords }: { signal: AbortSignal; onWords(words: string, by: Answerer): void },
): Promise<Answered> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...modelAccess(), ...body, withEnd: true }),
      signal,
    })
    if (!answer.ok || !answer.body) throw new AskFailed(await refusalOf(answer))
    const by = answererOf(answer)
    const end = await readWords(answer.body, (words) => onWords(words, by))
    if (end.end === 'failed') throw new AskFailed(end.error)
    return { ...by, isCut: end.isCut }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof AskFailed) throw error
    throw new AskFailed(CUT(), { cause: error })
  }
}

function answererOf({ headers }: Response): Answerer {
  const model = headers.get(MODEL_HEADER)
  return {
    isSample: headers.get(REPLY_HEADER) === 'sample',
    model: model === null ? null : decodeURIComponent(model),
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
