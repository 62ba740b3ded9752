import { actingAs, fetchAs } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { END_MARK, MODEL_HEADER, REPLY_HEADER, type ReplyEnd, UNREAD_HEADER } from '../model'
import { modelAccess } from './ai-settings'

/** A request to a model failed, in words for the person. */
export class AskFailed extends Error {}

/** The server knows no answer of this name. */
class NotThere extends AskFailed {}

/** Who writes an answer. */
export interface Answerer {
  /** Nobody does: no model is set up. */
  isSample: boolean
  /** The name of the model. */
  model: string | null
  /** How many of the pages that it was to read it has not read whole; told with the first words alone. */
  unread: number
}

/** How an answer came about. */
export interface Answered extends Answerer {
  isCut: boolean
}

/** What streams the words of a model. */
export type AskPath = '/api/ai/command' | '/api/ai/copilot' | '/api/chat/answer'

/** An answer that the server keeps: it is written whether the line holds or not. */
export interface KeptAnswer {
  id: string
  /** It was asked for before: its words are read, from the first one on. */
  isAsked: boolean
}

interface Asking {
  signal: AbortSignal
  onWords(words: string, by: Answerer): void
  /** The answer outlives a lost line. */
  keep?: KeptAnswer | undefined
}

/** Said by what stands before the server, which has other words for what it refuses. */
const PROXY = [502, 504]

/** The headers that say whose question it is: that of the tab when it was asked. */
type ActingAs = ReturnType<typeof actingAs>

/** Milliseconds between two tries to read on, and how many there are before that is given up. */
const AGAIN_MS = 1_000
const MOST_TRIES = 60
/** Seconds in which an answer that was asked for begins. */
const MOST_BEGINNING = 20

/**
 * Asks the server, with the model and keys of the person's settings, and hands on all words so far, as they come. The signal ends the request, at the provider too; its reason is thrown.
 * Throws {@link AskFailed} for everything else that ends it before its end.
 */
export async function ask(path: AskPath, body: object, { signal, onWords, keep }: Asking): Promise<Answered> {
  const as = actingAs()
  let words = ''
  const heard = (all: string, by: Answerer) => {
    words = all
    onWords(all, by)
  }
  // A request that ends here would go on at the server.
  const end = () => keep && void stopAnswer(keep.id, as)
  signal.addEventListener('abort', end, { once: true })
  try {
    let isAsked = keep?.isAsked ?? false
    let isAskedAgain = false
    for (let tries = 0; ; tries++) {
      const had = words
      try {
        const request = isAsked && keep ? reading(keep.id, had.length) : asking(path, body, keep)
        return await oneReading(request, {
          signal,
          as,
          before: had,
          isKept: keep !== undefined,
          onWords: heard,
        })
      } catch (error) {
        if (signal.aborted) throw signal.reason
        // A proxy may have kept the question to itself.
        const mayAsk: boolean =
          error instanceof NotThere && isAsked && !keep?.isAsked && !isAskedAgain && words === ''
        // Asked before the tab was loaded anew: the server may still be reading what the question is about.
        const mayCome =
          error instanceof NotThere && keep?.isAsked === true && words === '' && tries < MOST_BEGINNING
        if (error instanceof AskFailed && !mayAsk && !mayCome) throw error
        if (words.length > had.length) tries = 0
        if (!keep || tries >= MOST_TRIES) throw new AskFailed(CUT(), { cause: error })
        isAskedAgain ||= mayAsk
        isAsked = !mayAsk
        await later(AGAIN_MS, signal)
      }
    }
  } finally {
    signal.removeEventListener('abort', end)
  }
}

const asking = (path: AskPath, body: object, keep: KeptAnswer | undefined): [string, RequestInit] => [
  path,
  {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...modelAccess(), ...body, ...(keep && { answerId: keep.id }), withEnd: true }),
  },
]

const reading = (id: string, from: number): [string, RequestInit] => [
  `/api/ai/answers/${id}?from=${from}`,
  {},
]

/** Reads until the line breaks or the answer ends. Throws {@link AskFailed} for what is no use to try again. */
async function oneReading(
  [address, init]: [string, RequestInit],
  {
    signal,
    as,
    before,
    isKept,
    onWords,
  }: Pick<Asking, 'signal' | 'onWords'> & {
    as: ActingAs
    before: string
    isKept: boolean
  },
): Promise<Answered> {
  const answer = await fetchAs(address, { ...init, signal }, as)
  // A proxy does not wait as long as a slow model thinks. The server goes on, and is asked for what it keeps.
  const isProxy = isKept && PROXY.includes(answer.status)
  if (isProxy || (before !== '' && answer.status >= 500))
    throw new Error(`The answer cannot be read (${answer.status})`)
  if (answer.status === 404) throw new NotThere(await refusalOf(answer))
  if (!answer.ok || !answer.body) throw new AskFailed(await refusalOf(answer))
  const by = answererOf(answer)
  const end = await readWords(answer.body, (words) => onWords(before + words, by))
  if (end.end === 'failed') throw new AskFailed(end.error)
  return { ...by, isCut: end.isCut }
}

/** Has the server end an answer that nobody waits for, also when the page is about to go. */
async function stopAnswer(id: string, as: ActingAs): Promise<void> {
  try {
    await fetchAs(
      '/api/ai/answers/stop',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id }),
        keepalive: true,
      },
      as,
    )
  } catch {
    // Without a line nobody can be told: it ends at its end.
  }
}

const later = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', end, { once: true })
  })

function answererOf({ headers }: Response): Answerer {
  const model = headers.get(MODEL_HEADER)
  return {
    isSample: headers.get(REPLY_HEADER) === 'sample',
    model: model === null ? null : decodeURIComponent(model),
    unread: Number(headers.get(UNREAD_HEADER) ?? 0),
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
  if (mark === -1) throw new Error('The line was lost')
  return JSON.parse(all.slice(mark + 1)) as ReplyEnd
}
