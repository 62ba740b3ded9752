import { APICallError } from '@ai-sdk/provider'
import type { Config } from '@/server/config'
import { toOperator } from '@/server/operator'
import { answered } from '@/server/providers/answered'
import { fetchWithin } from '@/server/providers/bounded-fetch'
import { failureOf } from '@/server/providers/failures'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { DEFAULT_REALTIME_MODEL, DEFAULT_SPEECH_MODEL, DEFAULT_TRANSCRIBE_MODEL } from '../model'

/** A service that speaks or listens, at the address of the operator's language models (rulings 8). */
export interface SpeechService {
  /** Without a slash at its end. */
  url: string
  key: string | null
  model: string
  /** The setting that names the model. */
  setting: 'OPENAI_SPEECH_MODEL' | 'OPENAI_TRANSCRIBE_MODEL' | 'OPENAI_REALTIME_MODEL'
}

/** The operator has set up no service; the message says how. */
export class NoService extends AppError {}
/** The service does not understand what is asked of it; another request it may. */
export class RequestRefused extends AppError {}

const OPENAI = 'https://api.openai.com/v1'

/** The service that reads aloud; `null`: none is set up. */
export const speakingService = (ai: Config['ai']): SpeechService | null =>
  serviceOf(ai, ai.speechModel ?? DEFAULT_SPEECH_MODEL, 'OPENAI_SPEECH_MODEL')

/** The service that writes down what is said; `null`: none is set up. */
export const listeningService = (ai: Config['ai']): SpeechService | null =>
  serviceOf(ai, ai.transcribeModel ?? DEFAULT_TRANSCRIBE_MODEL, 'OPENAI_TRANSCRIBE_MODEL')

/** The service that one talks with; `null`: none is set up. */
export const talkingService = (ai: Config['ai']): SpeechService | null =>
  serviceOf(ai, ai.realtimeModel ?? DEFAULT_REALTIME_MODEL, 'OPENAI_REALTIME_MODEL')

/** The same, for a caller who needs it. Throws {@link NoService} where none is set up. */
export function requireTalkingService(ai: Config['ai']): SpeechService {
  const service = talkingService(ai)
  if (service) return service
  throw new NoService(
    'unavailable',
    toOperator(
      () =>
        t(
          'No voice service is set up. The person who runs this server can set OPENAI_API_KEY or OPENAI_BASE_URL, and OPENAI_REALTIME_MODEL.',
        ),
      () => t('No voice service is set up on this server.'),
    ),
  )
}

function serviceOf(
  { openai }: Config['ai'],
  model: string,
  setting: SpeechService['setting'],
): SpeechService | null {
  if (openai.apiKey === null && openai.baseUrl === null) return null
  return { url: (openai.baseUrl ?? OPENAI).replace(/\/+$/, ''), key: openai.apiKey, model, setting }
}

/** One request to a service. */
export interface ServiceRequest {
  path: '/audio/speech' | '/audio/transcriptions' | '/realtime/client_secrets' | `/realtime/calls?${string}`
  body: string | FormData
  /** That of a form is known. */
  contentType?: string
  /** Ends the request. */
  signal: AbortSignal
  /** Milliseconds until the service begins to answer. */
  wait: number
  /** Bytes of the answer. */
  most: number
}

/** Asks a service, and answers what it answers with a status of success. Throws {@link AppError} in words, or the signal's reason. */
export async function askService(service: SpeechService, request: ServiceRequest): Promise<Response> {
  const { path, body, contentType, signal, wait, most } = request
  const url = `${service.url}${path}`
  try {
    const answer = await answered(
      fetchWithin({ bytes: most }, url, {
        method: 'POST',
        headers: headersOf(service, contentType),
        body,
        signal,
      }),
      wait,
      signal,
    )
    if (answer.ok) return answer
    const said = await answered(answer.text(), wait, signal)
    throw new APICallError({
      message: `${path} ${answer.status}`,
      url,
      requestBodyValues: {},
      statusCode: answer.status,
      responseBody: said.slice(0, 4_000),
    })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw speechFailure(error, service)
  }
}

function headersOf({ key }: SpeechService, contentType: string | undefined): Headers {
  const headers = new Headers()
  if (contentType !== undefined) headers.set('content-type', contentType)
  if (key !== null) headers.set('authorization', `Bearer ${key}`)
  return headers
}

/** Why a service did not answer, in words; nothing that it wrote is repeated, since some repeat the key. */
export function speechFailure(error: unknown, { model, setting }: SpeechService): AppError {
  const status = APICallError.isInstance(error) ? error.statusCode : undefined
  if (status === 404)
    return new AppError(
      'unavailable',
      toOperator(
        () =>
          t(
            'The AI provider offers nothing of this kind called {model}. Choose another model with {setting}.',
            { model, setting },
          ),
        () =>
          t(
            'The AI provider offers nothing of this kind called {model}. The person who runs this server can choose another model.',
            { model },
          ),
      ),
    )
  const failure = failureOf(error, { name: model, provider: 'openai', keyOf: 'server' })
  return status === 400 ? new RequestRefused(failure.code, failure.message) : failure
}
