import * as Y from 'yjs'
import { BOUNDS, LIMITS } from '@/shared/limits'
import { asBead, entriesOf, type Holds, isDeletedEntry, pageKinds, textOf } from '../format/layout'
import { decodeOnce } from './decoded-update'

/** What an update brings of the things that a page holds a limited number of. */
export interface Additions {
  entries: number
  beads: number
  /** The new rows and columns, by the name of the grid that they say they stand in. */
  lines: Map<string, { rows: number; columns: number }>
}

/**
 * May the page have what this update adds: blocks, beads, rows and columns? Looks at the update; at the page only when the
 * update makes blocks and the page is near a bound. What is stored all the same does no harm to its readers
 * (docs/document-format.md, "Bounds"), so deleted blocks that are brought back are not counted here.
 */
export const hasRoomForBlocks = (doc: Y.Doc, update: Uint8Array): boolean =>
  hasRoomFor(doc, additionsOf(update))

/** The same of an update whose additions are known. */
export function hasRoomFor(doc: Y.Doc, { entries, beads, lines }: Additions): boolean {
  if (entries === 0 && beads === 0) return true
  const known = entriesOf(doc)._map.size
  if (known + entries > LIMITS.pageEntries || beadsOf(doc, beads) > LIMITS.pageEntries) return false
  if (liveBlocks(doc, entries) > LIMITS.pageBlocks) return false
  // With this few entries, no rows and columns among them make more cells than a grid may have.
  if (lines.size === 0 || ((known + entries) / 2) ** 2 <= BOUNDS.gridCells) return true
  return [...withLinesOf(doc, lines).values()].every(
    ({ rows, columns }) => rows * columns <= BOUNDS.gridCells,
  )
}

export function additionsOf(update: Uint8Array): Additions {
  const found: Additions = { entries: 0, beads: 0, lines: new Map() }
  const made = new Map<string, { holds?: Holds; parent?: string }>()
  for (const item of decodeOnce(update).structs) {
    if (!(item instanceof Y.Item)) continue
    const { content } = item
    const parent: unknown = item.parent
    if (content instanceof Y.ContentEmbed) {
      if (asBead(content.embed)) found.beads++
    } else if (parent === 'blocks' && content instanceof Y.ContentType) {
      found.entries++
      made.set(nameOf(item.id), {})
    } else if (parent instanceof Y.ID && content instanceof Y.ContentAny) {
      const entry = made.get(nameOf(parent))
      const value: unknown = content.arr[0]
      if (!entry) continue
      if (item.parentSub === 'kind' && typeof value === 'string') entry.holds = pageKinds(value)
      if (item.parentSub === 'at' && Array.isArray(value)) entry.parent = String(value[0])
    }
  }
  for (const { holds, parent = '' } of made.values()) countLine(found.lines, holds, parent)
  return found
}

const nameOf = ({ client, clock }: Y.ID): string => `${client}:${clock}`

function countLine(lines: Additions['lines'], holds: Holds | undefined, grid: string): void {
  if (holds !== 'row' && holds !== 'column') return
  const known = lines.get(grid) ?? { rows: 0, columns: 0 }
  lines.set(grid, known)
  known[holds === 'row' ? 'rows' : 'columns']++
}

/** These rows and columns, together with those that stand in the same grids already. What is given is known of an edit and stays as it is. */
function withLinesOf(doc: Y.Doc, added: Additions['lines']): Additions['lines'] {
  const lines = new Map([...added].map(([grid, count]) => [grid, { ...count }]))
  for (const entry of entriesOf(doc).values()) {
    if (!(entry instanceof Y.Map) || isDeletedEntry(entry)) continue
    const at: unknown = entry.get('at')
    const grid: unknown = Array.isArray(at) ? at[0] : undefined
    const kind: unknown = entry.get('kind')
    if (typeof grid === 'string' && lines.has(grid) && typeof kind === 'string')
      countLine(lines, pageKinds(kind), grid)
  }
  return lines
}

/** As it was counted last, with all that was added since: an upper bound. */
const counted = new WeakMap<Y.Doc, { live: number; entries: number; beads: number | null }>()

function liveBlocks(doc: Y.Doc, more: number): number {
  const entries = entriesOf(doc)
  const { size } = entries._map
  if (size + more <= LIMITS.pageBlocks) return size + more
  const last = counted.get(doc)
  const bound = last && last.live + size - last.entries + more
  if (bound !== undefined && bound <= LIMITS.pageBlocks) return bound
  let live = 0
  for (const entry of entries.values()) if (entry instanceof Y.Map && !isDeletedEntry(entry)) live++
  counted.set(doc, { live, entries: size, beads: last?.beads ?? null })
  return live + more
}

/** How many beads the string holds at most, once these are added. */
function beadsOf(doc: Y.Doc, more: number): number {
  const last = counted.get(doc) ?? { live: Number.POSITIVE_INFINITY, entries: 0, beads: null }
  const text = textOf(doc)
  let beads = last.beads
  if (beads === null || beads + more > LIMITS.pageEntries) {
    beads = 0
    for (let item = text._start; item; item = item.right) {
      if (!item.deleted && item.content instanceof Y.ContentEmbed && asBead(item.content.embed)) beads++
    }
  }
  counted.set(doc, { ...last, beads: beads + more })
  return beads + more
}
