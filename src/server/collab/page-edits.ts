import type { Document } from '@hocuspocus/server'
import * as Y from 'yjs'
import {
  type AnchorChange,
  anchorUpdate,
  idsNamedIn,
  type OperationOutcome,
  type SignedOperation,
} from '@/document'
import type { Db } from '@/server/db/db'
import type { Log } from '@/server/log'
import { AppError, invariant } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { LONG, sizeOf } from './ask-page'
import { KeptDecisions } from './kept-decisions'
import type { LivePage } from './live-page'
import type { LivePages, MayStill } from './live-pages'
import { applyInPieces } from './load-page'
import { isLarge, type Looked, lookAtLarge, lookAtShort } from './look-at-edit'
import { noRoomError } from './page-memory'
import { type PageReader, type ReadDeps, requireKnownLayout, UNREADABLE } from './page-reader'
import type { Outcome, PageChange } from './page-work'
import { AppendError, type UpdateLog } from './update-log'

/** What happens in the transaction that stores an anchor. */
type Within = (trx: Db) => Promise<void>

interface EditDeps extends Pick<ReadDeps, 'db' | 'sockets'> {
  updates: UpdateLog
  log: Log
  /** Notes what an edit of somebody names, before it is stored (`CollabOptions.named`). */
  noteNamed(userId: string, documentId: string, ids: readonly string[]): Promise<void>
}

/** How often an edit is looked at whose page becomes another meanwhile. */
const LOOKS = 5

/** Forward edits by the server itself, on the page as everybody sees it. */
export class PageEdits {
  private readonly editing = new Map<Document, Promise<void>>()
  private readonly decisions = new KeptDecisions()

  constructor(
    private readonly deps: EditDeps,
    private readonly reader: PageReader,
  ) {}

  /** {@link LivePages.edit} */
  async edit(
    documentId: string,
    userId: string | null,
    change: (doc: Y.Doc) => void,
    mayStill?: MayStill,
  ): Promise<void> {
    await this.deps.sockets.rested(userId)
    return this.reader.withPage(documentId, userId, (document, page) =>
      this.inTurn(document, page, async () => {
        await mayStill?.()
        requireKnownLayout(document)
        const update = this.reader.charge(userId, () => updateOf(document, change))
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
    return this.reader.withPage(documentId, userId, (document, page) =>
      this.inTurn(document, page, async () => {
        await mayStill?.()
        requireKnownLayout(document)
        const stored = await this.reader.stored(documentId)
        const size = Math.max(this.reader.sizeFor(userId, page), sizeOf(stored), sizeOfChange(change))
        const asked = change.do === 'decide' ? { ...change, client: new Y.Doc().clientID } : change
        const job = { stored, change: asked }
        const plan = this.reader.ask('plan', job, size, userId, page.workFor(userId), page.signal)
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
    return this.reader.withPage(documentId, userId, (document, page) =>
      this.inTurn(document, page, async () => {
        await mayStill?.()
        requireKnownLayout(document)
        const stored = await this.reader.stored(documentId)
        const size = Math.max(
          this.reader.sizeFor(userId, page),
          sizeOf(stored),
          JSON.stringify(operations).length,
        )
        const job = { stored, operations }
        const asked = this.reader.ask('suggest', job, size, userId, page.workFor(userId), page.signal)
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
    return this.reader.withPage(documentId, userId, (document, page) =>
      this.inTurn(document, page, async () => {
        requireKnownLayout(document)
        const update = this.reader.charge(userId, () => anchorUpdate(document, plan(document)))
        if (update) await this.store(document, page, userId, update, { within })
        else await this.deps.db.transaction().execute(within)
      }),
    )
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
      const named = large?.facts.named ?? this.reader.charge(userId, () => [...idsNamedIn(update)])
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
    const looked = large ?? this.reader.charge(userId, () => lookAtShort(page, update))
    if (!looked.facts.isSound || looked.facts.contradicts || looked.facts.isTrapped)
      throw new AppError('unavailable', t('This could not be saved. Please try again.'))
    if (looked.facts.taken.length > 0 && !page.onTheWay.isEmpty) return 'again'
    const answer = this.reader.charge(userId, () =>
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
    const update = this.reader.charge(userId, () => page.admission.withGivenBack(written, facts))
    const pieces = update === written ? looked.pieces : [update]
    const isReview = within !== null
    page.appending()
    let applied: Promise<void> | undefined
    const apply = async () => {
      try {
        await applyInPieces(document, pieces, { source: 'local' }, (act) => this.reader.charge(userId, act))
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
