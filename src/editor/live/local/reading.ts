import * as Y from 'yjs'
import type { Block } from '@/blocks'
import type { Renames } from '../rename-clients'
import type { WordsKey } from './database'
import { type OpenCopy, withoutCopy } from './open-copy'
import type { Parcels } from './parcels'
import {
  type Copy,
  isOlder,
  type LeftBehind,
  partsOf,
  readCopy,
  SEEN,
  WRITTEN,
  writerName,
  writerOf,
} from './records'
import { type Stores, storesOf, type WritableStore } from './transaction'

type Code = typeof import('../rename-clients') | null

/** What of the copy a doc held already when it was made: the tabs that wrote it, and single updates of others by name. */
export interface Known {
  tabs: ReadonlySet<string>
  updates: ReadonlySet<string>
}

/** Of a doc that was made of nothing. */
export const NOTHING_KNOWN: Known = { tabs: new Set(), updates: new Set() }

/** What a tab knows of the copy of its page, and what it takes into its doc from there. */
export class Reading {
  /** The origin of what comes out of the copy. */
  readonly origin = {}
  /** What other tabs wrote down. */
  left: LeftBehind = new Map()
  keptAtStart: readonly Block[] | null = null
  /** Under which other client ids the copy holds what this doc holds, since another tab has written it anew. */
  renamed: Renames | null = null
  replayed: Uint8Array | null = null
  /** The copy holds words that stand on text of which suggestions were made, or that could not be read. */
  hasOlder = false
  /** What others deleted in vain. */
  undeleted: readonly Uint8Array[] = []
  /** Roughly how many updates the copy holds. */
  updates = 0
  /** How much of what was deleted in vain this doc was opened with. */
  private undeletedAtStart: number | null = null
  /** The value of `WRITTEN` when this tab read the copy. */
  private writtenAtStart: string | null = null
  /** Updates that this tab has written, and those of others that its doc has taken in. */
  private own = 0
  private readonly taken = new Set<string>()

  constructor(
    private readonly page: OpenCopy,
    private readonly parcels: Parcels,
    private readonly before: Known,
  ) {}

  /** What this doc holds of the copy, for one that is made of it. */
  known(): Known {
    const { tabs, updates } = this.before
    return { tabs: new Set([...tabs, this.page.tab]), updates: new Set([...updates, ...this.taken]) }
  }

  isToUndelete(): boolean {
    return this.undeleted.length > (this.undeletedAtStart ?? 0)
  }

  /** Has another tab written it, and this doc not taken it in? */
  isNew(key: WordsKey): boolean {
    const { tab } = writerOf(key)
    if (tab === this.page.tab || this.before.tabs.has(tab)) return false
    return !this.taken.has(nameOf(key)) && !this.before.updates.has(nameOf(key))
  }

  /** A key for what this tab writes. */
  newKey(): WordsKey {
    const { documentId, tab } = this.page
    return [documentId, writerName(tab, this.writtenAtStart), this.own++]
  }

  /** What is written under this tab's name has been read with that in mind. */
  noteSeen(notes: WritableStore<'notes'>): Promise<unknown>[] {
    const { undeletedAtStart: seen, page } = this
    return seen ? [notes.put(seen, [page.documentId, SEEN + page.tab])] : []
  }

  /** Has no other tab written the copy anew since this one read it? `written`: the value of `WRITTEN` now. */
  isAsAtStart(written: unknown): boolean {
    return String(written ?? '') === (this.writtenAtStart ?? '')
  }

  /** The same, as the notes of this transaction say. */
  async isAsReadIn(notes: WritableStore<'notes'>): Promise<boolean> {
    const written = await notes.get([this.page.documentId, WRITTEN])
    return this.writtenAtStart !== null && this.isAsAtStart(written)
  }

  /** The notes, and all words that are new to this tab when `wantsWords` says so. Rejects when the database does. */
  read(stores: Stores, wantsWords: Parameters<typeof readCopy>[3]): Promise<Copy> {
    return readCopy(stores, this.page.documentId, (key) => this.isNew(key), wantsWords)
  }

  /** Brings into the doc what other tabs have written down; `all`: also where no tab has noted anything that the server may lack. */
  async takeIn(all = false): Promise<void> {
    const { page } = this
    const db = page.db()
    if (!db || page.isClosed || page.isGone) return
    const stood = this.parcels.standing()
    let isNews = false
    try {
      const found = await this.read(storesOf(db), (notes) => {
        const isAny = [...notes.left.keys()].some((key) => partsOf(key).tab !== page.tab)
        return all || this.writtenAtStart === null || isAny || notes.parcels.size > 0
      })
      if (page.isClosed || page.isGone) return
      const news = this.takeNotes(found.notes, stood)
      if (news === 'renamed') return page.changed()
      isNews = news !== null
      // The code for it may take a while to come.
      if (news === 'of-others' && this.undeleted.length > 0) page.changed()
      const code = await this.codeFor(found).catch(() => undefined)
      if (code === undefined) this.hasOlder = true
      else this.apply(found, code)
      isNews ||= this.hasOlder
    } catch {
      withoutCopy()
    }
    if (!page.isClosed && isNews) page.changed()
  }

  /**
   * Gives what is new in these notes. The words beside them come into the doc unless another tab has renamed them. `stood`: the parcels
   * that were known to be written down before the notes were read.
   */
  takeNotes(notes: Copy['notes'], stood: readonly string[]): 'renamed' | 'of-others' | 'left' | null {
    const before = this.left
    for (const name of stood) if (!notes.parcels.has(name)) this.parcels.forget(name)
    this.left = new Map([...notes.left].filter(([key]) => partsOf(key).tab !== this.page.tab))
    this.undeleted = notes.undeleted
    this.undeletedAtStart ??= notes.undeleted.length
    this.keptAtStart ??= notes.kept
    this.writtenAtStart ??= notes.written
    // The same words under two names would stand in the doc twice.
    if (notes.written !== this.writtenAtStart) {
      this.renamed = notes.renames
      this.replayed = notes.replayed ?? this.replayed
      return 'renamed'
    }
    // What stands in the copy of others is there with their signature.
    const isMore = this.parcels.found(notes.parcels)
    if (isMore || this.isToUndelete()) return 'of-others'
    return sameEntries(before, this.left) ? null : 'left'
  }

  /** Takes words into the doc, but those that are to be suggested first. */
  apply({ words, notes }: Copy, code: Code): void {
    const { doc, isClosed } = this.page
    if (words.length === 0 || isClosed) return
    const some = words.filter(({ key }) => notes.replayed === null || !isOlder(key, notes))
    this.hasOlder = some.length < words.length
    doc.transact(() => {
      for (const one of some) Y.applyUpdate(doc, this.asOfNow(one, notes, code), this.origin)
    }, this.origin)
    this.took(some)
    this.updates = Math.max(this.updates, this.taken.size)
  }

  /** The words of one record, as a tab would have written them that knows what this one does. */
  asOfNow({ key, update }: Copy['words'][number], notes: Copy['notes'], code: Code): Uint8Array {
    if (!code) return update
    const named = isOlder(key, notes)
      ? code.renameClients(update, notes.renames, (id) => code.isValueIn(this.page.doc, id))
      : update
    const isWarned = (notes.seen.get(writerOf(key).tab) ?? 0) >= this.undeleted.length
    return isWarned ? named : code.withoutDeletions(named, this.undeleted)
  }

  took(words: Copy['words']): void {
    for (const { key } of words) this.taken.add(nameOf(key))
  }

  /** The copy is another: one update of this tab, or one that the browser has emptied. */
  begunAnew(updates: number): void {
    this.taken.clear()
    this.updates = updates
  }

  /** The code that reads what was written without knowing what this tab knows; null where there is no such thing. */
  private async codeFor({ words, notes }: Copy): Promise<Code> {
    const isKnown = this.undeleted.length === 0 && !words.some(({ key }) => isOlder(key, notes))
    return isKnown ? null : import('../rename-clients')
  }
}

const nameOf = ([, writer, count]: WordsKey) => `${writer} ${count}`

const sameEntries = (a: LeftBehind, b: LeftBehind): boolean =>
  a.size === b.size && [...a].every(([key, count]) => b.get(key) === count)
