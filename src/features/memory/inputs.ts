import { z } from 'zod'
import { t } from '@/shared/i18n'
import { DISPLAYS, MEMORY, MEMORY_WORDS, PROMPT_ICONS } from './model'

/* What the calls accept. Apart from model.ts, so that the browser need not load the checking. */

const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, {
  error: () => t('An id has up to 64 letters, digits, "-" or "_".'),
})
const Ids = z
  .array(Id)
  .min(1, { error: () => t('Nothing is selected.') })
  .max(MEMORY.most)
const StatusInput = z.enum(['active', 'inactive'])

/** Characters that cannot be seen: a text of nothing else is empty. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Z}\u115f\u1160\u2800\u3164\uffa0]/gu

/** Text of several lines that has something to read in it, without the space around it. */
const Text = (most: number, words: { empty(): string; long(): string }) =>
  z
    .string()
    .transform((text) => text.replaceAll('\0', '').toWellFormed().trim())
    .pipe(
      z
        .string()
        .max(most, { error: words.long })
        .refine((text) => text.replaceAll(UNSEEN, '') !== '', { error: words.empty }),
    )

const MemoryText = Text(MEMORY.memory, { empty: MEMORY_WORDS.memoryEmpty, long: MEMORY_WORDS.memoryLong })
const PromptText = Text(MEMORY.prompt, { empty: MEMORY_WORDS.promptEmpty, long: MEMORY_WORDS.promptLong })
const Title = Text(MEMORY.title, { empty: MEMORY_WORDS.titleEmpty, long: MEMORY_WORDS.titleLong })

const oneChange = { error: () => t('There is nothing to change.') }

export const One = z.object({ id: Id })
export const Several = z.object({ ids: Ids })
export const SeveralStatus = z.object({ ids: Ids, status: StatusInput })

export const CreateMemory = z.object({ memory: MemoryText, status: StatusInput.default('active') })
export const UpdateMemory = z
  .object({ id: Id, memory: MemoryText.optional(), status: StatusInput.optional() })
  .refine(({ memory, status }) => memory !== undefined || status !== undefined, oneChange)

export const CreatePrompt = z.object({
  display: z.enum(DISPLAYS),
  icon: z.enum(PROMPT_ICONS).default(PROMPT_ICONS[0]),
  prompt: PromptText,
  status: StatusInput.default('active'),
  title: Title,
})
export const UpdatePrompt = z
  .object({ id: Id, prompt: PromptText.optional(), status: StatusInput.optional() })
  .refine(({ prompt, status }) => prompt !== undefined || status !== undefined, oneChange)

export type CreateMemory = z.infer<typeof CreateMemory>
export type UpdateMemory = z.infer<typeof UpdateMemory>
export type CreatePrompt = z.infer<typeof CreatePrompt>
export type UpdatePrompt = z.infer<typeof UpdatePrompt>
