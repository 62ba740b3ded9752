import type { Bounds } from '@/shared/limits'
import { CELL, cellId, cellParts } from '../format/grid'
import { byText, type Entry, type Holds, IMPLICIT_ENTRY, type LayoutKinds, ROOT } from '../format/layout'
import { GridLayouts } from './grid-layouts'

/** What the tree asks of the block texts. */
export interface TextFacts {
  length(id: string): number
  position(id: string): number
  hasBead(id: string): boolean
}

/** A block (or a cell that has an entry) with what is concluded from the entries of all. */
export interface BlockNode {
  readonly id: string
  entry: Entry
  /** Is the entry in the map, or does it only stand in for one? */
  stored: boolean
  /** What it was merged into, if that counts, and the block that its text belongs to in the end. */
  into: BlockNode | null
  root: BlockNode
  /** What it holds as it reads: text that its kind has no room for is shown all the same. */
  holds: Holds
  /** The block it stands in, before asking whether that can hold it; null at the top and where a cycle is cut. */
  outer: BlockNode | null
  /** Where it is shown: in this block or cell, */
  parent: string
  /** … by the order keys of these: what it stands behind without standing in it, then itself. null: itself alone. */
  path: readonly BlockNode[] | null
  /** Is it in the list of its parent? */
  listed: boolean
  mark: number
}

export interface Cell {
  row: BlockNode
  column: BlockNode
  grid: BlockNode
}

/**
 * The blocks by their entries, and who leads to whom by `into` and `at`. After entries were `set`, `settleMerges` and then
 * `settlePlaces` conclude anew for the blocks that this can touch: those from which the changed ones can be reached
 * (`addDependents`).
 */
export class BlockGraph {
  readonly nodes = new Map<string, BlockNode>()
  private readonly mergedInto = new Map<string, Set<string>>()
  private readonly standingIn = new Map<string, Set<string>>()
  /** The cells that something stands in, under the names of their row and of their column. */
  private readonly cellsOf = new Map<string, Set<string>>()
  /** How much of each grid is laid out. */
  readonly grids: GridLayouts
  private mark = 0

  constructor(
    private readonly kinds: LayoutKinds,
    readonly texts: TextFacts,
    bounds: Bounds,
  ) {
    this.grids = new GridLayouts(texts, bounds)
  }

  clear(): void {
    this.nodes.clear()
    this.grids.clear()
    this.mergedInto.clear()
    this.standingIn.clear()
    this.cellsOf.clear()
  }

  /** `undefined` leaves the entry as it is and asks only whether there still is a bead. Gives the node that went. */
  set(id: string, entry: Entry | null | undefined): BlockNode | null {
    const before = this.nodes.get(id)
    const kept = entry === undefined ? (before?.stored ? before.entry : null) : entry
    const now = kept ?? (this.texts.hasBead(id) ? IMPLICIT_ENTRY : null)
    if (before) this.unlink(id, before.entry)
    if (!now) {
      this.nodes.delete(id)
      if (before) this.grids.remove(before)
      return before ?? null
    }
    this.link(id, now)
    if (before) {
      before.entry = now
      before.stored = kept !== null
    } else this.nodes.set(id, newNode(id, now, kept !== null))
    return null
  }

  private link(id: string, { into, at }: Entry): void {
    if (into) addTo(this.mergedInto, into.parent, id)
    if (at.parent === ROOT) return
    addTo(this.standingIn, at.parent, id)
    const cell = cellParts(at.parent)
    if (!cell) return
    addTo(this.cellsOf, cell.row, at.parent)
    addTo(this.cellsOf, cell.column, at.parent)
  }

  private unlink(id: string, { into, at }: Entry): void {
    if (into) removeFrom(this.mergedInto, into.parent, id)
    if (at.parent === ROOT) return
    removeFrom(this.standingIn, at.parent, id)
    const cell = cellParts(at.parent)
    if (!cell || this.standingIn.has(at.parent)) return
    removeFrom(this.cellsOf, cell.row, at.parent)
    removeFrom(this.cellsOf, cell.column, at.parent)
  }

  /** The names of the cells of a row or column that something says it stands in. */
  cellNames(id: string): Iterable<string> {
    return this.cellsOf.get(id) ?? []
  }

  /** Those whose entries name this one, as what they stand in or were merged into. */
  dependents(id: string): string[] {
    return [...(this.mergedInto.get(id) ?? []), ...(this.standingIn.get(id) ?? [])]
  }

  /** Adds the blocks of these names, and all from which they can be reached, by `into` or `at`. */
  addDependents(names: Iterable<string>, found: Set<BlockNode>): void {
    const rest = [...names]
    const seen = new Set<string>()
    for (let id = rest.pop(); id !== undefined; id = rest.pop()) {
      if (seen.has(id)) continue
      seen.add(id)
      const node = this.nodes.get(id)
      if (node) found.add(node)
      for (const other of this.mergedInto.get(id) ?? []) rest.push(other)
      for (const other of this.standingIn.get(id) ?? []) rest.push(other)
      for (const cell of this.cellsOf.get(id) ?? []) {
        for (const other of this.standingIn.get(cell) ?? []) rest.push(other)
      }
    }
  }

  /** Concludes anew what these were merged into. A cycle is cut at its smallest id. */
  settleMerges(nodes: Iterable<BlockNode>): void {
    const fresh: BlockNode[] = []
    this.mark++
    for (const node of nodes) {
      const { into } = node.entry
      node.into = into ? (this.nodes.get(into.parent) ?? null) : null
      node.root = node
      if (!node.into) continue
      node.mark = this.mark
      fresh.push(node)
    }
    if (fresh.length === 0) return
    for (const node of cycleBreakers(fresh, (at) => (at.mark === this.mark ? at.into : null)))
      node.into = null
    const done = ++this.mark
    for (const node of fresh) {
      const path: BlockNode[] = []
      let at = node
      // Those that are not concluded anew have their root.
      for (; at.into && at.mark === done - 1; at = at.into) {
        at.mark = done
        path.push(at)
      }
      for (const passed of path) passed.root = at.root
    }
  }

  /** Concludes anew what these hold and which block each stands in. The merges must be settled. */
  settlePlaces(nodes: Iterable<BlockNode>): void {
    const fresh: BlockNode[] = []
    for (const node of nodes) {
      this.grids.remove(node)
      node.outer = null
      node.holds = this.kinds(node.entry.kind)
      if (!node.into && node.holds !== 'text' && node.holds !== 'any' && this.textLength(node) > 0) {
        node.holds = this.kinds(IMPLICIT_ENTRY.kind)
      }
      if (node.entry.at.parent !== ROOT && !node.into) fresh.push(node)
    }
    if (fresh.length === 0) return
    this.mark++
    for (const node of fresh) {
      node.outer = this.namedParent(node)
      if (node.outer) node.mark = this.mark
    }
    for (const node of cycleBreakers(fresh, (at) => (at.mark === this.mark ? at.outer : null)))
      node.outer = null
    for (const node of fresh) this.grids.add(node)
  }

  private namedParent({ entry }: BlockNode): BlockNode | null {
    const { parent } = entry.at
    const node = this.nodes.get(parent)
    if (node && node.entry.kind !== CELL) return node.root
    return this.findCell(parent)?.grid ?? null
  }

  /** The cell of this name, when there are its row, its column and a grid that both say they stand in. */
  findCell(name: string): Cell | null {
    const parts = cellParts(name)
    if (!parts) return null
    const own = this.nodes.get(name)
    if (own && !own.into && own.entry.kind !== CELL) return null
    const row = this.nodes.get(parts.row)
    const column = this.nodes.get(parts.column)
    if (!row || !column || row.into || column.into) return null
    if (row.holds !== 'row' || column.holds !== 'column') return null
    const { parent } = row.entry.at
    const grid = column.entry.at.parent === parent ? this.nodes.get(parent) : undefined
    return grid && !grid.into && grid.holds === 'grid' ? { row, column, grid } : null
  }

  /** The cell that a block says it stands in, if that cell is there. Rows and columns stand in no cell. */
  cellAround(node: BlockNode): string | null {
    if (!node.outer || node.holds === 'row' || node.holds === 'column') return null
    const cell = this.findCell(node.entry.at.parent)
    if (!cell || cell.row.outer !== cell.grid || cell.column.outer !== cell.grid) return null
    if (!this.grids.isLaid(cell.row, cell.grid) || !this.grids.isLaid(cell.column, cell.grid)) return null
    return cellId(cell.row.id, cell.column.id)
  }

  /** What was merged directly into a block, in order. */
  mergedChildren({ id }: BlockNode): BlockNode[] {
    const found: BlockNode[] = []
    for (const name of this.mergedInto.get(id) ?? []) {
      const node = this.nodes.get(name)
      if (node?.into?.id === id) found.push(node)
    }
    if (found.length < 2) return found
    const order = (node: BlockNode) => node.entry.into?.order ?? ''
    const position = positions(this.texts)
    return found.sort((a, b) => byText(order(a), order(b)) || position(a) - position(b) || byText(a.id, b.id))
  }

  hasMerged(id: string): boolean {
    return this.mergedInto.has(id)
  }

  /** The blocks whose texts make up the block's text, in order, itself first. */
  textSources(root: BlockNode): BlockNode[] {
    if (!this.mergedInto.has(root.id)) return [root]
    const found: BlockNode[] = []
    const rest = [root]
    for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
      found.push(node)
      const merged = this.mergedChildren(node)
      for (let i = merged.length - 1; i >= 0; i--) rest.push(merged[i] as BlockNode)
    }
    return found
  }

  textLength(root: BlockNode): number {
    if (!this.mergedInto.has(root.id)) return this.texts.length(root.id)
    let length = 0
    for (const { id } of this.textSources(root)) length += this.texts.length(id)
    return length
  }
}

function newNode(id: string, entry: Entry, stored: boolean): BlockNode {
  const node: Omit<BlockNode, 'root'> & { root: BlockNode | null } = {
    id,
    entry,
    stored,
    into: null,
    root: null,
    holds: 'any',
    outer: null,
    parent: ROOT,
    path: null,
    listed: false,
    mark: 0,
  }
  node.root = node as BlockNode
  return node as BlockNode
}

/** The position of a block, asked once. */
export function positions(texts: TextFacts): (node: BlockNode) => number {
  const known = new Map<BlockNode, number>()
  return (node) => {
    let position = known.get(node)
    if (position === undefined) {
      position = texts.position(node.id)
      known.set(node, position)
    }
    return position
  }
}

/** Of every cycle of these edges the node of the smallest id. */
function cycleBreakers(
  starts: readonly BlockNode[],
  edge: (node: BlockNode) => BlockNode | null,
): BlockNode[] {
  const breakers: BlockNode[] = []
  const done = new Set<BlockNode>()
  for (const start of starts) {
    if (done.has(start)) continue
    const path: BlockNode[] = []
    let at: BlockNode | null = start
    for (; at && !done.has(at); at = edge(at)) {
      done.add(at)
      path.push(at)
    }
    const from = at ? path.indexOf(at) : -1
    if (from < 0) continue
    let smallest = path[from] as BlockNode
    for (let i = from + 1; i < path.length; i++) {
      if ((path[i] as BlockNode).id < smallest.id) smallest = path[i] as BlockNode
    }
    breakers.push(smallest)
  }
  return breakers
}

function addTo(map: Map<string, Set<string>>, key: string, id: string): void {
  const set = map.get(key)
  if (set) set.add(id)
  else map.set(key, new Set([id]))
}

function removeFrom(map: Map<string, Set<string>>, key: string, id: string): void {
  const set = map.get(key)
  set?.delete(id)
  if (set?.size === 0) map.delete(key)
}
