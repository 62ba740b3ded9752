import { t } from '@/shared/i18n'
import type { VoiceState } from './voice-session'

/**
 * What matters here of what the service tells. `heardNext`: the person has said something, whose words (`heard`) are still to come, or do
 * not come (`unheard`). `saying` is a piece of an answer, `said` all of it.
 */
export type VoiceEvent =
  | { type: 'activity'; activity: VoiceState['activity'] }
  | { type: 'heardNext'; id: string }
  | { type: 'unheard'; id: string }
  | { type: 'heard'; id: string; text: string }
  | { type: 'saying' | 'said'; id: string; text: string }
  | { type: 'error'; message: string }
  /** The answer is over. Tools may be to be called for the next one. */
  | { type: 'over'; calls: readonly VoiceCall[] }

/** A tool that the voice calls, with its input as JSON. */
export interface VoiceCall {
  id: string
  name: string
  input: string
}

const ACTIVITIES: Readonly<Record<string, VoiceState['activity']>> = {
  'input_audio_buffer.speech_started': 'listening',
  'input_audio_buffer.speech_stopped': 'ready',
  'response.created': 'speaking',
  'output_audio_buffer.started': 'speaking',
  'output_audio_buffer.stopped': 'ready',
  'output_audio_buffer.cleared': 'ready',
}
const LONGEST = 10_000
const TRANSCRIPTION = 'conversation.item.input_audio_transcription'

/** The event in a message of the service; null for one that says nothing to us. Services call some of them by older names. */
export function eventIn(data: unknown): VoiceEvent | null {
  const event = parsed(data)
  if (!event) return null
  const type = String(event.type)
  if (type === 'response.done') return { type: 'over', calls: callsIn(event.response) }
  const activity = ACTIVITIES[type]
  if (activity) return { type: 'activity', activity }
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, LONGEST) : '')
  // An answer may be several messages.
  const id = text(event.item_id) || text(event.response_id)
  if (type === 'input_audio_buffer.committed') return { type: 'heardNext', id }
  if (type === `${TRANSCRIPTION}.failed`) return { type: 'unheard', id }
  if (type === `${TRANSCRIPTION}.completed`) {
    const heard = text(event.transcript).trim()
    return heard === '' ? { type: 'unheard', id } : { type: 'heard', id, text: heard }
  }
  if (/^response\.(?:output_)?(?:audio_transcript|text)\.delta$/.test(type))
    return { type: 'saying', id, text: text(event.delta) }
  if (/^response\.(?:output_)?(?:audio_transcript|text)\.done$/.test(type))
    return { type: 'said', id, text: text(event.transcript) || text(event.text) }
  if (type === 'error') {
    const message = text((event.error as { message?: unknown } | null)?.message)
    return { type: 'error', message: message || t('Unknown connection error') }
  }
  return null
}

/** Calls of one answer that are looked at. */
const MOST_CALLS = 5

function callsIn(response: unknown): VoiceCall[] {
  const { output } = (response ?? {}) as { output?: unknown }
  if (!Array.isArray(output)) return []
  return output
    .flatMap((item: unknown): VoiceCall[] => {
      const { type, call_id, name, arguments: input } = (item ?? {}) as Record<string, unknown>
      return type === 'function_call' && typeof call_id === 'string' && typeof name === 'string'
        ? [{ id: call_id, name, input: typeof input === 'string' ? input : '' }]
        : []
    })
    .slice(0, MOST_CALLS)
}

function parsed(data: unknown): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(String(data))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    // What is no JSON says nothing to us.
    return null
  }
}
