import { actingAs, fetchAs } from '@/app/rpc'
import type { FileInfo, UploadOptions } from '@/blocks/kit/block-program'
import { LIMITS } from '@/shared/limits'
import { FILE_CHANGED, FILE_EMPTY, FILE_TOO_LARGE, type StoredFile } from '../model'
import type { Previews } from './make-previews'
import { nextTry, WAITS } from './upload-retries'
import { brokenWords, wordsOf } from './upload-words'

/** Why a file is not even sent; `null` when it can be. */
export function refusalOf({ size }: Pick<File, 'size'>): string | null {
  if (size === 0) return FILE_EMPTY()
  return size > LIMITS.uploadFile ? FILE_TOO_LARGE() : null
}

/** A larger file comes in parts, and goes on where it stopped when the line is cut. */
const IN_PARTS = 5 * 1024 * 1024

/**
 * Keeps a file with a page, or (null) for the person alone. Rejects with an `Error` whose message is for the person, or with the signal's reason when it
 * was stopped; the server then keeps nothing. All of it is sent with the headers `as`, which say whose it is, also when the tab has become somebody else's.
 */
export async function uploadFile(
  file: File,
  documentId: string | null,
  options: UploadOptions = {},
  as = actingAs(),
): Promise<FileInfo & StoredFile> {
  const refusal = refusalOf(file)
  if (refusal !== null) throw new Error(refusal)
  const hasPreviews = documentId !== null && /^(?:image|video)\//.test(file.type)
  // Drawn while the file is on its way.
  const drawn = hasPreviews ? import('./make-previews').then(({ makePreviews }) => makePreviews(file)) : null
  drawn?.catch(() => undefined)
  const kept = await send(file, documentId, options, as)
  if (documentId !== null && /^audio\//.test(file.type)) {
    const code = await import('./send-peaks').catch(() => null)
    if (code?.isHeardHereAlone(file)) await code.sendPeaks(file, kept.id, as, options.signal)
  }
  return drawn ? { ...kept, ...(await sendPreviews(kept, await drawn, options, as)) } : kept
}

/** Sends them behind their file; those that cannot be kept are left out, and the file is shown as it is. */
async function sendPreviews(
  { id }: StoredFile,
  { thumbhash, previews }: Previews,
  { signal }: UploadOptions,
  as: Record<string, string>,
): Promise<Pick<FileInfo, 'thumbhash' | 'previews'>> {
  const sent = await Promise.all(
    previews.map(({ width, bytes }) =>
      fetchAs(
        `/api/files/${id}/previews/${width}`,
        { method: 'PUT', body: bytes, signal: signal ?? null },
        as,
      )
        .then(({ ok }) => (ok ? [width] : []))
        .catch(() => []),
    ),
  )
  return { thumbhash, previews: sent.flat() }
}

function send(
  file: File,
  documentId: string | null,
  options: UploadOptions,
  as: Record<string, string>,
): Promise<StoredFile> {
  const where: Record<string, string> = documentId === null ? { library: 'true' } : { page: documentId }
  if (file.size > IN_PARTS)
    return import('./upload-in-parts').then(({ uploadInParts }) => uploadInParts(file, where, options, as))
  return sendWhole(file, where, options, as)
}

/**
 * No answer, a proxy before a server that is down or busy, or a server that is only starting, which says when to come again. What the server refuses
 * otherwise has its words, and is said at once.
 */
const isPassing = (request: XMLHttpRequest): boolean => {
  const { status, response } = request
  const isStarting = status === 503 && request.getResponseHeader('retry-after') !== null
  const isProxy = [408, 429, 502, 503, 504].includes(status) && typeof response?.error !== 'string'
  return status === 0 || isStarting || isProxy
}

/** Tries again, where somebody is told of the waiting. */
async function sendWhole(
  file: File,
  where: Record<string, string>,
  { signal, onProgress, onWaiting }: UploadOptions,
  as: Record<string, string>,
): Promise<StoredFile> {
  for (let tries = 0; ; tries++) {
    signal?.throwIfAborted()
    const request = await sent(file, where, as, signal, (share) => {
      onWaiting?.(false)
      onProgress?.(share)
    })
    if (request.status === 201) return request.response as StoredFile
    const words = request.status === 0 ? await brokenWords(file) : wordsOf(request.status, request.response)
    const wait = WAITS[tries]
    if (!onWaiting || wait === undefined || !isPassing(request) || words === FILE_CHANGED())
      throw new Error(words)
    onWaiting(true)
    await nextTry(wait, signal)
  }
}

/** Sends a file in one request; resolves with the request, which has the status 0 when there was no answer. */
function sent(
  file: File,
  where: Record<string, string>,
  as: Record<string, string>,
  signal?: AbortSignal,
  onProgress?: (share: number) => void,
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    // XMLHttpRequest, because fetch does not tell how much was sent.
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(request)
    request.onerror = () => resolve(request)
    request.onabort = () => reject(signal?.reason)
    request.onloadend = () => signal?.removeEventListener('abort', stop)
    signal?.addEventListener('abort', stop)
    request.open('POST', `/api/files?${new URLSearchParams({ ...where, name: file.name })}`)
    // The content decides what it is; a type of the browser's guess would only be read by mistake.
    request.setRequestHeader('content-type', 'application/octet-stream')
    for (const [name, value] of Object.entries(as)) request.setRequestHeader(name, value)
    request.send(file)
  })
}
