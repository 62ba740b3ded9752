import type { Connection, Document } from '@hocuspocus/server'
import { forgetDecoded, idsNamedIn, lookForNew } from '@/document'
import type { Db } from '@/server/db/db'
import type { Log } from '@/server/log'
import { AppError } from '@/shared/errors'
import { SHORT } from './ask-page'
import { type Context, closePage, type EditAuthorizer, judge } from './edit-authorizer'
import type { LivePage } from './live-page'
import { applyInPieces } from './load-page'
import { ALONE_BYTES, isLarge, type Looked, leansOnMore, lookAtLarge, lookAtShort } from './look-at-edit'
import type { Claim } from './page-authors'
import type { ForeignClients, Refusal } from './protocol'
import type { Socket } from './socket'
import { AppendError, type UpdateLog } from './update-log'
import { yieldToEventLoop } from './yield-to-event-loop'

interface PageDeps {
  db: Db
  authorizer: EditAuthorizer
  updates: UpdateLog
  log: Log
  /** The bookkeeping of this document; none when it has left memory. */
  pageOf(document: Document): LivePage | undefined
  /** Notes what an edit of somebody names, before it is stored (`CollabOptions.named`). */
  noteNamed(userId: string, documentId: string, ids: readonly string[]): Promise<void>
}

/** How often an edit is looked at whose page becomes another meanwhile. */
const LOOKS = 3
/** How often an edit may find that it cannot be decided about just now, because roles change all the time. */
const MOST_TURNS = 50
/** Deletions alone are looked through here up to this many bytes: everybody who opens a page brings all that there are. */
const DELETIONS_BYTES = 512 * 1024
/** An edit that is larger has to come without what waits on its page for what nobody has sent. */
const BESIDE_WAITING_BYTES = 1024 * 1024

/** Edits that come over a socket: decided about, put on the disk, and applied. */
export class ClientEdits {
  constructor(private readonly deps: PageDeps) {}

  /**
   * Takes an edit in, or closes the page for its sender with the reason. `update` lies in the frame that Hocuspocus is about to
   * read: an edit that was taken in is empty there afterwards, so Hocuspocus applies nothing and acknowledges it; one that
   * was refused finds its connection read-only. Says whether the page has it now.
   */
  async take(connection: Connection<Context>, document: Document, update: Uint8Array): Promise<boolean> {
    const { socket } = connection.context
    try {
      if (await this.isKnown(connection, document, update)) {
        empty(update)
        return true
      }
      const page = this.deps.pageOf(document)
      const refusal = page ? await this.takeFrom(connection, page, update) : 'access-changed'
      if (refusal === null) {
        empty(update)
        return true
      }
      socket.refused.add(connection)
      connection.readOnly = true
      if (refusal !== 'read-only' && refusal !== 'closed') closePage(connection, refusal)
      return false
    } finally {
      forgetDecoded(update)
    }
  }

  /** Does the document hold all of this? It is not asked of much that brings something, and others have their turn in between. */
  private async isKnown(
    { context }: Connection<Context>,
    document: Document,
    update: Uint8Array,
  ): Promise<boolean> {
    const isLooked =
      update.byteLength <= SHORT || (isRedundant(update) && update.byteLength <= DELETIONS_BYTES)
    if (!isLooked) return false
    try {
      const looking = lookForNew(document, update)
      for (;;) {
        const { done, value } = context.socket.charge(() => looking.next())
        if (done) return !value
        await yieldToEventLoop()
      }
    } catch {
      // Cut off: that is found again where it is looked at.
      return false
    } finally {
      // A worker looks at it, which it may wait for.
      if (isLarge(update)) forgetDecoded(update)
    }
  }

  /** Gives why an edit is not taken, null when it was, `closed` when the sender has been told already. */
  private async takeFrom(
    connection: Connection<Context>,
    page: LivePage,
    update: Uint8Array,
  ): Promise<Refused | null> {
    const { socket } = connection.context
    const refusal = await this.deps.authorizer.refusalOf(connection, page.document, socket)
    if (refusal) return refusal
    try {
      // Before it has the page's turn: for what is looked at then, everybody else with a large edit would wait.
      const { editTurns } = page
      const large = await this.lookAtLarge(page, update, socket, { isAwaited: false })
      if (large === 'unreadable') {
        socket.misspoke()
        return 'closed'
      }
      if (large?.facts.adds === false) return null
      return await (update.byteLength > ALONE_BYTES
        ? page.inEditTurn(async () => {
            const isOvertaken = large !== null && page.editTurns > editTurns && leansOnMore(large)
            const looked = isOvertaken ? await this.lookAgain(page, update, socket) : large
            return this.takeIn(connection, page, update, looked)
          })
        : this.takeIn(connection, page, update, large))
    } catch (error) {
      return this.refusalBy(error, page.document.name)
    }
  }

  private async takeIn(
    connection: Connection<Context>,
    page: LivePage,
    update: Uint8Array,
    found: Looked | null,
  ): Promise<Refused | null> {
    const { socket } = connection.context
    const mayWrite = () => this.deps.authorizer.refusalOf(connection, page.document, socket)
    const refusal = await mayWrite()
    if (refusal) return refusal
    try {
      let large = found
      const named = large?.facts.named ?? socket.charge(() => [...idsNamedIn(update)])
      await this.deps.noteNamed(socket.caller.user.id, page.document.name, named)
      let isAlone = false
      // A large one was looked at before it had its turn.
      for (let looks = large ? 0 : 1, turns = 0; looks <= LOOKS && turns < MOST_TURNS; turns++) {
        // All of that may have taken seconds.
        const decide = async () => (await mayWrite()) ?? this.decide(connection, page, update, large)
        const decided = await (isAlone
          ? page.onTheWay.alone(socket.caller.user.id, decide)
          : page.onTheWay.beside(decide))
        if (decided === 'later') continue
        if (decided === null) return null
        if (typeof decided === 'object') return decided.stored
        if (decided !== 'again') return decided
        looks++
        await page.measured(socket.caller.user.id)
        isAlone =
          large === null ||
          large.facts.taken.length > 0 ||
          socket.granted.get(page.document.name) === 'suggest'
        if (large) large = await this.lookAgain(page, update, socket)
      }
    } catch (error) {
      return this.refusalBy(error, page.document.name)
    }
    return 'unavailable'
  }

  /** What a worker finds out about a large edit; null for any other. */
  private async lookAtLarge(
    page: LivePage,
    update: Uint8Array,
    { caller }: Socket,
    how: { isAwaited: boolean },
  ): Promise<Looked | 'unreadable' | null> {
    if (!isLarge(update)) return null
    return (await lookAtLarge(this.deps.db, page, update, caller.user.id, how)) ?? 'unreadable'
  }

  /** The same in the page's turn, of an edit that could be read. */
  private async lookAgain(page: LivePage, update: Uint8Array, socket: Socket): Promise<Looked> {
    return (await this.lookAtLarge(page, update, socket, { isAwaited: true })) as Looked
  }

  /**
   * Decides about an edit and hands it to the log, all in one turn: nothing comes between what is known of its sender and its page and
   * the place that it gets in the log. `later`: not in this turn.
   */
  private decide(
    connection: Connection<Context>,
    page: LivePage,
    update: Uint8Array,
    large: Looked | null,
  ): Decision {
    const { socket } = connection.context
    const refusal = this.deps.authorizer.refusalNow(connection, page.document, socket)
    if (refusal) return refusal === 'ask' ? 'later' : refusal
    if (page.isLost) return 'access-changed'
    const looked = large ?? socket.charge(() => lookAtShort(page, update))
    if (!looked.facts.adds) return null
    const answer = socket.charge(() =>
      judge(page, looked, {
        userId: socket.caller.user.id,
        granted: socket.granted.get(page.document.name),
        exhaust: () => socket.exhaust(),
      }),
    )
    const userId = socket.caller.user.id
    if (answer === 'not-author') {
      refuseForeign(connection, page.authors.tooManyNew(looked.facts, userId) ?? [])
      return 'closed'
    }
    if (answer) return answer
    // Ids that are new are this person's from here on, so nobody else claims the same while this edit is waited for.
    const authorship = socket.charge(() => authorshipOf(page, looked, userId))
    const { contradicts, isTrapped, writes } = looked.facts
    if (authorship && 'claim' in authorship && !contradicts && !isTrapped) {
      const by = { userId, claim: authorship.claim, connection }
      return { stored: storeEdit(this.deps.updates, page, looked, by) }
    }
    page.arrived(looked.facts)
    if (!authorship) return 'unavailable'
    if ('claim' in authorship && contradicts) {
      // Under ids of their own: nothing that a program of ours does by mistake.
      socket.exhaust()
      return 'newer-layout'
    }
    refuseForeign(connection, 'claim' in authorship ? writes.map(({ client }) => client) : authorship.foreign)
    return 'closed'
  }

  private refusalBy(error: unknown, documentId: string): Refusal {
    if (error instanceof AppError && error.code === 'too-large') return 'too-large'
    if (error instanceof AppError && error.code === 'not-found') return 'not-found'
    this.deps.log.error({ err: error, documentId }, 'an edit could not be decided about')
    return 'unavailable'
  }
}

/** Whose an edit is, and over which connection it came. */
interface Sent {
  userId: string
  claim: Claim
  connection: Connection<Context>
}

/** Puts an edit of this person that was admitted on the disk and then into the page, in the order of the log. */
export async function storeEdit(
  updates: UpdateLog,
  page: LivePage,
  looked: Looked,
  sent: Sent,
): Promise<Refusal | null> {
  try {
    return await appendEdit(updates, page, looked, sent)
  } finally {
    page.arrived(looked.facts)
  }
}

async function appendEdit(
  updates: UpdateLog,
  page: LivePage,
  looked: Looked,
  { userId, claim, connection }: Sent,
): Promise<Refusal | null> {
  const { socket } = connection.context
  const { facts, update: written } = looked
  const update = socket.charge(() => page.admission.withGivenBack(written, facts))
  const pieces = update === written ? looked.pieces : [update]
  forgetDecoded(written)
  page.appending()
  let applied: Promise<void> | undefined
  const apply = async () => {
    try {
      const origin = { source: 'connection', connection }
      await applyInPieces(page.document, pieces, origin, (act) => socket.charge(act))
      page.applied(userId)
    } catch (error) {
      page.lose(error)
    }
  }
  const stored = (id: number) => {
    page.appended(id, update.byteLength, facts.weight)
    page.authors.stored(claim)
    applied = apply()
  }
  try {
    await updates.append(page.document.name, userId, update, { claim, stored })
    await applied
    return null
  } catch (error) {
    page.notAppended()
    if (!(error instanceof AppendError)) throw error
    return error.refusal
  }
}

type Refused = Refusal | 'read-only' | 'closed'

/** Why an edit is not taken; null for one that brings nothing; what comes of one that was handed to the log. */
type Decision = Refused | 'again' | 'later' | null | { stored: Promise<Refusal | null> }

/**
 * Whose ids an edit that was admitted writes under; null for one too large to be held against what waits on the page. Where that cannot be
 * told, it is on its way no more, and the error is thrown.
 */
export function authorshipOf(page: LivePage, { update, facts }: Looked, userId: string) {
  try {
    const { pendingStructs, pendingDs } = page.document.store
    const waits = pendingStructs !== null || pendingDs !== null
    if (isLarge(update) && waits && update.byteLength > BESIDE_WAITING_BYTES) return null
    return page.authors.judge(isLarge(update) && !waits ? facts : update, userId)
  } catch (error) {
    page.arrived(facts)
    throw error
  }
}

/** Closes the page for a sender who must not write under these client ids, and tells which they are. */
export function refuseForeign(connection: Connection<Context>, foreign: readonly number[]): void {
  const told: ForeignClients = { foreign }
  connection.context.socket.refused.add(connection)
  connection.sendStateless(JSON.stringify(told))
  closePage(connection, 'not-author')
}

/** An update begins with the number of clients of which it brings something. */
const isRedundant = (update: Uint8Array): boolean => update[0] === 0

/** Makes an update say nothing: no clients and no deletions. Yjs reads no further than these counts. */
const empty = (update: Uint8Array): void => void update.fill(0, 0, 2)
