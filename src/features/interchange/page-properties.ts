import { z } from 'zod'
import { isPageIcon } from '@/blocks/icon/page-icon'
import { MOST_LABELS, tidyLabels } from '@/features/pages/labels'
import { STATUSES } from '@/features/pages/model'
import { LIMITS } from '@/shared/limits'

/** What a page is besides its title and blocks, as files of ours carry it. What is not understood is left out. */
export const PageProperties = z.object({
  icon: z.string().refine(isPageIcon).optional().catch(undefined),
  coverImage: z.string().max(4096).optional().catch(undefined),
  coverFit: z.enum(['cover', 'contain', 'fill', 'center', 'scale-down']).optional().catch(undefined),
  backgroundGradient: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .optional()
    .catch(undefined),
  textStyle: z.enum(['default', 'serif', 'mono']).optional().catch(undefined),
  smallText: z.boolean().optional().catch(undefined),
  fullWidth: z.boolean().optional().catch(undefined),
  toc: z.boolean().optional().catch(undefined),
  status: z.enum(STATUSES).optional().catch(undefined),
  tags: z
    .array(z.string().max(200))
    .max(100)
    .transform((labels) => tidyLabels(labels))
    .refine((labels) => labels.length <= MOST_LABELS)
    .refine((labels) => labels.every((label) => label.length <= LIMITS.label))
    .optional()
    .catch(undefined),
  aiSummary: z
    .string()
    .max(LIMITS.summary)
    .transform((text) => text.replace(/\s+/g, ' ').trim().toWellFormed() || undefined)
    .optional()
    .catch(undefined),
  /** When the page was made, in the past. */
  createdAt: z.iso
    .datetime({ offset: true })
    .or(z.iso.date())
    .transform((text) => new Date(text))
    .refine((date) => date.getTime() > 0 && date.getTime() <= Date.now())
    .transform((date) => date.toISOString())
    .optional()
    .catch(undefined),
})
export type PageProperties = z.output<typeof PageProperties>
