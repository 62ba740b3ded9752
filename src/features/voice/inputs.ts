import { z } from 'zod'
import { CALL_VOICE } from './model'

const NAME = /^[\w.:/-]{1,100}$/

/** What `POST /api/realtime` takes (product.md 7.41). */
export const RealtimeRequest = z.object({
  input_audio_transcription: z.object({ model: z.string().regex(NAME).optional() }).optional(),
  instructions: z.string().max(4_000).default(''),
  modalities: z.array(z.enum(['audio', 'text'])).default(['audio', 'text']),
  /** The voice may look into the pages of a person who is signed in. */
  withPages: z.boolean().default(false),
  voice: z
    .string()
    .regex(/^[a-z]{2,30}$/)
    .default(CALL_VOICE),
})
export type RealtimeRequest = z.output<typeof RealtimeRequest>
