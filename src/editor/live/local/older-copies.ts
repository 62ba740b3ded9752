import { type DBSchema, deleteDB } from 'idb'
import * as Y from 'yjs'
import { connectLocal, type LocalDatabase, openExisting } from './database'
import { WRITTEN } from './records'
import { isOpenElsewhere } from './tabs'

/*
 * Until November 2026 every page had a database of its own in the browser, in the form of y-indexeddb. What such a database
 * holds is brought into the one of its person before the page is opened or asked about, so that no unsent word stays behind.
 */

interface OlderSchema extends DBSchema {
  updates: { key: number; value: Uint8Array }
  custom: { key: string; value: unknown }
}

const prefixOf = (userId: string) => `sheaf:page:${userId}:`

async function olderNames(userId: string): Promise<string[]> {
  const databases = await indexedDB.databases()
  return databases.flatMap(({ name }) => (name?.startsWith(prefixOf(userId)) ? [name] : []))
}

/** The names that this tab found when it first asked: nothing makes such databases any more. */
const found = new Map<string, Promise<Set<string>>>()
const underWay = new Map<string, Promise<void>>()

function namesOf(userId: string): Promise<Set<string>> {
  const known = found.get(userId) ?? olderNames(userId).then((names) => new Set(names))
  found.set(userId, known)
  known.catch(() => found.delete(userId))
  return known
}

/** Brings the copy of one page over, when there is an older one. Rejects when a database does. */
export async function bringOver(db: LocalDatabase, userId: string, documentId: string): Promise<void> {
  const name = prefixOf(userId) + documentId
  const names = await namesOf(userId)
  if (!names.has(name)) return
  const known = underWay.get(name)
  if (known) return known
  const bringing = bring(db, name, documentId).then(() => void names.delete(name))
  underWay.set(name, bringing)
  await bringing.finally(() => underWay.delete(name))
}

/** Brings the copies of all the person's pages over. */
export async function bringAllOver(userId: string): Promise<void> {
  const names = await namesOf(userId)
  if (names.size === 0) return
  const connection = connectLocal(userId, () => undefined)
  try {
    const db = await connection.opened
    for (const name of [...names]) await bringOver(db, userId, name.slice(prefixOf(userId).length))
  } finally {
    connection.release()
  }
}

async function bring(db: LocalDatabase, name: string, documentId: string): Promise<void> {
  const older = await openExisting<OlderSchema>(name)
  if (!older) return
  const copy = await readOlder(older)
  older.close()
  const transaction = db.transaction(['words', 'notes'], 'readwrite')
  const [words, notes] = [transaction.objectStore('words'), transaction.objectStore('notes')]
  const written = await notes.get([documentId, WRITTEN])
  const isFirst = (await notes.getKey([documentId, BROUGHT])) === undefined
  // Brought over once, the copy may have been written anew since: the same words would stand in it under two names.
  if (isFirst || written === copy.notes.get(WRITTEN)) {
    if (copy.updates.length > 0)
      await words.put(Y.mergeUpdates(copy.updates), [documentId, `older ${name}`, 0])
    for (const [key, value] of copy.notes) await notes.put(value, [documentId, key])
    await notes.put(true, [documentId, BROUGHT])
  }
  await transaction.done
  void deleteUnused(name).catch(() => undefined)
}

const BROUGHT = 'brought-over'

async function readOlder(older: Awaited<ReturnType<typeof openExisting<OlderSchema>>> & object) {
  const notes = new Map<string, unknown>()
  if (!older.objectStoreNames.contains('updates') || !older.objectStoreNames.contains('custom'))
    return { updates: [], notes }
  const transaction = older.transaction(['updates', 'custom'])
  const custom = transaction.objectStore('custom')
  const [updates, keys, values] = await Promise.all([
    transaction.objectStore('updates').getAll(),
    custom.getAllKeys(),
    custom.getAll(),
  ])
  keys.forEach((key, i) => {
    notes.set(key, values[i])
  })
  return { updates, notes }
}

/** A tab that was opened before the change still writes into the old copy: it is deleted at a later start. */
async function deleteUnused(name: string): Promise<void> {
  if (!(await isOpenElsewhere(name))) await deleteDB(name)
}

/** Deletes what {@link bringOver} would bring. */
export async function deleteOlderCopies(userId: string): Promise<void> {
  for (const name of await olderNames(userId)) {
    await new Promise<void>((resolve, reject) => {
      deleteDB(name, { blocked: () => resolve() }).then(resolve, reject)
    })
  }
  found.delete(userId)
}
