import { z } from 'zod'
import type { Inline, Json } from './block'

const attributes = z.record(z.string(), z.json())
const mark = z.object({ kind: z.string(), attributes: attributes.optional() })
const inline = z.union([
  z.object({ text: z.string(), marks: z.array(mark).optional() }),
  z.object({ kind: z.string(), attributes: attributes.optional(), marks: z.array(mark).optional() }),
])

/** A block that may not have its id yet. */
export interface LooseBlock {
  id?: string
  kind: string
  attributes?: Record<string, Json>
  text?: Inline[]
  children?: LooseBlock[]
}

/** One block as it may come from outside: of any kind, but of the right form. Recursive: bound the depth before. */
export const BlockInput: z.ZodType<LooseBlock> = z.object({
  id: z.string().optional(),
  kind: z.string().min(1).max(100),
  attributes: attributes.optional(),
  text: z.array(inline).optional(),
  get children() {
    return z.array(BlockInput).optional()
  },
})
