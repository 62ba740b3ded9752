import { z } from 'zod'
import { STATUSES } from '@/features/pages/model'
import { t } from '@/shared/i18n'
import { SEARCH } from './model'

/* What the call accepts. Apart from model.ts, so that the browser need not load the checking. */

const Id = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: () => t('An id has up to 64 letters, digits, "-" or "_".') })
/** A day, or a moment of it. */
const Time = z.union([z.iso.date(), z.iso.datetime()])
const plain = (text: string) => text.replaceAll('\0', '').toWellFormed()

export const SearchPages = z.object({
  /** Whatever is typed is a fair question; what is too long is cut. Empty: the pages of the filters, newest first. */
  q: z
    .string()
    .default('')
    .transform((q) => plain(q.slice(0, SEARCH.typed))),
  podId: Id.optional(),
  status: z.enum(STATUSES).optional(),
  tag: z.string().max(100).transform(plain).optional(),
  /** The person who edited the page last. */
  editedBy: Id.optional(),
  /** Edited on this day or later … */
  from: Time.optional(),
  /** … and on this day or earlier. */
  to: Time.optional(),
  cursor: z
    .string()
    .regex(/^[sg][0-9]{1,4}$/, { error: () => t('Ask with the cursor of the answer before.') })
    .optional(),
  limit: z.int().min(1).max(SEARCH.most).default(SEARCH.results),
})
export type SearchPages = z.output<typeof SearchPages>

/** The same filters; nothing is found by no text. */
export const SearchMeaning = SearchPages.omit({ cursor: true })
export type SearchMeaning = z.output<typeof SearchMeaning>

export const RelatedTo = z.object({ id: Id })

/** `limit` 0 asks only how many there are. */
export const Backlinks = z.object({
  id: Id,
  limit: z.int().min(0).max(SEARCH.most).default(SEARCH.most),
  cursor: z.int().min(0).max(10_000).optional(),
})
export type Backlinks = z.output<typeof Backlinks>
