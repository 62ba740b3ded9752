import { IndexeddbPersistence, PREFERRED_TRIM_SIZE, storeState } from 'y-indexeddb'
import * as Y from 'yjs'
import type { Block } from '@/blocks'
import type { Renames } from './rename-clients'

const PREFIX = 'sheaf:page:'
const UNSENT = 'unsent:'
const RENAMED = 'renamed:'
/** Another value whenever the whole copy was written anew, with other client ids. */
const WRITTEN = 'written'
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
/** How soon it is tried again to write what the browser would not take. */
const BROKEN_MS = 2000
/** A database that does not answer in this time is not waited for before the server is asked whether all is saved. */
const LONGEST_LOOK_MS = 1000
/** How long other tabs are given to say that they have the page open. */
const ANSWERS_MS = 200
/** The entry of words that could not be put into the page. */
const KEPT = 'kept-words'

/** The name of the browser's own copy of a page. One person's pages never mix with another's on the same computer. */
const storeName = (userId: string, documentId: string) => `${PREFIX}${userId}:${documentId}`

const canStore = () => typeof indexedDB !== 'undefined'

/** How many edits tabs wrote down as unsent, by the name of the tab. */
export type LeftBehind = ReadonlyMap<string, number>

/**
 * The browser's copy of one page, and how much of it the server does not have yet. The copy is a help, never a
 * condition: nothing here rejects or throws when the browser's database fails. The page then goes on with the server
 * alone, and its save state, which counts for itself, stays true.
 */
export interface LocalPage {
  /** Resolves when the doc holds what the browser had; at once where nothing can be kept (private windows). */
  loaded: Promise<void>
  /** Edits that other tabs made and the server never confirmed. Known once `loaded`. */
  inherited(): number
  /** The same by tab. */
  left(): LeftBehind
  /** Would what is typed still be there after the tab was closed? */
  isSafe(): boolean
  /** Did this come out of the browser's copy? */
  isOrigin(origin: unknown): boolean
  /**
   * Writes down how many edits of this tab are unconfirmed, so that it is known after the tab was closed. There is time
   * for that as long as the page is open on the server (`isServed`), which is about to have them.
   */
  remember(unsent: number, isServed: boolean): void
  /** Brings into the doc what other tabs have written down and the server may lack. Never takes long. */
  takeIn(): Promise<void>
  /** The server has everything that was left behind by then. */
  confirmed(left: LeftBehind): void
  /** Keeps blocks that could not be put into the page; none: nothing is kept any more. */
  keep(blocks: readonly Block[]): void
  /** What was kept when the page was opened. Known once `loaded`. */
  kept(): readonly Block[]
  /**
   * New client ids for what these keys stand for: random, but the same for every tab of this browser, so that what two
   * tabs rename stays one. Where nothing can be kept they are the same for this `LocalPage`.
   */
  newClients(keys: readonly string[]): Promise<number[]>
  /** Another tab has written the copy anew, with these client ids for words that this doc holds: it must do the same. */
  renamed(): Renames | null
  /** From now on this state is the copy, and nothing more is written down of the doc that this was opened for. */
  replace(state: Uint8Array): void
  /** Removes the copy, the page being none of this person's any more, unless a tab has something unsent in it. */
  forget(): void
  /** Removes the copy with all that was never sent. */
  discard(): void
  destroy(): void
}

/** Pages that are open in this tab, with what their copies may lack. */
const openHere = new Set<{ userId: string; documentId: string; unsent(): number }>()

/** Nothing can be kept in this browser: what is typed is in this tab alone until the server has it. */
function nowhere(userId: string, documentId: string): LocalPage {
  let unsent = 0
  const here = { userId, documentId, unsent: () => unsent }
  openHere.add(here)
  return {
    loaded: Promise.resolve(),
    inherited: () => 0,
    left: () => new Map(),
    isSafe: () => false,
    isOrigin: () => false,
    remember: (count) => {
      unsent = count
    },
    takeIn: () => Promise.resolve(),
    confirmed: () => undefined,
    keep: () => undefined,
    newClients: async (keys) => keys.map(() => randomClient()),
    renamed: () => null,
    replace: () => undefined,
    kept: () => [],
    forget: () => undefined,
    discard: () => {
      unsent = 0
    },
    destroy: () => void openHere.delete(here),
  }
}

/** Keeps `doc` in the browser. `changed` is called when one of the answers may be another than before. */
export function openLocalPage(
  userId: string,
  documentId: string,
  doc: Y.Doc,
  changed: () => void = () => undefined,
): LocalPage {
  if (!canStore()) return nowhere(userId, documentId)
  const name = storeName(userId, documentId)
  const store = new IndexeddbPersistence(name, doc)
  const tab = `${UNSENT}${crypto.randomUUID()}`
  /** What other tabs wrote down. */
  let left: LeftBehind = new Map()
  let keptAtStart: readonly Block[] | null = null
  let keptNow: readonly Block[] | null = null
  let unsentHere = 0
  let unsentNoted = 0
  /** The last writing failed: what it should have written is still gathered. */
  let isBroken = false
  let isClosed = false
  /** Whether the page is open on the server, since when edits wait for it, and since when some are not written down. */
  let isOpen = false
  let waitingSince = 0
  let gatheredSince = 0
  let gathered: Uint8Array[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let trimming: ReturnType<typeof setTimeout> | undefined
  let isReplaced = false
  /** The value of `WRITTEN` when this tab read the copy. */
  let writtenAtStart: string | null = null
  /** Under which other client ids the copy holds what this doc holds, since another tab has written it anew. */
  let renamed: Renames | null = null
  /** The copy was removed. */
  let isGone = false
  const here = { userId, documentId, unsent: () => unsentHere }
  openHere.add(here)
  /** The page is none of this person's any more, as the server has told this tab. */
  let hasResigned = false
  /** Another tab has the page open, and may be writing in it without knowing that. */
  let isElsewhere = false
  const others = openChannel(name, (word) => {
    if (word === 'written') void takeIn()
    else if (word === 'here') isElsewhere = true
    // Whoever deletes the copy waits for those who have it open.
    else if (hasResigned && unsentHere === 0) close()
    else others.tell('here')
  })
  const setBroken = (now: boolean) => {
    if (isBroken === now) return
    isBroken = now
    changed()
  }
  /** Runs `act` in one transaction, which ends with it; whether it held is told with `ended`. */
  const inDatabase = (
    act: (updates: IDBObjectStore, custom: IDBObjectStore) => void,
    ended: (held: boolean) => void = () => undefined,
  ) => {
    try {
      const transaction = store.db?.transaction([UPDATES_STORE, CUSTOM_STORE], 'readwrite')
      if (!transaction) return ended(false)
      transaction.oncomplete = () => ended(true)
      transaction.onabort = () => ended(false)
      act(transaction.objectStore(UPDATES_STORE), transaction.objectStore(CUSTOM_STORE))
    } catch {
      ended(false)
    }
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const written = gathered
    const keeping = keptNow
    if (isGone || !store.db || (written.length === 0 && unsentHere === unsentNoted && !keeping)) return
    gathered = []
    keptNow = null
    const before = unsentNoted
    const noting = unsentHere
    const held = (isHeld: boolean) => {
      setBroken(!isHeld)
      if (isHeld) {
        if (noting !== before || (noting > 0 && written.length > 0)) others.tell('written')
        return
      }
      // The browser had no room, or lost its database: the next attempt writes it too.
      gathered = [...written, ...gathered]
      keptNow ??= keeping
      if (unsentNoted === noting) unsentNoted = before
      if (!isClosed) timer ??= setTimeout(flushIfDue, BROKEN_MS)
    }
    inDatabase((updates, custom) => {
      if (written.length > 0) updates.add(written.length === 1 ? written[0] : Y.mergeUpdates(written))
      if (noting > 0) custom.put(noting, tab)
      else if (before > 0) custom.delete(tab)
      if (keeping) {
        if (keeping.length > 0) custom.put(keeping, KEPT)
        else custom.delete(KEPT)
      }
      unsentNoted = noting
      // Not waited for: a page that is being left may not get to end its transactions.
      updates.transaction.commit?.()
    }, held)
    if (written.length === 0 || ++store._dbsize < PREFERRED_TRIM_SIZE) return
    clearTimeout(trimming)
    trimming = setTimeout(() => {
      // It reads the copy into the doc.
      if (!isReplaced && !renamed) attempt(() => void storeState(store, false).catch(withoutCopy))
    }, TRIM_MS)
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
  const takeIn = async () => {
    if (!store.db || isClosed || isGone) return
    const before = left
    try {
      const found = await readLeft(store.db, tab)
      if (isClosed) return
      left = found.left
      keptAtStart ??= found.kept
      writtenAtStart ??= found.written
      // The same words under two names would stand in the doc twice.
      if (found.written !== writtenAtStart) {
        renamed = found.renames
        changed()
        return
      }
      // What is there already changes nothing.
      if (found.updates.length > 0) {
        doc.transact(() => {
          for (const update of found.updates) Y.applyUpdate(doc, update, store)
        }, store)
      }
    } catch {
      withoutCopy()
    }
    if (!isClosed && !sameEntries(before, left)) changed()
  }
  const close = () => {
    isGone = true
    gathered = []
    left = new Map()
    unsentHere = 0
    return store.destroy().catch(withoutCopy)
  }
  const clear = () => {
    isGone = true
    void store.clearData().catch(withoutCopy)
    void close()
  }
  const isEmptyOfWords = async () => {
    await takeIn()
    return (
      !isClosed && !isGone && store.db !== null && left.size === 0 && unsentHere === 0 && !keptAtStart?.length
    )
  }
  /** A copy that another tab has open is left to it: when it is told the same, or is closed, is early enough. */
  const forget = async () => {
    hasResigned = true
    if (!(await isEmptyOfWords())) return
    isElsewhere = false
    others.tell('who')
    await new Promise((resolve) => setTimeout(resolve, ANSWERS_MS))
    if (!isElsewhere && (await isEmptyOfWords())) clear()
  }
  // What is typed before the database is open is noted when it is; the library keeps the words themselves then.
  store._db.then(
    () => {
      flush()
      changed()
    },
    () => setBroken(true),
  )
  // The library writes every edit by itself, and an error there would keep it from every listener after it.
  doc.off('update', store._storeUpdate)
  store._storeUpdate = (update, origin) => {
    if (!store.db || origin === store || isReplaced) return
    if (gathered.length === 0) gatheredSince = performance.now()
    gathered.push(update)
    soon()
  }
  doc.on('update', store._storeUpdate)
  for (const event of LEAVING) globalThis.addEventListener?.(event, flush)
  return {
    loaded: Promise.race([
      store.whenSynced.then(takeIn).catch(withoutCopy),
      store._db.then(() => new Promise<void>(() => undefined), withoutCopy),
      // A browser that can not or will not open its database must not keep the page shut: the server has it too.
      new Promise<void>((resolve) => setTimeout(resolve, LONGEST_LOAD_MS)),
    ]),
    inherited: () => [...left.values()].reduce((sum, count) => sum + count, 0),
    left: () => left,
    isSafe: () => store.db !== null && !isBroken && !isGone,
    isOrigin: (origin) => origin === store,
    remember(unsent, isServed) {
      isOpen = isServed
      // What the server has not confirmed together with these was made since it was asked, a moment ago.
      if (unsentHere === 0 || unsent < unsentHere) waitingSince = performance.now()
      unsentHere = unsent
      soon()
    },
    takeIn: () =>
      Promise.race([takeIn(), new Promise<void>((resolve) => setTimeout(resolve, LONGEST_LOOK_MS))]),
    confirmed(done) {
      if (done.size === 0) return
      left = new Map([...left].filter(([key, count]) => done.get(key) !== count))
      inDatabase(
        (_updates, entries) => {
          for (const [key, count] of done) {
            const now = entries.get(key)
            // Another tab that is open and has typed on since keeps its own account.
            now.onsuccess = () => {
              if (now.result === count) entries.delete(key)
            }
          }
        },
        () => others.tell('written'),
      )
    },
    keep(blocks) {
      keptNow = blocks
      flush()
    },
    newClients: (keys) => keptClients(store, keys),
    renamed: () => renamed,
    replace(state) {
      isReplaced = true
      gathered = []
      clearTimeout(trimming)
      inDatabase(
        (updates, custom) => {
          const written = custom.get(WRITTEN)
          written.onsuccess = () => {
            // Another tab has written it anew already: under the same names, with words of its own.
            if (String(written.result ?? '') === (writtenAtStart ?? '')) {
              updates.clear()
              custom.put(crypto.randomUUID(), WRITTEN)
            }
            updates.add(state)
            // What is unsent goes over to whoever opens the copy next, like what a closed tab left.
            if (unsentHere > 0) custom.put(unsentHere, tab)
          }
          unsentNoted = unsentHere
        },
        () => others.tell('written'),
      )
    },
    kept: () => keptAtStart ?? [],
    forget: () => void forget(),
    discard: clear,
    destroy() {
      for (const event of LEAVING) globalThis.removeEventListener?.(event, flush)
      flush()
      isClosed = true
      openHere.delete(here)
      clearTimeout(timer)
      clearTimeout(trimming)
      others.close()
      // The library would drop what was typed before it had read the copy.
      if (unsentHere > 0 && !store.synced && !isReplaced) {
        const state = Y.encodeStateAsUpdate(doc)
        store._db.then((db) => attempt(() => void keepState(db, state)), withoutCopy)
      }
      void store.destroy().catch(withoutCopy)
    },
  }
}

/** What tabs of one browser that have the same page say to each other. */
type Word =
  /** Something was written down, or is not waited for any more. */
  | 'written'
  /** Somebody wants to delete the copy: who has it open? */
  | 'who'
  | 'here'

function openChannel(name: string, heard: (word: Word) => void): { tell(word: Word): void; close(): void } {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, close: () => undefined }
  const channel = new BroadcastChannel(name)
  let isClosed = false
  channel.onmessage = ({ data }: MessageEvent<Word>) => heard(data)
  return {
    tell(word) {
      // What is written down while a tab is closed is told after it was.
      const speaking = isClosed ? new BroadcastChannel(name) : channel
      speaking.postMessage(word)
      if (isClosed) speaking.close()
    },
    close() {
      isClosed = true
      channel.close()
    },
  }
}

const sameEntries = (a: LeftBehind, b: LeftBehind): boolean =>
  a.size === b.size && [...a].every(([key, count]) => b.get(key) === count)

const randomClient = () => crypto.getRandomValues(new Uint32Array(1))[0] as number

/** {@link LocalPage.newClients}, in one transaction. */
async function keptClients(store: IndexeddbPersistence, keys: readonly string[]): Promise<number[]> {
  const made = keys.map(randomClient)
  try {
    const entries = (await store._db).transaction(CUSTOM_STORE, 'readwrite').objectStore(CUSTOM_STORE)
    return await Promise.all(
      keys.map(
        (key, i) =>
          new Promise<number>((resolve, reject) => {
            const known = entries.get(`${RENAMED}${key}`)
            known.onerror = () => reject(known.error)
            known.onsuccess = () => {
              if (typeof known.result === 'number') return resolve(known.result)
              entries.put(made[i], `${RENAMED}${key}`)
              resolve(made[i] as number)
            }
          }),
      ),
    )
  } catch {
    withoutCopy()
    return made
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

/**
 * The pages of this person that hold something the server does not have, with how many edits: those in the browser's
 * database, and those that are open in this tab and could not be written down.
 */
export async function unsentPages(userId: string): Promise<{ documentId: string; unsent: number }[]> {
  const pages: { documentId: string; unsent: number }[] = []
  for (const name of await storesOf(userId)) {
    const db = await openDatabase(name)
    if (!db) continue
    const { left, kept } = await readEntries(db)
    const unsent = [...left.values()].reduce((sum, count) => sum + count, kept.length)
    db.close()
    if (unsent > 0) pages.push({ documentId: name.slice(storeName(userId, '').length), unsent })
  }
  for (const page of openHere) {
    const unsent = page.unsent()
    if (page.userId !== userId || unsent === 0) continue
    if (!pages.some(({ documentId }) => documentId === page.documentId)) {
      pages.push({ documentId: page.documentId, unsent })
    }
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

interface Entries {
  left: Map<string, number>
  kept: readonly Block[]
  /** The value of `WRITTEN`. */
  written: string
  renames: Map<number, { from: number; to: number }>
}

/** What other tabs left behind, and when there is something, all that is written down: both as of one moment. */
async function readLeft(db: IDBDatabase, tab: string): Promise<Entries & { updates: Uint8Array[] }> {
  const transaction = db.transaction([CUSTOM_STORE, UPDATES_STORE], 'readonly')
  const entries = await entriesIn(transaction.objectStore(CUSTOM_STORE))
  entries.left.delete(tab)
  const updates = entries.left.size > 0 ? await answerOf(transaction.objectStore(UPDATES_STORE).getAll()) : []
  return { ...entries, updates: updates as Uint8Array[] }
}

async function readEntries(db: IDBDatabase): Promise<Entries> {
  if (!db.objectStoreNames.contains(CUSTOM_STORE))
    return { left: new Map(), kept: [], written: '', renames: new Map() }
  return entriesIn(db.transaction(CUSTOM_STORE, 'readonly').objectStore(CUSTOM_STORE))
}

function entriesIn(custom: IDBObjectStore): Promise<Entries> {
  const found: Entries = { left: new Map(), kept: [], written: '', renames: new Map() }
  return new Promise((resolve, reject) => {
    const request = custom.openCursor()
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const cursor = request.result
      if (!cursor) {
        resolve(found)
        return
      }
      const key = String(cursor.key)
      if (key.startsWith(UNSENT) && typeof cursor.value === 'number') found.left.set(key, cursor.value)
      if (key === WRITTEN) found.written = String(cursor.value)
      if (key.startsWith(RENAMED)) addRename(found.renames, key, cursor.value)
      if (key === KEPT && Array.isArray(cursor.value)) found.kept = cursor.value as Block[]
      cursor.continue()
    }
  })
}

/** The first name that words from a client were given stays. */
function addRename(renames: Map<number, { from: number; to: number }>, key: string, to: unknown): void {
  const [client = 0, from = 0] = key.slice(RENAMED.length).split(':').map(Number)
  if (typeof to === 'number' && !renames.has(client)) renames.set(client, { from, to })
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
