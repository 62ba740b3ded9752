import type { Document } from '@hocuspocus/server'
import * as Y from 'yjs'
import {
  atomClients,
  givingBack,
  hasRoomFor,
  judgeSuggestion,
  layoutIsKnown,
  MOST_STEPS,
  Suggestions,
  type UpdateFacts,
} from '@/document'
import type { Db } from '@/server/db/db'
import { personOf } from '@/server/links/page-mentions'
import type { Log } from '@/server/log'
import { LIMITS } from '@/shared/limits'
import { askPage, SHORT } from './ask-page'
import { type Coming, EditsOnTheWay } from './edits-on-the-way'
import { packState } from './packed-state'
import { loadAuthors, type PageAuthors } from './page-authors'
import {
  bytesOf,
  foldPage,
  loadPage,
  projectPage,
  readStored,
  type SnapshotMark,
  type StoredPage,
  sameMark,
} from './page-store'
import { type Projection, projectionOf } from './projection'
import { pendingIn } from './review-state'
import { type ReviewNews, SuggestionTrail } from './suggestion-log'
import { ownTurnOfEventLoop } from './yield-to-event-loop'

interface PageDeps {
  db: Db
  log: Log
  /** How long a page stays in memory after the last person left. */
  keepMs: number
  /** An edit has come into the page. */
  edited?(document: Document): void
  /** Asked when everything is stored and nobody is there. */
  unload(document: Document): void
  failed(): void
  /** What the page reads like has been written. */
  projected(documentId: string): void
  /** Everybody has to leave this document: it does not hold all that is stored. */
  lost(document: Document): void
  /** Does what these people are the cause of, and counts the processor time that it takes as theirs (`SocketServer.charge`). */
  charge<T>(people: readonly (string | null)[], act: () => T): T
}

/**
 * Projections follow after this much quiet, a little more where they are costly, and at the latest after `LONGEST_MS`
 * of typing.
 */
const QUIET_MS = 600
const LONGEST_QUIET_MS = 900
const LONGEST_MS = 5000
/** A page that nobody has open is folded after this much, or when it leaves memory if that is sooner. */
const LEFT_MS = 1500
/** The log of an open page is folded when it has grown by this much. */
const FOLD_ROWS = 300
const FOLD_BYTES = 1024 * 1024
/** A projection that costs more is not put off any longer for it. */
const LONGEST_COST_MS = 250
/** How often a page is folded anew at once because another server was quicker. */
const OVERTAKEN = 3
const RETRY_MS = [1000, 2000, 5000, 10_000, 30_000]

/** People, and when they edited the page last. */
type Editors = ReadonlyMap<string, string>

/** Rows of the log that can be replaced by a snapshot, with what the page reads like where that was asked for. */
interface FoldedRows {
  packed: Uint8Array
  /** Of the snapshot, unpacked. */
  bytes: number
  ids: number[]
  /** The snapshot that it takes the place of. */
  mark: SnapshotMark | null
  projection: Projection | null
}

/**
 * A page in memory: which of its edits are only in the log, whether its projections are behind, and the work that
 * brings both up to date. Work that fails is tried again until it succeeds; until then the page stays in memory.
 */
export class LivePage {
  /** Numbers of log rows that the document holds and no snapshot does. */
  private updateIds: number[]
  /** The snapshot that the document holds; null when there is none. */
  private mark: SnapshotMark | null
  /** Edits that are stored, or about to be, and not in the document yet. */
  private unapplied = 0
  /** Edits that were admitted and that the document does not hold yet. */
  readonly onTheWay = new EditsOnTheWay()
  private editTurn: Promise<void> = Promise.resolve()
  private unfoldedBytes = 0
  /** An upper bound of what the page takes up. */
  private bytes: number
  private projectionIsBehind: boolean
  private lastEdit: { at: string; by: string | null } | null
  /** Who has edited the page since it was last projected, and when. */
  private editors: Map<string, string>
  /** What the log of suggestions does not hold yet. */
  private readonly trail: SuggestionTrail
  private readonly present = new Map<object, number>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private dueAt = Number.POSITIVE_INFINITY
  private behindSince = 0
  private tries = 0
  private lastCostMs = 0
  private lastUseAt = performance.now()
  private working: Promise<void> | null = null
  private turn: Promise<void> = Promise.resolve()
  private suggestions: Suggestions | null = null
  private gone = false
  private lost = false

  constructor(
    readonly document: Document,
    stored: StoredPage,
    readonly authors: PageAuthors,
    private readonly deps: PageDeps,
  ) {
    this.updateIds = stored.updateIds
    this.mark = stored.mark
    this.bytes = stored.bytes
    this.lastEdit = stored.lastEdit
    this.editors = stored.editors
    this.trail = new SuggestionTrail(document)
    // Rows that no snapshot holds: anybody who wrote them may have been killed before projecting them.
    this.projectionIsBehind = stored.updateIds.length > 0 || stored.lacksProjection
    this.schedule(this.projectionIsBehind ? QUIET_MS : deps.keepMs)
  }

  /**
   * Edits that bring much are decided about and taken in one after the other, so that those which come at the same moment have to fit
   * into the page together.
   */
  inEditTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.editTurn.then(act)
    this.editTurn = turn.then(
      () => undefined,
      () => undefined,
    )
    return turn
  }

  /**
   * May an edit of which this is known be added to the page, to which so much has come since that was found out, or is on its
   * way? One that may is on its way from here on, until `arrived`. `again`: too much has come to tell.
   */
  admit(facts: UpdateFacts, bytes: number, since: Coming): 'admitted' | 'too-large' | 'again' {
    // What waits for others comes into the page with them.
    if (since.waiting > 0 || (since.structs > 0 && facts.isDelicate)) return 'again'
    if (since.structs > 0 && this.isOvertaken(facts.writes)) return 'again'
    if (!facts.onlyDeletes) {
      if (facts.waits === 'too much' || facts.steps > MOST_STEPS) return 'too-large'
      if (!this.hasRoomFor(facts.additions, bytes)) return 'too-large'
      if (!this.hasRoomBesideOthers(facts, bytes)) return 'again'
      if (facts.steps + facts.exposed * since.structs > MOST_STEPS) return 'again'
    }
    this.onTheWay.add(facts, bytes)
    return 'admitted'
  }

  /** Has something come under the same ids meanwhile, or is on its way? Then the page has of the edit what it had not when it was looked at. */
  private isOvertaken(writes: UpdateFacts['writes']): boolean {
    const { store } = this.document
    const isThere = ({ client, clock }: UpdateFacts['writes'][number]) => Y.getState(store, client) > clock
    return writes.some(isThere) || this.onTheWay.writeAmong(writes)
  }

  /** Why an edit is not only suggestions of this person, by the page as it stands; null when it is. */
  whyNoSuggestion(update: Uint8Array, userId: string): string | null {
    this.suggestions ??= new Suggestions(this.document)
    return judgeSuggestion(this.suggestions, update, userId, this.authors)
  }

  /** An edit that was admitted, together with what it must not take away because others have decided about it before. */
  withGivenBack(update: Uint8Array, { taken }: UpdateFacts): Uint8Array {
    if (taken.length === 0) return update
    this.suggestions ??= new Suggestions(this.document)
    const { clientID } = new Y.Doc()
    return Y.mergeUpdates([givingBack(this.suggestions, taken, clientID), update])
  }

  /** An edit that was admitted is in the document, or does not come after all. */
  arrived(facts: UpdateFacts): void {
    this.onTheWay.arrived(facts)
  }

  /** … together with all that is on its way? */
  private hasRoomBesideOthers({ additions }: UpdateFacts, bytes: number): boolean {
    const { onTheWay } = this
    return onTheWay.isEmpty || this.hasRoomFor(onTheWay.additionsWith(additions), bytes + onTheWay.bytes)
  }

  /** Looks at the true size only when the bound is reached. */
  private hasRoomFor(additions: UpdateFacts['additions'], bytes: number): boolean {
    if (!hasRoomFor(this.document, additions)) return false
    if (this.bytes + bytes <= LIMITS.document) return true
    this.bytes = Y.encodeStateAsUpdate(this.document).byteLength
    return this.bytes + bytes <= LIMITS.document
  }

  /** An edit is about to be stored. */
  appending(): void {
    this.unapplied++
  }

  /** It could not be stored. */
  notAppended(): void {
    this.unapplied--
  }

  /** It is stored as this row; `applied` follows when the document holds it. */
  appended(updateId: number, bytes: number): void {
    this.updateIds.push(updateId)
    this.bytes += bytes
    this.unfoldedBytes += bytes
  }

  /** The document holds it. */
  applied(userId: string | null): void {
    this.unapplied--
    const at = new Date().toISOString()
    this.lastEdit = { at, by: userId }
    this.trail.applied(userId, at)
    if (userId !== null) this.editors.set(userId, at)
    if (!this.projectionIsBehind) this.behindSince = performance.now()
    this.projectionIsBehind = true
    const quiet = Math.min(LONGEST_QUIET_MS, Math.max(QUIET_MS, this.lastCostMs * 20))
    const latest = this.behindSince + Math.max(LONGEST_MS, this.lastCostMs * 40)
    this.schedule(Math.max(0, Math.min(quiet, latest - performance.now())), true)
    this.deps.edited?.(this.document)
  }

  /** The document holds where a comment stands: nobody has edited the page, and it reads as before. */
  appliedReview(): void {
    this.unapplied--
    if (this.needsFold) this.schedule(QUIET_MS)
  }

  /** Somebody opened the page over `connection` … */
  entered(connection: object): void {
    this.present.set(connection, (this.present.get(connection) ?? 0) + 1)
    this.lastUseAt = performance.now()
  }

  /** … and left, everything that they had sent being handled. */
  left(connection: object): void {
    const count = (this.present.get(connection) ?? 0) - 1
    if (count > 0) this.present.set(connection, count)
    else this.present.delete(connection)
    this.lastUseAt = performance.now()
    // A moment later, so that a reload or a series of calls is not folded in between.
    this.schedule(this.lost ? 0 : Math.min(this.deps.keepMs, LEFT_MS))
  }

  /** Is everything stored and nobody there, so that nothing is lost when the document is dropped? */
  get mayUnload(): boolean {
    if (this.lost) return this.unapplied === 0
    if (this.gone) return true
    if (this.present.size > 0 || this.unapplied > 0 || this.projectionIsBehind) return false
    return this.updateIds.length === 0 && performance.now() - this.lastUseAt >= this.deps.keepMs
  }

  /** The page was deleted for good: there is nothing to keep. */
  forget(): void {
    this.gone = true
  }

  /**
   * An edit is stored and the document could not take it in (`error`). Nothing that this document says is written any more, so
   * that the log keeps the edit. Everybody leaves it, and then the page is read anew from what is stored.
   */
  lose(error: unknown): void {
    const { document, deps } = this
    deps.log.error({ err: error, documentId: document.name }, 'a stored edit could not be applied')
    deps.failed()
    this.unapplied--
    this.lost = true
    this.gone = true
    deps.lost(document)
    this.schedule(0, true)
  }

  /** The document does not hold all that is stored: it is used no more. */
  get isLost(): boolean {
    return this.lost
  }

  /** Stops the clock; the document has left memory. */
  dispose(): void {
    clearTimeout(this.timer)
    this.suggestions?.close()
  }

  /** Projects now. Throws what the database throws. */
  project(): Promise<void> {
    return this.inTurn(() => this.projectNow(true))
  }

  /** Projects and folds what is behind. Throws what the database throws. */
  store(): Promise<void> {
    return this.inTurn(async () => {
      await this.projectNow()
      if (this.updateIds.length > 0 && !this.gone) await this.foldNow()
    })
  }

  /** One piece of work at a time, so that an older state never overwrites a newer one. */
  private inTurn(act: () => Promise<void>): Promise<void> {
    const turn = this.turn.then(act)
    this.turn = turn.catch(() => undefined)
    return turn
  }

  /** Is there so much of it that a worker goes through it, and not the thread that answers everybody? */
  get isLong(): boolean {
    return this.bytes > SHORT
  }

  /** `isAsked`: also when nothing has changed since. */
  private async projectNow(isAsked = false): Promise<void> {
    if (this.gone || !(this.projectionIsBehind || isAsked)) return
    const edits = this.takeEdits()
    let review: ReviewNews | null = null
    try {
      const projection = await this.projection(edits.editors)
      if (!projection) return this.keepEditors(edits.editors)
      review = await this.reviewNews(edits.editors)
      const read = { ...projection, ...edits, review, mentioners: this.mentioners }
      await ownTurnOfEventLoop()
      if (!(await projectPage(this.deps.db, this.document.name, read))) this.forget()
      else this.deps.projected(this.document.name)
    } catch (error) {
      this.projectionIsBehind = true
      this.keepEditors(edits.editors)
      if (review) this.trail.keep(review)
      throw error
    }
  }

  /** What is about to be written of who edited the page; whatever is applied from now on makes the page behind again. */
  private takeEdits() {
    const { editors, lastEdit: edited } = this
    this.editors = new Map()
    this.projectionIsBehind = false
    return { editors, edited }
  }

  /** What was not written is written with the next projection. */
  private keepEditors(editors: Editors): void {
    this.editors = new Map([...editors, ...this.editors])
  }

  /**
   * What the page reads like, as it is now. None for a page of a newer layout: what this program would read there is not
   * what the page says.
   */
  private async projection(editors: Editors): Promise<Projection | null> {
    const { isLong } = this
    if (!isLong) await ownTurnOfEventLoop()
    const started = performance.now()
    try {
      if (!isLong) return this.projectionHere(editors)
      const stored = await readStored(this.deps.db, this.document.name)
      return stored && (await askPage('project', { stored: bytesOf(stored) }, this.bytes, this.author))
    } finally {
      this.lastCostMs = Math.min(LONGEST_COST_MS, performance.now() - started)
    }
  }

  /** Looked at where everybody is answered: paid for by those who have edited the page since it was looked at last. */
  private projectionHere(editors: Editors): Projection | null {
    const read = () => (layoutIsKnown(this.document) ? projectionOf(this.document) : null)
    return this.deps.charge([...editors.keys()], read)
  }

  /** What is new of the page's suggestions; null: nothing. */
  private async reviewNews(editors: Editors): Promise<ReviewNews | null> {
    const { trail, document, deps } = this
    if (!trail.isBehind || !layoutIsKnown(document)) return null
    if (!this.isLong) return trail.take(deps.charge([...editors.keys()], () => pendingIn(document)))
    const stored = await readStored(deps.db, document.name)
    const pending = stored
      ? await askPage('review', { stored: bytesOf(stored) }, this.bytes, this.author)
      : []
    return trail.take(pending)
  }

  /** Who has written the mentions of a person that stand on the page. */
  private readonly mentioners = (personId: string): string[] =>
    [...atomClients(this.document, (kind, attributes) => personOf(kind, attributes) === personId)].flatMap(
      (client) => this.authors.writerOf(client) ?? [],
    )

  /** For whom long work is done: the person who edited the page last. */
  private get author(): string | null {
    return this.lastEdit?.by ?? null
  }

  private async foldNow(tries = OVERTAKEN): Promise<void> {
    if (this.gone) return
    // Only while every row of the log is in the document does its state stand for those rows.
    if (!this.isLong && this.unapplied > 0) return
    const { projectionIsBehind: isBehind, unfoldedBytes } = this
    const { editors } = this
    const folding = this.isLong ? this.foldStored() : this.foldDocument(isBehind ? editors : null)
    const edits = isBehind ? this.takeEdits() : null
    let folded: FoldedRows | null
    let review: ReviewNews | null = null
    try {
      folded = await folding
      if (edits && folded?.projection) review = await this.reviewNews(edits.editors)
      const read = folded?.projection
      if (edits && !read) this.keepEditors(edits.editors)
      const projection = edits && read ? { ...read, ...edits, review, mentioners: this.mentioners } : null
      const { db } = this.deps
      const done = folded
        ? await foldPage(db, this.document.name, { ...folded, updateIds: folded.ids }, projection)
        : 'gone'
      if (!folded || done === 'gone') return this.forget()
      if (done === 'overtaken') {
        if (edits) this.keepEditors(edits.editors)
        if (review) this.trail.keep(review)
        await this.takeIn()
        if (tries === 0) throw new Error('A page was folded elsewhere again and again')
        return this.foldNow(tries - 1)
      }
      this.noteFolded(folded, done)
    } catch (error) {
      this.projectionIsBehind ||= isBehind
      if (edits) this.keepEditors(edits.editors)
      if (review) this.trail.keep(review)
      throw error
    }
    this.bytes = folded.bytes + this.unfoldedBytes - unfoldedBytes
    this.unfoldedBytes -= unfoldedBytes
  }

  /** The rows are in the snapshot. The document holds that only if it held all that the snapshot was made of. */
  private noteFolded({ ids, mark }: FoldedRows, done: SnapshotMark): void {
    const own = new Set(this.updateIds)
    const isHeld = sameMark(mark, this.mark) && ids.every((id) => own.has(id))
    if (isHeld) this.mark = done
    const gone = new Set(ids)
    this.updateIds = this.updateIds.filter((id) => !gone.has(id))
  }

  /** Another server has folded the page: takes in all that is stored of it, so that it is written once more with that. */
  private async takeIn(): Promise<void> {
    const { db, log } = this.deps
    const stored = await loadPage(db, this.document.name, this.document, log, this.author)
    if (!stored) return this.forget()
    // After the content, as when the page was loaded: no id may be held that is nobody's.
    this.authors.learn(await loadAuthors(db, this.document.name))
    this.mark = stored.mark
    // Rows of this server that were stored a moment ago may be among them before they are noted here.
    this.updateIds = [...new Set([...this.updateIds, ...stored.updateIds])]
    this.bytes = Math.max(this.bytes, stored.bytes)
    this.projectionIsBehind = true
  }

  /** `editors` when the projection is behind: who has edited the page since. */
  private async foldDocument(editors: Editors | null): Promise<FoldedRows> {
    const ids = [...this.updateIds]
    const state = this.deps.charge([this.author], () => Y.encodeStateAsUpdate(this.document))
    const projection = editors && this.projectionHere(editors)
    const { mark } = this
    return { packed: await packState(state), bytes: state.byteLength, ids, mark, projection }
  }

  /** By a worker, from what is stored, which is all that the document holds; null when the page is gone. */
  private async foldStored(): Promise<FoldedRows | null> {
    const own = [...this.updateIds]
    const stored = await readStored(this.deps.db, this.document.name)
    if (!stored) return null
    const folded = await askPage('fold', { stored: bytesOf(stored) }, this.bytes, this.author)
    const unread = new Set(folded.unread)
    const left = new Set(stored.rows.filter((_, at) => unread.has(at)).map(({ id }) => id))
    // What this server has stored and is not there any more has been folded by another one.
    const ids = [...new Set([...own, ...stored.rows.map(({ id }) => id)])].filter((id) => !left.has(id))
    return { ...folded, ids, mark: stored.mark }
  }

  private get needsFold(): boolean {
    if (this.present.size === 0) return this.updateIds.length > 0
    return this.updateIds.length >= FOLD_ROWS || this.unfoldedBytes >= FOLD_BYTES
  }

  /** Sees to it that the work is done after `ms`; an earlier time that is already set stays unless it is replaced. */
  private schedule(ms: number, replace = false): void {
    const at = performance.now() + ms
    if (!replace && at >= this.dueAt) return
    clearTimeout(this.timer)
    this.dueAt = at
    this.timer = setTimeout(() => {
      this.dueAt = Number.POSITIVE_INFINITY
      this.working ??= this.work().finally(() => {
        this.working = null
      })
    }, ms)
    this.timer.unref()
  }

  private async work(): Promise<void> {
    try {
      await this.inTurn(async () => {
        await this.projectNow()
        if (this.needsFold && !this.gone) await this.foldNow()
      })
      this.tries = 0
    } catch (error) {
      this.deps.failed()
      const wait = RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)] as number
      this.deps.log.error(
        { err: error, documentId: this.document.name, retryInMs: wait },
        'a page could not be projected or folded; it stays in memory and is tried again',
      )
      this.schedule(wait)
      return
    }
    // What came while this was under way, however long it took, has its turn.
    if (this.projectionIsBehind || this.needsFold) this.schedule(QUIET_MS)
    if (this.mayUnload) this.deps.unload(this.document)
    else if (this.present.size === 0) this.schedule(Math.max(50, this.deps.keepMs))
  }
}
