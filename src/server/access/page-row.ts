import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'
import { prepared } from '@/server/db/prepared'
import type { NewDocumentRow } from '@/server/db/schema'
import type { Level } from '@/shared/permissions'
import { isSharedAtAll, levelOf } from './page-access'

/** A page without its content. */
export type PageRow = Omit<NewDocumentRow, 'content_rich' | 'plain_text'> & { is_shared: 0 | 1 }

const PAGE_COLUMNS = [
  'document.id',
  'document.pod_id',
  'document.parent_id',
  'document.position',
  'document.title',
  'document.icon',
  'document.status',
  'document.archived_at',
  'document.archived_root',
  'document.is_published',
  'document.cover_image',
  'document.cover_fit',
  'document.background_gradient',
  'document.text_style',
  'document.lock_page',
  'document.small_text',
  'document.full_width',
  'document.toc',
  'document.template_at',
  'document.ai_summary',
  'document.ai_summary_stamp',
  'document.tags',
  'document.word_count',
  'document.created_by',
  'document.created_at',
  'document.updated_by',
  'document.updated_at',
] as const

const findPageOf = prepared((db, userId: string, id: string) =>
  db
    .selectFrom('document')
    .select(PAGE_COLUMNS)
    .select(levelOf(userId).as('level'))
    .select(isSharedAtAll().as('is_shared'))
    .where('document.id', '=', id),
)

/** A page and what the person may do with it, null for nothing; null when there is no such page. */
export async function findPage(
  db: Db,
  userId: string,
  id: string,
): Promise<{ row: PageRow; level: Level | null } | null> {
  const [found] = await findPageOf(db, userId, id)
  if (!found) return null
  const { level, ...row } = found
  return { row, level }
}

/** These pages without their content, in no order; those that are not there are left out. */
export async function findPages(db: Db, ids: readonly string[]): Promise<PageRow[]> {
  const rows: PageRow[] = []
  await inChunks(ids, async (chunk) => {
    rows.push(
      ...(await db
        .selectFrom('document')
        .select(PAGE_COLUMNS)
        .select(isSharedAtAll().as('is_shared'))
        .where('id', 'in', chunk)
        .execute()),
    )
  })
  return rows
}
