import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { LiveType } from '../model'
import { Pieces } from './pieces'

/** What is known of a recording that is in this browser alone: it is being made, or was not sent. */
export interface KeptRecording {
  id: string
  type: LiveType
  /** Of the recording once it has ended. */
  title: string
  mimeType: string
  /** Milliseconds since 1970. */
  startedAt: number
  /** Seconds until the last piece. */
  duration: number
  resolution: string | null
  /** A small picture as a `data:` address. */
  thumbnail: string | null
  /** It was stopped, and not cut off by the end of its tab. */
  hasEnded: boolean
  /** The id that it has on the server, where its own was taken. */
  sentAs?: string
}

interface Schema extends DBSchema {
  recordings: { key: string; value: KeptRecording }
  /** A second each, in order. */
  pieces: { key: [id: string, count: number]; value: ArrayBuffer }
}

const PREFIX = 'sheaf:recordings:'
const opened = new Map<string, Promise<IDBPDatabase<Schema>>>()

/** One database a person, so that what two record in one browser never mixes. */
function database(userId: string): Promise<IDBPDatabase<Schema>> {
  const known = opened.get(userId)
  if (known) return known
  const forget = () => opened.delete(userId)
  const db = openDB<Schema>(PREFIX + userId, 1, {
    upgrade(made) {
      made.createObjectStore('recordings')
      made.createObjectStore('pieces')
    },
    blocking: (_now, _next, event) => {
      ;(event.target as IDBDatabase).close()
      forget()
    },
    terminated: forget,
  })
  opened.set(userId, db)
  db.catch(forget)
  return db
}

const pieces = (id: string) => IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER])

/**
 * Notes a recording with its next piece, in one step; resolves when both are on the disk. One that goes on, `isKnown`, is not begun again:
 * rejects when it was removed meanwhile, as by signing out in another tab.
 */
export async function keepPiece(
  userId: string,
  recording: KeptRecording,
  piece?: { count: number; bytes: ArrayBuffer },
  isKnown = false,
): Promise<void> {
  const db = await database(userId)
  const trx = db.transaction(['recordings', 'pieces'], 'readwrite', { durability: 'strict' })
  if (isKnown && (await trx.objectStore('recordings').getKey(recording.id)) === undefined)
    throw new Error('this recording is not kept any more')
  await Promise.all([
    trx.objectStore('recordings').put(recording, recording.id),
    piece && trx.objectStore('pieces').put(piece.bytes, [recording.id, piece.count]),
    trx.done,
  ])
}

/** Everything of a recording that is kept, one piece behind the other. */
export async function keptBytes(userId: string, { id, mimeType }: KeptRecording): Promise<Blob> {
  const db = await database(userId)
  return new Blob(await db.getAll('pieces', pieces(id)), { type: mimeType.split(';', 1)[0]! })
}

/** One piece of a recording that is kept. Rejects when it is not there. */
export async function keptPiece(userId: string, id: string, count: number): Promise<ArrayBuffer> {
  const piece = await (await database(userId)).get('pieces', [id, count])
  if (!piece) throw new Error('this piece is not kept')
  return piece
}

/** All that is kept of a recording, to be read piece by piece: it is never in memory as a whole. */
export async function keptPieces(userId: string, id: string): Promise<Pieces> {
  const found = new Pieces((count) => keptPiece(userId, id, count))
  const db = await database(userId)
  let cursor = await db.transaction('pieces').store.openCursor(pieces(id))
  for (; cursor; cursor = await cursor.continue()) found.add(cursor.value.byteLength)
  found.end()
  return found
}

/** Removes a recording from this browser: it is in the library, or nobody wants it. */
export async function forgetKept(userId: string, id: string): Promise<void> {
  const db = await database(userId)
  const trx = db.transaction(['recordings', 'pieces'], 'readwrite')
  await Promise.all([
    trx.objectStore('recordings').delete(id),
    trx.objectStore('pieces').delete(pieces(id)),
    trx.done,
  ])
}

const lockOf = (id: string) => `sheaf:recording:${id}`

/** Says to other tabs that this one is at it, until the answer is called or the tab ends. */
export function hold(id: string): () => void {
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  void navigator.locks?.request(lockOf(id), () => held)
  return letGo
}

/** All recordings of the person that are in this browser, also those that a tab is making or sending. */
export async function allKept(userId: string): Promise<KeptRecording[]> {
  if (typeof indexedDB === 'undefined') return []
  return (await database(userId)).getAll('recordings')
}

/** The recordings of the person that are in this browser and that no tab is making or sending, the newest first. */
export async function leftRecordings(userId: string): Promise<KeptRecording[]> {
  const all = await allKept(userId)
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  const busy = new Set(held.map(({ name }) => name))
  return all.filter(({ id }) => !busy.has(lockOf(id))).sort((a, b) => b.startedAt - a.startedAt)
}

/** Removes all that the person has recorded from this browser, as when they sign out. */
export async function forgetAllKept(userId: string): Promise<void> {
  if (typeof indexedDB === 'undefined') return
  const db = await database(userId)
  const trx = db.transaction(['recordings', 'pieces'], 'readwrite')
  await Promise.all([trx.objectStore('recordings').clear(), trx.objectStore('pieces').clear(), trx.done])
}
