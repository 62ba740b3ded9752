import { IndexeddbPersistence, PREFERRED_TRIM_SIZE, storeState } from 'y-indexeddb'
import * as Y from 'yjs'

const PREFIX = 'sheaf:page:'
const UNSENT = 'unsent:'
const CUSTOM_STORE = 'custom'
const UPDATES_STORE = 'updates'
const LONGEST_LOAD_MS = 5000
/** What is typed is written down together once in so many milliseconds, and at once when the page is left. */
const GATHER_MS = 100
/** The same while the server, which has it on its disk then, confirms what is typed … */
const SERVED_MS = 1000
/** … which it does as long as no edit waits for it longer than this. */
const LONGEST_UNSERVED_MS = 300
/** When nothing waits any longer: a page that is left or out of sight may get no other turn. */
const LEAVING = ['pagehide', 'visibilitychange'] as const
const TRIM_MS = 1000

/** The name of the browser's own copy of a page. One person's pages never mix with another's on the same computer. */
const storeName = (userId: string, documentId: string) => `${PREFIX}${userId}:${documentId}`

const canStore = () => typeof indexedDB !== 'undefined'

/**
 * The browser's copy of one page, and how much of it the server does not have yet. The copy is a help, never a
 * condition: nothing here rejects or throws when the browser's database fails. The page then goes on with the server
 * alone, and its save state, which counts for itself, stays true.
 */
export interface LocalPage {
  /** Resolves when the doc holds what the browser had; at once where nothing can be kept (private windows). */
  loaded: Promise<void>
  /** Edits that earlier tabs made and the server never confirmed. Known once `loaded`. */
  inherited(): number
  /** Did this come out of the browser's copy? */
  isOrigin(origin: unknown): boolean
  /**
   * Writes down how many edits of this tab are unconfirmed, so that it is known after the tab was closed. There is time
   * for that as long as the page is open on the server (`isServed`), which is about to have them.
   */
  remember(unsent: number, isServed: boolean): void
  /** Everything up to now is confirmed: what earlier tabs left behind is done with. */
  confirmed(): void
  /** Removes the copy: the page is none of this person's any more. */
  forget(): void
  destroy(): void
}

/** Keeps `doc` in the browser. */
export function openLocalPage(userId: string, documentId: string, doc: Y.Doc): LocalPage {
  if (!canStore()) {
    return {
      loaded: Promise.resolve(),
      inherited: () => 0,
      isOrigin: () => false,
      remember: () => undefined,
      confirmed: () => undefined,
      forget: () => undefined,
      destroy: () => undefined,
    }
  }
  const store = new IndexeddbPersistence(storeName(userId, documentId), doc)
  const tab = `${UNSENT}${crypto.randomUUID()}`
  /** What other tabs wrote down when this one opened. */
  let left = new Map<string, number>()
  let unsentHere = 0
  let unsentNoted = 0
  /** Whether the page is open on the server, since when edits wait for it, and since when some are not written down. */
  let isOpen = false
  let waitingSince = 0
  let gatheredSince = 0
  let gathered: Uint8Array[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let trimming: ReturnType<typeof setTimeout> | undefined
  /** Runs `act` in one transaction, which ends with it. */
  const inDatabase = (act: (updates: IDBObjectStore, custom: IDBObjectStore) => void) =>
    attempt(() => {
      const transaction = store.db?.transaction([UPDATES_STORE, CUSTOM_STORE], 'readwrite')
      if (!transaction) return
      act(transaction.objectStore(UPDATES_STORE), transaction.objectStore(CUSTOM_STORE))
    })
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const written = gathered
    gathered = []
    if (!store.db || (written.length === 0 && unsentHere === unsentNoted)) return
    inDatabase((updates, custom) => {
      if (written.length > 0) updates.add(written.length === 1 ? written[0] : Y.mergeUpdates(written))
      if (unsentHere > 0) custom.put(unsentHere, tab)
      else if (unsentNoted > 0) custom.delete(tab)
      unsentNoted = unsentHere
      // Not waited for: a page that is being left may not get to end its transactions.
      updates.transaction.commit?.()
    })
    if (written.length === 0 || ++store._dbsize < PREFERRED_TRIM_SIZE) return
    clearTimeout(trimming)
    trimming = setTimeout(() => attempt(() => void storeState(store, false).catch(withoutCopy)), TRIM_MS)
  }
  /** Holds the server what is not written down, so that there is time? */
  const isServed = () => {
    if (unsentHere === 0) return unsentNoted === 0
    return isOpen && performance.now() - waitingSince < LONGEST_UNSERVED_MS
  }
  const flushIfDue = () => {
    timer = undefined
    if (isServed() && performance.now() - gatheredSince < SERVED_MS) soon()
    else flush()
  }
  const soon = () => {
    timer ??= setTimeout(flushIfDue, GATHER_MS)
  }
  // What is typed before the database is open is noted when it is; the library keeps the words themselves then.
  store._db.then(() => flush(), withoutCopy)
  // The library writes every edit by itself, and an error there would keep it from every listener after it.
  doc.off('update', store._storeUpdate)
  store._storeUpdate = (update, origin) => {
    if (!store.db || origin === store) return
    if (gathered.length === 0) gatheredSince = performance.now()
    gathered.push(update)
    soon()
  }
  doc.on('update', store._storeUpdate)
  for (const event of LEAVING) globalThis.addEventListener?.(event, flush)
  return {
    loaded: Promise.race([
      store.whenSynced
        .then(async () => {
          if (!store.db) return
          const found = await unsentEntries(store.db)
          found.delete(tab)
          left = found
        })
        .catch(withoutCopy),
      store._db.then(() => new Promise<void>(() => undefined), withoutCopy),
      // A browser that can not or will not open its database must not keep the page shut: the server has it too.
      new Promise<void>((resolve) => setTimeout(resolve, LONGEST_LOAD_MS)),
    ]),
    inherited: () => [...left.values()].reduce((sum, count) => sum + count, 0),
    isOrigin: (origin) => origin === store,
    remember(unsent, isServed) {
      isOpen = isServed
      // What the server has not confirmed together with these was made since it was asked, a moment ago.
      if (unsentHere === 0 || unsent < unsentHere) waitingSince = performance.now()
      unsentHere = unsent
      soon()
    },
    confirmed() {
      if (left.size === 0) return
      const done = left
      left = new Map()
      inDatabase((_updates, entries) => {
        for (const [key, count] of done) {
          const now = entries.get(key)
          // Another tab that is open and has typed on since keeps its own account.
          now.onsuccess = () => {
            if (now.result === count) entries.delete(key)
          }
        }
      })
    },
    forget() {
      gathered = []
      void store.clearData().catch(withoutCopy)
    },
    destroy() {
      for (const event of LEAVING) globalThis.removeEventListener?.(event, flush)
      flush()
      clearTimeout(trimming)
      // The library would drop what was typed before it had read the copy.
      if (unsentHere > 0 && !store.synced) {
        const state = Y.encodeStateAsUpdate(doc)
        store._db.then((db) => attempt(() => void keepState(db, state)), withoutCopy)
      }
      void store.destroy().catch(withoutCopy)
    },
  }
}

const keepState = (db: IDBDatabase, state: Uint8Array) =>
  db.transaction(UPDATES_STORE, 'readwrite').objectStore(UPDATES_STORE).add(state)

/** The browser's database does not answer: the page has no copy here, and needs none. */
const withoutCopy = () => undefined

function attempt(act: () => void): void {
  try {
    act()
  } catch {
    withoutCopy()
  }
}

/** The pages of this person that hold something the server does not have, with how many edits. */
export async function unsentPages(userId: string): Promise<{ documentId: string; unsent: number }[]> {
  const pages: { documentId: string; unsent: number }[] = []
  for (const name of await storesOf(userId)) {
    const db = await openDatabase(name)
    if (!db) continue
    const unsent = [...(await unsentEntries(db)).values()].reduce((sum, count) => sum + count, 0)
    db.close()
    if (unsent > 0) pages.push({ documentId: name.slice(storeName(userId, '').length), unsent })
  }
  return pages
}

/**
 * Removes this person's pages from the browser. Ask first when {@link unsentPages} names any: what the server does not
 * have is gone with it. Pages that are open in another tab go when that tab is closed.
 */
export async function forgetLocalPages(userId: string): Promise<void> {
  for (const name of await storesOf(userId)) {
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name)
      request.onsuccess = () => resolve()
      request.onblocked = () => resolve()
      request.onerror = () => reject(request.error)
    })
  }
}

async function storesOf(userId: string): Promise<string[]> {
  if (!canStore()) return []
  const databases = await indexedDB.databases()
  return databases.flatMap(({ name }) => (name?.startsWith(storeName(userId, '')) ? [name] : []))
}

/** A database that exists; null when it has just been deleted: opening it would make an empty one that nobody can use. */
function openDatabase(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name)
    let isGone = false
    request.onupgradeneeded = () => {
      isGone = true
      request.transaction?.abort()
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => (isGone ? resolve(null) : reject(request.error))
  })
}

function unsentEntries(db: IDBDatabase): Promise<Map<string, number>> {
  const entries = new Map<string, number>()
  if (!db.objectStoreNames.contains(CUSTOM_STORE)) return Promise.resolve(entries)
  return new Promise((resolve, reject) => {
    const request = db.transaction(CUSTOM_STORE, 'readonly').objectStore(CUSTOM_STORE).openCursor()
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const cursor = request.result
      if (!cursor) {
        resolve(entries)
        return
      }
      const key = String(cursor.key)
      if (key.startsWith(UNSENT) && typeof cursor.value === 'number') entries.set(key, cursor.value)
      cursor.continue()
    }
  })
}
