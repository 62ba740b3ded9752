import type { Block } from '@/blocks/kit/block'
import { WorkerPool } from '@/server/workers/worker-pool'
import { t } from '@/shared/i18n'
import type { WrittenEdit } from '../edits/edit-lines'
import type { Refused } from '../edits/operations'
import type { NamedBlock, PageForModel } from '../edits/page-for-model'
import { editsIn, type ReadEdits, readEdits } from '../edits/read-edits'
import { type OperationsJob, type StoredOperation, writtenWork } from './written-work'

/** Characters of Markdown that are read at once, in about ten milliseconds at most, whatever they are. */
const SHORT = 1_000

const pool = new WorkerPool<typeof writtenWork>({
  name: 'written-worker',
  source: 'features/ai/server/written/written-worker.ts',
  atOnce: 2,
  mostWaiting: 200,
  mostWaitingEach: 20,
  mostMs: 60_000,
  get tooHard() {
    return t('This text takes too long to be understood.')
  },
})

/** For whom it is read; `signal` ends that. */
interface Asker {
  person: string
  signal?: AbortSignal
}

/**
 * Has the edits of a whole answer read, in a worker when they are long: a person steers what a model writes, and there is Markdown that
 * takes long. Throws `unavailable` or `rate-limited` when too many wait, `too-large` when it takes too long, and what ends the signal.
 */
export async function askEdits(answer: string, page: PageForModel, asker: Asker): Promise<ReadEdits> {
  const read = editsIn(answer)
  const { job, isLong } = jobFor(read.written, page)
  const operations = isLong ? await pool.run('operations', job, asker) : writtenWork.operations(job)
  return readEdits(read, operations)
}

/** Has read what is to be stored of each of these edits, as {@link askEdits}. */
export async function askStored(
  edits: readonly WrittenEdit[],
  page: PageForModel,
  asker: Asker,
): Promise<(StoredOperation | Refused)[]> {
  const { job, isLong } = jobFor(edits, page)
  return isLong ? pool.run('stored', job, asker) : writtenWork.stored(job)
}

/** Of the page no more than they name. */
function jobFor(edits: readonly WrittenEdit[], page: PageForModel): { job: OperationsJob; isLong: boolean } {
  const named = new Map<string, NamedBlock>()
  for (const { alias } of edits) {
    const block = alias === null ? undefined : page.named.get(alias)
    if (alias !== null && block) named.set(alias, block)
  }
  return { job: { edits, named }, isLong: edits.reduce((sum, { text }) => sum + text.length, 0) > SHORT }
}

/** Has the blocks of a page read that a model has written, as {@link askEdits}. */
export const askBlocks = async (answer: string, asker: Asker): Promise<Block[]> =>
  answer.length > SHORT ? pool.run('blocks', { answer }, asker) : writtenWork.blocks({ answer })
