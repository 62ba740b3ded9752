import { fromBase64UrlEncoded } from 'lib0/buffer'
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

type Author = Pick<Ticket, 'key' | 'client' | 'words' | 'user'>

const prefixOf = ({ key }: Pick<Ticket, 'key'>) => `${key.slice(2, 24)}:`

/** Who signed a parcel that this browser has taken. */
function authorOf(bytes: Uint8Array): Ticket {
  const [body = ''] = readParcel(bytes).ticket.split('.')
  return JSON.parse(new TextDecoder().decode(fromBase64UrlEncoded(body)))
}

/** The name of a parcel: whose it is, and which of their edits it holds. */
export const parcelName = (
  author: Pick<Ticket, 'key'>,
  { first, last }: Pick<Parcel, 'first' | 'last'>,
): string => `${prefixOf(author)}${first}-${last}`

/** What this browser holds of others that the server may lack. */
export class HeldParcels {
  /** In the order in which the page took them. */
  readonly applied = new Set<string>()
  /** What builds on something that has not come. */
  readonly waiting = new Set<string>()
  /** How far this tab had written when the page took each of them: they may build on that, and on nothing later. */
  readonly takenAt = new Map<string, number>()
  /** The client ids of other people who wrote something of it. */
  readonly others = new Set<number>()
  /** Those that this person has in other tabs, with how the names of their parcels begin. */
  private readonly ofTabs = new Map<number, string>()

  constructor(
    private readonly store: Store,
    private readonly userId: string,
  ) {
    this.noteAll()
  }

  /** Parcels come through the browser's copy too, without `hold`. */
  noteAll(): void {
    for (const bytes of this.store.held().values()) this.note(authorOf(bytes))
  }

  private note(author: Author): void {
    for (const client of clientsOf(author))
      if (author.user.id !== this.userId) this.others.add(client)
      else this.ofTabs.set(client, prefixOf(author))
  }

  /**
   * Do the words of this client id come to the server with a signature? Those of another tab of this person may be here without one, through
   * the browser's copy: then they are sent, or written anew, from here.
   */
  isOther(client: number): boolean {
    const prefix = this.ofTabs.get(client)
    return this.others.has(client) || (prefix !== undefined && this.hasAny(prefix))
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
    return this.hasAny(prefixOf(author))
  }

  private hasAny(prefix: string): boolean {
    return [...this.store.held().keys()].some((name) => name.startsWith(prefix))
  }

  /** `clock`: up to which this tab has written. */
  hold(name: string, parcel: Uint8Array, author: Author, clock: number): void {
    this.store.hold(name, parcel)
    this.note(author)
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
