import { askBeforeUnload } from '@/app/leaving'
import { failureWords, queryClient, trpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { createStore, type Store } from '@/shared/store'
import { copyText } from '@/ui/copy-text'
import { toast } from '@/ui/toast'
import { NO_MICROPHONE, NOT_TRANSCRIBED } from '../model'
import { type Recording, recordMicrophone } from './record'
import { sendSound } from './send-sound'
import type { TextPlace } from './text-place'
import { wavOf } from './wav'

/** Dictation: idle, recording with a clock, transcribing, done (product.md 4.7). */
export type Dictation =
  | { status: 'idle' }
  | { status: 'starting' }
  | { status: 'recording' /** By `performance.now()`. */; since: number }
  | { status: 'transcribing' }
  | { status: 'done' }

const IDLE: Dictation = { status: 'idle' }
const store = createStore<Dictation>(IDLE)

/** There is one dictation at a time in a tab. */
export const dictation: Store<Dictation> = store
/** What was said and stands nowhere yet: it can be sent again, or copied, until its message is closed. */
const unwritten = new Set<object>()
askBeforeUnload(() => unwritten.size > 0 || ['recording', 'transcribing'].includes(store.get().status))

/** Milliseconds that are recorded at once: as many as fit into one request. */
const LONGEST = 10 * 60_000
/** Milliseconds for which it is said that it is done. */
const DONE = 2_000
const TOAST = 'dictation'

let cancel: AbortController | null = null
/** Where words are to go that could not be written down yet: it is kept while they can be tried again. */
const waiting = new Set<TextPlace>()
let finish: (() => void) | null = null

/** Ends recording: what was said is written down. */
export const finishDictation = (): void => finish?.()

/** Ends it wherever it is; nothing is written. */
export const cancelDictation = (): void => cancel?.abort()

/** Records what is said and writes it at the place. Says what fails; what was recorded can be sent again. */
export async function dictate(place: TextPlace): Promise<void> {
  cancelDictation()
  const own = new AbortController()
  cancel = own
  const { signal } = own
  const tell = (next: Dictation) => cancel === own && store.set(next)
  tell({ status: 'starting' })
  let recording: Recording | null = null
  try {
    const whyNot = await unlessEnded(whyNotTranscribe(), signal)
    if (whyNot !== null) {
      toast.error(whyNot, { id: TOAST })
      return
    }
    const asked = recordMicrophone().catch(() => null)
    // A browser may wait for an answer for as long as the tab is there.
    signal.addEventListener('abort', () => void asked.then((late) => late?.close()), { once: true })
    recording = await unlessEnded(asked, signal)
    if (!recording) {
      toast.error(NO_MICROPHONE(), { id: TOAST })
      return
    }
    tell({ status: 'recording', since: performance.now() })
    const sound = await recorded(recording, signal)
    await writeDown(sound, place, own, tell)
  } catch (error) {
    if (!signal.aborted) toast.error(NOT_TRANSCRIBED(wordsOf(error)), { id: TOAST })
  } finally {
    recording?.close()
    if (cancel === own && store.get().status !== 'done') end(own)
    if (store.get().status === 'idle' && !waiting.has(place)) place.leave()
  }
}

/** Waits for it, and no longer than until dictating is ended: then it throws. */
async function unlessEnded<T>(wanted: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([wanted, ended])
}

function end(own: AbortController): void {
  if (cancel !== own) return
  cancel = null
  store.set(IDLE)
}

/** Why nothing can be dictated here; null when it can. */
async function whyNotTranscribe(): Promise<string | null> {
  const about = await queryClient.fetchQuery(trpc.speech.about.queryOptions())
  return about.whyNotTranscribe
}

async function recorded(recording: Recording, signal: AbortSignal): Promise<Blob> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      finish = resolve
      timer = setTimeout(() => {
        toast(t('Ten minutes are recorded at once. What was said until now is written down.'), { id: TOAST })
        resolve()
      }, LONGEST)
      void recording.broken.then(() => {
        toast.error(t('The microphone has stopped. What was said until then is written down.'), { id: TOAST })
        resolve()
      })
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    return await recording.finish()
  } finally {
    clearTimeout(timer)
    finish = null
  }
}

async function writeDown(
  sound: Blob,
  place: TextPlace,
  own: AbortController,
  tell: (next: Dictation) => void,
): Promise<void> {
  tell({ status: 'transcribing' })
  try {
    // One that was ended at once holds nothing that could be read.
    const wav = await wavOf(sound).catch(() => null)
    const text = wav && (await sendSound(wav, 'recording.wav', {}, own.signal)).text
    if (!text) toast(t('Nothing was heard.'), { id: TOAST })
    else if (!place.write(text)) offerToCopy(text)
    leave(place)
    tell({ status: 'done' })
    setTimeout(() => end(own), DONE)
  } catch (error) {
    if (own.signal.aborted) throw error
    sayAgain(NOT_TRANSCRIBED(wordsOf(error)), sound, place)
  }
}

function leave(place: TextPlace): void {
  waiting.delete(place)
  place.leave()
}

/** Says it until it is dealt with, each beside the others. */
function keepSaying(say: typeof toast.error, words: string, options: KeptMessage): void {
  const { description, label, onClick, onGone } = options
  const own = {}
  unwritten.add(own)
  say(words, {
    duration: Number.POSITIVE_INFINITY,
    description,
    action: {
      label,
      onClick() {
        unwritten.delete(own)
        onClick()
      },
    },
    onGone() {
      unwritten.delete(own)
      onGone?.()
    },
  })
}

interface KeptMessage {
  description?: string
  label: string
  onClick(): void
  onGone?(): void
}

/** What was said is not lost. */
function sayAgain(words: string, sound: Blob, place: TextPlace): void {
  waiting.add(place)
  keepSaying(toast.error, words, {
    label: t('Try again'),
    onClick: () => void again(sound, place),
    onGone: () => leave(place),
  })
}

async function again(sound: Blob, place: TextPlace): Promise<void> {
  if (cancel !== null) return sayAgain(t('Finish what you are dictating, then try this again.'), sound, place)
  const own = new AbortController()
  cancel = own
  try {
    await writeDown(sound, place, own, (next) => cancel === own && store.set(next))
  } catch (error) {
    if (!own.signal.aborted) throw error
    leave(place)
  } finally {
    if (store.get().status !== 'done') end(own)
  }
}

/** The page has been left, or can be written in no more. */
function offerToCopy(text: string): void {
  keepSaying(toast, t('The words could not be written into the page.'), {
    description: text.slice(0, 200),
    label: t('Copy'),
    onClick: () =>
      void copyText(text, t('Copied'), t('Allow it, and try again.')).then((is) => is || offerToCopy(text)),
  })
}

const wordsOf = (error: unknown): string =>
  failureWords(
    error,
    error instanceof Error && error.message
      ? error.message
      : t('The server cannot be reached. Please try again in a moment.'),
  )
