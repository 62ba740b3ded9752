import { type DBSchema, deleteDB } from 'idb'
import * as Y from 'yjs'
import { type LocalDatabase, openExisting } from './database'
import { WRITTEN } from './records'
import { isOpenElsewhere } from './tabs'

interface OlderSchema extends DBSchema {
  updates: { key: number; value: Uint8Array }
  custom: { key: string; value: unknown }
}

const underWay = new Map<string, Promise<void>>()

/** Brings the copy of one page over from the database of that name. Rejects when a database does. */
export async function moveCopy(db: LocalDatabase, name: string, documentId: string): Promise<void> {
  const known = underWay.get(name)
  if (known) return known
  const bringing = bring(db, name, documentId)
  underWay.set(name, bringing)
  await bringing.finally(() => underWay.delete(name))
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

/** Deletes the databases of these names; one that is open in another tab goes when that is closed. */
export async function deleteCopies(names: readonly string[]): Promise<void> {
  for (const name of names) {
    await new Promise<void>((resolve, reject) => {
      deleteDB(name, { blocked: () => resolve() }).then(resolve, reject)
    })
  }
}
