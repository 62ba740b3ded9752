import type { RequestContext, Services, SignedInContext } from '@/server/context'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { FileState, StoredFile } from '../model'
import * as grants from './file-pages'
import * as queries from './files.queries'
import { discardFile, storedFileOf } from './receive-file'
import { readyFile, requireFile } from './seen-file'

/** How long a file whose page is gone is left, for what was cut out of that page and is pasted elsewhere in a moment. */
const GRACE_MS = 15 * 60_000

/** What is known of a file, also while it is being received (product.md 7.36). Throws `not-found`. */
export async function fileState(ctx: SignedInContext, id: string): Promise<FileState> {
  const { row, page } = await requireFile(ctx, id)
  return { ...storedFileOf(row, page), state: row.state }
}

/**
 * Another feature's way to show files to people who have no page of their own with them: how it shows this one to the browser with
 * these cookies, or null. `server/routes.ts` lists them.
 */
export type FileOpening = (
  ctx: RequestContext,
  fileId: string,
  cookies: string | undefined,
) => Promise<ShownFile | null>

/** How a file is shown to people who have no page of their own with it. */
export interface ShownFile {
  /** Search engines may list it. */
  isListed: boolean
}

/**
 * A file whose bytes are there, for somebody who may see it: as one of their own, or because one of `openings` shows it. Throws
 * `signed-out` for a visitor and `not-found` else.
 */
export async function fileForReader(
  ctx: RequestContext,
  { id, cookies, openings }: { id: string; cookies: string | undefined; openings: readonly FileOpening[] },
): Promise<{ file: StoredFile; isPublic: boolean; isListed: boolean }> {
  const { caller } = ctx
  try {
    if (caller.user === null || caller.sessionId === null)
      throw new AppError('signed-out', t('Sign in to keep and see files.'))
    const file = await readyFile({ ...ctx, caller: { user: caller.user } }, id)
    return { file, isPublic: false, isListed: false }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const row = await queries.findFile(ctx.db, id)
    if (row?.state !== 'ready') throw error
    for (const shownBy of openings) {
      const shown = await shownBy(ctx, row.id, cookies)
      if (shown) return { file: storedFileOf(row, row.document_id), isPublic: true, ...shown }
    }
    throw error
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
    search: search.trim().normalize('NFC').toLowerCase(),
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
  for (const { id } of unfinished) await discardFile({ db, files }, id)
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
      await discardFile({ db, files }, id)
      done.removed += 1
    } else {
      // Its quarter of an hour begins when the stash has let go of it.
      await queries.keepLetGo(db, id, now.toISOString())
      done.inStash += 1
    }
  }
  if (letGo.length > 0) log.info(done, 'files without a page are swept')
}
