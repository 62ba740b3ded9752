import {
  byText,
  CELL,
  cellId,
  type Entry,
  type Holds,
  IMPLICIT_ENTRY,
  type LayoutKinds,
  MAX_CHAIN,
  ROOT,
  sameJson,
} from './layout'

/** So many blocks are taken out of their lists one by one; more of them by going through the lists. */
const FEW = 16

/** What `Places` asks of the runs. */
export interface RunFacts {
  length(id: string): number
  position(id: string): number
  hasBead(id: string): boolean
}

/** What changed, in words of the page: blocks that read differently, and lists of children that do. */
export interface PlaceChanges {
  blocks: Set<string>
  lists: Set<string>
}

interface Node {
  entry: Entry
  /** Is the entry in the map, or does it only stand in for one? */
  stored: boolean
  parent: string
  /** The place among the siblings: the blocks it stands behind without standing in them, then itself. */
  path: readonly string[]
  listed: boolean
}

/**
 * Which block stands where, kept up to date from single changed entries. Reads the same as `readPage`: what a change can
 * touch is everything that leads to the changed block by `into` or `at`; that alone is placed anew.
 */
export class Places {
  private nodes = new Map<string, Node>()
  private mergedInto = new Map<string, Set<string>>()
  private standIn = new Map<string, Set<string>>()
  /** The cells that something stands in, under the names of their row and of their column. */
  private cellsOf = new Map<string, Set<string>>()
  private lists = new Map<string, string[]>()

  constructor(
    private readonly kinds: LayoutKinds,
    private readonly runs: RunFacts,
  ) {}

  /** The children as they are shown, in order. */
  children(parent: string): readonly string[] {
    return this.lists.get(parent) ?? []
  }

  entry(id: string): Entry | null {
    return this.nodes.get(id)?.entry ?? null
  }

  /** Is there an entry in the map? */
  isStored(id: string): boolean {
    return this.nodes.get(id)?.stored ?? false
  }

  /** Is the block on the page, as itself? */
  isShown(id: string): boolean {
    return this.nodes.get(id)?.listed ?? false
  }

  parentOf(id: string): string {
    return this.nodes.get(id)?.parent ?? ROOT
  }

  /** The order key that counts for the place among the siblings. */
  orderOf(id: string): string {
    const first = this.nodes.get(id)?.path[0] ?? id
    return this.nodes.get(first)?.entry.at.order ?? ''
  }

  /** Does the block's own place say where it stands, or does it stand behind what it was in? */
  isPlacedByItself(id: string): boolean {
    const node = this.nodes.get(id)
    return node?.path.length === 1 && node.parent === node.entry.at.parent
  }

  /** The block that this one's text belongs to. */
  mergeRoot(id: string): string {
    let at = id
    for (let next = this.intoOf(at); next !== null; next = this.intoOf(at)) at = next
    return at
  }

  /** The block this one was merged into, as far as that counts. */
  intoOf(id: string): string | null {
    const target = this.nodes.get(id)?.entry.into?.parent
    if (target === undefined || !this.nodes.has(target)) return null
    if (!this.nodes.get(target)?.entry.into) return target
    return this.isCut(id, (at) => {
      const next = this.nodes.get(at)?.entry.into?.parent
      return next !== undefined && this.nodes.has(next) ? next : null
    })
      ? null
      : target
  }

  /** What was merged directly into a block, in order. */
  mergedChildren(id: string): string[] {
    const kids = [...(this.mergedInto.get(id) ?? [])].filter((kid) => this.intoOf(kid) === id)
    if (kids.length < 2) return kids
    const order = (kid: string) => this.nodes.get(kid)?.entry.into?.order ?? ''
    return kids.sort(
      (a, b) => byText(order(a), order(b)) || this.runs.position(a) - this.runs.position(b) || byText(a, b),
    )
  }

  /** The blocks whose runs make up the block's text, in order, itself first. */
  segments(root: string): string[] {
    if (!this.mergedInto.has(root)) return [root]
    const found: string[] = []
    const rest = [root]
    for (let id = rest.pop(); id !== undefined; id = rest.pop()) {
      found.push(id)
      rest.push(...this.mergedChildren(id).reverse())
    }
    return found
  }

  textLength(root: string): number {
    let length = 0
    for (const id of this.segments(root)) length += this.runs.length(id)
    return length
  }

  /** The kind as it is read: text that its kind has no room for is shown all the same. */
  kindOf(id: string): string {
    const kind = this.nodes.get(id)?.entry.kind ?? IMPLICIT_ENTRY.kind
    const holds = this.kinds(kind)
    return holds !== 'text' && holds !== 'any' && this.textLength(id) > 0 ? IMPLICIT_ENTRY.kind : kind
  }

  holds(id: string): Holds {
    return this.kinds(this.kindOf(id))
  }

  /** Rows and columns of a grid that are shown, in order. */
  grid(id: string): { rows: string[]; columns: string[] } {
    const parts = this.children(id)
    const rows = parts.filter((part) => this.holds(part) === 'row')
    const columns = parts.filter((part) => this.holds(part) === 'column')
    const filled = (row: string, column: string) => this.children(cellId(row, column)).length > 0
    return {
      rows: rows.filter((row) => !this.isDeleted(row) || columns.some((column) => filled(row, column))),
      columns: columns.filter((column) => !this.isDeleted(column) || rows.some((row) => filled(row, column))),
    }
  }

  isDeleted(id: string): boolean {
    return this.nodes.get(id)?.entry.deleted ?? true
  }

  /**
   * Takes in changed entries (null: gone from the map), blocks that got or lost a bead, and blocks whose run reads
   * differently.
   */
  update(entries: ReadonlyMap<string, Entry | null>, beads: Set<string>, texts: Set<string>): PlaceChanges {
    const changes: PlaceChanges = { blocks: new Set(), lists: new Set() }
    const moving = new Set<string>()
    for (const [id, entry] of entries) if (this.changesPlace(id, entry)) moving.add(id)
    for (const id of beads) moving.add(id)
    const again = new Set<string>()
    this.reach(moving, again)
    for (const id of again) if (this.nodes.has(id)) changes.blocks.add(this.mergeRoot(id))

    for (const [id, entry] of entries) this.set(id, entry)
    for (const id of beads) this.set(id, undefined)

    this.reach(moving, again)
    for (const id of entries.keys()) if (this.nodes.has(id)) changes.blocks.add(this.mergeRoot(id))
    const flips = new Set<string>()
    for (const id of texts) {
      if (!this.nodes.has(id)) continue
      const root = this.mergeRoot(id)
      changes.blocks.add(root)
      // Whether there is text decides whether a deleted block is shown, and whether a kind without text is.
      const { kind, deleted } = (this.nodes.get(root) as Node).entry
      const holds = this.kinds(kind)
      if (deleted || (holds !== 'text' && holds !== 'any') || !this.nodes.get(root)?.listed) flips.add(root)
    }
    this.reach(flips, again)
    for (const id of again) if (this.nodes.has(id)) changes.blocks.add(this.mergeRoot(id))
    this.place(again, changes)
    return changes
  }

  private changesPlace(id: string, entry: Entry | null): boolean {
    const before = this.nodes.get(id)
    if (!before?.stored || !entry) return before?.stored !== false || entry !== null
    const old = before.entry
    return (
      old.kind !== entry.kind ||
      old.deleted !== entry.deleted ||
      !sameJson(old.at, entry.at) ||
      !sameJson(old.into, entry.into)
    )
  }

  /** `undefined` leaves the entry as it is and asks only whether there still is a bead. */
  private set(id: string, entry: Entry | null | undefined): void {
    const before = this.nodes.get(id)
    const kept = entry === undefined ? (before?.stored ? before.entry : null) : entry
    const now = kept ?? (this.runs.hasBead(id) ? IMPLICIT_ENTRY : null)
    if (before) this.unlink(id, before.entry)
    if (!now) {
      if (before?.listed) this.unlist(id, before)
      this.nodes.delete(id)
      return
    }
    this.link(id, now)
    if (before) {
      before.entry = now
      before.stored = kept !== null
    } else {
      this.nodes.set(id, { entry: now, stored: kept !== null, parent: ROOT, path: [id], listed: false })
    }
  }

  private goneFrom = new Set<string>()

  private unlist(id: string, node: Node): void {
    const list = this.lists.get(node.parent)
    const at = list?.indexOf(id) ?? -1
    if (at >= 0) list?.splice(at, 1)
    node.listed = false
    this.goneFrom.add(node.parent)
  }

  private unlistAll(ids: Set<string>, touched: Set<string>): void {
    if (ids.size <= FEW) {
      for (const id of ids) {
        const node = this.nodes.get(id)
        if (!node?.listed) continue
        touched.add(node.parent)
        this.unlist(id, node)
      }
      for (const parent of this.goneFrom) touched.add(parent)
      this.goneFrom = new Set()
      return
    }
    const parents = new Set<string>()
    for (const id of ids) {
      const node = this.nodes.get(id)
      if (!node?.listed) continue
      node.listed = false
      parents.add(node.parent)
    }
    for (const parent of parents) {
      touched.add(parent)
      const list = this.lists.get(parent) ?? []
      const kept = list.filter((id) => this.nodes.get(id)?.listed)
      list.length = 0
      for (const id of kept) list.push(id)
    }
  }

  private link(id: string, { into, at }: Entry): void {
    if (into) addTo(this.mergedInto, into.parent, id)
    addTo(this.standIn, at.parent, id)
    for (const part of cellParts(at.parent)) addTo(this.cellsOf, part, at.parent)
  }

  private unlink(id: string, { into, at }: Entry): void {
    if (into) removeFrom(this.mergedInto, into.parent, id)
    removeFrom(this.standIn, at.parent, id)
    if (this.standIn.has(at.parent)) return
    for (const part of cellParts(at.parent)) removeFrom(this.cellsOf, part, at.parent)
  }

  /** Adds everything whose reading can depend on these blocks. */
  private reach(from: Iterable<string>, into: Set<string>): void {
    const rest = [...from]
    const seen = new Set<string>()
    for (let id = rest.pop(); id !== undefined; id = rest.pop()) {
      if (seen.has(id)) continue
      seen.add(id)
      into.add(id)
      const root = this.nodes.has(id) ? this.mergeRoot(id) : id
      if (root !== id) rest.push(root)
      rest.push(...(this.mergedInto.get(id) ?? []), ...(this.standIn.get(id) ?? []))
      for (const cell of this.cellsOf.get(id) ?? []) rest.push(...(this.standIn.get(cell) ?? []))
      for (const part of cellParts(id)) if (this.nodes.has(part)) into.add(part)
    }
  }

  private place(again: Set<string>, changes: PlaceChanges): void {
    const touched = this.goneFrom
    this.goneFrom = new Set()
    this.unlistAll(again, touched)
    for (const id of again) {
      const node = this.nodes.get(id)
      if (!node) continue
      const { parent, path } = this.findPlace(id)
      node.parent = parent
      node.path = path
    }
    const fresh = new Map<string, string[]>()
    for (const id of again) {
      if (!this.nodes.has(id)) continue
      const node = this.nodes.get(id) as Node
      if (this.wantsListing(id)) {
        node.listed = true
        const list = fresh.get(node.parent)
        if (list) list.push(id)
        else fresh.set(node.parent, [id])
      }
    }
    for (const [parent, ids] of fresh) {
      touched.add(parent)
      this.insertAll(parent, ids)
    }
    // What holds blocks is shown while it holds some; that can go on upwards.
    const rest = [...touched, ...again]
    for (let id = rest.pop(); id !== undefined; id = rest.pop()) {
      const grid = this.findCell(id)?.grid
      if (grid !== undefined) {
        touched.add(grid)
        rest.push(grid)
      }
      const node = this.nodes.get(id)
      if (!node) continue
      const wanted = this.wantsListing(id)
      if (wanted === node.listed) continue
      if (wanted) {
        node.listed = true
        this.insertAll(node.parent, [id])
      } else this.unlist(id, node)
      touched.add(node.parent)
      rest.push(node.parent)
    }
    this.goneFrom = new Set()
    for (const parent of touched) changes.lists.add(parent)
  }

  private wantsListing(id: string): boolean {
    if (this.intoOf(id) !== null) return false
    const { deleted, kind } = (this.nodes.get(id) as Node).entry
    if (kind === CELL && this.findCell(id)) return false
    switch (this.holds(id)) {
      case 'text':
        return !deleted || this.textLength(id) > 0
      case 'none':
        return !deleted
      case 'blocks':
        return this.children(id).length > 0
      case 'any':
        return !deleted || this.textLength(id) > 0 || this.children(id).length > 0
      case 'grid': {
        const { rows, columns } = this.grid(id)
        return rows.length > 0 && columns.length > 0
      }
      case 'row':
      case 'column':
        // In the list of its grid even when deleted: whether it is shown depends on its cells.
        return this.holds((this.nodes.get(id) as Node).parent) === 'grid'
    }
  }

  private findPlace(id: string): { parent: string; path: string[] } {
    const path = [id]
    if (this.intoOf(id) !== null) return { parent: ROOT, path }
    let steps = 0
    for (let at = this.parentEdge(id); at !== null; at = this.parentEdge(at)) {
      if (++steps > MAX_CHAIN) return { parent: ROOT, path }
    }
    for (let from = id; ; ) {
      const cell = this.cellAround(from)
      if (cell) return { parent: cell, path }
      const at = this.parentEdge(from)
      if (at === null || this.takes(at, id)) return { parent: at ?? ROOT, path }
      path.unshift(at)
      from = at
    }
  }

  private takes(parent: string, child: string): boolean {
    const room = this.holds(parent)
    if (room === 'blocks' || room === 'any') return true
    const part = room === 'grid' && this.holds(child)
    return part === 'row' || part === 'column'
  }

  private cellAround(id: string): string | null {
    const own = this.holds(id)
    if (own === 'row' || own === 'column' || this.parentEdge(id) === null) return null
    const cell = this.findCell(this.nodes.get(id)?.entry.at.parent ?? ROOT)
    if (!cell) return null
    const there = this.parentEdge(cell.row) === cell.grid && this.parentEdge(cell.column) === cell.grid
    return there ? cellId(cell.row, cell.column) : null
  }

  private findCell(name: string): { row: string; column: string; grid: string } | null {
    if (!name.includes(':')) return null
    const own = this.nodes.get(name)
    if (own && this.intoOf(name) === null && own.entry.kind !== CELL) return null
    const stands = (id: string) => this.nodes.has(id) && this.intoOf(id) === null
    for (let i = name.indexOf(':'); i >= 0; i = name.indexOf(':', i + 1)) {
      const row = name.slice(0, i)
      const column = name.slice(i + 1)
      if (!stands(row) || !stands(column)) continue
      if (this.holds(row) !== 'row' || this.holds(column) !== 'column') continue
      const grid = this.nodes.get(row)?.entry.at.parent ?? ROOT
      if (this.nodes.get(column)?.entry.at.parent === grid && stands(grid) && this.holds(grid) === 'grid') {
        return { row, column, grid }
      }
    }
    return null
  }

  /** The block this one stands in, before asking whether that can hold it; null at the top and where a cycle is cut. */
  private parentEdge(id: string): string | null {
    const parent = this.rawParent(id)
    if (parent !== null && this.nodes.get(parent)?.entry.at.parent === ROOT) return parent
    return parent === null || this.isCut(id, (at) => this.rawParent(at)) ? null : parent
  }

  private rawParent(id: string): string | null {
    const parent = this.nodes.get(id)?.entry.at.parent
    if (parent === undefined || parent === ROOT) return null
    const node = this.nodes.get(parent)
    if (node && node.entry.kind !== CELL) return this.mergeRoot(parent)
    return this.findCell(parent)?.grid ?? null
  }

  /** Is the block in a cycle of these edges, and the smallest in it? */
  private isCut(id: string, edge: (id: string) => string | null): boolean {
    const seen = new Set<string>([id])
    let smallest = id
    for (let at = edge(id); at !== null; at = edge(at)) {
      if (at === id) return smallest === id
      if (seen.has(at)) return false
      seen.add(at)
      if (at < smallest) smallest = at
    }
    return false
  }

  private insertAll(parent: string, ids: string[]): void {
    const list = this.lists.get(parent) ?? []
    this.lists.set(parent, list)
    if (ids.length > 32) {
      const positions = new Map<string, number>()
      const position = (id: string) => {
        const known = positions.get(id) ?? this.runs.position(id)
        positions.set(id, known)
        return known
      }
      list.push(...ids)
      list.sort((a, b) => this.compare(a, b, position))
      return
    }
    for (const id of ids) {
      let low = 0
      let high = list.length
      while (low < high) {
        const middle = (low + high) >> 1
        if (this.compare(list[middle] as string, id, (other) => this.runs.position(other)) < 0)
          low = middle + 1
        else high = middle
      }
      list.splice(low, 0, id)
    }
  }

  private compare(left: string, right: string, position: (id: string) => number): number {
    const a = (this.nodes.get(left) as Node).path
    const b = (this.nodes.get(right) as Node).path
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
      const x = a[i] as string
      const y = b[i] as string
      if (x === y) continue
      return (
        byText(this.nodes.get(x)?.entry.at.order ?? '', this.nodes.get(y)?.entry.at.order ?? '') ||
        position(x) - position(y) ||
        byText(x, y)
      )
    }
    return a.length - b.length
  }
}

function* splitsOf(name: string): Generator<string> {
  for (let i = name.indexOf(':'); i >= 0; i = name.indexOf(':', i + 1)) {
    yield name.slice(0, i)
    yield name.slice(i + 1)
  }
}

/** Every name that could be the row or the column of a cell with this name. */
const cellParts = (name: string): string[] => (name.includes(':') ? [...splitsOf(name)] : [])

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
