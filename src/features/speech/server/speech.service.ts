import { enter } from '@/features/ai/server/enter'
import { estimatedTokens } from '@/features/ai/server/tokens'
import { beginUsage } from '@/features/ai/server/usage'
import type { RequestContext } from '@/server/context'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { SpeechRequest } from '../inputs'
import { type Spoken, speak } from './speak'
import { NoService, type SpeechService, speakingService } from './speech-service'

/** Requests in an hour: of a person, a sentence each, and of all who come from one address without an account. */
const MOST_AN_HOUR = { person: 3_000, visitor: 100 }
const HOUR_SECONDS = 3_600

/** What is set up here, for the screen. */
export const aboutSpeech = ({ config, caller }: RequestContext) => ({
  canSpeak: speakingService(config.ai) !== null && (caller.user !== null || config.ai.isForVisitors),
})

/** Reads a text aloud (product.md 7.40). Throws in words, {@link NoService} where none is set up. */
export async function readAloud(
  ctx: RequestContext,
  { text }: SpeechRequest,
  signal: AbortSignal,
): Promise<Spoken> {
  const service = speakingService(ctx.config.ai)
  if (!service)
    throw new NoService(
      'unavailable',
      t(
        'No speech service is set up. The person who runs this server can set OPENAI_API_KEY or OPENAI_BASE_URL, and OPENAI_SPEECH_MODEL.',
      ),
    )
  const end = await begin(ctx, service, estimatedTokens(text))
  try {
    const spoken = await speak(service, text, signal)
    return { type: spoken.type, bytes: ending(spoken.bytes, end) }
  } catch (error) {
    await end()
    throw error
  }
}

/** Counts one request of somebody who may make it; the answer ends it. Throws `signed-out` where visitors may not, and `rate-limited`. */
async function begin(
  ctx: RequestContext,
  _service: SpeechService,
  estimated: number,
): Promise<() => Promise<void>> {
  const { caller, config, limits, db } = ctx
  const { user, ip } = caller
  if (!user && !config.ai.isForVisitors) throw new AppError('signed-out', t('Sign in to use AI.'))
  const [key, most] = user
    ? ([`speech:${user.id}`, MOST_AN_HOUR.person] as const)
    : ([`speech:visitor:${ip}`, MOST_AN_HOUR.visitor] as const)
  await limits.take(key, most, HOUR_SECONDS)
  const begun = performance.now()
  const leave = enter(`speech:${user?.id ?? ip}`)
  try {
    const count = user
      ? await beginUsage(db, {
          userId: user.id,
          paidBy: 'server',
          estimated,
          daily: config.ai.dailyTokens,
        })
      : null
    return async () => {
      leave()
      const milliseconds = Math.round(performance.now() - begun)
      await count?.({ inputTokens: estimated, outputTokens: 0, milliseconds })
    }
  } catch (error) {
    leave()
    throw error
  }
}

async function* ending(bytes: Spoken['bytes'], end: () => Promise<void>): Spoken['bytes'] {
  try {
    yield* bytes
  } finally {
    await end()
  }
}
