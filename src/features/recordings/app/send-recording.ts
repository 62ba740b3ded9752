import { appCodeOf, failureKind, failureWords } from '@/app/failures'
import { callAs, rpc } from '@/app/rpc'
import { uploadFile } from '@/features/files/app/upload-file'
import { SERVER_NOT_REACHED, UPLOAD_FAILED } from '@/features/files/model'
import { newId } from '@/shared/ids'
import { RECORDING_WORDS, RECOVERED, type Recording, SILENCE } from '../model'
import { forgetKept, type KeptRecording, keepPiece, keptPieces } from './kept-pieces'
import type { Pieces } from './pieces'
import { endingOf } from './presets'
import { NotNow, sendPieces, type WaitsFor } from './send-pieces'
import { recordingsChanged } from './use-recordings'

export interface Sending {
  signal?: AbortSignal
  /** From 0 to 1, of what there is to be sent. */
  onProgress?(share: number): void
  /** What is waited for, and (null) that it is back: sending goes on by itself. */
  onWaiting?(waitsFor: WaitsFor | null): void
}

export const titleOfKept = ({ hasEnded, title }: KeptRecording): string => (hasEnded ? title : RECOVERED())

/**
 * Sends a recording while it is made, puts it into the library once it has ended, and only then removes it from this browser. What is sent by then waits on the
 * server for any browser. Rejects with words for the person, or with the signal's reason; nothing is lost then, and it can be called again.
 */
export async function sendLive(
  userId: string,
  kept: KeptRecording,
  pieces: Pieces,
  { signal = new AbortController().signal, onProgress, onWaiting }: Sending = {},
): Promise<Recording> {
  let isThere = false
  let isPictureTold = false
  const note = async () => {
    const hasPicture = kept.thumbnail !== null
    try {
      await tell(userId, kept)
      isPictureTold ||= hasPicture
    } catch {
      // That it cannot be told is seen by what is sent.
    }
  }
  const telling = setInterval(() => isThere && void note(), SILENCE / 3)
  try {
    const recording = await sendPieces({
      pieces,
      userId,
      signal,
      begin: () => beginKept(userId, kept, pieces),
      end: () => finish(userId, kept, pieces.size),
      onSent(bytes) {
        isThere = true
        // A browser that is killed in a moment leaves what it shows.
        if (kept.thumbnail !== null && !isPictureTold) void note()
        onProgress?.(pieces.size === 0 ? 0 : bytes / pieces.size)
      },
      onWaiting: onWaiting ?? (() => undefined),
    })
    await forgetKept(userId, kept.id).catch(() => undefined)
    await recordingsChanged()
    return recording
  } finally {
    clearInterval(telling)
  }
}

const idOf = (kept: KeptRecording): string => kept.sentAs ?? kept.id

/** What a call was refused with, as `sendPieces` understands it. */
function refusalOf(cause: unknown): Error {
  if (appCodeOf(cause) === 'unavailable') return NotNow.forRoom(failureWords(cause, UPLOAD_FAILED()), cause)
  const isPassing = ['offline', 'server-down'].includes(failureKind(cause)) || appCodeOf(cause) === 'conflict'
  const words = failureWords(cause, UPLOAD_FAILED())
  return isPassing ? new NotNow(words, { cause }) : new Error(words, { cause })
}

async function beginKept(userId: string, kept: KeptRecording, pieces: Pieces): Promise<string | null> {
  for (;;) {
    const { title, type, mimeType, resolution } = kept
    const begun = await rpc.recording.begin
      .mutate({ id: idOf(kept), title, type, mimeType, resolution }, callAs(userId))
      .catch((cause: unknown) => {
        throw refusalOf(cause)
      })
    if (begun.upload !== null) return begun.upload
    if (pieces.hasEnded && begun.sent !== null && begun.sent >= pieces.size) return null
    // Another browser has ended it where it had come to: this one has more, and all of it becomes another recording.
    kept.sentAs = newId()
    await keepPiece(userId, { ...kept }, undefined, true).catch(() => undefined)
  }
}

const tell = (userId: string, kept: KeptRecording): Promise<unknown> =>
  rpc.recording.note.mutate(
    {
      id: idOf(kept),
      duration: kept.duration,
      thumbnail: kept.thumbnail,
      hasEnded: kept.hasEnded,
    },
    callAs(userId),
  )

async function finish(userId: string, kept: KeptRecording, size: number): Promise<Recording> {
  if (size === 0) throw new Error(RECORDING_WORDS.nothing())
  try {
    await tell(userId, kept).catch((error: unknown) => {
      // It is in the library already, which `finish` answers.
      if (failureKind(error) !== 'not-found') throw error
    })
    return await rpc.recording.finish.mutate({ id: idOf(kept), size }, callAs(userId))
  } catch (cause) {
    throw refusalOf(cause)
  }
}

/** Sends what an earlier tab has left in this browser. */
export const sendKept = async (
  userId: string,
  kept: KeptRecording,
  sending: Sending = {},
): Promise<Recording> => sendLive(userId, kept, await keptPieces(userId, kept.id), sending)

/** Sends a file and puts it into the library. */
export async function sendFile(
  file: Blob,
  about: {
    id: string
    type: Recording['type']
    title: string
    duration: number
    resolution: string | null
    thumbnail: string | null
    mimeType: string
  },
): Promise<Recording> {
  const { id, type, title, duration, resolution, thumbnail, mimeType } = about
  const cut = new AbortController()
  const sent = new File([file], `recording.${endingOf(mimeType)}`, { type: file.type })
  const stored = await uploadFile(sent, null, {
    signal: cut.signal,
    onWaiting: (isCut) => isCut && cut.abort(new Error(SERVER_NOT_REACHED())),
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
