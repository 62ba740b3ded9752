import type { Block } from '@/blocks'
import type { Renames } from '../rename-clients'
import type { LocalDatabase, WordsKey } from './database'
import type { Stores } from './transaction'

/** How many edits a tab wrote down as unsent; the tab's name follows. */
export const UNSENT = 'unsent:'
/** Which of its notes that is, counted; the tab's name follows. It is read before the other. */
export const NOTED = 'noted:'
export const RENAMED = 'renamed:'
/** How the name of a note ends that says that words were renamed and emptied. */
export const EMPTIED = ':emptied'
/** What others wrote while the server was gone, signed by them; a name follows. */
export const PARCEL = 'parcel:'
/** Another value whenever the whole copy was written anew, with other client ids. */
export const WRITTEN = 'written'
/** The page with what the server refused of it, when the copy was written anew with that as suggestions. */
export const REPLAYED = 'replayed'
/** What others deleted that the server does not take, an update each; a random name follows. */
export const UNDELETED = 'undeleted:'
/** How many of those a tab knew when it opened the page; the tab's name follows. What it deletes is not theirs. */
export const SEEN = 'seen:'
/** Words that could not be put into the page. */
export const KEPT = 'kept-words'
/** A comment on the page that is to be sent; its id follows. Kept by the comments themselves, like the next. */
export const COMMENT = 'comment:'
/** A comment that is not finished; where it is being written follows. */
export const COMMENT_DRAFT = 'comment-draft:'

/**
 * How many edits tabs wrote down as unsent, by the name of the tab and which of its notes that is: as many edits that it wrote down later
 * are others.
 */
export type LeftBehind = ReadonlyMap<string, number>

/** The tab of a key of {@link LeftBehind}, and of which of its notes that is the key. */
export function partsOf(key: string): { tab: string; noted: number } {
  const [tab = '', noted = 0] = key.split(' ')
  return { tab, noted: Number(noted) }
}

/** What the browser knows about a page beside its words. */
export interface Notes {
  left: Map<string, number>
  /** Which of its notes each tab has written last. */
  noted: Map<string, number>
  kept: readonly Block[]
  /** The value of `WRITTEN`; empty when the copy was never written anew. */
  written: string
  renames: Renames
  replayed: Uint8Array | null
  parcels: Map<string, Uint8Array>
  undeleted: Uint8Array[]
  seen: Map<string, number>
}

/** All keys that begin with the page's id. */
export const rangeOf = (documentId: string) => IDBKeyRange.bound([documentId], [documentId, []])

/** Is that a note of a comment? Those go when they were sent or given up, and not with the page's words. */
export const isOfComment = (name: string): boolean =>
  name.startsWith(COMMENT) || name.startsWith(COMMENT_DRAFT)

/** The keys of a page's notes without those of its comments, which are all that begins with `comment`. */
export const notesOfWords = (documentId: string) => [
  IDBKeyRange.bound([documentId], [documentId, 'comment'], false, true),
  IDBKeyRange.bound([documentId, 'comment\uffff'], [documentId, []], true),
]

export const emptyNotes = (): Notes => ({
  left: new Map(),
  noted: new Map(),
  kept: [],
  written: '',
  renames: new Map(),
  replayed: null,
  parcels: new Map(),
  undeleted: [],
  seen: new Map(),
})

/** Adds one note to what is known of its page. What is no such note is left out. */
export function addNote(notes: Notes, name: string, value: unknown): void {
  if (name.startsWith(NOTED) && typeof value === 'number') notes.noted.set(name.slice(NOTED.length), value)
  if (name.startsWith(UNSENT) && typeof value === 'number') {
    const tab = name.slice(UNSENT.length)
    notes.left.set(`${tab} ${notes.noted.get(tab) ?? 0}`, value)
  }
  if (name === WRITTEN) notes.written = String(value)
  if (name === REPLAYED && value instanceof Uint8Array) notes.replayed = value
  if (name.startsWith(PARCEL) && value instanceof Uint8Array)
    notes.parcels.set(name.slice(PARCEL.length), value)
  if (name.startsWith(UNDELETED) && value instanceof Uint8Array) notes.undeleted.push(value)
  if (name.startsWith(SEEN) && typeof value === 'number') notes.seen.set(name.slice(SEEN.length), value)
  if (name === KEPT && Array.isArray(value)) notes.kept = value as Block[]
  if (name.startsWith(RENAMED) && typeof value === 'number') addRename(notes, name, value)
}

/** The first name that words from a client were given stays. */
function addRename(notes: Notes, name: string, to: number): void {
  const isEmptied = name.endsWith(EMPTIED)
  const [client = 0, from = 0] = name.slice(RENAMED.length).split(':').map(Number)
  if (!notes.renames.has(client))
    notes.renames = new Map([...notes.renames, [client, { from, to, isEmptied }]])
}

/** How words are signed in their key: by the tab, and by what `WRITTEN` was when it opened the page, where it knows that by then. */
export const writerName = (tab: string, written: string | null): string =>
  written === null ? tab : `${tab}@${written}`

export function writerOf([, writer]: WordsKey): { tab: string; written: string | null } {
  const [tab = '', written = null] = writer.split('@')
  return { tab, written }
}

/** Do these words use the names of before the copy was written anew? */
export function isOlder(key: WordsKey, notes: Notes): boolean {
  const { written } = writerOf(key)
  return written !== null && written !== notes.written
}

export interface Copy {
  notes: Notes
  /** Updates that the reader does not have yet. */
  words: readonly { key: WordsKey; update: Uint8Array }[]
}

/**
 * The notes of a page, and the updates that `isNew` lets through when `wantsWords` says so after a look at the notes: both
 * as of one moment. Rejects when the database does.
 */
export async function readCopy(
  { words: updates, notes: store }: Stores,
  documentId: string,
  isNew: (key: WordsKey) => boolean,
  wantsWords: (notes: Notes) => boolean,
): Promise<Copy> {
  const range = rangeOf(documentId)
  const [names, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)])
  const notes = emptyNotes()
  names.forEach(([, name], i) => {
    addNote(notes, name, values[i])
  })
  if (!wantsWords(notes)) return { notes, words: [] }
  const keys = await updates.getAllKeys(range)
  const wanted = keys.filter(isNew)
  const found = await (wanted.length === keys.length
    ? updates.getAll(range)
    : Promise.all(wanted.map((key) => updates.get(key))))
  const words = wanted.flatMap((key, i) => {
    const update = found[i]
    return update ? [{ key, update }] : []
  })
  return { notes, words }
}

/** What this browser is called among those of one person: a random name that all tabs find. */
export async function browserName(db: LocalDatabase): Promise<string> {
  const transaction = db.transaction('notes', 'readwrite')
  const key: [string, string] = ['', 'browser']
  const known = await transaction.store.get(key)
  const name = typeof known === 'string' ? known : crypto.randomUUID()
  if (name !== known) await transaction.store.put(name, key)
  await transaction.done
  return name
}
