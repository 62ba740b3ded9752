import type { EditorView } from '@tiptap/pm/view'
import { failureWords, rpc } from '@/app/rpc'
import type { Block } from '@/blocks'
import { sendFirst } from '@/editor/live/send-first'
import { modeOf } from '@/editor/review/modes'
import { needReview } from '@/editor/review/open-reviews'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import { blocksLeftOut } from '../placeholders'
import { blocksOfAnswer } from '../safe-blocks'
import type { AiPlace } from './ai-place'
import { codeAt, codeOfAnswer, insertBelow, replaceCode, replaceWith } from './apply'
import { withDataTables } from './as-data-table'
import { addsText, type Decision } from './menu-items'
import { recordAccepted } from './record-accepted'
import { dispatchSigned } from './signed'
import type { FinishedAnswer } from './use-answer'

/** Milliseconds that are waited for what suggestions are written with. */
const REVIEW_MS = 15_000

/** What brings an answer into the page. */
export type Putting = Exclude<Decision, 'copy' | 'tryAgain' | 'discard'>

interface About {
  /** Null where the editor shows no page of its own. */
  documentId: string | null
  isSelection: boolean
  isCode: boolean
}

/** How an answer comes into the page. */
interface Plan {
  answer: FinishedAnswer
  decision: Putting
  documentId: string | null
  written: Block[]
  /** The code that it is, where it is about code. */
  code: string | null
  /** In the place of what it is about. */
  replaces: boolean
  suggests: boolean
}

/** What a decision about an answer makes of the page. */
export function planOf(
  answer: FinishedAnswer,
  decision: Putting,
  { documentId, isSelection, isCode }: About,
): Plan {
  const { begunBy } = answer.question
  const written = blocksOfAnswer(answer.words, answer.question.atoms)
  const code = isCode
    ? codeOfAnswer(
        answer.words,
        written,
        decision === 'replace' || begunBy === 'fix' || begunBy === 'comment',
      )
    : null
  const replaces =
    decision === 'replace' ||
    ((decision === 'accept' || decision === 'suggest') &&
      // Also when what was selected is gone: then nothing is replaced.
      (isSelection || Boolean(answer.question.about)) &&
      !addsText(begunBy) &&
      isCode === (code !== null))
  // A picture that the model says nothing of is not taken away with the words.
  if (replaces) written.push(...blocksLeftOut(written, answer.question.atoms))
  const suggests =
    decision === 'suggest' || (documentId !== null && modeOf(documentId).get() === 'suggesting')
  return { answer, decision, documentId, written, code, replaces, suggests }
}

/** Sees to it that what follows can be suggested, or gone back behind. Gives false, and says why, when it cannot. */
export async function prepareFor({ documentId, replaces, suggests }: Plan): Promise<boolean> {
  if (documentId === null) return true
  try {
    if (suggests) await needReview(documentId, AbortSignal.timeout(REVIEW_MS))
    // In Suggesting the page stays what it is, and what is put below takes nothing away.
    if (replaces && !suggests) {
      await sendFirst()
      await rpc.version.createVersion.mutate({ documentId, reason: 'before-rewrite' })
    }
    return true
  } catch (error) {
    toast.error(
      failureWords(
        error,
        suggests
          ? t('Suggestions could not be opened, so nothing was changed. Try again.')
          : t('No version could be saved before the change, so nothing was changed. Try again.'),
      ),
    )
    return false
  }
}

/** Brings the answer into the page, and has it put on record. */
export function putAnswer(view: EditorView, place: AiPlace, plan: Plan): void {
  const { answer, decision, documentId, written, code, replaces, suggests } = plan
  const { state } = view
  const blocks = decision === 'dataTable' ? withDataTables(written) : written
  const codePlace = code === null ? null : codeAt(state, place)
  const goesOn = (decision === 'accept' || suggests) && answer.question.begunBy === 'continue'
  const tr = replaces
    ? codePlace && code !== null
      ? replaceCode(state, codePlace, code)
      : replaceWith(state, place, blocks)
    : insertBelow(state, place, blocks, goesOn)
  const made = dispatchSigned(view, documentId, answer.model, tr.scrollIntoView(), suggests)
  const { id: answerId, model } = answer
  // In Suggesting it may have become a part of a suggestion that is signed already.
  if (documentId !== null && answerId !== null && model !== null && (made.length > 0 || !suggests))
    recordAccepted(view.state, { answerId, documentId, suggestionIds: made, replaces })
}
