import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { answered } from '@/server/providers/answered'
import {
  AnswerCut,
  AnswerEmpty,
  failureOf,
  isUnpaid,
  refusesTools,
  ToolsRefused,
} from '@/server/providers/failures'
import { estimatedTokens } from '@/server/providers/tokens'
import type { Usage } from '@/server/providers/usage'
import { END_MARK, LONGEST_REPLY } from '../model'
import type { ChosenModel } from './choose-model'
import { saidParts } from './said-parts'

/** What a model is told. */
export interface Prompt {
  system: string
  /** What has been said, the person first; the last one is the person's. */
  turns: readonly { role: 'user' | 'assistant'; text: string }[]
}

export interface Generation {
  prompt: Prompt
  /** What came after the prompt: what the model said, the tools that it called, and what they answered. */
  followedBy?: readonly LanguageModelV4Message[]
  /** What the model may call. */
  tools?: readonly LanguageModelV4FunctionTool[]
  /** Ends the request at the provider. */
  signal: AbortSignal
  /** No words are an answer too: there were some before. */
  mayBeEmpty?: boolean
  /** Characters after which the answer is cut; {@link LONGEST_REPLY} when left out. */
  longest?: number
  /** Told once, however it ends: what it cost. Estimated where the provider does not say. */
  onUsage?(usage: Usage): void
  waits?: Waits
}

/** How an answer ended. */
export interface Generated {
  /** It was cut at a limit. */
  isCut: boolean
  /** The tools that are called; what they answer is for the next request. */
  calls: readonly LanguageModelV4ToolCall[]
  /** What the model said, as the next request repeats it; null when tools were not offered. */
  said: LanguageModelV4Message | null
}

/** Milliseconds that a provider may be silent. A local model is loaded before its first word. */
export interface Waits {
  first: number
  next: number
}
/** What ends an answer, and what PostgreSQL keeps in no text. */
const UNKEPT = new RegExp(`[${END_MARK}\0]`, 'g')
const WAITS: Waits = { first: 120_000, next: 30_000 }

/**
 * The words of an answer as they come; returns how it ended. Ends the request at the provider when the caller stops
 * reading or the signal is given, then throws the signal's reason. Throws {@link AppError} in words when the provider fails, and
 * {@link ToolsRefused} when its model takes no tools.
 */
export async function* generate(
  chosen: ChosenModel,
  {
    prompt,
    followedBy = [],
    tools = [],
    signal,
    mayBeEmpty = false,
    longest = LONGEST_REPLY,
    onUsage,
    waits = WAITS,
  }: Generation,
): AsyncGenerator<string, Generated> {
  const begun = performance.now()
  const stop = new AbortController()
  const within = AbortSignal.any([signal, stop.signal])
  let told: LanguageModelV4Usage | undefined
  let written = 0
  let isAnswered = false
  let isFree = false
  const said = saidParts()
  const generated = (isCut: boolean): Generated => ({
    isCut,
    calls: said.calls,
    said: tools.length > 0 ? said.message() : null,
  })
  try {
    const { stream } = await answered(
      chosen.model.doStream({
        prompt: [...messagesOf(prompt), ...followedBy],
        abortSignal: within,
        ...(tools.length > 0 && { tools: [...tools], toolChoice: { type: 'auto' } }),
        ...chosen.options,
      }),
      waits.first,
      within,
    )
    isAnswered = true
    const reader = stream.getReader()
    let finish: Extract<LanguageModelV4StreamPart, { type: 'finish' }> | undefined
    let hasBegun = false
    for (;;) {
      const { done, value } = await answered(reader.read(), hasBegun ? waits.next : waits.first, within)
      if (done) break
      if (value.type === 'error') throw value.error
      if (value.type === 'finish') finish = value
      if (value.type === 'reasoning-delta' || value.type === 'tool-input-start') hasBegun = true
      said.add(value)
      if (value.type !== 'text-delta') continue
      const words = value.delta.replaceAll(UNKEPT, '').slice(0, longest - written)
      if (words === '') continue
      hasBegun = true
      written += words.length
      yield words
      if (written >= longest) return generated(true)
    }
    told = finish?.usage
    const reason = finish?.finishReason.unified
    // Some say that they have stopped when they call a tool.
    if (finish && said.calls.length > 0) return generated(reason === 'length')
    if (reason !== 'stop' && reason !== 'length' && reason !== 'content-filter')
      throw written > 0 || !finish ? new AnswerCut() : new AnswerEmpty()
    if (written === 0 && !mayBeEmpty) throw new AnswerEmpty()
    return generated(reason !== 'stop')
  } catch (error) {
    isFree = !isAnswered && isUnpaid(error)
    if (signal.aborted) throw signal.reason
    if (tools.length > 0 && refusesTools(error)) throw new ToolsRefused()
    throw failureOf(error, chosen)
  } finally {
    stop.abort()
    onUsage?.({
      inputTokens: told?.inputTokens.total ?? (isFree ? 0 : estimatedOf({ prompt, followedBy, tools })),
      outputTokens: told?.outputTokens.total ?? Math.ceil(written / 4),
      milliseconds: Math.round(performance.now() - begun),
    })
  }
}

const messagesOf = ({ system, turns }: Prompt) => [
  { role: 'system' as const, content: system },
  ...turns.map(({ role, text }) => ({ role, content: [{ type: 'text' as const, text }] })),
]

/** About how many tokens a request has. */
export const estimatedOf = ({
  prompt,
  followedBy = [],
  tools = [],
}: Pick<Generation, 'prompt' | 'followedBy' | 'tools'>): number =>
  estimatedTokens(textOf(prompt)) +
  (followedBy.length > 0 ? estimatedTokens(JSON.stringify(followedBy)) : 0) +
  (tools.length > 0 ? estimatedTokens(JSON.stringify(tools)) : 0)

/** All words of a prompt, to be counted. */
export const textOf = ({ system, turns }: Prompt): string =>
  [system, ...turns.map(({ text }) => text)].join('\n')
