import type { EditorState } from '@tiptap/pm/state'
import type { Inline } from '@/blocks/kit/block'
import type { AiPlace } from './ai-place'
import { markdownAt, markdownOfPage, readPage, textBefore } from './apply'
import type { ContextPage } from './context-chips'
import type { FinishedAnswer, Question } from './use-answer'

/** Characters around the caret that are sent along. */
const AROUND = 4_000

type Asked = Pick<Question, 'command' | 'prompt' | 'language'>

interface About {
  place: AiPlace
  isSelection: boolean
  isCode: boolean
  /** The text around it goes along. */
  hasAround: boolean
  pages: readonly ContextPage[]
  /** The answer that is worked on further. */
  last: FinishedAnswer | null
}

/** A command as a question about a place in the page, or about the answer that came last. */
export function questionAbout(
  state: EditorState,
  { command, prompt, language }: Asked,
  { place, isSelection, isCode, hasAround, pages, last }: About,
): Question {
  if (command === 'answer')
    return { command, prompt, selection: '', context: '', begunBy: command, about: '', atoms: [] }
  const { page, place: at } = readPage(state, place)
  const before = textBefore(page, at, AROUND)
  const previous = last?.words ?? ''
  const isAboutPage = !isSelection && (command === 'summarize' || command === 'extract')
  const atoms: Inline[] = last ? [...last.question.atoms] : []
  const own =
    previous !== '' ? '' : isSelection ? markdownAt(page, at, atoms) : isAboutPage ? markdownOfPage(page) : ''
  const selection = previous || own || (command === 'ask' ? '' : before)
  return {
    command,
    prompt,
    selection,
    context: selection === before || !hasAround ? '' : before,
    ...(pages.length > 0 && { documentIds: pages.map(({ id }) => id) }),
    begunBy: last?.question.begunBy ?? command,
    about: last ? last.question.about : isSelection ? own : '',
    atoms,
    ...(isCode && { isCode }),
    ...(language && { language }),
  }
}

/** What is selected now, as a model would be told of it. */
export function selectionNow(state: EditorState, place: AiPlace): Pick<Question, 'about' | 'atoms'> {
  const { page, place: at } = readPage(state, place)
  const atoms: Inline[] = []
  return { about: markdownAt(page, at, atoms), atoms }
}

/** Does what a question is about stand where it stood, as it was? Others may have written in it, or deleted it. */
export const isAsAsked = (state: EditorState, place: AiPlace, { about }: Question): boolean =>
  !about || (place.from < place.to && selectionNow(state, place).about === about)

/** The question again, about what stands there now. */
export function askedAnew(state: EditorState, place: AiPlace, question: Question): Question {
  if (!question.about || question.selection !== question.about || place.from === place.to) return question
  const now = selectionNow(state, place)
  return { ...question, ...now, selection: now.about }
}
