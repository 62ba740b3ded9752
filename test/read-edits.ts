import type { PageForModel } from '@/features/ai/server/edits/page-for-model'
import { editsIn, operationsOf, type ReadEdits, readEdits } from '@/features/ai/server/edits/read-edits'

/** The edits of an answer about a page, read at once. */
export function readAnswer(answer: string, page: PageForModel): ReadEdits {
  const read = editsIn(answer)
  return readEdits(read, operationsOf(read.written, page))
}
