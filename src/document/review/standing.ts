import { cellParts } from '../format/grid'
import { entriesOf, ROOT } from '../format/layout'
import type { PageIndex } from '../page-index/page-index'
import type { TextSegment } from '../page-index/text-segments'
import type { Chosen } from './decide'
import type { EntryPart, Sid } from './part-keys'
import type { Suggestions } from './suggestions'

/**
 * What has to be accepted so that something real can stand in suggested blocks: that those are there, with all that they stand in. What else is
 * suggested of them stays pending.
 */
export class Standing {
  private readonly found = new Map<string, Chosen>()
  private readonly seen = new Set<string>()

  /** `index` is the marked reading of the page. */
  constructor(
    private readonly index: PageIndex,
    private readonly suggestions: Suggestions,
  ) {}

  get chosen(): Chosen[] {
    return [...this.found.values()]
  }

  /** The bead of an own text is to be there. */
  bead({ item }: TextSegment): void {
    if (!item) return
    const { client, clock } = item.id
    for (const part of this.suggestions.inserted.overlapping(client, clock, clock + 1))
      this.choose({ part, from: clock, to: clock + 1 })
  }

  /** A block is to be there. */
  block(id: string): void {
    if (id === ROOT || this.seen.has(id)) return
    this.seen.add(id)
    const { index, suggestions } = this
    const stored = entriesOf(index.doc)
    const parts = [...(suggestions.entry(id)?.values() ?? [])].flat()
    if (index.tree.gridOfCell(id) !== null) {
      const { row, column } = cellParts(id) as { row: string; column: string }
      for (const line of [row, column]) this.block(line)
      return
    }
    if (stored.has(id)) return
    for (const segment of index.texts.of(id)) this.bead(segment)
    for (const part of byMakers(parts)) this.choose({ part })
    if (parts.length > 0) this.block(index.tree.entry(id)?.at.parent ?? ROOT)
  }

  private choose(one: Chosen): void {
    this.found.set(`${one.part.key} ${one.from}`, one)
  }
}

/** What the suggestions say that would make the block: others may have suggested more of it. */
function byMakers(parts: readonly EntryPart[]): EntryPart[] {
  const makers = new Set<Sid>()
  for (const { sid, field } of parts) if (field === 'kind' || field === 'at') makers.add(sid)
  return parts.filter(({ sid }) => makers.has(sid))
}
