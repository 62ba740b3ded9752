import { createHash } from 'node:crypto'
import type { Services, SignedInContext } from '@/server/context'
import type { Db } from '@/server/db/db'
import type { FileRow } from '@/server/db/schema'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'
import { FILE_EMPTY, FILE_TOO_LARGE, UPLOAD_NOT_THERE } from '../model'
import { SAMPLE } from './content-type'
import { putIndexFirst } from './index-first'
import { growWithinQuota, insertWithinQuota } from './quota'
import { countUpload, destinationOf, discardFile, finishFile, newFileRow, requireStill } from './receive-file'
import { turnOf, withUpload } from './upload-lock'
import * as queries from './uploads.queries'

/** How long the rest of a file is waited for after each part. */
export const WAIT_MS = 24 * 3_600_000

const later = (now = Date.now()): string => new Date(now + WAIT_MS).toISOString()

/**
 * Begins to keep a file that comes in parts, with a page or (null) for the caller alone. Throws what an upload
 * that comes whole does (`uploadFile`). `also` is noted with it.
 */
export async function beginUpload(
  ctx: SignedInContext,
  {
    id,
    documentId,
    name,
    length,
  }: { id: string; documentId: string | null; name: string; length: number | null },
  also?: (trx: Db) => Promise<unknown>,
): Promise<void> {
  if (length === 0) throw new AppError('bad-input', FILE_EMPTY())
  const { place, action } = await destinationOf(ctx, documentId, length)
  await countUpload(ctx, action)
  // Nobody who ends takes it along: it waits for the next run of the server.
  const row = { ...newFileRow(ctx, { id, name, size: length }, place), received_by: null }
  const upload = {
    id,
    user_id: ctx.caller.user.id,
    document_id: documentId,
    action,
    length,
    expires_at: later(),
  }
  await insertWithinQuota(ctx.db, ctx.config.quota, row, async (trx) => {
    await queries.insertUpload(trx, upload)
    await also?.(trx)
  })
}

/** The caller's upload and how much of it has come. Throws `not-found` in the same words for any other. */
async function requireUpload(ctx: SignedInContext, id: string): Promise<queries.UploadSoFar> {
  const found = await queries.findUpload(ctx.db, ctx.caller.user.id, id, new Date().toISOString())
  // What was copied or restored without its bytes has to be sent anew.
  if (!found || (await ctx.files.partsSize(id)) < found.offset)
    throw new AppError('not-found', UPLOAD_NOT_THERE())
  return found
}

/** How far an upload is. */
export interface UploadState {
  offset: number
  length: number | null
  /** When it is given up if nothing comes. */
  expiresAt: string
  isReady: boolean
}

export async function uploadState(ctx: SignedInContext, id: string): Promise<UploadState> {
  const { upload, file, offset } = await requireUpload(ctx, id)
  return {
    offset,
    length: upload.length,
    expiresAt: upload.expires_at,
    isReady: file.state === 'ready',
  }
}

/** May the caller still send this? Throws `not-found` when it is not theirs, and what `requirePage` does. */
export async function requireSending(ctx: SignedInContext, id: string): Promise<void> {
  const { upload } = await requireUpload(ctx, id)
  await requireStill(ctx, upload.document_id, upload.action)
}

/** Says how long the file is, where that was left open. Throws `too-large` when there is no room for it. */
export async function stateLength(ctx: SignedInContext, id: string, length: number): Promise<void> {
  if (length === 0) throw new AppError('bad-input', FILE_EMPTY())
  const { file } = await requireUpload(ctx, id)
  if (length > file.size) await grow(ctx, file, length)
  await queries.setLength(ctx.db, id, length)
}

/** Gives a file of unknown length room for this many bytes; answers how many there is room for. */
async function grow(ctx: SignedInContext, file: FileRow, size: number): Promise<number> {
  if (size > LIMITS.uploadFile) throw new AppError('too-large', FILE_TOO_LARGE())
  return growWithinQuota(ctx.db, ctx.config.quota, file, size)
}

/** A part as it comes in. */
export interface IncomingPart {
  /** Bytes of the file before it. */
  start: number
  /** What the sender says of its size; null when it does not. */
  statedSize: number | null
  /** SHA-256 of it in base64, when the sender says so. */
  sha256: string | null
  body: AsyncIterable<Uint8Array>
}

/** The bytes are others than the sender sent. */
export class WrongChecksum extends Error {}

/**
 * Keeps the next part of a file; answers how many bytes of the file are there then. The part counts once it has come whole, is what the
 * sender says it is, and is on the disk. Throws `WrongChecksum`, `too-large`, `bad-input` for a part that broke off; what has
 * come before it stays.
 */
export async function receivePart(ctx: SignedInContext, id: string, part: IncomingPart): Promise<number> {
  const { file, upload, offset, parts } = await requireUpload(ctx, id)
  if (parts >= LIMITS.uploadParts) throw new AppError('too-large', TOO_MANY_PARTS())
  if (offset !== part.start) throw new AppError('conflict', PART_ELSEWHERE())
  if ((part.statedSize ?? 0) > LIMITS.uploadPart) throw new AppError('too-large', PART_TOO_LARGE())
  let room = file.size
  const makeRoomFor = async (end: number) => {
    if (upload.length === null && end > room) room = await grow(ctx, file, end)
  }
  await makeRoomFor(offset + (part.statedSize ?? 0))
  const hash = createHash('sha256')
  let size = 0
  let sha256 = Buffer.alloc(0)
  async function* checked() {
    for await (const chunk of part.body) {
      size += chunk.byteLength
      if (size > LIMITS.uploadPart) throw new AppError('too-large', PART_TOO_LARGE())
      await makeRoomFor(offset + size)
      hash.update(chunk)
      yield chunk
    }
    // A connection that ends early looks like one that has said everything.
    if (part.statedSize !== null && size !== part.statedSize)
      throw new AppError('bad-input', PART_BROKE_OFF())
    sha256 = hash.digest()
    if (part.sha256 !== null && sha256.toString('base64') !== part.sha256) throw new WrongChecksum()
  }
  await ctx.files.putPart(id, offset, checked())
  if (size === 0) return offset
  const row = { upload_id: id, start: offset, size, sha256: sha256.toString('hex') }
  await ctx.db
    .transaction()
    .execute((trx) =>
      upload.length === null
        ? queries.joinPart(trx, row, LIMITS.uploadPart, later())
        : queries.insertPart(trx, row, later()),
    )
  return offset + size
}

const PART_ELSEWHERE = () => t('The upload has come to another place of the file by now.')
const PART_BROKE_OFF = () => t('A part of the file broke off on its way.')
const TOO_MANY_PARTS = () => t('The file came in too many parts. Please upload it again in larger ones.')
const PART_TOO_LARGE = () =>
  t('A part of a file may have at most {megabytes} MB.', { megabytes: LIMITS.uploadPart / 1024 ** 2 })

/**
 * Once everything has come, makes a file of it like one that came whole: its type follows from its content. Does nothing before that, or
 * a second time. Throws what `requirePage` does when the sender may not keep it there any more; its parts then wait.
 */
export async function finishUpload(ctx: SignedInContext, id: string): Promise<void> {
  await ctx.underWay.inTurn(`upload-end:${id}`, async () => {
    const { upload, file, offset } = await requireUpload(ctx, id)
    if (file.state === 'ready' || upload.length !== offset) return
    const mayStill = () => requireStill(ctx, upload.document_id, upload.action)
    await mayStill()
    await ctx.files.joinParts(id, offset)
    const sample = await startOf(ctx, id, offset)
    await putIndexFirst(ctx, id, { size: offset, sample })
    await finishFile(ctx, file, { size: offset, sample, mayStill })
    await queries.deleteParts(ctx.db, id)
  })
}

/**
 * Ends an upload of unknown length where it has come to; answers its bytes. Throws
 * `conflict` when other than `size` bytes have come (null: however many there are), `bad-input` for none.
 */
export async function endUpload(ctx: SignedInContext, id: string, size: number | null): Promise<number> {
  return withUpload(ctx.underWay, id, async () => {
    const { upload, offset } = await requireUpload(ctx, id)
    if (size !== null && size !== offset) throw new AppError('conflict', PART_ELSEWHERE())
    if (upload.length === null) await stateLength(ctx, id, offset)
    await finishUpload(ctx, id)
    return offset
  })
}

async function startOf({ files }: SignedInContext, id: string, size: number): Promise<Uint8Array> {
  const bytes = await files.read(id, { first: 0, last: Math.min(size, SAMPLE) - 1 })
  return new Uint8Array(Buffer.concat(bytes ? await bytes.toArray() : []))
}

/** Gives an upload up: nothing of it is left, unless its file is whole. Throws `not-found`. */
export async function cancelUpload(ctx: SignedInContext, id: string): Promise<void> {
  await ctx.underWay.inTurn(`upload-end:${id}`, async () => {
    const { file } = await requireUpload(ctx, id)
    if (file.state === 'ready') await queries.deleteUpload(ctx.db, id)
    else await discardFile(ctx, id)
  })
}

type Sweep = Pick<Services, 'db' | 'files' | 'log' | 'underWay'>

/** Removes uploads for which nothing has come for a day. */
export async function sweepUploads(
  { db, files, log, underWay }: Sweep,
  now: Date = new Date(),
): Promise<void> {
  const at = now.toISOString()
  let removed = 0
  for (const { id } of await queries.listExpired(db, at)) {
    await underWay.inTurn(turnOf(id), async () => {
      const state = await queries.expiredState(db, id, at)
      if (state === 'processing') {
        await discardFile({ db, files }, id)
        removed += 1
      } else if (state === 'ready') await queries.deleteUpload(db, id)
    })
  }
  if (removed > 0) log.warn({ uploads: removed }, 'uploads that nobody went on with are removed')
}
