import type { BlockOperation } from '@/document'
import type { ReasonedEdit } from './apply-edits'
import { EditReader, type UnreadEdit, type WrittenEdit } from './edit-lines'
import { operationOf, type Refused } from './operations'
import type { PageForModel } from './page-for-model'

/** An edit of an answer that cannot be made of the page that the model was told of. */
export interface RefusedEdit {
  why: Refused | 'unread' | 'cut' | 'twice'
  written: WrittenEdit | UnreadEdit
}

export interface ReadEdits {
  edits: ReasonedEdit[]
  refused: RefusedEdit[]
}

/** The edits of a whole answer as they were written, and what of it is none. */
export function editsIn(answer: string): { written: WrittenEdit[]; refused: RefusedEdit[] } {
  const reader = new EditReader()
  const whole = reader.push(answer)
  const { edits: last, cut } = reader.end()
  const written: WrittenEdit[] = []
  const refused: RefusedEdit[] = cut ? [{ why: 'cut', written: cut }] : []
  for (const edit of [...whole, ...last]) {
    if (edit.op === 'unread') refused.push({ why: 'unread', written: edit })
    else written.push(edit)
  }
  return { written, refused }
}

/** What comes of the edits of an answer; `operations`: one for each. */
export function readEdits(
  { written, refused }: ReturnType<typeof editsIn>,
  operations: readonly (BlockOperation | Refused)[],
): ReadEdits {
  const subjects = new Subjects()
  const read: ReadEdits = { edits: [], refused: [...refused] }
  for (const [at, edit] of written.entries()) {
    const operation = operations[at]!
    if (typeof operation === 'string') read.refused.push({ why: operation, written: edit })
    else if (!subjects.isNew(edit)) read.refused.push({ why: 'twice', written: edit })
    else read.edits.push({ operation, reason: edit.why })
  }
  return read
}

/** What becomes of each of these edits. `named`: the blocks that they name. */
export const operationsOf = (
  edits: readonly WrittenEdit[],
  page: Pick<PageForModel, 'named'>,
): (BlockOperation | Refused)[] => edits.map((edit) => operationOf(edit, page))

/** The blocks that edits were about so far: a second one about the same would be set aside when it is made, and holds all of it until then. */
export class Subjects {
  private readonly aliases = new Set<string | null>()

  /** Is it about another block than those before? Text may be put behind one as often as it is wished. */
  isNew({ op, alias }: WrittenEdit): boolean {
    if (op === 'insert') return true
    if (this.aliases.has(alias)) return false
    this.aliases.add(alias)
    return true
  }
}
