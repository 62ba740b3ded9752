import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '@/server/config'
import { SPARE, whileRoom } from '@/server/files/room'
import { BadForm, type FormFile, readForm } from '@/server/http/read-form'
import { bodyOf } from '@/server/http/request-body'
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

/** What a form adds around the file. */
const FORM_EXTRA = 64 * 1024
/** Larger files are sent bare. */
const MOST_OF_FORM = 64 * 1024 * 1024 + FORM_EXTRA

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
  const size = await write(bodyOf(request, mostBytesOf(name), fileTooLarge(name)), spool)
  if (size === 0) throw new AppError('bad-input', NOTHING_TO_IMPORT())
  return {
    name,
    parentDocumentId: query.get('parentDocumentId') || null,
    podId: query.get('podId') || undefined,
  }
}

/** Writes a file as it comes; answers how long it is. */
async function write(body: AsyncIterable<Uint8Array>, { path, folder, spare }: Spool): Promise<number> {
  let size = 0
  async function* counted() {
    for await (const chunk of whileRoom(folder, spare, body)) {
      size += chunk.byteLength
      yield chunk
    }
  }
  await pipeline(Readable.from(counted()), createWriteStream(path, { mode: 0o600 }))
  return size
}

async function fromForm(request: Request, type: string, spool: Spool): Promise<Said> {
  const names: string[] = []
  const takeFile = async (file: FormFile) => {
    if (names.length > 0) throw new AppError('bad-input', ONE_FILE_ONLY())
    const name = file.name.slice(-MOST_OF_NAME)
    names.push(name)
    await write(upTo(mostBytesOf(name), fileTooLarge(name), file.bytes), spool)
  }
  const body = bodyOf(request, MOST_OF_FORM, fileTooLarge('a form'))
  const words = await readForm(body, type, takeFile).catch((cause) => {
    throw cause instanceof BadForm ? new AppError('bad-input', BAD_FORM(), { cause }) : cause
  })
  const [name] = names
  if (name === undefined) throw new AppError('bad-input', NO_FILE())
  const text = (key: string) => {
    const value = words.get(key)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return { name, parentDocumentId: text('parentDocumentId') ?? null, podId: text('podId') }
}

async function* upTo(
  most: number,
  tooLarge: string,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.byteLength
    if (size > most) throw new AppError('too-large', tooLarge)
    yield chunk
  }
}
