import * as Y from 'yjs'
import type { Block } from '@/blocks'
import type { LocalDatabase } from './database'
import { type OpenCopy, withoutCopy } from './open-copy'
import type { Parcels } from './parcels'
import type { Reading } from './reading'
import { KEPT, PARCEL, rangeOf } from './records'
import { inTransaction } from './transaction'
import type { UnsentNotes } from './unsent-notes'

/** What is typed is written down together once in this time, and at once when the page is left. */
const GATHER_MS = 100
/** The same while the server, which has it on its disk then, confirms what is typed … */
const SERVED_MS = 1000
/** … which it does as long as no edit waits for it longer than this. */
const LONGEST_UNSERVED_MS = 300
/** From this many updates on, the copy is written together as one … */
const MOST_UPDATES = 500
/** … this long after the last of them. */
const TRIM_MS = 1000
/** How soon the tab tries again to write what the browser would not take. */
const BROKEN_MS = 2000

/** Writes down what is typed in a tab, and what it holds beside that. */
export class Writing {
  /** The last writing failed: what it should have written is still gathered. */
  isBroken = false
  private keptNow: readonly Block[] | null = null
  /** Has the database been open, so that one that is not was closed by the browser? */
  private wasOpen = false
  /** Whether the page is open on the server, since when edits wait for it, and since when some are not written down. */
  private isOpen = false
  private waitingSince = 0
  private gatheredSince = 0
  private gathered: Uint8Array[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private trimming: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly page: OpenCopy,
    private readonly reading: Reading,
    private readonly parcels: Parcels,
    private readonly unsent: UnsentNotes,
    /** Opens the database again if the browser closed it. */
    private readonly reopen: () => void,
  ) {}

  /** The database is open: what was typed before is written down as soon as it is. */
  opened(): void {
    this.wasOpen = true
    this.flush()
  }

  /** The database cannot be opened. It is not tried again: what is typed from now on is in this tab and on the server. */
  failed(): void {
    this.gathered = []
    this.setBroken(true)
  }

  gather(update: Uint8Array): void {
    if (this.page.isReplaced || this.page.isGone || (this.isBroken && !this.wasOpen)) return
    if (this.gathered.length === 0) this.gatheredSince = performance.now()
    this.gathered.push(update)
    this.soon()
  }

  keep(blocks: readonly Block[]): void {
    this.keptNow = blocks
    this.flush()
  }

  /** `unsent` edits of this tab are unconfirmed; is the server about to have them? */
  remember(unsent: number, isServed: boolean): void {
    this.isOpen = isServed
    // What the server has not confirmed together with these was made since it was asked, a moment ago.
    if (this.unsent.here === 0 || unsent < this.unsent.here) this.waitingSince = performance.now()
    this.unsent.here = unsent
    this.soon()
  }

  soon(): void {
    this.timer ??= setTimeout(this.flushIfDue, GATHER_MS)
  }

  flush(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.page.isGone || !this.hasSomething()) return
    const db = this.page.db()
    if (db) void this.writeDown(db)
    else if (this.wasOpen) this.writeAgain()
  }

  /** A tab that is being closed does not live to see its writing done: whom it is told looks behind that writing. */
  leave = (): void => {
    this.flush()
    if ((this.unsent.here > 0 || this.parcels.all.size > 0) && !this.page.isGone) this.page.tellOthers()
  }

  /** What is gathered is not to be written down. */
  forget(): void {
    this.gathered = []
  }

  /** Nothing of this doc is written down any more. */
  replaced(): void {
    this.gathered = []
    this.unsent.noted = this.unsent.here
    clearTimeout(this.trimming)
  }

  close(): void {
    clearTimeout(this.timer)
    clearTimeout(this.trimming)
  }

  private hasSomething(): boolean {
    const { here, noted } = this.unsent
    return (
      this.gathered.length > 0 || here !== noted || this.keptNow !== null || this.parcels.toWrite.size > 0
    )
  }

  private async writeDown(db: LocalDatabase): Promise<void> {
    const { page, reading, parcels, unsent } = this
    const { documentId } = page
    const typed = this.gathered
    const keeping = this.keptNow
    const holding = [...parcels.toWrite]
    this.gathered = []
    parcels.toWrite.clear()
    this.keptNow = null
    const before = unsent.noted
    const noting = unsent.here
    unsent.noted = noting
    const isHeld = await inTransaction(db, (words, notes) => {
      const requests: Promise<unknown>[] = []
      for (const name of holding) {
        const parcel = parcels.all.get(name)
        if (parcel) requests.push(notes.put(parcel, [documentId, PARCEL + name]))
      }
      const [first] = typed
      if (first) {
        requests.push(words.put(typed.length === 1 ? first : Y.mergeUpdates(typed), reading.newKey()))
        requests.push(...reading.noteSeen(notes))
      }
      requests.push(...unsent.write(notes, before))
      if (keeping?.length) requests.push(notes.put(keeping, [documentId, KEPT]))
      else if (keeping) requests.push(notes.delete([documentId, KEPT]))
      // Not waited for: a page that is being left may not get to end its transactions.
      words.transaction.commit()
      return requests
    })
    if (isHeld) {
      parcels.wrote(holding)
      const isAwaited = noting > 0 || parcels.all.size > 0
      if (noting !== before || holding.length > 0 || (isAwaited && typed.length > 0)) page.tellOthers()
      if (typed.length > 0 && ++reading.updates >= MOST_UPDATES) this.trimLater()
    } else {
      // The browser had no room, or lost its database: the next attempt writes it too.
      this.gathered = [...typed, ...this.gathered]
      for (const name of holding) parcels.toWrite.add(name)
      this.keptNow ??= keeping
      if (unsent.noted === noting) unsent.noted = before
      if (!page.isGone) this.tryAgain()
    }
    this.setBroken(!isHeld)
  }

  /** The browser has closed the database, perhaps with everything in it: the whole page is written into a new one. */
  private writeAgain(): void {
    this.setBroken(true)
    this.reopen()
    this.gathered = [Y.encodeStateAsUpdate(this.page.doc)]
    this.unsent.noted = 0
    this.parcels.writeAgain()
    this.reading.begunAnew(this.reading.updates)
    this.tryAgain()
  }

  private tryAgain(): void {
    if (!this.page.isClosed) this.timer ??= setTimeout(this.flushIfDue, BROKEN_MS)
  }

  private readonly flushIfDue = (): void => {
    this.timer = undefined
    const isDue = this.isBroken || !this.isServed() || performance.now() - this.gatheredSince >= SERVED_MS
    if (isDue) this.flush()
    else this.soon()
  }

  /** Has the server what is not written down, so that there is time? */
  private isServed(): boolean {
    if (this.unsent.here === 0) return this.unsent.noted === 0
    return this.isOpen && performance.now() - this.waitingSince < LONGEST_UNSERVED_MS
  }

  private setBroken(now: boolean): void {
    if (this.isBroken === now) return
    this.isBroken = now
    this.page.changed()
  }

  private trimLater(): void {
    clearTimeout(this.trimming)
    this.trimming = setTimeout(() => void this.trim(), TRIM_MS)
  }

  /** Writes the copy as one update, with what other tabs have added to it; later, when they add something just then. */
  private async trim(): Promise<void> {
    const { page, reading } = this
    // With what stands beside the words of other tabs.
    await reading.takeIn(true)
    const db = page.db()
    if (!db || page.isClosed || page.isGone || page.isReplaced || reading.renamed) return
    try {
      const transaction = db.transaction(['words', 'notes'], 'readwrite')
      const [words, notes] = [transaction.objectStore('words'), transaction.objectStore('notes')]
      if (await reading.isAsReadIn(notes)) {
        const keys = await words.getAllKeys(rangeOf(page.documentId))
        if (keys.some((key) => reading.isNew(key))) this.trimLater()
        else {
          await words.delete(rangeOf(page.documentId))
          await words.put(Y.encodeStateAsUpdate(page.doc), reading.newKey())
          await Promise.all(reading.noteSeen(notes))
          reading.begunAnew(1)
        }
      }
      await transaction.done
    } catch {
      withoutCopy()
    }
  }
}
