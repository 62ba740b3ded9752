import type * as Y from 'yjs'
import { ownAttributes } from '@/blocks/own-attributes'
import { BOUNDS, type Bounds } from '@/shared/limits'
import { CELL, cellId, cellParts, gridAttributes, layCells } from '../format/grid'
import { cellsOfEach, gridSize, linesLaid } from '../format/grid-bounds'
import {
  byText,
  type Entry,
  entriesOf,
  type Holds,
  IMPLICIT_ENTRY,
  isId,
  type LayoutKinds,
  MAX_CHAIN,
  type PageBlock,
  type Piece,
  pageKinds,
  pushPiece,
  ROOT,
  readEntry,
  textOf,
} from '../format/layout'
import type { PageView } from './page-view'
import { readTexts } from './read-texts'

/**
 * Reads the whole page as `view` shows it (null: itself), by the rules and nothing else: what docs/document-format.md says, in code. It changes nothing and
 * never throws, whatever the document holds. Everything faster (`PageIndex`) must read the same.
 */
export function readPage(
  doc: Y.Doc,
  kinds: LayoutKinds = pageKinds,
  bounds: Bounds = BOUNDS,
  view: PageView | null = null,
): PageBlock[] {
  const ownTexts = readTexts(textOf(doc), view)
  const entries = new Map<string, Entry>()
  const stored = entriesOf(doc)
  for (const id of new Set([...stored.keys(), ...(view?.entryIds() ?? [])])) {
    const entry = view ? view.entry(id, stored.get(id)) : readEntry(stored.get(id))
    if (entry && isId(id)) entries.set(id, entry)
  }
  for (const id of ownTexts.keys()) if (!entries.has(id)) entries.set(id, IMPLICIT_ENTRY)
  const entry = (id: string) => entries.get(id) as Entry
  const position = (id: string) => ownTexts.get(id)?.position ?? -1

  // Merges: every block follows `into`; a cycle is cut at its smallest id.
  const into = cutCycles(entries, (id) => entry(id).into?.parent)
  const mergeRoots = new Map<string, string>()
  const mergeRoot = (id: string): string => {
    const path: string[] = []
    let at = id
    for (let next = into.get(at); next !== undefined && !mergeRoots.has(at); next = into.get(at)) {
      path.push(at)
      at = next
    }
    const root = mergeRoots.get(at) ?? at
    for (const passed of path) mergeRoots.set(passed, root)
    return root
  }
  const merged = new Map<string, string[]>()
  for (const [id, target] of into) {
    const others = merged.get(target)
    if (others) others.push(id)
    else merged.set(target, [id])
  }
  const sources = (root: string): string[] => {
    const found: string[] = []
    const rest = [root]
    for (let id = rest.pop(); id !== undefined; id = rest.pop()) {
      found.push(id)
      const kids = (merged.get(id) ?? []).sort(
        (a, b) =>
          byText(entry(a).into?.order ?? '', entry(b).into?.order ?? '') ||
          position(a) - position(b) ||
          byText(a, b),
      )
      for (const kid of kids.reverse()) rest.push(kid)
    }
    return found
  }
  const roots = [...entries.keys()].filter((id) => !into.has(id))
  const texts = new Map<string, Piece[]>()
  for (const id of roots) {
    const pieces: Piece[] = []
    for (const source of sources(id))
      for (const piece of ownTexts.get(source)?.pieces ?? []) pushPiece(pieces, piece)
    texts.set(id, pieces)
  }
  const hasText = (id: string) => (texts.get(id) as Piece[]).length > 0
  // Text that its kind has no room for is shown all the same.
  const kindOf = (id: string): string => {
    const own = kinds(entry(id).kind)
    return own !== 'text' && own !== 'any' && hasText(id) ? IMPLICIT_ENTRY.kind : entry(id).kind
  }
  const holds = (id: string): Holds => kinds(kindOf(id))

  // Places: every block stands in the block that its parent was merged into; cells stand in row and column.
  const cellOf = (name: string): { row: string; column: string; grid: string } | null => {
    if (entries.has(name) && !into.has(name) && entry(name).kind !== CELL) return null
    const parts = cellParts(name)
    if (!parts) return null
    const { row, column } = parts
    const known = [row, column].every((id) => entries.has(id) && !into.has(id))
    if (!known || holds(row) !== 'row' || holds(column) !== 'column') return null
    const grid = entry(row).at.parent
    if (entry(column).at.parent !== grid || !entries.has(grid) || into.has(grid)) return null
    return holds(grid) === 'grid' ? { row, column, grid } : null
  }
  const rawParent = (id: string): string | undefined => {
    const { parent } = entry(id).at
    if (entries.has(parent) && entry(parent).kind !== CELL) return mergeRoot(parent)
    return cellOf(parent)?.grid
  }
  const parents = cutCycles(new Map(roots.map((id) => [id, true])), (id) => rawParent(id))
  const tooDeep = (id: string): boolean => {
    let steps = 0
    for (let at = parents.get(id); at !== undefined; at = parents.get(at))
      if (++steps > MAX_CHAIN) return true
    return false
  }
  type Key = readonly [order: string, position: number, id: string]
  const key = (id: string): Key => [entry(id).at.order, position(id), id]
  const compareKeys = (a: Key, b: Key): number => byText(a[0], b[0]) || a[1] - b[1] || byText(a[2], b[2])
  const laid = laidLines()
  const isLaid = (grid: string, line: string): boolean =>
    parents.get(line) === grid && (laid.get(grid)?.has(line) ?? true)
  /** The cell that a block says it stands in, if that cell is there. Rows and columns stand in no cell. */
  const cellAround = (id: string): string | null => {
    if (holds(id) === 'row' || holds(id) === 'column' || !parents.has(id)) return null
    const cell = cellOf(entry(id).at.parent)
    if (!cell) return null
    const isThere = isLaid(cell.grid, cell.row) && isLaid(cell.grid, cell.column)
    return isThere ? cellId(cell.row, cell.column) : null
  }
  const takes = (parent: string, child: string): boolean => {
    const room = holds(parent)
    if (room === 'blocks' || room === 'any') return true
    return room === 'grid' && (holds(child) === 'row' || holds(child) === 'column')
  }
  const placeOf = (id: string): { parent: string; path: Key[] } => {
    const path = [key(id)]
    if (tooDeep(id)) return { parent: ROOT, path }
    for (let from = id; ; ) {
      const cell = cellAround(from)
      if (cell) return { parent: cell, path }
      const at = parents.get(from)
      if (at === undefined || takes(at, id)) return { parent: at ?? ROOT, path }
      path.unshift(key(at))
      from = at
    }
  }
  const children = new Map<string, { id: string; path: Key[] }[]>()
  for (const id of roots) {
    if (entry(id).kind === CELL && cellOf(id)) continue
    const { parent, path } = placeOf(id)
    const list = children.get(parent)
    if (list) list.push({ id, path })
    else children.set(parent, [{ id, path }])
  }
  const comparePaths = (a: Key[], b: Key[]): number => {
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
      const order = compareKeys(a[i] as Key, b[i] as Key)
      if (order !== 0) return order
    }
    return a.length - b.length
  }
  const shownChildren = (parent: string): PageBlock[] =>
    (children.get(parent) ?? [])
      .sort((a, b) => comparePaths(a.path, b.path))
      .flatMap(({ id }) => {
        const block = build(id)
        return block ? [block] : []
      })
  const build = (id: string): PageBlock | null => {
    const { deleted } = entry(id)
    const attributes = ownAttributes(kindOf(id), entry(id).attributes)
    const block: PageBlock = {
      id,
      kind: kindOf(id),
      attributes,
      text: texts.get(id) as Piece[],
      children: [],
    }
    switch (holds(id)) {
      case 'text':
        return !deleted || hasText(id) ? block : null
      case 'none':
        return deleted ? null : block
      case 'blocks':
        block.children = shownChildren(id)
        return block.children.length > 0 ? block : null
      case 'any':
        block.children = shownChildren(id)
        return !deleted || hasText(id) || block.children.length > 0 ? block : null
      case 'grid':
        return buildGrid(block)
      case 'row':
      case 'column':
        // Outside of a grid there is nothing to show of it.
        return null
    }
  }
  const buildGrid = (block: PageBlock): PageBlock | null => {
    const parts = (children.get(block.id) ?? [])
      .sort((a, b) => comparePaths(a.path, b.path))
      .map(({ id }) => id)
    const beyond = { row: 0, column: 0 }
    const isLaidOut = (id: string) => {
      if (isLaid(block.id, id)) return true
      if (!entry(id).deleted && parents.get(id) === block.id) beyond[holds(id) as 'row' | 'column']++
      return false
    }
    const rows = parts.filter((id) => holds(id) === 'row' && isLaidOut(id))
    const columns = parts.filter((id) => holds(id) === 'column' && isLaidOut(id))
    const cells = new Map<string, PageBlock[]>()
    for (const row of rows) {
      for (const column of columns) {
        const found = shownChildren(cellId(row, column))
        if (found.length > 0) cells.set(cellId(row, column), found)
      }
    }
    const filled = (row: string, column: string) => cells.has(cellId(row, column))
    const shownRows = rows.filter(
      (row) => !entry(row).deleted || columns.some((column) => filled(row, column)),
    )
    const shownColumns = columns.filter(
      (column) => !entry(column).deleted || rows.some((row) => filled(row, column)),
    )
    if (shownRows.length === 0 || shownColumns.length === 0) return null
    const plain = (id: string): PageBlock => ({
      id,
      kind: entry(id).kind,
      attributes: ownAttributes(entry(id).kind, entry(id).attributes),
      text: [],
      children: [],
    })
    const laid = layCells({
      rows: shownRows,
      columns: shownColumns,
      parts,
      attributes: (id) => entries.get(id)?.attributes ?? {},
      isFilled: (id) => cells.has(id),
    })
    block.attributes = gridAttributes(block.attributes, beyond.row, beyond.column)
    block.columns = shownColumns.map(plain)
    block.children = shownRows.map((row, i) => ({
      ...plain(row),
      children: (laid[i] ?? []).map((cell) => ({
        ...cell,
        kind: CELL,
        text: [],
        children: cells.get(cell.id) ?? [],
      })),
    }))
    return block
  }
  /** Of the grids that are too large, the rows and columns that are laid out. */
  function laidLines(): Map<string, ReadonlySet<string>> {
    const lines = new Map<string, { rows: string[]; columns: string[] }>()
    for (const id of roots) {
      const grid = parents.get(id)
      const part = holds(id)
      if (grid === undefined || holds(grid) !== 'grid' || (part !== 'row' && part !== 'column')) continue
      const known = lines.get(grid) ?? { rows: [], columns: [] }
      lines.set(grid, known)
      known[part === 'row' ? 'rows' : 'columns'].push(id)
    }
    const cells = cellsOfEach(
      [...lines.values()].map(({ rows, columns }) => gridSize(rows.length, columns.length, bounds)),
      bounds,
    )
    const found = new Map<string, ReadonlySet<string>>()
    for (const [grid, { rows, columns }] of lines) {
      const sorted = (ids: string[]) => ids.sort((a, b) => compareKeys(key(a), key(b)))
      const laid = linesLaid(
        { rows: sorted(rows), columns: sorted(columns) },
        (id) => entry(id).deleted,
        cells,
      )
      if (laid) found.set(grid, laid)
    }
    return found
  }
  return shownChildren(ROOT)
}

/** The edges that lead somewhere, without the edge of the smallest id in every cycle. */
function cutCycles(
  nodes: ReadonlyMap<string, unknown>,
  edge: (id: string) => string | undefined,
): Map<string, string> {
  const edges = new Map<string, string>()
  for (const id of nodes.keys()) {
    const target = edge(id)
    if (target !== undefined && nodes.has(target)) edges.set(id, target)
  }
  const done = new Set<string>()
  const cut: string[] = []
  for (const start of edges.keys()) {
    const path: string[] = []
    const on = new Set<string>()
    let at: string | undefined = start
    while (at !== undefined && !done.has(at) && !on.has(at)) {
      path.push(at)
      on.add(at)
      at = edges.get(at)
    }
    if (at !== undefined && on.has(at)) cut.push(path.slice(path.indexOf(at)).sort(byText)[0] as string)
    for (const id of path) done.add(id)
  }
  for (const id of cut) edges.delete(id)
  return edges
}
