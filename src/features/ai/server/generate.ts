import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider'
import { END_MARK, LONGEST_REPLY } from '../model'
import { answered } from './answered'
import type { ChosenModel } from './choose-model'
import { AnswerCut, AnswerEmpty, failureOf } from './failures'
import { estimatedTokens } from './tokens'

/** What a model is told. */
export interface Prompt {
  system: string
  /** What has been said, the person first; the last one is the person's. */
  turns: readonly { role: 'user' | 'assistant'; text: string }[]
}

export interface Generation {
  prompt: Prompt
  /** Ends the request at the provider. */
  signal: AbortSignal
  /** Characters after which the answer is cut; {@link LONGEST_REPLY} when left out. */
  longest?: number
  /** Told once, however it ends: what it cost. Estimated where the provider does not say. */
  onUsage?(usage: Usage): void
  waits?: Waits
}

export interface Usage {
  inputTokens: number
  outputTokens: number
  milliseconds: number
}

/** Milliseconds that a provider may be silent. A local model is loaded before its first word. */
export interface Waits {
  first: number
  next: number
}
const WAITS: Waits = { first: 120_000, next: 30_000 }

/**
 * The words of an answer as they come; returns whether it was cut at a limit. Ends the request at the provider when the caller stops
 * reading or the signal is given, then throws the signal's reason. Throws {@link AppError} in words when the provider fails.
 */
export async function* generate(
  chosen: ChosenModel,
  { prompt, signal, longest = LONGEST_REPLY, onUsage, waits = WAITS }: Generation,
): AsyncGenerator<string, { isCut: boolean }> {
  const begun = performance.now()
  const stop = new AbortController()
  const within = AbortSignal.any([signal, stop.signal])
  let told: LanguageModelV4Usage | undefined
  let written = 0
  try {
    const { stream } = await answered(
      chosen.model.doStream({
        prompt: messagesOf(prompt),
        abortSignal: within,
        ...chosen.options,
      }),
      waits.first,
      within,
    )
    const reader = stream.getReader()
    let finish: Extract<LanguageModelV4StreamPart, { type: 'finish' }> | undefined
    let hasBegun = false
    for (;;) {
      const { done, value } = await answered(reader.read(), hasBegun ? waits.next : waits.first, within)
      if (done) break
      if (value.type === 'error') throw value.error
      if (value.type === 'finish') finish = value
      if (value.type === 'reasoning-delta') hasBegun = true
      if (value.type !== 'text-delta') continue
      const words = value.delta.replaceAll(END_MARK, '').slice(0, longest - written)
      if (words === '') continue
      hasBegun = true
      written += words.length
      yield words
      if (written >= longest) return { isCut: true }
    }
    told = finish?.usage
    const reason = finish?.finishReason.unified
    if (reason !== 'stop' && reason !== 'length' && reason !== 'content-filter')
      throw written > 0 || !finish ? new AnswerCut() : new AnswerEmpty()
    if (written === 0) throw new AnswerEmpty()
    return { isCut: reason !== 'stop' }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw failureOf(error, chosen)
  } finally {
    stop.abort()
    onUsage?.({
      inputTokens: told?.inputTokens.total ?? estimatedTokens(textOf(prompt)),
      outputTokens: told?.outputTokens.total ?? Math.ceil(written / 4),
      milliseconds: Math.round(performance.now() - begun),
    })
  }
}

const messagesOf = ({ system, turns }: Prompt) => [
  { role: 'system' as const, content: system },
  ...turns.map(({ role, text }) => ({ role, content: [{ type: 'text' as const, text }] })),
]

/** All words of a prompt, to be counted. */
export const textOf = ({ system, turns }: Prompt): string =>
  [system, ...turns.map(({ text }) => text)].join('\n')
