import { z } from 'zod'
import { ContentRich } from '@/features/pages/content-input'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'

/* What the calls accept. Apart from model.ts, so that the browser need not load the checking. */

const Id = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: () => t('An id has up to 64 letters, digits, "-" or "_".') })

export const ListStash = z.object({
  q: z
    .string()
    .max(200)
    .default('')
    .transform((text) => text.replaceAll('\0', '').toWellFormed()),
  /** The time and id of the last item that was given. */
  cursor: z.string().max(100).optional(),
})

export const AddToStash = z.object({
  blocks: ContentRich.refine((blocks) => blocks.length > 0, {
    error: () => t('There is nothing to move to the stash.'),
  }),
  fromPath: z
    .string()
    .max(200)
    .regex(/^\/[A-Za-z0-9_-]*$/, { error: () => t('The page is named by its path, such as "/abc".') }),
  fromTitle: z
    .string()
    .max(LIMITS.title)
    .transform((title) => title.replaceAll('\0', '').toWellFormed()),
})
export type AddToStash = z.output<typeof AddToStash>

export const OneStashItem = z.object({ id: Id })
