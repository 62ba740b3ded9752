import * as z from 'zod/mini'
import type { Inline, Json } from './block'

const attributes = z.record(z.string(), z.json())
const mark = z.object({ kind: z.string(), attributes: z.optional(attributes) })
const inline = z.union([
  z.object({ text: z.string(), marks: z.optional(z.array(mark)) }),
  z.object({ kind: z.string(), attributes: z.optional(attributes), marks: z.optional(z.array(mark)) }),
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
export const BlockInput: z.ZodMiniType<LooseBlock> = z.object({
  id: z.optional(z.string()),
  kind: z.string().check(z.minLength(1), z.maxLength(100)),
  attributes: z.optional(attributes),
  text: z.optional(z.array(inline)),
  get children() {
    return z.optional(z.array(BlockInput))
  },
})
