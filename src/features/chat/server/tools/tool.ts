import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import { z } from 'zod'

/** Something that a model may call for the person who asks, with their rights. */
export interface ChatTool {
  name: string
  /** As the provider is told. */
  told: LanguageModelV4FunctionTool
  /** Checks what the model wrote; throws what is wrong with it, in words for the model. */
  prepare(input: Record<string, unknown>): {
    /** As the call is shown. */
    parameters: Record<string, unknown>
    /** What is answered to the model. Throws `AppError` in words that may be told to it, and what `signal` says when that ends it. */
    run(signal: AbortSignal): Promise<string>
  }
}

/** The model wrote a call that cannot be carried out. */
export class WrongCall extends Error {}

/** A tool, with its input described once: for the model and for the check. */
export function defineTool<Shape extends z.ZodObject>({
  name,
  description,
  input,
  shown = (given) => given,
  run,
}: {
  name: string
  description: string
  input: Shape
  shown?(input: z.output<Shape>): Record<string, unknown>
  run(input: z.output<Shape>, signal: AbortSignal): Promise<string>
}): ChatTool {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: 'input' })
  return {
    name,
    // Zod writes JSON Schema of this version; the two libraries do not know each other's types.
    told: {
      type: 'function',
      name,
      description,
      inputSchema: inputSchema as LanguageModelV4FunctionTool['inputSchema'],
    },
    prepare(given) {
      const read = input.safeParse(given)
      if (!read.success) throw new WrongCall(z.prettifyError(read.error).slice(0, 500))
      return { parameters: shown(read.data), run: (signal) => run(read.data, signal) }
    },
  }
}
