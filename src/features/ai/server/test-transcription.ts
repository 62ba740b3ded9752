import { APICallError } from '@ai-sdk/provider'
import type { Config } from '@/server/config'
import { t } from '@/shared/i18n'
import type { PartResult } from '../model'
import { boundedFetch } from './bounded-fetch'
import { addressOf, type ModelRequest } from './choose-model'
import { failureOf } from './failures'

/** The model that transcribes where the operator has named none. */
const DEFAULT_TRANSCRIBE_MODEL = 'whisper-1'

/** Has half a second of silence transcribed at the address of the operator, or OpenAI's. */
export async function testTranscription(
  ai: Config['ai'],
  { apiKey }: ModelRequest,
  signal: AbortSignal,
): Promise<Pick<PartResult, 'state' | 'words'>> {
  const key = apiKey || ai.openai.apiKey
  if (!key && ai.openai.baseUrl === null)
    return {
      state: 'missing',
      words: t(
        'Needs a server that speaks OpenAI’s protocol. Enter an OpenAI key, or ask the operator to set OPENAI_BASE_URL.',
      ),
    }
  const model = ai.transcribeModel ?? DEFAULT_TRANSCRIBE_MODEL
  const body = new FormData()
  body.set('model', model)
  body.set('file', new File([silence()], 'recording.wav', { type: 'audio/wav' }))
  const headers = new Headers()
  if (key) headers.set('authorization', `Bearer ${key}`)
  const asked = { name: model, provider: 'openai', paidBy: apiKey ? 'person' : 'server' } as const
  try {
    const url = `${addressOf(ai, 'openai')}/audio/transcriptions`
    const answer = await boundedFetch(url, {
      method: 'POST',
      headers,
      body,
      signal,
    })
    const said = await answer.text()
    if (answer.status === 404)
      return {
        state: 'missing',
        words: t(
          'The provider does not transcribe with {model}. The operator can name another model with OPENAI_TRANSCRIBE_MODEL.',
          { model },
        ),
      }
    if (!answer.ok)
      throw new APICallError({
        message: String(answer.status),
        url,
        requestBodyValues: {},
        statusCode: answer.status,
        responseBody: said.slice(0, 4_000),
      })
    const { text } = JSON.parse(said) as { text?: unknown }
    if (typeof text !== 'string') throw new SyntaxError('no text')
    return { state: 'works', words: t('{model} transcribes.', { model }) }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw failureOf(error, asked)
  }
}

const RATE = 16_000
const HEADER = 44

/** Half a second of nothing as WAV: 16,000 samples a second of two bytes. */
function silence(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER + RATE)
  const view = new DataView(bytes.buffer)
  const text = (at: number, letters: string) => {
    for (const [index, letter] of [...letters].entries()) view.setUint8(at + index, letter.charCodeAt(0))
  }
  text(0, 'RIFF')
  view.setUint32(4, bytes.length - 8, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, RATE, true)
  view.setUint32(28, RATE * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  text(36, 'data')
  view.setUint32(40, RATE, true)
  return bytes
}
