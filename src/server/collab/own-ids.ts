import type { Connection, Document } from '@hocuspocus/server'
import * as Y from 'yjs'
import type { Log } from '@/server/log'
import { isPublicKey, type Tickets } from '@/server/rooms/tickets'
import { type AskTicket, clientsOf, type Ticket, type TicketAnswer } from '@/shared/peer-ticket'
import type { Access } from './access'
import { type Context, closePage, type EditAuthorizer } from './edit-authorizer'
import type { LivePage } from './live-page'
import { TicketAsked, Withdrawal, type Withdrawn } from './protocol'
import { AppendError, type UpdateLog } from './update-log'

interface OwnIdsDeps {
  log: Log
  tickets: Tickets
  updates: UpdateLog
  authorizer: EditAuthorizer
  /** The bookkeeping of this document; none when it has left memory. */
  pageOf(document: Document): LivePage | undefined
}

/**
 * What people say of the client ids that they write under themselves: that others are to know them by these (tickets), and that they
 * write anew what the page does not hold of them (`docs/decisions/rooms.md`). Both are stored before they are answered.
 */
export class OwnIds {
  constructor(private readonly deps: OwnIdsDeps) {}

  /**
   * Does and answers what a message says of its sender's ids. Waited for before the sender's next message is looked at, so nobody has more
   * of it done than the disk keeps up with. Any other message is left alone.
   */
  async take(connection: Connection<Context>, text: string): Promise<void> {
    const said = connection.context.socket.charge(() => read(text))
    if (said === null) return
    const page = this.deps.pageOf(connection.document)
    if (!page) return
    if ('ticket' in said) await this.giveTicket(connection, page, said)
    else await this.withdraw(connection, page, said.withdraw)
  }

  private async giveTicket(
    connection: Connection<Context>,
    page: LivePage,
    { ticket: { key, ...clients } }: AskTicket,
  ): Promise<void> {
    const { socket } = connection.context
    const { name } = page.document
    const may = ticketFor(socket.granted.get(name))
    if (may === null || !isPublicKey(key)) return
    if (may !== 'read') {
      for (const client of clientsOf(clients)) if (!(await this.claim(connection, page, client))) return
    }
    const now = Date.now()
    const { sessionId: session } = socket.caller
    const body = { page: name, user: socket.presence, may, key, ...clients, session, since: socket.openedAt }
    const { tickets } = this.deps
    const ticket = socket.charge(() => tickets.issue(body, now))
    const answer: TicketAnswer = { ticket, at: now, verify: tickets.verifyKey }
    if (connection.document.hasConnection(connection)) connection.sendStateless(JSON.stringify(answer))
  }

  /** The id is told to others with the ticket: from here on nobody but its owner writes under it. */
  private async claim(
    { context: { socket } }: Connection<Context>,
    page: LivePage,
    client: number,
  ): Promise<boolean> {
    const documentId = page.document.name
    const userId = socket.caller.user.id
    const claim = socket.charge(() => page.authors.claim(client, userId))
    if (!claim) return false
    if (claim.clients.length === 0) return true
    try {
      await this.deps.updates.claim(documentId, userId, claim)
      page.authors.stored(claim)
      return true
    } catch (error) {
      this.deps.log.error({ err: error, documentId }, 'a client id could not be kept for its owner')
      return false
    }
  }

  private async withdraw(
    connection: Connection<Context>,
    page: LivePage,
    clients: Withdrawal['withdraw'],
  ): Promise<void> {
    const { socket } = connection.context
    const { user } = socket.caller
    const mayNot = async () => {
      const refusal = await this.deps.authorizer.refusalOf(connection, page.document, socket)
      if (refusal !== null && refusal !== 'read-only') closePage(connection, refusal)
      return refusal !== null
    }
    const isChange = () => socket.charge(() => page.authors.toWithdraw(clients, user.id)).size > 0
    // What is on its way may make a difference: that is known once it has come.
    if (!page.onTheWay.isQuiet || isChange()) {
      if (await mayNot()) return
      try {
        const isRefused = await page.onTheWay.alone(user.id, async () => {
          if ((await mayNot()) || page.isLost) return true
          await this.storeWithdrawal(page, () => socket.charge(() => page.authors.withdraw(clients, user.id)))
          return false
        })
        if (isRefused) return
      } catch (error) {
        this.deps.log.error(
          { err: error, documentId: page.document.name },
          'a withdrawal could not be stored',
        )
        return closePage(connection, error instanceof AppendError ? error.refusal : 'unavailable')
      }
    }
    const { store } = page.document
    const answer: Withdrawn = {
      withdrawn: clients.map(([client]) => [client, Y.getState(store, client)] as const),
    }
    if (connection.document.hasConnection(connection)) connection.sendStateless(JSON.stringify(answer))
  }

  private async storeWithdrawal(page: LivePage, withdraw: () => Map<number, number>): Promise<void> {
    const withdrawn = withdraw()
    if (withdrawn.size === 0) return
    try {
      await this.deps.updates.withdraw(page.document.name, withdrawn)
    } catch (error) {
      page.authors.keep(withdrawn.keys())
      throw error
    }
  }
}

/** What is said of ids; null for anything else. */
function read(text: string): AskTicket | Withdrawal | null {
  try {
    const said: unknown = JSON.parse(text)
    return TicketAsked.safeParse(said).data ?? Withdrawal.safeParse(said).data ?? null
  } catch {
    // Not ours: it is ignored like any other message that asks for nothing.
    return null
  }
}

const ticketFor = (access: Access | undefined): Ticket['may'] | null =>
  access === 'write' || access === 'suggest' || access === 'read' ? access : null
