import type { IDBPObjectStore } from 'idb'
import * as Y from 'yjs'
import type { Block } from '@/blocks'
import type { Renames } from '../rename-clients'
import { bringOver } from './bring-over'
import { canStore, connectLocal, type LocalDatabase, type LocalSchema, type WordsKey } from './database'
import { openNowhere } from './nowhere'
import {
  browserName,
  type Copy,
  isOlder,
  KEPT,
  type LeftBehind,
  NOTED,
  PARCEL,
  partsOf,
  REPLAYED,
  rangeOf,
  readCopy,
  SEEN,
  storesOf,
  UNDELETED,
  UNSENT,
  WRITTEN,
  writerName,
  writerOf,
} from './records'
import { ANSWERS_MS, openTabs } from './tabs'
import { openHere } from './unsent-pages'

const LONGEST_LOAD_MS = 5000
/** What is typed is written down together once in this time, and at once when the page is left. */
const GATHER_MS = 100
/** The same while the server, which has it on its disk then, confirms what is typed … */
const SERVED_MS = 1000
/** … which it does as long as no edit waits for it longer than this. */
const LONGEST_UNSERVED_MS = 300
/** When nothing waits any longer: a page that is left or out of sight may get no other turn. */
const LEAVING = ['pagehide', 'visibilitychange'] as const
/** From this many updates on, the copy is written together as one … */
const MOST_UPDATES = 500
/** … this long after the last of them. */
const TRIM_MS = 1000
/** How soon the tab tries again to write what the browser would not take. */
const BROKEN_MS = 2000
/**
 * A database that does not answer in this time is not waited for, before the server is asked whether all is saved and before a page is
 * written anew.
 */
const LONGEST_LOOK_MS = 1000

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
  /** What this browser is called, the same in all tabs that share the copy; null while nothing is kept. */
  browser(): string | null
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
  /** Where the copy is kept; null where nothing can be. */
  database(): Promise<LocalDatabase | null>
  /** Another tab has written the copy anew, with these client ids for words that this doc holds: it must do the same. */
  renamed(): Renames | null
  /** Another tab has written the copy anew, with what the server refused of this page's state as suggestions. */
  replayed(): Uint8Array | null
  /**
   * Writes the copy anew. `make` is called once, when the doc holds all that stands in the copy and no tab can add to that: what it makes
   * is the copy from then on, and nothing more is written down of the doc that this was opened for. It waits for nothing; null leaves
   * everything as it is. Gives what was made in that very turn; rejects when `make` throws.
   */
  replace<T extends CopyAnew>(make: () => T | null): Promise<Replaced<T>>
  /**
   * Has another tab written on the text of which suggestions were made since, without knowing that? Its words are not taken into the doc:
   * {@link suggestOlder}.
   */
  hasOlder(): boolean
  /**
   * Puts into the doc and the copy what `make` makes of such words (`older`): an update of this doc. `replayed` is the page as it was when
   * suggestions were made of it. Gives what was made; null where there are no such words by now. Rejects when `make` throws.
   */
  suggestOlder<T extends { state: Uint8Array }>(
    make: (older: Uint8Array, replayed: Uint8Array) => T,
  ): Promise<T | null>
  /** What others deleted that the server does not take, as tabs of this browser wrote it down: updates. */
  undeleted(): readonly Uint8Array[]
  /** Has another tab written down more of that, which this doc may not show? */
  isToUndelete(): boolean
  /** What others wrote and the server may lack, signed by them: what this tab holds, and what it found in the copy. */
  parcels(): ReadonlyMap<string, Uint8Array>
  /** Those of them that are not written down. */
  unwritten(): readonly string[]
  /** Takes over what the page before this one held, and which of it was not written down. */
  inherit(parcels: ReadonlyMap<string, Uint8Array>, unwritten: ReadonlySet<string>): void
  hold(name: string, parcel: Uint8Array): void
  /** The server has them, or they are not wanted any more. */
  drop(names: readonly string[]): void
  /** Removes the copy, the page being none of this person's any more, unless a tab has something unsent in it. */
  forget(): void
  /** Removes the copy with all that was never sent. */
  discard(): void
  destroy(): void
}

/** What a copy is to become. */
export interface CopyAnew {
  state: Uint8Array
  /** The page with what the server refused, if the state holds that as suggestions. */
  replayed?: Uint8Array
  /** What others deleted that the server does not take, as an update. */
  undeleted?: Uint8Array
}

/** `written` resolves when it is written, or cannot be. */
export interface Replaced<T> {
  made: T | null
  written: Promise<unknown>
}

/** Keeps `doc` in the browser. `changed` is called when one of the answers may be another than before. */
export function openLocalPage(
  userId: string,
  documentId: string,
  doc: Y.Doc,
  changed: () => void = () => undefined,
): LocalPage {
  if (!canStore()) return openNowhere(userId, documentId)
  /** The origin of what comes out of the copy. */
  const copy = {}
  const tab = crypto.randomUUID()
  /** What other tabs wrote down. */
  let left: LeftBehind = new Map()
  let keptAtStart: readonly Block[] | null = null
  let keptNow: readonly Block[] | null = null
  let unsentHere = 0
  let unsentNoted = 0
  let noted = 0
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
  /** Has the database been open, so that one that is not was closed by the browser? */
  let wasOpen = false
  /** Updates that this tab has written, and those of others that its doc has taken in. */
  let ownUpdates = 0
  const taken = new Set<string>()
  let updatesInCopy = 0
  let browser: string | null = null
  let isReplaced = false
  /** The value of `WRITTEN` when this tab read the copy. */
  let writtenAtStart: string | null = null
  /** Under which other client ids the copy holds what this doc holds, since another tab has written it anew. */
  let renamed: Renames | null = null
  let replayed: Uint8Array | null = null
  /** The copy holds words that stand on text of which suggestions were made. */
  let hasOlder = false
  /** What others deleted in vain, and how much of that this doc was opened with. */
  let undeleted: readonly Uint8Array[] = []
  let undeletedAtStart: number | null = null
  const parcels = new Map<string, Uint8Array>()
  /** Those of them that are not written down. */
  const unwritten = new Set<string>()
  /** Those that stand in the copy: once they do no longer, another tab has handed them in. */
  const written = new Set<string>()
  /** The copy was removed. */
  let isGone = false
  const here = { userId, documentId, unsent: () => unsentHere }
  openHere.add(here)
  /** The page is none of this person's any more, as the server has told this tab. */
  let hasResigned = false
  /** Another tab has the page open, and may be writing in it without knowing that. */
  let isElsewhere = false
  const others = openTabs(`sheaf:pages:${userId}:${documentId}`, (word) => {
    if (word === 'written') void takeIn()
    else if (word === 'here') isElsewhere = true
    // Another tab that wants to delete the copy waits for those that have it open.
    else if (word === 'who' && !(hasResigned && unsentHere === 0)) others.tell('here')
    else if (word === 'who') close()
  })
  const connection = connectLocal(userId, () => {
    isGone = true
    gathered = []
    left = new Map()
    changed()
  })
  const setBroken = (now: boolean) => {
    if (isBroken === now) return
    isBroken = now
    changed()
  }
  const isToUndelete = () => undeleted.length > (undeletedAtStart ?? 0)
  /** What is written under this tab's name has been read with that in mind. */
  const noteSeen = (notes: WritableStore<'notes'>): Promise<unknown>[] =>
    undeletedAtStart ? [notes.put(undeletedAtStart, [documentId, SEEN + tab])] : []
  const note = (notes: WritableStore<'notes'>, unsent: number): Promise<unknown>[] => [
    notes.put(++noted, [documentId, NOTED + tab]),
    notes.put(unsent, [documentId, UNSENT + tab]),
  ]
  const unnote = (notes: WritableStore<'notes'>, tab: string): Promise<unknown>[] =>
    [NOTED, UNSENT].map((kind) => notes.delete([documentId, kind + tab]))
  const forgetParcel = (name: string) => {
    parcels.delete(name)
    unwritten.delete(name)
    written.delete(name)
  }
  const newKey = (): WordsKey => [documentId, writerName(tab, writtenAtStart), ownUpdates++]
  const nameOf = ([, writer, count]: WordsKey) => `${writer} ${count}`
  const isNew = (key: WordsKey) => writerOf(key).tab !== tab && !taken.has(nameOf(key))

  const hasSomething = () =>
    gathered.length > 0 || unsentHere !== unsentNoted || keptNow !== null || unwritten.size > 0
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (isGone || !hasSomething()) return
    const db = connection.db()
    if (db) void writeDown(db)
    else if (wasOpen) writeAgain()
  }
  const writeDown = async (db: LocalDatabase) => {
    const typed = gathered
    const keeping = keptNow
    const holding = [...unwritten]
    gathered = []
    unwritten.clear()
    keptNow = null
    const before = unsentNoted
    const noting = unsentHere
    unsentNoted = noting
    const isHeld = await inTransaction(db, (words, notes) => {
      const requests: Promise<unknown>[] = []
      for (const name of holding) {
        const parcel = parcels.get(name)
        if (parcel) requests.push(notes.put(parcel, [documentId, PARCEL + name]))
      }
      const [first] = typed
      if (first) {
        requests.push(words.put(typed.length === 1 ? first : Y.mergeUpdates(typed), newKey()))
        requests.push(...noteSeen(notes))
      }
      if (noting > 0) requests.push(...note(notes, noting))
      else if (before > 0) requests.push(...unnote(notes, tab))
      if (keeping?.length) requests.push(notes.put(keeping, [documentId, KEPT]))
      else if (keeping) requests.push(notes.delete([documentId, KEPT]))
      // Not waited for: a page that is being left may not get to end its transactions.
      words.transaction.commit()
      return requests
    })
    if (isHeld) {
      for (const name of holding) if (parcels.has(name)) written.add(name)
      const isAwaited = noting > 0 || parcels.size > 0
      if (noting !== before || holding.length > 0 || (isAwaited && typed.length > 0)) others.tell('written')
      if (typed.length > 0 && ++updatesInCopy >= MOST_UPDATES) trimLater()
    } else {
      // The browser had no room, or lost its database: the next attempt writes it too.
      gathered = [...typed, ...gathered]
      for (const name of holding) unwritten.add(name)
      keptNow ??= keeping
      if (unsentNoted === noting) unsentNoted = before
      if (!isClosed && !isGone) timer ??= setTimeout(flushIfDue, BROKEN_MS)
    }
    setBroken(!isHeld)
  }
  /** The browser has closed the database, perhaps with everything in it: the whole page is written into a new one. */
  const writeAgain = () => {
    setBroken(true)
    connection.reopen()
    gathered = [Y.encodeStateAsUpdate(doc)]
    unsentNoted = 0
    for (const name of parcels.keys()) unwritten.add(name)
    written.clear()
    taken.clear()
    if (!isClosed) timer ??= setTimeout(flushIfDue, BROKEN_MS)
  }
  const trimLater = () => {
    clearTimeout(trimming)
    trimming = setTimeout(() => void trim(), TRIM_MS)
  }
  /** Writes the copy as one update, with what other tabs have added to it; later, when they add something just then. */
  const trim = async () => {
    // With what stands beside the words of other tabs.
    await takeIn(true)
    const db = connection.db()
    if (!db || isClosed || isGone || isReplaced || renamed) return
    try {
      const transaction = db.transaction(['words', 'notes'], 'readwrite')
      const [words, notes] = [transaction.objectStore('words'), transaction.objectStore('notes')]
      const written = await notes.get([documentId, WRITTEN])
      if (String(written ?? '') === writtenAtStart) {
        const keys = await words.getAllKeys(rangeOf(documentId))
        if (keys.some(isNew)) trimLater()
        else {
          await words.delete(rangeOf(documentId))
          await words.put(Y.encodeStateAsUpdate(doc), newKey())
          await Promise.all(noteSeen(notes))
          taken.clear()
          updatesInCopy = 1
        }
      }
      await transaction.done
    } catch {
      withoutCopy()
    }
  }
  /** The code that reads what was written without knowing what this tab knows; null where there is no such thing. */
  const codeFor = async ({ words, notes }: Copy) => {
    const isKnown = undeleted.length === 0 && !words.some(({ key }) => isOlder(key, notes))
    return isKnown ? null : import('../rename-clients')
  }
  type Code = Awaited<ReturnType<typeof codeFor>>
  /** The words of one record, as a tab would have written them that knows what this one does. */
  const asOfNow = ({ key, update }: Copy['words'][number], notes: Copy['notes'], code: Code): Uint8Array => {
    if (!code) return update
    const named = isOlder(key, notes)
      ? code.renameClients(update, notes.renames, (id) => code.isValueIn(doc, id))
      : update
    const isWarned = (notes.seen.get(writerOf(key).tab) ?? 0) >= undeleted.length
    return isWarned ? named : code.withoutDeletions(named, undeleted)
  }
  const apply = ({ words, notes }: Copy, code: Code) => {
    if (words.length === 0 || isClosed) return
    const some = words.filter(({ key }) => notes.replayed === null || !isOlder(key, notes))
    hasOlder = some.length < words.length
    doc.transact(() => {
      for (const one of some) Y.applyUpdate(doc, asOfNow(one, notes, code), copy)
    }, copy)
    for (const { key } of some) taken.add(nameOf(key))
    updatesInCopy = Math.max(updatesInCopy, taken.size)
  }
  /** Has the server what is not written down, so that there is time? */
  const isServed = () => {
    if (unsentHere === 0) return unsentNoted === 0
    return isOpen && performance.now() - waitingSince < LONGEST_UNSERVED_MS
  }
  const flushIfDue = () => {
    timer = undefined
    if (!isBroken && isServed() && performance.now() - gatheredSince < SERVED_MS) soon()
    else flush()
  }
  const soon = () => {
    timer ??= setTimeout(flushIfDue, GATHER_MS)
  }
  /** A tab that is being closed does not live to see its writing done: whom it is told looks behind that writing. */
  const leave = () => {
    flush()
    if ((unsentHere > 0 || parcels.size > 0) && !isGone) others.tell('written')
  }
  /** `all`: also where no tab has noted anything that the server may lack. */
  const takeIn = async (all = false) => {
    const db = connection.db()
    if (!db || isClosed || isGone) return
    const stood = [...written]
    let isNews = false
    try {
      const found = await readCopy(storesOf(db), documentId, isNew, (notes) => {
        const isAny = [...notes.left.keys()].some((key) => partsOf(key).tab !== tab) || notes.parcels.size > 0
        return all || writtenAtStart === null || isAny
      })
      if (isClosed || isGone) return
      const news = takeNotes(found.notes, stood)
      if (news === 'renamed') return changed()
      isNews = news !== null
      // The code for it may take a while to come.
      if (news === 'of-others' && undeleted.length > 0) changed()
      apply(found, await codeFor(found))
      isNews ||= hasOlder
    } catch {
      withoutCopy()
    }
    if (!isClosed && isNews) changed()
  }
  /**
   * Gives what is new in these notes. The words beside them come into the doc unless another tab has renamed them. `stood`: the parcels
   * that were known to be written down before the notes were read.
   */
  const takeNotes = (
    notes: Copy['notes'],
    stood: readonly string[],
  ): 'renamed' | 'of-others' | 'left' | null => {
    const before = left
    let hasMoreOfOthers = false
    for (const name of stood) if (!notes.parcels.has(name)) forgetParcel(name)
    left = new Map([...notes.left].filter(([key]) => partsOf(key).tab !== tab))
    undeleted = notes.undeleted
    undeletedAtStart ??= undeleted.length
    keptAtStart ??= notes.kept
    writtenAtStart ??= notes.written
    // The same words under two names would stand in the doc twice.
    if (notes.written !== writtenAtStart) {
      renamed = notes.renames
      replayed = notes.replayed ?? replayed
      return 'renamed'
    }
    // What stands in the copy of others is there with their signature.
    for (const [name, parcel] of notes.parcels) {
      hasMoreOfOthers ||= !parcels.has(name)
      parcels.set(name, parcel)
      written.add(name)
    }
    if (hasMoreOfOthers || isToUndelete()) return 'of-others'
    return sameEntries(before, left) ? null : 'left'
  }
  const close = () => {
    isGone = true
    gathered = []
    left = new Map()
    unsentHere = 0
    connection.release()
  }
  const clear = () => {
    const db = connection.db()
    close()
    if (!db) return
    void inTransaction(db, (words, notes) => {
      const requests = [words.delete(rangeOf(documentId)), notes.delete(rangeOf(documentId))]
      // The page may be left in this very turn.
      words.transaction.commit()
      return requests
    })
  }
  const isEmptyOfWords = async () => {
    await takeIn()
    const isIdle = !isClosed && !isGone && connection.db() !== null
    return isIdle && left.size === 0 && unsentHere === 0 && !keptAtStart?.length
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
  const replace = async <T extends CopyAnew>(make: () => T | null): Promise<Replaced<T>> => {
    const code = await import('../rename-clients')
    const { promise, resolve, reject } = Promise.withResolvers<T | null>()
    let made: T | null | undefined
    const makeOnce = () => {
      if (made !== undefined) return made
      made = null
      try {
        made = isClosed ? null : make()
      } catch (error) {
        reject(error)
      }
      if (made) {
        isReplaced = true
        gathered = []
        unsentNoted = unsentHere
        clearTimeout(trimming)
      }
      resolve(made)
      return made
    }
    const writeAnew = async (words: WritableStore<'words'>, notes: WritableStore<'notes'>) => {
      const stood = [...written]
      const found = await readCopy({ words, notes }, documentId, isNew, () => made === undefined)
      if (made === undefined && !isClosed && !isGone) {
        const news = takeNotes(found.notes, stood)
        if (news !== 'renamed') apply(found, code)
        if (!makeOnce() && news) changed()
      }
      if (!made || isGone) return
      const anew = made
      // Another tab has written it anew already: under the same names, with words of its own.
      const isFirst = found.notes.written === (writtenAtStart ?? '')
      const naming = isFirst ? crypto.randomUUID() : found.notes.written
      // What came while the page did not wait for the database stays.
      for (const key of await words.getAllKeys(rangeOf(documentId)))
        if (isFirst ? !isNew(key) : writerOf(key).tab === tab) await words.delete(key)
      if (isFirst) {
        await notes.put(naming, [documentId, WRITTEN])
        if (!anew.replayed) await notes.delete([documentId, REPLAYED])
      }
      const { replayed: before } = found.notes
      if (anew.replayed) await notes.put(both(before, anew.replayed), [documentId, REPLAYED])
      if (anew.undeleted) await notes.put(anew.undeleted, [documentId, UNDELETED + crypto.randomUUID()])
      // Under a name of its own: this state has been rid of what was deleted in vain, what this tab wrote before has not.
      const writer = crypto.randomUUID()
      await words.put(anew.state, [documentId, writerName(writer, naming), 0])
      const known = undeleted.length + (anew.undeleted ? 1 : 0)
      if (known > 0) await notes.put(known, [documentId, SEEN + writer])
      // What is unsent goes over to the tab that opens the copy next, like what a closed tab left.
      if (unsentNoted > 0) await Promise.all(note(notes, unsentNoted))
    }
    const db = connection.db()
    const writing = db
      ? inTransaction(db, (words, notes) => [writeAnew(words, notes)])
      : Promise.resolve(false)
    const patience = setTimeout(makeOnce, LONGEST_LOOK_MS)
    const ended = writing.then(() => {
      clearTimeout(patience)
      makeOnce()
      others.tell('written')
    })
    return { made: await promise, written: ended }
  }
  const suggestOlder = async <T extends { state: Uint8Array }>(
    make: (older: Uint8Array, replayed: Uint8Array) => T,
  ): Promise<T | null> => {
    const code = await import('../rename-clients')
    const db = connection.db()
    hasOlder &&= db !== null && !isGone
    if (!db || !hasOlder || isClosed || isReplaced) return null
    let made: T | null = null
    let error: unknown = null
    const convert = async (words: WritableStore<'words'>, notes: WritableStore<'notes'>) => {
      const found = await readCopy({ words, notes }, documentId, isNew, () => true)
      const older = found.words.filter(({ key }) => isOlder(key, found.notes))
      const { replayed: before } = found.notes
      if (found.notes.written !== writtenAtStart || !before || older.length === 0) return
      const updates = older.map((one) => asOfNow(one, found.notes, code))
      try {
        made = make(Y.mergeUpdates(updates), before)
      } catch (thrown) {
        error = thrown
        return
      }
      await words.put(made.state, newKey())
      await Promise.all(noteSeen(notes))
      await notes.put(Y.mergeUpdates([before, ...updates]), [documentId, REPLAYED])
      for (const { key } of older) {
        taken.add(nameOf(key))
        await words.delete(key)
      }
    }
    // Where the browser has no room they are in this page alone, until the server has them.
    await inTransaction(db, (words, notes) => [convert(words, notes)])
    if (error) throw error
    hasOlder = false
    const suggested = made as T | null
    if (suggested && !isClosed && !isReplaced) Y.applyUpdate(doc, suggested.state, copy)
    others.tell('written')
    return suggested
  }
  const edited = (update: Uint8Array, origin: unknown) => {
    if (origin === copy || isReplaced || isGone) return
    if (isBroken && !wasOpen) return
    if (gathered.length === 0) gatheredSince = performance.now()
    gathered.push(update)
    soon()
  }
  const open = async () => {
    const db = await connection.opened
    wasOpen = true
    // What is typed before the database is open is noted as soon as it is.
    flush()
    changed()
    browser = await browserName(db).catch(() => null)
    await bringOver(db, userId, documentId).catch(withoutCopy)
    await takeIn()
  }
  doc.on('update', edited)
  for (const event of LEAVING) globalThis.addEventListener?.(event, leave)
  return {
    loaded: Promise.race([
      open().catch(() => {
        // It is not tried again: what is typed from now on is in this tab and on the server.
        gathered = []
        setBroken(true)
      }),
      // A browser that cannot or will not open its database must not keep the page shut: the server has it too.
      new Promise<void>((resolve) => setTimeout(resolve, LONGEST_LOAD_MS)),
    ]),
    inherited: () => [...left.values()].reduce((sum, count) => sum + count, 0),
    left: () => left,
    isSafe: () => connection.db() !== null && !isBroken && !isGone,
    isOrigin: (origin) => origin === copy,
    browser: () => browser,
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
      const db = connection.db()
      if (done.size === 0) return
      left = new Map([...left].filter(([key, count]) => done.get(key) !== count))
      if (!db) return
      void inTransaction(db, (_words, notes) =>
        [...done].map(async ([key, count]) => {
          const { tab, noted } = partsOf(key)
          // Another tab that is open and has typed on since keeps its own account.
          const [latest, unsent] = await Promise.all(
            [NOTED, UNSENT].map((kind) => notes.get([documentId, kind + tab])),
          )
          if ((latest ?? 0) === noted && unsent === count) await Promise.all(unnote(notes, tab))
        }),
      ).then(() => others.tell('written'))
    },
    keep(blocks) {
      keptNow = blocks
      flush()
    },
    database: async () =>
      connection.db() ??
      Promise.race([
        connection.opened.catch(() => null),
        new Promise<null>((resolve) => setTimeout(resolve, LONGEST_LOAD_MS, null)),
      ]),
    renamed: () => renamed,
    replayed: () => replayed,
    undeleted: () => undeleted,
    isToUndelete,
    replace,
    hasOlder: () => hasOlder,
    suggestOlder,
    kept: () => keptAtStart ?? [],
    parcels: () => parcels,
    unwritten: () => [...parcels.keys()].filter((name) => !written.has(name)),
    inherit(held, isUnwritten) {
      for (const [name, parcel] of held) {
        parcels.set(name, parcel)
        if (isUnwritten.has(name)) unwritten.add(name)
        else written.add(name)
      }
      soon()
    },
    hold(name, parcel) {
      parcels.set(name, parcel)
      unwritten.add(name)
      flush()
    },
    drop(names) {
      for (const name of names) forgetParcel(name)
      const db = connection.db()
      if (!db || isGone) return
      void inTransaction(db, (_words, notes) =>
        names.map((name) => notes.delete([documentId, PARCEL + name])),
      )
    },
    forget: () => void forget(),
    discard: clear,
    destroy() {
      for (const event of LEAVING) globalThis.removeEventListener?.(event, leave)
      flush()
      isClosed = true
      doc.off('update', edited)
      openHere.delete(here)
      clearTimeout(timer)
      clearTimeout(trimming)
      others.close()
      connection.release()
    },
  }
}

type WritableStore<Name extends 'words' | 'notes'> = IDBPObjectStore<
  LocalSchema,
  ('words' | 'notes')[],
  Name,
  'readwrite'
>

const both = (one: Uint8Array | null, other: Uint8Array): Uint8Array =>
  one ? Y.mergeUpdates([one, other]) : other

/** Does `act` in one transaction of both stores; was it written? Requests are made before this returns. */
async function inTransaction(
  db: LocalDatabase,
  act: (words: WritableStore<'words'>, notes: WritableStore<'notes'>) => Promise<unknown>[],
): Promise<boolean> {
  try {
    const transaction = db.transaction(['words', 'notes'], 'readwrite')
    await Promise.all([
      transaction.done,
      ...act(transaction.objectStore('words'), transaction.objectStore('notes')),
    ])
    return true
  } catch {
    return false
  }
}

/** The browser's database does not answer: the page has no copy here, and needs none. */
const withoutCopy = () => undefined

const sameEntries = (a: LeftBehind, b: LeftBehind): boolean =>
  a.size === b.size && [...a].every(([key, count]) => b.get(key) === count)
