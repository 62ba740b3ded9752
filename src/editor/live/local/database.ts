import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'

/** What this browser keeps of one person's pages: one database a person, so that the pages of two never mix. */
export interface LocalSchema extends DBSchema {
  /** Updates of pages. The name of who wrote it and a count make the key unique; the order means nothing to Yjs. */
  words: { key: WordsKey; value: Uint8Array }
  /** What is known about a page beside its words (`records.ts`). */
  notes: { key: [documentId: string, name: string]; value: unknown }
}

export type WordsKey = [documentId: string, writer: string, count: number]
export type LocalDatabase = IDBPDatabase<LocalSchema>

const PREFIX = 'sheaf:pages:'
const VERSION = 1

export const canStore = () => typeof indexedDB !== 'undefined'

/** A page of the one database, of which several pages of a tab have a part. */
export interface Connection {
  /** The database; null until it is open, and for good when it cannot be. */
  db(): LocalDatabase | null
  /** Resolves when the database is open, rejects when the browser does not open it. */
  readonly opened: Promise<LocalDatabase>
  /** Opens the database again if the browser closed it, which browsers do when they clear up. */
  reopen(): void
  release(): void
}

interface Shared {
  db: LocalDatabase | null
  opened: Promise<LocalDatabase>
  /** Told that the database was deleted: what is kept there from now on would come back after a sign-out. */
  deleted: Set<() => void>
}

const shared = new Map<string, Shared>()

/** Opens the person's database, or shares it with the pages of this tab that have it open. */
export function connectLocal(userId: string, deleted: () => void): Connection {
  let connection = sharedFor(userId)
  connection.deleted.add(deleted)
  return {
    db: () => connection.db,
    get opened() {
      return connection.opened
    },
    reopen() {
      if (connection.db || shared.get(userId) === connection) return
      connection.deleted.delete(deleted)
      connection = sharedFor(userId)
      connection.deleted.add(deleted)
    },
    release: () => void connection.deleted.delete(deleted),
  }
}

function sharedFor(userId: string): Shared {
  const known = shared.get(userId)
  if (known) return known
  const end = () => {
    made.db = null
    if (shared.get(userId) === made) shared.delete(userId)
  }
  const made: Shared = {
    db: null,
    deleted: new Set(),
    opened: openDB<LocalSchema>(PREFIX + userId, VERSION, {
      upgrade(db) {
        db.createObjectStore('words')
        db.createObjectStore('notes')
      },
      blocking(_current, next, event) {
        ;(event.target as IDBDatabase).close()
        end()
        if (next === null) for (const tell of made.deleted) tell()
      },
      terminated: end,
    }),
  }
  shared.set(userId, made)
  made.opened.then(
    (db) => {
      if (shared.get(userId) === made) made.db = db
    },
    () => {
      if (shared.get(userId) === made) shared.delete(userId)
    },
  )
  return made
}

/** The person's database for a moment; null when there is none, which this does not change. Close it afterwards. */
export const openExistingLocal = (userId: string) => openExisting<LocalSchema>(PREFIX + userId)

/** Deletes the person's database. Pages that are open in another tab of this browser keep nothing from then on. */
export async function deleteLocal(userId: string): Promise<void> {
  const connection = shared.get(userId)
  await deleteDB(PREFIX + userId)
  if (connection && shared.get(userId) === connection) shared.delete(userId)
}

/** A database that exists; null for one that does not: asking for it makes none. */
export async function openExisting<T extends DBSchema>(name: string): Promise<IDBPDatabase<T> | null> {
  if (!(await indexedDB.databases()).some((database) => database.name === name)) return null
  let isMissing = false
  try {
    return await openDB<T>(name, undefined, {
      upgrade(_db, _old, _new, transaction) {
        // It has just been deleted.
        isMissing = true
        transaction.done.catch(() => undefined)
        transaction.abort()
      },
      blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
    })
  } catch (error) {
    if (isMissing) return null
    throw error
  }
}
