import type { Block, Inline } from '@/blocks/kit/block'
import { numbersOf } from '@/blocks/list-item/numbering'
import { type Merged, PageMerge } from './merge-blocks'
import { mergeText, TimeBudget } from './merge-text'
import type { BlockState, DiffRow, PageDiff } from './model'

/** What is compared: a page, or a version of one. */
interface Side {
  title: string
  blocks: readonly Block[]
}

/** Milliseconds that telling words apart may take on the server, which has others to serve. */
const BUDGET = 250
/** Blocks that stay to be seen on each side of a change. */
const CONTEXT = 1

const titleText = (title: string): Inline[] => (title === '' ? [] : [{ text: title }])

/**
 * What differs between two states of a page, block by block and word by word. Blocks are known by their id, so that a block
 * that was moved, changed or turned into another kind is still the same one. `full`: with all that is the same.
 */
export function diffPages(from: Side, to: Side, { full }: { full: boolean }): PageDiff {
  const budget = new TimeBudget(BUDGET)
  const title = from.title === to.title ? null : mergeText(titleText(from.title), titleText(to.title), budget)
  const pieces = new PageMerge(from.blocks, to.blocks, budget).all()
  const counts: PageDiff['counts'] = { added: 0, removed: 0, moved: 0, changed: 0 }
  for (const { state } of pieces) if (state !== 'same') counts[state]++
  return {
    title,
    rows: rowsOf(pieces, numbersIn(from.blocks, to.blocks), full),
    counts,
    isRough: budget.isExhausted,
  }
}

/** The numbers that the items of lists show: those of the later state, and of the earlier one where they are gone. */
function numbersIn(from: readonly Block[], to: readonly Block[]): Map<string, number> {
  const numbers = new Map<string, number>()
  for (const blocks of [from, to]) {
    for (const [index, number] of numbersOf(blocks).entries())
      if (number !== null) numbers.set(blocks[index]!.id, number)
  }
  return numbers
}

function rowsOf(pieces: readonly Merged[], numbers: ReadonlyMap<string, number>, full: boolean): DiffRow[] {
  const rows: DiffRow[] = []
  const numbered = (block: Block, id: string): Block => {
    const number = numbers.get(id)
    if (block.kind !== 'listItem' || number === undefined) return block
    return { ...block, attributes: { ...block.attributes, listStart: number } }
  }
  const addSame = (same: readonly Merged[], isFirst: boolean, isLast: boolean) => {
    const shown = (some: readonly Merged[]) => {
      if (some.length > 0)
        rows.push({ type: 'same', blocks: some.map(({ block, id }) => numbered(block, id)) })
    }
    const head = isFirst ? 0 : CONTEXT
    const tail = isLast ? 0 : CONTEXT
    // A line that says that one block was left out is no shorter than the block.
    if (full || same.length <= head + tail + 1) return shown(same)
    shown(same.slice(0, head))
    rows.push({ type: 'folded', count: same.length - head - tail })
    shown(same.slice(same.length - tail))
  }
  let same: Merged[] = []
  for (const piece of pieces) {
    if (piece.state === 'same') {
      same.push(piece)
      continue
    }
    if (same.length > 0) addSame(same, rows.length === 0, false)
    same = []
    rows.push(changeRow(piece, piece.state, numbered))
  }
  if (same.length > 0) addSame(same, rows.length === 0, true)
  return rows
}

/** An item of a list stands by itself here: how far in it is said beside it. */
function changeRow(
  { id, block, was, states, notes, alsoChanged, inFrom, inTo }: Merged,
  type: BlockState,
  numbered: (block: Block, id: string) => Block,
): DiffRow {
  const isItem = block.kind === 'listItem'
  const alone = (shown: Block): Block => {
    if (shown.kind !== 'listItem') return shown
    const { indent: _indent, ...attributes } = numbered(shown, id).attributes ?? {}
    return { ...shown, attributes }
  }
  return {
    type,
    id,
    alsoChanged,
    blocks: (was ? [was, block] : [block]).map(alone),
    states,
    notes,
    indent: isItem ? Number(block.attributes?.indent ?? 0) : 0,
    inFrom,
    inTo,
  }
}
