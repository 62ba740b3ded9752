import { type Entry, fromBuffer, type Options, open, validateFileName, type ZipFile } from 'yauzl'
import { AppError } from '@/shared/errors'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'

const NOT_ONE = (path: string) =>
  t(
    'The .zip files in this one hold different files of the same name ({path}). Import them one after the other.',
    { path },
  )
const DAMAGED = () => t('This is not a .zip file, or it is damaged. Nothing was imported.')
const EMPTY = () => t('0 pages imported: there is nothing in this .zip.')
const ENCRYPTED = () => t('This .zip is protected by a password. Take the password off and import it again.')
const HOSTILE = () =>
  t('This .zip is built to do harm: it names places outside of itself. Nothing was imported.')
const OVERLAP = () =>
  t('This .zip is built to do harm: its files lie on top of each other. Nothing was imported.')
const SYMLINK = () => t('This .zip holds a symbolic link, which cannot be imported. Nothing was imported.')
const TOO_MANY = () =>
  t('This .zip holds more than {bundleEntries} files. Split it into several.', {
    bundleEntries: inFigures(LIMITS.bundleEntries),
  })
const TOO_LARGE = () =>
  t(
    'Unpacked, this .zip is larger than {bundleUnpacked} MB, the most that can be imported. Split it into several.',
    { bundleUnpacked: LIMITS.bundleUnpacked / 1024 / 1024 },
  )
const FILE_TOO_LARGE = (most: number, path: string) =>
  t('“{path}” is larger than {most} MB, the most that is read of such a file.', {
    path,
    most: Math.floor(most / 1024 / 1024),
  })
const BOMB = () => t('This .zip unpacks to far more than it is. Nothing was imported.')

/** How many times larger than packed something may be; text packs to a tenth, an empty table to a hundredth. */
const MOST_RATIO = 200
/** Below this size nobody minds the ratio. */
const RATIO_FROM = 8 * 1024 * 1024

const OPTIONS = { lazyEntries: true, validateEntrySizes: true, strictFileNames: false } satisfies Options

/** The files in a `.zip`, by their paths, in its order. */
export interface SafeZip {
  paths: readonly string[]
  /** What its directory says of the size; the bytes are counted all the same. */
  statedSize(path: string): number
  /** The bytes of one file. Throws `too-large` beyond `most`, and when all that was read is too much together. */
  read(path: string, most: number): Promise<Uint8Array>
  close(): void
}

/**
 * Opens a `.zip` from outside (R33). Nothing is ever written: files are read into memory one at a time, and counted while they are unpacked,
 * whatever the directory says. Throws `bad-input` for one that is damaged, empty, encrypted, holds links, names places outside of itself or
 * lays files on top of each other; `too-large` for too many or too large ones.
 */
export async function openZip(source: string | Uint8Array): Promise<SafeZip> {
  const zip = await opened(source)
  try {
    const entries = await entriesOf(zip)
    refuseOverlap(entries)
    return safeZip(zip, entries)
  } catch (error) {
    zip.close()
    throw error
  }
}

/** What the library says of names: absolute, `..`, a drive, a backslash. */
const isNameFault = (error: unknown): boolean =>
  error instanceof Error &&
  /invalid (?:relative path|characters in fileName)|absolute path/i.test(error.message)

const refusal = (cause: unknown): AppError =>
  cause instanceof AppError
    ? cause
    : new AppError('bad-input', isNameFault(cause) ? HOSTILE() : DAMAGED(), { cause })

function opened(source: string | Uint8Array): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, zip: ZipFile) => (error ? reject(refusal(error)) : resolve(zip))
    if (typeof source === 'string') open(source, { ...OPTIONS, autoClose: false }, done)
    else fromBuffer(Buffer.from(source.buffer, source.byteOffset, source.byteLength), OPTIONS, done)
  })
}

function entriesOf(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  let stated = 0
  return new Promise((resolve, reject) => {
    zip.on('error', (error) => reject(refusal(error)))
    zip.on('end', () =>
      entries.length === 0 ? reject(new AppError('bad-input', EMPTY())) : resolve(entries),
    )
    zip.on('entry', (entry: Entry) => {
      entry.fileName = nameOf(entry)
      if (validateFileName(entry.fileName) !== null) return reject(new AppError('bad-input', HOSTILE()))
      if (zip.entryCount > LIMITS.bundleEntries) return reject(new AppError('too-large', TOO_MANY()))
      if (entry.isEncrypted()) return reject(new AppError('bad-input', ENCRYPTED()))
      if (isLink(entry)) return reject(new AppError('bad-input', SYMLINK()))
      stated += entry.uncompressedSize
      if (stated > LIMITS.bundleUnpacked) return reject(new AppError('too-large', TOO_LARGE()))
      if (isBomb(entry.uncompressedSize, entry.compressedSize))
        return reject(new AppError('bad-input', BOMB()))
      if (!entry.fileName.endsWith('/')) entries.push(entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
}

/** The entry says that its name is UTF-8, or says it there. */
const SAYS_UTF8 = 0x800
const UNICODE_PATH = 0x7075

/** Its name. macOS writes UTF-8 and does not say so: what reads as that is that. */
function nameOf({ fileName, fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  const isSaid =
    (generalPurposeBitFlag & SAYS_UTF8) !== 0 || extraFields.some(({ id }) => id === UNICODE_PATH)
  if (isSaid) return fileName
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
      .decode(fileNameRaw)
      .replaceAll('\\', '/')
  } catch {
    return fileName
  }
}

const isBomb = (size: number, packed: number): boolean => size > RATIO_FROM && size > packed * MOST_RATIO

const FILE_TYPE = 0o170000
const LINK_TYPE = 0o120000
const isLink = (entry: Entry): boolean => ((entry.externalFileAttributes >>> 16) & FILE_TYPE) === LINK_TYPE

/** The least that stands before a file's bytes. */
const HEADER = 30

function refuseOverlap(entries: readonly Entry[]): void {
  const sorted = [...entries].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  let end = 0
  for (const entry of sorted) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new AppError('bad-input', OVERLAP())
    end = entry.relativeOffsetOfLocalHeader + HEADER + entry.compressedSize
  }
}

function safeZip(zip: ZipFile, entries: readonly Entry[]): SafeZip {
  // The first of two files of one name, as most programs do.
  const byPath = new Map<string, Entry>()
  for (const entry of entries) {
    const path = entry.fileName.normalize('NFC')
    if (!byPath.has(path)) byPath.set(path, entry)
  }
  let unpacked = 0
  return {
    paths: [...byPath.keys()],
    statedSize: (path) => byPath.get(path)?.uncompressedSize ?? 0,
    async read(path, most) {
      const entry = byPath.get(path)
      if (!entry) throw new AppError('bad-input', DAMAGED())
      const left = LIMITS.bundleUnpacked - unpacked
      const bytes = await bytesOf(
        zip,
        entry,
        most < left ? { most, why: FILE_TOO_LARGE } : { most: left, why: TOO_LARGE },
      )
      unpacked += bytes.byteLength
      return bytes
    },
    close: () => zip.close(),
  }
}

/** Several of them as one. They may hold no more together than one may, and no two different files of one name: those belong to different things. */
export function joinZips(zips: readonly SafeZip[]): SafeZip {
  const [only] = zips
  if (zips.length === 1 && only) return only
  const at = new Map<string, SafeZip>()
  let stated = 0
  for (const zip of zips)
    for (const path of zip.paths) {
      stated += zip.statedSize(path)
      const known = at.get(path)
      // Parts of one export may each hold the same list of contents.
      if (known && known.statedSize(path) !== zip.statedSize(path))
        throw new AppError('bad-input', NOT_ONE(path))
      if (!known) at.set(path, zip)
    }
  if (at.size > LIMITS.bundleEntries) throw new AppError('too-large', TOO_MANY())
  if (stated > LIMITS.bundleUnpacked) throw new AppError('too-large', TOO_LARGE())
  let unpacked = 0
  return {
    paths: [...at.keys()],
    statedSize: (path) => at.get(path)?.statedSize(path) ?? 0,
    async read(path, most) {
      const zip = at.get(path)
      if (!zip) throw new AppError('bad-input', DAMAGED())
      const bytes = await zip.read(path, most)
      unpacked += bytes.byteLength
      if (unpacked > LIMITS.bundleUnpacked) throw new AppError('too-large', TOO_LARGE())
      return bytes
    },
    close() {
      for (const zip of zips) zip.close()
    },
  }
}

interface Most {
  most: number
  /** What is said of more: given `most`, and the path. */
  why(most: number, path: string): string
}

function bytesOf(zip: ZipFile, entry: Entry, { most, why }: Most): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(refusal(error))
      const chunks: Buffer[] = []
      let size = 0
      stream.on('error', (cause) => reject(refusal(cause)))
      stream.on('data', (chunk: Buffer) => {
        size += chunk.byteLength
        chunks.push(chunk)
        if (size > most || isBomb(size, entry.compressedSize)) {
          stream.destroy()
          const isLarge = size > most
          reject(
            isLarge
              ? new AppError('too-large', why(most, entry.fileName))
              : new AppError('bad-input', BOMB()),
          )
        }
      })
      stream.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    })
  })
}
