import { fromBase64UrlEncoded } from 'lib0/buffer'
import * as Y from 'yjs'
import { addsSomething, forgetDecoded } from '@/document'
import { clientsOf, type Parcel, readParcel, type Ticket } from '@/shared/peer-ticket'

/** What is kept of all others together. */
const MOST_HELD = 4000
const MOST_HELD_BYTES = 32 * 1024 * 1024

/** Where parcels are written down, each under its name. */
interface Store {
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

/** Is all that an update says in the page: its words, and that what it deletes is gone? */
function isIn(doc: Y.Doc, update: Uint8Array): boolean {
  try {
    return !addsSomething(doc, update)
  } catch {
    // Signed, and no update: another tab, which has not judged it yet, holds it.
    return false
  } finally {
    forgetDecoded(update)
  }
}

/** What this browser holds of others that the server may lack. */
export class HeldParcels {
  /** In the order in which the page took them. */
  readonly applied = new Set<string>()
  /** What builds on something that has not come. */
  readonly waiting = new Set<string>()
  /** How far this tab had written when the page took each of them: they may build on that, and on nothing later. */
  readonly takenAt = new Map<string, number>()
  /** The client ids of their authors. */
  readonly authors = new Set<number>()

  constructor(private readonly store: Store) {}

  /** Takes note of parcels that came through the browser's copy, and of those that are in the page since something did. */
  noteCopy(doc: Y.Doc): void {
    for (const [name, bytes] of this.store.held()) {
      if (this.applied.has(name)) continue
      const parcel = readCopied(bytes)
      if (!parcel) continue
      for (const client of clientsOf(bodyOf(parcel.ticket))) this.authors.add(client)
      if (isIn(doc, parcel.update)) {
        this.waiting.delete(name)
        this.applied.add(name)
      } else this.waiting.add(name)
    }
  }

  /** Are the words of this parcel in the page, or, where it has none, what it deletes out of it? */
  isInPage(doc: Y.Doc, name: string): boolean {
    const bytes = this.store.held().get(name)
    const parcel = bytes && readCopied(bytes)
    if (!parcel) return false
    if (this.applied.has(name)) return true
    try {
      const { structs } = Y.decodeUpdate(parcel.update)
      return (
        structs.length > 0 &&
        structs.every(({ id, length }) => id.clock + length <= Y.getState(doc.store, id.client))
      )
    } catch {
      return false
    }
  }

  /** Those that the page has taken, in that order, and then the others. */
  names(): string[] {
    return [...this.applied, ...[...this.store.held().keys()].filter((name) => !this.applied.has(name))]
  }

  parcelOf(name: string): Uint8Array | undefined {
    return this.store.held().get(name)
  }

  /** Is there one that holds all of this? Or which are there that this one holds all of? */
  beside(author: Author, { first, last }: Parcel): { isCovered: boolean; covered: string[] } {
    const prefix = prefixOf(author)
    let isCovered = false
    const covered: string[] = []
    for (const name of this.store.held().keys()) {
      if (!name.startsWith(prefix)) continue
      const [from = 0, to = 0] = name.slice(prefix.length).split('-').map(Number)
      if (from <= first && to >= last) isCovered = true
      else if (from >= first && to <= last) covered.push(name)
    }
    return { isCovered, covered }
  }

  hasRoomFor({ byteLength }: Uint8Array): boolean {
    const held = this.store.held()
    const bytes = [...held.values()].reduce((sum, parcel) => sum + parcel.byteLength, byteLength)
    return held.size < MOST_HELD && bytes <= MOST_HELD_BYTES
  }

  hasAnyOf(author: Author): boolean {
    return [...this.store.held().keys()].some((name) => name.startsWith(prefixOf(author)))
  }

  /** `clock`: up to which this tab has written. */
  hold(name: string, parcel: Uint8Array, author: Author, clock: number): void {
    this.store.hold(name, parcel)
    for (const client of clientsOf(author)) this.authors.add(client)
    this.takenAt.set(name, clock)
  }

  forget(names: readonly string[]): void {
    for (const name of names) {
      this.applied.delete(name)
      this.waiting.delete(name)
      this.takenAt.delete(name)
    }
    if (names.length > 0) this.store.drop(names)
  }
}
