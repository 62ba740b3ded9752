import { t } from '@/shared/i18n'

/** Whether language models are told of it. */
export type Status = 'active' | 'inactive'

/** Something that a person wants language models to know (product.md 3.11). */
export interface Memory {
  id: string
  createdAt: string
  memory: string
  status: Status
}

/** Where a prompt is used: for text that is written, changed, talked about, or with every instruction. */
export const DISPLAYS = ['generate', 'edit', 'chat', 'instructionsAttachment'] as const
export type PromptDisplay = (typeof DISPLAYS)[number]

export const displayWords = (display: PromptDisplay): string =>
  ({
    generate: t('Generate'),
    edit: t('Edit'),
    chat: t('Chat'),
    instructionsAttachment: t('Attached to instructions'),
  })[display]

/** The emoji that a prompt can have (product.md 3.12); the first is the one it has at first. */
export const PROMPT_ICONS = ['💡', '✍️', '🎯', '📝', '🔍', '🧠', '⚡', '🎨'] as const
export type PromptIcon = (typeof PROMPT_ICONS)[number]

/** Something that a person wants language models to be told (product.md 3.12). */
export interface Prompt {
  id: string
  createdAt: string
  display: PromptDisplay
  icon: PromptIcon
  prompt: string
  status: Status
  title: string
}

/** How many of each a person can have, and characters in them. */
export const MEMORY = { most: 200, memory: 2_000, prompt: 8_000, title: 120 } as const

export const MEMORY_WORDS = {
  memoryEmpty: () => t('Please enter a memory'),
  memoryLong: () => t('A memory has at most {most} characters', { most: MEMORY.memory }),
  memoryGone: () => t('This memory does not exist any more.'),
  memoryFull: () => t('You have as many memories as a person can have. Delete some first.'),
  titleEmpty: () => t('Please enter a title'),
  titleLong: () => t('A title has at most {most} characters', { most: MEMORY.title }),
  promptEmpty: () => t('Please enter a prompt'),
  promptLong: () => t('A prompt has at most {most} characters', { most: MEMORY.prompt }),
  promptGone: () => t('This prompt does not exist any more.'),
  promptFull: () => t('You have as many prompts as a person can have. Delete some first.'),
} as const
