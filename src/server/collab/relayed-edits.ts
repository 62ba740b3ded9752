import type { Connection, Document } from '@hocuspocus/server'
import { forgetDecoded, idsNamedIn } from '@/document'
import type { Db } from '@/server/db/db'
import type { Log } from '@/server/log'
import { ticketStands } from '@/server/rooms/ticket-sessions'
import type { Tickets } from '@/server/rooms/tickets'
import { AppError } from '@/shared/errors'
import { clientsOf, RELAY_BEGINS, type RelayAnswer, type Ticket, UNSETTLED } from '@/shared/peer-ticket'
import type { PageFacts } from '@/shared/permissions'
import { type Access, accessIn } from './access'
import { authorshipOf, storeEdit } from './client-edits'
import { type Context, judge } from './edit-authorizer'
import type { LivePage } from './live-page'
import { isLarge, type Looked, leansOnMore, lookAtLarge, lookAtShort } from './look-at-edit'
import { Relayed } from './protocol'
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

/** How often a parcel is looked at again whose page becomes another meanwhile. */
const LOOKS = 3
/** All others on a page are held back for what somebody brings no longer than about this … */
const LONGEST_HOLD_MS = 1000
/** … and not again before this is over. */
const HOLDS_EACH_MS = 60_000

/** Why it is not taken; null when the page has it already; what comes of one that was handed to the log. */
type Decision = string | null | { stored: Promise<string | null> }

type Signed = NonNullable<ReturnType<Tickets['readParcel']>>

/**
 * What browsers of one page that went on together without the server bring when it is back: edits that others wrote and signed
 * (`docs/decisions/rooms.md`). Such an edit is its author's: it is judged by what its author may do now, claims ids for them, and is
 * noted as theirs. Who brings it only has the page open.
 */
export class RelayedEdits {
  /** When others were last held back for what somebody brought, by page. */
  private readonly heldOthersAt = new Map<string, number>()

  constructor(private readonly deps: RelayDeps) {}

  /**
   * Takes in what a message brings of others, and answers what has become of it. Waited for before the sender's next message is
   * looked at, which may build on it. Any other message is left alone.
   */
  async take(connection: Connection<Context>, text: string): Promise<void> {
    if (!text.startsWith(RELAY_BEGINS)) return
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
      const decided = await page.inEditTurn(() => this.settle(connection, page, signed, large))
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

  /**
   * Decides, while the page has its turn for this. Others who write are held back for the decision alone, and not while a large one is
   * looked at again because the page has become another: a few times at most, and then it comes again.
   */
  private async settle(
    connection: Connection<Context>,
    page: LivePage,
    signed: Signed,
    found: Looked | null,
  ): Promise<Decision> {
    const { update } = signed
    const person = connection.context.socket.caller.user.id
    let large = found
    const decideAlone = () =>
      page.onTheWay.alone(person, async () => {
        const looked = large ?? (await this.lookAt(connection, page, update, { isAwaited: isLarge(update) }))
        if (!looked) return { decided: 'unreadable', isOvertaken: false }
        // What came meanwhile changes nothing of a refusal unless the parcel leans on more than the page had.
        const isOvertaken = looked.since().structs > 0 && leansOnMore(looked)
        return { decided: await this.decide(connection, page, signed, looked), isOvertaken }
      })
    let lookMs = 0
    for (let looks = 1; ; looks++) {
      const { decided, isOvertaken } = await decideAlone()
      const isTold = typeof decided !== 'string' || (decided !== 'again' && !isOvertaken)
      if (isTold) return decided
      // When it is looked at, or brought, again it is known whether the page has room for it.
      await page.measured(person)
      if (!large) return UNSETTLED
      if (looks > LOOKS) {
        // Somebody writes without a pause: now and then all others are held back for a look, so that it comes to an end.
        const isBrief = lookMs < LONGEST_HOLD_MS
        if (decided !== 'again' || !isBrief || !this.mayHoldOthers(page.document.name)) return UNSETTLED
        large = null
        const last = await decideAlone()
        this.heldOthersAt.set(page.document.name, performance.now())
        return last.decided === 'again' ? UNSETTLED : last.decided
      }
      const began = performance.now()
      large = await this.lookAt(connection, page, update, { isAwaited: true })
      lookMs = performance.now() - began
      if (!large) return 'unreadable'
    }
  }

  /** Once in a while for a page. */
  private mayHoldOthers(documentId: string): boolean {
    const now = performance.now()
    for (const [held, at] of this.heldOthersAt) if (now - at > HOLDS_EACH_MS) this.heldOthersAt.delete(held)
    if (this.heldOthersAt.has(documentId)) return false
    this.heldOthersAt.set(documentId, now)
    return true
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
  ): Promise<Decision> {
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
    // That there is no room for it now says nothing about the parcel.
    if (refusal) return refusal === 'no-room' ? UNSETTLED : refusal
    const authorship = socket.charge(() => authorshipOf(page, looked, userId))
    if (authorship && 'claim' in authorship && !looked.facts.contradicts && !looked.facts.isTrapped) {
      const by = { userId, claim: authorship.claim, connection }
      return { stored: storeEdit(this.deps.updates, page, looked, by) }
    }
    page.arrived(looked.facts)
    return authorship ? 'not-author' : UNSETTLED
  }
}
