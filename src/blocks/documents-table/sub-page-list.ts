import * as z from 'zod/mini'
import { compareWords } from '@/shared/compare-words'
import { t } from '@/shared/i18n'
import { indent } from '../kit/attributes'
import type { SubPage } from '../kit/block-program'

export const SORTS = ['order', 'title', 'status', 'updated'] as const
export type Sort = (typeof SORTS)[number]

/** How a list of sub-pages is sorted and what it leaves out (rulings 3). `order` is that of the tree. */
export const documentsTableAttributes = {
  sortBy: z._default(z.enum(SORTS), 'order'),
  descending: z._default(z.boolean(), false),
  /** Only pages of this status, or with this tag. */
  status: z._default(z.nullable(z.string().check(z.maxLength(40))), null),
  tag: z._default(z.nullable(z.string().check(z.maxLength(200))), null),
  indent,
}

export interface ListView {
  sortBy: Sort
  descending: boolean
  status: string | null
  tag: string | null
}

export const viewOf = (attributes: Readonly<Record<string, unknown>>): ListView => ({
  sortBy: SORTS.find((sort) => sort === attributes.sortBy) ?? 'order',
  descending: attributes.descending === true,
  status: typeof attributes.status === 'string' ? attributes.status : null,
  tag: typeof attributes.tag === 'string' ? attributes.tag : null,
})

/** The statuses of product.md 4.1, in the order in which they are sorted; one that is not known stands last. */
const STATUSES: Readonly<Record<string, string>> = {
  get overdue() {
    return t('Overdue')
  },
  get blocked() {
    return t('Blocked')
  },
  get 'in-progress'() {
    return t('In Progress')
  },
  get 'not-started'() {
    return t('Not Started')
  },
  get completed() {
    return t('Completed')
  },
  get none() {
    return t('None')
  },
}
const STATUS_ORDER = Object.keys(STATUSES)

/** What a status is called; `''` for none. */
export const statusLabel = (status: string): string => (status === 'none' ? '' : (STATUSES[status] ?? status))

const rank = (status: string): number => {
  const at = STATUS_ORDER.indexOf(status)
  return at < 0 ? STATUS_ORDER.length : at
}

/** The pages that a view shows, in its order. */
export function pagesInView(pages: readonly SubPage[], view: ListView): SubPage[] {
  const kept = pages.filter(
    ({ status, tags }) =>
      (view.status === null || status === view.status) && (view.tag === null || tags.includes(view.tag)),
  )
  const compare: Record<Exclude<Sort, 'order'>, (a: SubPage, b: SubPage) => number> = {
    title: (a, b) => compareWords(a.title, b.title),
    status: (a, b) => rank(a.status) - rank(b.status),
    updated: (a, b) => (Date.parse(a.updatedAt) || 0) - (Date.parse(b.updatedAt) || 0),
  }
  if (view.sortBy !== 'order') kept.sort(compare[view.sortBy])
  return view.descending ? kept.reverse() : kept
}

/** What can be chosen among these pages: each status and each tag that there is. */
export function choicesOf(pages: readonly SubPage[]): { statuses: string[]; tags: string[] } {
  const statuses = new Set(pages.map(({ status }) => status))
  const tags = new Set(pages.flatMap((page) => page.tags))
  return {
    statuses: [...statuses].sort((a, b) => rank(a) - rank(b)),
    tags: [...tags].sort(compareWords),
  }
}
