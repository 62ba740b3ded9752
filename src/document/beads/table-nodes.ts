import { Fragment, type Node } from '@tiptap/pm/model'
import type { Block, Json } from '@/blocks/kit/block'
import { CELL, cellId, lineId } from '@/blocks/table/cell-names'
import { wholeGrid } from '@/blocks/table/whole-grid'
import { newBlockId } from '@/shared/ids'
import { pageKinds } from './layout'

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

const content = (block: Block): Json => block.attributes?.content ?? -1

/** The same table as a page can hold it. What stands in a cell stays in it; rows get the cells they lack. */
export function wholeTable(table: Node): Node {
  const { schema } = table.type
  const contents: Fragment[] = []
  const ids = new Set<string>()
  const lines = new Map<string, Node>()
  const children: Block[] = []
  table.forEach((line) => {
    let id = lineId(String(line.attrs.id))
    while (ids.has(id)) id = newBlockId()
    ids.add(id)
    lines.set(id, line)
    const cells: Block[] = []
    line.forEach((cell) => {
      const { rowSpan, colSpan, background } = cell.attrs
      const held = { id: '', kind: 'content', attributes: { content: contents.push(cell.content) - 1 } }
      cells.push({
        id: String(cell.attrs.id),
        kind: CELL,
        attributes: { rowSpan, colSpan, background },
        children: [held],
      })
    })
    children.push({ id, kind: line.type.name, ...(cells.length > 0 ? { children: cells } : {}) })
  })
  const whole = wholeGrid({ id: String(table.attrs.id), kind: table.type.name, children }, pageKinds, ids)
  const cellNode = ({ id, attributes, children: held = [] }: Block): Node => {
    let inside = Fragment.empty
    for (const block of held) inside = inside.append(contents[Number(content(block))] ?? Fragment.empty)
    if (inside.size === 0) inside = Fragment.from(schema.nodes.paragraph!.create({ id: newBlockId() }))
    return schema.nodes[CELL]!.create({ ...attributes, id }, inside)
  }
  const made = (whole.children ?? []).map((line) => {
    const known = lines.get(line.id)
    const type = schema.nodes[line.kind]!
    return type.create({ ...known?.attrs, id: line.id }, line.children?.map(cellNode) ?? null, known?.marks)
  })
  return table.type.create(table.attrs, made, table.marks)
}
