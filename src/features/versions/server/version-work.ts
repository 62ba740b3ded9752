import type { Block } from '@/blocks'
import { unpackState } from '@/server/collab/packed-state'
import { diffPages } from '../diff/diff-pages'
import type { PageDiff } from '../diff/model'

/** One side of a comparison: a version as it is stored, or a page as it is now. */
export type ComparedSide = { title: string } & ({ packed: Uint8Array } | { blocks: readonly Block[] })

/** What has to go through two whole pages, in a worker (`version-worker.ts`) when they are long (`ask-version.ts`). */
export const versionWork = {
  /** The blocks of a version as JSON, which is handed over faster than the blocks themselves. */
  unpack: ({ packed }: { packed: Uint8Array }): string => richOf(packed),
  /** What differs between the two. */
  diff: ({ from, to, full }: { from: ComparedSide; to: ComparedSide; full: boolean }): PageDiff =>
    diffPages(unpacked(from), unpacked(to), { full }),
}

const unpacked = (side: ComparedSide) => ({
  title: side.title,
  blocks: 'packed' in side ? blocksOf(side.packed) : side.blocks,
})

const richOf = (packed: Uint8Array): string => new TextDecoder().decode(unpackState(packed))

// Written by the service of versions alone, from the blocks of a page.
const blocksOf = (packed: Uint8Array): Block[] => JSON.parse(richOf(packed)) as Block[]
