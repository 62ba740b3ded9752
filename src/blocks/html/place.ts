import { LIMITS } from '@/shared/limits'
import { MAX_INDENT } from '../kit/attributes'
import type { Block } from '../kit/block'
import { isNumbered } from '../list-item/list-styles'
import type { OpenList } from './lists'
import { tidyGrid } from './table'

/** What is undone when the walk leaves an element. */
export type Leave = (() => void) | null

type Holds = 'blocks' | 'grid' | 'row'

/** Where the blocks go that are read from a tree: to the page, or into the container that is open. */
export class Place {
  readonly blocks: Block[] = []
  /** The lists that are open, outermost first. */
  readonly lists: OpenList[] = []
  /** What the open container may hold. */
  holds: Holds = 'blocks'
  private into: Block[] = this.blocks
  private depth = 0

  /** `flush` ends the text that is being read. */
  constructor(private readonly flush: () => void) {}

  push(block: Block): void {
    this.into.push(block)
  }

  /** How far a block stands in that hangs under the open lists. */
  get indent(): number {
    return Math.min(this.lists.length, MAX_INDENT)
  }

  /** Everything until the end goes into this block; deeper than a page goes, the block is left out and its content stays. */
  enter(block: Block, holds: Holds = 'blocks'): Leave {
    if (this.depth >= LIMITS.blockDepth) return () => this.flush()
    const outside = { into: this.into, lists: this.lists.splice(0), holds: this.holds }
    const children: Block[] = []
    this.into.push({ ...block, children })
    this.into = children
    this.holds = holds
    this.depth++
    return () => {
      this.flush()
      this.into = outside.into
      this.holds = outside.holds
      this.lists.splice(0, this.lists.length, ...outside.lists)
      this.depth--
    }
  }

  /** A table needs room for its rows, its cells and what is in them; deeper ones show what stands in their cells. */
  enterGrid(block: Block): Leave {
    if (this.depth + 3 > LIMITS.blockDepth) return () => this.flush()
    const { into } = this
    const at = into.length
    const leave = this.enter(block, 'grid')
    return () => {
      leave?.()
      into.splice(at, 1, ...tidyGrid(into[at]!))
    }
  }
}

/**
 * Takes away the first numbers that say what the numbers would be anyway: other programs number every item, or make a
 * list of each. In place; only of the `counted` items.
 */
export function dropNeedlessStarts(siblings: readonly Block[], counted: ReadonlySet<Block>): void {
  const levels: ({ style: unknown; count: number } | undefined)[] = []
  for (const block of siblings) {
    if (block.children) dropNeedlessStarts(block.children, counted)
    const { indent = 0, listStyleType = 'disc', listStart } = block.attributes ?? {}
    const level = Number(indent)
    levels.length = Math.min(levels.length, level + 1)
    if (block.kind !== 'listItem' || !isNumbered(listStyleType)) {
      levels[level] = undefined
      continue
    }
    const last = levels[level]
    const natural = last?.style === listStyleType ? last.count + 1 : 1
    const count = typeof listStart === 'number' ? listStart : natural
    if (count === natural && counted.has(block)) delete block.attributes!.listStart
    levels[level] = { style: listStyleType, count }
  }
}
