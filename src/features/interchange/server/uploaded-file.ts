import { AppError } from '@/shared/errors'
import { LIMITS } from '@/shared/limits'
import { FILE_TOO_LARGE, ONE_FILE_ONLY } from '../model'

/** A file as it was sent, with what was said about it. */
export interface UploadedFile {
  name: string
  bytes: Uint8Array
  parentDocumentId: string | null
}

/** The caller broke off while sending. */
export class BrokenOff extends Error {}

/** What a form adds around the file. */
const FORM_EXTRA = 64 * 1024
/** How much of a body that is too large is still received, so that the sender hears why it was refused. */
const MOST_DISCARDED = 128 * 1024 * 1024

/** More of a name, from its end, is not looked at. */
const MOST_OF_NAME = 1000

const NO_FILE = 'Choose a file to import.'
const BAD_FORM = 'The upload could not be read. Please try again.'

/**
 * The one file of a request: a form with `file` and perhaps `parentDocumentId`, or the bare file with `?filename=` and
 * `&parentDocumentId=`. Throws `too-large` beyond `LIMITS.importFile`, `bad-input` for none, several, or a broken form;
 * `BrokenOff` when the caller went away.
 */
export async function uploadedFile(request: Request): Promise<UploadedFile> {
  const type = request.headers.get('content-type') ?? ''
  const isForm = /^multipart\/form-data\b/i.test(type)
  const body = await readBody(request, LIMITS.importFile + (isForm ? FORM_EXTRA : 0))
  if (isForm) return fromForm(body, type)
  const query = new URL(request.url).searchParams
  const name = query.get('filename')
  if (!name || body.byteLength === 0) throw new AppError('bad-input', NO_FILE)
  return { name: name.slice(-MOST_OF_NAME), bytes: body, parentDocumentId: query.get('parentDocumentId') }
}

async function fromForm(body: Uint8Array<ArrayBuffer>, type: string): Promise<UploadedFile> {
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch((cause) => {
    throw new AppError('bad-input', BAD_FORM, { cause })
  })
  const files = [...form.values()].filter((value) => typeof value !== 'string')
  const [file, second] = files
  if (second) throw new AppError('bad-input', ONE_FILE_ONLY)
  if (!file) throw new AppError('bad-input', NO_FILE)
  if (file.size > LIMITS.importFile) throw new AppError('too-large', FILE_TOO_LARGE)
  const parent = form.get('parentDocumentId')
  return {
    name: file.name.slice(-MOST_OF_NAME),
    bytes: new Uint8Array(await file.arrayBuffer()),
    parentDocumentId: typeof parent === 'string' && parent !== '' ? parent : null,
  }
}

async function readBody(request: Request, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  const said = Number(request.headers.get('content-length') ?? 0)
  if (said > MOST_DISCARDED) throw new AppError('too-large', FILE_TOO_LARGE)
  const reader = request.body?.getReader()
  const read = () =>
    reader?.read().catch((cause) => {
      throw new BrokenOff('The upload broke off.', { cause })
    })
  for (let next = await read(); next && !next.done; next = await read()) {
    size += next.value.byteLength
    if (size > MOST_DISCARDED) break
    if (size <= most) chunks.push(next.value)
    else chunks.length = 0
  }
  if (size > most) throw new AppError('too-large', FILE_TOO_LARGE)
  const body = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    body.set(chunk, at)
    at += chunk.byteLength
  }
  return body
}

const NOT_TEXT = 'This file is not text. Choose a Markdown, HTML or plain text file saved as UTF-8.'

/** The text in a file. Its content decides, not its name: anything but UTF-8 (or UTF-16 that says so) is refused. */
export function decodeText(bytes: Uint8Array): string {
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : null
  if (utf16 === null && bytes.includes(0)) throw new AppError('bad-input', NOT_TEXT)
  try {
    return new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('bad-input', NOT_TEXT, { cause })
  }
}
