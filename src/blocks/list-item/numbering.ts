import type { Block } from '../kit/block'
import { isNumbered } from './list-styles'

const indentOf = (block: Block): number => Number(block.attributes?.indent ?? 0)
const styleOf = (block: Block): string => String(block.attributes?.listStyleType ?? 'disc')

/**
 * The number each sibling shows, `null` for what is not a numbered item. A number follows the last one at the same
 * indent with the same marker; it starts anew (at 1, or at `listStart`) after anything else at that indent or
 * nearer to the margin. Blocks that stand deeper do not interrupt.
 */
export function numbersOf(siblings: readonly Block[]): (number | null)[] {
  const levels: ({ style: string; count: number } | undefined)[] = []
  return siblings.map((block) => {
    const level = indentOf(block)
    levels.length = Math.min(levels.length, level + 1)
    const style = styleOf(block)
    if (block.kind !== 'listItem' || !isNumbered(style)) {
      levels[level] = undefined
      return null
    }
    const last = levels[level]
    const restart = block.attributes?.listStart
    const count = typeof restart === 'number' ? restart : last?.style === style ? last.count + 1 : 1
    levels[level] = { style, count }
    return count
  })
}
