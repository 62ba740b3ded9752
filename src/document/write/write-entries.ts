import * as Y from 'yjs'
import { isForeignAttribute } from '@/blocks/own-attributes'
import { BEYOND, CELL, cellParts, SPAN, spanOf } from '../format/grid'
import { entriesOf, type Holds, IMPLICIT_ENTRY, sameJson } from '../format/layout'
import type { PageIndex } from '../page-index/page-index'
import type { PageEdit } from './page-edit'

/** What was found while the texts were written. */
export interface TextResult {
  /** Texts that go on in another block's text: that block, and the order in it. */
  merges: ReadonlyMap<string, [string, string]>
  /** Texts that were cut off to go on in another block's text, with that block. */
  hidden: ReadonlyMap<string, string>
}

/** What an edit says of entries: by block, the values of keys; null for a key that goes. */
export type EntryChanges = ReadonlyMap<string, Readonly<Record<string, unknown>>>

/** What is to be written of kinds, attributes, places and what was merged or deleted. */
export function entryChanges(
  index: PageIndex,
  edit: PageEdit,
  places: ReadonlyMap<string, [string, string]>,
  { merges, hidden }: TextResult,
): EntryChanges {
  const changed = new Map<string, Record<string, unknown>>()
  const say = (id: string, key: string, value: unknown) => {
    const known = changed.get(id)
    if (known) known[key] = value
    else changed.set(id, { [key]: value })
  }
  for (const [id, { kind, attributes }] of edit.set) {
    if (kind !== undefined) say(id, 'kind', kind)
    if (kind !== undefined)
      for (const key of hiddenBefore(index, id, kind)) if (!Object.hasOwn(attributes, key)) say(id, key, null)
    for (const [key, value] of Object.entries(cellAttributes(index, edit, id, attributes)))
      say(id, key, value)
  }
  for (const [id, place] of places) say(id, 'at', place)
  for (const id of [...edit.texts.keys(), ...edit.set.keys(), ...places.keys()]) {
    const entry = index.tree.entry(id)
    if (!entry || edit.gone.has(id)) continue
    if (!index.tree.isStored(id)) {
      say(id, 'kind', edit.set.get(id)?.kind ?? entry.kind)
      if (!places.has(id)) say(id, 'at', [entry.at.parent, entry.at.order])
    }
    if (entry.deleted) say(id, 'deleted', null)
    if (entry.into && !merges.has(id)) say(id, 'into', null)
  }
  for (const id of edit.gone) if (!merges.has(id)) say(id, 'deleted', true)
  for (const [id, into] of merges) say(id, 'into', into)
  for (const [id, dest] of hidden) {
    const { at } = index.tree.entry(dest) ?? IMPLICIT_ENTRY
    say(id, 'kind', IMPLICIT_ENTRY.kind)
    say(id, 'at', places.get(dest) ?? [at.parent, at.order])
  }
  return changed
}

/** Writes what differs from what is stored, and nothing else. */
export function writeEntries(doc: Y.Doc, changed: EntryChanges): void {
  const entries = entriesOf(doc)
  for (const [id, values] of changed) {
    const stored = entries.get(id)
    const map: Y.Map<unknown> = stored instanceof Y.Map ? stored : new Y.Map()
    for (const [key, value] of Object.entries(values)) {
      if (map !== stored) {
        if (value !== null) map.set(key, value)
      } else if (value === null) {
        if (map.has(key)) map.delete(key)
      } else if (!sameJson(map.get(key), value)) map.set(key, value)
    }
    if (map !== stored) entries.set(id, map)
  }
}

type Attributes = Record<string, unknown>

/**
 * The stored attributes that the block did not read with and would read with as this kind. Nobody has asked for them, and the
 * editor shows the block without them.
 */
function hiddenBefore(index: PageIndex, id: string, kind: string): string[] {
  const entry = index.tree.entry(id)
  if (!entry || !index.tree.isStored(id)) return []
  const before = index.tree.kindOf(id)
  return Object.keys(entry.attributes).filter(
    (key) => isForeignAttribute(before, key) && !isForeignAttribute(kind, key),
  )
}

/** What is told of a table as it reads is not written. */
const withoutTold = ({ [BEYOND]: _told, ...stored }: Attributes): Attributes => stored

/** The attributes as they are stored: a merged cell names the corner across, where the page says how many it covers. */
function cellAttributes(index: PageIndex, edit: PageEdit, id: string, attributes: Attributes): Attributes {
  const { rowSpan, colSpan, ...others } = attributes
  const parts = rowSpan === undefined && colSpan === undefined ? null : cellParts(id)
  const kind = edit.set.get(id)?.kind ?? index.tree.entry(id)?.kind
  if (!parts || kind !== CELL)
    return index.kinds(kind ?? '') === 'grid' ? withoutTold(attributes) : attributes
  const grid = gridOf(index, edit, parts.row)
  const now = grid === null ? null : index.cell(grid, id)
  const { rows, columns } = linesOf(index, edit, grid)
  const height = rowSpan === undefined ? now?.attributes.rowSpan : rowSpan
  const width = colSpan === undefined ? now?.attributes.colSpan : colSpan
  return { ...others, [SPAN]: spanOf(id, height, width, rows, columns) }
}

/** The grid that a row will stand in. */
function gridOf(index: PageIndex, edit: PageEdit, row: string): string | null {
  const list = edit.lists.find(({ ids }) => ids.includes(row))
  return list?.parent ?? (index.tree.entry(row) ? index.tree.parentOf(row) : null)
}

/** The rows and columns of a grid as they will stand. */
function linesOf(index: PageIndex, edit: PageEdit, grid: string | null) {
  const lines: Record<'rows' | 'columns', string[]> = { rows: [], columns: [] }
  if (grid === null) return lines
  const holds = (id: string): Holds => {
    const kind = edit.set.get(id)?.kind
    return kind === undefined ? index.tree.holds(id) : index.kinds(kind)
  }
  const standing = index.tree.grid(grid)
  for (const [name, part] of [
    ['rows', 'row'],
    ['columns', 'column'],
  ] as const) {
    let line = standing[name].filter((id) => !edit.gone.has(id))
    for (const list of edit.lists) {
      if (list.parent !== grid || !list.ids.some((id) => holds(id) === part)) continue
      const ids = list.ids.filter((id) => holds(id) === part)
      const others = line.filter((id) => !ids.includes(id))
      const siblings = index.children(grid)
      const from = list.previous === null ? -1 : siblings.indexOf(list.previous)
      const before = others.filter((id) => siblings.indexOf(id) <= from)
      line = [...before, ...ids, ...others.filter((id) => !before.includes(id))]
    }
    lines[name] = line
  }
  return lines
}
