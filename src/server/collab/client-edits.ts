import type { Connection, Document } from '@hocuspocus/server'
import { addsSomething, forgetDecoded, type UpdateFacts } from '@/document'
import type { Db } from '@/server/db/db'
import type { Log } from '@/server/log'
import { AppError } from '@/shared/errors'
import { SHORT } from './ask-page'
import { type Context, closePage, type Gate, judge } from './gate'
import type { LivePage } from './live-page'
import { ALONE_BYTES, type Looked, lookAtEdit } from './look-at-edit'
import { applyInPieces } from './page-store'
import { AppendError, type UpdateLog } from './update-log'
import type { ForeignClients, Refusal } from './words'

interface Surroundings {
  db: Db
  gate: Gate
  updates: UpdateLog
  log: Log
  /** The bookkeeping of this document; none when it has left memory. */
  pageOf(document: Document): LivePage | undefined
  /** Notes what an edit of somebody names, before it is stored (`CollabOptions.named`). */
  noteNamed(userId: string, documentId: string, ids: readonly string[]): Promise<void>
}

/** How often an edit is looked at whose page becomes another meanwhile. */
const LOOKS = 3
/** Deletions alone are looked through here up to so many bytes: everybody who opens a page brings all that there are. */
const DELETIONS_BYTES = 512 * 1024
/** An edit that is larger has to come without what waits on its page for what nobody has sent. */
const BESIDE_WAITING_BYTES = 1024 * 1024

/** Edits that come over a socket: decided about, put on the disk, and applied. */
export class ClientEdits {
  constructor(private readonly around: Surroundings) {}

  /**
   * Takes an edit in, or closes the page for its sender with the reason. `update` lies in the frame that Hocuspocus is about to
   * read: an edit that was taken in is empty there afterwards, so Hocuspocus applies nothing and acknowledges it; one that
   * was refused finds its connection read-only.
   */
  async take(connection: Connection<Context>, document: Document, update: Uint8Array): Promise<void> {
    const { socket } = connection.context
    try {
      if (this.isKnown(connection, document, update)) return empty(update)
      const page = this.around.pageOf(document)
      const isLarge = update.byteLength > ALONE_BYTES
      const refusal = page
        ? await (isLarge
            ? page.inEditTurn(() => this.takeIn(connection, page, update))
            : this.takeIn(connection, page, update))
        : 'access-changed'
      if (refusal === null) return empty(update)
      // What was still under way when the page was closed says nothing about the page as it was opened again.
      if (document.hasConnection(connection)) socket.refused.add(document.name)
      connection.readOnly = true
      if (refusal !== 'read-only' && refusal !== 'closed') closePage(connection, refusal)
      if (update.byteLength > SHORT) spoil(update)
    } finally {
      forgetDecoded(update)
    }
  }

  /** Does the document hold all of this? It is not asked of much that brings something. */
  private isKnown({ context }: Connection<Context>, document: Document, update: Uint8Array): boolean {
    const isLooked =
      update.byteLength <= SHORT || (bringsNothing(update) && update.byteLength <= DELETIONS_BYTES)
    try {
      return isLooked && !context.socket.charge(() => addsSomething(document, update))
    } catch {
      // Cut off: that is found again where it is looked at.
      return false
    }
  }

  /** Gives why an edit is not taken, null when it was, `closed` when the sender has been told already. */
  private async takeIn(
    connection: Connection<Context>,
    page: LivePage,
    update: Uint8Array,
  ): Promise<Refusal | 'read-only' | 'closed' | null> {
    const { socket } = connection.context
    const { gate } = this.around
    const refusal = await gate.refusalOf(connection, page.document, socket)
    if (refusal) return refusal
    for (let look = 0; look < LOOKS; look++) {
      let looked: Looked | null
      try {
        const found = lookAtEdit(this.around.db, page, update, {
          person: socket.caller.user.id,
          charge: (act) => socket.charge(act),
        })
        looked = found instanceof Promise ? await found : found
      } catch (error) {
        return this.refusalBy(error, page.document.name)
      }
      if (!looked) {
        socket.misspoke()
        return 'closed'
      }
      if (!looked.facts.adds) return null
      // That may have taken seconds.
      const found = update.byteLength > SHORT ? await gate.refusalOf(connection, page.document, socket) : null
      if (found) return found
      if (page.isLost) return 'access-changed'
      const answer = socket.charge(() => judge(page, update, looked, socket))
      if (answer === 'again') continue
      if (answer) return answer
      try {
        return await this.store(connection, page, update, looked)
      } finally {
        page.arrived(looked.facts)
      }
    }
    return 'unavailable'
  }

  private refusalBy(error: unknown, documentId: string): Refusal {
    if (error instanceof AppError && error.code === 'too-large') return 'too-large'
    if (error instanceof AppError && error.code === 'not-found') return 'not-found'
    this.around.log.warn({ err: error, documentId }, 'an edit could not be looked at')
    return 'unavailable'
  }

  /** Puts an edit that was admitted on the disk and then into the page. */
  private async store(
    connection: Connection<Context>,
    page: LivePage,
    update: Uint8Array,
    { facts, pieces }: Looked,
  ): Promise<Refusal | 'closed' | null> {
    const { socket } = connection.context
    const { document } = page
    const { id: userId } = socket.caller.user
    // Ids that are new are this person's from here on, so nobody else claims the same while this edit is waited for.
    const authorship = authorshipOf(page, update, facts, connection)
    if (!authorship) return 'unavailable'
    if ('foreign' in authorship) {
      refuseForeign(connection, authorship.foreign)
      return 'closed'
    }
    try {
      await this.around.noteNamed(userId, document.name, facts.named)
    } catch (error) {
      this.around.log.error(
        { err: error, documentId: document.name },
        'what an edit names could not be noted',
      )
      return 'unavailable'
    }
    forgetDecoded(update)
    page.appending()
    try {
      const { claim } = authorship
      page.appended(await this.around.updates.append(document.name, userId, update, claim), update.byteLength)
      page.authors.stored(claim)
    } catch (error) {
      page.notAppended()
      if (!(error instanceof AppendError)) throw error
      return error.refusal
    }
    try {
      await applyInPieces(document, pieces, { source: 'connection', connection }, (act) => socket.charge(act))
      page.applied(userId)
    } catch (error) {
      page.lose(error)
    }
    return null
  }
}

/** Whose ids it writes under; null for an edit too large to be held against what waits on the page. */
function authorshipOf(
  page: LivePage,
  update: Uint8Array,
  facts: UpdateFacts,
  connection: Connection<Context>,
) {
  const { socket } = connection.context
  const { pendingStructs, pendingDs } = page.document.store
  const isLarge = update.byteLength > SHORT
  const waits = pendingStructs !== null || pendingDs !== null
  if (isLarge && waits && update.byteLength > BESIDE_WAITING_BYTES) return null
  return socket.charge(() => page.authors.judge(isLarge && !waits ? facts : update, socket.caller.user.id))
}

/** Closes the page for a sender who must not write under these client ids, and tells which they are. */
export function refuseForeign(connection: Connection<Context>, foreign: readonly number[]): void {
  const told: ForeignClients = { foreign }
  connection.context.socket.refused.add(connection.document.name)
  connection.sendStateless(JSON.stringify(told))
  closePage(connection, 'not-author')
}

/** An update begins with the number of clients of which it brings something. */
const bringsNothing = (update: Uint8Array): boolean => update[0] === 0

/** Makes an update say nothing: no clients and no deletions. Yjs reads no further than these counts. */
const empty = (update: Uint8Array): void => void update.fill(0, 0, 2)

/**
 * Makes a large update say a few bytes that nobody has: Hocuspocus looks once more whether a page holds what it refuses, and
 * would read all of it.
 */
const spoil = (update: Uint8Array): void => update.set(UNKNOWN)

/** One struct of client 0, with the greatest clock that takes five bytes, which says nothing; and no deletions. */
const UNKNOWN = [1, 1, 0, 0xff, 0xff, 0xff, 0xff, 0x07, 0, 1, 0]
