import type { Json } from '@/blocks/kit/block'
import { CELL, cellId } from '../format/grid'
import { type Formats, NO_FORMATS, type Piece } from '../format/layout'
import type { PageIndex } from '../page-index/page-index'
import { type ListEdit, NO_EDIT, type PageEdit, type TextPart, writePage } from './write-page'

/**
 * What can be done to a page, each as the smallest forward edit. They do nothing when a block they name is not on the
 * page. Offsets count UTF-16 units of the block's text; an inline atom is one.
 */

type PageWriter = (index: PageIndex, edit: PageEdit) => void

let writer: PageWriter = writePage

/** What `act` does is given to `other` instead of being written into the page. */
export function writingBy(other: PageWriter, act: () => void): void {
  const before = writer
  writer = other
  try {
    act()
  } finally {
    writer = before
  }
}

const write = (index: PageIndex, edit: Partial<PageEdit>): void => writer(index, { ...NO_EDIT, ...edit })

const shown = (index: PageIndex, ...ids: string[]): boolean => ids.every((id) => index.tree.isShown(id))

const keep = (id: string, from: number, to: number): TextPart[] => (from < to ? [{ keep: id, from, to }] : [])

export function insertText(
  index: PageIndex,
  id: string,
  offset: number,
  insert: Piece['insert'],
  formats: Formats = NO_FORMATS,
): void {
  if (!shown(index, id)) return
  const length = index.tree.textLength(id)
  const parts = [...keep(id, 0, offset), { insert, formats }, ...keep(id, offset, length)]
  write(index, { texts: new Map([[id, parts]]) })
}

export function deleteText(index: PageIndex, id: string, from: number, to: number): void {
  if (!shown(index, id)) return
  const parts = [...keep(id, 0, from), ...keep(id, to, index.tree.textLength(id))]
  write(index, { texts: new Map([[id, parts]]) })
}

/** Sets formats of a segment of text; null takes one away. */
export function formatText(
  index: PageIndex,
  id: string,
  from: number,
  to: number,
  patch: Record<string, Json | null>,
): void {
  if (shown(index, id)) write(index, { formats: [{ block: id, from, to, patch }] })
}

/** What stands behind `offset` becomes the block `fresh`, of the same kind, right behind. */
export function splitBlock(index: PageIndex, id: string, offset: number, fresh: string): void {
  if (!shown(index, id)) return
  const length = index.tree.textLength(id)
  write(index, {
    set: new Map([[fresh, { kind: index.tree.kindOf(id), attributes: index.attributes(id) }]]),
    texts: new Map([
      [id, keep(id, 0, offset)],
      [fresh, keep(id, offset, length)],
    ]),
    lists: [behind(index, index.tree.parentOf(id), id, [fresh], index.tree.kindOf(id))],
  })
}

/** The text of `from` goes on in `into`; what stood in `from` stands where it stood. */
export function mergeBlocks(index: PageIndex, into: string, from: string): void {
  if (!shown(index, into, from) || into === from) return
  const parts = [...keep(into, 0, index.tree.textLength(into)), ...keep(from, 0, index.tree.textLength(from))]
  write(index, { gone: new Set([from]), texts: new Map([[into, parts]]) })
}

/** Moves blocks, together and in this order, into `parent` behind `previous` (null: to its start). */
export function moveBlocks(
  index: PageIndex,
  ids: readonly string[],
  parent: string,
  previous: string | null,
): void {
  if (!shown(index, ...ids) || (previous !== null && ids.includes(previous))) return
  const [first] = ids
  if (first !== undefined)
    write(index, { lists: [behind(index, parent, previous, ids, index.tree.kindOf(first))] })
}

export interface NewBlock {
  id: string
  kind: string
  attributes?: Record<string, Json>
  text?: readonly Piece[]
}

/** Puts new blocks (or ones that were deleted) into `parent` behind `previous` (null: at its start). */
export function insertBlocks(
  index: PageIndex,
  blocks: readonly NewBlock[],
  parent: string,
  previous: string | null,
): void {
  write(index, {
    set: new Map(blocks.map(({ id, kind, attributes }) => [id, { kind, attributes: attributes ?? {} }])),
    texts: new Map(blocks.flatMap(({ id, text }) => (text ? [[id, text] as const] : []))),
    lists: [
      behind(
        index,
        parent,
        previous,
        blocks.map(({ id }) => id),
        blocks[0]?.kind ?? '',
      ),
    ],
  })
}

/** Deletes blocks with all that stands in them. */
export function deleteBlocks(index: PageIndex, ids: readonly string[]): void {
  const gone = new Set<string>()
  const rest = [...ids]
  for (let id = rest.pop(); id !== undefined; id = rest.pop()) {
    if (gone.has(id) || !shown(index, id)) continue
    gone.add(id)
    for (const child of index.children(id)) rest.push(child)
    for (const cell of cellsOf(index, id)) for (const child of index.children(cell)) rest.push(child)
  }
  if (gone.size > 0) write(index, { gone })
}

export function setKind(index: PageIndex, id: string, kind: string): void {
  if (shown(index, id)) write(index, { set: new Map([[id, { kind, attributes: {} }]]) })
}

/**
 * Sets attributes of a block, or of a cell of a grid; null takes one away. A cell is merged with those behind and below it
 * by its `rowSpan` and `colSpan`.
 */
export function setAttributes(index: PageIndex, id: string, attributes: Record<string, Json | null>): void {
  const isCell = index.tree.gridOfCell(id) !== null
  if (!isCell && !shown(index, id)) return
  const needsKind = isCell && index.tree.entry(id)?.kind !== CELL
  write(index, { set: new Map([[id, needsKind ? { kind: CELL, attributes } : { attributes }]]) })
}

/** A new row or column of a grid behind `previous` (null: the first). Its cells need no writing: they are there. */
export function insertGridPart(
  index: PageIndex,
  grid: string,
  part: NewBlock,
  previous: string | null,
): void {
  if (index.tree.entry(grid)) insertBlocks(index, [part], grid, previous)
}

/** The cells of a row, a column or a whole grid. */
function cellsOf(index: PageIndex, id: string): string[] {
  const holds = index.tree.holds(id)
  if (holds !== 'row' && holds !== 'column') return []
  const { rows, columns } = index.tree.grid(index.tree.parentOf(id))
  return holds === 'row' ? columns.map((column) => cellId(id, column)) : rows.map((row) => cellId(row, id))
}

/** The list in which these stand behind `previous`; in a grid, rows count among rows and columns among columns. */
function behind(
  index: PageIndex,
  parent: string,
  previous: string | null,
  ids: readonly string[],
  kind: string,
): ListEdit {
  const { tree } = index
  const isGrid = tree.holds(parent) === 'grid'
  const siblings = index
    .children(parent)
    .filter(
      (id) => !ids.includes(id) && shown(index, id) && (!isGrid || tree.holds(id) === index.kinds(kind)),
    )
  const at = previous === null ? 0 : siblings.indexOf(previous) + 1
  return { parent, ids, previous: siblings[at - 1] ?? null, next: siblings[at] ?? null }
}
