import { z } from 'zod'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { PASSWORD, PUBLISH_WORDS, slugProblem } from './model'

/* What the calls accept. Apart from model.ts, so that the browser need not load the checking. */

const Id = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: () => t('An id has up to 64 letters, digits, "-" or "_".') })

const Slug = z
  .string()
  .trim()
  .toLowerCase()
  .superRefine((slug, check) => {
    const problem = slugProblem(slug)
    if (problem) check.addIssue({ code: 'custom', message: problem })
  })

/** How a page is shown; what is left out stays as it is, `null` takes it away. */
const PublishOptions = z.object({
  slug: Slug.nullish(),
  password: z
    .string()
    .min(PASSWORD.min, PUBLISH_WORDS.passwordShort)
    .max(PASSWORD.max, {
      error: () => t('A password has at most {count} characters.', { count: inFigures(PASSWORD.max) }),
    })
    .nullish(),
  expiresAt: z.iso
    .datetime({
      offset: true,
      error: () => t('A time is written as in 2031-01-31T09:00:00Z.'),
    })
    .transform((at) => new Date(at).toISOString())
    .nullish(),
  noindex: z.boolean().optional(),
  subPages: z.boolean().optional(),
})
export type PublishOptions = z.output<typeof PublishOptions>

/** `content: false` leaves `contentRich` out of the answer. */
export const PublishPage = PublishOptions.extend({
  id: Id,
  isPublished: z.boolean(),
  content: z.boolean().default(true),
})
export type PublishPage = z.output<typeof PublishPage>

export const OnePublication = z.object({ id: Id })

export const UpdatePublication = PublishOptions.extend({ id: Id })
export type UpdatePublication = z.output<typeof UpdatePublication>

export const OneProfile = z.object({ id: Id, cursor: z.string().max(100).nullish() })
