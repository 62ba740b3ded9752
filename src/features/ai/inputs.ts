import { z } from 'zod'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import {
  COMMANDS,
  CONNECTION_PARTS,
  LONGEST_REQUEST,
  MOST_CONTEXT_PAGES,
  MOST_SIGNATURES,
  REVIEW_LOOKS,
} from './model'

const TOO_LONG = () =>
  t('This is too long for one request. Select less than {count} characters.', {
    count: inFigures(LONGEST_REQUEST),
  })
const long = z.string().max(LONGEST_REQUEST, { error: TOO_LONG })
/** Sent in a header to the provider, so nothing that could end one. */
const key = z
  .string()
  .regex(/^[\x21-\x7e]{0,500}$/, { error: () => t('This is no API key.') })
  .optional()

/** A person's own keys travel with each request and are used for nothing else. */
export const ModelAccess = {
  model: z
    .string()
    .trim()
    .regex(/^[\x20-\x7e]{0,200}$/, { error: () => t('This is no name of a model.') })
    .optional(),
  apiKey: key,
  anthropicApiKey: key,
}

const PageId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: () => t('An id has up to 64 letters, digits, "-" or "_".') })

/** A request whose answer is kept for a day under a name that the browser has made up, so that it can be read on. */
export const Kept = {
  answerId: z
    .string()
    .regex(/^[a-z0-9]{20}$/, { error: () => t('This is no name for an answer.') })
    .optional(),
  /** The page on which it is asked. */
  documentId: PageId.optional(),
}

/** What `POST /api/ai/command` takes (product.md 7.38). */
export const Command = z.object({
  command: z.enum(COMMANDS).default('ask'),
  /** What the person typed. */
  prompt: z.string().max(20_000, { error: TOO_LONG }).default(''),
  /** The Markdown that the command is about. */
  selection: long.default(''),
  /** The Markdown around it, which is only read. */
  context: long.default(''),
  /** Pages that the model is to read besides. */
  documentIds: z.array(PageId).max(MOST_CONTEXT_PAGES).default([]),
  /** The selection is code in a block of its own. */
  isCode: z.boolean().default(false),
  /** The language to translate into, by its English name. */
  language: z.string().max(60).default(''),
  /** Ends the answer with a record of how it ended (`ReplyEnd`). Without it a failure breaks the connection. */
  withEnd: z.boolean().default(false),
  ...Kept,
  ...ModelAccess,
})
export type Command = z.output<typeof Command>

/** What `POST /api/ai/copilot` takes (product.md 7.39). */
export const Copilot = z.object({
  /** The text of the highest block, up to the caret. */
  prompt: z.string().max(20_000, { error: TOO_LONG }),
  system: z.string().max(4_000, { error: TOO_LONG }).optional(),
  withEnd: z.boolean().default(false),
  ...ModelAccess,
})
export type Copilot = z.output<typeof Copilot>

/** What `POST /api/ai/test` takes. */
export const TestConnection = z.object({ part: z.enum(CONNECTION_PARTS), ...ModelAccess })
export type TestConnection = z.output<typeof TestConnection>

/** What `ai.signatures` takes. */
export const ListSignatures = z.object({
  documentId: PageId,
  suggestionIds: z.array(z.string().min(1).max(200)).min(1).max(MOST_SIGNATURES),
})
export type ListSignatures = z.output<typeof ListSignatures>

/** What `ai.accept` takes: an answer of the caller has come into the page, as their own edit or as these suggestions of theirs. */
export const AcceptAnswer = z.object({
  answerId: PageId,
  documentId: PageId,
  suggestionIds: z.array(z.string().min(1).max(200)).max(MOST_SIGNATURES).default([]),
  /** It stands in the place of the text that it is about. */
  replaces: z.boolean().default(false),
})
export type AcceptAnswer = z.output<typeof AcceptAnswer>

/** What `ai.takeBack` takes: what the caller had accepted as their own edit is undone, or done again. */
export const TakeBack = z.object({
  documentId: PageId,
  /** As `ai.accept` gave it. */
  decisionId: z.string().min(1).max(200),
  isTakenBack: z.boolean(),
})
export type TakeBack = z.output<typeof TakeBack>

export const StopAnswer = z.object({ id: PageId })

/** What `ai.review` takes. */
export const ReviewOfPage = z.object({ documentId: PageId })

/** What `POST /api/ai/review/begin` takes. `again`: what could not be applied of the review before, with what was asked for then. */
export const BeginReview = z
  .object({
    documentId: PageId,
    looksFor: z.array(z.enum(REVIEW_LOOKS)).max(REVIEW_LOOKS.length).default([]),
    prompt: z
      .string()
      .max(2_000, { error: TOO_LONG })
      .default('')
      .transform((prompt) => prompt.replaceAll('\0', '').toWellFormed().trim()),
    again: z.boolean().default(false),
    ...ModelAccess,
  })
  .refine(({ looksFor, prompt, again }) => again || looksFor.length > 0 || prompt !== '', {
    error: () => t('Say what the model should look for.'),
  })
export type BeginReview = z.output<typeof BeginReview>

export const OneReview = z.object({ id: PageId })
export type OneReview = z.output<typeof OneReview>
export const ContinueReview = z.object({ id: PageId, ...ModelAccess })
export type ContinueReview = z.output<typeof ContinueReview>
