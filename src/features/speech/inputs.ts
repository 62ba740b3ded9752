import { z } from 'zod'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { CHUNK_SECONDS, LONGEST_SPOKEN, NO_TEXT } from './model'

const TOO_LONG = () =>
  t('At most {count} characters can be read in one request.', { count: inFigures(LONGEST_SPOKEN) })

/** What `POST /api/tts` takes (product.md 7.40). */
export const SpeechRequest = z.object({
  text: z
    .string({ error: NO_TEXT })
    .trim()
    .min(1, { error: NO_TEXT })
    .max(LONGEST_SPOKEN, { error: TOO_LONG }),
})
export type SpeechRequest = z.output<typeof SpeechRequest>

/** The fields beside the file of `POST /api/transcribe` (product.md 7.37). */
export const TranscribeFields = z.object({
  /** Seconds. */
  startTime: z.coerce.number().min(0).max(360_000).optional(),
  /** ISO 639-1. */
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/, { error: () => t('This is no language.') })
    .optional(),
  /** A large recording that the server is to cut (product.md 7.37). */
  processInChunks: z.enum(['true', 'false']).optional(),
  /** Seconds of a part. */
  chunkDuration: z.coerce.number().min(30).max(1_200).default(CHUNK_SECONDS),
})
export type TranscribeFields = z.output<typeof TranscribeFields>
