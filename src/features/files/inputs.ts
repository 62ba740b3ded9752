import { z } from 'zod'

/** The input of `file.files` (product.md 7.32). */
export const ListFiles = z.object({
  cursor: z.string().max(100).nullish(),
  limit: z.number().int().min(1).max(100).default(10),
  search: z.string().max(200).default(''),
})
