import { requirePage } from '@/server/access/require-page'
import type { Services, SignedInContext } from '@/server/context'
import type { FileRow } from '@/server/db/schema'
import { AppError, invariant } from '@/shared/errors'
import { newId } from '@/shared/ids'
import { LIMITS } from '@/shared/limits'
import { mayDo } from '@/shared/permissions'
import {
  COMMENT_FILE_TOO_LARGE,
  FILE_EMPTY,
  FILE_NOT_THERE,
  FILE_TOO_LARGE,
  fileUrl,
  type StoredFile,
  safeFileName,
  TOO_MANY_AT_ONCE,
} from '../model'
import { SAMPLE, typeOfContent } from './content-type'
import * as queries from './files.queries'
import { putIndexFirst } from './index-first'
import { growWithinQuota, insertWithinQuota } from './quota'

/** How many files a person can upload in an hour, and at the same time. */
const PER_HOUR = 600
const FOR_COMMENTS_A_DAY = 100
const AT_ONCE = 6

/** A file as it comes in. */
export interface IncomingFile {
  /** As the sender calls it. */
  name: string
  /** What the sender says of its size; `null` when it does not. */
  statedSize: number | null
  body: AsyncIterable<Uint8Array>
}

/** A picture for a comment: the largest file of somebody who may discuss a page and not write into it. */
const COMMENT_FILE = LIMITS.coverFile

/** Where a file goes. */
export interface Place {
  /** Null: it is for its sender alone. */
  id: string | null
  pod_id: string
}

/** Where a file goes, and as what its sender may send it there. */
export interface Destination {
  place: Place
  /** What they must still be allowed when it has come; null: it needs no page. */
  action: 'edit' | 'comment' | null
}

/**
 * Where a file of this size may go now: to a page, or (null) to the caller alone. Throws like `requirePage` for a page that the
 * caller may not even discuss, and `too-large`.
 */
export async function destinationOf(
  ctx: SignedInContext,
  documentId: string | null,
  statedSize: number | null,
): Promise<Destination> {
  const page = documentId === null ? null : await requirePage(ctx, documentId, 'comment')
  if ((statedSize ?? 0) > LIMITS.uploadFile) throw new AppError('too-large', FILE_TOO_LARGE())
  if (page === null) {
    const pod_id = await queries.personalPod(ctx.db, ctx.caller.user.id)
    invariant(pod_id !== null, 'every person has a pod of their own')
    return { place: { id: null, pod_id }, action: null }
  }
  const action = mayDo(page.facts, 'edit') ? 'edit' : 'comment'
  if (action === 'comment' && (statedSize === null || statedSize > COMMENT_FILE))
    throw new AppError('too-large', COMMENT_FILE_TOO_LARGE())
  return { place: page.row, action }
}

/** An upload can take hours: the page may be locked, in the trash or somebody else's by now. Throws like `requirePage`. */
export async function requireStill(
  ctx: SignedInContext,
  documentId: string | null,
  action: Destination['action'],
): Promise<void> {
  if (documentId !== null && action !== null) await requirePage(ctx, documentId, action)
}

/**
 * Keeps a file with a page. Throws like `requirePage` for a page that the caller may not even discuss, `too-large` also when
 * the caller or the pod has no room for it, `bad-input` for an empty file, `rate-limited` for too many, `unavailable` when there is no room; the body's own error
 * when it breaks off. Whatever it throws, nothing of the file is left.
 */
export const uploadFile = (
  ctx: SignedInContext,
  { documentId, ...file }: IncomingFile & { documentId: string },
): Promise<StoredFile> => receiveInTurn(ctx, documentId, file)

/**
 * Keeps a file without a page, for the caller alone: what they make of it (a recording) has to hold it within the time that a file whose
 * page is gone is left. Throws like `uploadFile`, but for the page.
 */
export const uploadToLibrary = (ctx: SignedInContext, file: IncomingFile): Promise<StoredFile> =>
  receiveInTurn(ctx, null, file)

async function receiveInTurn(
  ctx: SignedInContext,
  documentId: string | null,
  file: IncomingFile,
): Promise<StoredFile> {
  const { place, action } = await destinationOf(ctx, documentId, file.statedSize)
  return atOnce(ctx, async () => {
    await countUpload(ctx, action)
    const mayStill = () => requireStill(ctx, documentId, action)
    return receive(ctx, { id: newId(), ...file, size: file.statedSize, mayStill }, place)
  })
}

const uploadsOf = ({ caller }: SignedInContext): string => `upload:${caller.user.id}`

/** Runs this as one of the few uploads that a person has on their way at once. Throws `rate-limited` for one too many. */
export const atOnce = <T>(ctx: SignedInContext, act: () => Promise<T>): Promise<T> =>
  ctx.underWay.within(uploadsOf(ctx), AT_ONCE, TOO_MANY_AT_ONCE(), act)

/**
 * Counts one of the files that a person may upload in an hour, and of those for comments in a day: they take the room of the pod's people.
 * Throws `rate-limited`.
 */
export async function countUpload(ctx: SignedInContext, action: Destination['action']): Promise<void> {
  await ctx.limits.take(uploadsOf(ctx), PER_HOUR, 3_600)
  if (action === 'comment') await ctx.limits.take(`comment-${uploadsOf(ctx)}`, FOR_COMMENTS_A_DAY, 24 * 3_600)
}

/** A file that comes along with a page that is being made. */
export interface EnclosedFile {
  /** Chosen before, as the page names it. */
  id: string
  name: string
  /** Bytes; null when nobody knows yet. */
  size: number | null
  body: AsyncIterable<Uint8Array>
}

/** Keeps a file with a page that its maker is still making, and may therefore write to. Throws like `uploadFile`. */
export const keepEnclosedFile = (
  ctx: SignedInContext,
  file: EnclosedFile,
  page: { id: string; pod_id: string },
): Promise<StoredFile> => receive(ctx, { ...file, mayStill: async () => undefined }, page)

/** The row of a file of which nothing has come yet. */
export function newFileRow(
  ctx: SignedInContext,
  file: Pick<EnclosedFile, 'id' | 'name' | 'size'>,
  place: Place,
): FileRow {
  const name = safeFileName(file.name)
  return {
    id: file.id,
    document_id: place.id,
    pod_id: place.pod_id,
    uploaded_by: ctx.caller.user.id,
    name,
    name_folded: name.normalize('NFC').toLowerCase(),
    type: 'application/octet-stream',
    // What it may take, until it is known what it does.
    size: Math.max(0, file.size ?? 0),
    state: 'processing',
    created_at: new Date().toISOString(),
    let_go_at: null,
    received_by: ctx.lease.id,
  }
}

async function receive(
  ctx: SignedInContext,
  file: EnclosedFile & { mayStill(): Promise<unknown> },
  place: Place,
): Promise<StoredFile> {
  const row = newFileRow(ctx, file, place)
  // The row is there before the bytes: what a killed server leaves is found by it.
  const { quota } = ctx.config
  await insertWithinQuota(ctx.db, quota, row)
  try {
    const watched = watch(file.body, row.size, (size) => growWithinQuota(ctx.db, quota, row, size))
    const size = await ctx.files.put(row.id, watched.body)
    await putIndexFirst(ctx, row.id, { size, sample: watched.sample() })
    return await finishFile(ctx, row, { size, sample: watched.sample(), mayStill: file.mayStill })
  } catch (error) {
    // What cannot be removed now is removed when this server has ended.
    await discardFile(ctx, row.id).catch((left) =>
      ctx.log.error({ err: left, file: row.id }, 'a part of a file is left'),
    )
    throw error
  }
}

/**
 * Says that a file is there whose bytes are: its type is decided by how they begin. Throws what `mayStill` does, and
 * `not-found` when its page is gone meanwhile.
 */
export async function finishFile(
  ctx: Pick<Services, 'db'>,
  row: FileRow,
  { size, sample, mayStill }: { size: number; sample: Uint8Array; mayStill(): Promise<unknown> },
): Promise<StoredFile> {
  const type = await typeOfContent(sample, row.name)
  await mayStill()
  if (!(await queries.markReady(ctx.db, row.id, { type, size, hasPage: row.document_id !== null })))
    throw new AppError('not-found', FILE_NOT_THERE())
  return storedFileOf({ ...row, type, size }, row.document_id)
}

/** Removes files again, as when what they came with is not to be. */
export async function discardFiles(ctx: SignedInContext, ids: readonly string[]): Promise<void> {
  for (const id of ids) await discardFile(ctx, id)
}

/** Removes all of a file, also what has come of one that is on its way. */
export async function discardFile({ db, files }: Pick<Services, 'db' | 'files'>, id: string): Promise<void> {
  await files.remove(id)
  await queries.deleteFile(db, id)
}

/**
 * Passes a body on while it counts it, and keeps its start. What goes beyond the bytes it has room for is asked for by
 * `grow`, which answers for how many there is room then. Throws `too-large` and, at the end, for an empty one.
 */
function watch(body: AsyncIterable<Uint8Array>, given: number, grow: (size: number) => Promise<number>) {
  const start: Uint8Array[] = []
  let kept = 0
  async function* pass() {
    let size = 0
    let room = given
    for await (const chunk of body) {
      size += chunk.byteLength
      if (size > LIMITS.uploadFile) throw new AppError('too-large', FILE_TOO_LARGE())
      if (size > room) room = await grow(size)
      if (kept < SAMPLE) {
        const piece = chunk.slice(0, SAMPLE - kept)
        start.push(piece)
        kept += piece.byteLength
      }
      yield chunk
    }
    if (size === 0) throw new AppError('bad-input', FILE_EMPTY())
  }
  return { body: pass(), sample: () => new Uint8Array(Buffer.concat(start)) }
}

/** A file as the calls answer it, as of a page on which it is seen. */
export const storedFileOf = (row: FileRow, documentId: string | null): StoredFile => ({
  id: row.id,
  url: fileUrl(row.id, row.name),
  name: row.name,
  type: row.type,
  size: row.size,
  isKept: true,
  documentId,
  createdAt: row.created_at,
})
