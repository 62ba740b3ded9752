import type { Bounds } from '@/shared/limits'
import { CELL } from '../format/grid'
import {
  type Entry,
  type Holds,
  IMPLICIT_ENTRY,
  type LayoutKinds,
  MAX_CHAIN,
  ROOT,
  sameJson,
} from '../format/layout'
import { BlockGraph, type BlockNode, type TextFacts } from './block-graph'
import { ChildLists } from './child-lists'

/** What changed, in words of the page: blocks that read differently, and lists of children that do. */
export interface TreeChanges {
  blocks: Set<string>
  lists: Set<string>
}

const NONE: readonly string[] = []

/**
 * Which block stands where, kept up to date from single changed entries. Reads the same as `readPage`: what a change can
 * touch is everything that leads to the changed block by `into` or `at`; that alone is placed anew.
 */
export class BlockTree {
  private readonly graph: BlockGraph
  private readonly lists: ChildLists

  constructor(
    private readonly kinds: LayoutKinds,
    private readonly texts: TextFacts,
    bounds: Bounds,
  ) {
    this.graph = new BlockGraph(kinds, texts, bounds)
    this.lists = new ChildLists(this.graph)
  }

  /** The children as they are shown, in order. Of a grid: its rows and columns, deleted ones as well. */
  children(parent: string): readonly string[] {
    return this.lists.of(parent) ?? NONE
  }

  entry(id: string): Entry | null {
    return this.graph.nodes.get(id)?.entry ?? null
  }

  /** Is there an entry in the map? */
  isStored(id: string): boolean {
    return this.graph.nodes.get(id)?.stored ?? false
  }

  /** Is the block on the page, as itself? */
  isShown(id: string): boolean {
    const node = this.graph.nodes.get(id)
    if (!node?.listed) return false
    if (node.holds !== 'row' && node.holds !== 'column') return true
    if (!this.graph.grids.isLaid(node, this.graph.nodes.get(node.parent))) return false
    return !node.entry.deleted || this.hasFilledCell(node)
  }

  parentOf(id: string): string {
    return this.graph.nodes.get(id)?.parent ?? ROOT
  }

  /** The order key that counts for the place among the siblings. */
  orderOf(id: string): string {
    const node = this.graph.nodes.get(id)
    return (node?.path?.[0] ?? node)?.entry.at.order ?? ''
  }

  /** Does the block's own place say where it stands, or does it stand behind what it was in? */
  isPlacedByItself(id: string): boolean {
    const node = this.graph.nodes.get(id)
    return node !== undefined && node.path === null && node.parent === node.entry.at.parent
  }

  /** The block that this one's text belongs to. */
  mergeRoot(id: string): string {
    return this.graph.nodes.get(id)?.root.id ?? id
  }

  /** The block this one was merged into, if that counts. */
  intoOf(id: string): string | null {
    return this.graph.nodes.get(id)?.into?.id ?? null
  }

  /** What was merged directly into a block, in order. */
  mergedChildren(id: string): string[] {
    const node = this.graph.nodes.get(id)
    return node ? this.graph.mergedChildren(node).map((merged) => merged.id) : []
  }

  /** The blocks whose texts make up the block's text, in order, itself first. */
  textSources(root: string): string[] {
    const node = this.graph.hasMerged(root) ? this.graph.nodes.get(root) : undefined
    return node ? this.graph.textSources(node).map((source) => source.id) : [root]
  }

  /** Is the block's text its own alone, with nothing merged into it? */
  isOneText(root: string): boolean {
    return !this.graph.hasMerged(root)
  }

  textLength(root: string): number {
    const node = this.graph.nodes.get(root)
    return node ? this.graph.textLength(node) : this.texts.length(root)
  }

  /** The kind as it is read: text that its kind has no room for is shown all the same. */
  kindOf(id: string): string {
    const node = this.graph.nodes.get(id)
    return node && this.kinds(node.entry.kind) === node.holds ? node.entry.kind : IMPLICIT_ENTRY.kind
  }

  holds(id: string): Holds {
    return this.graph.nodes.get(id)?.holds ?? this.kinds(IMPLICIT_ENTRY.kind)
  }

  /** Rows and columns of a grid that are shown, in order, and how many others are not laid out. */
  grid(id: string): { rows: string[]; columns: string[]; beyond: { rows: number; columns: number } } {
    const rows: string[] = []
    const columns: string[] = []
    const beyond = { rows: 0, columns: 0 }
    const grid = this.graph.nodes.get(id)
    for (const part of this.children(id)) {
      const node = this.graph.nodes.get(part) as BlockNode
      if (!this.graph.grids.isLaid(node, grid)) {
        if (!node.entry.deleted && node.outer === grid) beyond[node.holds === 'row' ? 'rows' : 'columns']++
        continue
      }
      if (node.entry.deleted && !this.hasFilledCell(node)) continue
      if (node.holds === 'row') rows.push(part)
      else if (node.holds === 'column') columns.push(part)
    }
    return { rows, columns, beyond }
  }

  /** The grids of which not everything is laid out. */
  get cutGrids(): string[] {
    return this.graph.grids.cut
  }

  /** How many cells all grids lay out at most. */
  get cells(): number {
    return this.graph.grids.laidOut
  }

  /** The blocks that say they stand in this one, or were merged into it, whether there is one or not. */
  dependents(id: string): string[] {
    return this.graph.dependents(id)
  }

  /** The grid that has a cell of this name. */
  gridOfCell(id: string): string | null {
    return this.graph.findCell(id)?.grid.id ?? null
  }

  /** Does a block stand in a cell of this row or column? */
  private hasFilledCell({ id, parent }: BlockNode): boolean {
    for (const name of this.graph.cellNames(id)) {
      if (this.children(name).length === 0) continue
      const cell = this.graph.findCell(name)
      if (cell && cell.grid.id === parent && (cell.row.id === id || cell.column.id === id)) return true
    }
    return false
  }

  isDeleted(id: string): boolean {
    return this.graph.nodes.get(id)?.entry.deleted ?? true
  }

  /** Reads all entries anew. Tells everything that there was and is. */
  rebuild(entries: Iterable<readonly [string, Entry | null]>, beads: Iterable<string>): TreeChanges {
    const changes: TreeChanges = { blocks: new Set(), lists: new Set(this.lists.parents()) }
    for (const node of this.graph.nodes.values()) changes.blocks.add(node.root.id)
    this.fill(entries, beads)
    for (const node of this.graph.nodes.values()) changes.blocks.add(node.root.id)
    for (const parent of this.lists.parents()) changes.lists.add(parent)
    return changes
  }

  /** Reads all entries anew. */
  fill(entries: Iterable<readonly [string, Entry | null]>, beads: Iterable<string>): void {
    const { graph } = this
    graph.clear()
    this.lists.clear()
    for (const [id, entry] of entries) if (entry) graph.set(id, entry)
    for (const id of beads) if (!graph.nodes.has(id)) graph.set(id, null)
    graph.settleMerges(graph.nodes.values())
    graph.settlePlaces(graph.nodes.values())
    graph.grids.settle()
    this.place(graph.nodes.values(), new Set())
  }

  /**
   * Takes in changed entries (null: gone from the map), blocks that got or lost a bead, and blocks whose text reads
   * differently.
   */
  update(entries: ReadonlyMap<string, Entry | null>, beads: Set<string>, texts: Set<string>): TreeChanges {
    const { graph } = this
    const changes: TreeChanges = { blocks: new Set(), lists: new Set() }
    const moving = new Set<string>(beads)
    for (const [id, entry] of entries) if (this.changesPlace(id, entry)) moving.add(id)
    const again = new Set<BlockNode>()
    const addRoots = () => {
      const roots = new Set<string>()
      for (const { root } of again) if (!again.has(root)) roots.add(root.id)
      graph.addDependents(roots, again)
      for (const { root } of again) changes.blocks.add(root.id)
    }
    if (moving.size > 0) {
      graph.addDependents(moving, again)
      addRoots()
    }
    for (const [id, entry] of entries) this.drop(graph.set(id, entry), again, changes)
    for (const id of beads) if (!entries.has(id)) this.drop(graph.set(id, undefined), again, changes)
    if (moving.size > 0) {
      const changed = new Set<BlockNode>()
      graph.addDependents(moving, changed)
      for (const node of again) if (graph.nodes.get(node.id) === node) changed.add(node)
      graph.settleMerges(changed)
      for (const node of changed) again.add(node)
      addRoots()
    }
    for (const id of entries.keys()) if (graph.nodes.has(id)) changes.blocks.add(this.mergeRoot(id))
    const flips = new Set<string>()
    for (const id of texts) {
      const root = graph.nodes.get(id)?.root
      if (!root) continue
      changes.blocks.add(root.id)
      // Whether there is text decides whether a deleted block is shown, and whether a kind without text is.
      const own = this.kinds(root.entry.kind)
      if (root.entry.deleted || (own !== 'text' && own !== 'any') || !root.listed) flips.add(root.id)
    }
    if (flips.size > 0) {
      graph.addDependents(flips, again)
      addRoots()
    }
    graph.settlePlaces(again)
    const moved = graph.grids.settle()
    if (moved.length > 0) {
      const names = moved.map(({ id }) => id)
      graph.addDependents(names, again)
      for (const name of names) changes.lists.add(name)
    }
    this.place(again, changes.lists)
    // The attributes of a cell are shown with its grid.
    for (const id of entries.keys()) {
      const cell = graph.findCell(id)
      if (cell) changes.blocks.add(cell.grid.id).add(cell.row.id)
    }
    return changes
  }

  /** A block whose entry and bead are gone. */
  private drop(gone: BlockNode | null, again: Set<BlockNode>, changes: TreeChanges): void {
    if (!gone) return
    again.delete(gone)
    if (gone.listed) this.lists.remove(gone)
    changes.lists.add(gone.parent)
  }

  private changesPlace(id: string, entry: Entry | null): boolean {
    const before = this.graph.nodes.get(id)
    if (!before?.stored || !entry) return before?.stored !== false || entry !== null
    const old = before.entry
    return (
      old.kind !== entry.kind ||
      old.deleted !== entry.deleted ||
      !sameJson(old.at, entry.at) ||
      !sameJson(old.into, entry.into)
    )
  }

  /** Places these anew, and what holds them. `touched` gets the lists that changed. */
  private place(nodes: Iterable<BlockNode>, touched: Set<string>): void {
    const { lists } = this
    const again = [...nodes]
    lists.removeAll(again, touched)
    for (const node of again) this.findPlace(node)
    const fresh: BlockNode[] = []
    for (const node of again) if (this.wantsListing(node)) fresh.push(node)
    lists.insertAll(fresh, touched)
    // What holds blocks is shown while it holds some; that can go on upwards.
    let rest = new Set(touched)
    for (const node of again) if (node.holds !== 'text') rest.add(node.id)
    while (rest.size > 0) {
      const outer = new Set<string>()
      const shown: BlockNode[] = []
      for (const id of rest) {
        const grid = this.graph.findCell(id)?.grid.id
        if (grid !== undefined) {
          touched.add(grid)
          outer.add(grid)
        }
        const node = this.graph.nodes.get(id)
        if (!node) continue
        const wanted = this.wantsListing(node)
        if (wanted === node.listed) continue
        if (wanted) shown.push(node)
        else {
          lists.remove(node)
          touched.add(node.parent)
        }
        outer.add(node.parent)
      }
      lists.insertAll(shown, touched)
      rest = outer
    }
  }

  private wantsListing(node: BlockNode): boolean {
    const { entry, holds } = node
    if (node.into || (entry.kind === CELL && this.graph.findCell(node.id))) return false
    switch (holds) {
      case 'text':
        return !entry.deleted || this.graph.textLength(node) > 0
      case 'none':
        return !entry.deleted
      case 'blocks':
        return this.children(node.id).length > 0
      case 'any':
        return !entry.deleted || this.graph.textLength(node) > 0 || this.children(node.id).length > 0
      case 'grid': {
        const { rows, columns } = this.grid(node.id)
        return rows.length > 0 && columns.length > 0
      }
      case 'row':
      case 'column':
        // In the list of its grid even when deleted: whether it is shown depends on its cells.
        return this.graph.nodes.get(node.parent)?.holds === 'grid'
    }
  }

  private findPlace(node: BlockNode): void {
    node.parent = ROOT
    node.path = null
    if (!node.outer) return
    let steps = 0
    for (let at: BlockNode | null = node.outer; at; at = at.outer) if (++steps > MAX_CHAIN) return
    const path = [node]
    for (let from = node; ; ) {
      const cell = this.graph.cellAround(from)
      const outer = cell === null ? from.outer : null
      if (outer && !takes(outer, node)) {
        path.unshift(outer)
        from = outer
        continue
      }
      node.parent = cell ?? outer?.id ?? ROOT
      if (path.length > 1) node.path = path
      return
    }
  }
}

function takes({ holds }: BlockNode, child: BlockNode): boolean {
  if (holds === 'blocks' || holds === 'any') return true
  return holds === 'grid' && (child.holds === 'row' || child.holds === 'column')
}
