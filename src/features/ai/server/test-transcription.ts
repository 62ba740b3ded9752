import { askService, listeningService, speechFailure } from '@/features/speech/server/speech-service'
import type { Config } from '@/server/config'
import { toOperator } from '@/server/operator'
import { transcribeHere } from '@/server/transcriber/transcriber'
import { t } from '@/shared/i18n'
import type { PartResult } from '../model'

/** Bytes of an answer about half a second. */
const MOST_BYTES = 1024 * 1024

/** Has half a second of silence transcribed by the operator's service, as all transcription is; nobody's own key is used for it. */
export async function testTranscription(
  ai: Config['ai'],
  { signal, longest }: { signal: AbortSignal; longest: number },
): Promise<Pick<PartResult, 'state' | 'words'>> {
  const service = listeningService(ai)
  if (!service && ai.builtInTranscription) {
    await transcribeHere(silence(), { person: 'test-transcription', signal })
    return { state: 'works', words: t('The transcription that is built in works. It understands English.') }
  }
  if (!service)
    return {
      state: 'missing',
      words: toOperator(
        () => t('This server transcribes with a service of its own: set OPENAI_API_KEY or OPENAI_BASE_URL.'),
        () => t('This server has no transcription service. Keys of your own are not used for that.'),
      ),
    }
  const body = new FormData()
  body.set('model', service.model)
  body.set('file', new File([silence()], 'recording.wav', { type: 'audio/wav' }))
  const answer = await askService(service, {
    path: '/audio/transcriptions',
    body,
    signal,
    wait: longest,
    most: MOST_BYTES,
  })
  try {
    const { text } = (await answer.json()) as { text?: unknown }
    if (typeof text !== 'string') throw new SyntaxError('no text')
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw speechFailure(error, service)
  }
  return { state: 'works', words: t('{model} transcribes.', { model: service.model }) }
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
