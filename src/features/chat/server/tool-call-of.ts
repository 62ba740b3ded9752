import type { ChatToolCallRow } from '@/server/db/schema'
import type { ToolCall } from '../model'

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
