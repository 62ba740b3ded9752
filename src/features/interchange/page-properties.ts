import { z } from 'zod'
import { STATUSES } from '@/features/pages/model'

/** What a page is besides its title and blocks, as files of ours carry it. What is not understood is left out. */
export const PageProperties = z.object({
  icon: z
    .string()
    .min(1)
    .max(32)
    .regex(/^[^\p{Cc}<>]*$/u)
    .optional()
    .catch(undefined),
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
})
export type PageProperties = z.output<typeof PageProperties>
