import { visiblePages } from '@/server/access/page-access'
import type { Db } from '@/server/db/db'

export interface ListedPage {
  id: string
  title: string
  updated_at: string
}

/** Pages that a person may see, outside the trash, what was edited last first; of one page those in it. */
export const newestPages = (
  db: Db,
  userId: string,
  { inside, limit }: { inside: string | null; limit: number },
): Promise<ListedPage[]> => {
  const pages = db
    .selectFrom('document')
    .select(['id', 'title', 'updated_at'])
    .where('archived_at', 'is', null)
    .where('template_at', 'is', null)
    .where(visiblePages(userId))
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(limit)
  return (inside === null ? pages : pages.where('parent_id', '=', inside)).execute()
}

/** Those of these pages that the person may see and that have not gone to the trash since then. */
export async function reachableOf(
  db: Db,
  userId: string,
  ids: readonly string[],
  since: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('document')
    .select('id')
    .where('id', 'in', ids)
    .where(visiblePages(userId, { each: true }))
    .where((eb) => eb.or([eb('archived_at', 'is', null), eb('archived_at', '<', since)]))
    .execute()
  return new Set(rows.map(({ id }) => id))
}
