import { BOUNDS } from '@/shared/limits'
import { cellParts } from '../format/grid'
import { entriesOf, ROOT } from '../format/layout'
import type { PageIndex } from '../page-index/page-index'
import type { PageEdit } from '../write/page-edit'
import { authorOf, type Sid } from './part-keys'
import type { Suggestions } from './suggestions'

interface Id {
  client: number
  clock: number
}

/**
 * The author's pending suggestion that an edit goes on with: one whose words are next to what is changed, or that says something of a
 * block that is changed or makes what it stands in. So typing on, correcting oneself and typing over what one has suggested away stay one suggestion. Null
 * for an edit that begins another.
 */
export function continued(
  index: PageIndex,
  suggestions: Suggestions,
  edit: PageEdit,
  author: string,
): Sid | null {
  if (suggestions.isEmpty) return null
  const own = (sid: Sid) => authorOf(sid) === author
  const at = (id: Id | null): Sid | null => {
    if (!id) return null
    for (const ranges of [suggestions.inserted, suggestions.deleted]) {
      const found = ranges.overlapping(id.client, id.clock, id.clock + 1).find(({ sid }) => own(sid))
      if (found) return found.sid
    }
    return null
  }
  for (const [block, parts] of edit.texts) {
    const gaps = index.tree.isShown(block) ? gapsIn(block, parts, index.tree.textLength(block)) : []
    for (const { from, to } of gaps) {
      const sid = at(idBefore(index, block, from)) ?? (to > 0 ? at(idBefore(index, block, to)) : null)
      if (sid) return sid
      const next = to < index.tree.textLength(block) ? at(idBefore(index, block, to + 1)) : null
      if (next) return next
    }
  }
  for (const { block, from, to } of edit.formats) {
    const sid = index.tree.isShown(block) && to > from ? at(idBefore(index, block, from + 1)) : null
    if (sid) return sid
  }
  const blocks = [...edit.set.keys(), ...edit.gone, ...edit.lists.flatMap(({ moved }) => [...(moved ?? [])])]
  for (const block of blocks) {
    for (const parts of suggestions.entry(block)?.values() ?? []) {
      const found = parts.find(({ sid }) => own(sid))
      if (found) return found.sid
    }
  }
  for (const { parent } of edit.lists) {
    const sid = makerOf(index, suggestions, parent, own)
    if (sid) return sid
  }
  return null
}

/** The suggestion that makes a block, or what it stands in, when it is the author's: the row or the column of a cell, the table of a row. */
function makerOf(
  index: PageIndex,
  suggestions: Suggestions,
  block: string,
  own: (sid: Sid) => boolean,
): Sid | null {
  const { tree, doc } = index
  const stored = entriesOf(doc)
  const of = (id: string) =>
    suggestions
      .entry(id)
      ?.get('at')
      ?.find(({ sid }) => own(sid))?.sid ?? null
  for (let at = block, up = 0; at !== ROOT && up < BOUNDS.depth; up++) {
    const grid = tree.gridOfCell(at)
    const cell = grid === null ? null : cellParts(at)
    const lines = cell ? [cell.row, cell.column] : [at]
    if (!cell && stored.has(at)) return null
    for (const line of lines) {
      const sid = stored.has(line) ? null : of(line)
      if (sid) return sid
    }
    at = grid ?? tree.parentOf(at)
  }
  return null
}

/** Where a block's text does not stay as it is, in offsets of before. */
function gapsIn(
  block: string,
  parts: PageEdit['texts'] extends ReadonlyMap<string, infer P> ? P : never,
  length: number,
) {
  const gaps: { from: number; to: number }[] = []
  let at = 0
  let isNew = false
  for (const part of parts) {
    if (!('keep' in part) || part.keep !== block) {
      isNew = true
      continue
    }
    if (isNew || part.from !== at) gaps.push({ from: Math.min(at, part.from), to: part.from })
    at = part.to
    isNew = false
  }
  if (isNew || at < length) gaps.push({ from: at, to: length })
  return gaps
}

/** The character before an offset of a block's text; at its start, the bead. */
function idBefore(index: PageIndex, block: string, offset: number): Id | null {
  let rest = offset
  const segments = index.segments(block)
  for (const [i, segment] of segments.entries()) {
    if (rest > segment.length && i < segments.length - 1) {
      rest -= segment.length
      continue
    }
    const found = index.texts.itemBefore(segment, rest)
    return found && { client: found.item.id.client, clock: found.item.id.clock + found.at }
  }
  return null
}
