import * as Y from 'yjs'
import { weightOf } from '@/document'
import type { Db } from '@/server/db/db'
import type { Log } from '@/server/log'
import type { SharedWork } from '@/server/workers/job-queue'
import { invariant } from '@/shared/errors'
import { askPage, SHORT, sizeOf } from './ask-page'
import { unpackState } from './packed-state'
import type { Size } from './page-rows'
import { bytesOf, readStored, readStoredSize, type SnapshotMark, type StoredContent } from './page-store'
import { yieldToEventLoop } from './yield-to-event-loop'

/** The stored form of a page as it was read: how many log rows it has that are in no snapshot, and their numbers. */
export interface StoredPage {
  size: Size
  /** The snapshot that it holds; null when there was none. */
  mark: SnapshotMark | null
  updateIds: number[]
  /** Lists show nothing of the page, and something is stored of it. */
  lacksProjection: boolean
  lastEdit: { at: string; by: string | null } | null
  /** Who wrote the log's rows, and when last. */
  editors: Map<string, string>
}
/**
 * Brings `doc` to what is stored of the page, or gives null when there is no such page. A long one is read by a worker, for
 * all who wait for it, and applied in pieces, between which others have their turn. `takeRoom` is told how large the page is before it is
 * used or, if it is long, applied; what it throws is thrown.
 */
export async function loadPage(
  db: Db,
  documentId: string,
  doc: Y.Doc,
  log: Log,
  by: SharedWork | null = null,
  takeRoom: (size: Size) => Promise<void> = async () => undefined,
): Promise<StoredPage | null> {
  const bytes = await readStoredSize(db, documentId)
  if (!bytes) return null
  const read = async () => {
    const stored = await readStored(db, documentId)
    if (!stored) throw new NotThere()
    return stored
  }
  try {
    return storedPageOf(documentId, await load(doc, read, bytes.snapshot + bytes.rows, by, takeRoom), log)
  } catch (error) {
    if (error instanceof NotThere) return null
    throw error
  }
}

async function load(
  doc: Y.Doc,
  read: () => Promise<StoredContent>,
  storedBytes: number,
  by: SharedWork | null,
  takeRoom: (size: Size) => Promise<void>,
): Promise<Loaded> {
  // What is much is read when its turn has come: hundreds of pages may wait for that.
  if (storedBytes > SHORT) return loadInPieces(doc, read, storedBytes, by, takeRoom)
  const stored = await read()
  const size = sizeOf(bytesOf(stored))
  if (size > SHORT) return loadInPieces(doc, async () => stored, size, by, takeRoom)
  return loadAtOnce(doc, stored, takeRoom)
}

/** The page is gone. */
class NotThere extends Error {}

/** What was read of a page, without its content. */
interface Loaded {
  about: Omit<StoredContent, 'snapshot' | 'rows'> & {
    hasSnapshot: boolean
    rows: Omit<StoredContent['rows'][number], 'data'>[]
  }
  /** Which rows could not be read. */
  unread: number[]
  size: Size
}

const aboutOf = ({ snapshot, rows, ...about }: StoredContent): Loaded['about'] => ({
  ...about,
  hasSnapshot: snapshot !== null,
  rows: rows.map(({ data: _, ...row }) => row),
})

function storedPageOf(documentId: string, { about, unread, size }: Loaded, log: Log): StoredPage {
  const { mark, rows, isUnprojected, hasSnapshot } = about
  // One bad row must not take the page away; it stays in the log for somebody who looks into it.
  for (const at of unread)
    log.error({ documentId, updateId: rows[at]?.id }, 'a stored edit could not be applied')
  const isUnread = new Set(unread)
  const last = rows.findLast(({ is_review }) => is_review === 0)
  const editors = new Map<string, string>()
  for (const { user_id, created_at } of rows) if (user_id !== null) editors.set(user_id, created_at)
  return {
    size,
    mark,
    updateIds: rows.filter((_, at) => !isUnread.has(at)).map(({ id }) => id),
    lacksProjection: isUnprojected && hasSnapshot,
    lastEdit: last ? { at: last.created_at, by: last.user_id } : null,
    editors,
  }
}

async function loadInPieces(
  doc: Y.Doc,
  read: () => Promise<StoredContent>,
  length: number,
  by: SharedWork | null,
  takeRoom: (size: Size) => Promise<void>,
): Promise<Loaded> {
  let about: Loaded['about'] | undefined
  const job = async () => {
    const stored = await read()
    about = aboutOf(stored)
    return { stored: bytesOf(stored) }
  }
  const { pieces, weight, unread } = await askPage('pieces', job, length, by)
  invariant(about, 'the page was read before it was worked on')
  const size = { bytes: pieces.reduce((sum, { byteLength }) => sum + byteLength, 0), weight }
  await takeRoom(size)
  await applyInPieces(doc, pieces, 'stored')
  return { about, unread, size }
}

/** Applies an update that was cut; others have their turn in between. `charge` does each part, and counts what it takes. */
export async function applyInPieces(
  doc: Y.Doc,
  pieces: readonly Uint8Array[],
  origin: unknown,
  charge: (act: () => void) => void = (act) => act(),
): Promise<void> {
  for (const piece of pieces) {
    if (pieces.length > 1) await yieldToEventLoop()
    charge(() => Y.applyUpdate(doc, piece, origin))
  }
}

async function loadAtOnce(
  doc: Y.Doc,
  stored: StoredContent,
  takeRoom: (size: Size) => Promise<void>,
): Promise<Loaded> {
  const { snapshot, rows } = stored
  // A snapshot that cannot be read fails the whole load: going on without it would replace the page by nothing.
  const state = snapshot && unpackState(snapshot)
  if (state) Y.applyUpdate(doc, state, 'stored')
  let bytes = state?.byteLength ?? 0
  const unread: number[] = []
  for (const [at, { data }] of rows.entries()) {
    try {
      // Read to its end first: what is cut off must not be applied in half.
      Y.decodeUpdate(data)
      Y.applyUpdate(doc, data, 'stored')
      bytes += data.byteLength
    } catch {
      unread.push(at)
    }
  }
  const size = { bytes, weight: weightOf(doc) }
  await takeRoom(size)
  return { about: aboutOf(stored), unread, size }
}
