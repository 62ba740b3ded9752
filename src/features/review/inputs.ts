import { z } from 'zod'
import { t } from '@/shared/i18n'
import { INBOX_LISTS, REVIEW } from './model'

/* What the calls accept. Apart from model.ts, so that the browser need not load the checking. */

const Id = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: () => t('An id has up to 64 letters, digits, "-" or "_".') })

/** The name of a suggestion: its author's id, a blank, and a name that the author gave it. */
const SuggestionId = z
  .string()
  .regex(/^[\w:.~-]{1,128} [\w:.~-]{1,64}$/, { error: () => t('This is no name of a suggestion.') })
const SuggestionIds = z.array(SuggestionId).min(1).max(REVIEW.atOnce)

export const ListSuggestions = z.object({
  documentId: Id,
  /** Of the list before this one. */
  cursor: z.string().max(400).optional(),
})
export const SuggestionAuthors = z.object({ documentId: Id })
export const DecideSuggestions = z
  .object({
    documentId: Id,
    suggestionIds: SuggestionIds.optional(),
    /** All of this author. */
    userId: z
      .string()
      .regex(/^[\w:.~-]{1,128}$/, { error: () => t('This is no name of an author.') })
      .optional(),
    all: z.literal(true).optional(),
  })
  .refine(
    ({ suggestionIds, userId, all }) =>
      [suggestionIds, userId, all].filter((said) => said !== undefined).length === 1,
    { error: () => t('Say which suggestions: by their names, of an author, or all.') },
  )
export const DecidedSuggestions = z.object({ documentId: Id, suggestionIds: SuggestionIds })
export const TakeBackDecision = DecidedSuggestions.extend({ isAccepted: z.boolean() })
export const ListInbox = z.object({
  list: z.enum(INBOX_LISTS),
  /** Of the answer before this one. */
  cursor: z.string().max(400).optional(),
})
export const HideReview = z.object({ documentId: Id, isHidden: z.boolean() })

export type ListSuggestions = z.output<typeof ListSuggestions>
export type DecideSuggestions = z.output<typeof DecideSuggestions>
export type DecidedSuggestions = z.output<typeof DecidedSuggestions>
export type TakeBackDecision = z.output<typeof TakeBackDecision>
export type ListInbox = z.output<typeof ListInbox>
export type HideReview = z.output<typeof HideReview>
