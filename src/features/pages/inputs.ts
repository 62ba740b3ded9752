import { z } from 'zod'
import { isPageIcon } from '@/blocks/icon/page-icon'
import { inFigures } from '@/shared/formats'
import { t } from '@/shared/i18n'
import { LIMITS } from '@/shared/limits'
import { ContentRich } from './content-input'
import { COVER_FITS, readCover } from './cover/cover'
import { MOST_LABELS, TOO_MANY_LABELS, tidyLabels } from './labels'
import { STATUSES } from './model'

/* What the page calls accept. Apart from model.ts, so that the browser need not load the checking. */

const Id = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: () => t('An id has up to 64 letters, digits, "-" or "_".') })

/** A title is one line: line breaks and tabs become spaces (product.md 5.2). */
const Title = z
  .string()
  .max(LIMITS.title, { error: () => t('A title has at most {count} characters.', { count: LIMITS.title }) })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
  .transform((title) => title.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').toWellFormed())

/** What a page or a pod has as its icon. */
export const Icon = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .refine(isPageIcon, { error: () => t('An icon is one emoji or an icon name.') })

const GradientName = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/, { error: () => t('A gradient is a name such as "misty".') })

/** The shapes of a cover (product.md 3.3), as they are read everywhere. */
const Cover = z
  .string()
  .max(4096)
  .refine((value) => readCover(value) !== null, {
    error: () => t('A cover is a gradient name or an http(s) address.'),
  })

/** Labels without spaces at the ends, none twice; none at all clears them (product.md 5.9). */
const Tags = z
  .array(z.string().max(200))
  .max(100, { error: TOO_MANY_LABELS })
  .transform((labels) => tidyLabels(labels))
  .refine((labels) => labels.length <= MOST_LABELS, { error: TOO_MANY_LABELS })
  .refine((labels) => labels.every((label) => label.length <= LIMITS.label), {
    error: () => t('A label has at most {count} characters.', { count: LIMITS.label }),
  })

const Summary = z
  .string()
  .max(LIMITS.summary, {
    error: () => t('A summary has at most {count} characters.', { count: inFigures(LIMITS.summary) }),
  })
  .transform((text) => text.replace(/\s+/g, ' ').trim().toWellFormed() || null)

const Stamp = z
  .string()
  .regex(/^[0-9a-f]{64}$/, { error: () => t('A stamp is a SHA-256 in hexadecimal digits.') })

export const ListPages = z.object({ parentDocumentId: Id.nullable().default(null), podId: Id.optional() })
export const InPod = z.object({ podId: Id.optional() }).default({})
export const OnePage = z.object({ id: Id })
/** `content: false` leaves `contentRich` out of the answer: the page's screen has it live already. */
const content = z.boolean().default(true)
/** One page, of which the page itself is the answer. */
export const GetPage = z.object({ id: Id, content })
export const CreatePage = z
  .object({
    parentDocumentId: Id.nullish(),
    podId: Id.optional(),
    title: Title.optional(),
    contentRich: ContentRich.optional(),
    icon: Icon.nullish(),
  })
  .default({})
export type CreatePage = z.output<typeof CreatePage>
export const MovePage = z.object({
  id: Id,
  parentDocumentId: Id.nullable(),
  /** On the top level of this pod. */
  podId: Id.optional(),
  beforeId: Id.optional(),
  afterId: Id.optional(),
  content,
})
export type MovePage = z.output<typeof MovePage>
export const UpdatePage = z.object({
  id: Id,
  title: Title.optional(),
  contentRich: ContentRich.optional(),
  isFavorite: z.boolean().optional(),
  status: z.enum(STATUSES).optional(),
  icon: Icon.nullish(),
  coverImage: Cover.nullish(),
  coverFit: z.enum(COVER_FITS).optional(),
  backgroundGradient: GradientName.nullish(),
  textStyle: z.enum(['default', 'serif', 'mono']).optional(),
  lockPage: z.boolean().optional(),
  smallText: z.boolean().optional(),
  fullWidth: z.boolean().optional(),
  toc: z.boolean().optional(),
  tags: Tags.optional(),
  aiSummary: Summary.nullish(),
  /** Of which text a model made `aiSummary` (`summaryStamp`); left out: a person wrote it. Nothing without it. */
  aiSummaryStamp: Stamp.nullish(),
  content,
})
export type GetPage = z.output<typeof GetPage>
export type UpdatePage = z.output<typeof UpdatePage>
/** Blocks that come from another page, behind everything on this one. */
export const AppendBlocks = z.object({
  id: Id,
  blocks: ContentRich.refine((blocks) => blocks.length > 0, { error: () => t('There is nothing to move.') }),
})
export type AppendBlocks = z.output<typeof AppendBlocks>
export const DuplicatePage = z.object({
  id: Id,
  /** With everything inside the page, else the page alone. */
  withSubpages: z.boolean().default(false),
  /** Chosen by the caller, to ask with `document.duplicating` how far it is. */
  copyId: Id.optional(),
  content,
})
export type DuplicatePage = z.output<typeof DuplicatePage>
export const OneCopy = z.object({ copyId: Id })
export const SearchTrash = z.object({ q: z.string().max(200).default('') }).default({ q: '' })
/** Where emptying the trash goes on: `from` is a page of `document.trash` or what the call before answered. */
export const EmptyTrash = z.object({ from: z.object({ id: Id, archivedAt: z.iso.datetime() }) })
export type TrashPlace = z.output<typeof EmptyTrash>['from']
