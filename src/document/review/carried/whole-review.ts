import { normalizeBlocks } from '@/blocks'
import type { Block, Inline, Json } from '@/blocks/kit/block'
import { newBlockId } from '@/shared/ids'
import { BOUNDS } from '@/shared/limits'
import { CELL, cellId, cellParts } from '../../format/grid'
import { sameJson } from '../../format/layout'
import { blocksAs, type CarriedReview, tagged } from './carried-review'

type Reviewed = Pick<CarriedReview, 'blocks' | 'tags'>

/** Does it settle, and read with everything accepted, to these blocks? Ids may be others. */
export const isReviewOf = (
  { blocks, tags }: Reviewed,
  settled: readonly Block[],
  proposed: readonly Block[],
): boolean =>
  sameBlocks(blocksAs('settled', blocks, tags), settled) &&
  sameBlocks(blocksAs('proposed', blocks, tags), proposed)

/** Do they say the same? Ids may be others. */
export const sameBlocks = (one: readonly Block[], other: readonly Block[]): boolean =>
  sameJson(comparable(one), comparable(other))

/**
 * What leads from the settled blocks to the proposed ones in the coarsest way: root blocks that say the same in both stay, all others
 * are removed and added. `about` gives the suggestion to name for one.
 */
export function wholeReview(
  settled: readonly Block[],
  proposed: readonly Block[],
  about: (block: Block) => number,
): Reviewed {
  const tags: CarriedReview['tags'] = {}
  const places = new Map(settled.map((block, at) => [block.id, at]))
  const here = proposed.filter((block) => {
    const other = settled[places.get(block.id) ?? -1]
    return other !== undefined && sameJson(block as never, other as never)
  })
  const stays = new Set(longestRising(here.map(({ id }) => places.get(id) ?? 0)).map((i) => here[i]?.id))
  const blocks: Block[] = []
  let at = 0
  const removeUntil = (end: number) => {
    for (const block of settled.slice(at, end)) blocks.push(removedBlock(block, about(block), tags))
    at = end
  }
  for (const block of proposed) {
    if (!stays.has(block.id)) {
      blocks.push(addedCopy(block, about(block), tags))
      continue
    }
    removeUntil(places.get(block.id) ?? 0)
    blocks.push(block)
    at++
  }
  removeUntil(settled.length)
  return { blocks, tags }
}

/** The block on its way out. */
export function removedBlock(block: Block, by: number, tags: CarriedReview['tags']): Block {
  tags[block.id] = { removed: by }
  return withText(block, (piece) => tagged(piece, { removed: by }))
}

/** A copy of the block on its way in. */
export function addedCopy(block: Block, by: number, tags: CarriedReview['tags']): Block {
  const copy = withNewIds(block)
  tags[copy.id] = { added: by }
  return withText(copy, (piece) => tagged(piece, { added: by }))
}

function withText(block: Block, change: (piece: Inline) => Inline): Block {
  return {
    ...block,
    ...(block.text && { text: block.text.map(change) }),
    ...(block.children && { children: block.children.map((child) => withText(child, change)) }),
  }
}

/** Cells are named by their row and column. */
function withNewIds(block: Block): Block {
  const names = new Map<string, string>()
  const renamed = (id: string) => {
    const known = names.get(id) ?? newBlockId()
    names.set(id, known)
    return known
  }
  const visit = (one: Block): Block => {
    const parts = one.kind === CELL ? cellParts(one.id) : null
    const id = parts ? cellId(renamed(parts.row), renamed(parts.column)) : renamed(one.id)
    return { ...one, id, ...(one.children && { children: one.children.map(visit) }) }
  }
  return visit(block)
}

/** What blocks say, in the one form of the page and without ids. */
function comparable(blocks: readonly Block[]): Json {
  const plain = ({ kind, attributes = {}, text = [], children = [] }: Block): Json => ({
    kind,
    attributes,
    text: text as unknown as Json,
    children: children.map(plain),
  })
  return blocks.length > 0 ? normalizeBlocks([...blocks], BOUNDS.depth).map(plain) : []
}

/** The places of a longest rising part of these numbers, in order. */
export function longestRising(numbers: readonly number[]): number[] {
  const ends: number[] = []
  const before: number[] = []
  for (const [i, number] of numbers.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[ends[middle] as number] as number) < number) low = middle + 1
      else high = middle
    }
    before[i] = low > 0 ? (ends[low - 1] as number) : -1
    ends[low] = i
  }
  const rising: number[] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] as number) rising.push(at)
  return rising.reverse()
}
