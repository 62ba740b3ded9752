import { isInPod } from '@/features/pages/server/pod-access'
import { requirePage } from '@/features/pages/server/require-page'
import { isPublicFile } from '@/features/publish/server/public-access'
import type { RequestContext, Services, SignedInContext } from '@/server/context'
import type { FileRow } from '@/server/db/schema'
import { AppError } from '@/shared/errors'
import { newId } from '@/shared/ids'
import { LIMITS } from '@/shared/limits'
import {
  FILE_EMPTY,
  FILE_NOT_THERE,
  FILE_TOO_LARGE,
  type FileState,
  fileUrl,
  type StoredFile,
  safeFileName,
  TOO_MANY_AT_ONCE,
} from '../model'
import { SAMPLE, typeOfContent } from './content-type'
import * as queries from './files.queries'

/** How many files a person can upload in an hour, and at the same time. */
const PER_HOUR = 600
const AT_ONCE = 6
/** How long a file whose page is gone is left, so that what was just pasted elsewhere has been written down. */
const GRACE_MS = 15 * 60_000

/** A file as it comes in. */
export interface IncomingFile {
  documentId: string
  /** As the sender calls it. */
  name: string
  /** What the sender says of its size; `null` when it does not. */
  statedSize: number | null
  body: AsyncIterable<Uint8Array>
}

/** The uploads under way, by person. */
const underWay = new Map<string, number>()

/**
 * Keeps a file with a page. Throws like `requirePage` for a page that the caller may not write to, `too-large`,
 * `bad-input` for an empty file, `rate-limited` for too many, `unavailable` when there is no room; the body's own error
 * when it breaks off. Whatever it throws, nothing of the file is left.
 */
export async function uploadFile(ctx: SignedInContext, file: IncomingFile): Promise<StoredFile> {
  const userId = ctx.caller.user.id
  const { row: page } = await requirePage(ctx, file.documentId, 'edit')
  if ((file.statedSize ?? 0) > LIMITS.uploadFile) throw new AppError('too-large', FILE_TOO_LARGE)
  const others = underWay.get(userId) ?? 0
  if (others >= AT_ONCE) throw new AppError('rate-limited', TOO_MANY_AT_ONCE)
  underWay.set(userId, others + 1)
  try {
    await ctx.limits.take(`upload:${userId}`, PER_HOUR, 3_600)
    // An upload can take hours: the page may be locked, in the trash or somebody else's by now.
    const mayStill = () => requirePage(ctx, file.documentId, 'edit')
    return await receive(ctx, { id: newId(), ...file, mayStill }, page)
  } finally {
    const left = (underWay.get(userId) ?? 1) - 1
    if (left > 0) underWay.set(userId, left)
    else underWay.delete(userId)
  }
}

/** A file that comes along with a page that is being made. */
export interface EnclosedFile {
  /** Chosen before, as the page names it. */
  id: string
  name: string
  body: AsyncIterable<Uint8Array>
}

/** Keeps a file with a page that its maker is still making, and may therefore write to. Throws like `uploadFile`. */
export const keepEnclosedFile = (
  ctx: SignedInContext,
  file: EnclosedFile,
  page: { id: string; pod_id: string },
): Promise<StoredFile> => receive(ctx, { ...file, mayStill: async () => undefined }, page)

/** Removes files again, as when what they came with is not to be. */
export async function discardFiles(ctx: SignedInContext, ids: readonly string[]): Promise<void> {
  for (const id of ids) await discard(ctx, id)
}

async function receive(
  ctx: SignedInContext,
  file: EnclosedFile & { mayStill(): Promise<unknown> },
  page: { id: string; pod_id: string },
): Promise<StoredFile> {
  const name = safeFileName(file.name)
  const row: FileRow = {
    id: file.id,
    document_id: page.id,
    pod_id: page.pod_id,
    uploaded_by: ctx.caller.user.id,
    name,
    name_folded: folded(name),
    type: 'application/octet-stream',
    size: 0,
    state: 'processing',
    created_at: new Date().toISOString(),
    let_go_at: null,
  }
  // The row is there before the bytes: what a killed server leaves is found by it.
  await queries.insertFile(ctx.db, row)
  try {
    const watched = watch(file.body)
    const size = await ctx.files.put(row.id, watched.body)
    const type = await typeOfContent(watched.sample(), name)
    await file.mayStill()
    if (!(await queries.markReady(ctx.db, row.id, { type, size })))
      throw new AppError('not-found', FILE_NOT_THERE)
    return storedFileOf({ ...row, type, size }, page.id)
  } catch (error) {
    // The next start of the server removes what can not be removed now.
    await discard(ctx, row.id).catch((left) =>
      ctx.log.error({ err: left, file: row.id }, 'a part of a file is left'),
    )
    throw error
  }
}

async function discard({ db, files }: Pick<Services, 'db' | 'files'>, id: string): Promise<void> {
  await files.remove(id)
  await queries.deleteFile(db, id)
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase()

/** Passes a body on while it counts it, and keeps its start. Throws `too-large` and, at the end, for an empty one. */
function watch(body: AsyncIterable<Uint8Array>) {
  const start: Uint8Array[] = []
  let kept = 0
  async function* pass() {
    let size = 0
    for await (const chunk of body) {
      size += chunk.byteLength
      if (size > LIMITS.uploadFile) throw new AppError('too-large', FILE_TOO_LARGE)
      if (kept < SAMPLE) {
        const piece = chunk.slice(0, SAMPLE - kept)
        start.push(piece)
        kept += piece.byteLength
      }
      yield chunk
    }
    if (size === 0) throw new AppError('bad-input', FILE_EMPTY)
  }
  return { body: pass(), sample: () => new Uint8Array(Buffer.concat(start)) }
}

const storedFileOf = (row: FileRow, documentId: string | null): StoredFile => ({
  id: row.id,
  url: fileUrl(row.id, row.name),
  name: row.name,
  type: row.type,
  size: row.size,
  isKept: true,
  documentId,
  createdAt: row.created_at,
})

/** Who asks for a file. */
interface Reader extends Pick<Services, 'db'> {
  caller: { user: { id: string } }
}

/**
 * A file that the caller may see: one of a page that the caller may see, or one whose page is gone and that waits in the
 * caller's stash. Throws `not-found` in the same words else.
 */
async function requireFile(ctx: Reader, id: string): Promise<FileRow> {
  const row = await queries.findFile(ctx.db, id)
  if (row === null) throw new AppError('not-found', FILE_NOT_THERE)
  const placed = row.document_id === null ? await placeAgain(ctx, row) : row
  if (placed.document_id === null) return placed
  try {
    await requirePage(ctx, placed.document_id, 'view')
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found')
      throw new AppError('not-found', FILE_NOT_THERE, { cause: error })
    throw error
  }
  return placed
}

/**
 * What the sweep would do, at once for somebody of its pod who asks for a file whose page is gone: a page that names it by now
 * keeps it. Without one it is still there for whoever has it in their stash; `not-found` for all others.
 */
async function placeAgain({ db, caller }: Reader, row: FileRow): Promise<FileRow> {
  const isTheirs = row.state === 'ready' && (await isInPod(db, caller.user.id, row.pod_id))
  const page = isTheirs ? await queries.findPageNaming(db, row) : null
  if (page) {
    await queries.moveFile(db, row.id, page)
    return { ...row, document_id: page.id, pod_id: page.pod_id }
  }
  if (isTheirs && (await queries.isInStash(db, row, caller.user.id))) return row
  throw new AppError('not-found', FILE_NOT_THERE)
}

/** What is known of a file, also while it is being received (product.md 7.36). Throws `not-found`. */
export async function fileState(ctx: SignedInContext, id: string): Promise<FileState> {
  const row = await requireFile(ctx, id)
  return { ...storedFileOf(row, row.document_id), state: row.state }
}

/** A file whose bytes are there. Throws `not-found`. */
export async function readyFile(ctx: Reader, id: string): Promise<StoredFile> {
  const row = await requireFile(ctx, id)
  if (row.state !== 'ready') throw new AppError('not-found', FILE_NOT_THERE)
  return storedFileOf(row, row.document_id)
}

/**
 * A file whose bytes are there, for whoever may see it: as one of their own, or as everybody may because a published page
 * shows it now (rulings 4). Throws `signed-out` for a visitor and `not-found` else.
 */
export async function fileForReader(
  ctx: RequestContext,
  id: string,
  cookies: string | undefined,
): Promise<{ file: StoredFile; isPublic: boolean }> {
  const { caller } = ctx
  try {
    if (caller.user === null || caller.sessionId === null)
      throw new AppError('signed-out', 'Sign in to keep and see files.')
    return { file: await readyFile({ ...ctx, caller: { user: caller.user } }, id), isPublic: false }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const row = await queries.findFile(ctx.db, id)
    if (row?.state !== 'ready' || !(await isPublicFile(ctx.db, row, cookies))) throw error
    return { file: storedFileOf(row, row.document_id), isPublic: true }
  }
}

/** The files of the caller's pages, the newest first (product.md 7.32). Throws `bad-input` for a cursor that is none. */
export async function listFiles(
  ctx: SignedInContext,
  { cursor, limit, search }: { cursor?: string | null | undefined; limit: number; search: string },
): Promise<{ files: StoredFile[]; nextCursor: string | null }> {
  const rows = await queries.listFiles(ctx.db, ctx.caller.user.id, {
    after: cursor ? placeOf(cursor) : null,
    limit: limit + 1,
    search: folded(search.trim()),
  })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    files: shown.flatMap((row) => (row.document_id === null ? [] : [storedFileOf(row, row.document_id)])),
    nextCursor: rows.length > limit && last ? `${last.created_at}~${last.id}` : null,
  }
}

function placeOf(cursor: string): queries.FilePlace {
  const [createdAt, id] = cursor.split('~')
  if (!createdAt || !id) throw new AppError('bad-input', 'This list can not be continued from here.')
  return { createdAt, id }
}

/** How many bytes of files a person has uploaded that are kept. */
export const usedBytes = (ctx: SignedInContext): Promise<number> =>
  queries.sumOfSizes(ctx.db, ctx.caller.user.id)

type Sweep = Pick<Services, 'db' | 'files' | 'log'>

/** Removes what was being received when the server ended. Only before anything is received. */
export async function clearUnfinishedFiles({ db, files, log }: Sweep): Promise<void> {
  await files.clearUnfinished()
  const unfinished = await queries.listUnfinished(db)
  for (const { id } of unfinished) await discard({ db, files }, id)
  if (unfinished.length > 0) log.warn({ files: unfinished.length }, 'uploads that were cut off are removed')
}

/**
 * Removes the files whose page is gone for good, unless another page of the same owner shows them: then they are kept
 * with that one. One that waits in an owner's stash is kept without a page. A file that no block names any more is kept
 * as long as its page is: undo and versions need it.
 */
export async function sweepFiles({ db, files, log }: Sweep, now: Date = new Date()): Promise<void> {
  await queries.noteLetGo(db, now.toISOString())
  const letGo = await queries.listLetGo(db, new Date(now.getTime() - GRACE_MS).toISOString())
  const done = { removed: 0, moved: 0, inStash: 0 }
  for (const file of letGo) {
    const page = await queries.findPageNaming(db, file)
    if (page) {
      await queries.moveFile(db, file.id, page)
      done.moved += 1
    } else if (await queries.isInStash(db, file)) {
      // Its quarter of an hour begins when the stash has let go of it.
      await queries.keepLetGo(db, file.id, now.toISOString())
      done.inStash += 1
    } else {
      await discard({ db, files }, file.id)
      done.removed += 1
    }
  }
  if (letGo.length > 0) log.info(done, 'files without a page are swept')
}
