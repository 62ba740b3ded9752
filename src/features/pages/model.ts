import { z } from 'zod'
import type { Block } from '@/blocks/kit/block'
import { RESERVED_SEGMENTS } from '@/shared/ids'
import { LIMITS } from '@/shared/limits'
import type { Role } from '@/shared/permissions'
import { ContentRich } from './content-input'

/** The six values of a page's status (product.md 4.1); `archived` and `draft` are derived, not values (rulings 3). */
export const STATUSES = ['none', 'not-started', 'in-progress', 'completed', 'blocked', 'overdue'] as const
export type PageStatus = (typeof STATUSES)[number]

/** What a status is called (product.md 4.1). */
export const STATUS_LABELS: Record<PageStatus, string> = {
  none: 'None',
  'not-started': 'Not Started',
  'in-progress': 'In Progress',
  completed: 'Completed',
  blocked: 'Blocked',
  overdue: 'Overdue',
}

/** How many pages "recents" shows (product.md 9.7). */
export const RECENTS = 5

/** What a page without a title is called (product.md 3.2). */
export const UNTITLED = 'Untitled'

/** The answer for a page that is not there and for one that somebody may not see: the same words (rulings 0). */
export const NOT_THERE = 'This page does not exist, or you have no access to it.'

/** A page as lists and the tree show it. */
export interface PageSummary {
  id: string
  podId: string
  parentDocumentId: string | null
  /** "Untitled" when the page has no title. */
  title: string
  /** An emoji, or null. */
  icon: string | null
  status: PageStatus
  isFavorite: boolean
  hasChildren: boolean
  /** Sorts among the siblings, then by id. */
  position: string
  updatedAt: string
}

/** A page of the trash. */
export interface TrashedPage {
  id: string
  title: string
  icon: string | null
  archivedAt: string
}

/** A page with where it was last seen by the person. */
export interface VisitedPage {
  id: string
  title: string
  icon: string | null
  updatedAt: string
  /** Null when the person has never opened it. */
  visitedAt: string | null
  /** Who changed it last; null when that person is gone. */
  updatedBy: string | null
}

/** What the caller may do here; the interface hides by it, the server decides by the same rule. */
export interface PagePermissions {
  role: Role
  canEdit: boolean
  canManage: boolean
}

/** Everything a page's screen shows. `contentRich` is left out (null) when it was not asked for. */
export interface PageDetail extends PageSummary {
  isArchived: boolean
  archivedAt: string | null
  isPublished: boolean
  coverImage: string | null
  coverFit: string
  backgroundGradient: string | null
  textStyle: string
  lockPage: boolean
  smallText: boolean
  fullWidth: boolean
  toc: boolean
  aiSummary: string | null
  tags: string[]
  contentRich: Block[] | null
  wordCount: number
  createdAt: string
  createdBy: string | null
  updatedBy: string | null
  /** The pages above this one, the topmost first. */
  path: { id: string; title: string; icon: string | null }[]
  permissions: PagePermissions
}

/** May this string be a page's id? Never a word the application needs for itself (rulings 2). */
export const isPossiblePageId = (id: string): boolean =>
  /^[A-Za-z0-9_-]{1,64}$/.test(id) && !RESERVED_SEGMENTS.includes(id)

const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'An id has up to 64 letters, digits, "-" or "_".')

/** A title is one line: line breaks and tabs become spaces (product.md 5.2). */
const Title = z
  .string()
  .max(LIMITS.title, `A title has at most ${LIMITS.title} characters.`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
  .transform((title) => title.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').toWellFormed())

const Icon = z
  .string()
  .trim()
  .min(1)
  .max(32, 'An icon is one emoji or an icon name.')
  .regex(/^[^\p{Cc}<>]*$/u, 'An icon is one emoji or an icon name.')

const GradientName = z.string().regex(/^[a-z0-9-]{1,40}$/, 'A gradient is a name such as "misty".')

/** Is this a web address (http or https, absolute), or a path on our own origin? */
function isPlainAddress(value: unknown): boolean {
  if (typeof value !== 'string') return false
  if (/^\/(?![/\\])/.test(value)) return true
  return URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol)
}

/** The four shapes of a cover (product.md 3.3): gradient name, address, `icon:`+JSON, JSON with media. */
function isCover(value: string): boolean {
  if (GradientName.safeParse(value).success) return true
  const json = value.startsWith('icon:') ? value.slice(5) : value
  if (json.startsWith('{')) {
    try {
      const cover = JSON.parse(json)
      return cover.media === undefined || isPlainAddress(cover.media?.url)
    } catch {
      return false
    }
  }
  return isPlainAddress(value)
}

const Cover = z.string().max(4096).refine(isCover, 'A cover is a gradient name or an http(s) address.')

export const ListPages = z.object({ parentDocumentId: Id.nullable().default(null), podId: Id.optional() })
export const InPod = z.object({ podId: Id.optional() }).default({})
export const OnePage = z.object({ id: Id })
/** `content: false` leaves `contentRich` out: the page's screen has it live already. */
export const GetPage = z.object({ id: Id, content: z.boolean().default(true) })
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
  beforeId: Id.optional(),
  afterId: Id.optional(),
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
  coverFit: z.enum(['cover', 'contain', 'fill', 'center', 'scale-down']).optional(),
  backgroundGradient: GradientName.nullish(),
  textStyle: z.enum(['default', 'serif', 'mono']).optional(),
  lockPage: z.boolean().optional(),
  smallText: z.boolean().optional(),
  fullWidth: z.boolean().optional(),
  toc: z.boolean().optional(),
})
export type UpdatePage = z.output<typeof UpdatePage>
export const SearchTrash = z.object({ q: z.string().max(200).default('') }).default({ q: '' })
