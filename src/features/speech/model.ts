import { t } from '@/shared/i18n'

/** Characters that are read out in one request (product.md 5.14). */
export const LONGEST_SPOKEN = 4_000

/** What is said of reading aloud, word for word (product.md 8.12). */
export const NO_TEXT = () => t('No text to read')
export const NO_SELECTION = () => t('No text selected')
export const SPEECH_FAILED = (reason: string) => t('Failed to generate speech: {reason}', { reason })
export const NO_AUDIO = () => t('Received empty audio data')
export const NOT_PLAYED = () => t('Failed to play audio')
export const NOT_SPOKEN = () => t('Failed to generate or play speech')

/** `details` of a refusal where the operator has set up no service. */
export const NO_SERVICE = 'no-service'

/** The models that are asked where the operator names none. */
export const DEFAULT_SPEECH_MODEL = 'gpt-4o-mini-tts'
