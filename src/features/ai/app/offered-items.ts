import { blocksOfAnswer } from '../safe-blocks'
import { isTable } from './as-data-table'
import {
  addsText,
  asDataTable,
  asSuggestion,
  codeItems,
  itemsOutsideThePage,
  type MenuItem,
  type MenuState,
  menuItems,
} from './menu-items'
import type { FinishedAnswer } from './use-answer'

interface Here {
  menuState: MenuState
  /** The answer that something can be done with. */
  answer: FinishedAnswer | null
  isCode: boolean
  /** It is a page of its own, which can be reviewed. */
  isPage: boolean
  /** What is accepted is an edit, and no suggestion by itself. */
  isEdited: boolean
  /** The page can be edited no more, so the answer stays out of it. */
  isOutside: boolean
}

/** What the menu offers here, in its order: of what its state has, what there is to do, and what can be asked for next. */
export function offeredItems({ menuState, answer, isCode, isPage, isEdited, isOutside }: Here): MenuItem[] {
  if (isOutside) return itemsOutsideThePage()
  const inState = isCode && menuState === 'selectionCommand' ? codeItems() : menuItems(menuState)
  const offered = inState.filter(
    ({ decision, isReview }) =>
      (!isReview || isPage) &&
      (answer !== null || decision === undefined || decision === 'discard' || decision === 'tryAgain'),
  )
  if (!answer) return offered
  const hasTable = answer.question.begunBy === 'extract' && blocksOfAnswer(answer.words).some(isTable)
  const followUps = (isCode ? codeItems() : menuItems('selectionCommand')).filter(
    ({ command }) => command && !addsText(command),
  )
  const all = [
    ...offered.slice(0, 1),
    ...(isEdited ? [asSuggestion()] : []),
    ...(hasTable ? [asDataTable()] : []),
    ...offered.slice(1),
    ...followUps,
  ]
  // Of an answer without its end: Enter does not put half of it in the place of the whole.
  const isAgain = ({ decision }: MenuItem) => answer.note !== null && decision === 'tryAgain'
  return [...all.filter(isAgain), ...all.filter((item) => !isAgain(item))]
}
