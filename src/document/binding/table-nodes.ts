import { Fragment, type Node, Slice } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'
import type { Block } from '@/blocks/kit/block'
import { CELL, cellId, lineId } from '@/blocks/table/cell-names'
import { wholeGrid } from '@/blocks/table/whole-grid'
import { newBlockId } from '@/shared/ids'
import { pageKinds } from '../format/layout'

export const isTable = (node: Node): boolean => pageKinds(node.type.name) === 'grid'
export const isRow = (node: Node): boolean => pageKinds(node.type.name) === 'row'
export const isCell = (node: Node): boolean => node.type.name === CELL

/** Does a table show what a page can hold: each cell named by the row and the column it stands in, and no gaps? */
export function isWholeTable(table: Node): boolean {
  const columns: string[] = []
  const until: number[] = []
  let rows = 0
  let y = 0
  table.forEach((part) => {
    if (pageKinds(part.type.name) === 'column') columns.push(String(part.attrs.id))
    else rows++
  })
  let isWhole = columns.every((id) => !id.includes(':'))
  table.forEach((row) => {
    if (pageKinds(row.type.name) !== 'row') return
    const id = String(row.attrs.id)
    if (id.includes(':')) isWhole = false
    let x = 0
    const skip = () => {
      while (x < columns.length && (until[x] ?? 0) > y) x++
    }
    row.forEach((cell) => {
      skip()
      const { rowSpan, colSpan } = cell.attrs as { rowSpan: number; colSpan: number }
      if (cell.attrs.id !== cellId(id, columns[x] ?? '') || y + rowSpan > rows) isWhole = false
      for (let i = 0; i < colSpan; i++, x++) {
        if (x >= columns.length || (until[x] ?? 0) > y) isWhole = false
        until[x] = y + rowSpan
      }
    })
    skip()
    if (x < columns.length) isWhole = false
    y++
  })
  return isWhole
}

/** What stands in a cell, as `wholeGrid` passes it on: the number of the cell that it stands in now. */
const holderOf = ({ attributes }: Block): number => Number(attributes?.holder)

/**
 * Makes the table at `pos` one that a page can hold. What stands in a cell stays in it; rows get the cells they lack. One
 * small step for each thing that is amiss, so that the steps still tell what became of every character: were the whole
 * table put in anew, its texts would be taken for others, and two people who do it at once would double them.
 */
export function makeWhole(tr: Transaction, pos: number): void {
  const table = tr.doc.nodeAt(pos)
  if (!table) return
  const { nodes } = table.type.schema
  const lines: NodeAt[] = []
  const cells: NodeAt[] = []
  const ids = new Set<string>()
  const children: Block[] = []
  table.forEach((node, offset) => {
    const line = { node, pos: pos + 1 + offset }
    lines.push(line)
    let id = lineId(String(node.attrs.id))
    while (ids.has(id)) id = newBlockId()
    ids.add(id)
    const held: Block[] = []
    node.forEach((cell, within) => {
      const { rowSpan, colSpan, background } = cell.attrs
      const holder = cells.push({ node: cell, pos: line.pos + 1 + within }) - 1
      held.push({
        id: String(cell.attrs.id),
        kind: CELL,
        attributes: { rowSpan, colSpan, background },
        children: [{ id: '', kind: 'content', attributes: { holder } }],
      })
    })
    children.push({ id, kind: node.type.name, ...(held.length > 0 ? { children: held } : {}) })
  })
  const grid = wholeGrid({ id: String(table.attrs.id), kind: table.type.name, children }, pageKinds, ids)
  const newCell = ({ id }: Block): Node =>
    nodes[CELL]!.create({ id }, nodes.paragraph!.create({ id: newBlockId() }))

  // From the end, so that what is still to come keeps its position.
  const wanted = grid.children ?? []
  const isColumn = ({ kind }: Block) => pageKinds(kind) === 'column'
  const columns = wanted.filter(isColumn)
  const standing = lines.filter(({ node }) => pageKinds(node.type.name) === 'column')
  const rows = lines.slice(standing.length)
  for (const [y, row] of [...wanted.slice(columns.length).entries()].reverse()) {
    const { node, pos: start } = rows[y] as NodeAt
    let at = start + node.nodeSize - 1
    for (const cell of [...(row.children ?? [])].reverse()) {
      const holders = (cell.children ?? []).map((held) => cells[holderOf(held)] as NodeAt)
      const [first] = holders
      if (!first) {
        insert(tr, at, newCell(cell))
        continue
      }
      for (const { pos: surplus } of holders.slice(1).reverse()) tr.join(surplus)
      setAttributes(tr, first, nodes[CELL]!.create({ ...cell.attributes, id: cell.id }).attrs)
      at = first.pos
    }
    setAttributes(tr, rows[y] as NodeAt, { id: row.id })
  }
  const last = standing.at(-1)
  const end = last ? last.pos + last.node.nodeSize : pos + 1
  for (const { id, kind } of columns.slice(standing.length).reverse())
    insert(tr, end, nodes[kind]!.create({ id }))
  for (const [x, column] of standing.entries()) setAttributes(tr, column, { id: columns[x]?.id })
}

interface NodeAt {
  node: Node
  pos: number
}

const insert = (tr: Transaction, at: number, node: Node): void => {
  tr.step(new ReplaceStep(at, at, new Slice(Fragment.from(node), 0, 0)))
}

function setAttributes(tr: Transaction, { node, pos }: NodeAt, attributes: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (node.attrs[name] !== value) tr.setNodeAttribute(pos, name, value)
  }
}
