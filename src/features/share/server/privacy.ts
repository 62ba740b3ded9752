import { peopleWith } from '@/features/pages/server/page-access'
import { idsAbove } from '@/features/pages/server/tree.service'
import { isPublic } from '@/features/publish/server/public-access'
import type { Db } from '@/server/db/db'
import type { Privacy } from '../model'
import * as queries from './share.queries'

/** Who can open a page (product.md 3.1): nobody else, some people or those with a link, or everybody. */
export async function privacyOf(db: Db, userId: string, id: string): Promise<Privacy> {
  if (await isPublic(db, id)) return 'public'
  const people = await peopleWith(db, id)
  people.delete(userId)
  if (people.size > 0) return 'shared'
  const way = await openWay(db, id)
  return (await queries.listLinked(db, way, new Date().toISOString())).length > 0 ? 'shared' : 'private'
}

/** A page and those above it from which it inherits: up to the nearest restricted one, the nearest first. */
export async function openWay(db: Db, id: string): Promise<string[]> {
  const way = await idsAbove(db, id)
  const restricted = await queries.listRestricted(db, way)
  const end = way.findIndex((above) => restricted.has(above))
  return end === -1 ? way : way.slice(0, end + 1)
}
