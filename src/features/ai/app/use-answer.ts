import { useEffect, useRef, useState } from 'react'
import type { Inline } from '@/blocks/kit/block'
import { t } from '@/shared/i18n'
import { AskFailed, type AskPath, ask } from './ask'
import type { MenuCommand } from './menu-items'

/** What the menu asks for. */
export interface Question {
  command: MenuCommand
  prompt: string
  selection: string
  context: string
  language?: string
  /** It is about code in a block of its own. */
  isCode?: boolean
  /** What the person asked for first: an answer that was worked on further is put where that one belongs. */
  begunBy: MenuCommand
  /** What the placeholders of the selection stand for. */
  atoms: readonly Inline[]
}

/** How far an answer is (product.md 4.10). */
export type AnswerState =
  | { status: 'idle' }
  | { status: 'submitted'; question: Question; words: '' }
  | { status: 'streaming'; question: Question; words: string }
  | {
      status: 'finished'
      question: Question
      words: string
      isSample: boolean
      /** The name of the model that wrote it. */
      model: string | null
      /** Something went wrong, as the note says. */
      hasFailed: boolean
      note: string | null
    }

/** Where a question is asked, and with what. */
const requestOf = (question: Omit<Question, 'begunBy' | 'atoms'>): [AskPath, object] =>
  question.command === 'answer'
    ? ['/api/chat/answer', { prompt: question.prompt }]
    : ['/api/ai/command', question]

/** One answer at a time. What has come stays when it is stopped or fails. */
export function useAnswer() {
  const [state, setState] = useState<AnswerState>({ status: 'idle' })
  const running = useRef<AbortController | null>(null)
  const stop = () => {
    running.current?.abort(new Error('stopped'))
    running.current = null
  }
  useEffect(() => () => running.current?.abort(new Error('closed')), [])

  const start = async (question: Question) => {
    stop()
    const controller = new AbortController()
    running.current = controller
    setState({ status: 'submitted', question, words: '' })
    const { begunBy, atoms, ...body } = question
    let words = ''
    let model: string | null = null
    const end = (isSample: boolean, note: string | null, hasFailed = false) => {
      if (running.current === controller) running.current = null
      setState({ status: 'finished', question, words, isSample, model, hasFailed, note })
    }
    try {
      const { isSample, isCut } = await ask(...requestOf(body), {
        signal: controller.signal,
        onWords(all, by) {
          words = all
          model = by.model
          if (!controller.signal.aborted) setState({ status: 'streaming', question, words })
        },
      })
      end(isSample, isCut ? t('The model stopped at its limit: the end is missing.') : null)
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
    setState({ status: 'idle' })
  }
  return { state, start, stop, clear }
}
