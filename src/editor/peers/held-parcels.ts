import { fromBase64UrlEncoded } from 'lib0/buffer'
import * as Y from 'yjs'
import { addsSomething, forgetDecoded, wordsIdOf } from '@/document'
import { clientsOf, type Parcel, readParcel, type Ticket } from '@/shared/peer-ticket'
import { decodedOrNothing } from './clocks'

/** What is kept of all others together. */
const MOST_HELD = 4000
const MOST_HELD_BYTES = 32 * 1024 * 1024

/** The page of this tab, and where parcels are written down, each under its name. */
interface Page {
  doc: Y.Doc
  /** The client id that this tab writes under. */
  writingId: number
  held(): ReadonlyMap<string, Uint8Array>
  hold(name: string, parcel: Uint8Array): void
  drop(names: readonly string[]): void
}

type Author = Pick<Ticket, 'key' | 'client' | 'words'>

const prefixOf = ({ key }: Pick<Ticket, 'key'>) => `${key.slice(2, 24)}:`

/** The name of a parcel: whose it is, and which of their edits it holds. */
export const parcelName = (
  author: Pick<Ticket, 'key'>,
  { first, last }: Pick<Parcel, 'first' | 'last'>,
): string => `${prefixOf(author)}${first}-${last}`

/** Whose parcel this is, of those that a page holds. */
export const authorOf = (name: string): string => name.slice(0, name.lastIndexOf(':'))

/** The first of its author's edits in the parcel of this name. */
export const firstOf = (name: string): number => Number.parseInt(name.slice(name.lastIndexOf(':') + 1), 10)

/** What a ticket says, of which it is known that the server has signed it. */
export function bodyOf(ticket: string): Ticket {
  const [body = ''] = ticket.split('.')
  return JSON.parse(new TextDecoder().decode(fromBase64UrlEncoded(body)))
}

/** What stands in the copy, where only this browser writes; null where that has suffered. The server takes none such either. */
function readCopied(bytes: Uint8Array): Parcel | null {
  try {
    const parcel = readParcel(bytes)
    bodyOf(parcel.ticket)
    return parcel
  } catch {
    return null
  }
}

/** What this browser holds of others that the server may lack. */
export class HeldParcels {
  /** In the order in which the page took them. */
  readonly applied = new Set<string>()
  /** What builds on something that has not come. */
  readonly waiting = new Set<string>()
  /** Those that came to this tab itself. */
  private readonly received = new Set<string>()
  /** The client ids of their authors. */
  readonly authors = new Set<number>()

  constructor(private readonly page: Page) {}

  /** Takes note of parcels that came through the browser's copy, and of those that are in the page since something did. */
  noteCopy(): void {
    const { doc, writingId } = this.page
    const own = [writingId, wordsIdOf(doc)]
    for (const [name, bytes] of this.page.held()) {
      if (this.applied.has(name)) continue
      const parcel = readCopied(bytes)
      if (!parcel) continue
      // Another tab may hold what this one has signed.
      for (const client of clientsOf(bodyOf(parcel.ticket)))
        if (!own.includes(client)) this.authors.add(client)
      try {
        if (addsSomething(doc, parcel.update)) this.waiting.add(name)
        else {
          this.waiting.delete(name)
          this.applied.add(name)
        }
      } catch {
        // Signed, and no update: another tab, which has not judged it yet, holds it.
      } finally {
        forgetDecoded(parcel.update)
      }
    }
  }

  /** Has it come through the browser's copy: did another tab take it into the page? */
  isCopied(name: string): boolean {
    return !this.received.has(name)
  }

  /** Is something of it in the page, or on its way there through the copy? */
  mayShow(name: string): boolean {
    if (this.applied.has(name) || this.isCopied(name)) return true
    const { store } = this.page.doc
    const { structs } = decodedOrNothing(this.updateOf(name))
    return structs.some(({ id }) => id.clock < Y.getState(store, id.client))
  }

  /** Those that the page has taken, in that order, and then the others. */
  names(): string[] {
    return [...this.applied, ...[...this.page.held().keys()].filter((name) => !this.applied.has(name))]
  }

  parcelOf(name: string): Uint8Array | undefined {
    return this.page.held().get(name)
  }

  /** What it brings; undefined where it is no parcel. */
  updateOf(name: string): Uint8Array | undefined {
    const bytes = this.parcelOf(name)
    return bytes && readCopied(bytes)?.update
  }

  /** Is there one that holds all of this? Or which are there that this one holds all of? */
  beside(author: Author, { first, last }: Parcel): { isCovered: boolean; covered: string[] } {
    const prefix = prefixOf(author)
    let isCovered = false
    const covered: string[] = []
    for (const name of this.page.held().keys()) {
      if (!name.startsWith(prefix)) continue
      const [from = 0, to = 0] = name.slice(prefix.length).split('-').map(Number)
      if (from <= first && to >= last) isCovered = true
      else if (from >= first && to <= last) covered.push(name)
    }
    return { isCovered, covered }
  }

  hasRoomFor({ byteLength }: Uint8Array): boolean {
    const held = this.page.held()
    const bytes = [...held.values()].reduce((sum, parcel) => sum + parcel.byteLength, byteLength)
    return held.size < MOST_HELD && bytes <= MOST_HELD_BYTES
  }

  hasAnyOf(author: Author): boolean {
    return [...this.page.held().keys()].some((name) => name.startsWith(prefixOf(author)))
  }

  hold(name: string, parcel: Uint8Array, author: Author): void {
    this.page.hold(name, parcel)
    for (const client of clientsOf(author)) this.authors.add(client)
    this.received.add(name)
  }

  forget(names: readonly string[]): void {
    for (const name of names) {
      this.applied.delete(name)
      this.waiting.delete(name)
      this.received.delete(name)
    }
    if (names.length > 0) this.page.drop(names)
  }
}
