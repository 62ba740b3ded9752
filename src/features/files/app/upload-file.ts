import type { UploadOptions } from '@/blocks/kit/block-program'
import { LIMITS } from '@/shared/limits'
import {
  FILE_CHANGED,
  FILE_EMPTY,
  FILE_TOO_LARGE,
  SERVER_NOT_REACHED,
  type StoredFile,
  UPLOAD_FAILED,
} from '../model'

/** Why a file is not even sent; `null` when it can be. */
export function refusalOf({ size }: Pick<File, 'size'>): string | null {
  if (size === 0) return FILE_EMPTY()
  return size > LIMITS.uploadFile ? FILE_TOO_LARGE() : null
}

/**
 * Keeps a file with a page, or (null) for the person alone. Rejects with an `Error` whose message is for the person, or with the signal's reason when it
 * was stopped; the server then keeps nothing.
 */
export function uploadFile(
  file: File,
  documentId: string | null,
  { signal, onProgress }: UploadOptions = {},
): Promise<StoredFile> {
  const refusal = refusalOf(file)
  if (refusal !== null) return Promise.reject(new Error(refusal))
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    // XMLHttpRequest, because fetch does not tell how much was sent.
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    const end = (settle: () => void) => {
      signal?.removeEventListener('abort', stop)
      settle()
    }
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onload = () =>
      end(() => {
        if (request.status === 201) resolve(request.response as StoredFile)
        else reject(new Error(wordsOf(request.status, request.response)))
      })
    request.onerror = () => end(() => void brokenWords(file).then((words) => reject(new Error(words))))
    request.onabort = () => end(() => reject(signal?.reason))
    signal?.addEventListener('abort', stop)
    const where: Record<string, string> = documentId === null ? { library: 'true' } : { page: documentId }
    request.open('POST', `/api/files?${new URLSearchParams({ ...where, name: file.name })}`)
    // The content decides what it is; a type of the browser's guess would only be read by mistake.
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.send(file)
  })
}

/** What a refused upload says to the person: the server's own words where it knows what was wrong. */
export function wordsOf(status: number, answer: unknown): string {
  if (status === 500 || typeof answer !== 'object' || answer === null || !('error' in answer))
    return UPLOAD_FAILED()
  return typeof answer.error === 'string' && answer.error !== '' ? answer.error : UPLOAD_FAILED()
}

/** The browser does not say whether the connection broke or the file could not be read. */
async function brokenWords(file: File): Promise<string> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return SERVER_NOT_REACHED()
  } catch {
    return FILE_CHANGED()
  }
}
