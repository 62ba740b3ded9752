import * as Y from 'yjs'
import type { Json } from '@/blocks/kit/block'
import type { Formats } from '../format/layout'
import type { HiddenPlaces } from './hidden-places'

type Patch = Record<string, Json | null>

/** What is put in at a position, and its formats. */
export interface Put {
  at: number
  rank: number
  insert: string | object
  attributes: Formats
}

interface Insertion extends Put {
  /** The item with the character that this text comes behind, and is formatted like; null where that is not known. */
  behind: Y.Item | null
}

export interface ChangedRange {
  from: number
  to: number
  /** null: deleted. */
  patch: Patch | null
}

/** What is put at one position goes in this order: what ends the text before, beads in a text, new texts behind it. */
export const RANK = { ends: 0, cuts: 1, follows: 2 } as const

/** Up to this many changes are written one by one. */
const SMALL = 8

/** Changes of the string, gathered with the positions it has now and written together. */
export class StringChange {
  private insertions: Insertion[] = []
  private ranges: ChangedRange[] = []
  private plain = true

  insert(
    at: number,
    rank: number,
    insert: string | object,
    attributes: Formats,
    { isPlain = false, behind = null }: { isPlain?: boolean; behind?: Y.Item | null } = {},
  ): void {
    this.insertions.push({ at, rank, insert, attributes, behind })
    if (!isPlain) this.plain = false
  }

  delete(from: number, to: number, isPlain: boolean): void {
    if (to <= from) return
    this.ranges.push({ from, to, patch: null })
    if (!isPlain) this.plain = false
  }

  format(from: number, to: number, patch: Patch): void {
    if (to > from) this.ranges.push({ from, to, patch })
  }

  /** What comes in, in the order of the string. */
  get puts(): readonly Put[] {
    return this.inOrder()
  }

  /** What is deleted or formatted; each lies in one block text. */
  get changed(): readonly ChangedRange[] {
    return this.ranges
  }

  /** The same change, in places of the whole string where a view hides some of it: what is hidden stays. */
  around(hidden: HiddenPlaces): StringChange {
    const change = new StringChange()
    change.plain = this.plain
    change.insertions = this.insertions.map((insertion) => {
      const { at, rank } = insertion
      return { ...insertion, at: rank === RANK.follows ? hidden.behindText(at) : hidden.behind(at) }
    })
    change.ranges = this.ranges.flatMap(({ from, to, patch }) =>
      hidden.between(from, to).map((range) => ({ ...range, patch })),
    )
    return change
  }

  private inOrder() {
    return this.insertions
      .map((insertion, i) => ({ ...insertion, i }))
      .sort((a, b) => a.at - b.at || a.rank - b.rank || a.i - b.i)
  }

  write(text: Y.Text): void {
    const isSmall = this.insertions.length + this.ranges.length <= SMALL
    const onlyDeletes = this.ranges.every(({ patch }) => patch === null)
    const [first] = this.insertions
    const isOne = this.insertions.length === 1 && this.ranges.length === 0
    if (isSmall && this.plain && onlyDeletes) this.writeBackwards(text)
    else if (isOne && first?.behind && typeof first.insert === 'string') {
      insertBehind(text, first.behind, first.insert)
    }
    // Told not to sanitize, Yjs takes a line break from the end of the string (and the other way round).
    else text.applyDelta(this.delta())
  }

  /**
   * Where no format is in effect, or only inside of an item, Yjs finds each place by its markers instead of from the start of
   * the string. Elsewhere it may not: a deletion that begins at a marker inside formatted text takes the end of the format
   * with it.
   */
  private writeBackwards(text: Y.Text): void {
    const steps = [
      ...this.ranges.map(({ from, to }) => ({ at: from, order: 0, do: () => text.delete(from, to - from) })),
      ...this.insertions.map(({ at, rank, insert }, i) => ({
        at,
        order: -1 - i - rank * this.insertions.length,
        do: () => (typeof insert === 'string' ? text.insert(at, insert) : text.insertEmbed(at, insert)),
      })),
    ]
    // At one place: first what is deleted behind it, then what comes in, the last first.
    steps.sort((a, b) => b.at - a.at || (a.order === 0 ? -1 : b.order === 0 ? 1 : a.order - b.order))
    for (const step of steps) step.do()
  }

  private delta(): object[] {
    const insertions = this.inOrder()
    const points = new Set<number>()
    for (const { at } of insertions) points.add(at)
    for (const { from, to } of this.ranges) points.add(from).add(to)
    const starts = [...this.ranges].sort((a, b) => a.from - b.from)
    let active: ChangedRange[] = []
    let nextInsertion = 0
    let nextStart = 0
    const sorted = [...points].sort((a, b) => a - b)
    const delta: object[] = sorted[0] ? [{ retain: sorted[0] }] : []
    sorted.forEach((point, i) => {
      for (; insertions[nextInsertion]?.at === point; nextInsertion++) {
        const { insert, attributes } = insertions[nextInsertion] as Insertion
        delta.push({ insert, attributes: { ...attributes } })
      }
      active = active.filter(({ to }) => to > point)
      for (; starts[nextStart]?.from === point; nextStart++) active.push(starts[nextStart] as ChangedRange)
      const end = sorted[i + 1]
      if (end === undefined) return
      if (active.some(({ patch }) => patch === null)) delta.push({ delete: end - point })
      else {
        const attributes: Patch = Object.assign({}, ...active.map(({ patch }) => patch))
        delta.push(
          Object.keys(attributes).length > 0 ? { retain: end - point, attributes } : { retain: end - point },
        )
      }
    })
    return delta
  }
}

/**
 * Typing in formatted text: puts it right behind an item, before whatever ends a format there, so that it is formatted as the
 * item is. Yjs itself walks the whole string to know which formats that are. It forgets where it found places, as for every
 * update of somebody else.
 */
function insertBehind(text: Y.Text, left: Y.Item, insert: string): void {
  const { doc } = text
  if (!doc) return
  doc.transact((transaction) => {
    const { right } = left
    const id = Y.createID(doc.clientID, Y.getState(doc.store, doc.clientID))
    const content = new Y.ContentString(insert)
    new Y.Item(id, left, left.lastId, right, right?.id ?? null, text, null, content).integrate(transaction, 0)
    if (text._searchMarker) text._searchMarker.length = 0
  })
}
