import { blockKind } from '@/blocks/kinds'
import type { Block } from '@/blocks/kit/block'

/** Kinds that are only a part of another one and are put back with it. */
const isPart = ({ kind }: Block): boolean =>
  kind === 'column' || kind === 'tableCell' || ['row', 'column'].includes(blockKind(kind)?.content ?? '')

/** The block with this id and those around it, the outermost first; empty when there is none. */
function pathTo(blocks: readonly Block[], id: string): Block[] {
  for (const block of blocks) {
    if (block.id === id) return [block]
    const below = pathTo(block.children ?? [], id)
    if (below.length > 0) return [block, ...below]
  }
  return []
}

const idsOf = (block: Block): string[] => [block.id, ...(block.children ?? []).flatMap(idsOf)]

/**
 * The page with one block as it was in a version, with everything in it: where the block stands now, or, when it is gone,
 * where it stood. Every block that was not in it stays. A cell or column brings its table or columns along. Null when the
 * version does not hold the block.
 */
export function withBlock(now: readonly Block[], version: readonly Block[], id: string): Block[] | null {
  const path = pathTo(version, id)
  while (path.length > 1 && isPart(path.at(-1)!)) path.pop()
  const block = path.pop()
  if (!block) return null
  const inside = new Set(idsOf(block))
  const others = without(now, inside, block.id)
  return replaced(others, block) ?? inserted(without(others, inside, null), version, path, block)
}

/** Takes blocks out; what they hold of others takes their place. The one that is `kept` stays as it is. */
function without(blocks: readonly Block[], gone: ReadonlySet<string>, kept: string | null): Block[] {
  return blocks.flatMap((block) => {
    if (block.id === kept) return [block]
    const children = block.children && without(block.children, gone, kept)
    if (!gone.has(block.id)) return [children ? { ...block, children } : block]
    return (children ?? []).filter((child) => !isPart(child))
  })
}

function replaced(blocks: readonly Block[], block: Block): Block[] | null {
  let found = false
  const next = blocks.map((other) => {
    if (found) return other
    if (other.id === block.id) {
      found = true
      return block
    }
    const children = other.children && replaced(other.children, block)
    if (!children) return other
    found = true
    return { ...other, children }
  })
  return found ? next : null
}

/** Puts a block where it stood: beside a sibling of then, in the nearest block around it that is still there. */
function inserted(
  now: readonly Block[],
  version: readonly Block[],
  path: readonly Block[],
  block: Block,
): Block[] {
  let child = block
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const parent = path[depth]!
    const standing = pathTo(now, parent.id).at(-1)
    if (standing && standing.kind === parent.kind) {
      const children = beside(standing.children ?? [], parent.children ?? [], child, block)
      return replaced(now, { ...standing, children })!
    }
    child = parent
  }
  return beside(now, version, child, block)
}

/** The list with the block after the nearest one of those that stood before `child`, else before one of those after it. */
function beside(now: readonly Block[], then: readonly Block[], child: Block, block: Block): Block[] {
  const at = then.findIndex(({ id }) => id === child.id)
  const placeOf = (sibling: Block) => now.findIndex(({ id }) => id === sibling.id)
  for (const sibling of then.slice(0, at).reverse()) {
    const place = placeOf(sibling)
    if (place !== -1) return now.toSpliced(place + 1, 0, block)
  }
  for (const sibling of then.slice(at + 1)) {
    const place = placeOf(sibling)
    if (place !== -1) return now.toSpliced(place, 0, block)
  }
  return [...now, block]
}
