import type { Db } from '@/server/db/db'
import type { DocumentRow } from '@/server/db/schema'
import { levelOf } from './page-access'

/** A page (null: none) and those above it, the nearest first, whether or not the caller may see them. */
export async function listAncestors(
  db: Db,
  id: string | null,
): Promise<Pick<DocumentRow, 'id' | 'pod_id' | 'archived_at'>[]> {
  if (id === null) return []
  const rows = await above(db, id)
    .select(['document.id', 'document.parent_id', 'document.pod_id', 'document.archived_at'])
    .execute()
  return nearestFirst(rows, id)
}

/** The ids of a page (null: none) and of those above it, the nearest first. */
export const listAncestorIds = async (db: Db, id: string | null): Promise<string[]> =>
  (await listAncestors(db, id)).map((page) => page.id)

/** The same as the way to a page, with titles: without those that the person does not see. */
export async function listPath(
  db: Db,
  userId: string,
  id: string | null,
): Promise<Pick<DocumentRow, 'id' | 'title' | 'icon'>[]> {
  if (id === null) return []
  const rows = await above(db, id)
    .select(['document.id', 'document.parent_id', 'document.title', 'document.icon'])
    .select(levelOf(userId).as('level'))
    .execute()
  return nearestFirst(rows, id).filter(({ level }) => level !== null)
}

/** `union` ends the walk even in a ring of parents. */
const above = (db: Db, id: string) =>
  db
    .withRecursive('above', (cte) =>
      cte
        .selectFrom('document')
        .select(['document.id', 'document.parent_id'])
        .where('document.id', '=', id)
        .union(
          cte
            .selectFrom('document')
            .innerJoin('above', 'above.parent_id', 'document.id')
            .select(['document.id', 'document.parent_id']),
        ),
    )
    .selectFrom('above')
    .innerJoin('document', 'document.id', 'above.id')

function nearestFirst<Row extends { id: string; parent_id: string | null }>(
  rows: readonly Row[],
  id: string,
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const path: Row[] = []
  for (let at = byId.get(id); at && !path.includes(at); at = byId.get(at.parent_id ?? '')) path.push(at)
  return path
}
