import { rpc } from '@/app/rpc'
import { uploadFile } from '@/features/files/app/upload-file'
import { SERVER_NOT_REACHED } from '@/features/files/model'
import { t } from '@/shared/i18n'
import type { Recording } from '../model'
import { finishFilm } from './finish-film'
import { forgetKept, type KeptRecording, keptBytes } from './kept-pieces'
import { endingOf } from './presets'
import { recordingsChanged } from './use-recordings'

export interface Sending {
  signal?: AbortSignal
  /** From 0 to 1, of what is sent. */
  onProgress?(share: number): void
  /** The connection was lost, and is back: sending goes on by itself. Without this, it is refused. */
  onWaiting?(isWaiting: boolean): void
}

/** What a recording that was cut off is called. */
export const recovered = (): string => t('Recovered recording')

export const titleOfKept = ({ hasEnded, title }: KeptRecording): string => (hasEnded ? title : recovered())

/**
 * Sends what this browser has kept of a recording, puts it into the library, and only then removes it here. Rejects with words for
 * the person, or with the signal's reason; nothing is lost then, and it can be tried again.
 */
export async function sendKept(
  userId: string,
  kept: KeptRecording,
  { inMemory = null, ...sending }: Sending & { inMemory?: Blob | null } = {},
): Promise<Recording> {
  const whole = await wholeOf(userId, kept, inMemory)
  if (whole.size === 0) throw new Error(t('There is nothing in this recording.'))
  const { file, duration, resolution, thumbnail } = await finishFilm(
    whole,
    kept.type === 'audio' ? 'audio' : 'video',
  )
  const recording = await sendFile(file, {
    id: kept.id,
    type: kept.type,
    title: titleOfKept(kept),
    duration: duration ?? kept.duration,
    resolution: resolution ?? kept.resolution,
    thumbnail,
    mimeType: kept.mimeType,
    ...sending,
  })
  await forgetKept(userId, kept.id).catch(() => undefined)
  return recording
}

/** All of a recording: what is kept in this browser, and behind it what there was no room for. */
export async function wholeOf(userId: string, kept: KeptRecording, inMemory: Blob | null): Promise<Blob> {
  const bytes = await keptBytes(userId, kept).catch((error: unknown) => {
    if (inMemory === null) throw error
    return new Blob([], { type: kept.mimeType.split(';', 1)[0]! })
  })
  return inMemory === null ? bytes : new Blob([bytes, inMemory], { type: bytes.type })
}

/** Sends a file and puts it into the library. */
export async function sendFile(
  file: Blob,
  about: Sending & {
    id: string
    type: Recording['type']
    title: string
    duration: number
    resolution: string | null
    thumbnail: string | null
    mimeType: string
  },
): Promise<Recording> {
  const { id, type, title, duration, resolution, thumbnail, mimeType, signal, onProgress, onWaiting } = about
  const cut = new AbortController()
  const sent = new File([file], `recording.${endingOf(mimeType)}`, { type: file.type })
  const stored = await uploadFile(sent, null, {
    onProgress,
    signal: signal ? AbortSignal.any([signal, cut.signal]) : cut.signal,
    onWaiting: onWaiting ?? ((isCut) => isCut && cut.abort(new Error(SERVER_NOT_REACHED()))),
  })
  const recording = await rpc.recording.create.mutate({
    id,
    fileId: stored.id,
    type,
    title,
    duration,
    metadata: { resolution },
    thumbnail,
  })
  await recordingsChanged()
  return recording
}
