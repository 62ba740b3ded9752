import type { Block } from '@/blocks/kit/block'
import { CELL, cellId, cellParts } from './grid'
import type { LayoutKinds } from './layout'

/**
 * The blocks with every grid in the one form in which a page gives it: its columns, then its rows, and in every row a cell
 * for each column, by the name of both, without those that a merged cell covers. Columns that nobody named are named by the
 * cells of the first row, else by their number. `kinds` tells what is a grid, a row and a column; `taken` are the ids that
 * other blocks have.
 */
export function withWholeGrids(blocks: readonly Block[], kinds: LayoutKinds, taken: Set<string>): Block[] {
  return blocks.map((block) => {
    if (kinds(block.kind) === 'grid') return wholeGrid(block, kinds, taken)
    return block.children ? { ...block, children: withWholeGrids(block.children, kinds, taken) } : block
  })
}

function wholeGrid(grid: Block, kinds: LayoutKinds, ids: Set<string>): Block {
  const given = grid.children ?? []
  const rows = given.filter(({ kind }) => kinds(kind) === 'row')
  const columns = given.filter(({ kind }) => kinds(kind) === 'column')
  const taken = new Set<string>()
  const width = (cell: Block) => span(cell, 'colSpan')
  const laid = rows.map((row, y) => {
    let x = 0
    return {
      row,
      cells: (row.children ?? []).map((child) => {
        const cell = child.kind === CELL ? child : { id: '', kind: CELL, children: [child] }
        while (taken.has(`${x} ${y}`)) x++
        const at = x
        x += width(cell)
        for (let j = y; j < y + span(cell, 'rowSpan'); j++) {
          for (let i = at; i < x; i++) taken.add(`${i} ${j}`)
        }
        return { cell, x: at }
      }),
    }
  })
  const widest = Math.max(0, ...laid.flatMap(({ cells }) => cells.map(({ cell, x }) => x + width(cell))))
  const columnKind = columns[0]?.kind ?? 'tableColumn'
  for (let x = columns.length; x < widest; x++) {
    const named = laid[0]?.cells.find((place) => place.x === x)?.cell.id
    const parts = named ? cellParts(named) : null
    let id = parts?.row === laid[0]?.row.id ? parts?.column : undefined
    for (let n = x + 1; id === undefined || ids.has(id); n++) id = `${lineId(grid.id)}~${n}`
    ids.add(id)
    columns.push({ id, kind: columnKind })
  }
  const children = laid.map(({ row, cells }, y) => {
    const named = cells.map(({ cell, x }) => cellOf(cell, row.id, columns[x]?.id ?? '', kinds, ids))
    const at = new Map(cells.map(({ x }, i) => [x, named[i] as Block]))
    const whole = columns.flatMap((column, x) => {
      const cell = at.get(x)
      if (cell) return [cell]
      return taken.has(`${x} ${y}`) ? [] : [{ id: cellId(row.id, column.id), kind: CELL }]
    })
    return { ...row, children: whole }
  })
  return { ...grid, children: [...columns, ...children] }
}

function cellOf(cell: Block, row: string, column: string, kinds: LayoutKinds, ids: Set<string>): Block {
  const { attributes, children } = cell
  return {
    id: cellId(row, column),
    kind: CELL,
    ...(attributes ? { attributes } : {}),
    ...(children?.length ? { children: withWholeGrids(children, kinds, ids) } : {}),
  }
}

/** The id of a row or a column holds no colon: a cell is named by both. */
export const lineId = (id: string): string => id.replaceAll(':', '-')

/** Wider or higher than this is not believed. */
const MOST = 100

function span({ attributes }: Block, name: 'rowSpan' | 'colSpan'): number {
  const value = attributes?.[name]
  return typeof value === 'number' && value >= 1 ? Math.min(MOST, Math.floor(value)) : 1
}
