import type { Block } from '@/blocks/kit/block'
import type { BlockOperation } from '@/document'
import { blocksOfAnswer } from '../../safe-blocks'
import type { WrittenEdit } from '../edits/edit-lines'
import type { Refused } from '../edits/operations'
import type { PageForModel } from '../edits/page-for-model'
import { operationsOf } from '../edits/read-edits'
import { storable, wordsOf } from '../reviews/row-text'

/** An operation as a review keeps it. */
export interface StoredOperation {
  /** As JSON. */
  operation: string
  /** The first words that it writes. */
  after: string
}

export interface OperationsJob {
  edits: readonly WrittenEdit[]
  /** The blocks that they name. */
  named: PageForModel['named']
}

/** What has to read the Markdown of a model, in a worker (`written-worker.ts`) when it is long (`ask-written.ts`). */
export const writtenWork = {
  /** What becomes of each of these edits. */
  operations: ({ edits, named }: OperationsJob): (BlockOperation | Refused)[] =>
    operationsOf(edits, { named }),
  /** The same, as it is stored. */
  stored: ({ edits, named }: OperationsJob): (StoredOperation | Refused)[] =>
    operationsOf(edits, { named }).map((one) =>
      typeof one === 'string'
        ? one
        : {
            operation: storable(JSON.stringify(one)),
            after: one.op === 'delete' ? '' : wordsOf(one.blocks),
          },
    ),
  /** The blocks of a page that a model has written. */
  blocks: ({ answer }: { answer: string }): Block[] => blocksOfAnswer(answer),
}
