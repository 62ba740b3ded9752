import { type Block, plainTextOf } from '@/blocks'
import { readChartBlock } from '@/blocks/chart/chart-attributes'
import { chartNumber, readChart } from '@/blocks/chart/read-chart'
import { readTable } from '@/blocks/data-table/read-table'
import { valueAt } from '@/blocks/data-table/table-model'

/** A table as lines of cells, the first line its header where it has one; `null` for what is no table. */
export function gridOf(block: Block): string[][] | null {
  if (block.kind === 'dataTable') return dataGrid(block)
  return block.kind === 'table' ? cellGrid(block) : null
}

/**
 * What a chart draws, as lines of cells under the names of its series, and what it leaves out; `null` for one that draws nothing. A scatter chart
 * has a column for where its points stand.
 */
export function chartGrid(block: Block): { grid: string[][]; notes: readonly string[] } | null {
  const reading = readChart(readChartBlock(block))
  if (!('chart' in reading)) return null
  const { type, series, points, notes } = reading.chart
  const inFigures = (value: number | null) => (value === null ? '' : chartNumber(value))
  const isScatter = type === 'scatter'
  const grid = [
    ['', ...(isScatter ? ['x'] : []), ...series.map(({ label }) => label)],
    ...points.map(({ name, label, x, values }) => [
      isScatter ? name : label,
      ...(isScatter ? [inFigures(x)] : []),
      ...values.map(inFigures),
    ]),
  ]
  return { grid, notes }
}

/** Every table among the blocks, at any depth, as lines of cells. */
export function gridsIn(blocks: readonly Block[]): string[][][] {
  const grids: string[][][] = []
  for (const block of blocks) {
    const grid = gridOf(block)
    if (grid && grid.length > 0 && grid[0]!.length > 0) grids.push(grid)
    grids.push(...gridsIn(block.children ?? []))
  }
  return grids
}

function dataGrid({ attributes }: Block): string[][] {
  const { columns, rows } = readTable(attributes)
  return [
    columns.map(({ header }) => header),
    ...rows.map(({ values }) => columns.map((column) => String(valueAt(values, column) ?? ''))),
  ]
}

/** A cell that reaches over others says its words once, in its first place; the others are empty. */
function cellGrid({ children = [] }: Block): string[][] {
  const rows = children.filter(({ kind }) => kind === 'tableRow')
  const grid: string[][] = rows.map(() => [])
  for (const [y, row] of rows.entries()) {
    let x = 0
    for (const cell of row.children ?? []) {
      while (grid[y]![x] !== undefined) x++
      const { colSpan = 1, rowSpan = 1 } = cell.attributes ?? {}
      for (let down = 0; down < Number(rowSpan) && y + down < rows.length; down++)
        for (let right = 0; right < Number(colSpan); right++) grid[y + down]![x + right] = ''
      grid[y]![x] = plainTextOf(cell.children ?? [])
      x += Number(colSpan)
    }
  }
  const width = Math.max(0, ...grid.map((row) => row.length))
  return grid.map((row) => Array.from({ length: width }, (_, x) => row[x] ?? ''))
}
