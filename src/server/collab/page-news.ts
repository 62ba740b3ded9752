import type { Document } from '@hocuspocus/server'
import { atomClients, layoutIsKnown } from '@/document'
import type { Db } from '@/server/db/db'
import { personOf } from '@/server/links/mentions-in'
import type { SharedWork } from '@/server/workers/job-queue'
import { askPage, LONG, sharedBy } from './ask-page'
import type { StoredPage } from './load-page'
import type { PageAuthors } from './page-authors'
import type { PageRows } from './page-rows'
import { bytesOf, type EditedProjection, readStored } from './page-store'
import { type Projection, projectionOf } from './projection'
import { pendingIn } from './review-state'
import { type ReviewNews, SuggestionTrail } from './suggestion-log'
import { ownTurnOfEventLoop } from './yield-to-event-loop'

/**
 * Projections follow after this much quiet, a little more where they are costly, and at the latest after `LONGEST_MS`
 * of typing.
 */
export const QUIET_MS = 600
const LONGEST_QUIET_MS = 900
const LONGEST_MS = 5000
/** A projection that costs more is not put off any longer for it. */
const LONGEST_COST_MS = 250

/** People, and when they edited the page last. */
type Editors = ReadonlyMap<string, string>

/** Who has edited the page, when it is about to be written what it reads like. */
interface Edits {
  editors: Editors
  edited: StoredPage['lastEdit']
}

export interface NewsDeps {
  db: Db
  /** Does what these people are the cause of, and counts the processor time that it takes as theirs (`SocketServer.charge`). */
  charge<T>(people: readonly (string | null)[], act: () => T): T
}

/**
 * What others are to be told of a live page: what it reads like, who has edited it since that was written last, and what is
 * new of its suggestions.
 */
export class PageNews {
  /** Does the page read otherwise than was written last? */
  isBehind: boolean
  private behindSince = 0
  private lastCostMs = 0
  private lastEdit: StoredPage['lastEdit']
  /** Who has edited the page since it was last projected, and when. */
  private editors: Map<string, string>
  /** What the log of suggestions does not hold yet. */
  private readonly trail: SuggestionTrail

  constructor(
    private readonly document: Document,
    private readonly authors: PageAuthors,
    private readonly rows: PageRows,
    stored: StoredPage,
    private readonly deps: NewsDeps,
    /** Who has the page open. */
    private readonly people: Iterable<string>,
    /** Aborted when the page has to leave memory: nothing is worked out for it any more. */
    readonly signal: AbortSignal,
  ) {
    this.lastEdit = stored.lastEdit
    this.editors = stored.editors
    this.trail = new SuggestionTrail(document)
    // Rows that no snapshot holds: anybody who wrote them may have been killed before projecting them.
    this.isBehind = stored.updateIds.length > 0 || stored.lacksProjection
  }

  /** The document holds an edit. Gives in how many milliseconds that is to be told. */
  applied(userId: string | null): number {
    const at = new Date().toISOString()
    this.lastEdit = { at, by: userId }
    this.trail.applied(userId, at)
    if (userId !== null) this.editors.set(userId, at)
    if (!this.isBehind) this.behindSince = performance.now()
    this.isBehind = true
    const quiet = Math.min(LONGEST_QUIET_MS, Math.max(QUIET_MS, this.lastCostMs * 20))
    const latest = this.behindSince + Math.max(LONGEST_MS, this.lastCostMs * 40)
    return Math.max(0, Math.min(quiet, latest - performance.now()))
  }

  /** Long work on the page, because of who edited it last. */
  get work(): SharedWork {
    return sharedBy(this.document.name, this.author, this.people)
  }

  /** The person who edited the page last. */
  get author(): string | null {
    return this.lastEdit?.by ?? null
  }

  /** What is about to be written of who edited the page; all that is applied from now on makes the page behind again. */
  take(): Edits {
    const { editors, lastEdit: edited } = this
    this.editors = new Map()
    this.isBehind = false
    return { editors, edited }
  }

  /** What was not written is written with the next projection. */
  keep({ editors }: Edits, review: ReviewNews | null = null): void {
    this.editors = new Map([...editors, ...this.editors])
    if (review) this.trail.keep(review)
  }

  /** All of it, to be written. */
  told(projection: Projection, edits: Edits, review: ReviewNews | null): EditedProjection {
    return { ...projection, ...edits, review, mentioners: this.mentioners }
  }

  /**
   * What the page reads like, as it is now. None for a page of a newer layout: what this program would read there is not
   * what the page says.
   */
  async read({ editors }: Edits): Promise<Projection | null> {
    const isLong = await this.isLong(editors)
    const started = performance.now()
    try {
      if (!isLong) return this.readHere(editors)
      const stored = await readStored(this.deps.db, this.document.name)
      return stored && (await askPage('project', { stored: bytesOf(stored) }, LONG, this.work, this.signal))
    } finally {
      this.lastCostMs = Math.min(LONGEST_COST_MS, performance.now() - started)
    }
  }

  /**
   * Does a worker go through the page? A page that has to be looked at for that is looked at in a turn of the event loop of its own, which
   * is also the turn in which this resolves, and paid for by those who have edited it.
   */
  async isLong(editors: Editors = this.editors): Promise<boolean> {
    if (this.rows.isLongByBytes) return true
    await ownTurnOfEventLoop()
    return this.looksLong(editors)
  }

  private looksLong(editors: Editors): boolean {
    const { rows, deps, author } = this
    const people = editors.size > 0 ? [...editors.keys()] : [author]
    return rows.isLongByBytes || deps.charge(people, () => rows.isLong)
  }

  /** Looked at where everybody is answered: paid for by those who have edited the page since it was looked at last. */
  readHere(editors: Editors = this.editors): Projection | null {
    const read = () => (layoutIsKnown(this.document) ? projectionOf(this.document) : null)
    return this.deps.charge([...editors.keys()], read)
  }

  /** What is new of the page's suggestions; null: nothing. */
  async review({ editors }: Edits): Promise<ReviewNews | null> {
    const { trail, document, deps } = this
    if (!trail.isBehind || !layoutIsKnown(document)) return null
    if (!this.looksLong(editors))
      return trail.take(deps.charge([...editors.keys()], () => pendingIn(document)))
    const stored = await readStored(deps.db, document.name)
    const job = stored && { stored: bytesOf(stored) }
    const pending = job ? await askPage('review', job, LONG, this.work, this.signal) : []
    return trail.take(pending)
  }

  /** Who has written the mentions of a person that stand on the page. */
  private readonly mentioners = (personId: string): string[] =>
    [...atomClients(this.document, (kind, attributes) => personOf(kind, attributes) === personId)].flatMap(
      (client) => this.authors.writerOf(client) ?? [],
    )
}
