import { actingAs } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { IMPORT_LINES, type ImportAnswer, type ImportLine } from '../model'

/** How far an import is: the part of the file that was sent, then how many pages are made of how many. */
export type ImportProgress =
  | { phase: 'sending'; part: number }
  | { phase: 'reading'; done: number; pages: number }

const NO_ANSWER = () => t('The server cannot be reached. Nothing was imported; please try again.')

/** Where new pages go. */
export interface ImportPlace {
  parentDocumentId: string | null
  /** Which pod, when they go to its top level; the person's own when left out. */
  podId?: string | undefined
}

interface SendOptions extends ImportPlace {
  signal: AbortSignal
  onProgress(progress: ImportProgress): void
}

/**
 * Sends one file to be imported. Rejects with an `Error` whose message is for the person; with an `AbortError` when
 * `signal` stopped it.
 */
export function sendFile(
  file: File,
  { parentDocumentId, podId, signal, onProgress }: SendOptions,
): Promise<ImportAnswer> {
  const query = new URLSearchParams({ filename: file.name })
  if (parentDocumentId !== null) query.set('parentDocumentId', parentDocumentId)
  else if (podId !== undefined) query.set('podId', podId)
  return new Promise((resolve, reject) => {
    // XMLHttpRequest, because fetch does not tell how much was sent.
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', stop)
      settle()
    }
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress({ phase: 'sending', part: loaded / Math.max(1, total) })
    request.upload.onload = () => onProgress({ phase: 'reading', done: 0, pages: 0 })
    request.onprogress = () => {
      const line = lastLine(request.responseText)
      if (line?.say === 'progress') onProgress({ phase: 'reading', done: line.done, pages: line.pages })
    }
    request.onload = () =>
      end(() => {
        const line = request.status === 200 ? lastLine(request.responseText) : null
        if (line?.say === 'done') resolve(line)
        else if (line?.say === 'failed') reject(new Error(line.error))
        else if (request.status === 200) reject(new Error(NO_ANSWER()))
        else
          reject(
            new Error(
              errorIn(jsonIn(request.responseText)) ??
                t('The file could not be imported ({status}).', { status: request.status }),
            ),
          )
      })
    request.onerror = () => end(() => reject(new Error(NO_ANSWER())))
    request.onabort = () => end(() => reject(new DOMException(t('Canceled'), 'AbortError')))
    signal.addEventListener('abort', stop)
    request.open('POST', `/api/import?${query}`)
    request.setRequestHeader('accept', IMPORT_LINES)
    request.setRequestHeader('content-type', 'application/octet-stream')
    for (const [name, value] of Object.entries(actingAs())) request.setRequestHeader(name, value)
    request.send(file)
  })
}

/** The last whole line of what has come so far. */
function lastLine(text: string): ImportLine | null {
  const line = text.slice(0, text.lastIndexOf('\n')).split('\n').at(-1)
  return line ? (jsonIn(line) as ImportLine | null) : null
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // What stands in between may answer in its own words.
    return null
  }
}

/** The words in the JSON of a refused request. */
export function errorIn(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return null
  return typeof answer.error === 'string' ? answer.error : null
}
