import type { SignedInContext } from '@/server/context'
import type { ChatToolCallRow } from '@/server/db/schema'
import type { Writing } from '@/server/streams'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import type { AnswerNews } from '../model'
import { saveToolCall } from './answers.queries'
import { toolCallOf } from './tool-call-of'

/** Runs what is looked up for an answer, one after the other: each is stored and told when it begins and when it has ended. */
export interface ToolRuns {
  /** What `act` answers; null when it failed, which the call then says. `said` puts what came of it into words. */
  run<Result>(
    toolName: string,
    parameters: Record<string, unknown>,
    act: () => Promise<Result>,
    said: (result: Result) => string,
  ): Promise<Result | null>
}

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
  return {
    async run(toolName, parameters, act, said) {
      signal.throwIfAborted()
      const begun: ChatToolCallRow = {
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
      }
      await tell(begun)
      const ended = () => ({ ...begun, completed_at: new Date().toISOString() })
      try {
        const result = await act()
        await tell({ ...ended(), status: 'done', result: said(result).slice(0, LONGEST_RESULT) })
        return result
      } catch (error) {
        if (!(error instanceof AppError)) log.error({ err: error, toolName }, 'a tool of the chat failed')
        const words = error instanceof AppError ? error.message : t('That did not work. Please try again.')
        await tell({ ...ended(), status: 'failed', error: words })
        return null
      }
    },
  }
}
