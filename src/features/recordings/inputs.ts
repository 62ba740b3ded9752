import { z } from 'zod'
import { FILTERS, LIVE_TYPES, RECORDING_TYPES, RECORDING_WORDS, RECORDINGS, SORTS } from './model'

/* What the calls accept. Apart from model.ts, so that the browser need not load the checking. */

const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const NewId = z.string().regex(/^[0-9a-z]{20}$/)

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

const Seconds = z.number().min(0).max(RECORDINGS.duration)
const Resolution = z
  .string()
  .regex(/^\d{1,5}x\d{1,5}$/)
  .nullable()
const Thumbnail = z
  .string()
  .max(RECORDINGS.thumbnail)
  .regex(/^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/)
  .nullable()

export const ListRecordings = z.object({
  search: z.string().max(200).default(''),
  filter: z.enum(FILTERS).default('all'),
  sort: z.enum(SORTS).default('date'),
  cursor: z.number().int().min(0).max(RECORDINGS.most).nullish(),
  limit: z.number().int().min(1).max(100).default(RECORDINGS.pageSize),
})

export const CreateRecording = z.object({
  /** Chosen by the caller, so that asking again makes no second one. */
  id: NewId,
  fileId: Id,
  title: Title,
  type: z.enum(RECORDING_TYPES),
  duration: Seconds,
  metadata: z.object({ resolution: Resolution }),
  thumbnail: Thumbnail,
})

export const BeginRecording = z.object({
  /** Chosen by the caller, so that asking again begins no second one. */
  id: NewId,
  title: Title,
  type: z.enum(LIVE_TYPES),
  /** As the browser's recorder calls it; it only decides the ending of the file's name. */
  mimeType: z.string().max(200),
  resolution: Resolution,
})

/** What the browser that makes a recording says of it from time to time, and so that it is still at it. */
export const NoteRecording = z.object({
  id: NewId,
  duration: Seconds,
  thumbnail: Thumbnail,
  hasEnded: z.boolean(),
})

export const FinishRecording = z.object({
  id: NewId,
  /** Bytes that must have come; null: as many as have. */
  size: z.number().int().min(1).nullable(),
})

export const RenameRecording = z.object({ id: Id, title: Title })
export const OneRecording = z.object({ id: Id })

export type ListRecordings = z.infer<typeof ListRecordings>
export type CreateRecording = z.infer<typeof CreateRecording>
export type RenameRecording = z.infer<typeof RenameRecording>
export type BeginRecording = z.infer<typeof BeginRecording>
export type NoteRecording = z.infer<typeof NoteRecording>
export type FinishRecording = z.infer<typeof FinishRecording>
