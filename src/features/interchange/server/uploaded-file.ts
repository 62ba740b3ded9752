import { createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '@/server/config'
import { requireRoom, SPARE, whileRoom } from '@/server/files/room'
import { readForm } from '@/server/http/read-form'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import { fileTooLarge, mostBytesOf, NOTHING_TO_IMPORT, ONE_FILE_ONLY } from '../model'

/** A file as it was sent, with what was said about it. Its bytes are in the data folder until `remove`. */
export interface UploadedFile {
  name: string
  path: string
  parentDocumentId: string | null
  podId: string | undefined
  remove(): Promise<void>
}

/** The caller broke off while sending. */
export class BrokenOff extends Error {}

/** What a form adds around the file. */
const FORM_EXTRA = 64 * 1024
/** A form is taken apart in memory: larger files are sent bare. */
const MOST_OF_FORM = 64 * 1024 * 1024 + FORM_EXTRA
/** How much of a body that is refused is still received, so that the sender hears why. */
const MOST_DISCARDED = 128 * 1024 * 1024

/** More of a name, from its end, is not looked at. */
const MOST_OF_NAME = 1000

const NO_FILE = () => t('Choose a file to import.')
const BAD_FORM = () => t('The upload could not be read. Please try again.')

const spoolFolder = (config: Pick<Config, 'dataDir'>): string => join(config.dataDir, 'imports')

/** Removes what a server that was ended has left of files that were being imported. */
export const clearSpool = (config: Pick<Config, 'dataDir'>): Promise<void> =>
  rm(spoolFolder(config), { recursive: true, force: true })

/**
 * The one file of a request: a form with `file` and perhaps `parentDocumentId` and `podId`, or the bare file with
 * `?filename=` and these. Throws `too-large` beyond what its kind may have, `bad-input` for none, several, or a broken form, `unavailable`
 * where the disk would not have `spare` bytes left; `BrokenOff` when the caller went away.
 */
export async function uploadedFile(
  request: Request,
  config: Pick<Config, 'dataDir'>,
  spare: number = SPARE,
): Promise<UploadedFile> {
  const folder = spoolFolder(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, newId())
  const remove = () => rm(path, { force: true })
  try {
    const said = await received(request, { path, folder, spare })
    return { ...said, path, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

type Said = Pick<UploadedFile, 'name' | 'parentDocumentId' | 'podId'>

/** Where a file is written, and what is left of the disk for everything else. */
interface Spool {
  path: string
  folder: string
  spare: number
}

async function received(request: Request, spool: Spool): Promise<Said> {
  const type = request.headers.get('content-type') ?? ''
  if (/^multipart\/form-data\b/i.test(type)) return fromForm(request, type, spool)
  const query = new URL(request.url).searchParams
  const name = query.get('filename')?.slice(-MOST_OF_NAME)
  if (!name) throw new AppError('bad-input', NO_FILE())
  let size = 0
  async function* counted() {
    const body = bodyOf(request, mostBytesOf(name!), fileTooLarge(name!))
    for await (const chunk of whileRoom(spool.folder, spool.spare, body)) {
      size += chunk.byteLength
      yield chunk
    }
  }
  await pipeline(Readable.from(counted()), createWriteStream(spool.path, { mode: 0o600 }))
  if (size === 0) throw new AppError('bad-input', NOTHING_TO_IMPORT())
  return {
    name,
    parentDocumentId: query.get('parentDocumentId') || null,
    podId: query.get('podId') || undefined,
  }
}

async function fromForm(request: Request, type: string, { path, folder, spare }: Spool): Promise<Said> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bodyOf(request, MOST_OF_FORM, fileTooLarge('a form'))) chunks.push(chunk)
  const body = new Uint8Array(Buffer.concat(chunks))
  const form = await readForm(body, type).catch((cause) => {
    throw new AppError('bad-input', BAD_FORM(), { cause })
  })
  const files = [...form.values()].filter((value) => typeof value !== 'string')
  const [file, second] = files
  if (second) throw new AppError('bad-input', ONE_FILE_ONLY())
  if (!file) throw new AppError('bad-input', NO_FILE())
  const name = file.name.slice(-MOST_OF_NAME)
  if (file.size > mostBytesOf(name)) throw new AppError('too-large', fileTooLarge(name))
  await requireRoom(folder, spare + file.size)
  await writeFile(path, new Uint8Array(await file.arrayBuffer()), { mode: 0o600 })
  const text = (key: string) => {
    const value = form.get(key)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return { name, parentDocumentId: text('parentDocumentId') ?? null, podId: text('podId') }
}

/**
 * The body up to `most` bytes, and then refused in these words. What is more than that, or is not wanted any more by who reads this, is
 * received and thrown away, as long as that is bearable.
 */
async function* bodyOf(request: Request, most: number, tooLarge: string): AsyncGenerator<Uint8Array> {
  const said = Number(request.headers.get('content-length') ?? 0)
  if (said > most + MOST_DISCARDED) throw new AppError('too-large', tooLarge)
  const reader = request.body?.getReader()
  const read = () =>
    reader?.read().catch((cause) => {
      throw new BrokenOff(t('The upload broke off.'), { cause })
    })
  let size = 0
  try {
    for (let next = await read(); next && !next.done; next = await read()) {
      size += next.value.byteLength
      if (size > most) break
      yield next.value
    }
  } finally {
    let left = MOST_DISCARDED
    for (let next = await read(); next && !next.done && left > 0; next = await read())
      left -= next.value.byteLength
  }
  if (size > most) throw new AppError('too-large', tooLarge)
}
