import type { Connection, Document } from '@hocuspocus/server'
import {
  beginsForOthers,
  layoutIsKnown,
  SUGGESTION_LIMITS,
  TOO_MUCH_SUGGESTED,
  type UpdateFacts,
} from '@/document'
import type { Log } from '@/server/log'
import { isSameAccount } from '@/shared/acting-as'
import { type PageFacts, sameFacts } from '@/shared/permissions'
import type { Access, AccessCheck } from './access'
import type { LivePage } from './live-page'
import type { Looked } from './look-at-edit'
import { CLOSE, type Refusal, type ToldAccess } from './protocol'
import type { Socket } from './socket'

/** What Hocuspocus carries along for every page that a socket has open. */
export interface Context {
  socket: Socket
}

/** Ends the opening of a page; the empty message keeps Hocuspocus from logging what is an ordinary answer. */
export class AccessDenied extends Error {
  constructor(readonly reason: Refusal) {
    super('')
  }
}

/** Decides for every page of every socket what it may do, now and whenever something has changed. */
export class EditAuthorizer {
  constructor(
    private readonly access: AccessCheck,
    private readonly log: Log,
  ) {}

  /**
   * Closes the socket of a tab whose words are another account's than the one that the browser is signed in with by now, and throws
   * {@link AccessDenied}. `said`: what the tab says about that; empty: nothing.
   */
  requireSameAccount(socket: Socket, said: string): void {
    if (isSameAccount(said, socket.caller.user.id)) return
    socket.close(CLOSE.signedOut.code, CLOSE.signedOut.reason)
    throw new AccessDenied('access-changed')
  }

  /** What this socket may do with the page. Closes the socket and throws {@link AccessDenied} when its session is over. */
  async accessOf(socket: Socket, documentId: string): Promise<Exclude<Access, 'signed-out'>> {
    return (await this.find(socket, documentId)).access
  }

  private async find(
    socket: Socket,
    documentId: string,
  ): Promise<{ access: Exclude<Access, 'signed-out'>; facts: PageFacts | null }> {
    const { user, sessionId } = socket.caller
    let found: Awaited<ReturnType<AccessCheck['of']>>
    try {
      found = await this.access.of(user.id, sessionId, documentId)
    } catch (error) {
      this.log.error({ err: error, documentId }, 'access to a page could not be checked')
      throw new AccessDenied('unavailable')
    }
    const { access, facts } = found
    if (access !== 'signed-out') return { access, facts }
    socket.close(CLOSE.signedOut.code, CLOSE.signedOut.reason)
    throw new AccessDenied('access-changed')
  }

  /** Why this connection may not write into its page now, or null when it may. */
  async refusalOf(
    connection: Connection<Context>,
    document: Document,
    socket: Socket,
  ): Promise<Refusal | 'read-only' | null> {
    let found: Access
    try {
      found = await this.accessOf(socket, document.name)
    } catch (error) {
      return error instanceof AccessDenied ? error.reason : 'unavailable'
    }
    return refusalBy(found, connection, document, socket)
  }

  /**
   * The same without asking, for the turn in which an edit is handed to the log: `ask` when nothing that can be trusted is known,
   * as after something about roles, sessions or pages has changed.
   */
  refusalNow(
    connection: Connection<Context>,
    document: Document,
    socket: Socket,
  ): Refusal | 'read-only' | 'ask' | null {
    const { user, sessionId } = socket.caller
    const found = this.access.known(user.id, sessionId, document.name)
    return found ? refusalBy(found.access, connection, document, socket) : 'ask'
  }

  /** Asks again for pages that are open; closes those whose access is another now. */
  async recheck(connections: readonly Connection<Context>[]): Promise<void> {
    this.access.forget()
    await Promise.all(connections.map((connection) => this.confirm(connection)))
  }

  /** Closes the page when its access is another than the one it was opened with; else tells what follows from it, if that is new. */
  async confirm(connection: Connection<Context>): Promise<void> {
    const { socket } = connection.context
    const { name } = connection.document
    try {
      const { access, facts } = await this.find(socket, name)
      if (access === 'none' || facts === null) closePage(connection, 'not-found')
      else if (access !== socket.granted.get(name)) closePage(connection, 'access-changed')
      else if (!sameFacts(facts, socket.told.get(name) ?? null)) {
        socket.told.set(name, facts)
        const told: ToldAccess = { access: facts }
        connection.sendStateless(JSON.stringify(told))
      }
    } catch (error) {
      // Not knowing is not a permission: the page is closed, and opening it asks again.
      closePage(connection, error instanceof AccessDenied ? error.reason : 'unavailable')
    }
  }

  /** Closes sockets that have no page open, where no page's check would notice the end of the session. */
  async closeEnded(sockets: Iterable<Socket>): Promise<void> {
    for (const socket of sockets) {
      try {
        await this.accessOf(socket, '')
      } catch (error) {
        if (!(error instanceof AccessDenied)) throw error
      }
    }
  }
}

function refusalBy(
  found: Access,
  connection: Connection<Context>,
  document: Document,
  socket: Socket,
): Refusal | 'read-only' | null {
  if (found === 'none') return 'not-found'
  if (found !== socket.granted.get(document.name)) return 'access-changed'
  // Also after a refused edit: what its sender writes next builds on it.
  if (connection.readOnly) return 'read-only'
  return null
}

/** Ends one page of a socket. Whatever it still has in its queue is refused, not applied; what comes after that is passed over. */
export function closePage(connection: Connection, reason: Refusal): void {
  const { socket } = connection.context as Context
  if (connection.document.hasConnection(connection)) socket.ends(connection.document.name)
  connection.readOnly = true
  connection.close({ code: 4000, reason })
}

/** Who wrote an edit, and what they may do with its page. */
export interface Writer {
  userId: string
  granted: Access | undefined
  /** It holds what nobody sends by mistake: nothing more is taken from who brought it for a few seconds. */
  exhaust(): void
}

/**
 * Why an edit is not taken of somebody who may write, or null when it is: then it is on its way to the page (`Admission.admit`). `again`: the
 * page has become another since the edit was looked at, or other edits that are on their way could make a difference.
 *
 * Everything that is asked about an edit's content is asked here, in the turn in which the edit is handed to the log. A rule that
 * has to see the page exactly as the edit will find it answers `again` unless `page.onTheWay.isEmpty`: the edit then gets a turn in
 * which it is (`docs/decisions/judged-in-turn.md`).
 */
export function judge(
  page: LivePage,
  { facts, update, since }: Looked,
  { userId, granted, exhaust }: Writer,
): Refusal | 'read-only' | 'again' | null {
  const { document } = page
  if (granted !== 'write' && granted !== 'suggest') return 'read-only'
  if (!layoutIsKnown(document)) return 'newer-layout'
  if (!facts.isSound || !facts.keepsLayout) {
    // Nothing that a program of ours does by mistake.
    exhaust()
    return 'newer-layout'
  }
  if (suggestsForOthers(page, facts, userId)) {
    exhaust()
    return 'unavailable'
  }
  if (granted === 'suggest') {
    // What is a suggestion depends on what the page holds when it comes in: on an insertion that is decided about meanwhile, say.
    if (!page.onTheWay.isEmpty) return 'again'
    if (update.byteLength > MOST_SUGGESTED_BYTES) return 'too-much-suggested'
    // It would be refused later: judging it could take long.
    if (page.authors.tooManyNew(facts, userId)) return 'not-author'
    const why = page.admission.whyNoSuggestion(update, userId)
    if (why) return why === TOO_MUCH_SUGGESTED ? 'too-much-suggested' : 'not-a-suggestion'
  }
  // Whether somebody else has decided first is asked of the page as it will be then.
  if (facts.taken.length > 0 && !page.onTheWay.isEmpty) return 'again'
  const answer = page.admission.admit(facts, update.byteLength, since())
  return answer === 'admitted' ? null : answer
}

/** No honest suggestion is larger: it is judged here, and not in a worker. */
const MOST_SUGGESTED_BYTES = 2 * SUGGESTION_LIMITS.pending

/** What they bring of others was written by these: whether they may bring it is asked where authors are. */
const suggestsForOthers = (
  { authors, document }: LivePage,
  { begun }: UpdateFacts,
  userId: string,
): boolean => beginsForOthers(document, begun, userId, (client) => authors.writesOwn(client, userId))
