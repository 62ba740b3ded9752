import type { Block } from '@/blocks'
import { sizeOfState } from '@/server/collab/packed-state'
import { WorkerPool } from '@/server/workers/worker-pool'
import { t } from '@/shared/i18n'
import type { PageDiff } from '../diff/model'
import { type ComparedSide, versionWork } from './version-work'

/** Bytes of versions, unpacked, or about as many characters of blocks, up to which two pages are compared at once. */
const SHORT = 16_384
/** About what a block takes beside its words. */
const BLOCK = 100

const pool = new WorkerPool<typeof versionWork>({
  name: 'version-worker',
  source: 'features/versions/server/version-worker.ts',
  // One that is only unpacked need not wait for a long comparison.
  atOnce: 2,
  mostWaiting: 100,
  mostWaitingEach: 20,
  mostMs: 120_000,
  get tooHard() {
    return t('This page is too large to be worked on.')
  },
})

/**
 * Has two states of a page compared for a person, in a worker when they are long. Throws `unavailable` or `rate-limited` when too many
 * wait, `too-large` when it takes too long.
 */
export async function askDiff(
  job: { from: ComparedSide; to: ComparedSide; full: boolean },
  person: string,
): Promise<PageDiff> {
  if (sizeOf(job.from) + sizeOf(job.to) > SHORT) return pool.run('diff', job, { person })
  return versionWork.diff(job)
}

/** Has the blocks of a version unpacked for a person, as JSON, in a worker when they are long. Throws like {@link askDiff}. */
export const askRich = async (packed: Uint8Array, person: string): Promise<string> =>
  sizeOfState(packed) > SHORT ? pool.run('unpack', { packed }, { person }) : versionWork.unpack({ packed })

const sizeOf = (side: ComparedSide): number =>
  'packed' in side ? sizeOfState(side.packed) : sizeOfBlocks(side.blocks)

/** About how many characters the blocks have; of a long page no more is counted than it takes to know that it is one. */
function sizeOfBlocks(blocks: readonly Block[]): number {
  let size = 0
  for (const { text = [], children = [] } of blocks) {
    if (size > SHORT) return size
    size += BLOCK + sizeOfBlocks(children)
    for (const piece of text) size += 'text' in piece ? piece.text.length : BLOCK
  }
  return size
}
