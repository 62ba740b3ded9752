import type { RequestContext } from '@/server/context'
import { clientGroup, countedAs } from '@/server/http/client-address'
import { toOperator } from '@/server/operator'
import { enter } from '@/server/providers/enter'
import { estimatedTokens } from '@/server/providers/tokens'
import { beginUsage } from '@/server/providers/usage'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { SpeechRequest, TranscribeFields } from '../inputs'
import { MOST_SOUND, SOUND_TOO_LARGE, type Transcription } from '../model'
import { type Listener, listenerOf } from './listener'
import { counting } from './sound-tokens'
import { type Spoken, speak } from './speak'
import { NoService, speakingService } from './speech-service'
import { soundOf } from './transcribe'
import { transcribeInParts } from './transcribe-in-parts'

/** Requests in an hour: of a person, a sentence or a sound each, and of all who come from one address without an account. */
const MOST_AN_HOUR = {
  speech: { person: 3_000, visitor: 100 },
  transcribe: { person: 600, visitor: 20 },
}
const HOUR_SECONDS = 3_600

const noSpeech = () =>
  new NoService(
    'unavailable',
    toOperator(
      () =>
        t(
          'No speech service is set up. The person who runs this server can set OPENAI_API_KEY or OPENAI_BASE_URL, and OPENAI_SPEECH_MODEL.',
        ),
      () => t('No speech service is set up on this server.'),
    ),
  )
const noTranscription = () =>
  new NoService(
    'unavailable',
    toOperator(
      () =>
        t(
          'No transcription service is set up. The person who runs this server can set OPENAI_API_KEY or OPENAI_BASE_URL, and OPENAI_TRANSCRIBE_MODEL.',
        ),
      () => t('No transcription service is set up on this server.'),
    ),
  )

/** What is set up here and may be used by who asks, for the screen; `whyNot`: what is missing. */
export function aboutSpeech({ config: { ai }, caller }: RequestContext) {
  const mayUse = caller.user !== null || ai.isForVisitors
  const listener = listenerOf(ai)
  return {
    canSpeak: speakingService(ai) !== null && mayUse,
    canTranscribe: listener !== null && mayUse,
    whyNotTranscribe: listener ? (mayUse ? null : SIGN_IN()) : noTranscription().message,
    /** The engine that is built in reads fewer kinds of sound, and understands English only. */
    transcribesWith: listener?.kind ?? null,
  }
}

/** Reads a text aloud (product.md 7.40). Throws in words, {@link NoService} where none is set up. */
export async function readAloud(
  ctx: RequestContext,
  { text }: SpeechRequest,
  signal: AbortSignal,
): Promise<Spoken> {
  const service = speakingService(ctx.config.ai)
  if (!service) throw noSpeech()
  requireUser(ctx)
  await take(ctx, 'speech', 1)
  const end = await begin(ctx, 'speech', estimatedTokens(text))
  try {
    const spoken = await speak(service, text, signal)
    return { type: spoken.type, bytes: ending(spoken.bytes, end) }
  } catch (error) {
    await end()
    throw error
  }
}

/** What writes down what this caller sends. Throws in words: asked before anything is received. */
export function listenerFor(ctx: RequestContext): Listener {
  const listener = listenerOf(ctx.config.ai)
  if (!listener) throw noTranscription()
  requireUser(ctx)
  return listener
}

/** Counts one request to write something down, before anything is received: what holds no sound is work too. Throws `rate-limited`. */
export const countTranscription = (ctx: RequestContext): Promise<void> => take(ctx, 'transcribe', 1)

/** Writes down what is said (product.md 7.37), of a request that is counted already. Throws in words. */
export async function writeDown(
  ctx: RequestContext,
  bytes: Uint8Array<ArrayBuffer>,
  { language, startTime, processInChunks, chunkDuration }: TranscribeFields,
  signal: AbortSignal,
): Promise<Transcription> {
  let written = 0
  const listener = counting(listenerFor(ctx), (tokens) => {
    written += tokens
  })
  const isCut = processInChunks === 'true'
  if (!isCut && bytes.length > MOST_SOUND) throw new AppError('too-large', SOUND_TOO_LARGE())
  const sound = await soundOf(bytes)
  const end = await begin(ctx, 'transcribe', 0)
  try {
    const person = countedAs(ctx.caller)
    const asked = { language, startTime, signal, person }
    return isCut
      ? await transcribeInParts(listener, sound, {
          ...asked,
          seconds: chunkDuration,
          // The first is the request itself.
          count: async (parts) => (parts > 1 ? take(ctx, 'transcribe', parts - 1) : undefined),
        })
      : await listener.listen(sound, asked)
  } finally {
    await end(written)
  }
}

const SIGN_IN = () => t('Sign in to use AI.')

function requireUser({ caller, config }: RequestContext): void {
  if (!caller.user && !config.ai.isForVisitors) throw new AppError('signed-out', SIGN_IN())
}

/** Under which name somebody is counted: one person, or all visitors of one address. */
export const whoIs = ({ user, ip }: Pick<RequestContext['caller'], 'user' | 'ip'>): string =>
  user ? user.id : `visitor:${clientGroup(ip)}`

/** Counts requests to the service. Throws `rate-limited`. */
const take = (
  { caller, limits }: RequestContext,
  what: keyof typeof MOST_AN_HOUR,
  requests: number,
): Promise<void> =>
  limits.take(
    `${what}:${whoIs(caller)}`,
    MOST_AN_HOUR[what][caller.user ? 'person' : 'visitor'],
    HOUR_SECONDS,
    requests,
  )

/** Begins one request; the answer ends it, with the tokens of what was answered. Throws `rate-limited` for more at once than are allowed. */
async function begin(
  { caller: { user, ip }, config, db, underWay }: RequestContext,
  what: keyof typeof MOST_AN_HOUR,
  estimated: number,
): Promise<(outputTokens?: number) => Promise<void>> {
  const begun = performance.now()
  const leave = await enter(underWay, `${what}:${whoIs({ user, ip })}`)
  try {
    const count = user
      ? await beginUsage(db, {
          userId: user.id,
          paidBy: 'server',
          estimated,
          daily: config.ai.dailyTokens,
        })
      : null
    return async (outputTokens = 0) => {
      leave()
      const milliseconds = Math.round(performance.now() - begun)
      await count?.({ inputTokens: estimated, outputTokens, milliseconds })
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
