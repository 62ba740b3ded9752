import type { Connection, Document } from '@hocuspocus/server'
import * as Y from 'yjs'
import { addsSomething, forgetDecoded } from '@/document'
import type { Log } from '@/server/log'
import { type Context, closePage, type Gate } from './gate'
import type { LivePage } from './live-page'
import { AppendError, type UpdateLog } from './update-log'
import type { ForeignClients } from './words'

interface Surroundings {
  gate: Gate
  updates: UpdateLog
  log: Log
  /** The bookkeeping of this document; none when it has left memory. */
  pageOf(document: Document): LivePage | undefined
  /** Notes what an edit of somebody names, before it is stored (`CollabOptions.named`). */
  noteNamed(userId: string, documentId: string, update: Uint8Array): Promise<void>
}

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
    if (!socket.charge(() => addsSomething(document, update))) {
      forgetDecoded(update)
      return empty(update)
    }
    const page = this.around.pageOf(document)
    const refusal = page
      ? await this.around.gate.refusalOf(connection, document, page, update, socket)
      : 'access-changed'
    if (refusal || !page) {
      // What was still under way when the page was closed says nothing about the page as it was opened again.
      if (document.hasConnection(connection)) socket.refused.add(document.name)
      if (refusal === 'read-only') connection.readOnly = true
      else if (refusal) closePage(connection, refusal)
      return
    }
    try {
      if (await this.store(connection, document, page, update)) {
        this.apply(connection, document, page, update)
        empty(update)
      }
    } finally {
      page.arrived(update)
      forgetDecoded(update)
    }
  }

  private apply(
    connection: Connection<Context>,
    document: Document,
    page: LivePage,
    update: Uint8Array,
  ): void {
    const { socket } = connection.context
    try {
      socket.charge(() => Y.applyUpdate(document, update, { source: 'connection', connection }))
      page.applied(socket.caller.user.id)
    } catch (error) {
      page.lose(error)
    }
  }

  /** Puts an edit that was admitted on the disk. Answers whether it is there; if not, the page is closed for its sender. */
  private async store(
    connection: Connection<Context>,
    document: Document,
    page: LivePage,
    update: Uint8Array,
  ): Promise<boolean> {
    const { socket } = connection.context
    const { id: userId } = socket.caller.user
    // Ids that are new are this person's from here on, so nobody else claims the same while this edit is waited for.
    const authorship = socket.charge(() => page.authors.judge(update, userId))
    if ('foreign' in authorship) {
      refuseForeign(connection, authorship.foreign)
      return false
    }
    try {
      await this.around.noteNamed(userId, document.name, update)
    } catch (error) {
      this.around.log.error(
        { err: error, documentId: document.name },
        'what an edit names could not be noted',
      )
      closePage(connection, 'unavailable')
      return false
    }
    forgetDecoded(update)
    page.appending()
    try {
      const { claim } = authorship
      page.appended(await this.around.updates.append(document.name, userId, update, claim), update.byteLength)
      page.authors.stored(claim)
      return true
    } catch (error) {
      page.notAppended()
      if (!(error instanceof AppendError)) throw error
      closePage(connection, error.refusal)
      return false
    }
  }
}

/** Closes the page for a sender who must not write under these client ids, and tells which they are. */
export function refuseForeign(connection: Connection<Context>, foreign: readonly number[]): void {
  const told: ForeignClients = { foreign }
  connection.context.socket.refused.add(connection.document.name)
  connection.sendStateless(JSON.stringify(told))
  closePage(connection, 'not-author')
}

/** Makes an update say nothing: no clients and no deletions. Yjs reads no further than these counts. */
const empty = (update: Uint8Array): void => void update.fill(0, 0, 2)
