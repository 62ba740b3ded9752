import { setTimeout as wait } from 'node:timers/promises'
import type { RequestContext } from '@/server/context'
import type { Db } from '@/server/db/db'
import { clientGroup, countedAs } from '@/server/http/client-address'
import { enter } from '@/server/providers/enter'
import type { Usage } from '@/server/providers/usage'
import { beginUsage } from '@/server/providers/usage'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { Command, Copilot } from '../inputs'
import { LONGEST_COMPLETION, SAMPLE_DELAY, sampleReply } from '../model'
import { type ChosenModel, chooseModel, isConfigured, type ModelRequest } from './choose-model'
import { withoutZero } from './completion'
import { readContextPages } from './context-pages'
import { estimatedOf, type Generated, type Generation, generate } from './generate'
import { purposeOf, readPersonal } from './personal'
import { commandPrompt, copilotPrompt, roomForPages } from './prompts'
import { watched } from './watched'

export type Words = AsyncGenerator<string, { isCut: boolean }>

/** An answer on its way; `isSample`: nothing is configured, and no model writes it. */
export interface Reply {
  words: Words
  isSample: boolean
  /** The name of the model that writes it. */
  model: string | null
  /** How many of the pages that it was to read it has not read whole. */
  unread?: number
}

/** Requests in an hour: of a person with the server's model, and of all who come from one address without an account. */
const MOST_AN_HOUR = { person: 1_000, visitor: 30 }
const HOUR_SECONDS = 3_600

/** Answers a command on text that the person has on their screen (product.md 7.38). */
export async function answerCommand(
  ctx: RequestContext,
  input: Command,
  signal: AbortSignal,
): Promise<Reply> {
  const chosen = await allowedModel(ctx, input)
  if (!chosen) return sample(signal)
  const purpose = purposeOf(input.command, input.selection)
  const personal = await readPersonal(ctx.db, ctx.caller.user?.id, purpose)
  const room = roomForPages(input, chosen.contextTokens)
  const pages = await readContextPages(ctx, input.documentIds, room)
  const prompt = commandPrompt(input, chosen.contextTokens, personal, pages.texts)
  const words = counted(ctx, chosen, { prompt, signal })
  return { words, isSample: false, model: chosen.name, unread: pages.unread }
}

/** Answers with the words that may come next (product.md 7.39); with none where nothing fits, or no model is set up. */
export async function answerCopilot(
  ctx: RequestContext,
  input: Copilot,
  signal: AbortSignal,
): Promise<Reply> {
  const chosen = await allowedModel(ctx, input)
  if (!chosen) return sample(signal)
  const personal = await readPersonal(ctx.db, ctx.caller.user?.id, 'complete')
  const prompt = copilotPrompt(input, chosen.contextTokens, personal)
  const words = counted(ctx, chosen, { prompt, signal, longest: LONGEST_COMPLETION })
  return { words: withoutZero(words), isSample: false, model: chosen.name }
}

/** The model that this caller may ask; `null`: none is set up. Throws `signed-out` where visitors may not, and `rate-limited`. */
export async function allowedModel(ctx: RequestContext, input: ModelRequest): Promise<ChosenModel | null> {
  const { caller, config, limits } = ctx
  const { user } = caller
  // A visitor's keys are not passed on either: the server would be a way to a provider for anybody.
  const chosen = chooseModel(config.ai, user ? input : { model: input.model })
  if (!user && chosen && !config.ai.isForVisitors) throw new AppError('signed-out', t('Sign in to use AI.'))
  const [key, most] = user
    ? ([`ai:${user.id}`, MOST_AN_HOUR.person] as const)
    : ([`ai:visitor:${clientGroup(caller.ip)}`, MOST_AN_HOUR.visitor] as const)
  await limits.take(key, most, HOUR_SECONDS)
  return chosen
}

/** The words of the model, counted for the person, as long as they have an account. A visitor is counted by requests alone. */
export async function* counted(
  ctx: RequestContext,
  chosen: ChosenModel,
  generation: Generation,
): AsyncGenerator<string, Generated> {
  const { user } = ctx.caller
  const leave = await enter(ctx.underWay, countedAs(ctx.caller))
  const watch = user && watched(ctx.log, () => requireAccount(ctx.db, user.id))
  let usage: Usage | undefined
  let end: ((usage: Usage) => Promise<void>) | null = null
  try {
    end = user
      ? await beginUsage(ctx.db, {
          userId: user.id,
          paidBy: chosen.paidBy,
          estimated: estimatedOf(generation),
          daily: ctx.config.ai.dailyTokens,
        })
      : null
    return yield* generate(chosen, {
      ...generation,
      signal: watch ? AbortSignal.any([generation.signal, watch.signal]) : generation.signal,
      onUsage: (told) => {
        usage = told
      },
    })
  } finally {
    watch?.end()
    leave()
    if (usage) await end?.(usage)
  }
}

/** Throws `signed-out` for an account that was deleted. */
async function requireAccount(db: Db, id: string): Promise<void> {
  const row = await db.selectFrom('user').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('signed-out', t('This account is not there any more.'))
}

const sample = (signal: AbortSignal): Reply => ({ words: sampleWords(signal), isSample: true, model: null })

/** The labeled placeholder, streamed by the word (product.md 7.38). */
export async function* sampleWords(signal: AbortSignal): Words {
  await wait(SAMPLE_DELAY, undefined, { signal })
  for (const word of sampleReply().match(/\S+\s*/g) ?? []) yield word
  return { isCut: false }
}

/** What the interface says about AI: whether it is set up, and where what a person sends goes. */
export function aboutAi({ config, caller }: RequestContext) {
  const { ai } = config
  return {
    isConfigured: isConfigured(ai),
    mayUse: caller.user !== null || ai.isForVisitors,
    model: ai.model,
    hosts: {
      openai: hostOf(ai.openai.baseUrl) ?? 'api.openai.com',
      anthropic: hostOf(ai.anthropic.baseUrl) ?? 'api.anthropic.com',
    },
  }
}

const hostOf = (url: string | null): string | null => (url === null ? null : new URL(url).host)
