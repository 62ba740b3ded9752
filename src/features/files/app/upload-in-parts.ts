import { DetailedError, Upload, type UploadOptions } from 'tus-js-client'
import { fetchAs } from '@/app/rpc'
import type { UploadOptions as Sending } from '@/blocks/kit/block-program'
import { SERVER_NOT_REACHED, type StoredFile } from '../model'
import { nextTry, WAITS } from './upload-retries'
import { brokenWords, wordsOf } from './upload-words'

/** What is lost at most when the line is cut. */
const PART = 4 * 1024 * 1024
/** So much of a file's start and end tells it from others. */
const EDGE = 64 * 1024

/** Where the files of this tab are sent to, also where the browser keeps no marks. */
const addresses = new WeakMap<File, string>()
/** Of the files of which the server has been told, and has not answered yet where they are sent to: resolves with its answer, or without one. */
const asked = new WeakMap<File, Promise<void>>()

/**
 * Sends a file in parts (tus 1.0, `/api/uploads`), and goes on by itself where it stopped when the line was cut. One that was paused, or that
 * a closed tab has broken off, goes on when the same file is sent again for the same page. `as`: the headers that say whose it is. Rejects like `uploadFile`.
 */
export async function uploadInParts(
  file: File,
  where: Record<string, string>,
  { signal, onProgress, onWaiting }: Sending,
  as: Record<string, string>,
): Promise<StoredFile> {
  const mark = await markOf(file, where)
  // One that is stopped before the server has answered goes on with that answer, or gives it back.
  await asked.get(file)
  const answered = Promise.withResolvers<void>()
  let isAsking = false
  let isStopped = false
  let isWaiting = false
  let isWhole = false
  const wait = (now: boolean) => {
    if (now !== isWaiting) onWaiting?.(now)
    isWaiting = now
  }
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      ...hashed(file),
      endpoint: `/api/uploads?${new URLSearchParams({ ...where, name: file.name })}`,
      headers: as,
      uploadUrl: addresses.get(file) ?? null,
      chunkSize: PART,
      // Each part that comes begins them anew.
      retryDelays: [...WAITS],
      onShouldRetry: ({ originalResponse }) => {
        const status = originalResponse?.getStatus() ?? 0
        const isWorthIt = isPassing(status) && !isStopped
        if (isWorthIt) wait(true)
        return isWorthIt
      },
      // The library would begin the file anew when it is not told how much has come, also by a server that is only starting.
      onAfterResponse: (request, response) => {
        if (request.getMethod() === 'HEAD' && isPassing(response.getStatus()))
          throw new Error('It is not known how much has come')
      },
      storeFingerprintForResuming: mark !== null,
      fingerprint: async () => mark ?? '',
      removeFingerprintOnSuccess: true,
      onUploadUrlAvailable: () => {
        addresses.set(file, upload.url ?? '')
        if (isStopped) leave()
        isAnswered()
      },
      onProgress: (sent, all) => {
        wait(false)
        onProgress?.(sent / all)
      },
      onError: (error) => {
        isAnswered()
        end(() => void whyNot(file, error).then((words) => reject(new Error(words))))
      },
      onSuccess: () => {
        isWhole = true
        // Until it is known what it has become, another try is told of this one.
        fetchFile(upload.url ?? '', as, { signal, onWaiting: wait }).then(
          (stored) => {
            addresses.delete(file)
            end(() => resolve(stored))
          },
          (error: unknown) => end(() => reject(error)),
        )
      },
    })
    const giveUp = () => {
      addresses.delete(file)
      return upload.abort(true)
    }
    const leave = () => {
      isAnswered()
      const left = signal?.reason === 'paused' ? upload.abort() : giveUp()
      left.catch(() => undefined)
    }
    const stop = () => {
      end(() => reject(signal?.reason))
      isStopped = true
      // What the server begins meanwhile would be known to nobody: its answer is waited for.
      if (!isAsking || upload.url) leave()
    }
    const isAnswered = () => {
      isAsking = false
      answered.resolve()
    }
    // The wait before the next try may be half a minute; a browser that is online again need not sit it out.
    const goOn = () => {
      if (isWaiting && !isWhole) void upload.abort().then(() => signal?.aborted || upload.start())
    }
    const cut = () => wait(true)
    const end = (settle: () => void) => {
      signal?.removeEventListener('abort', stop)
      removeEventListener('online', goOn)
      removeEventListener('offline', cut)
      settle()
    }
    const begin = async () => {
      const [before] = mark === null ? [] : await upload.findPreviousUploads()
      if (before) upload.resumeFromPreviousUpload(before)
      if (signal?.aborted) {
        upload.url ??= addresses.get(file) ?? null
        return stop()
      }
      signal?.addEventListener('abort', stop)
      addEventListener('online', goOn)
      addEventListener('offline', cut)
      isAsking = true
      asked.set(file, answered.promise)
      upload.start()
    }
    begin().catch(reject)
  })
}

/** Is it worth trying again: no answer, a server that is down or busy, a part that was changed on its way? */
const isPassing = (status: number): boolean =>
  status === 0 || status >= 500 || [408, 409, 429, 460].includes(status)

/** Reads parts and says their SHA-256 with them, where the browser computes it: only on encrypted connections and on this machine. */
function hashed(file: File): Pick<UploadOptions, 'fileReader' | 'onBeforeRequest'> {
  let sum: string | null = null
  return {
    fileReader: {
      openFile: async () => ({
        size: file.size,
        async slice(start, end) {
          const value = await file.slice(start, end).arrayBuffer()
          sum = await sha256(value)
          return { value: new Blob([value]), done: end >= file.size }
        },
        close: () => undefined,
      }),
    },
    onBeforeRequest(request) {
      if (request.getMethod() === 'PATCH' && sum !== null)
        request.setHeader('Upload-Checksum', `sha256 ${sum}`)
    },
  }
}

async function sha256(bytes: ArrayBuffer): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return btoa(String.fromCharCode(...sum))
}

/** What tells this file for this page from others, without saying what it is called; null where the browser cannot. */
async function markOf(file: File, where: Record<string, string>): Promise<string | null> {
  const about = JSON.stringify([where, file.name, file.type, file.size, file.lastModified])
  try {
    const edges = new Blob([about, file.slice(0, EDGE), file.slice(-EDGE)])
    return await sha256(await edges.arrayBuffer())
  } catch {
    // The file cannot be read, which sending it tells the person.
    return null
  }
}

async function whyNot(file: File, error: Error): Promise<string> {
  const answer = error instanceof DetailedError ? error.originalResponse : null
  const status = answer?.getStatus() ?? 0
  if (!answer || status === 0) return brokenWords(file)
  return wordsOf(status, read(answer.getBody()))
}

function read(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** What has become of an upload that is whole: asked again while the server does not answer. */
async function fetchFile(
  upload: string,
  as: Record<string, string>,
  { signal, onWaiting }: { signal: AbortSignal | undefined; onWaiting(isWaiting: boolean): void },
): Promise<StoredFile> {
  for (let tries = 0; ; tries++) {
    const answer = await fetchAs(
      `/api/files/${upload.split('/').at(-1)}`,
      { signal: signal ?? null },
      as,
    ).catch(() => null)
    signal?.throwIfAborted()
    const told: unknown = (await answer?.json().catch(() => null)) ?? null
    if (answer?.ok && told !== null) {
      const { state: _ready, ...file } = told as StoredFile & { state: string }
      return file
    }
    const wait = WAITS[tries]
    if (wait === undefined || !isPassing(answer?.status ?? 0)) {
      if (!answer) throw new Error(SERVER_NOT_REACHED())
      throw new Error(wordsOf(answer.status, told))
    }
    onWaiting(true)
    await nextTry(wait, signal)
  }
}
