import type { LanguageModelV4CallOptions, LanguageModelV4Usage } from '@ai-sdk/provider'
import type { Config } from '@/server/config'
import type { SignedInContext } from '@/server/context'
import { perDatabase } from '@/server/db/per-database'
import { answered } from '@/server/providers/answered'
import { isUnpaid, refusesTools } from '@/server/providers/failures'
import { estimatedTokens } from '@/server/providers/tokens'
import { beginUsage } from '@/server/providers/usage'
import { addressOf, type ChosenModel } from './choose-model'
import { parsedInput } from './said-parts'
import { CALL, REPORT } from './test-prompts'

/** What came of offering a tool to a model: it called it, in a way that cannot be read, not at all, or the provider refused. */
export type ToolTrial = 'calls' | 'unreadable' | 'silent' | 'refused'

/** Offers a model a tool and asks it to call that. Throws what the provider throws for any other reason. */
export async function tryTools(
  chosen: Pick<ChosenModel, 'model' | 'options'>,
  signal: AbortSignal,
): Promise<{ trial: ToolTrial; usage?: LanguageModelV4Usage }> {
  const options: LanguageModelV4CallOptions = {
    prompt: [{ role: 'user', content: [{ type: 'text', text: CALL }] }],
    abortSignal: signal,
    ...chosen.options,
    tools: [REPORT],
    toolChoice: { type: 'auto' },
  }
  try {
    const { content, usage } = await chosen.model.doGenerate(options)
    const call = content.find((part) => part.type === 'tool-call')
    if (!call) return { trial: 'silent', usage }
    return { trial: typeof parsedInput(call.input)?.word === 'string' ? 'calls' : 'unreadable', usage }
  } catch (error) {
    if (refusesTools(error)) return { trial: 'refused' }
    throw error
  }
}

/** Milliseconds that the trial may take: a local model is loaded before its first word. */
const LONGEST = 120_000
/** Models that are remembered; anybody can name any. */
const MOST = 500
/** Milliseconds after which a model that took no tools is tried again: its server may have been updated. */
const AGAIN = 24 * 3_600_000

/** What a server knows of models. */
const knownOf = perDatabase(() => ({
  models: new Map<string, { takes: boolean; at: number }>(),
  /** Who met a model that calls no tools; forgotten with the oldest, like what is known. */
  metBy: new Map<string, Set<string>>(),
}))
type Known = ReturnType<typeof knownOf>

const keyOf = (ai: Config['ai'], { provider, name }: ChosenModel): string =>
  JSON.stringify([addressOf(ai, provider), name])

/** The same for one person alone. */
const ownKeyOf = (ai: Config['ai'], chosen: ChosenModel, userId: string): string =>
  JSON.stringify([keyOf(ai, chosen), userId])

function remember({ models }: Known, key: string, takes: boolean): void {
  models.delete(key)
  models.set(key, { takes, at: Date.now() })
  for (const first of models.keys()) {
    if (models.size <= MOST) break
    models.delete(first)
  }
}

/** People who have to meet it before a model is taken for one without tools by everybody. */
const SEVERAL = 3

/**
 * What was taken for a model that calls tools does not: the caller's questions to it go without from now on, and everybody's once several people
 * have met it. What a vendor's model writes says nothing of it, for people and pages can make it write anything.
 */
export function noteNoTools(
  { config: { ai }, db, caller }: Pick<SignedInContext, 'config' | 'db' | 'caller'>,
  chosen: ChosenModel,
  why: 'refused' | 'unreadable',
): void {
  const isVendors = ai[chosen.provider].baseUrl === null
  if (isVendors && why === 'unreadable') return
  const known = knownOf(db)
  const { metBy } = known
  remember(known, ownKeyOf(ai, chosen, caller.user.id), false)
  if (isVendors) return
  const key = keyOf(ai, chosen)
  const people = (metBy.get(key) ?? new Set()).add(caller.user.id)
  metBy.delete(key)
  if (people.size >= SEVERAL) remember(known, key, false)
  else metBy.set(key, people)
  for (const first of metBy.keys()) {
    if (metBy.size <= MOST) break
    metBy.delete(first)
  }
}

/**
 * Whether a model calls tools: those of the vendors do; one at an address of the operator's own is tried once, and what came of that is remembered.
 * A trial that fails for another reason says no for now. Throws the signal's reason.
 */
export async function takesTools(
  ctx: Pick<SignedInContext, 'config' | 'db' | 'caller'>,
  chosen: ChosenModel,
  signal: AbortSignal,
): Promise<boolean> {
  const { ai } = ctx.config
  const known = knownOf(ctx.db)
  for (const key of [ownKeyOf(ai, chosen, ctx.caller.user.id), keyOf(ai, chosen)]) {
    const before = known.models.get(key)
    if (before && (before.takes || Date.now() - before.at < AGAIN)) return before.takes
  }
  if (ai[chosen.provider].baseUrl === null) return true
  const estimated = estimatedTokens(CALL + JSON.stringify(REPORT))
  const end = await beginUsage(ctx.db, {
    userId: ctx.caller.user.id,
    paidBy: chosen.paidBy,
    estimated,
    daily: ai.dailyTokens,
  })
  const begun = performance.now()
  let usage: LanguageModelV4Usage | undefined
  let isFree = false
  const stop = new AbortController()
  const within = AbortSignal.any([signal, stop.signal])
  try {
    const tried = await answered(tryTools(chosen, within), LONGEST, within)
    usage = tried.usage
    remember(known, keyOf(ai, chosen), tried.trial === 'calls')
    return tried.trial === 'calls'
  } catch (error) {
    isFree = isUnpaid(error)
    signal.throwIfAborted()
    return false
  } finally {
    stop.abort()
    await end({
      inputTokens: usage?.inputTokens.total ?? (isFree ? 0 : estimated),
      outputTokens: usage?.outputTokens.total ?? 0,
      milliseconds: Math.round(performance.now() - begun),
    })
  }
}
