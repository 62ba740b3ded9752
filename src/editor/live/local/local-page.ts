import type * as Y from 'yjs'
import type { Block } from '@/blocks'
import type { Renames } from '../rename-clients'
import { canStore, connectLocal, type LocalDatabase } from './database'
import { migrateCopy } from './migrate-copies'
import { openNowhere } from './nowhere'
import { type OpenCopy, withoutCopy } from './open-copy'
import { Parcels } from './parcels'
import { type Known, NOTHING_KNOWN, Reading } from './reading'
import { browserName, type LeftBehind, notesOfWords, PARCEL, rangeOf } from './records'
import { type CopyAnew, type Replaced, replaceCopy, suggestOlderWords } from './rewriting'
import { ANSWERS_MS, openTabs } from './tabs'
import { inTransaction } from './transaction'
import { UnsentNotes } from './unsent-notes'
import { openHere } from './unsent-pages'
import { Writing } from './writing'

const LONGEST_LOAD_MS = 5000
/** When nothing waits any longer: a page that is left or out of sight may get no other turn. */
const LEAVING = ['pagehide', 'visibilitychange'] as const
/** A database that does not answer in this time is not waited for before the server is asked whether all is saved. */
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
  /** What the doc holds of the copy. */
  known(): Known
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

/**
 * Keeps `doc` in the browser. `changed` is called when one of the answers may be another than before. `known` is what the doc holds of the
 * copy already: where the browser had no room for what that has become, the copy still has it as it was.
 */
export function openLocalPage(
  userId: string,
  documentId: string,
  doc: Y.Doc,
  changed: () => void = () => undefined,
  known: Known = NOTHING_KNOWN,
): LocalPage {
  if (!canStore()) return openNowhere(userId, documentId)
  const tab = crypto.randomUUID()
  const page: OpenCopy = {
    documentId,
    doc,
    tab,
    db: () => connection.db(),
    isClosed: false,
    isGone: false,
    isReplaced: false,
    changed,
    tellOthers: () => others.tell('written'),
  }
  const parcels = new Parcels()
  const unsent = new UnsentNotes(documentId, tab)
  const reading = new Reading(page, parcels, known)
  const writing = new Writing(page, reading, parcels, unsent, () => connection.reopen())
  const parts = { page, reading, writing, parcels, unsent }
  let browser: string | null = null
  const here = { userId, documentId, unsent: () => unsent.here }
  openHere.add(here)
  /** The page is none of this person's any more, as the server has told this tab. */
  let hasResigned = false
  /** Another tab has the page open, and may be writing in it without knowing that. */
  let isElsewhere = false
  const others = openTabs(`sheaf:pages:${userId}:${documentId}`, (word) => {
    if (word === 'written') void reading.takeIn()
    else if (word === 'here') isElsewhere = true
    // Another tab that wants to delete the copy waits for those that have it open.
    else if (word === 'who' && !(hasResigned && unsent.here === 0)) others.tell('here')
    else if (word === 'who') close()
  })
  const removed = () => {
    page.isGone = true
    writing.forget()
    reading.left = new Map()
  }
  const connection = connectLocal(userId, () => {
    removed()
    changed()
  })
  const close = () => {
    removed()
    unsent.here = 0
    connection.release()
  }
  const clear = () => {
    const db = connection.db()
    close()
    if (!db) return
    void inTransaction(db, (words, notes) => {
      // What is kept of its comments is not the page's.
      const requests = [
        words.delete(rangeOf(documentId)),
        ...notesOfWords(documentId).map((r) => notes.delete(r)),
      ]
      // The page may be left in this very turn.
      words.transaction.commit()
      return requests
    })
  }
  const isEmptyOfWords = async () => {
    await reading.takeIn()
    const isIdle = !page.isClosed && !page.isGone && connection.db() !== null
    return isIdle && reading.left.size === 0 && unsent.here === 0 && !reading.keptAtStart?.length
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
  const edited = (update: Uint8Array, origin: unknown) => {
    if (origin !== reading.origin) writing.gather(update)
  }
  const open = async () => {
    const db = await connection.opened
    writing.opened()
    changed()
    browser = await browserName(db).catch(() => null)
    await migrateCopy(db, userId, documentId).catch(withoutCopy)
    await reading.takeIn()
  }
  doc.on('update', edited)
  for (const event of LEAVING) globalThis.addEventListener?.(event, writing.leave)
  return {
    loaded: Promise.race([
      open().catch(() => writing.failed()),
      // A browser that cannot or will not open its database must not keep the page shut: the server has it too.
      new Promise<void>((resolve) => setTimeout(resolve, LONGEST_LOAD_MS)),
    ]),
    inherited: () => [...reading.left.values()].reduce((sum, count) => sum + count, 0),
    left: () => reading.left,
    isSafe: () => connection.db() !== null && !writing.isBroken && !page.isGone,
    isOrigin: (origin) => origin === reading.origin,
    browser: () => browser,
    remember: (count, isServed) => writing.remember(count, isServed),
    takeIn: () =>
      Promise.race([reading.takeIn(), new Promise<void>((resolve) => setTimeout(resolve, LONGEST_LOOK_MS))]),
    confirmed(done) {
      const db = connection.db()
      if (done.size === 0) return
      reading.left = new Map([...reading.left].filter(([key, count]) => done.get(key) !== count))
      if (db) void unsent.confirmed(db, done).then(page.tellOthers)
    },
    keep: (blocks) => writing.keep(blocks),
    kept: () => reading.keptAtStart ?? [],
    database: async () =>
      connection.db() ??
      Promise.race([
        connection.opened.catch(() => null),
        new Promise<null>((resolve) => setTimeout(resolve, LONGEST_LOAD_MS, null)),
      ]),
    renamed: () => reading.renamed,
    replayed: () => reading.replayed,
    replace: (make) => replaceCopy(parts, make),
    hasOlder: () => reading.hasOlder,
    suggestOlder: (make) => suggestOlderWords(parts, make),
    undeleted: () => reading.undeleted,
    isToUndelete: () => reading.isToUndelete(),
    parcels: () => parcels.all,
    unwritten: () => parcels.unwritten(),
    known: () => reading.known(),
    inherit(held, isUnwritten) {
      parcels.inherit(held, isUnwritten)
      writing.soon()
    },
    hold(name, parcel) {
      parcels.hold(name, parcel)
      writing.flush()
    },
    drop(names) {
      for (const name of names) parcels.forget(name)
      const db = connection.db()
      if (!db || page.isGone) return
      void inTransaction(db, (_words, notes) =>
        names.map((name) => notes.delete([documentId, PARCEL + name])),
      )
    },
    forget: () => void forget(),
    discard: clear,
    destroy() {
      for (const event of LEAVING) globalThis.removeEventListener?.(event, writing.leave)
      writing.flush()
      page.isClosed = true
      doc.off('update', edited)
      openHere.delete(here)
      writing.close()
      others.close()
      connection.release()
    },
  }
}
