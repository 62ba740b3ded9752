import { wordsOf } from '@/features/files/app/upload-words'
import { SERVER_NOT_REACHED } from '@/features/files/model'
import { actingAsHeaders } from '@/shared/acting-as'
import { RECORDING_WORDS } from '../model'
import { orAborted, type Pieces } from './pieces'

/** The most that is sent at once, of what has come together while the server could not be reached. */
const MOST = 4 * 1024 * 1024
/** Milliseconds until it is tried again: longer each time that it fails. */
const WAITS = [300, 1_000, 2_000, 5_000, 10_000, 30_000]
/** How long the server is waited for once the recording is over, in milliseconds. While it goes on, there is nothing else to do. */
const PATIENCE = 15 * 60_000

/** The server cannot be reached, or its disk is full. */
export type WaitsFor = 'server' | 'room'

export interface SendOptions<Made> {
  pieces: Pieces
  /** Whose recording it is: the server takes it for nobody else. */
  userId: string
  signal: AbortSignal
  /** Answers the id of the upload that takes the bytes; null: all of them have come. */
  begin(): Promise<string | null>
  /** Makes of them what they are sent for, once all have come. This, like `begin`, rejects with {@link NotNow} for what may be over in a moment. */
  end(): Promise<Made>
  /** How many bytes are on the server. */
  onSent(bytes: number): void
  /** Nothing can be sent, and why, or (null) it can be again: it is tried again by itself. */
  onWaiting(waitsFor: WaitsFor | null): void
}

/** It will not come to a good end by trying again; the message is for the person. */
class Refused extends Error {}

/** The upload is not there any more: there is a new one to be begun. */
class Gone extends Error {}

/**
 * Sends what is recorded as it comes, as an upload of unknown length (tus 1.0), and goes on where it stopped whenever the line was cut or the server
 * was killed; resolves with what is made of it once all of it is there and nothing more follows. Rejects with words for the person, or with the signal's reason.
 */
export async function sendPieces<Made>(options: SendOptions<Made>): Promise<Made> {
  const { pieces, signal, onWaiting } = options
  let failures = 0
  let failedSince = 0
  let waitsFor: WaitsFor | null = null
  const wait = (now: WaitsFor | null) => {
    if (now !== waitsFor) onWaiting(now)
    waitsFor = now
  }
  const onWell = () => {
    failures = 0
    wait(null)
  }
  for (;;) {
    try {
      await sendOnce(options, onWell)
      return await orAborted(options.end(), signal)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof Gone) {
        if (failures++ > WAITS.length) throw new Error(SERVER_NOT_REACHED(), { cause: error })
        continue
      }
      if (!(error instanceof NotNow)) throw error
      if (failures === 0) failedSince = Date.now()
      if (pieces.hasEnded && failures > 0 && Date.now() - failedSince > PATIENCE)
        throw new Error(error.waitsFor === 'room' ? RECORDING_WORDS.noRoom() : SERVER_NOT_REACHED(), {
          cause: error,
        })
      wait(error.waitsFor)
      await untilNextTry(WAITS[Math.min(failures, WAITS.length - 1)]!, signal)
      failures += 1
    }
  }
}

/** Sends what there is until it ends. `onWell`: nothing is waited for. That the server answers alone does not say so: it may still refuse what follows. */
async function sendOnce(
  { pieces, userId, signal, begin, onSent }: SendOptions<unknown>,
  onWell: () => void,
): Promise<void> {
  const upload = await begin()
  if (upload === null) return
  const address = `/api/uploads/${upload}`
  const headers = { ...TUS, ...actingAsHeaders(userId) }
  let offset = await placeOf(await ask(address, { method: 'HEAD', headers, signal }))
  onSent(offset)
  if (offset >= pieces.size && !pieces.hasEnded) onWell()
  for (;;) {
    const bytes = await pieces.from(offset, MOST, signal)
    if (bytes === null) return
    const body = await bytes.arrayBuffer()
    const answer = await ask(address, {
      method: 'PATCH',
      headers: {
        ...headers,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
        ...(await checksum(body)),
      },
      body,
      signal,
    })
    offset = await placeOf(answer)
    onSent(offset)
    onWell()
  }
}

const TUS = { 'tus-resumable': '1.0.0' }

/** Says the SHA-256 of what is sent, where the browser computes it. */
async function checksum(body: ArrayBuffer): Promise<Record<string, string>> {
  if (!globalThis.crypto?.subtle) return {}
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', body))
  return { 'upload-checksum': `sha256 ${btoa(String.fromCharCode(...sum))}` }
}

/** It may be over in a moment: no answer, a server that is down or busy. */
export class NotNow extends Error {
  waitsFor: WaitsFor = 'server'

  static forRoom(words: string, cause?: unknown): NotNow {
    return Object.assign(new NotNow(words, { cause }), { waitsFor: 'room' })
  }
}

async function ask(address: string, request: RequestInit): Promise<Response> {
  const answer = await fetch(address, request).catch((cause: unknown) => {
    throw new NotNow('', { cause })
  })
  const { status } = answer
  if (answer.ok) return answer
  if (status === 404 || status === 410) throw new Gone()
  if (await isFull(answer)) throw NotNow.forRoom(String(status))
  if (status >= 500 || AGAIN.includes(status)) throw new NotNow(String(status))
  throw new Refused(wordsOf(status, await answer.json().catch(() => null)))
}

/** Does the server itself say that it has no room? One that only starts says when to ask again, and what stands before it says nothing of ours. */
async function isFull(answer: Response): Promise<boolean> {
  if (answer.status !== 503 || answer.headers.has('retry-after')) return false
  const said: unknown = await answer
    .clone()
    .json()
    .catch(() => null)
  return typeof said === 'object' && said !== null && 'error' in said
}

/** Too slow, at another place by now, too many, and changed on its way. */
const AGAIN: readonly number[] = [408, 409, 423, 429, 460]

async function placeOf(answer: Response): Promise<number> {
  const place = Number(answer.headers.get('upload-offset') ?? Number.NaN)
  if (!Number.isSafeInteger(place)) throw new NotNow('no answer of ours')
  return place
}

/** Waits so long, or until the browser is online again. */
function untilNextTry(ms: number, signal: AbortSignal): Promise<void> {
  let settle: () => void = () => undefined
  const waited = new Promise<void>((resolve) => {
    settle = resolve
  })
  const timer = setTimeout(settle, ms)
  globalThis.addEventListener?.('online', settle)
  return orAborted(waited, signal).finally(() => {
    clearTimeout(timer)
    globalThis.removeEventListener?.('online', settle)
  })
}
