import { z } from 'zod'
import { TALKING_WITH_TOOLS } from '@/features/chat/server/chat-prompt'
import { talkingTools } from '@/features/chat/server/tools/use-tool'
import { DEFAULT_TRANSCRIBE_MODEL } from '@/features/speech/model'
import {
  askService,
  requireTalkingService,
  type SpeechService,
} from '@/features/speech/server/speech-service'
import type { RequestContext } from '@/server/context'
import { clientGroup } from '@/server/http/client-address'
import { enter } from '@/server/providers/enter'
import { beginUsage } from '@/server/providers/usage'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { RealtimeRequest } from '../inputs'
import { MOST_SDP } from '../model'

/** Sessions that are begun in an hour: by a person, and by all who come from one address without an account. */
const MOST_AN_HOUR = { person: 60, visitor: 5 }
const HOUR_SECONDS = 3_600
const WAIT_MS = 10_000
const MOST_ANSWER = 256 * 1024

/** The secret with which a browser talks to the service for some seconds, and what it is told of it. */
export interface ClientSecret {
  client_secret: { value: string; expires_at?: number }
}

const Secret = z.object({ value: z.string().min(1).max(500), expires_at: z.number().optional() })

/** Begins a session to talk in, and answers its secret (product.md 7.41). The operator's key stays here. Throws in words. */
export async function beginSession(
  ctx: RequestContext,
  input: RealtimeRequest,
  signal: AbortSignal,
): Promise<ClientSecret> {
  const service = serviceFor(ctx)
  const leave = await begin(ctx)
  try {
    const answer = await askService(service, {
      path: '/realtime/client_secrets',
      body: JSON.stringify({ session: { ...sessionOf(service, input), ...toolsFor(ctx, input) } }),
      contentType: 'application/json',
      signal,
      wait: WAIT_MS,
      most: MOST_ANSWER,
    })
    const secret = Secret.safeParse(await answer.json().catch(() => null))
    if (!secret.success)
      throw new AppError('unavailable', t('The AI provider answered something that is no session.'))
    return { client_secret: secret.data }
  } finally {
    await leave()
  }
}

/**
 * Hands what a browser wants to connect with to the service, and answers what that does (SDP). `secret` is the one of a session:
 * without it the service refuses. Throws in words.
 */
export async function connectCall(
  ctx: RequestContext,
  { secret, sdp }: { secret: string; sdp: string },
  signal: AbortSignal,
): Promise<string> {
  const service = serviceFor(ctx)
  const { user, ip } = ctx.caller
  await ctx.limits.take(
    `realtime-call:${user ? user.id : `visitor:${clientGroup(ip)}`}`,
    MOST_AN_HOUR[user ? 'person' : 'visitor'],
    HOUR_SECONDS,
  )
  const answer = await askService(
    { ...service, key: secret },
    {
      path: `/realtime/calls?model=${encodeURIComponent(service.model)}`,
      body: sdp,
      contentType: 'application/sdp',
      signal,
      wait: WAIT_MS,
      most: MOST_SDP,
    },
  )
  return answer.text()
}

/** The specification's flat fields in the provider's present shape (rulings 7). */
function sessionOf(service: SpeechService, input: RealtimeRequest): object {
  const { instructions, modalities, voice, input_audio_transcription } = input
  return {
    type: 'realtime',
    model: service.model,
    ...(instructions !== '' && { instructions }),
    output_modalities: [modalities.includes('audio') ? 'audio' : 'text'],
    audio: {
      input: {
        transcription: { model: input_audio_transcription?.model ?? DEFAULT_TRANSCRIBE_MODEL },
        turn_detection: { type: 'server_vad' },
      },
      output: { voice },
    },
  }
}

/** What looks into pages, for somebody who wants that. Their browser carries the calls out by `chat.useTool`. */
function toolsFor(ctx: RequestContext, { withPages, instructions }: RealtimeRequest): object {
  const { user, sessionId } = ctx.caller
  if (!withPages || !user || !sessionId) return {}
  const tools = talkingTools({ ...ctx, caller: { ...ctx.caller, user, sessionId } })
  return {
    instructions: [instructions, TALKING_WITH_TOOLS].filter(Boolean).join('\n\n'),
    tools: tools.map(({ told: { name, description, inputSchema } }) => ({
      type: 'function',
      name,
      description,
      parameters: inputSchema,
    })),
    tool_choice: 'auto',
  }
}

/** The service that this caller may talk with. Throws in words. */
function serviceFor({ config, caller }: RequestContext): SpeechService {
  const service = requireTalkingService(config.ai)
  if (!caller.user && !config.ai.isForVisitors) throw new AppError('signed-out', t('Sign in to use AI.'))
  return service
}

/** Counts one session. What is said in it goes past this server and is not counted. Throws `rate-limited`. */
async function begin({
  caller: { user, ip },
  config,
  limits,
  underWay,
  db,
}: RequestContext): Promise<() => Promise<void>> {
  const who = user ? user.id : `visitor:${clientGroup(ip)}`
  await limits.take(`realtime:${who}`, MOST_AN_HOUR[user ? 'person' : 'visitor'], HOUR_SECONDS)
  const begun = performance.now()
  const leave = await enter(underWay, `realtime:${who}`)
  try {
    const count = user
      ? await beginUsage(db, {
          userId: user.id,
          paidBy: 'server',
          estimated: 0,
          daily: config.ai.dailyTokens,
        })
      : null
    return async () => {
      leave()
      const milliseconds = Math.round(performance.now() - begun)
      await count?.({ inputTokens: 0, outputTokens: 0, milliseconds })
    }
  } catch (error) {
    leave()
    throw error
  }
}
