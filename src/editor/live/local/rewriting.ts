import * as Y from 'yjs'
import type { OpenCopy } from './open-copy'
import type { Parcels } from './parcels'
import type { Reading } from './reading'
import { isOlder, REPLAYED, rangeOf, SEEN, UNDELETED, WRITTEN, writerName, writerOf } from './records'
import { inTransaction, type WritableStore } from './transaction'
import type { UnsentNotes } from './unsent-notes'
import type { Writing } from './writing'

/** A page is written anew without its copy where the database does not answer in this time. */
const LONGEST_LOOK_MS = 1000
/** What a database writes is not waited for any longer. */
const LONGEST_WRITE_MS = 5000

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

/** The tab whose copy is written anew, or in part. */
interface Parts {
  page: OpenCopy
  reading: Reading
  writing: Writing
  parcels: Parcels
  unsent: UnsentNotes
}

/** Writes the copy anew (`LocalPage.replace`). */
export async function replaceCopy<T extends CopyAnew>(
  { page, reading, writing, parcels, unsent }: Parts,
  make: () => T | null,
): Promise<Replaced<T>> {
  const code = await import('../rename-clients')
  const { documentId } = page
  const { promise, resolve, reject } = Promise.withResolvers<T | null>()
  let made: T | null | undefined
  const makeOnce = () => {
    if (made !== undefined) return made
    made = null
    try {
      made = page.isClosed ? null : make()
    } catch (error) {
      reject(error)
    }
    if (made) {
      page.isReplaced = true
      writing.replaced()
    }
    resolve(made)
    return made
  }
  const write = async (words: WritableStore<'words'>, notes: WritableStore<'notes'>) => {
    const stood = parcels.standing()
    const found = await reading.read({ words, notes }, () => made === undefined)
    if (made === undefined && !page.isClosed && !page.isGone) {
      const news = reading.takeNotes(found.notes, stood)
      if (news !== 'renamed') reading.apply(found, code)
      if (!makeOnce() && news) page.changed()
    }
    if (!made || page.isGone) return
    const anew = made
    // Another tab has written it anew already: under the same names, with words of its own.
    const isFirst = reading.isAsAtStart(found.notes.written)
    const naming = isFirst ? crypto.randomUUID() : found.notes.written
    // What came while the page did not wait for the database stays.
    for (const key of await words.getAllKeys(rangeOf(documentId)))
      if (isFirst ? !reading.isNew(key) : writerOf(key).tab === page.tab) await words.delete(key)
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
    const known = reading.undeleted.length + (anew.undeleted ? 1 : 0)
    if (known > 0) await notes.put(known, [documentId, SEEN + writer])
    // What is unsent goes over to the tab that opens the copy next, like what a closed tab left.
    await Promise.all(unsent.write(notes))
  }
  const db = page.db()
  const written = db ? inTransaction(db, (words, notes) => [write(words, notes)]) : Promise.resolve(false)
  const patience = setTimeout(makeOnce, LONGEST_LOOK_MS)
  const ended = written.then(() => {
    clearTimeout(patience)
    makeOnce()
    page.tellOthers()
  })
  return { made: await promise, written: ended }
}

/** Suggests what another tab wrote on text of which suggestions were made (`LocalPage.suggestOlder`). */
export async function suggestOlderWords<T extends { state: Uint8Array }>(
  { page, reading }: Parts,
  make: (older: Uint8Array, replayed: Uint8Array) => T,
): Promise<T | null> {
  const code = await import('../rename-clients')
  const { documentId, doc } = page
  const db = page.db()
  reading.hasOlder &&= db !== null && !page.isGone
  if (!db || !reading.hasOlder || page.isClosed || page.isReplaced) return null
  let made: T | null = null
  let error: unknown = null
  let isRead = false
  let isLate = false
  const write = async (words: WritableStore<'words'>, notes: WritableStore<'notes'>) => {
    const found = await reading.read({ words, notes }, () => true)
    // It is tried again, and another tab may have done it by then.
    if (isLate) throw new Error('The database answered too late')
    isRead = true
    const older = found.words.filter(({ key }) => isOlder(key, found.notes))
    const { replayed: before, written } = found.notes
    if (!reading.isAsAtStart(written) || !before || older.length === 0) return
    const updates = older.map((one) => reading.asOfNow(one, found.notes, code))
    try {
      made = make(Y.mergeUpdates(updates), before)
    } catch (thrown) {
      error = thrown
      return
    }
    reading.took(older)
    await words.put(made.state, reading.newKey())
    await Promise.all(reading.noteSeen(notes))
    await notes.put(Y.mergeUpdates([before, ...updates]), [documentId, REPLAYED])
    for (const { key } of older) await words.delete(key)
  }
  const { promise: late, resolve: giveUp } = Promise.withResolvers<void>()
  const patience = setTimeout(giveUp, LONGEST_WRITE_MS)
  // Where the browser has no room they are in this page alone, until the server has them.
  await Promise.race([inTransaction(db, (words, notes) => [write(words, notes)]), late])
  clearTimeout(patience)
  if (error) throw error
  // What could not be read waits: the server is not to be asked before whether it has all.
  if (!isRead) {
    isLate = true
    return null
  }
  reading.hasOlder = false
  const suggested = made as T | null
  if (suggested && !page.isClosed && !page.isReplaced) Y.applyUpdate(doc, suggested.state, reading.origin)
  page.tellOthers()
  return suggested
}

const both = (one: Uint8Array | null, other: Uint8Array): Uint8Array =>
  one ? Y.mergeUpdates([one, other]) : other
