import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool } from 'kysely'
import type { Db } from '@/server/db/db'
import type { DocumentRow, Tables } from '@/server/db/schema'
import { levelOf } from './page-access'

/** A page (null: none) and those above it, the nearest first, whether or not the caller may see them. */
export async function listAncestors(
  db: Db,
  id: string | null,
): Promise<Pick<DocumentRow, 'id' | 'pod_id' | 'archived_at'>[]> {
  if (id === null) return []
  const rows = await walkUp(db, (eb) => eb('document.id', '=', id))
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
  const rows = await walkUp(db, (eb) => eb('document.id', '=', id))
    .select(['document.id', 'document.parent_id', 'document.title', 'document.icon'])
    .select(levelOf(userId).as('level'))
    .execute()
  return nearestFirst(rows, id).filter(({ level }) => level !== null)
}

/** Which pages a walk begins at. */
type Start = (eb: ExpressionBuilder<Tables, 'document'>) => Expression<SqlBool>

/** The pages that `start` holds for, with all above them. `union` ends the walk even in a ring of parents. */
export const walkUp = (db: Db, start: Start) =>
  db
    .withRecursive('above', (cte) =>
      cte
        .selectFrom('document')
        .select(['document.id', 'document.parent_id'])
        .where(start(expressionBuilder<Tables, 'document'>()))
        .union(
          cte
            .selectFrom('document')
            .innerJoin('above', 'above.parent_id', 'document.id')
            .select(['document.id', 'document.parent_id']),
        ),
    )
    .selectFrom('above')
    .innerJoin('document', 'document.id', 'above.id')

/** A page and those above it among `places`, the nearest first; it ends even in a ring of parents. */
export function* wayUp<Place extends { id: string; parent_id: string | null }>(
  places: ReadonlyMap<string, Place>,
  id: string,
): Generator<Place> {
  const seen = new Set<Place>()
  for (let at = places.get(id); at && !seen.has(at); at = places.get(at.parent_id ?? '')) {
    seen.add(at)
    yield at
  }
}

const nearestFirst = <Row extends { id: string; parent_id: string | null }>(
  rows: readonly Row[],
  id: string,
): Row[] => [...wayUp(new Map(rows.map((row) => [row.id, row])), id)]
