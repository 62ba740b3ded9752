import { t } from '@/shared/i18n'

/** The voices that one can talk with (product.md 3.22). */
export const VOICES = ['alloy', 'echo', 'fable', 'onyx', 'shimmer'] as const
export type Voice = (typeof VOICES)[number]
export const DEFAULT_VOICE: Voice = 'alloy'
/** What the call takes where no voice is named (product.md 9.12). */
export const CALL_VOICE = 'sage'

/** Bytes of a session description. */
export const MOST_SDP = 64 * 1024

/** Something that was said, or that happened (product.md 3.22). */
export interface VoiceMessage {
  id: string
  content: string
  /** ISO 8601. */
  timestamp: string
  type: 'user' | 'assistant' | 'system'
}

/** What is said of voice chat, word for word (product.md 8.14). */
export const NO_MICROPHONE = () => t('Microphone access denied. Please enable microphone permissions.')
export const CONNECTION_ERROR = () => t('Connection error')
export const NOT_TOGGLED = () => t('Failed to toggle connection')
export const CONNECTION_LOST = () => t('Connection lost')
export const CONNECTION_TIMEOUT = () => t('Connection timeout')
export const CONNECTION_FAILED = (message: string) => t('Connection failed: {message}', { message })
export const UNKNOWN_ERROR = () => t('Unknown connection error')
export const VOICE_ERROR = (message: string) => t('Voice chat error: {message}', { message })
export const NO_SESSION = (status: number) => t('Failed to create session ({status})', { status })
export const NO_WEBRTC = (status: number) => t('Failed to establish WebRTC connection: {status}', { status })
