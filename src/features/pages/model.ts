import type { Block } from '@/blocks/kit/block'
import { t } from '@/shared/i18n'
import { RESERVED_SEGMENTS } from '@/shared/ids'
import type { Level, PageFacts } from '@/shared/permissions'

/** The six values of a page's status (product.md 4.1); `archived` and `draft` are derived, not values (rulings 3). */
export const STATUSES = ['none', 'not-started', 'in-progress', 'completed', 'blocked', 'overdue'] as const
export type PageStatus = (typeof STATUSES)[number]

/** What a status is called (product.md 4.1). */
export const STATUS_LABELS: Record<PageStatus, string> = {
  get none() {
    return t('None')
  },
  get 'not-started'() {
    return t('Not Started')
  },
  get 'in-progress'() {
    return t('In Progress')
  },
  get completed() {
    return t('Completed')
  },
  get blocked() {
    return t('Blocked')
  },
  get overdue() {
    return t('Overdue')
  },
}

/** The cover that a page gets first: a named gradient (product.md 3.3, 9.2). */
export const DEFAULT_COVER = 'misty'

/** How many pages "recents" shows (product.md 9.7). */
export const RECENTS = 5

/** What a page without a title is called (product.md 3.2). */
export const UNTITLED = () => t('Untitled')

/** The same for a pod. */
export const POD_NOT_THERE = () => t('This pod does not exist, or you have no access to it.')

/** Why a page cannot be put into one that is published with its sub-pages. */
export const MOVE_PUBLISHES = () =>
  t(
    'Everybody could read this page there: that page is published with its sub-pages. Ask its owner to move it.',
  )

/** Why somebody who only edits a page cannot move it where others see it, or where some no longer do. */
export const MOVE_SHARES = () =>
  t('Other people would gain or lose access to this page there. Ask its owner to move it.')

/** What is said when a page that was read before its pod was locked is in another pod by now. */
export const MOVED = () => t('The page was moved meanwhile. Please try again.')

/** Why a page cannot leave its pod, be shared, published or deleted for good with what lies in it. */
export const OTHERS_INSIDE = () =>
  t(
    'Pages of other people lie inside this one, or went to the trash from there. Move them out first, or ask an owner of the pod.',
  )

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
  tags: string[]
  isFavorite: boolean
  hasChildren: boolean
  /** Somebody has said who has it, of it or of a page above: a move can change who does. */
  isShared: boolean
  /** New pages are made of it: it stands among the templates, not among the pages. */
  isTemplate: boolean
  /** What the caller may do with it, whether it is locked or not. */
  level: Level
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
  /** Did this person make it? Emptying the trash leaves the pages of others there. */
  isOwn: boolean
}

/** What one call to empty the trash has done. */
export interface EmptiedTrash {
  deleted: number
  /** Pages that stay because somebody else's pages are inside. */
  kept: number
  /** Where the next call goes on; null when nothing is left. */
  next: Pick<TrashedPage, 'id' | 'archivedAt'> | null
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

/** Everything a page's screen shows. `contentRich` is left out (null) when it was not asked for. */
export interface PageDetail extends PageSummary {
  isArchived: boolean
  archivedAt: string | null
  isPublished: boolean
  /** Who can open it, as follows from how it is shared (product.md 3.1): nobody else, some people, everybody. */
  privacy: 'private' | 'shared' | 'public'
  coverImage: string | null
  coverFit: string
  backgroundGradient: string | null
  textStyle: string
  lockPage: boolean
  smallText: boolean
  fullWidth: boolean
  toc: boolean
  aiSummary: string | null
  /** Of which text a model made the summary (`summaryStamp`); null: a person wrote it. */
  aiSummaryStamp: string | null
  /** A model made the summary, and the page says something else since. */
  isSummaryStale: boolean
  contentRich: Block[] | null
  wordCount: number
  createdAt: string
  createdBy: string | null
  updatedBy: string | null
  /** The pages above this one, the topmost first. */
  path: { id: string; title: string; icon: string | null }[]
}

/** What `mayDo` needs to know of a page that is on the screen. */
export const factsOfPage = (page: Pick<PageDetail, 'level' | 'isArchived' | 'lockPage'>): PageFacts => ({
  level: page.level,
  archived: page.isArchived,
  locked: page.lockPage,
})

/** May this string be a page's id? Never a word the application needs for itself (rulings 2). */
export const isPossiblePageId = (id: string): boolean =>
  /^[A-Za-z0-9_-]{1,64}$/.test(id) && !RESERVED_SEGMENTS.includes(id)

/** Who would gain and who would lose a page by a move. */
export interface MovePreview {
  gains: string[]
  loses: string[]
  /** How many more there are of each than are named. */
  moreGains: number
  moreLoses: number
  /** A link opens it there, or no longer does. */
  link: 'gained' | 'lost' | 'same'
}
