import type { Db } from '@/server/db/db'
import type { Privacy } from '@/shared/permissions'
import { hasOthers } from './page-access'
import { listAncestorIds } from './pages-above'
import { isPublic } from './public-pages'

/** Who can open a page (product.md 3.1): nobody else, some people or those with a link, or everybody. */
export async function privacyOf(db: Db, userId: string, id: string): Promise<Privacy> {
  if (await isPublic(db, id)) return 'public'
  if (await hasOthers(db, userId, id)) return 'shared'
  const way = await openWay(db, id)
  return (await listLinked(db, way, new Date().toISOString())).length > 0 ? 'shared' : 'private'
}

/** A page and those above it from which it inherits: up to the nearest restricted one, the nearest first. */
export async function openWay(db: Db, id: string): Promise<string[]> {
  const way = await listAncestorIds(db, id)
  const restricted = await listRestricted(db, way)
  const end = way.findIndex((above) => restricted.has(above))
  return end === -1 ? way : way.slice(0, end + 1)
}

/** Which of these pages are restricted. */
async function listRestricted(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('document')
    .select('id')
    .where('id', 'in', ids)
    .where('is_restricted', '=', 1)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The pages among these that have a link which has not ended by then. */
export async function listLinked(db: Db, ids: readonly string[], now: string): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('document_link')
    .select('document_id')
    .where('document_id', 'in', ids)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .execute()
  return rows.map(({ document_id }) => document_id)
}

/** The pages among these to which somebody is invited who can still accept by then. */
export async function listInviting(db: Db, ids: readonly string[], now: string): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('document_invite')
    .select('document_id')
    .distinct()
    .where('document_id', 'in', ids)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  return rows.map(({ document_id }) => document_id)
}
