import type { Node as PMNode } from '@tiptap/pm/model'
import { isNumbered } from '@/blocks/list-item/list-styles'
import { indentOf } from './block-tree'

interface Counting {
  style: string
  count: number
}

/**
 * How far the numbered lists have come before each of these blocks (`edges`, ascending), as the value of `counter-set`;
 * empty where none goes on. A section counts for itself, since what is painted lazily cannot tell others, so it has to
 * be told. The rules are those of `numbersOf`, the counters those of `numbering.css`.
 */
export function carriedNumbers(blocks: readonly PMNode[], edges: readonly number[]): string[] {
  const levels: (Counting | undefined)[] = []
  const carried: string[] = []
  let at = 0
  for (const edge of edges) {
    for (; at < edge; at++) step(levels, blocks[at] as PMNode)
    carried.push(
      levels
        .flatMap((level, indent) => (level ? [`n${indent}-${level.style} ${level.count}`] : []))
        .join(' '),
    )
  }
  return carried
}

function step(levels: (Counting | undefined)[], block: PMNode): void {
  const level = indentOf(block)
  if (levels.length > level + 1) levels.length = level + 1
  if (block.type.name !== 'listItem' || !isNumbered(block.attrs.listStyleType)) {
    if (levels.length > level) levels[level] = undefined
    return
  }
  const style = String(block.attrs.listStyleType)
  const last = levels[level]
  const restart: unknown = block.attrs.listStart
  const count = typeof restart === 'number' ? restart : last?.style === style ? last.count + 1 : 1
  levels[level] = { style, count }
}
