import { z } from 'zod'
import { FILTERS, RECORDING_TYPES, RECORDING_WORDS, RECORDINGS, SORTS } from './model'

/* What the calls accept. Apart from model.ts, so that the browser need not load the checking. */

const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

const Title = z
  .string()
  .max(4_000)
  .transform((text) =>
    text
      .toWellFormed()
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  .pipe(z.string().min(1, { error: RECORDING_WORDS.titleEmpty }).max(RECORDINGS.title))

export const ListRecordings = z.object({
  search: z.string().max(200).default(''),
  filter: z.enum(FILTERS).default('all'),
  sort: z.enum(SORTS).default('date'),
  cursor: z.number().int().min(0).max(RECORDINGS.most).nullish(),
  limit: z.number().int().min(1).max(100).default(RECORDINGS.pageSize),
})

export const CreateRecording = z.object({
  /** Chosen by the caller, so that asking again makes no second one. */
  id: z.string().regex(/^[0-9a-z]{20}$/),
  fileId: Id,
  title: Title,
  type: z.enum(RECORDING_TYPES),
  /** Seconds. */
  duration: z.number().min(0).max(RECORDINGS.duration),
  metadata: z.object({
    resolution: z
      .string()
      .regex(/^\d{1,5}x\d{1,5}$/)
      .nullable(),
  }),
  thumbnail: z
    .string()
    .max(RECORDINGS.thumbnail)
    .regex(/^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/)
    .nullable(),
})

export const RenameRecording = z.object({ id: Id, title: Title })
export const OneRecording = z.object({ id: Id })

export type ListRecordings = z.infer<typeof ListRecordings>
export type CreateRecording = z.infer<typeof CreateRecording>
export type RenameRecording = z.infer<typeof RenameRecording>
