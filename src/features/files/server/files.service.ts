import { requirePage } from '@/features/pages/server/require-page'
import { isPublicFile } from '@/features/publish/server/public-access'
import { isVisitedFile } from '@/features/share/server/visits.service'
import type { RequestContext, Services, SignedInContext } from '@/server/context'
import type { Db } from '@/server/db/db'
import type { FileRow } from '@/server/db/schema'
import { AppError, invariant } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import { LIMITS } from '@/shared/limits'
import { mayDo } from '@/shared/permissions'
import {
  COMMENT_FILE_TOO_LARGE,
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
import * as grants from './file-pages'
import * as queries from './files.queries'
import { growWithinQuota, insertWithinQuota } from './quota'

/** How many files a person can upload in an hour, and at the same time. */
const PER_HOUR = 600
const AT_ONCE = 6
/** How long a file whose page is gone is left, for what was cut out of that page and is pasted elsewhere in a moment. */
const GRACE_MS = 15 * 60_000

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

/**
 * Keeps a file with a page. Throws like `requirePage` for a page that the caller may not even discuss, `too-large` also when
 * the caller or the pod has no room for it, `bad-input` for an empty file, `rate-limited` for too many, `unavailable` when there is no room; the body's own error
 * when it breaks off. Whatever it throws, nothing of the file is left.
 */
export async function uploadFile(
  ctx: SignedInContext,
  file: IncomingFile & { documentId: string },
): Promise<StoredFile> {
  const { row: page, facts } = await requirePage(ctx, file.documentId, 'comment')
  const action = mayDo(facts, 'edit') ? 'edit' : 'comment'
  const { statedSize } = file
  if ((statedSize ?? 0) > LIMITS.uploadFile) throw new AppError('too-large', FILE_TOO_LARGE())
  if (action === 'comment' && (statedSize === null || statedSize > COMMENT_FILE))
    throw new AppError('too-large', COMMENT_FILE_TOO_LARGE())
  return inTurn(ctx, () => {
    // An upload can take hours: the page may be locked, in the trash or somebody else's by now.
    const mayStill = () => requirePage(ctx, file.documentId, action)
    return receive(ctx, { id: newId(), ...file, size: file.statedSize, mayStill }, page)
  })
}

/**
 * Keeps a file without a page, for the caller alone: what they make of it (a recording) has to hold it within the time that a file whose
 * page is gone is left. Throws like `uploadFile`, but for the page.
 */
export async function uploadToLibrary(ctx: SignedInContext, file: IncomingFile): Promise<StoredFile> {
  const { statedSize } = file
  if ((statedSize ?? 0) > LIMITS.uploadFile) throw new AppError('too-large', FILE_TOO_LARGE())
  const pod_id = await queries.personalPod(ctx.db, ctx.caller.user.id)
  invariant(pod_id !== null, 'every person has a pod of their own')
  return inTurn(ctx, () =>
    receive(
      ctx,
      { id: newId(), ...file, size: statedSize, mayStill: async () => undefined },
      { id: null, pod_id },
    ),
  )
}

function inTurn(ctx: SignedInContext, receiveOne: () => Promise<StoredFile>): Promise<StoredFile> {
  const key = `upload:${ctx.caller.user.id}`
  return ctx.underWay.within(key, AT_ONCE, TOO_MANY_AT_ONCE(), async () => {
    await ctx.limits.take(key, PER_HOUR, 3_600)
    return receiveOne()
  })
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

/** Removes files again, as when what they came with is not to be. */
export async function discardFiles(ctx: SignedInContext, ids: readonly string[]): Promise<void> {
  for (const id of ids) await discard(ctx, id)
}

async function receive(
  ctx: SignedInContext,
  file: EnclosedFile & { mayStill(): Promise<unknown> },
  page: { id: string | null; pod_id: string },
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
    // What it may take, until it is known what it does.
    size: Math.max(0, file.size ?? 0),
    state: 'processing',
    created_at: new Date().toISOString(),
    let_go_at: null,
    received_by: ctx.lease.id,
  }
  // The row is there before the bytes: what a killed server leaves is found by it.
  const { quota } = ctx.config
  await insertWithinQuota(ctx.db, quota, row)
  try {
    const watched = watch(file.body, row.size, (size) => growWithinQuota(ctx.db, quota, row, size))
    const size = await ctx.files.put(row.id, watched.body)
    const type = await typeOfContent(watched.sample(), name)
    await file.mayStill()
    if (!(await queries.markReady(ctx.db, row.id, { type, size, hasPage: page.id !== null })))
      throw new AppError('not-found', FILE_NOT_THERE())
    return storedFileOf({ ...row, type, size }, page.id)
  } catch (error) {
    // What cannot be removed now is removed when this server has ended.
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

/** A file that the caller may see, with the page on which they do. Throws `not-found` in the same words for all others. */
async function requireFile(
  { db, caller }: Reader,
  id: string,
): Promise<{ row: FileRow; page: string | null }> {
  const found = await grants.findSeenFile(db, caller.user.id, id)
  if (found === null) throw new AppError('not-found', FILE_NOT_THERE())
  return { row: found, page: found.seen_on }
}

/** What is known of a file, also while it is being received (product.md 7.36). Throws `not-found`. */
export async function fileState(ctx: SignedInContext, id: string): Promise<FileState> {
  const { row, page } = await requireFile(ctx, id)
  return { ...storedFileOf(row, page), state: row.state }
}

/** A file whose bytes are there. Throws `not-found`. */
export async function readyFile(ctx: Reader, id: string): Promise<StoredFile> {
  const { row, page } = await requireFile(ctx, id)
  if (row.state !== 'ready') throw new AppError('not-found', FILE_NOT_THERE())
  return storedFileOf(row, page)
}

/**
 * A file whose bytes are there, when this page shows it; null else, also for one that the caller sees elsewhere: it was
 * put into the page by somebody who could not see it (R68). That the caller may see the page has been asked.
 */
export async function fileShownBy(db: Db, documentId: string, id: string): Promise<StoredFile | null> {
  const row = await grants.findShownFile(db, documentId, id)
  return row?.state === 'ready' ? storedFileOf(row, documentId) : null
}

/**
 * A file whose bytes are there, for somebody who may see it: as one of their own, or as everybody may because a published page
 * shows it now (rulings 4), or as a visitor with a secret link to a page that does. Throws `signed-out` for a visitor and `not-found` else.
 */
export async function fileForReader(
  ctx: RequestContext,
  id: string,
  cookies: string | undefined,
): Promise<{ file: StoredFile; isPublic: boolean }> {
  const { caller } = ctx
  try {
    if (caller.user === null || caller.sessionId === null)
      throw new AppError('signed-out', t('Sign in to keep and see files.'))
    return { file: await readyFile({ ...ctx, caller: { user: caller.user } }, id), isPublic: false }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const row = await queries.findFile(ctx.db, id)
    if (row?.state !== 'ready') throw error
    const isOpen =
      (await isPublicFile(ctx.db, row.id, cookies)) || (await isVisitedFile(ctx, row.id, cookies))
    if (!isOpen) throw error
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
  if (!createdAt || !id) throw new AppError('bad-input', t('This list cannot be continued from here.'))
  return { createdAt, id }
}

/** How much room the caller's files take, and those of the pods that they are in, in bytes. */
export interface Usage {
  bytes: number
  most: number
  pods: { id: string; name: string; bytes: number; most: number }[]
}

export async function usageOf({ db, caller, config }: SignedInContext): Promise<Usage> {
  const { person, pod } = config.quota
  const pods = await queries.listTaken(db, caller.user.id)
  return {
    bytes: await queries.takenByPerson(db, caller.user.id),
    most: person,
    pods: pods.map((one) => ({ ...one, most: pod })),
  }
}

type Sweep = Pick<Services, 'db' | 'files' | 'log'>

/** Removes what was being received or copied by servers that have ended meanwhile. */
export async function clearUnfinishedFiles({ db, files, log }: Sweep, now: Date = new Date()): Promise<void> {
  const unfinished = await queries.listUnfinished(db, now)
  for (const { id } of unfinished) await discard({ db, files }, id)
  if (unfinished.length > 0) log.warn({ files: unfinished.length }, 'uploads that were cut off are removed')
}

/**
 * Removes the files whose page is gone for good, unless another page shows them: then they are kept with the first that
 * did. One that waits in a stash is kept without a page. A file that no block names any more is kept as long as a page may
 * show it: undo and versions need it.
 */
export async function sweepFiles({ db, files, log }: Sweep, now: Date = new Date()): Promise<void> {
  await queries.noteLetGo(db, now.toISOString())
  const letGo = await queries.listLetGo(db, new Date(now.getTime() - GRACE_MS).toISOString())
  const done = { removed: 0, moved: 0, inStash: 0 }
  for (const { id } of letGo) {
    const page = await grants.findOtherHome(db, id)
    if (page) {
      await queries.moveFile(db, id, page)
      done.moved += 1
    } else if (await grants.giveUpFile(db, id)) {
      await discard({ db, files }, id)
      done.removed += 1
    } else {
      // Its quarter of an hour begins when the stash has let go of it.
      await queries.keepLetGo(db, id, now.toISOString())
      done.inStash += 1
    }
  }
  if (letGo.length > 0) log.info(done, 'files without a page are swept')
}
