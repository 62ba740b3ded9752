import { t } from '@/shared/i18n'
import { createStore } from '@/shared/store'
import { formatsNow } from '@/ui/formats'
import { toast } from '@/ui/toast'
import type { LiveType, Recording } from '../model'
import { droppedFrames, onEnded, release } from './capture'
import { mix } from './mix'
import { discardKept, storeOutside } from './outside-library'
import { type Running, startRecorder } from './recorder'
import { recordingWindow } from './recording-windows'
import type { WaitsFor } from './send-pieces'
import { sendLive } from './send-recording'
import { thumbnailOfStream } from './thumbnail'

/** What is going on with the recording of this tab; the tab has one at most. */
export type Session =
  | { kind: 'idle' }
  | { kind: 'counting'; left: number }
  | {
      kind: 'recording'
      type: LiveType
      seconds: number
      isPaused: boolean
      /** Frames that the browser had no time for. */
      dropped: number
      /** What is recorded is kept in this browser alone for now, because the server cannot be reached or is full. */
      waitsFor: WaitsFor | null
    }
  | {
      kind: 'saving'
      /** Of what there is to be sent; null while that is not known. */
      share: number | null
      /** The connection was lost: it goes on when it is back. */
      waitsFor: WaitsFor | null
    }
  | { kind: 'failed'; words: string }

const state = createStore<Session>({ kind: 'idle' })
export const recordingSession = { subscribe: state.subscribe, get: state.get }

export interface Streams {
  screen?: MediaStream
  camera?: MediaStream
  microphone?: MediaStream
}

/** What is done by the buttons of the recording that runs. */
interface Doing {
  cancelCountdown?(): void
  running?: Running
  /** Sends again what could not be sent. */
  retry?(): void
  /** Leaves it to whichever tab sends it later. */
  putAside?(): void
  stopSending?: AbortController
  /** All of what was recorded, for a person who takes it away as a file; and letting it go. */
  recorded?: { kept: Running['kept']; file(): Promise<Blob | null>; discard(): void }
}
let doing: Doing = {}

const FAILED: Record<'screen' | 'audio' | 'camera', () => string> = {
  screen: () => t('Failed to start screen recording'),
  audio: () => t('Failed to start audio recording'),
  camera: () => t('Failed to start camera recording'),
}

const titleOf = (type: 'screen' | 'audio' | 'camera' | 'screenshot'): string => {
  const at = formatsNow().dateTime(new Date())
  return {
    screen: t('Screen recording, {at}', { at }),
    audio: t('Audio recording, {at}', { at }),
    camera: t('Camera recording, {at}', { at }),
    screenshot: t('Screenshot, {at}', { at }),
  }[type]
}

export { titleOf as titleOfRecording }

/** Records what is open, after a countdown, until it is stopped or the sharing ends. Takes the streams over: they are closed in any case. */
export async function record(userId: string, streams: Streams, countdown: number): Promise<void> {
  const type = streams.screen ? 'screen' : streams.camera ? 'camera' : 'audio'
  const close = () => {
    for (const stream of Object.values(streams)) release(stream)
  }
  if (!(await countDown(countdown, streams))) {
    close()
    state.set({ kind: 'idle' })
    return
  }
  let mixed: ReturnType<typeof mix> | null = null
  let running: Running
  try {
    mixed = mix(streams)
    running = startRecorder(mixed.stream, {
      userId,
      type,
      title: titleOf(type),
      onTick: (seconds) => {
        const now = state.get()
        if (now.kind === 'recording')
          state.set({ ...now, seconds, dropped: droppedFrames([streams.screen, streams.camera]) })
      },
      onNotKept: () =>
        toast.error(
          t(
            'This browser has no room to keep the recording safe. It goes on, but is lost if this tab is closed.',
          ),
        ),
    })
  } catch {
    mixed?.end()
    close()
    state.set({ kind: 'idle' })
    toast.error(FAILED[type]())
    return
  }
  doing = { running }
  state.set({ kind: 'recording', type, seconds: 0, isPaused: false, dropped: 0, waitsFor: null })
  if (streams.screen) onEnded(streams.screen, running.stop)
  else if (streams.camera) onEnded(streams.camera, running.stop)
  // What goes on without it would be an hour without a sound.
  const isAlone = !streams.screen && !streams.camera
  for (const track of streams.microphone?.getTracks() ?? [])
    track.addEventListener('ended', () => (isAlone ? running.stop() : sayLost(t('The microphone'))))
  if (streams.screen && streams.camera) onEnded(streams.camera, () => sayLost(t('The camera')))
  if (type !== 'audio')
    void thumbnailOfStream(mixed.stream).then((thumbnail) => {
      running.kept.thumbnail = thumbnail
    })
  const sending = send(userId, running)
  sending.done.catch((error: unknown) => {
    if (state.get().kind === 'recording')
      toast.error(t('The recording cannot be sent now. It goes on, and is kept in this browser.'), {
        description: wordsOf(error),
      })
  })
  try {
    const { isKept, letGo } = await running.done
    mixed.end()
    close()
    await save(userId, { running, isKept, letGo, sending })
  } catch {
    sending.stop.abort()
    mixed.end()
    close()
    doing = {}
    state.set({ kind: 'idle' })
    toast.error(FAILED[type]())
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

interface SendingNow {
  done: Promise<Recording>
  stop: AbortController
}

/** Sends what is recorded, while it is and after it. */
function send(userId: string, { kept, pieces }: Running): SendingNow {
  const stop = new AbortController()
  let share = 0
  let waitsFor: WaitsFor | null = null
  const tell = () => {
    const now = state.get()
    if (now.kind === 'recording') state.set({ ...now, waitsFor })
    else if (now.kind === 'saving') state.set({ kind: 'saving', share, waitsFor })
  }
  const done = sendLive(userId, kept, pieces, {
    signal: stop.signal,
    onProgress(now) {
      share = now
      tell()
    },
    onWaiting(now) {
      waitsFor = now
      tell()
    },
  })
  return { done, stop }
}

/** Counts; false when the person, or the end of what is shared, has called it off. */
function countDown(from: number, { screen }: Streams): Promise<boolean> {
  if (from === 0) return Promise.resolve(true)
  return new Promise((resolve) => {
    let left = from
    const end = (goesOn: boolean) => {
      clearInterval(timer)
      doing = {}
      resolve(goesOn)
    }
    const timer = setInterval(() => {
      left -= 1
      if (left === 0) end(true)
      else state.set({ kind: 'counting', left })
    }, 1_000)
    state.set({ kind: 'counting', left })
    doing = { cancelCountdown: () => end(false) }
    if (screen) onEnded(screen, () => end(false))
  })
}

/** Ends sending for now; parts that were sent are kept where they are. */
const LATER = 'paused'

interface Ended {
  running: Running
  isKept: boolean
  letGo(): void
  sending: SendingNow
}

async function save(userId: string, { running, isKept, letGo, sending }: Ended) {
  const { stop } = sending
  const putAside = () => stop.abort(LATER)
  const before = state.get()
  doing = { stopSending: stop, ...(isKept && { putAside }) }
  state.set({ kind: 'saving', share: null, waitsFor: before.kind === 'recording' ? before.waitsFor : null })
  try {
    const recording = await sending.done
    letGo()
    doing = {}
    state.set({ kind: 'idle' })
    tellSaved(recording)
  } catch (error) {
    if (stop.signal.reason === LATER) return letGo()
    doing = {
      retry: () => void save(userId, { running, isKept, letGo, sending: send(userId, running) }),
      // Without a whole copy in the browser it is in this tab alone, until it is sent.
      ...(isKept && { putAside: letGo }),
      recorded: {
        kept: running.kept,
        file: () => running.pieces.from(0, Number.POSITIVE_INFINITY, new AbortController().signal),
        discard: () =>
          void discardKept(userId, running.kept)
            .catch(() => toast.error(t('The recording could not be discarded')))
            .finally(letGo),
      },
    }
    state.set({
      kind: 'failed',
      words: stop.signal.aborted ? t('The recording was not sent.') : wordsOf(error),
    })
  }
}

/** Says that something is in the library, and offers what comes next. */
export function tellSaved({ title }: Pick<Recording, 'title'>): void {
  toast.success(t('“{title}” is in your Media Library', { title }), {
    action: { label: t('Open library'), onClick: () => recordingWindow.set('library') },
  })
}

export const sessionActions = {
  cancelCountdown: () => doing.cancelCountdown?.(),
  pause() {
    doing.running?.pause()
    const now = state.get()
    if (now.kind === 'recording') state.set({ ...now, isPaused: true })
  },
  resume() {
    doing.running?.resume()
    const now = state.get()
    if (now.kind === 'recording') state.set({ ...now, isPaused: false })
  },
  stop: () => doing.running?.stop(),
  /** The person has signed out, or the session has ended elsewhere: what was recorded is kept, and nothing more is recorded. */
  leave() {
    const { kind } = state.get()
    if (kind === 'counting') doing.cancelCountdown?.()
    if (kind !== 'recording') return
    doing.running?.stop()
    toast(
      t('The recording has ended, because you are no longer signed in. Sign in to keep what was recorded.'),
      {
        duration: Number.POSITIVE_INFINITY,
      },
    )
  },
  stopSending: () => doing.stopSending?.abort(new DOMException('stopped', 'AbortError')),
  retry: () => doing.retry?.(),
  /** Leaves what could not be sent in this browser, to be sent from the library later. */
  later() {
    doing.putAside?.()
    doing = {}
    state.set({ kind: 'idle' })
  },
  /** What could not be sent is stored as a file of the person's own. */
  async store() {
    if (doing.recorded) await storeOutside(doing.recorded.kept, doing.recorded.file)
  },
  discard() {
    doing.recorded?.discard()
    doing = {}
    state.set({ kind: 'idle' })
  },
  /** Can what was not sent be left in this browser? */
  canWait: () => doing.putAside !== undefined,
}

/** A part of what is recorded has ended by itself while the rest goes on. */
function sayLost(what: string): void {
  if (state.get().kind === 'idle') return
  toast.error(t('{what} has stopped. The recording goes on without it.', { what }), {
    duration: Number.POSITIVE_INFINITY,
  })
}
