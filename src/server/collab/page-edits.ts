import type { Document, Hocuspocus } from '@hocuspocus/server'
import * as Y from 'yjs'
import type { Block } from '@/blocks'
import {
  type AnchorChange,
  anchorUpdate,
  idsNamedIn,
  layoutIsKnown,
  type OperationOutcome,
  type PageContent,
  type SignedOperation,
  settledPage,
} from '@/document'
import type { Db } from '@/server/db/db'
import type { Log } from '@/server/log'
import type { SharedWork } from '@/server/workers/job-queue'
import { type AskedWork, isUnmade } from '@/server/workers/worker-pool'
import { AppError, invariant } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { askPage, LONG, SHORT, sizeOf, sizeOfBytes } from './ask-page'
import { blocksOf } from './blocks-as-json'
import { AccessDenied, type Context } from './edit-authorizer'
import { KeptDecisions } from './kept-decisions'
import type { LivePage } from './live-page'
import type { LivePages, MayStill } from './live-pages'
import { applyInPieces } from './load-page'
import { isLarge, type Looked, lookAtLarge, lookAtShort } from './look-at-edit'
import { noRoomError } from './page-memory'
import { bytesOf, readStored, readStoredSize } from './page-store'
import type { Outcome, PageChange, PlannedFrom, pageWork, StoredBytes } from './page-work'
import type { ToldPage, ToldWish } from './told-page'
import { AppendError, type UpdateLog } from './update-log'

type PageWork = typeof pageWork
type PageJob<Name extends keyof PageWork> = Parameters<PageWork[Name]>[0]

/** What happens in the transaction that stores an anchor. */
type Within = (trx: Db) => Promise<void>

interface PageDeps {
  db: Db
  hocuspocus: Hocuspocus<Context>
  updates: UpdateLog
  log: Log
  /** Who has used up their share of the time waits (`SocketServer`). */
  sockets: {
    charge<T>(people: readonly (string | null)[], act: () => T): T
    rested(userId: string | null): Promise<void>
  }
  /** The bookkeeping of this document; none when it has left memory. */
  pageOf(document: Document): LivePage | undefined
  /** This person (null: the server itself) waits for a page to be loaded. */
  awaits(documentId: string, userId: string | null): void
  /** Notes what an edit of somebody names, before it is stored (`CollabOptions.named`). */
  noteNamed(userId: string, documentId: string, ids: readonly string[]): Promise<void>
}

/** How often a page that keeps leaving memory is loaded again for one call. */
const LOAD_ROUNDS = 5
/** How often an edit is looked at whose page becomes another meanwhile. */
const LOOKS = 5
const UNREADABLE = () => t('The page could not be read. Please try again.')

/** Reads and forward edits by the server itself, on the page as everybody sees it. */
export class PageEdits {
  private readonly editing = new Map<Document, Promise<void>>()
  private readonly decisions = new KeptDecisions()

  constructor(private readonly deps: PageDeps) {}

  /**
   * Runs `act` on the page in memory, loading it first for this person (null: the server itself), and keeps it there meanwhile. Throws
   * `AppError('not-found')` when there is no such page, `AppError('unavailable')` when it cannot be read.
   */
  async withPage<T>(
    documentId: string,
    userId: string | null,
    act: (document: Document, page: LivePage) => Promise<T> | T,
  ): Promise<T> {
    for (let round = 0; round < LOAD_ROUNDS; round++) {
      const document = await this.loaded(documentId, userId)
      const page = this.deps.pageOf(document)
      // It left memory between being found and being used: the next round loads it freshly.
      if (!page) continue
      if (page.givesWay) throw noRoomError()
      const visit = {}
      document.addDirectConnection()
      page.entered(visit, null, userId)
      try {
        return await act(document, page)
      } finally {
        document.removeDirectConnection()
        page.left(visit)
      }
    }
    throw new AppError('unavailable', UNREADABLE())
  }

  /** {@link LivePages.read} */
  read<T>(documentId: string, read: (doc: Y.Doc) => T): Promise<T> {
    return this.withPage(documentId, null, (document) => {
      requireKnownLayout(document)
      return read(document)
    })
  }

  /** {@link LivePages.edit} */
  async edit(
    documentId: string,
    userId: string | null,
    change: (doc: Y.Doc) => void,
    mayStill?: MayStill,
  ): Promise<void> {
    await this.deps.sockets.rested(userId)
    return this.withPage(documentId, userId, (document, page) =>
      this.inTurn(document, page, async () => {
        await mayStill?.()
        requireKnownLayout(document)
        const update = this.charge(userId, () => updateOf(document, change))
        if (update) await this.store(document, page, userId, update, { mayStill })
        await this.project(page, update !== null)
      }),
    )
  }

  /** {@link LivePages.change} */
  async change(
    documentId: string,
    userId: string | null,
    change: PageChange,
    mayStill?: MayStill,
  ): Promise<Outcome> {
    await this.deps.sockets.rested(userId)
    return this.withPage(documentId, userId, (document, page) =>
      this.inTurn(document, page, async () => {
        await mayStill?.()
        requireKnownLayout(document)
        const stored = await this.stored(documentId)
        const size = Math.max(this.sizeFor(userId, page), sizeOf(stored), sizeOfChange(change))
        const asked = change.do === 'decide' ? { ...change, client: new Y.Doc().clientID } : change
        const job = { stored, change: asked }
        const plan = this.ask('plan', job, size, userId, page.workFor(userId), page.signal)
        const { update, outcome } = await plan
        if (update) await this.store(document, page, userId, update, { mayStill })
        if (update && asked.do === 'decide' && userId !== null)
          this.decisions.keep({ documentId, userId, before: stored, decision: asked, update })
        await this.project(page, update !== null)
        return outcome
      }),
    )
  }

  /** {@link LivePages.takeBackDecision} */
  takeBackDecision(
    documentId: string,
    userId: string,
    sids: readonly string[],
    isAccepted: boolean,
    mayStill?: MayStill,
  ): Promise<Outcome> {
    const kept = this.decisions.take(documentId, userId, sids, isAccepted)
    if (!kept) return Promise.resolve('conflict')
    const { before, decision, update } = kept
    return this.change(documentId, userId, { do: 'take-back-decision', before, decision, update }, mayStill)
  }

  /** {@link LivePages.suggest} */
  async suggest(
    documentId: string,
    userId: string,
    operations: readonly SignedOperation[],
    mayStill?: MayStill,
  ): Promise<OperationOutcome[]> {
    await this.deps.sockets.rested(userId)
    return this.withPage(documentId, userId, (document, page) =>
      this.inTurn(document, page, async () => {
        await mayStill?.()
        requireKnownLayout(document)
        const stored = await this.stored(documentId)
        const size = Math.max(this.sizeFor(userId, page), sizeOf(stored), JSON.stringify(operations).length)
        const job = { stored, operations }
        const asked = this.ask('suggest', job, size, userId, page.workFor(userId), page.signal)
        const { update, outcomes } = await asked
        if (update) await this.store(document, page, userId, update, { mayStill })
        await this.project(page, update !== null)
        return outcomes
      }),
    )
  }

  /** {@link LivePages.annotate} */
  async annotate(
    documentId: string,
    userId: string | null,
    plan: (doc: Y.Doc) => AnchorChange,
    within: (trx: Db) => Promise<void>,
  ): Promise<void> {
    await this.deps.sockets.rested(userId)
    return this.withPage(documentId, userId, (document, page) =>
      this.inTurn(document, page, async () => {
        requireKnownLayout(document)
        const update = this.charge(userId, () => anchorUpdate(document, plan(document)))
        if (update) await this.store(document, page, userId, update, { within })
        else await this.deps.db.transaction().execute(within)
      }),
    )
  }

  /** {@link LivePages.content} */
  async content(documentId: string, userId: string | null): Promise<PageContent> {
    const isOpen = this.deps.hocuspocus.documents.has(documentId)
    const size = isOpen ? 0 : await this.storedSize(documentId)
    // What is not in memory is read from the disk alone, unless it stands in an older layout, or is short.
    const read = size > SHORT && (await this.contentOf(documentId, size, userId))
    if (read) return read
    return this.withPage(documentId, userId, async (document, page) => {
      requireKnownLayout(document)
      const size = this.sizeFor(userId, page)
      const read = size > SHORT ? await this.contentOf(documentId, size, userId, page.signal) : null
      return read ?? this.charge(userId, () => settledPage(document))
    })
  }

  /** {@link LivePages.told} */
  async told(documentId: string, userId: string, wish: ToldWish): Promise<ToldPage> {
    const job = async () => ({ stored: await this.stored(documentId), wish })
    // Writing Markdown takes long also where little is stored.
    const ask = (signal?: AbortSignal) => askPage('told', job, LONG, userId, signal)
    const told = await ask()
    if (told) return told
    // What stands in an older layout is brought over by being loaded.
    return this.withPage(documentId, userId, async (document, page) => {
      requireKnownLayout(document)
      const brought = await ask(page.signal)
      if (!brought) throw new AppError('unavailable', UNREADABLE())
      return brought
    })
  }

  /** {@link LivePages.review} */
  review(documentId: string, userId: string | null): ReturnType<LivePages['review']> {
    return this.withPage(documentId, userId, async (document, page) => {
      requireKnownLayout(document)
      const job = async () => ({ stored: await this.stored(documentId) })
      const size = this.sizeFor(userId, page)
      const asked = this.ask('carried', job, size, userId, userId, page.signal)
      const { title, pieces, review, anchors } = await asked
      return { title, blocks: await this.blocksIn(pieces, userId), review, anchors }
    })
  }

  /** {@link LivePages.plan} */
  plan(
    documentId: string,
    userId: string | null,
    wanted: (before: PageContent) => PageContent,
  ): Promise<PlannedFrom> {
    return this.withPage(documentId, userId, async (document, page) => {
      requireKnownLayout(document)
      const stored = await this.stored(documentId)
      const long = Math.max(this.sizeFor(userId, page), sizeOf(stored))
      const read = await this.contentIn({ stored }, long, userId, page.signal)
      const before = read ?? this.charge(userId, () => settledPage(document))
      const { title, blocks } = wanted(before)
      const saying = { title, rich: JSON.stringify(blocks) }
      const size = Math.max(long, saying.rich.length)
      const job = { stored, wanted: saying }
      const { update, after } = await this.ask('planFrom', job, size, userId, userId, page.signal)
      return { before, update, after }
    })
  }

  /** What a page says, from what is stored of it when its turn has come; null when it stands in a layout that is not known here. */
  private async contentOf(
    documentId: string,
    size: number,
    userId: string | null,
    signal?: AbortSignal,
  ): Promise<PageContent | null> {
    return this.contentIn(async () => ({ stored: await this.stored(documentId) }), size, userId, signal)
  }

  /** What the page says; null for one that this program cannot read. */
  private async contentIn(
    job: AskedWork<{ stored: StoredBytes }>,
    size: number,
    userId: string | null,
    signal?: AbortSignal,
  ): Promise<PageContent | null> {
    const { title, pieces, isKnown } = await this.ask('content', job, size, userId, userId, signal)
    return isKnown ? { title, blocks: await this.blocksIn(pieces, userId) } : null
  }

  /** What `pageWork` has written of a page. */
  private blocksIn(pieces: readonly string[], userId: string | null): Promise<Block[]> {
    return blocksOf(pieces, (read) => this.charge(userId, read))
  }

  private async storedSize(documentId: string): Promise<number> {
    const size = await readStoredSize(this.deps.db, documentId)
    if (size === null) throw new AppError('not-found', t('This page does not exist.'))
    return sizeOfBytes(size)
  }

  /** What is stored of a page now: all that the page in memory holds, and what is about to be applied there. */
  private async stored(documentId: string): Promise<StoredBytes> {
    const stored = await readStored(this.deps.db, documentId)
    if (!stored) throw new AppError('not-found', t('This page does not exist.'))
    return bytesOf(stored)
  }

  private async loaded(documentId: string, userId: string | null): Promise<Document> {
    try {
      if (!this.deps.hocuspocus.documents.has(documentId)) this.deps.awaits(documentId, userId)
      const config = { isAuthenticated: true, readOnly: false }
      return await this.deps.hocuspocus.createDocument(
        documentId,
        new Request('http://localhost'),
        'server',
        config,
      )
    } catch (error) {
      if (error instanceof AccessDenied && error.reason === 'not-found') {
        throw new AppError('not-found', t('This page does not exist.'), { cause: error })
      }
      if (error instanceof AccessDenied && error.reason === 'no-room') throw noRoomError(error)
      throw new AppError('unavailable', UNREADABLE(), { cause: error })
    }
  }

  /** Forward edits of one page run one after the other, so that each starts from what the one before has made. */
  private inTurn<T>(document: Document, page: LivePage, act: () => Promise<T>): Promise<T> {
    const before = this.editing.get(document) ?? Promise.resolve()
    const turn = before.then(() => {
      if (page.isLost) throw new AppError('unavailable', UNREADABLE())
      return act()
    })
    const settled = turn.then(
      () => undefined,
      () => undefined,
    )
    this.editing.set(document, settled)
    void settled.then(() => this.editing.get(document) === settled && this.editing.delete(document))
    return turn
  }

  /** Decides whether the page takes an edit, puts it on the disk and then into the page, piece by piece. */
  private store(
    document: Document,
    page: LivePage,
    userId: string | null,
    update: Uint8Array,
    { within = null, mayStill }: { within?: Within | null; mayStill?: MayStill | undefined } = {},
  ): Promise<void> {
    return page.inEditTurn(async () => {
      let large = await this.lookAtLarge(page, userId, update)
      const named = large?.facts.named ?? this.charge(userId, () => [...idsNamedIn(update)])
      if (userId !== null) await this.deps.noteNamed(userId, document.name, named)
      let isAlone = false
      for (let look = 1; look <= LOOKS; look++) {
        const decide = async () => {
          await mayStill?.()
          return this.decide(page, userId, update, large, within)
        }
        const { onTheWay } = page
        const decided = await (isAlone ? onTheWay.alone(userId, decide) : onTheWay.beside(decide))
        if (decided === 'too-large') throw new AppError('too-large', t('The page would become too large.'))
        if (decided === 'no-room') throw noRoomError()
        if (decided !== 'again') return decided.stored
        await page.measured(userId)
        isAlone = large === null || large.facts.taken.length > 0
        if (large) large = await this.lookAtLarge(page, userId, update)
      }
      throw new AppError('unavailable', t('Much is being added to this page just now. Please try again.'))
    })
  }

  /** Decides about an edit and hands it to the log in one turn, as it is with those of people (`ClientEdits`). */
  private decide(
    page: LivePage,
    userId: string | null,
    update: Uint8Array,
    large: Looked | null,
    within: Within | null,
  ): { stored: Promise<void> } | 'too-large' | 'no-room' | 'again' {
    if (page.isLost) throw new AppError('unavailable', UNREADABLE())
    const looked = large ?? this.charge(userId, () => lookAtShort(page, update))
    if (!looked.facts.isSound || looked.facts.contradicts || looked.facts.isTrapped)
      throw new AppError('unavailable', t('This could not be saved. Please try again.'))
    if (looked.facts.taken.length > 0 && !page.onTheWay.isEmpty) return 'again'
    const answer = this.charge(userId, () =>
      page.admission.admit(looked.facts, update.byteLength, looked.since()),
    )
    return answer === 'admitted' ? { stored: this.append(page, userId, looked, within) } : answer
  }

  /** What a worker finds out about a large edit; null for any other. */
  private async lookAtLarge(
    page: LivePage,
    userId: string | null,
    update: Uint8Array,
  ): Promise<Looked | null> {
    if (!isLarge(update)) return null
    const looked = await lookAtLarge(this.deps.db, page, update, userId, { isAwaited: true })
    invariant(looked, 'an edit that was written here can be read')
    return looked
  }

  /** Puts an edit that was admitted on the disk and then into the page. */
  private async append(
    page: LivePage,
    userId: string | null,
    looked: Looked,
    within: Within | null,
  ): Promise<void> {
    try {
      await this.appendAdmitted(page, userId, looked, within)
    } finally {
      page.arrived(looked.facts)
    }
  }

  private async appendAdmitted(
    page: LivePage,
    userId: string | null,
    looked: Looked,
    within: Within | null,
  ): Promise<void> {
    const { document } = page
    const { facts, update: written } = looked
    const update = this.charge(userId, () => page.admission.withGivenBack(written, facts))
    const pieces = update === written ? looked.pieces : [update]
    const isReview = within !== null
    page.appending()
    let applied: Promise<void> | undefined
    const apply = async () => {
      try {
        await applyInPieces(document, pieces, { source: 'local' }, (act) => this.charge(userId, act))
        if (isReview) page.appliedReview()
        else page.applied(userId)
      } catch (error) {
        // It is stored: the edit was made, and is seen when the page has been read anew.
        page.lose(error)
      }
    }
    const stored = (id: number) => {
      page.appended(id, update.byteLength, facts.weight)
      applied = apply()
    }
    try {
      const by = isReview ? null : userId
      await this.deps.updates.append(document.name, by, update, { stored, within, isReview })
      await applied
    } catch (error) {
      page.notAppended()
      throw asPersonsError(error)
    }
  }

  /** {@link askPage}; what is gone through here, because it is short, is charged. */
  private async ask<Name extends keyof PageWork & string>(
    name: Name,
    job: AskedWork<PageJob<Name>>,
    size: number,
    userId: string | null,
    by: string | null | SharedWork = userId,
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<PageWork[Name]>>> {
    const work = size <= SHORT && isUnmade(job) ? ((await job()) as PageJob<Name>) : job
    return this.charge(userId, () => askPage(name, work, size, by, signal))
  }

  /** How much of the page there is to go through; looking at it for that is charged. */
  private sizeFor(userId: string | null, page: LivePage): number {
    return this.charge(userId, () => page.size)
  }

  private charge<T>(userId: string | null, act: () => T): T {
    return this.deps.sockets.charge([userId], act)
  }

  /** `isStored`: an edit was made, so that nothing is lost when this fails. */
  private async project(page: LivePage, isStored: boolean): Promise<void> {
    try {
      await page.project()
    } catch (error) {
      // The edit is on the disk and in the page; what lists show of it follows with the next try, made by `applied`.
      if (!isStored) throw error
      const documentId = page.document.name
      this.deps.log.error({ err: error, documentId }, 'a page was not projected after an edit')
    }
  }
}

function sizeOfChange(change: PageChange): number {
  if (change.do === 'write' || change.do === 'append') return change.rich?.length ?? 0
  // How much there was to go through before it is not known any more.
  if (change.do === 'take-back-decision') return LONG
  if (change.do === 'merge') return Math.max(change.before.rich.length, change.wanted.rich.length)
  return change.do === 'decide' ? 0 : change.wanted.rich.length
}

function requireKnownLayout(document: Y.Doc): void {
  if (layoutIsKnown(document)) return
  throw new AppError(
    'unavailable',
    t('This page was written by a newer version of Sheaf. It opens again when this server is updated.'),
  )
}

/** What `change` changes, as one update, or null when it changes nothing. The document itself is left alone. */
function updateOf(document: Y.Doc, change: (doc: Y.Doc) => void): Uint8Array | null {
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(document))
  const made: Uint8Array[] = []
  copy.on('update', (update: Uint8Array) => made.push(update))
  copy.transact(() => change(copy))
  copy.destroy()
  return made.length > 0 ? Y.mergeUpdates(made) : null
}

function asPersonsError(error: unknown): unknown {
  if (!(error instanceof AppendError)) return error
  switch (error.refusal) {
    case 'not-found':
      return new AppError('not-found', t('This page does not exist.'), { cause: error })
    case 'disk-full':
      return new AppError(
        'unavailable',
        t('The server has no space left on its disk, so this was not saved.'),
        {
          cause: error,
        },
      )
    case 'unavailable':
      return new AppError('unavailable', t('This could not be saved. Please try again.'), { cause: error })
  }
}
