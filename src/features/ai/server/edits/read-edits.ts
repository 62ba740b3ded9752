import type { ReasonedEdit } from './apply-edits'
import { EditReader, type UnreadEdit, type WrittenEdit } from './edit-lines'
import { operationOf, type Refused } from './operations'
import type { PageForModel } from './page-for-model'

/** An edit of an answer that cannot be made of the page that the model was told of. */
export interface RefusedEdit {
  why: Refused | 'unread' | 'cut'
  written: WrittenEdit | UnreadEdit
}

export interface ReadEdits {
  edits: ReasonedEdit[]
  refused: RefusedEdit[]
}

/** The edits of a whole answer, and what of it is none. */
export function readEdits(answer: string, page: PageForModel): ReadEdits {
  const reader = new EditReader()
  const whole = reader.push(answer)
  const { edits: last, cut } = reader.end()
  const edits: ReasonedEdit[] = []
  const refused: RefusedEdit[] = cut ? [{ why: 'cut', written: cut }] : []
  for (const written of [...whole, ...last]) {
    if (written.op === 'unread') refused.push({ why: 'unread', written })
    else {
      const operation = operationOf(written, page)
      if (typeof operation === 'string') refused.push({ why: operation, written })
      else edits.push({ operation, reason: written.why })
    }
  }
  return { edits, refused }
}
