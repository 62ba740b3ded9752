import { blockKind } from '@/blocks/kinds'
import type { Block, Json } from '@/blocks/kit/block'
import { sameJson } from '@/blocks/kit/equal'
import { CELL, cellId } from '@/blocks/table/cell-names'
import { diffBlocks } from '@/document'
import { notesOf } from './block-notes'
import { markText, mergeText, type TimeBudget } from './merge-text'
import { type BlockState, DIFF_MARKS } from './model'

/** A block of either state of the page, with the words of both. */
export interface Merged {
  id: string
  state: BlockState | 'same'
  alsoChanged: boolean
  block: Block
  /** As it was, where it could not be merged into one. */
  was: Block | null
  /** Of the blocks in it, and of itself and `was` when there are both. */
  states: Record<string, BlockState>
  notes: string[]
  inFrom: boolean
  inTo: boolean
}

/** The name under which a block that is shown twice is shown as it was. */
const wasId = (id: string): string => `${id}~was`

type Holding = 'text' | 'code' | 'blocks' | 'grid' | 'none'

/** What a comparison looks at in blocks of the kind. */
function holdingOf(kind: string): Holding {
  const content = blockKind(kind)?.content ?? 'none'
  return content === 'row' || content === 'column' ? 'none' : content
}

/** Two states of a page as one list of blocks: in the order of the later one, what is gone where it stood. */
export class PageMerge {
  private readonly old = new Map<string, Block>()
  private readonly now = new Set<string>()
  private readonly moved = new Set<string>()

  constructor(
    private readonly before: readonly Block[],
    private readonly after: readonly Block[],
    private readonly budget: TimeBudget,
  ) {
    const note = (blocks: readonly Block[], seen: (block: Block) => void) => {
      for (const block of blocks) {
        seen(block)
        note(block.children ?? [], seen)
      }
    }
    note(before, (block) => this.old.set(block.id, block))
    note(after, (block) => this.now.add(block.id))
    for (const change of diffBlocks(before, after)) if (change.type === 'moved') this.moved.add(change.id)
  }

  all(): Merged[] {
    return this.list(this.before, this.after)
  }

  private list(before: readonly Block[], after: readonly Block[]): Merged[] {
    return this.weave(before, after).map(({ was, now }) =>
      now === null ? this.removed(was!) : was === null ? this.added(now) : this.compared(was, now),
    )
  }

  /** Both lists as one: what is gone stands behind what it stood behind. `was` is there wherever the block comes from. */
  private weave(
    before: readonly Block[],
    after: readonly Block[],
  ): { was: Block | null; now: Block | null }[] {
    const here = new Set(before.map(({ id }) => id))
    const woven: { was: Block | null; now: Block | null }[] = []
    const isGone = ({ id }: Block) => !this.now.has(id)
    let at = 0
    let waiting: Block[] = []
    const putWaiting = () => {
      for (const now of waiting) woven.push({ was: this.old.get(now.id) ?? null, now })
      waiting = []
    }
    for (const now of after) {
      if (!here.has(now.id) || this.moved.has(now.id)) {
        waiting.push(now)
        continue
      }
      for (; before[at] && before[at]!.id !== now.id; at++)
        if (isGone(before[at]!)) woven.push({ was: before[at]!, now: null })
      at++
      putWaiting()
      woven.push({ was: this.old.get(now.id)!, now })
    }
    for (; at < before.length; at++) if (isGone(before[at]!)) woven.push({ was: before[at]!, now: null })
    putWaiting()
    return woven
  }

  private added(block: Block): Merged {
    const inside = this.inside(null, block)
    return merged(block.id, 'added', { ...inside, inFrom: false, inTo: true })
  }

  private removed(block: Block): Merged {
    const inside = this.inside(block, null)
    return merged(block.id, 'removed', { ...inside, inFrom: true, inTo: false })
  }

  private compared(was: Block, now: Block): Merged {
    const isMoved = this.moved.has(now.id)
    if (sameJson(was as unknown as Json, now as unknown as Json))
      return merged(now.id, isMoved ? 'moved' : 'same', { block: now, inFrom: true, inTo: true })
    const notes = notesOf(was, now)
    const holds = holdingOf(now.kind)
    const both = { inFrom: true, inTo: true, alsoChanged: isMoved, notes }
    const isPair = holds !== holdingOf(was.kind) || holds === 'none' || !this.canMerge(was, now)
    if (isPair) {
      const before = this.inside(was, null)
      const after = this.inside(null, now)
      return merged(now.id, isMoved ? 'moved' : 'changed', {
        ...both,
        block: after.block,
        was: { ...before.block, id: wasId(was.id) },
        states: { ...before.states, ...after.states, [wasId(was.id)]: 'removed', [now.id]: 'added' },
      })
    }
    const inside = this.inside(was, now)
    const isTouched = notes.length > 0 || inside.isTouched
    return merged(now.id, isMoved ? 'moved' : isTouched ? 'changed' : 'same', {
      ...both,
      ...inside,
      alsoChanged: isMoved && isTouched,
    })
  }

  /** The block with what both hold. One of them can be null: everything in the other is new, or gone. */
  private inside(was: Block | null, now: Block | null) {
    const shown = (now ?? was)!
    const holds = holdingOf(shown.kind)
    const states: Record<string, BlockState> = {}
    let isTouched = was === null || now === null
    const children = (list: readonly Merged[]): Block[] =>
      list.flatMap((child) => {
        Object.assign(states, child.states)
        if (child.state !== 'same') {
          isTouched = true
          if (!child.was) states[child.id] = child.state
        }
        return child.was ? [child.was, child.block] : [child.block]
      })
    let block = shown
    if (holds === 'blocks')
      block = { ...shown, children: children(this.list(was?.children ?? [], now?.children ?? [])) }
    else if (holds === 'grid') {
      const { lines, isChanged } = this.grid(was, now, children)
      block = { ...shown, children: lines }
      isTouched ||= isChanged
    } else if (holds === 'text' || holds === 'code') {
      const [old, text] = [was?.text ?? [], now?.text ?? []]
      if (was && now && sameJson(old as unknown as Json, text as unknown as Json))
        return { block, states, isTouched }
      isTouched = true
      const both =
        was && now
          ? mergeText(old, text, this.budget, holds === 'code')
          : markText(was ? old : text, was ? DIFF_MARKS.deleted : DIFF_MARKS.inserted)
      block = { ...shown, text: both }
    }
    return { block, states, isTouched }
  }

  /** Cells that were merged with others lose their place when rows or columns come and go. */
  private canMerge(was: Block, now: Block): boolean {
    if (holdingOf(now.kind) !== 'grid') return true
    const lines = ({ children = [] }: Block) => children.map(({ id }) => id)
    const isSameShape = lines(was).join() === lines(now).join()
    const spans = ({ children = [] }: Block) =>
      children.some((row) =>
        (row.children ?? []).some(({ attributes = {} }) => attributes.rowSpan ?? attributes.colSpan),
      )
    return isSameShape || !(spans(was) || spans(now))
  }

  /** The columns and rows of both; a cell is where either has one. */
  private grid(was: Block | null, now: Block | null, children: (list: readonly Merged[]) => Block[]) {
    const part = (block: Block | null, kind: string) =>
      (block?.children ?? []).filter((line) => line.kind === kind)
    const woven = (kind: string) => this.weave(part(was, kind), part(now, kind))
    const columns = woven('tableColumn')
    const rows = woven('tableRow')
    const cellOf = (row: Block | null, id: string) => row?.children?.find((cell) => cell.id === id) ?? null
    let isChanged = false
    const rowOf = ({ was: wasRow, now: nowRow }: (typeof rows)[number]): Block => {
      const row = (nowRow ?? wasRow)!
      if (!wasRow || !nowRow || this.moved.has(row.id)) isChanged = true
      const cells = columns.flatMap((column): Block[] => {
        const id = cellId(row.id, (column.now ?? column.was)!.id)
        const [old, cell] = [cellOf(wasRow, id), cellOf(nowRow, id)]
        if (!old && !cell) {
          const neverMet = (!nowRow && !column.was) || (!wasRow && !column.now)
          return neverMet ? [{ id, kind: CELL, children: [] }] : []
        }
        const inside = old && cell ? this.cell(old, cell) : this.inside(old, cell)
        if (inside.isTouched) isChanged = true
        const { block, states } = inside
        return children([merged(id, 'same', { block, states, inFrom: true, inTo: true })])
      })
      return { ...row, children: cells }
    }
    for (const { was: old, now: column } of columns)
      if (!old || !column || this.moved.has(column.id) || !sameJson(own(old), own(column))) isChanged = true
    return {
      lines: [...columns.map(({ was: old, now: column }) => (column ?? old)!), ...rows.map(rowOf)],
      isChanged,
    }
  }

  private cell(old: Block, cell: Block) {
    const inside = this.inside(old, cell)
    return { ...inside, isTouched: inside.isTouched || !sameJson(own(old), own(cell)) }
  }
}

/** A block without what is in it. */
const own = ({ text: _text, children: _children, ...rest }: Block): Json => rest as unknown as Json

const merged = (
  id: string,
  state: Merged['state'],
  rest: Partial<Merged> & Pick<Merged, 'block' | 'inFrom' | 'inTo'>,
): Merged => ({ id, state, alsoChanged: false, was: null, states: {}, notes: [], ...rest })
