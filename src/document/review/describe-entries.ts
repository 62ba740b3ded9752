import * as Y from 'yjs'
import type { Json } from '@/blocks/kit/block'
import { CELL, cellId, cellParts, SPAN } from '../format/grid'
import { entriesOf, MAX_CHAIN, ROOT } from '../format/layout'
import type { PageIndex } from '../page-index/page-index'
import type { SuggestedWords } from './describe-words'
import { type Change, MOST_SETTINGS, type Setting } from './described'
import type { EntryPart } from './part-keys'
import { quoted, wordsOfBlock, wordsOfCells } from './quoted'

type BlockChange = 'insertBlock' | 'deleteBlock' | 'moveBlock' | 'restoreBlock' | 'splitBlock' | 'joinBlock'
type LineChange = 'insertLine' | 'deleteLine' | 'moveLine'

/** What a suggestion says of entries, with what it says of each block as a whole. */
export class SuggestedEntries {
  /** By block, what would come of it as a whole. */
  readonly whole = new Map<string, BlockChange | LineChange>()
  private readonly byBlock = new Map<string, EntryPart[]>()
  private readonly inside = new Map<string, boolean>()

  constructor(
    private readonly index: PageIndex,
    parts: readonly EntryPart[],
    private readonly suggested: SuggestedWords,
  ) {
    for (const part of parts) {
      const known = this.byBlock.get(part.block)
      if (known) known.push(part)
      else this.byBlock.set(part.block, [part])
    }
    // A bead alone makes a block as well.
    for (const block of suggested.beads.keys()) if (!this.byBlock.has(block)) this.byBlock.set(block, [])
    for (const [block, said] of this.byBlock) {
      const change = this.wholeOf(block, said)
      if (change) this.whole.set(block, change)
    }
  }

  get blocks(): Iterable<string> {
    return this.byBlock.keys()
  }

  /** Does the block, or one around it, come or go as a whole? Then nothing is to be told of it by itself. */
  isToldByWhole(block: string): boolean {
    const change = this.whole.get(block)
    return change === 'insertBlock' || change === 'deleteBlock' || this.isInsideOfWhole(block)
  }

  /** What would come of blocks as a whole: those that stand one behind the other in the suggestion as one change. */
  wholeChanges(): Change[] {
    const changes: Change[] = []
    const groups = new Map<BlockChange | LineChange, Map<string, string[]>>()
    for (const [block, change] of this.whole) {
      if (this.isInsideOfWhole(block)) continue
      const byKind = groups.get(change) ?? new Map<string, string[]>()
      groups.set(change, byKind)
      const table = isLine(change) ? `${this.index.tree.holds(block)} ${this.index.tree.parentOf(block)}` : ''
      const known = byKind.get(table)
      if (known) known.push(block)
      else byKind.set(table, [block])
    }
    for (const [change, byKind] of groups)
      for (const blocks of byKind.values())
        changes.push(isLine(change) ? this.lineChange(change, blocks) : this.blockChange(change, blocks))
    return changes
  }

  /** What would become of values of blocks that stay. */
  valueChanges(): Change[] {
    const changes: Change[] = []
    for (const [block, parts] of this.byBlock) {
      if (this.isToldByWhole(block) || this.isLineThatComesOrGoes(block)) continue
      const settings = parts.filter(({ field }) => !PLACING.has(field)).map(settingOf)
      if (settings.length === 0) continue
      changes.push(
        ...(this.index.tree.gridOfCell(block) !== null
          ? this.cellChanges(block, settings)
          : this.kindChange(block, settings)),
      )
    }
    return changes
  }

  private wholeOf(block: string, parts: readonly EntryPart[]): BlockChange | LineChange | null {
    const { index, suggested } = this
    const stored: unknown = entriesOf(index.doc).get(block)
    const to = (field: string): Json | undefined => parts.find((part) => part.field === field)?.to
    const holds = index.tree.holds(block)
    const line = holds === 'row' || holds === 'column'
    const bead = suggested.beads.get(block)
    if (!(stored instanceof Y.Map)) {
      const isMade = bead !== undefined || (to('kind') != null && to('at') != null)
      if (index.tree.gridOfCell(block) !== null || !isMade) return null
      if (line) return 'insertLine'
      return bead?.isSplit && this.hasOthersWords(block) ? 'splitBlock' : 'insertBlock'
    }
    if (to('deleted') === true) return line ? 'deleteLine' : 'deleteBlock'
    const into = to('into')
    const wasMerged = stored.get('into') !== undefined
    if (into !== undefined && into !== null && !wasMerged) return 'joinBlock'
    if (into === null && wasMerged) return 'splitBlock'
    if (to('deleted') === null && stored.get('deleted') === true) return 'restoreBlock'
    if (to('at') != null && !wasMerged) return line ? 'moveLine' : 'moveBlock'
    return null
  }

  /** Does the block's text hold a character that this suggestion did not write? */
  private hasOthersWords(block: string): boolean {
    const { index, suggested } = this
    const root = index.tree.mergeRoot(block)
    let own = 0
    for (const { block: at, said, from, to } of suggested.words)
      if (at === root && said === '+') own += to - from
    return index.tree.textLength(root) > own
  }

  private isLineThatComesOrGoes(block: string): boolean {
    const change = this.whole.get(block)
    return change === 'insertLine' || change === 'deleteLine'
  }

  private isInsideOfWhole(block: string): boolean {
    const known = this.inside.get(block)
    if (known !== undefined) return known
    const isInside = this.findInside(block)
    this.inside.set(block, isInside)
    return isInside
  }

  private findInside(block: string): boolean {
    const { tree } = this.index
    let at = block
    for (let steps = 0; steps <= MAX_CHAIN + 1 && at !== ROOT; steps++) {
      const grid = tree.gridOfCell(at)
      const cell = grid === null ? null : cellParts(at)
      if (cell && (this.isLineThatComesOrGoes(cell.row) || this.isLineThatComesOrGoes(cell.column)))
        return true
      at = grid ?? tree.parentOf(at)
      const change = this.whole.get(at)
      if (change === 'insertBlock' || change === 'deleteBlock' || this.isLineThatComesOrGoes(at)) return true
    }
    return false
  }

  private blockChange(change: BlockChange, blocks: readonly string[]): Change {
    const [first] = blocks as [string]
    return {
      change,
      kind: this.index.tree.kindOf(first),
      text: quoted(wordsOfBlock(this.index, first)),
      count: blocks.length,
    }
  }

  private lineChange(change: LineChange, lines: readonly string[]): Change {
    const { tree } = this.index
    const numbered = lines
      .map((line) => ({ line, number: lineNumber(this.index, line) }))
      .sort((a, b) => (a.number ?? Number.POSITIVE_INFINITY) - (b.number ?? Number.POSITIVE_INFINITY))
    const [first] = numbered as [{ line: string; number: number | null }]
    const line = tree.holds(first.line) === 'row' ? 'row' : 'column'
    return {
      change,
      line,
      number: first.number,
      count: lines.length,
      text: quoted(wordsOfLine(this.index, first.line)),
    }
  }

  private kindChange(block: string, settings: readonly Setting[]): Change[] {
    const kind = settings.find(({ name }) => name === 'kind')
    const set = settings.filter(({ name }) => name !== 'kind').slice(0, MOST_SETTINGS)
    const text = quoted(wordsOfBlock(this.index, block))
    if (kind && typeof kind.to === 'string') {
      const was = typeof kind.was === 'string' ? kind.was : 'paragraph'
      if (was !== kind.to) return [{ change: 'setKind', was, kind: kind.to, text, set }]
    }
    return set.length > 0 ? [{ change: 'setAttributes', kind: this.index.tree.kindOf(block), text, set }] : []
  }

  private cellChanges(cell: string, settings: readonly Setting[]): Change[] {
    const { row: rowId, column: columnId } = cellParts(cell) as { row: string; column: string }
    const [row, column] = [lineNumber(this.index, rowId), lineNumber(this.index, columnId)]
    const text = quoted(wordsOfCells(this.index, [cell]))
    const span = settings.find(({ name }) => name === SPAN)
    const set = settings.filter(({ name, to }) => name !== SPAN && !(name === 'kind' && to === CELL))
    const changes: Change[] = []
    if (span) changes.push({ change: span.to === null ? 'splitCell' : 'mergeCells', row, column, text })
    if (set.length > 0)
      changes.push({ change: 'setCell', row, column, text, set: set.slice(0, MOST_SETTINGS) })
    return changes
  }
}

/** The fields that say whether and where a block stands. */
const PLACING: ReadonlySet<string> = new Set(['at', 'into', 'deleted'])

const isLine = (change: BlockChange | LineChange): change is LineChange =>
  change === 'insertLine' || change === 'deleteLine' || change === 'moveLine'

const settingOf = ({ field, was, to }: EntryPart): Setting => ({ name: field, was, to })

/** Which row or column of its table a line is, from 1; null for one that is not shown. */
function lineNumber(index: PageIndex, line: string): number | null {
  const { tree } = index
  if (!tree.isShown(line)) return null
  const { rows, columns } = tree.grid(tree.parentOf(line))
  const at = (tree.holds(line) === 'row' ? rows : columns).indexOf(line)
  return at < 0 ? null : at + 1
}

function wordsOfLine(index: PageIndex, line: string): string {
  const { tree } = index
  const { rows, columns } = tree.grid(tree.parentOf(line))
  const cells =
    tree.holds(line) === 'row'
      ? columns.map((column) => cellId(line, column))
      : rows.map((row) => cellId(row, line))
  return wordsOfCells(index, cells)
}

/** Is a value that was to be replaced another one by now, while it is not the wanted one either? */
export function isChangedMeanwhile(
  index: PageIndex,
  parts: readonly EntryPart[],
  same: (a: Json, b: Json) => boolean,
): boolean {
  const entries = entriesOf(index.doc)
  return parts.some(({ block, field, was, to }) => {
    const stored: unknown = entries.get(block)
    const now = stored instanceof Y.Map ? ((stored.get(field) ?? null) as Json) : null
    return !same(now, was) && !same(now, to)
  })
}
