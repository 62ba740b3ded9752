import type { Block } from '@/blocks/kit/block'
import type { BlockOperation } from '@/document'
import { blocksOfAnswer } from '../../safe-blocks'
import type { WrittenEdit } from '../edits/edit-lines'
import { operationOf, type Refused } from '../edits/operations'
import type { PageForModel } from '../edits/page-for-model'
import { type ReadEdits, readEdits } from '../edits/read-edits'

/** What has to read the Markdown of a model, in a worker (`written-worker.ts`) when it is long (`ask-written.ts`). */
export const writtenWork = {
  /** The edits of a whole answer. */
  edits: ({ answer, page }: { answer: string; page: PageForModel }): ReadEdits => readEdits(answer, page),
  /** What becomes of each of these edits. `named`: the blocks that they name. */
  operations: ({
    edits,
    named,
  }: {
    edits: readonly WrittenEdit[]
    named: PageForModel['named']
  }): (BlockOperation | Refused)[] => edits.map((edit) => operationOf(edit, { named })),
  /** The blocks of a page that a model has written. */
  blocks: ({ answer }: { answer: string }): Block[] => blocksOfAnswer(answer),
}
