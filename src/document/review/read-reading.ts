import type * as Y from 'yjs'
import { BOUNDS, type Bounds } from '@/shared/limits'
import { type Entry, type LayoutKinds, type PageBlock, pageKinds, readEntry } from '../format/layout'
import { asBeadItem } from '../page-index/item-text'
import type { FormatPatch, PageView, ShownPart } from '../page-index/page-view'
import { readPage } from '../page-index/read-page'
import { type EntryPart, type FormatPart, type Part, type RangedPart, readPart } from './part-keys'
import { MOST_PATCHES } from './ranges'
import { entryWith, type Reading } from './reading-view'
import { suggestionsOf } from './suggestions'

/**
 * One reading of a page, by the rules and nothing else: what docs/document-format.md says of suggestions, in code. Slow, for
 * it looks at every part for every character; `ReadingView` must see the same. Changes nothing, throws never.
 */
export function readReading(
  doc: Y.Doc,
  reading: Reading,
  kinds: LayoutKinds = pageKinds,
  bounds: Bounds = BOUNDS,
): PageBlock[] {
  return readPage(doc, kinds, bounds, new PlainView(doc, reading))
}

class PlainView implements PageView {
  readonly showsAll = false
  private readonly parts: Part[] = []
  private readonly blocks = new Map<string, Map<string, EntryPart[]>>()

  constructor(
    doc: Y.Doc,
    private readonly reading: Reading,
  ) {
    for (const [key, value] of suggestionsOf(doc).entries()) {
      const part = readPart(key, value)
      if (part) this.parts.push(part)
    }
    for (const part of this.parts.filter((part) => part.op === '/').sort(bySid)) {
      const fields = this.blocks.get(part.block) ?? new Map<string, EntryPart[]>()
      this.blocks.set(part.block, fields)
      fields.set(part.field, [...(fields.get(part.field) ?? []), part])
    }
  }

  shown(item: Y.Item): readonly ShownPart[] {
    const parts: ShownPart[] = []
    for (let at = 0; at < item.length; at++) {
      const id = { client: item.id.client, clock: item.id.clock + at }
      if (!this.hides(item, id)) parts.push({ from: at, to: at + 1, patch: this.patchOf(id) })
    }
    return parts
  }

  private hides(item: Y.Item, id: Y.ID): boolean {
    if (this.reading === 'settled') return this.parts.some((part) => part.op === '+' && covers(part, id))
    if (this.reading === 'marked' || asBeadItem(item)) return false
    return this.parts.some((part) => part.op === '-' && covers(part, id))
  }

  private patchOf(id: Y.ID): FormatPatch | null {
    if (this.reading === 'settled') return null
    const covering = this.parts.filter((part): part is FormatPart => part.op === '*' && covers(part, id))
    if (covering.length === 0) return null
    return Object.assign(
      {},
      ...covering
        .sort(bySid)
        .slice(-MOST_PATCHES)
        .map(({ set }) => set),
    )
  }

  entry(id: string, stored: unknown): Entry | null {
    const said = this.reading === 'settled' ? undefined : this.blocks.get(id)
    return said ? entryWith(id, stored, said, this.reading === 'marked') : readEntry(stored)
  }

  entryIds(): Iterable<string> {
    return this.reading === 'settled' ? [] : this.blocks.keys()
  }

  changes(): null {
    return null
  }
}

const covers = (part: RangedPart, { client, clock }: Y.ID): boolean =>
  part.client === client && part.clock <= clock && clock < part.clock + part.length

/** By name, and where one suggestion says two things by key. */
const bySid = (a: { sid: string; key: string }, b: { sid: string; key: string }): number =>
  a.sid === b.sid ? (a.key < b.key ? -1 : 1) : a.sid < b.sid ? -1 : 1
