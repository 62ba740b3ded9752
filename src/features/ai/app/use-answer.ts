import { useEffect, useRef, useState } from 'react'
import { t } from '@/shared/i18n'
import type { AiCommand } from '../model'
import { AskFailed, ask } from './ask'

/** What the menu asks for. */
export interface Question {
  command: AiCommand
  prompt: string
  selection: string
  context: string
  language?: string
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
      /** Something went wrong, as the note says. */
      hasFailed: boolean
      note: string | null
    }

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
    let words = ''
    const end = (isSample: boolean, note: string | null, hasFailed = false) => {
      if (running.current === controller) running.current = null
      setState({ status: 'finished', question, words, isSample, hasFailed, note })
    }
    try {
      const { isSample, isCut } = await ask('/api/ai/command', question, {
        signal: controller.signal,
        onWords(all) {
          words = all
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
