import type { Db } from '@/server/db/db'
import type { ChatToolCallRow } from '@/server/db/schema'
import type { ToolCall } from '../model'
import { visibleTitles } from './chat.queries'

/** A stored call as screens show it. */
export const toolCallOf = (row: ChatToolCallRow): ToolCall => ({
  toolId: row.id,
  toolName: row.tool_name,
  status: row.status,
  // Only this server writes it.
  parameters: JSON.parse(row.parameters) as Record<string, unknown>,
  result: row.result,
  error: row.error,
  startedAt: row.started_at,
  completedAt: row.completed_at,
})

/** The parameters of the tools that name a page; what else is asked with are words. */
const NAMING = ['id', 'inside']
const PAGE_ID = /^[0-9a-z]{20}$/
/** As results name pages (`listOf`, `addPage`): at the beginning of a line of a list, or in the heading of a page. */
const NAMED = /^(?:- |Page ".*" \()id ([0-9a-z]{20})\)?:/gm

/** The pages that a call is about: in what it was asked with, and in what came of it. */
function pagesOf({ parameters, result }: ToolCall): string[] {
  const asked = NAMING.map((name) => parameters[name]).filter(
    (value): value is string => typeof value === 'string' && PAGE_ID.test(value),
  )
  return [...asked, ...[...(result ?? '').matchAll(NAMED)].flatMap(([, id]) => id ?? [])]
}

/**
 * Stored calls as their owner may see them now: what came of one, and how it called a page, is left out when it is about a page that they
 * may not see any more, and so is what names no page by its id beside such a one in the same answer.
 */
export async function toolCallsFor(
  db: Db,
  userId: string,
  rows: readonly ChatToolCallRow[],
): Promise<(ToolCall & { messageId: string })[]> {
  const calls = rows.map((row) => ({ messageId: row.message_id, ...toolCallOf(row) }))
  const pages = new Map(calls.map((call) => [call.toolId, pagesOf(call)]))
  const visible = await visibleTitles(db, userId, [...pages.values()].flat())
  const isGone = ({ toolId }: ToolCall) => pages.get(toolId)?.some((id) => !visible.has(id)) ?? false
  const touched = new Set(calls.filter(isGone).map(({ messageId }) => messageId))
  return calls.map((call) => {
    const namesNone = pages.get(call.toolId)?.length === 0
    if (!isGone(call) && !(namesNone && touched.has(call.messageId))) return call
    const { title: _, ...parameters } = call.parameters
    return { ...call, parameters, result: null }
  })
}
