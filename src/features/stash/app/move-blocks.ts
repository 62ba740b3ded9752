import type { Json } from '@/blocks/kit/block'
import { sameJson } from '@/blocks/kit/equal'
import type { Taken } from '@/editor/clipboard/extract-blocks'
import type { StashItem } from '../model'
import type { StashStore } from './stash-store'

/** Somebody may write in the blocks while they are being kept: they are then kept again as they are. */
const ATTEMPTS = 3

/** What moving blocks asks of their page. */
export interface StashedPage {
  path: string
  title(): string
  /** The blocks that are selected now; null: none. */
  selected(): Taken | null
  /** Takes them off the page; `false` when they are not there as they were. */
  extractBlocks(taken: Taken): boolean
  isClosed(): boolean
}

/**
 * How it ended. `moved`: the blocks are in the stash and off their page. `in-both`: they are on their page, and a copy of
 * them could not be taken out of the stash again. In all other cases they are on their page alone.
 */
export type MoveEnd = 'moved' | 'nothing' | 'closed' | 'not-exact' | 'changing' | 'in-both'

/** Are the blocks in the item what was given, apart from the order of keys? */
export function isExact({ blocks }: Pick<StashItem, 'blocks'>, given: Taken['blocks']): boolean {
  const asSent: Json = JSON.parse(JSON.stringify(given))
  return sameJson(JSON.parse(JSON.stringify(blocks)), asSent)
}

/**
 * Keeps the selected blocks in the stash, and only takes them off their page when what is kept is what was given. Throws
 * what the store throws when it does not keep them.
 */
export async function moveBlocks(page: StashedPage, store: StashStore): Promise<MoveEnd> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const taken = page.selected()
    if (!taken) return attempt === 0 ? 'nothing' : 'changing'
    const item = await store.add({ blocks: taken.blocks, fromPath: page.path, fromTitle: page.title() })
    const isKept = isExact(item, taken.blocks)
    if (isKept && !page.isClosed() && page.extractBlocks(taken)) return 'moved'
    try {
      await store.remove(item)
    } catch {
      return 'in-both'
    }
    if (!isKept) return 'not-exact'
    if (page.isClosed()) return 'closed'
  }
  return 'changing'
}
