import { z } from 'zod'
import { eachOnce } from '@/document'
import { t } from '@/shared/i18n'
import { safeUrl } from '@/shared/safe-url'
import { COMMENT_WORDS, COMMENTS, DISCUSSION_KINDS } from './model'

/* What the comment calls accept. Apart from model.ts, so that the browser need not load the checking. */

const Id = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: () => t('An id has up to 64 letters, digits, "-" or "_".') })
/** Made by the browser, so that a call can be sent again: long enough not to be met by chance. */
const NewId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{16,64}$/, { error: () => t('A new id has 16 to 64 letters, digits, "-" or "_".') })

/** Without what databases do not take. */
const Text = z
  .string()
  .max(COMMENTS.characters, { error: () => COMMENT_WORDS.tooLong() })
  .transform((text) => text.replaceAll('\0', '').toWellFormed())
const Label = z
  .string()
  .max(200)
  .transform((text) => text.replaceAll('\0', '').toWellFormed())

const Href = z
  .string()
  .max(2_000)
  .refine((href) => safeUrl(href) !== null, { error: () => t('This is no address that can be opened.') })

const Mark = z.union([
  z.strictObject({ type: z.enum(['bold', 'italic', 'code']) }),
  z.strictObject({ type: z.literal('link'), attrs: z.object({ href: Href }) }),
])

const Piece = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: Text, marks: z.array(Mark).max(4).optional() }),
  z.strictObject({ type: z.literal('hardBreak') }),
  z.strictObject({ type: z.literal('mention'), attrs: z.object({ id: Id, label: Label }) }),
])

/** A file that is kept here; which, and whether it may be shown, is asked when the comment is written. */
const FILE = /^\/api\/files\/([A-Za-z0-9_-]{1,64})(?:\/[^/?#]{1,400})?$/

export const fileIn = (url: string): string => FILE.exec(url)?.[1] ?? ''

const BodyBlock = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('paragraph'),
    content: z.array(Piece).max(COMMENTS.pieces).optional(),
  }),
  z.strictObject({
    type: z.literal('image'),
    attrs: z.object({
      url: z
        .string()
        .max(500)
        .regex(FILE, { error: () => t('A picture of a comment is a file that is kept here.') }),
      name: Label,
    }),
  }),
])

/** Two levels deep and no more: whatever is nested deeper is no comment. */
export const Body = z.strictObject({
  type: z.literal('doc'),
  content: z.array(BodyBlock).min(1).max(COMMENTS.pieces),
})

const Count = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)
const Range = z
  .object({ client: Count.max(0xffffffff), clock: Count.max(2 ** 40), length: Count.min(1).max(2 ** 40) })
  .strict()
const Ranges = z.array(Range).max(COMMENTS.ranges)
const DistinctRanges = Ranges.transform(eachOnce)

export const ListDiscussions = z.object({ documentId: Id, since: Count.optional() })
export const CreateDiscussion = z.object({
  id: NewId,
  documentId: Id,
  kind: z.enum(DISCUSSION_KINDS),
  block: z.string().min(1).max(400).nullable().default(null),
  /** The suggestion that it is about: its author and its name. */
  suggestion: z.string().min(1).max(200).nullable().default(null),
  ranges: DistinctRanges.default([]),
  documentContent: z
    .string()
    .transform((text) => text.replaceAll('\0', '').slice(0, COMMENTS.quote).toWellFormed())
    .default(''),
  commentId: NewId,
  contentRich: Body,
})
export const CreateComment = z.object({ id: NewId, discussionId: Id, contentRich: Body })
export const UpdateComment = z.object({ id: Id, contentRich: Body })
export const OneComment = z.object({ id: Id })
export const OneDiscussion = z.object({ discussionId: Id })
export const AssignDiscussion = z.object({
  discussionId: Id,
  /** Null: nobody. Not sent: as it is. */
  userId: Id.nullable().optional(),
  /** The person to whom it is assigned has seen to it. */
  isDone: z.boolean().optional(),
})
export const ReanchorDiscussion = z.object({ discussionId: Id, ranges: Ranges.min(1).transform(eachOnce) })
export const ToggleReaction = z.object({ commentId: Id, emoji: z.string().min(1).max(64) })
export const Follow = z.object({ discussionId: Id, follow: z.enum(['follow', 'mute']).nullable() })

export type CreateDiscussion = z.infer<typeof CreateDiscussion>
export type CreateComment = z.infer<typeof CreateComment>
export type UpdateComment = z.infer<typeof UpdateComment>
export type AssignDiscussion = z.infer<typeof AssignDiscussion>
export type ReanchorDiscussion = z.infer<typeof ReanchorDiscussion>
