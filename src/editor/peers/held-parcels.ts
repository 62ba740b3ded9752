import { fromBase64UrlEncoded } from 'lib0/buffer'
import * as Y from 'yjs'
import { addsSomething, decodeOnce, forgetDecoded } from '@/document'
import { clientsOf, type Parcel, readParcel, type Ticket } from '@/shared/peer-ticket'

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

/** Up to which clock (not included) of a client an update builds on its words, or deletes them. */
function buildsOn(update: Uint8Array, client: number): number {
  const { structs, ds } = decodeOnce(update)
  const ends = structs.flatMap((struct) => {
    if (!(struct instanceof Y.Item)) return []
    const ids = [struct.origin, struct.rightOrigin, struct.parent]
    return ids.flatMap((id) => (id instanceof Y.ID && id.client === client ? [id.clock + 1] : []))
  })
  const deleted = (ds.clients.get(client) ?? []).map(({ clock, len }) => clock + len)
  return [...ends, ...deleted].reduce((a, b) => Math.max(a, b), 0)
}

/** What this browser holds of others that the server may lack. */
export class HeldParcels {
  /** In the order in which the page took them. */
  readonly applied = new Set<string>()
  /** What builds on something that has not come. */
  readonly waiting = new Set<string>()
  /** Up to which clock of this tab's own id each of them may build on its words: how far it had written when the page took them. */
  readonly takenAt = new Map<string, number>()
  /** Those that another tab of this browser has taken. */
  readonly fromCopy = new Set<string>()
  /** The client ids of their authors. */
  readonly authors = new Set<number>()

  constructor(private readonly page: Page) {}

  /** Takes note of parcels that came through the browser's copy, and of those that are in the page since something did. */
  noteCopy(): void {
    const { doc, writingId } = this.page
    for (const [name, bytes] of this.page.held()) {
      if (this.applied.has(name)) continue
      const parcel = readCopied(bytes)
      if (!parcel) continue
      for (const client of clientsOf(bodyOf(parcel.ticket))) this.authors.add(client)
      try {
        if (!this.takenAt.has(name)) {
          this.takenAt.set(name, buildsOn(parcel.update, writingId))
          this.fromCopy.add(name)
        }
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

  /** Are the words of this parcel in the page, or, where it has none, what it deletes out of it? */
  isInPage(name: string): boolean {
    const { doc } = this.page
    const bytes = this.parcelOf(name)
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
    return [...this.applied, ...[...this.page.held().keys()].filter((name) => !this.applied.has(name))]
  }

  parcelOf(name: string): Uint8Array | undefined {
    return this.page.held().get(name)
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

  /** `clock`: up to which this tab has written. */
  hold(name: string, parcel: Uint8Array, author: Author, clock: number): void {
    this.page.hold(name, parcel)
    for (const client of clientsOf(author)) this.authors.add(client)
    this.takenAt.set(name, clock)
  }

  forget(names: readonly string[]): void {
    for (const name of names) {
      this.applied.delete(name)
      this.waiting.delete(name)
      this.takenAt.delete(name)
      this.fromCopy.delete(name)
    }
    if (names.length > 0) this.page.drop(names)
  }
}
