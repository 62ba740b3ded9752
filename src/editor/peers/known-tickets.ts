import { type Parcel, readParcel, type Ticket, type TicketAnswer } from '@/shared/peer-ticket'
import { bodyOf } from './held-parcels'
import type { PeerRefusal } from './judge-parcel'
import { isSigned, readTicket } from './keys'

/** Without the server nobody knows who may still write: after so long nothing more is taken from anybody. */
const LONGEST_ALONE_MS = 12 * 3600_000
const MOST_READ = 500

/** This browser's own ticket, and what others show. */
export class KnownTickets {
  private answer: (TicketAnswer & { heardAt: number }) | null = null
  /** As the others know this browser: what is in the ticket. */
  private browser: string | undefined
  private readonly found = new Map<string, Promise<Ticket | null>>()
  /** Since when the server is gone. */
  private goneAt: number | null = null

  constructor(private readonly page: { documentId: string; userId: string }) {}

  /** This browser's own, as the server last gave it. */
  get own(): string | null {
    return this.answer?.ticket ?? null
  }

  heard(answer: TicketAnswer): void {
    if (this.answer?.verify !== answer.verify) this.found.clear()
    this.answer = { ...answer, heardAt: performance.now() }
    this.browser = bodyOf(answer.ticket).browser
  }

  serverIsBack(): void {
    this.goneAt = null
  }

  /** Was it there before? */
  serverIsGone(): boolean {
    if (this.goneAt !== null) return false
    this.goneAt = performance.now()
    return true
  }

  isGood({ page, until }: Ticket): boolean {
    if (page !== this.page.documentId || until <= this.now()) return false
    return this.goneAt === null || performance.now() - this.goneAt < LONGEST_ALONE_MS
  }

  /** Another tab of this browser: what it writes comes through the copy, and there without a signature. */
  isOwnBrowser({ user, browser }: Ticket): boolean {
    return user.id === this.page.userId && browser !== undefined && browser === this.browser
  }

  /** What a ticket says that the server signed; null for any other. */
  read(text: string): Promise<Ticket | null> {
    const known = this.found.get(text)
    if (known) return known
    if (this.found.size > MOST_READ) this.found.clear()
    const found = readTicket(text, this.answer?.verify ?? '')
    this.found.set(text, found)
    return found
  }

  /** What a signed edit is, or why it is nobody's. */
  async open(bytes: Uint8Array): Promise<{ parcel: Parcel; author: Ticket } | PeerRefusal> {
    let parcel: ReturnType<typeof readParcel>
    try {
      parcel = readParcel(bytes)
    } catch {
      return 'not-signed'
    }
    const author = await this.read(parcel.ticket)
    if (!author || author.page !== this.page.documentId) return 'not-signed'
    if (!(await isSigned(parcel.signed, parcel.signature, author.key))) return 'not-signed'
    if (author.may === 'read') return 'read-only'
    return this.isGood(author) ? { parcel, author } : 'expired'
  }

  /** By the server's clock, as it stood when this browser last heard of it: a ticket that was good then is good until it is back. */
  private now(): number {
    const { answer, goneAt } = this
    return answer ? answer.at + ((goneAt ?? performance.now()) - answer.heardAt) : 0
  }
}
