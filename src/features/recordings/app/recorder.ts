import { newId } from '@/shared/ids'
import type { LiveType } from '../model'
import { hold, type KeptRecording, keepPiece, keptPiece } from './kept-pieces'
import { Pieces } from './pieces'
import { PIECE, recordedAs } from './presets'

/** A recording that runs. */
export interface Running {
  /** What is known of it, as it is kept; it goes on changing. */
  kept: KeptRecording
  /** What has been recorded, from the first second on. */
  pieces: Pieces
  pause(): void
  resume(): void
  /** Ends it; `done` follows. */
  stop(): void
  /** All of it, once it has ended and what could be kept is kept. Rejects when nothing was recorded. */
  done: Promise<Finished>
}

export interface Finished {
  /** Is all of it kept in this browser? Else some of it is in this tab alone. */
  isKept: boolean
  /** Lets other tabs have it, once it is in the library or given up for now. */
  letGo(): void
}

export interface RecorderOptions {
  userId: string
  type: LiveType
  title: string
  /** Each second, while it is not paused. */
  onTick(seconds: number): void
  /** A piece could not be kept in this browser: what comes is in memory alone. */
  onNotKept(): void
}

/** Records a stream piece by piece; each piece is on this machine's disk before the next has come. Throws as the browser does. */
export function startRecorder(stream: MediaStream, options: RecorderOptions): Running {
  const { userId, type } = options
  const mimeType = recordedAs(type === 'audio' ? 'audio' : 'video')
  const recorder = new MediaRecorder(stream, mimeType === undefined ? {} : { mimeType })
  recorder.start(PIECE)
  const { width, height } = stream.getVideoTracks()[0]?.getSettings() ?? {}
  const kept: KeptRecording = {
    id: newId(),
    type,
    title: options.title,
    mimeType: recorder.mimeType || (mimeType ?? 'video/webm'),
    startedAt: Date.now(),
    duration: 0,
    resolution: width && height ? `${width}x${height}` : null,
    thumbnail: null,
    hasEnded: false,
  }
  const letGo = hold(kept.id)
  const timer = stopwatch()
  const ticking = setInterval(() => {
    if (recorder.state === 'recording') options.onTick(timer.seconds())
  }, PIECE)

  // One after the other: the order of the pieces is the film.
  const all: (Blob | undefined)[] = []
  const pieces = new Pieces(async (count) => all[count] ?? keptPiece(userId, kept.id, count))
  let isKept = true
  let writing: Promise<void> = keepPiece(userId, { ...kept }).catch(notKept)
  function notKept() {
    if (isKept) options.onNotKept()
    isKept = false
  }
  let count = 0
  let size = 0
  recorder.ondataavailable = ({ data }) => {
    if (data.size === 0) return
    kept.duration = timer.seconds()
    const piece = count++
    const noted = { ...kept }
    size += data.size
    // A browser keeps large pieces on the disk itself; these are let go of as soon as they are written.
    all[piece] = data
    writing = writing.then(async () => {
      try {
        if (isKept) {
          await keepPiece(userId, noted, { count: piece, bytes: await data.arrayBuffer() }, true)
          delete all[piece]
        }
      } catch {
        notKept()
      }
      // Sent once it is safe here.
      pieces.add(data.size)
    })
  }
  const done = new Promise<Finished>((resolve, reject) => {
    recorder.onstop = () => {
      clearInterval(ticking)
      kept.duration = timer.seconds()
      kept.hasEnded = true
      void writing
        .then(() =>
          isKept ? keepPiece(userId, { ...kept }, undefined, true).catch(() => undefined) : undefined,
        )
        .then(() => {
          pieces.end()
          if (size === 0) {
            letGo()
            reject(new Error('nothing was recorded'))
          } else resolve({ isKept, letGo })
        })
    }
  })
  const stop = () => {
    if (recorder.state !== 'inactive') recorder.stop()
  }
  recorder.onerror = stop
  return {
    kept,
    pieces,
    pause() {
      if (recorder.state !== 'recording') return
      recorder.pause()
      timer.stop()
      options.onTick(timer.seconds())
    },
    resume() {
      if (recorder.state !== 'paused') return
      recorder.resume()
      timer.go()
    },
    stop() {
      timer.stop()
      stop()
    },
    done,
  }
}

/** Seconds without those in which it was stopped. */
function stopwatch() {
  let before = 0
  let since: number | null = performance.now()
  return {
    seconds: () => (before + (since === null ? 0 : performance.now() - since)) / 1_000,
    stop() {
      if (since !== null) before += performance.now() - since
      since = null
    },
    go() {
      since ??= performance.now()
    },
  }
}
