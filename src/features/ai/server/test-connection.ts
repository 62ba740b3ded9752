import type { LanguageModelV4CallOptions, LanguageModelV4Usage } from '@ai-sdk/provider'
import type { SignedInContext } from '@/server/context'
import { toOperator } from '@/server/operator'
import { enter } from '@/server/providers/enter'
import { AnswerCut, AnswerEmpty, failureOf } from '@/server/providers/failures'
import { estimatedTokens } from '@/server/providers/tokens'
import { beginUsage } from '@/server/providers/usage'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { TestConnection } from '../inputs'
import type { ConnectionPart, PartResult } from '../model'
import { type ChosenModel, chooseModel } from './choose-model'
import { ANSWER, CALL, COUNT, SENTENCE } from './test-prompts'
import { testTranscription } from './test-transcription'
import { type ToolTrial, tryTools } from './tool-support'

/** Tests in an hour: five parts, twelve times. */
const MOST_AN_HOUR = 60
const HOUR_SECONDS = 3_600
/** Milliseconds that a part may take: a local model is loaded before its first word. */
const LONGEST = 60_000

type Ctx = Pick<SignedInContext, 'db' | 'config' | 'limits' | 'underWay' | 'embedder' | 'caller'>

/**
 * Tries one part of what is set up: a request is made as a person's would be, and what comes of it is told in words. Throws `rate-limited`
 * when that was done too often; whatever fails on the other side is a result. Addresses are the operator's alone.
 */
export async function testConnection(
  ctx: Ctx,
  input: TestConnection,
  signal: AbortSignal,
  longest = LONGEST,
): Promise<PartResult> {
  const who = `ai-test:${ctx.caller.user.id}`
  await ctx.limits.take(who, MOST_AN_HOUR, HOUR_SECONDS)
  const leave = await enter(ctx.underWay, who)
  const begun = performance.now()
  const late = AbortSignal.timeout(longest)
  const within = AbortSignal.any([signal, late])
  const milliseconds = () => Math.round(performance.now() - begun)
  try {
    const { state, words } = await PARTS[input.part](ctx, input, within)
    return { state, words, ...(state !== 'missing' && { milliseconds: milliseconds() }) }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    const words = late.aborted
      ? t('No answer within {seconds} seconds. The model may still be loading: try again in a moment.', {
          seconds: Math.round(longest / 1_000),
        })
      : wordsOf(error)
    return { state: 'failed', words, milliseconds: milliseconds() }
  } finally {
    leave()
  }
}

const wordsOf = (error: unknown): string => {
  if (error instanceof AppError) return error.message
  throw error
}

type Outcome = Pick<PartResult, 'state' | 'words'>
type Part = (ctx: Ctx, input: TestConnection, signal: AbortSignal) => Promise<Outcome>

const works = (words: string): Outcome => ({ state: 'works', words })
const missing = (words: string): Outcome => ({ state: 'missing', words })

const NO_MODEL = () =>
  toOperator(
    () => t('No model is set up. Enter a key, or set OPENAI_API_KEY or OPENAI_BASE_URL.'),
    () => t('No model is set up. Enter a key of your own.'),
  )

const PARTS: Record<ConnectionPart, Part> = {
  chat: (ctx, input, signal) =>
    withModel(ctx, input, async (chosen, count) => {
      const { content, usage } = await chosen.model.doGenerate(callOf(chosen, ANSWER, signal))
      count(usage)
      if (!content.some((part) => part.type === 'text' && part.text.trim() !== '')) throw new AnswerEmpty()
      return works(t('{model} answers.', { model: chosen.name }))
    }),

  streaming: (ctx, input, signal) =>
    withModel(ctx, input, async (chosen, count) => {
      const begun = performance.now()
      const { stream } = await chosen.model.doStream(callOf(chosen, COUNT, signal))
      const reader = stream.getReader()
      let pieces = 0
      let first = 0
      let hasEnded = false
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        if (value.type === 'error') throw value.error
        if (value.type === 'finish') {
          count(value.usage)
          hasEnded = ['stop', 'length'].includes(value.finishReason.unified)
        }
        if (value.type !== 'text-delta' || value.delta === '') continue
        if (pieces === 0) first = performance.now() - begun
        pieces++
      }
      if (pieces === 0) throw hasEnded ? new AnswerEmpty() : new AnswerCut()
      if (!hasEnded) throw new AnswerCut()
      return works(
        pieces === 1
          ? t('The answer comes, but in one piece.')
          : t('The first words came after {seconds} s, the answer in {pieces} pieces.', {
              seconds: (first / 1_000).toFixed(1),
              pieces,
            }),
      )
    }),

  tools: (ctx, input, signal) =>
    withModel(ctx, input, async (chosen, count) => {
      const { trial, usage } = await tryTools(chosen, signal)
      if (usage) count(usage)
      const model = chosen.name
      const outcomes: Record<ToolTrial, () => Outcome> = {
        calls: () => works(t('{model} calls tools.', { model })),
        unreadable: () =>
          missing(t('{model} calls tools in a way that cannot be read. Chat works all the same.', { model })),
        silent: () =>
          missing(t('{model} answers without calling the tool. Chat works all the same.', { model })),
        refused: () => missing(t('{model} takes no tools. Chat works all the same.', { model })),
      }
      return outcomes[trial]()
    }),

  async embeddings({ config, embedder, caller }, _input, signal) {
    const [vector] = await embedder.embed([SENTENCE], { person: caller.user.id, signal })
    const size = vector?.length ?? 0
    return works(
      config.ai.embeddingModel === null
        ? t('{size} numbers, from the built-in model, which understands English.', { size })
        : t('{size} numbers, from {model}.', { size, model: embedder.model }),
    )
  },

  transcription: ({ config }, _input, signal) => testTranscription(config.ai, { signal, longest: LONGEST }),
}

const callOf = (chosen: ChosenModel, text: string, abortSignal: AbortSignal): LanguageModelV4CallOptions => ({
  prompt: [{ role: 'user', content: [{ type: 'text', text }] }],
  abortSignal,
  ...chosen.options,
})

/** Runs a part with the model that the request names, counted like any other request; what the provider does wrong is told in words. */
async function withModel(
  ctx: Ctx,
  input: TestConnection,
  run: (chosen: ChosenModel, count: (usage: LanguageModelV4Usage) => void) => Promise<Outcome>,
): Promise<Outcome> {
  const chosen = chooseModel(ctx.config.ai, input)
  if (!chosen) return missing(NO_MODEL())
  const estimated = estimatedTokens(CALL)
  const end = await beginUsage(ctx.db, {
    userId: ctx.caller.user.id,
    paidBy: chosen.paidBy,
    estimated,
    daily: ctx.config.ai.dailyTokens,
  })
  const begun = performance.now()
  let usage: LanguageModelV4Usage | undefined
  try {
    return await run(chosen, (told) => {
      usage = told
    })
  } catch (error) {
    throw failureOf(error, chosen)
  } finally {
    await end({
      inputTokens: usage?.inputTokens.total ?? estimated,
      outputTokens: usage?.outputTokens.total ?? 0,
      milliseconds: Math.round(performance.now() - begun),
    })
  }
}
