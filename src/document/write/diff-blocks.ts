import type { Block } from '@/blocks/kit/block'
import { ROOT, sameJson } from '../format/layout'
import { longestAscending } from '../format/order'

/** What happened to one block between two states of a page. A block can have moved and changed. */
export type BlockChange =
  | { type: 'added'; id: string; after: Block }
  | { type: 'removed'; id: string; before: Block }
  | { type: 'changed'; id: string; before: Block; after: Block }
  | { type: 'moved'; id: string; from: string; to: string }

interface Placed {
  block: Block
  parent: string
  at: number
}

/** The blocks that differ, in the order of `after`, then those that are gone. Children are told of for themselves. */
export function diffBlocks(before: readonly Block[], after: readonly Block[]): BlockChange[] {
  const old = placed(before)
  const now = placed(after)
  const stayed = inPlace(old, now)
  const changes: BlockChange[] = []
  for (const [id, { block, parent }] of now) {
    const was = old.get(id)
    if (!was) {
      changes.push({ type: 'added', id, after: block })
      continue
    }
    if (!stayed.has(id)) changes.push({ type: 'moved', id, from: was.parent, to: parent })
    const own = ({ children: _children, ...rest }: Block) => rest
    if (!sameJson(own(was.block), own(block))) {
      changes.push({ type: 'changed', id, before: was.block, after: block })
    }
  }
  for (const [id, { block }] of old) if (!now.has(id)) changes.push({ type: 'removed', id, before: block })
  return changes
}

function placed(blocks: readonly Block[]): Map<string, Placed> {
  const all = new Map<string, Placed>()
  const rest = blocks.map((block, at) => ({ block, parent: ROOT, at })).reverse()
  for (let next = rest.pop(); next; next = rest.pop()) {
    all.set(next.block.id, next)
    const parent = next.block.id
    rest.push(...(next.block.children ?? []).map((block, at) => ({ block, parent, at })).reverse())
  }
  return all
}

/** The blocks that need not have moved: same parent, and in the longest sequence of siblings that kept its order. */
function inPlace(old: Map<string, Placed>, now: Map<string, Placed>): Set<string> {
  const siblings = new Map<string, string[]>()
  for (const [id, { parent }] of now) {
    if (old.get(id)?.parent !== parent) continue
    const list = siblings.get(parent)
    if (list) list.push(id)
    else siblings.set(parent, [id])
  }
  const stayed = new Set<string>()
  for (const ids of siblings.values()) {
    for (const i of longestAscending(ids.map((id) => (old.get(id) as Placed).at)))
      stayed.add(ids[i] as string)
  }
  return stayed
}
