import { useEffect, useRef, useState } from 'react'
import type { Inline } from '@/blocks/kit/block'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import { AskFailed, type AskPath, ask } from './ask'
import type { MenuCommand } from './menu-items'

/** What the menu asks for. */
export interface Question {
  command: MenuCommand
  prompt: string
  selection: string
  context: string
  language?: string
  /** Pages that the model reads besides. */
  documentIds?: readonly string[]
  /** It is about code in a block of its own. */
  isCode?: boolean
  /** What the person asked for first: an answer that was worked on further is put where that one belongs. */
  begunBy: MenuCommand
  /** The selection that it was about at first, as it was told; empty: it was about none. Other words are not replaced. */
  about: string
  /** What the placeholders of the selection stand for. */
  atoms: readonly Inline[]
}

/** An answer that has ended, whole or not. */
export interface FinishedAnswer {
  status: 'finished'
  question: Question
  words: string
  isSample: boolean
  /** The name of the model that wrote it. */
  model: string | null
  /** Its name at the server; null where it is not kept. */
  id: string | null
  /** Something went wrong, as the note says. */
  hasFailed: boolean
  note: string | null
}

/** How far an answer is (product.md 4.10). */
export type AnswerState =
  | { status: 'idle' }
  | { status: 'submitted'; question: Question; words: '' }
  | { status: 'streaming'; question: Question; words: string }
  | FinishedAnswer

/** The answer when something can be done with it. */
export const usableOf = (answer: AnswerState): FinishedAnswer | null =>
  answer.status === 'finished' && answer.words !== '' && !answer.isSample ? answer : null

/** Where a question is asked, and with what. */
const requestOf = (
  question: Omit<Question, 'begunBy' | 'about' | 'atoms'>,
  documentId: string | null,
): [AskPath, object] => {
  const on = documentId === null ? {} : { documentId }
  return question.command === 'answer'
    ? ['/api/chat/answer', { prompt: question.prompt, ...on }]
    : ['/api/ai/command', { ...question, ...on }]
}

/** An answer that the server keeps. */
export interface Run {
  id: string
  question: Question
}

interface Keeping {
  documentId: string | null
  /** Told when one begins that is kept, and with null when nobody comes back to it. */
  onRun(run: Run | null): void
}

const PARTLY = (count: number) =>
  t(
    '{count, plural, one {# of the added pages is too long for the model: it has read only the beginning, or nothing of it.} other {# of the added pages are too long for the model: it has read only the beginning of each, or nothing of it.}}',
    { count },
  )

/** One answer at a time. What has come stays when it is stopped or fails. On a page of its own the server keeps it. */
export function useAnswer({ documentId, onRun }: Keeping) {
  const [state, setState] = useState<AnswerState>({ status: 'idle' })
  const running = useRef<AbortController | null>(null)
  const stop = () => {
    running.current?.abort(new Error('stopped'))
    running.current = null
  }
  useEffect(() => () => running.current?.abort(new Error('closed')), [])

  /** Asks; of an answer that was asked for before, reads on. */
  const start = async (question: Question, known?: string) => {
    stop()
    const id = known ?? newId()
    const isKept = documentId !== null
    if (isKept) onRun({ id, question })
    const controller = new AbortController()
    running.current = controller
    setState({ status: 'submitted', question, words: '' })
    const { begunBy, about, atoms, ...body } = question
    let words = ''
    let model: string | null = null
    let unread = 0
    const end = (isSample: boolean, note: string | null, hasFailed = false) => {
      if (running.current === controller) running.current = null
      setState({
        status: 'finished',
        question,
        words,
        isSample,
        model,
        hasFailed,
        note,
        id: isKept ? id : null,
      })
    }
    try {
      const { isSample, isCut } = await ask(...requestOf(body, documentId), {
        signal: controller.signal,
        keep: isKept ? { id, isAsked: known !== undefined } : undefined,
        onWords(all, by) {
          words = all
          model = by.model
          // A line that was taken up again says nothing of it.
          unread = Math.max(unread, by.unread)
          if (!controller.signal.aborted) setState({ status: 'streaming', question, words })
        },
      })
      const notes = [
        isCut && t('The model stopped at its limit: the end is missing.'),
        unread > 0 && PARTLY(unread),
      ]
      end(isSample, notes.filter(Boolean).join(' ') || null)
    } catch (error) {
      if (controller.signal.aborted) {
        // Another question may be running by now.
        if (running.current === null) end(false, t('Stopped.'))
      } else if (error instanceof AskFailed) end(false, error.message, true)
      else throw error
    }
  }
  const clear = () => {
    stop()
    onRun(null)
    setState({ status: 'idle' })
  }
  return { state, start, stop, clear }
}
