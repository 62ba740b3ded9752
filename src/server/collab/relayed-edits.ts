import type { Connection, Document } from '@hocuspocus/server'
import * as Y from 'yjs'
import { forgetDecoded, idsNamedIn } from '@/document'
import type { Db } from '@/server/db/db'
import type { Log } from '@/server/log'
import { ticketStands } from '@/server/rooms/ticket-sessions'
import { isPublicKey, type Tickets } from '@/server/rooms/tickets'
import { AppError } from '@/shared/errors'
import {
  clientsOf,
  RELAY_BEGINS,
  type RelayAnswer,
  type Ticket,
  type TicketAnswer,
  UNSETTLED,
} from '@/shared/peer-ticket'
import type { PageFacts } from '@/shared/permissions'
import { type Access, accessIn } from './access'
import { authorshipOf, storeEdit } from './client-edits'
import { type Context, closePage, judge } from './edit-authorizer'
import { statelessText } from './frame'
import type { LivePage } from './live-page'
import { isLarge, type Looked, lookAtLarge, lookAtShort } from './look-at-edit'
import { storeClaims, storeWithdrawn } from './page-authors'
import { Relayed, TicketAsked, Withdrawal, type Withdrawn } from './protocol'
import type { UpdateLog } from './update-log'

interface RelayDeps {
  db: Db
  log: Log
  tickets: Tickets
  updates: UpdateLog
  authorize(userId: string, documentId: string): Promise<PageFacts | null>
  /** The bookkeeping of this document; none when it has left memory. */
  pageOf(document: Document): LivePage | undefined
  noteNamed(userId: string, documentId: string, ids: readonly string[]): Promise<void>
}

type Signed = NonNullable<ReturnType<Tickets['readParcel']>>

/**
 * What browsers of one page need to go on together without the server, and what they bring when it is back: tickets that say who
 * somebody is, and edits that others wrote and signed (`docs/decisions/rooms.md`). Such an edit is its author's: it is judged by what
 * its author may do now, claims ids for them, and is noted as theirs. Who brings it only has the page open.
 */
export class RelayedEdits {
  constructor(private readonly deps: RelayDeps) {}

  /** Answers with a ticket, if that is what is asked for; false when it is not. */
  async answerTicket(connection: Connection<Context>, asked: unknown): Promise<boolean> {
    const wanted = TicketAsked.safeParse(asked)
    if (!wanted.success) return false
    const { key, ...clients } = wanted.data.ticket
    const { socket } = connection.context
    const { name } = connection.document
    const may = ticketFor(socket.granted.get(name))
    const page = this.deps.pageOf(connection.document)
    if (!page || may === null || !isPublicKey(key)) return true
    if (may !== 'read') {
      for (const client of clientsOf(clients))
        if (!(await this.claim(page, client, socket.caller.user.id))) return true
    }
    const now = Date.now()
    const body = { page: name, user: socket.presence, may, key, ...clients, session: socket.caller.sessionId }
    const { tickets } = this.deps
    const answer: TicketAnswer = { ticket: tickets.issue(body, now), at: now, verify: tickets.verifyKey }
    if (connection.document.hasConnection(connection)) connection.sendStateless(JSON.stringify(answer))
    return true
  }

  /** The id is told to others with the ticket: from here on nobody but its owner writes under it. */
  private async claim(page: LivePage, client: number, userId: string): Promise<boolean> {
    const documentId = page.document.name
    const claim = page.authors.claim(client, userId)
    if (!claim) return false
    if (claim.clients.length === 0) return true
    try {
      await this.deps.db.transaction().execute((trx) => storeClaims(trx, [{ documentId, userId, claim }]))
      page.authors.stored(claim)
      return true
    } catch (error) {
      this.deps.log.error({ err: error, documentId }, 'a client id could not be kept for its owner')
      return false
    }
  }

  /** Takes note of what its author writes anew, if that is what is said; false when it is not. */
  async answerWithdrawal(connection: Connection<Context>, said: unknown): Promise<boolean> {
    const asked = Withdrawal.safeParse(said)
    if (!asked.success) return false
    const page = this.deps.pageOf(connection.document)
    if (!page) return true
    const { user } = connection.context.socket.caller
    const documentId = page.document.name
    try {
      await page.inEditTurn(() =>
        page.onTheWay.alone(async () => {
          const withdrawn = page.authors.withdraw(asked.data.withdraw, user.id)
          if (withdrawn.size === 0) return
          await this.deps.db
            .transaction()
            .execute((trx) => storeWithdrawn(trx, documentId, withdrawn))
            .catch((error: unknown) => {
              page.authors.keep(withdrawn.keys())
              throw error
            })
        }),
      )
    } catch (error) {
      this.deps.log.error({ err: error, documentId }, 'a withdrawal could not be stored')
      closePage(connection, 'unavailable')
      return true
    }
    const { store } = page.document
    const answer: Withdrawn = {
      withdrawn: asked.data.withdraw.map(([client]) => [client, Y.getState(store, client)] as const),
    }
    if (connection.document.hasConnection(connection)) connection.sendStateless(JSON.stringify(answer))
    return true
  }

  /**
   * Takes in what a message brings of others, and answers what has become of it. Waited for before the sender's next message is
   * looked at, which may build on it. Any other message is left alone.
   */
  async take(connection: Connection<Context>, frame: Uint8Array): Promise<void> {
    const text = statelessText(frame)
    if (text === null || !text.startsWith(RELAY_BEGINS)) return
    const { socket } = connection.context
    const { as, signed } = socket.charge(() => this.read(text))
    if (!signed || signed.ticket.page !== connection.document.name) {
      // Nothing that a program of ours does by mistake.
      socket.exhaust()
      return this.answer(connection, as, 'not-signed')
    }
    this.answer(connection, as, await this.takeIn(connection, signed))
  }

  private read(text: string): { as: string; signed: Signed | null } {
    try {
      const { as, relay } = Relayed.parse(JSON.parse(text))
      return { as, signed: this.deps.tickets.readParcel(Buffer.from(relay, 'base64'), Date.now()) }
    } catch {
      // No JSON, or more or less than a relay says.
      return { as: '', signed: null }
    }
  }

  private answer(connection: Connection<Context>, relayed: string, refusal: string | null): void {
    const answer: RelayAnswer = { relayed, refusal }
    if (connection.document.hasConnection(connection)) connection.sendStateless(JSON.stringify(answer))
  }

  private async takeIn(connection: Connection<Context>, signed: Signed): Promise<string | null> {
    const { update } = signed
    const { socket } = connection.context
    const page = this.deps.pageOf(connection.document)
    if (!page) return 'unavailable'
    try {
      if ((await this.accessOf(signed.ticket)) === null)
        return (await this.isKnown(connection, page, update)) ? null : 'read-only'
      // Before the page is held for it: everybody else who writes would wait for what is looked at then.
      const large = isLarge(update) ? await this.lookAt(connection, page, update) : null
      if (isLarge(update) && !large) return 'unreadable'
      if (large?.facts.adds === false) return null
      const named = large?.facts.named ?? socket.charge(() => [...idsNamedIn(update)])
      await this.deps.noteNamed(signed.ticket.user.id, page.document.name, named)
      const decided = await page.inEditTurn(() =>
        page.onTheWay.alone(async () => {
          const first = large && (await this.decide(connection, page, signed, large))
          const isTold = first === null || typeof first === 'object' || large?.since().structs === 0
          if (large && isTold && first !== 'again') return first
          const looked = await this.lookAt(connection, page, update, { isAwaited: true })
          const last = looked ? await this.decide(connection, page, signed, looked) : 'unreadable'
          return last === 'again' ? UNSETTLED : last
        }),
      )
      // It is brought again: by then it is known whether the page has room for it.
      if (decided === UNSETTLED) await page.measured(socket.caller.user.id)
      return typeof decided === 'object' && decided !== null ? await decided.stored : decided
    } catch (error) {
      // That the one who brings it has much under way says nothing about the parcel.
      if (error instanceof AppError) return error.code === 'rate-limited' ? UNSETTLED : error.code
      this.deps.log.error({ err: error, documentId: page.document.name }, 'a relayed edit was not taken')
      return 'unavailable'
    } finally {
      forgetDecoded(update)
    }
  }

  /** Has the page all of it, from when its author might still write? */
  private async isKnown(
    connection: Connection<Context>,
    page: LivePage,
    update: Uint8Array,
  ): Promise<boolean> {
    const looked = await this.lookAt(connection, page, update)
    return looked?.facts.adds === false
  }

  private async lookAt(
    { context: { socket } }: Connection<Context>,
    page: LivePage,
    update: Uint8Array,
    how = { isAwaited: false },
  ): Promise<Looked | null> {
    if (isLarge(update)) return lookAtLarge(this.deps.db, page, update, socket.caller.user.id, how)
    return socket.charge(() => lookAtShort(page, update))
  }

  /** What its author may write now, no matter who brings it; null: nothing, also when they have ended the session that it was signed in. */
  private async accessOf(ticket: Ticket): Promise<Extract<Access, 'write' | 'suggest'> | null> {
    if (!(await ticketStands(this.deps.db, ticket))) return null
    const facts = await this.deps.authorize(ticket.user.id, ticket.page)
    const access = facts ? accessIn(facts) : 'none'
    return access === 'write' || access === 'suggest' ? access : null
  }

  /** Decides and hands it to the log while no other edit is on its way; `again` when it is to be looked at once more. */
  private async decide(
    connection: Connection<Context>,
    page: LivePage,
    { ticket, update }: Signed,
    looked: Looked,
  ): Promise<string | null | { stored: Promise<string | null> }> {
    const { socket } = connection.context
    const userId = ticket.user.id
    if (!looked.facts.adds) return null
    const own = clientsOf(ticket)
    if (looked.facts.writes.some(({ client }) => !own.includes(client))) return 'not-author'
    if (socket.charge(() => page.authors.isWithdrawn(isLarge(update) ? looked.facts : update)))
      return 'withdrawn'
    const granted = await this.accessOf(ticket)
    if (granted === null) return 'read-only'
    if (page.isLost) return 'unavailable'
    const refusal = socket.charge(() =>
      // Who brings it has not written it.
      judge(page, looked, { userId, granted, exhaust: () => undefined }),
    )
    if (refusal) return refusal
    const authorship = socket.charge(() => authorshipOf(page, looked, userId))
    if (authorship && 'claim' in authorship && !looked.facts.contradicts && !looked.facts.isTrapped) {
      const by = { userId, claim: authorship.claim, connection }
      return { stored: storeEdit(this.deps.updates, page, looked, by) }
    }
    page.arrived(looked.facts)
    return authorship ? 'not-author' : UNSETTLED
  }
}

const ticketFor = (access: Access | undefined): Ticket['may'] | null =>
  access === 'write' || access === 'suggest' || access === 'read' ? access : null
