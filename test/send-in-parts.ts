import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { Upload } from 'tus-js-client'

/** Bytes of a part, as in browsers. */
export const PART = 4 * 1024 ** 2

interface Sending {
  endpoint: string
  headers: Record<string, string>
  /** Bytes that have been written so far. */
  onProgress?(sent: number): void
}

/** Sends a file of this machine in parts, each with its SHA-256 as browsers do, and goes on after whatever goes wrong; answers its id. */
export async function sendInParts(path: string, { endpoint, headers, onProgress }: Sending): Promise<string> {
  await using file = await open(path)
  const { size } = await file.stat()
  return await new Promise<string>((resolve, reject) => {
    const upload = new Upload(Buffer.alloc(0), {
      ...partsOf(file, size),
      endpoint,
      headers,
      chunkSize: PART,
      retryDelays: Array<number>(3_000).fill(100),
      onShouldRetry: () => true,
      onProgress: (sent) => onProgress?.(sent),
      onError: reject,
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
    })
    upload.start()
  })
}

function partsOf(file: FileHandle, size: number) {
  let sum = ''
  return {
    fileReader: {
      openFile: async () => ({
        size,
        async slice(start: number, end: number) {
          const { buffer } = await file.read(Buffer.alloc(Math.min(end, size) - start), 0, undefined, start)
          sum = createHash('sha256').update(buffer).digest('base64')
          return { value: Object.assign(buffer, { size: buffer.byteLength }), done: end >= size }
        },
        close: () => undefined,
      }),
    },
    onBeforeRequest(request: { getMethod(): string; setHeader(name: string, value: string): void }) {
      if (request.getMethod() === 'PATCH') request.setHeader('Upload-Checksum', `sha256 ${sum}`)
    },
  }
}
