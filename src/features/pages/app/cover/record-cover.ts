import { onEnded, release } from '@/features/recordings/app/capture'
import { endingOf, PIECE, recordedAs } from '@/features/recordings/app/presets'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'

/** What is told when nothing can be recorded (product.md 8.6). */
const RECORD_ERRORS = {
  get camera() {
    return t('Unable to access camera')
  },
  get screen() {
    return t('Unable to access screen sharing')
  },
  get failed() {
    return t('Failed to start recording')
  },
} as const

/** Bits in a second: half a minute fits into a cover. */
const BIT_RATE = 1_200_000
/** The last piece must still fit. */
const FULL = LIMITS.coverFile - 2 * (BIT_RATE / 8)

export interface CoverRecording {
  /** What is being recorded, to be looked at. */
  stream: MediaStream
  stop(): void
  /** Ends it; `done` is `null` then. */
  discard(): void
  /** The film once it has ended: by `stop`, by the browser's own button, or because it is full. */
  done: Promise<File | null>
}

/** Begins a recording. Rejects with the words of 8.6. */
export async function recordCover(
  source: 'screen' | 'camera',
  { onTick }: { onTick(seconds: number): void },
): Promise<CoverRecording> {
  const stream = await openStream(source)
  let recorder: MediaRecorder
  try {
    const mimeType = recordedAs('video')
    recorder = new MediaRecorder(stream, { ...(mimeType && { mimeType }), videoBitsPerSecond: BIT_RATE })
    recorder.start(PIECE)
  } catch (cause) {
    release(stream)
    throw new Error(RECORD_ERRORS.failed, { cause })
  }
  const started = performance.now()
  const pieces: Blob[] = []
  let size = 0
  let isDiscarded = false
  const stop = () => {
    if (recorder.state !== 'inactive') recorder.stop()
  }
  recorder.ondataavailable = ({ data }) => {
    pieces.push(data)
    size += data.size
    onTick(Math.round((performance.now() - started) / 1_000))
    if (size >= FULL) stop()
  }
  const done = new Promise<File | null>((resolve, reject) => {
    recorder.onstop = () => {
      release(stream)
      const type = recorder.mimeType.split(';', 1)[0] || 'video/webm'
      if (isDiscarded) resolve(null)
      else if (size === 0) reject(new Error(RECORD_ERRORS.failed))
      else resolve(new File(pieces, `recording.${endingOf(type)}`, { type }))
    }
    recorder.onerror = () => {
      release(stream)
      reject(new Error(RECORD_ERRORS.failed))
    }
  })
  onEnded(stream, stop)
  return {
    stream,
    stop,
    discard() {
      isDiscarded = true
      stop()
      release(stream)
    },
    done,
  }
}

async function openStream(source: 'screen' | 'camera'): Promise<MediaStream> {
  const { mediaDevices } = navigator
  try {
    return source === 'screen'
      ? await mediaDevices.getDisplayMedia({ video: { frameRate: 15 }, audio: false })
      : await mediaDevices.getUserMedia({ video: { width: 1280, height: 720 }, audio: false })
  } catch (cause) {
    throw new Error(RECORD_ERRORS[source], { cause })
  }
}
