import { z } from 'zod'

export const CheckLink = z.object({ url: z.string().max(4096) })
export const FindGifs = z.object({ q: z.string().trim().max(50).default('') })
