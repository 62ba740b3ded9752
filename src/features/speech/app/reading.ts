import { createStore, type Store } from '@/shared/store'
import { toast } from '@/ui/toast'
import { NO_TEXT, NOT_SPOKEN } from '../model'
import { ReadingFailed } from './reading-failed'
import { chooseVoice } from './voices'

/** What is being read, if anything (product.md 4.13). `about` tells who asked for it. */
export type Reading =
  | { status: 'idle' }
  | {
      status: 'loading' | 'playing'
      about: string /** No service reads, but this browser. */
      isBrowsers: boolean
    }

const IDLE: Reading = { status: 'idle' }
const store = createStore<Reading>(IDLE)

/** What is being read now. There is one reading at a time in a tab. */
export const reading: Store<Reading> = store

let stop: AbortController | null = null

/** Ends what is being read; nothing when nothing is. */
export function stopReading(): void {
  stop?.abort()
}

/** Something to be read, in the order of a list. */
export interface Piece {
  text: string
  /** It is being read from now on. */
  onBegin?(): void
}

/**
 * Reads pieces one after the other and fetches the next one meanwhile; what is being read ends. Says what fails. Resolves when all is
 * read, or it has ended otherwise.
 */
export async function read(pieces: readonly Piece[], about: string): Promise<void> {
  stopReading()
  if (pieces.length === 0) {
    toast.error(NO_TEXT(), { id: 'speech' })
    return
  }
  const own = new AbortController()
  stop = own
  const tell = (next: Reading) => stop === own && store.set(next)
  tell({ status: 'loading', about, isBrowsers: false })
  try {
    const voice = await chooseVoice(own.signal)
    const { isBrowsers } = voice
    tell({ status: 'loading', about, isBrowsers })
    let coming = voice.prepare(pieces[0]!.text, own.signal)
    for (const [at, piece] of pieces.entries()) {
      const prepared = await coming
      const next = pieces[at + 1]
      if (next) {
        coming = voice.prepare(next.text, own.signal)
        // It is awaited when its turn has come.
        coming.catch(() => undefined)
      }
      own.signal.throwIfAborted()
      piece.onBegin?.()
      tell({ status: 'playing', about, isBrowsers })
      await prepared.play(own.signal)
      if (next) tell({ status: 'loading', about, isBrowsers })
    }
  } catch (error) {
    if (!own.signal.aborted)
      toast.error(error instanceof ReadingFailed ? error.message : NOT_SPOKEN(), { id: 'speech' })
  } finally {
    // What was fetched ahead is wanted no more.
    own.abort()
    if (stop === own) {
      stop = null
      store.set(IDLE)
    }
  }
}
