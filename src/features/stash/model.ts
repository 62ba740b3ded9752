import type { Block } from '@/blocks/kit/block'
import { t } from '@/shared/i18n'

/** Blocks that were moved aside from a page, and wait to be put back anywhere (rulings 2). */
export interface StashItem {
  id: string
  blocks: Block[]
  /** The page they come from: `/` and its id, or a template's slug. */
  fromPath: string
  /** What that page was called then. */
  fromTitle: string
  /** ISO 8601. */
  createdAt: string
}

/** One page of the stash, the newest first. */
export interface StashPage {
  items: StashItem[]
  /** Ask with it for what is older; null: that was all. */
  nextCursor: string | null
}

export const STASH = {
  /** As many are shown at once. */
  pageSize: 30,
  /** As many a person can have. */
  items: 500,
  /** Bytes of JSON that one may have, and all together. */
  itemBytes: 1024 * 1024,
  bytes: 20 * 1024 * 1024,
  /** As many that were deleted can be brought back. */
  undoable: 20,
  /** A visitor's browser keeps as many; its storage is small. */
  localItems: 100,
} as const

export const STASH_WORDS = {
  get tooLarge() {
    return t('These blocks are too large for the stash. Move fewer of them at once.')
  },
  get full() {
    return t('Your stash is full. Put something back, or delete what you no longer need.')
  },
  get notThere() {
    return t('This is not in your stash any more.')
  },
} as const

/** How much room blocks take in the stash. */
export const sizeOf = (blocks: readonly Block[]): number =>
  new TextEncoder().encode(JSON.stringify(blocks)).length
