import { useEffect, useRef, useState } from 'react'
import { t } from '@/shared/i18n'
import { AskFailed } from '../ask'
import { askProposals, type Proposed } from './ask-proposals'

export type Proposals = Proposed | { kind: 'none' } | { kind: 'asking' } | { kind: 'failed'; why: string }

/** Proposals of a model about the page on the screen. The request ends with what shows them. */
export function useProposals(command: 'title' | 'labels', most: number) {
  const [proposals, setProposals] = useState<Proposals>({ kind: 'none' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(new Error('closed')), [])

  const propose = async (prompt = '') => {
    running.current?.abort(new Error('asked again'))
    const controller = new AbortController()
    running.current = controller
    setProposals({ kind: 'asking' })
    try {
      const proposed = await askProposals(command, { prompt, most, signal: controller.signal })
      if (!controller.signal.aborted) setProposals(proposed)
    } catch (error) {
      if (controller.signal.aborted) return
      const why = error instanceof AskFailed ? error.message : t('The server did not answer. Try again.')
      setProposals({ kind: 'failed', why })
    }
  }
  return { proposals, propose }
}
