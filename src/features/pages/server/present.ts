import type { Block } from '@/blocks/kit/block'
import type { PageRow } from '@/server/access/page-row'
import { t } from '@/shared/i18n'
import type { Level, PageFacts } from '@/shared/permissions'
import { type PageDetail, type PageStatus, type PageSummary, UNTITLED, type VisitedPage } from '../model'
import type { SummaryRow } from './page-tree.queries'

const titled = (title: string) => title || UNTITLED()

/** A page as lists show it. `parentId`: the page it lies in, null when the person does not see that. */
export const summaryOf = (
  row: SummaryRow,
  { hasChildren, parentId }: { hasChildren: boolean; parentId: string | null },
): PageSummary => ({
  id: row.id,
  podId: row.pod_id,
  parentDocumentId: parentId,
  title: titled(row.title),
  icon: row.icon,
  status: row.status as PageStatus,
  tags: row.tags === '[]' ? [] : (JSON.parse(row.tags) as string[]),
  isFavorite: row.favorited_at !== null,
  hasChildren,
  isShared: row.is_shared === 1,
  isTemplate: row.template_at !== null,
  level: row.level,
  position: row.position,
  updatedAt: row.updated_at,
})

interface DetailParts {
  row: PageRow
  facts: PageFacts & { level: Level }
  names: ReadonlyMap<string, string>
  /** The nearest first. */
  ancestors: readonly { id: string; title: string; icon: string | null }[]
  hasChildren: boolean
  favorite: boolean
  privacy: PageDetail['privacy']
  isSummaryStale: boolean
  content: { title: string; blocks: Block[] } | null
}

/** A page as its screen shows it. The live title, when it was read, is newer than the column. */
export function detailOf({
  row,
  facts,
  names,
  ancestors,
  hasChildren,
  favorite,
  privacy,
  isSummaryStale,
  content,
}: DetailParts): PageDetail {
  return {
    ...summaryOf(
      { ...row, level: facts.level, favorited_at: favorite ? '' : null },
      // The way to a page is that to those whom the person sees.
      { hasChildren, parentId: ancestors[0]?.id === row.parent_id ? row.parent_id : null },
    ),
    title: titled(content?.title ?? row.title),
    isArchived: facts.archived,
    archivedAt: row.archived_at,
    isPublished: row.is_published === 1,
    privacy,
    coverImage: row.cover_image,
    coverFit: row.cover_fit,
    backgroundGradient: row.background_gradient,
    textStyle: row.text_style,
    lockPage: facts.locked,
    smallText: row.small_text === 1,
    fullWidth: row.full_width === 1,
    toc: row.toc === 1,
    aiSummary: row.ai_summary,
    aiSummaryStamp: row.ai_summary_stamp,
    isSummaryStale,
    contentRich: content?.blocks ?? null,
    wordCount: row.word_count,
    createdAt: row.created_at,
    createdBy: names.get(row.created_by) ?? t('Deleted person'),
    updatedBy: row.updated_by === null ? null : (names.get(row.updated_by) ?? t('Deleted person')),
    path: ancestors.map(({ id, title, icon }) => ({ id, title: titled(title), icon })).reverse(),
  }
}

/** A page with when the person last saw it. */
export const visitedOf = (row: {
  id: string
  title: string
  icon: string | null
  updated_at: string
  visited_at: string
  updatedBy: string | null
}): VisitedPage => ({
  id: row.id,
  title: titled(row.title),
  icon: row.icon,
  updatedAt: row.updated_at,
  visitedAt: row.visited_at,
  updatedBy: row.updatedBy,
})
