import type { MemoryRow, PromptRow } from '@/server/db/schema'
import { type Memory, PROMPT_ICONS, type Prompt } from '../model'

export const memoryOf = ({ id, created_at, memory, status }: MemoryRow): Memory => ({
  id,
  createdAt: created_at,
  memory,
  status,
})

export const promptOf = (row: PromptRow): Prompt => ({
  id: row.id,
  createdAt: row.created_at,
  display: row.display,
  icon: PROMPT_ICONS.find((icon) => icon === row.icon) ?? PROMPT_ICONS[0],
  prompt: row.prompt,
  status: row.status,
  title: row.title,
})
