import type { Document } from '@hocuspocus/server'
import type { UpdateFacts } from '@/document'
import type { Log } from '@/server/log'
import type { SharedWork } from '@/server/workers/job-queue'
import { Admission } from './admission'
import { sharedBy } from './ask-page'
import { DueWork } from './due-work'
import { EditsOnTheWay } from './edits-on-the-way'
import { foldRows, measureRows } from './fold-rows'
import { loadPage, type StoredPage } from './load-page'
import { loadAuthors, type PageAuthors } from './page-authors'
import { type HeldPage, memoryOf, noRoomError, type PageMemory } from './page-memory'
import { type NewsDeps, PageNews, QUIET_MS } from './page-news'
import { PageRows, type Size } from './page-rows'
import { foldPage, projectPage } from './page-store'
import type { ReviewNews } from './suggestion-log'
import { ownTurnOfEventLoop } from './yield-to-event-loop'

interface PageDeps extends NewsDeps {
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
  /** Everybody has to leave this document, for this reason. */
  lost(document: Document, why: 'unavailable' | 'no-room'): void
  /** What all pages in memory take together. */
  memory: Pick<PageMemory, 'roomFor'>
}

/** A page that nobody has open is folded after this much, or when it leaves memory if that is sooner. */
const LEFT_MS = 1500
/** How often a page is folded anew at once because another server was quicker. */
const OVERTAKEN = 3
const RETRY_MS = [1000, 2000, 5000, 10_000, 30_000]
/** A page that gives way to others and is not stored by then leaves memory as it is. */
const GIVE_WAY_MS = 10_000

/**
 * A page in memory: which of its edits are only in the log, whether its projections are behind, and the work that
 * brings both up to date. Work that fails is tried again until it succeeds; until then the page stays in memory.
 */
export class LivePage implements HeldPage {
  /** What the document holds of what is stored. */
  private readonly rows: PageRows
  /** What others are not told yet. */
  private readonly news: PageNews
  /** Edits that are stored, or about to be, and not in the document yet. */
  private unapplied = 0
  /** Edits that were admitted and that the document does not hold yet. */
  readonly onTheWay = new EditsOnTheWay()
  /** What is asked about an edit before it is one of them. */
  readonly admission: Admission
  private editTurn: Promise<void> = Promise.resolve()
  private measuring: Promise<void> | null = null
  /** How many edits have had it, and are through. */
  editTurns = 0
  private readonly present = new Map<
    object,
    { count: number; userId: string | null; holder: string | null }
  >()
  /** Who has the page open. */
  private readonly people: Iterable<string> = {
    [Symbol.iterator]: () =>
      new Set([...this.present.values()].flatMap(({ userId }) => userId ?? [])).values(),
  }
  private readonly clock = new DueWork(() => this.work())
  private tries = 0
  lastUseAt = performance.now()
  private turn: Promise<void> = Promise.resolve()
  private gone = false
  private lost = false
  private givingWay: ReturnType<typeof setTimeout> | null = null
  private leftBehind = false
  private readonly ended = new AbortController()
  /** Aborted when the page has to leave memory: nobody goes on waiting for a worker with it. */
  readonly signal = this.ended.signal

  constructor(
    readonly document: Document,
    stored: StoredPage,
    readonly authors: PageAuthors,
    private readonly deps: PageDeps,
  ) {
    this.rows = new PageRows(document, stored)
    this.news = new PageNews(document, authors, this.rows, stored, deps, this.people, this.signal)
    const room = (more: Size) => deps.memory.roomFor(this, more)
    this.admission = new Admission(document, authors, this.rows, this.onTheWay, room)
    this.clock.schedule(this.news.isBehind ? QUIET_MS : deps.keepMs)
  }

  /**
   * Edits that bring much are decided about and taken in one after the other, so that those which come at the same moment have to fit
   * into the page together.
   */
  inEditTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.editTurn.then(act)
    const had = () => {
      this.editTurns++
    }
    this.editTurn = turn.then(had, had)
    return turn
  }

  /**
   * Resolves when it is known whether the page has room for what this person (null: the server) adds: a page that seems to be full is
   * measured first, by a worker. Throws like `askPage`.
   */
  async measured(person: string | null): Promise<void> {
    const { rows, document, deps } = this
    if (!rows.isToBeMeasured) return
    this.measuring ??= measureRows(rows, document.name, deps.db, this.workFor(person), this.signal).finally(
      () => {
        this.measuring = null
      },
    )
    await this.measuring
  }

  /** An edit that was admitted is in the document, or does not come after all. */
  arrived(facts: UpdateFacts): void {
    this.onTheWay.arrived(facts)
  }

  /** An edit is about to be stored. */
  appending(): void {
    this.unapplied++
  }

  /** It could not be stored. */
  notAppended(): void {
    this.unapplied--
  }

  /** It is stored as this row; `applied` follows when the document holds it. `weight`: of what was admitted. */
  appended(updateId: number, bytes: number, weight = bytes): void {
    this.rows.appended(updateId, { bytes, weight })
  }

  /** The document holds it. */
  applied(userId: string | null): void {
    this.unapplied--
    this.clock.schedule(this.news.applied(userId), true)
    this.deps.edited?.(this.document)
  }

  /** The document holds where a comment stands: nobody has edited the page, and it reads as before. */
  appliedReview(): void {
    this.unapplied--
    if (this.needsFold) this.clock.schedule(QUIET_MS)
  }

  /** Work on the page that everybody waits for who has it open, because of what this person (null: the server) does. */
  workFor(person: string | null): SharedWork {
    return sharedBy(this.document.name, person, this.people)
  }

  /** Somebody (null: a call) opened the page over `connection`; `holder`: who has it in memory by that … */
  entered(connection: object, userId: string | null = null, holder = userId): void {
    const { count = 0 } = this.present.get(connection) ?? {}
    this.present.set(connection, { count: count + 1, userId, holder })
    this.lastUseAt = performance.now()
  }

  /** … and left, everything that they had sent being handled. */
  left(connection: object): void {
    const known = this.present.get(connection)
    if (known && known.count > 1) this.present.set(connection, { ...known, count: known.count - 1 })
    else this.present.delete(connection)
    this.lastUseAt = performance.now()
    // A moment later, so that a reload or a series of calls is not folded in between.
    this.clock.schedule(this.lost || this.givesWay ? 0 : Math.min(this.deps.keepMs, LEFT_MS))
  }

  get memory(): number {
    const { rows, onTheWay } = this
    const { bytes, weight } = rows.size
    return memoryOf({ bytes: bytes + onTheWay.bytes, weight: weight + onTheWay.weight })
  }

  get isHeld(): boolean {
    return this.present.size > 0
  }

  get holders(): ReadonlySet<string> {
    return new Set([...this.present.values()].flatMap(({ holder }) => holder ?? []))
  }

  get givesWay(): boolean {
    return this.lost || this.givingWay !== null
  }

  /** Others need the room: everybody leaves the page, and it leaves memory when it is stored, or soon as it is. */
  giveWay(): void {
    if (this.givesWay) return
    this.givingWay = setTimeout(() => this.leaveBehind(), GIVE_WAY_MS).unref()
    this.deps.lost(this.document, 'no-room')
    this.clock.schedule(0, true)
  }

  /** Leaves memory though lists do not tell all that it says, or its log is not folded: what is stored is brought up to date later. */
  private leaveBehind(): void {
    this.leftBehind = true
    this.lost = true
    this.gone = true
    this.deps.lost(this.document, 'no-room')
    this.ended.abort(noRoomError())
    this.clock.schedule(0, true)
  }

  /** Has it left memory before it was stored as it should be? */
  get isLeftBehind(): boolean {
    return this.leftBehind
  }

  /** Is everything stored and nobody there, so that nothing is lost when the document is dropped? */
  get mayUnload(): boolean {
    if (this.lost) return this.unapplied === 0
    if (this.gone) return true
    if (this.present.size > 0 || this.unapplied > 0 || this.news.isBehind) return false
    const isKept = !this.givesWay && performance.now() - this.lastUseAt < this.deps.keepMs
    return this.rows.areNone && !isKept
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
    this.endLost()
  }

  /** An edit that was refused, because the database gave no answer in time, is stored after all: the same follows. */
  hasMissed(): void {
    if (!this.lost) this.endLost()
  }

  private endLost(): void {
    this.lost = true
    this.gone = true
    this.deps.lost(this.document, 'unavailable')
    this.clock.schedule(0, true)
  }

  /** The document does not hold all that is stored: it is used no more. */
  get isLost(): boolean {
    return this.lost
  }

  /** Stops the clock; the document has left memory. */
  dispose(): void {
    this.clock.stop()
    if (this.givingWay) clearTimeout(this.givingWay)
    this.admission.close()
  }

  /** Projects now. Throws what the database throws. */
  project(): Promise<void> {
    return this.inTurn(() => this.projectNow(true))
  }

  /** Projects and folds what is behind. Throws what the database throws. */
  store(): Promise<void> {
    return this.inTurn(async () => {
      await this.projectNow()
      if (!this.rows.areNone && !this.gone) await this.foldNow()
    })
  }

  /** One piece of work at a time, so that an older state never overwrites a newer one. */
  private inTurn(act: () => Promise<void>): Promise<void> {
    const turn = this.turn.then(act)
    this.turn = turn.catch(() => undefined)
    return turn
  }

  /** How much there is to go through, as `askPage` is told. The page may be looked at for it, which somebody is to be charged for. */
  get size(): number {
    return this.rows.toGoThrough
  }

  /** `isAsked`: also when nothing has changed since. */
  private async projectNow(isAsked = false): Promise<void> {
    const { news, document, deps } = this
    if (this.gone || !(news.isBehind || isAsked)) return
    const edits = news.take()
    let review: ReviewNews | null = null
    try {
      const projection = await news.read(edits)
      if (!projection) return news.keep(edits)
      review = await news.review(edits)
      const told = news.told(projection, edits, review)
      await ownTurnOfEventLoop()
      if (!(await projectPage(deps.db, document.name, told))) this.forget()
      else deps.projected(document.name)
    } catch (error) {
      news.isBehind = true
      news.keep(edits, review)
      throw error
    }
  }

  private async foldNow(tries = OVERTAKEN): Promise<void> {
    if (this.gone) return
    const isLong = await this.news.isLong()
    if (this.gone) return
    // Only while every row of the log is in the document does its state stand for those rows.
    if (!isLong && this.unapplied > 0) return
    const { document, rows, news, deps } = this
    const folding = foldRows({ document, rows, news }, isLong, deps)
    const edits = news.isBehind ? news.take() : null
    let review: ReviewNews | null = null
    try {
      const folded = await folding
      const projection = folded?.projection
      if (edits && projection) review = await news.review(edits)
      if (edits && !projection) news.keep(edits)
      const told = edits && projection ? news.told(projection, edits, review) : null
      const done = folded
        ? await foldPage(deps.db, document.name, { ...folded, updateIds: folded.ids }, told)
        : 'gone'
      if (!folded || done === 'gone') return this.forget()
      if (done === 'overtaken') {
        if (edits) news.keep(edits, review)
        await this.takeIn()
        if (tries === 0) throw new Error('A page was folded elsewhere again and again')
        return this.foldNow(tries - 1)
      }
      rows.folded(folded, done)
    } catch (error) {
      if (edits) {
        news.isBehind = true
        news.keep(edits, review)
      }
      throw error
    }
  }

  /** Another server has folded the page: takes in all that is stored of it, so that it is written once more with that. */
  private async takeIn(): Promise<void> {
    const { db, log } = this.deps
    const stored = await loadPage(db, this.document.name, this.document, log, this.news.work)
    if (!stored) return this.forget()
    // After the content, as when the page was loaded: no id may be held that is nobody's.
    this.authors.learn(await loadAuthors(db, this.document.name))
    this.rows.tookIn(stored)
    this.news.isBehind = true
  }

  private get needsFold(): boolean {
    if (this.present.size === 0) return !this.rows.areNone
    return this.rows.areMany
  }

  private async work(): Promise<void> {
    try {
      await this.inTurn(async () => {
        await this.projectNow()
        if (this.needsFold && !this.gone) await this.foldNow()
      })
      this.tries = 0
    } catch (error) {
      if (this.leftBehind) {
        if (this.mayUnload) this.deps.unload(this.document)
        else this.clock.schedule(50)
        return
      }
      this.deps.failed()
      const isLast = this.tries >= RETRY_MS.length && this.present.size === 0
      const wait = RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)] as number
      this.deps.log.error(
        { err: error, documentId: this.document.name, retryInMs: wait },
        'a page could not be projected or folded; it stays in memory and is tried again',
      )
      if (isLast) this.leaveBehind()
      else this.clock.schedule(this.givesWay ? Math.min(wait, GIVE_WAY_MS / 4) : wait)
      return
    }
    // What came while this was under way, however long it took, has its turn.
    if (this.news.isBehind || this.needsFold) this.clock.schedule(QUIET_MS)
    if (this.mayUnload) this.deps.unload(this.document)
    else if (this.present.size === 0) this.clock.schedule(Math.max(50, this.deps.keepMs))
  }
}
