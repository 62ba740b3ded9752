import type { Bounds } from '@/shared/limits'
import { cellsOfEach, gridSize, linesLaid } from '../format/grid-bounds'
import { byText } from '../format/layout'
import type { BlockNode, TextFacts } from './block-graph'

const isLine = ({ holds }: BlockNode): boolean => holds === 'row' || holds === 'column'

/**
 * Which rows and columns of each grid are laid out. Most pages are far from the bounds: for them this counts and nothing
 * else.
 */
export class GridLayouts {
  private readonly lines = new Map<BlockNode, Set<BlockNode>>()
  private readonly sizes = new Map<BlockNode, number>()
  private readonly laid = new Map<BlockNode, ReadonlySet<BlockNode>>()
  private total = 0
  private cells: number
  private readonly changed = new Set<BlockNode>()

  constructor(
    private readonly texts: TextFacts,
    private readonly bounds: Bounds,
  ) {
    this.cells = bounds.gridCells
  }

  clear(): void {
    for (const known of [this.lines, this.sizes, this.laid, this.changed]) known.clear()
    this.total = 0
    this.cells = this.bounds.gridCells
  }

  /** Takes note that a row or column stands in its `outer`. */
  add(node: BlockNode): void {
    const grid = node.outer
    if (grid?.holds !== 'grid' || !isLine(node)) return
    const lines = this.lines.get(grid)
    if (lines) lines.add(node)
    else this.lines.set(grid, new Set([node]))
    this.changed.add(grid)
  }

  /** … or no longer, before it is asked again what it is and where it stands. */
  remove(node: BlockNode): void {
    const lines = node.outer && this.lines.get(node.outer)
    if (!lines?.delete(node)) return
    this.changed.add(node.outer as BlockNode)
    if (lines.size === 0) this.lines.delete(node.outer as BlockNode)
  }

  /** Is a row or column of this grid laid out? One that came to it from where it cannot stand never is. */
  isLaid(line: BlockNode, grid: BlockNode | undefined): boolean {
    if (!grid || line.outer !== grid) return false
    return this.laid.get(grid)?.has(line) ?? true
  }

  /** How many cells all of them lay out at most: as many as their rows and columns make, deleted ones as well. */
  get laidOut(): number {
    let sum = 0
    for (const size of this.sizes.values()) sum += Math.min(size, this.cells)
    return sum
  }

  /** The names of those that are not laid out whole. */
  get cut(): string[] {
    return [...this.laid.keys()].map(({ id }) => id)
  }

  /** Lays the grids out anew whose rows and columns changed. Gives those in which anything may stand in another place now. */
  settle(): BlockNode[] {
    if (this.changed.size === 0) return []
    const { bounds } = this
    const again = new Set(this.changed)
    this.changed.clear()
    for (const grid of again) {
      const { rows, columns } = this.linesOf(grid)
      const size = gridSize(rows.length, columns.length, bounds)
      this.total += size - (this.sizes.get(grid) ?? 0)
      if (this.lines.has(grid)) this.sizes.set(grid, size)
      else this.sizes.delete(grid)
    }
    const isSmall = this.total <= bounds.pageCells
    const cells = isSmall ? bounds.gridCells : cellsOfEach(this.sizes.values(), bounds)
    if (cells !== this.cells) {
      for (const [grid, size] of this.sizes) if (size > Math.min(cells, this.cells)) again.add(grid)
      this.cells = cells
    }
    const moved: BlockNode[] = []
    for (const grid of again) {
      const before = this.laid.get(grid)
      const laid = this.layOut(grid)
      if (laid) this.laid.set(grid, laid)
      else this.laid.delete(grid)
      if (before || laid) moved.push(grid)
    }
    return moved
  }

  private layOut(grid: BlockNode): ReadonlySet<BlockNode> | null {
    const { rows, columns } = this.linesOf(grid)
    if (rows.length * columns.length <= this.cells) return null
    const inOrder = (lines: BlockNode[]) =>
      lines
        .map((line) => ({ line, order: line.entry.at.order, position: this.texts.position(line.id) }))
        .sort((a, b) => byText(a.order, b.order) || a.position - b.position || byText(a.line.id, b.line.id))
        .map(({ line }) => line)
    return linesLaid(
      { rows: inOrder(rows), columns: inOrder(columns) },
      ({ entry }) => entry.deleted,
      this.cells,
    )
  }

  private linesOf(grid: BlockNode): { rows: BlockNode[]; columns: BlockNode[] } {
    const rows: BlockNode[] = []
    const columns: BlockNode[] = []
    for (const line of this.lines.get(grid) ?? []) (line.holds === 'row' ? rows : columns).push(line)
    return { rows, columns }
  }
}
