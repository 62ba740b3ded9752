import type { ImportAnswer } from '../model'

/** How far an import is: the part of the file that was sent, then the server reads it. */
export type ImportProgress = { phase: 'sending'; part: number } | { phase: 'reading' }

const NO_ANSWER = 'The server can not be reached. Nothing was imported; please try again.'

interface SendOptions {
  parentDocumentId: string | null
  signal: AbortSignal
  onProgress(progress: ImportProgress): void
}

/**
 * Sends one file to be imported. Rejects with an `Error` whose message is for the person; with an `AbortError` when
 * `signal` stopped it.
 */
export function sendFile(
  file: File,
  { parentDocumentId, signal, onProgress }: SendOptions,
): Promise<ImportAnswer> {
  const form = new FormData()
  if (parentDocumentId !== null) form.append('parentDocumentId', parentDocumentId)
  form.append('file', file)
  return new Promise((resolve, reject) => {
    // XMLHttpRequest, because fetch does not tell how much was sent.
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', stop)
      settle()
    }
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress({ phase: 'sending', part: loaded / Math.max(1, total) })
    request.upload.onload = () => onProgress({ phase: 'reading' })
    request.onload = () =>
      end(() => {
        const answer: unknown = request.response
        if (request.status === 201) resolve(answer as ImportAnswer)
        else reject(new Error(errorIn(answer) ?? `The file could not be imported (${request.status}).`))
      })
    request.onerror = () => end(() => reject(new Error(NO_ANSWER)))
    request.onabort = () => end(() => reject(new DOMException('Cancelled', 'AbortError')))
    signal.addEventListener('abort', stop)
    request.open('POST', '/api/import')
    request.send(form)
  })
}

/** The words in the JSON of a refused request. */
export function errorIn(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return null
  return typeof answer.error === 'string' ? answer.error : null
}
