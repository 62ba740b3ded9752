import type { SignedInContext } from '@/server/context'
import type { ChatToolCallRow } from '@/server/db/schema'
import { answered } from '@/server/providers/answered'
import { ProviderSilent } from '@/server/providers/failures'
import type { Writing } from '@/server/streams'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import type { AnswerNews } from '../model'
import { saveToolCall } from './answers.queries'
import { toolCallOf } from './tool-call-of'

/** Runs what is looked up for an answer, one after the other: each is stored and told when it begins and when it has ended. */
export interface ToolRuns {
  /**
   * What `act` answers, or why it failed, which the call then says; it gets a signal that ends when nobody waits for it any more. `said` puts
   * what came of it into words. Throws the signal's reason when it is to stop.
   */
  run<Result>(
    toolName: string,
    parameters: Record<string, unknown>,
    act: (signal: AbortSignal) => Promise<Result>,
    said: (result: Result) => string,
  ): Promise<{ result: Result } | { error: string }>
  /** Notes a call that cannot be carried out, and why. */
  fail(toolName: string, parameters: Record<string, unknown>, error: string): Promise<void>
}

/** Milliseconds that one call may take. */
const LONGEST_RUN = 30_000

/** Characters of a result that are kept. */
const LONGEST_RESULT = 4_000

export function toolRuns(
  { db, log }: Pick<SignedInContext, 'db' | 'log'>,
  answerId: string,
  { push, signal }: Writing<AnswerNews>,
): ToolRuns {
  let number = 0
  const tell = async (row: ChatToolCallRow) => {
    await saveToolCall(db, row)
    push({ tool: toolCallOf(row) })
  }
  const begin = (toolName: string, parameters: Record<string, unknown>): ChatToolCallRow => ({
    id: newId(),
    message_id: answerId,
    number: number++,
    tool_name: toolName,
    status: 'running',
    parameters: JSON.stringify(parameters),
    result: null,
    error: null,
    started_at: new Date().toISOString(),
    completed_at: null,
  })
  return {
    async fail(toolName, parameters, error) {
      const row = begin(toolName, parameters)
      await tell({ ...row, status: 'failed', error, completed_at: row.started_at })
    },
    async run(toolName, parameters, act, said) {
      signal.throwIfAborted()
      const begun = begin(toolName, parameters)
      await tell(begun)
      const ended = () => ({ ...begun, completed_at: new Date().toISOString() })
      const waiting = new AbortController()
      try {
        const result = await answered(act(waiting.signal), LONGEST_RUN, signal)
        await tell({ ...ended(), status: 'done', result: said(result).slice(0, LONGEST_RESULT) })
        return { result }
      } catch (error) {
        waiting.abort()
        const isStopped = signal.aborted
        if (!(error instanceof AppError) && !isStopped)
          log.error({ err: error, toolName }, 'a tool of the chat failed')
        const words = isStopped ? t('Stopped.') : wordsOf(error)
        await tell({ ...ended(), status: 'failed', error: words })
        if (isStopped) throw signal.reason
        return { error: words }
      }
    },
  }
}

/** Runs what is looked up where nobody is shown the steps. */
export const quietRuns = (signal: AbortSignal): ToolRuns => ({
  async fail() {},
  async run(_toolName, _parameters, act) {
    signal.throwIfAborted()
    try {
      return { result: await act(signal) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { error: error.message }
    }
  },
})

const wordsOf = (error: unknown): string => {
  if (error instanceof ProviderSilent) return t('That took too long.')
  return error instanceof AppError ? error.message : t('That did not work. Please try again.')
}
