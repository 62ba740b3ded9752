import { blockKind } from './kinds'
import { type Block, type Inline, isInlineText, type Json } from './kit/block'
import { CELL, cellId, cellParts } from './table/cell-names'
import { wholeGrid } from './table/whole-grid'

/** What is said about a page and is no part of it: marks, and attributes of blocks. */
const SUGGESTION = /^suggestion(?::|$)/
const REVIEW = /^(?:suggestion|comment)(?::|$)/

const isInsert = (value: Json | undefined): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && value.type === 'insert'

const isSuggested = ({ attributes = {} }: Block): boolean =>
  Object.entries(attributes).some(([name, value]) => SUGGESTION.test(name) && isInsert(value))

/**
 * A page without its review: what somebody suggests to insert does not stand there yet, be it words or blocks with all that
 * is in them; what they suggest to delete still does; of suggestions and comments themselves nothing is left. Whatever
 * leaves the page for people who do not work on it starts from this.
 */
export const settledBlocks = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => (isSuggested(block) ? [] : [settledBlock(block)]))

function settledBlock(block: Block): Block {
  const { attributes, text, children, ...rest } = block
  const isGrid = blockKind(block.kind)?.content === 'grid'
  return {
    ...rest,
    ...(attributes && withoutReview(attributes)),
    ...(text && { text: text.flatMap(settledPiece) }),
    ...(children && { children: settledBlocks(isGrid ? settledGrid(block) : children) }),
  }
}

function withoutReview(attributes: NonNullable<Block['attributes']>): Pick<Block, 'attributes'> {
  const own = Object.entries(attributes).filter(([name]) => !REVIEW.test(name))
  return own.length > 0 ? { attributes: Object.fromEntries(own) } : {}
}

function settledPiece(piece: Inline): Inline[] {
  const marks = piece.marks ?? []
  if (marks.some(({ kind, attributes }) => SUGGESTION.test(kind) && isInsert(attributes))) return []
  const own = marks.filter(({ kind }) => !REVIEW.test(kind))
  if (own.length === marks.length) return [piece]
  const { marks: _, ...bare } = piece
  const settled = isInlineText(piece) ? { text: piece.text } : bare
  return [{ ...settled, ...(own.length > 0 && { marks: own }) } as Inline]
}

/** The rows and columns of a table without those that are suggested; a merged cell is as much smaller. */
function settledGrid(grid: Block): Block[] {
  const children = grid.children ?? []
  const goes = new Set(children.filter(isSuggested))
  if (goes.size === 0) return children
  const contentOf = (kind: string) => blockKind(kind)?.content ?? ''
  const rows = children.filter(({ kind }) => contentOf(kind) === 'row')
  const columns = children.filter(({ kind }) => contentOf(kind) === 'column')
  const kept = rows.flatMap((row, y) => {
    if (goes.has(row)) return []
    return [
      {
        ...row,
        children: (row.children ?? []).flatMap((cell) => settledCell(cell, { rows, y, columns, goes })),
      },
    ]
  })
  const left = { ...grid, children: [...columns.filter((column) => !goes.has(column)), ...kept] }
  return wholeGrid(left, contentOf, new Set(children.map(({ id }) => id))).children ?? []
}

interface Around {
  rows: readonly Block[]
  y: number
  columns: readonly Block[]
  goes: ReadonlySet<Block>
}

function settledCell(cell: Block, { rows, y, columns, goes }: Around): Block[] {
  const name = cellParts(cell.id)
  const x = columns.findIndex(({ id }) => id === name?.column)
  if (cell.kind !== CELL || !name || x < 0) return [cell]
  const { rowSpan, colSpan, ...others } = cell.attributes ?? {}
  const staying = (lines: readonly Block[], at: number, span: Json | undefined) =>
    lines.slice(at, at + (typeof span === 'number' && span > 1 ? span : 1)).filter((line) => !goes.has(line))
  const [across, down] = [staying(columns, x, colSpan), staying(rows, y, rowSpan)]
  const [first] = across
  if (!first) return []
  const attributes = {
    ...others,
    ...(down.length > 1 && { rowSpan: down.length }),
    ...(across.length > 1 && { colSpan: across.length }),
  }
  return [{ ...cell, id: cellId(name.row, first.id), attributes }]
}
