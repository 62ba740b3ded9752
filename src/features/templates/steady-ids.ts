import type { Block } from '@/blocks/kit/block'

/** Numbers the blocks in reading order: `t1`, `t2` … So that links to them stay good. */
export function withSteadyIds(blocks: readonly Block[]): Block[] {
  let count = 0
  const numbered = (block: Block): Block => {
    count += 1
    const id = `t${count}`
    return { ...block, id, ...(block.children && { children: block.children.map(numbered) }) }
  }
  return blocks.map(numbered)
}
