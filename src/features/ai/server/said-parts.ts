import type {
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider'

type Said = Extract<LanguageModelV4Message, { role: 'assistant' }>['content']
type Kept = Extract<Said[number], { type: 'text' | 'reasoning' }>

/** What a model has said in one answer, kept so that the next request can repeat it: providers want their own thoughts and signatures back. */
export interface SaidParts {
  calls: LanguageModelV4ToolCall[]
  add(part: LanguageModelV4StreamPart): void
  message(): LanguageModelV4Message
}

export function saidParts(): SaidParts {
  const calls: LanguageModelV4ToolCall[] = []
  const content: Said = []
  const open = new Map<string, Kept>()
  const keep = (type: Kept['type'], id: string, metadata?: SharedV4ProviderMetadata): Kept => {
    const key = `${type} ${id}`
    const known = open.get(key)
    const part: Kept = known ?? { type, text: '' }
    if (!known) {
      open.set(key, part)
      content.push(part)
    }
    if (metadata) part.providerOptions = { ...part.providerOptions, ...metadata }
    return part
  }
  return {
    calls,
    add(part) {
      switch (part.type) {
        case 'text-delta':
          keep('text', part.id).text += part.delta
          break
        case 'reasoning-start':
        case 'reasoning-end':
          keep('reasoning', part.id, part.providerMetadata)
          break
        case 'reasoning-delta':
          keep('reasoning', part.id, part.providerMetadata).text += part.delta
          break
        case 'tool-call': {
          const { toolCallId, toolName, input, providerMetadata } = part
          calls.push(part)
          content.push({
            type: 'tool-call',
            toolCallId,
            toolName,
            // Half-written input is no object, and a provider takes nothing else back.
            input: parsedInput(input) ?? {},
            ...(providerMetadata && { providerOptions: providerMetadata }),
          })
        }
      }
    },
    message: () => ({
      role: 'assistant',
      content: content.filter((part) => part.type !== 'text' || part.text !== ''),
    }),
  }
}

/** The input of a call as the model wrote it; null when it is no object. */
export function parsedInput(input: string): Record<string, unknown> | null {
  if (input.trim() === '') return {}
  try {
    const parsed: unknown = JSON.parse(input)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
