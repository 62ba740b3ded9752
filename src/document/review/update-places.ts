import * as Y from 'yjs'
import { decodeOnce } from '../updates/decoded-update'

/** Where in a page an item stands: in which shared type, and under which key when that is a map. */
export interface ItemPlace {
  root: string
  key: string | null
}

/** An item that an update brings, with the clock from which on the page lacks it and the id that it comes behind. */
export interface FreshItem {
  item: Y.Item
  from: number
  to: number
  place: ItemPlace
  origin: Y.ID | null
}

interface Id {
  client: number
  clock: number
}

interface Range {
  from: number
  to: number
}

/** Does the page hold exactly this already, waiting for what it lacks? */
export interface Waiting {
  waits(struct: Y.Item | Y.GC): boolean
  deletionWaits(client: number, from: number, to: number): boolean
}

/**
 * What an update brings that its page lacks, with the place of each item, resolved as Yjs will do. `build` gives null when some of it
 * has no place, builds on what nobody has sent, would split a character, or is no item.
 */
export class UpdatePlaces {
  readonly fresh: FreshItem[] = []
  /** What is deleted: by client, in order. */
  readonly deletions = new Map<number, Range[]>()
  private readonly byClient = new Map<number, FreshItem[]>()
  private readonly resolved = new Map<Y.Item, ItemPlace | 'asked' | null>()

  private constructor(private readonly doc: Y.Doc) {}

  static build(doc: Y.Doc, update: Uint8Array, waiting: Waiting): UpdatePlaces | null {
    const places = new UpdatePlaces(doc)
    return places.read(update, waiting) ? places : null
  }

  /** Up to which clock a client's ids are known once the update has come in. */
  stateAfter(client: number): number {
    return this.byClient.get(client)?.at(-1)?.to ?? Y.getState(this.doc.store, client)
  }

  /** Does the update bring all of these ids? */
  brings(client: number, from: number, to: number): boolean {
    const first = this.byClient.get(client)?.[0]
    return first !== undefined && from >= first.from && to <= this.stateAfter(client)
  }

  /** What of these ids the update deletes, in order and apart from each other. */
  deletedIn(client: number, from: number, to: number): Range[] {
    const ranges = this.deletions.get(client) ?? []
    const found: Range[] = []
    for (let at = firstEndingBehind(ranges, from); at < ranges.length; at++) {
      const range = ranges[at] as Range
      if (range.from >= to) break
      found.push({ from: Math.max(from, range.from), to: Math.min(to, range.to) })
    }
    return found
  }

  /** The place of an item that the page holds. */
  placeIn(item: Y.Item): ItemPlace | null {
    const { parent } = item
    for (const [root, type] of this.doc.share)
      if ((type as unknown) === parent) return { root, key: item.parentSub }
    return null
  }

  private read(update: Uint8Array, waiting: Waiting): boolean {
    const { structs, ds } = decodeOnce(update)
    const { store } = this.doc
    const states = new Map<number, number>()
    for (const struct of structs) {
      const { client, clock } = struct.id
      const known = states.get(client) ?? Y.getState(store, client)
      const end = clock + struct.length
      if (struct instanceof Y.Skip) continue
      if (end <= known) {
        if (struct instanceof Y.Item && !this.isHarmless(struct)) return false
        continue
      }
      if (waiting.waits(struct)) continue
      if (!(struct instanceof Y.Item) || clock > known) return false
      const one = { item: struct, from: known, to: end }
      states.set(client, end)
      const list = this.byClient.get(client) ?? []
      this.byClient.set(client, list)
      // Places are found once all that the update brings is known.
      list.push({ ...one, place: NOWHERE, origin: null })
    }
    if (!this.comesIn()) return false
    for (const list of this.byClient.values()) for (const one of list) if (!this.settle(one)) return false
    for (const [client, ranges] of ds.clients) {
      const list = joined(ranges.map(({ clock, len }) => ({ from: clock, to: clock + len })))
      const end = this.stateAfter(client)
      for (const { from, to } of list)
        if (to > end && !waiting.deletionWaits(client, Math.max(from, end), to)) return false
      this.deletions.set(client, list)
    }
    return true
  }

  /** Also of an item that the page has, Yjs looks up what it names, cuts that to fit, and waits for what is not there. */
  private isHarmless({ origin, rightOrigin, parent }: Y.Item): boolean {
    const { store } = this.doc
    const named: unknown[] = [origin, rightOrigin, parent]
    return (
      named.every((id) => !(id instanceof Y.ID) || id.clock < Y.getState(store, id.client)) &&
      !this.splitsCharacter(origin, false) &&
      !this.splitsCharacter(rightOrigin, true)
    )
  }

  /** Is there an order in which each item comes behind all that it names? Yjs keeps aside, or breaks on, what has none. */
  private comesIn(): boolean {
    const { store } = this.doc
    /** By item, those that have to wait for it, and of how many others each waits. */
    const behind = new Map<FreshItem, FreshItem[]>()
    const lacking = new Map<FreshItem, number>()
    const ready: FreshItem[] = []
    let count = 0
    const waitFor = (one: FreshItem, other: FreshItem) => {
      const waiting = behind.get(other)
      if (waiting) waiting.push(one)
      else behind.set(other, [one])
      lacking.set(one, (lacking.get(one) ?? 0) + 1)
    }
    for (const list of this.byClient.values())
      for (const [at, one] of list.entries()) {
        count++
        const { origin, rightOrigin, parent } = one.item
        for (const id of [origin, rightOrigin, parent as unknown]) {
          if (!(id instanceof Y.ID) || id.clock < Y.getState(store, id.client)) continue
          const other = this.brought(id)
          if (!other) return false
          waitFor(one, other)
        }
        const before = list[at - 1]
        if (before) waitFor(one, before)
        if (!lacking.has(one)) ready.push(one)
      }
    let arrived = 0
    for (let one = ready.pop(); one; one = ready.pop()) {
      arrived++
      for (const other of behind.get(one) ?? []) {
        const left = (lacking.get(other) as number) - 1
        lacking.set(other, left)
        if (left === 0) ready.push(other)
      }
    }
    return arrived === count
  }

  private settle(one: FreshItem): boolean {
    const { item, from } = one
    const place = this.resolve(item)
    if (!place) return false
    // Both neighbors stand where it stands itself. What they stand beside is asked where they are settled.
    for (const id of [item.origin, item.rightOrigin])
      if (id && !samePlace(place, this.placeOf(id))) return false
    one.place = place
    one.origin = from > item.id.clock ? Y.createID(item.id.client, from - 1) : item.origin
    // Yjs puts the rest of an item of which it holds the beginning behind that beginning.
    if (from > item.id.clock && !samePlace(place, this.placeOf(one.origin as Id))) return false
    if (this.splitsCharacter(item.origin, false) || this.splitsCharacter(item.rightOrigin, true)) return false
    this.fresh.push(one)
    return true
  }

  /** By the item that it names, as items do that are written beside another one. */
  private resolve(item: Y.Item): ItemPlace | null {
    const path: Y.Item[] = []
    let found: ItemPlace | null = null
    for (let at: Y.Item | null = item; at; ) {
      const known = this.resolved.get(at)
      if (known === 'asked') break
      if (known !== undefined) {
        found = known
        break
      }
      this.resolved.set(at, 'asked')
      path.push(at)
      const parent: unknown = at.parent
      if (typeof parent === 'string') {
        found = { root: parent, key: at.parentSub }
        break
      }
      const beside: Y.ID | null = at.origin ?? at.rightOrigin
      if (parent !== null || !beside) break
      const other: FreshItem | Y.Item | null = this.find(beside)
      if (!other) break
      if (other instanceof Y.Item) {
        found = this.placeIn(other)
        break
      }
      at = other.item
    }
    for (const one of path) this.resolved.set(one, found)
    return found
  }

  private placeOf(id: Id): ItemPlace | null {
    const found = this.find(id)
    if (!found) return null
    return found instanceof Y.Item ? this.placeIn(found) : this.resolve(found.item)
  }

  /** The item that holds an id: one of the page, or one that the update brings; null when neither has it. */
  private find(id: Id): FreshItem | Y.Item | null {
    const { client, clock } = id
    const { store } = this.doc
    if (clock >= Y.getState(store, client)) return this.brought(id)
    const item: unknown = Y.getItem(store, Y.createID(client, clock))
    return item instanceof Y.Item ? item : null
  }

  /** The item of the update that holds an id that the page lacks. */
  private brought({ client, clock }: Id): FreshItem | null {
    const list = this.byClient.get(client) ?? []
    const one = list[firstEndingBehind(list, clock)]
    return one && one.from <= clock ? one : null
  }

  /** Would something that comes beside this id stand between the two halves of a character that the page holds? */
  private splitsCharacter(id: Y.ID | null, isRight: boolean): boolean {
    if (!id || id.clock >= Y.getState(this.doc.store, id.client)) return false
    const item: unknown = Y.getItem(this.doc.store, id)
    return item instanceof Y.Item && isInsideCharacter(item, id.clock - item.id.clock + (isRight ? 0 : 1))
  }
}

/** Is this the middle of a character that takes two units? */
export function isInsideCharacter({ content }: Y.Item, offset: number): boolean {
  if (!(content instanceof Y.ContentString)) return false
  const before = content.str.charCodeAt(offset - 1)
  const after = content.str.charCodeAt(offset)
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff
}

const NOWHERE: ItemPlace = { root: '', key: null }

const samePlace = (a: ItemPlace, b: ItemPlace | null): boolean =>
  b !== null && a.root === b.root && a.key === b.key

/** The first range that ends behind a clock. */
function firstEndingBehind(ranges: readonly { to: number }[], clock: number): number {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle] as { to: number }).to <= clock) low = middle + 1
    else high = middle
  }
  return low
}

function joined(ranges: Range[]): Range[] {
  const found: Range[] = []
  for (const range of ranges.sort((a, b) => a.from - b.from)) {
    const last = found.at(-1)
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to)
    else found.push({ ...range })
  }
  return found
}
