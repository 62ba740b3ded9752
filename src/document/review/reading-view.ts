import * as Y from 'yjs'
import { cellParts } from '../format/grid'
import { type Entry, entryOf, readEntry, valuesIn } from '../format/layout'
import { asBeadItem } from '../page-index/item-text'
import type { FormatPatch, PageView, ShownPart, ViewChanges } from '../page-index/page-view'
import type { EntryPart, RangedPart } from './part-keys'
import type { TextSegment } from './ranges'
import { itemsIn, type Suggestions } from './suggestions'

/**
 * How a page with suggestions is read: `settled`, as if nothing were suggested; `proposed`, as if everything were accepted;
 * `marked`, with what is suggested in place and what is suggested away still there: what an editor shows.
 */
export type Reading = 'settled' | 'proposed' | 'marked'

/** A reading of a page, kept up to date with its suggestions. What is written by the marked one is written by a `MarkedView`. */
export class ReadingView implements PageView {
  private readonly known = new WeakMap<Y.Transaction, ViewChanges | null>()

  constructor(
    private readonly suggestions: Suggestions,
    private readonly reading: Reading,
  ) {}

  get showsAll(): boolean {
    const { inserted, deleted } = this.suggestions
    if (this.reading === 'marked') return true
    return this.reading === 'settled' ? inserted.isEmpty : deleted.isEmpty
  }

  shown(item: Y.Item): readonly ShownPart[] | null {
    const { suggestions, reading } = this
    if (suggestions.isEmpty) return null
    const { client, clock } = item.id
    const end = clock + item.length
    const hides =
      reading === 'settled'
        ? suggestions.inserted
        : reading === 'proposed' && asBeadItem(item) === null
          ? suggestions.deleted
          : null
    const hidden = hides ? hides.covered(client, clock, end) : NOTHING
    const patches = reading === 'settled' ? NO_PATCHES : suggestions.formatted.patches(client, clock, end)
    if (hidden.length === 0 && patches.length === 0) return null
    return partsOf(item, hidden, patches)
  }

  entry(id: string, stored: unknown): Entry | null {
    const said = this.reading === 'settled' ? null : this.suggestions.entry(id)
    return said ? entryWith(id, stored, said, this.reading === 'marked') : readEntry(stored)
  }

  entryIds(): Iterable<string> {
    return this.reading === 'settled' ? [] : this.suggestions.blocks
  }

  changes(transaction: Y.Transaction): ViewChanges | null {
    const known = this.known.get(transaction)
    if (known !== undefined) return known
    const { ranges, blocks } = this.suggestions.takeIn(transaction)
    const items = new Set<Y.Item>()
    for (const part of ranges) {
      if (!this.shows(part)) continue
      for (const item of itemsIn(this.suggestions.doc, part.client, part.clock, part.clock + part.length))
        items.add(item)
    }
    const entries = this.reading === 'settled' ? [] : blocks
    const changes = ranges.length > 0 || blocks.size > 0 ? { items: [...items], entries } : null
    this.known.set(transaction, changes)
    return changes
  }

  private shows({ op }: RangedPart): boolean {
    if (op === '+') return this.reading === 'settled'
    if (op === '-') return this.reading === 'proposed'
    return op === '*' && this.reading !== 'settled'
  }
}

const NOTHING: readonly TextSegment[] = []
const NO_PATCHES: readonly (TextSegment & { patch: FormatPatch })[] = []

/**
 * What is stored of a block with what is suggested of it laid over it, field by field; of one field the greatest sid counts.
 * Where nothing is stored, what is suggested makes the entry, if it says where the block stands, or is of a cell. `isMarked` leaves out what
 * would hide the block.
 */
export function entryWith(
  id: string,
  stored: unknown,
  said: ReadonlyMap<string, readonly EntryPart[]>,
  isMarked: boolean,
): Entry | null {
  const values = stored instanceof Y.Map ? new Map(valuesIn(stored)) : new Map<string, unknown>()
  const isCell = cellParts(id) !== null
  let isEntry = stored instanceof Y.Map
  for (const [field, parts] of said) {
    const to = parts.at(-1)?.to ?? null
    if (isMarked && to !== null && hides(stored, field)) continue
    if (to === null) values.delete(field)
    else {
      values.set(field, to)
      isEntry ||= isCell || field === 'at'
    }
  }
  return isEntry ? entryOf(values) : null
}

/** Would this hide a block that stands for itself? What was merged before may be merged elsewhere, for its words stay in sight. */
const hides = (stored: unknown, field: string): boolean =>
  field === 'deleted' || (field === 'into' && stored instanceof Y.Map && stored.get('into') === undefined)

/** The parts of an item between and beside what is hidden, cut where other formats begin. */
function partsOf(
  item: Y.Item,
  hidden: readonly TextSegment[],
  patches: readonly (TextSegment & { patch: FormatPatch })[],
): ShownPart[] {
  const { clock } = item.id
  const parts: ShownPart[] = []
  const show = (from: number, to: number) => {
    let at = from
    const push = (end: number, patch: FormatPatch | null) => {
      if (end > at) parts.push({ from: at - clock, to: end - clock, patch })
      at = Math.max(at, end)
    }
    for (const { from: start, to: end, patch } of patches) {
      if (end <= at || start >= to) continue
      push(start, null)
      push(Math.min(end, to), patch)
    }
    push(to, null)
  }
  let at = clock
  for (const { from, to } of hidden) {
    show(at, from)
    at = to
  }
  show(at, clock + item.length)
  return parts
}
