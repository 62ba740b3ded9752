import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'
import type { Level } from '@/shared/permissions'
import { levelOfRank, rankOf } from './level-rank'
import { isShown } from './page-access'
import { walkUp, wayUp } from './pages-above'

/*
 * Which pages somebody may read who is not signed in and holds secret links (rulings 3). The other half of `page-access`: nothing
 * is worked out beforehand for people whom nobody knows, so the tree is walked for the few pages that a visitor asks for.
 */

/** A place of the tree as this rule needs it. */
interface Place {
  id: string
  parent_id: string | null
  is_restricted: number
  archived_at: string | null
}

/**
 * The pages among `ids` that a visitor may read by these links (hashes of their tokens), each with the highest level that a link
 * would give to somebody signed in. A link opens its page and what lies in it, up to restricted pages; nothing in the trash.
 */
export async function visitedPages(
  db: Db,
  links: readonly string[],
  ids: readonly string[],
): Promise<Map<string, Level>> {
  const seen = new Map<string, Level>()
  const opened = await openedBy(db, links)
  if (opened.size === 0) return seen
  const places = await placesAbove(db, ids)
  for (const id of ids) {
    const rank = rankAt(places, id, opened)
    const level = levelOfRank(rank)
    if (level !== null) seen.set(id, level)
  }
  return seen
}

/** The pages above one that a visitor may read, the topmost first. */
export async function visitedAbove(db: Db, links: readonly string[], id: string): Promise<string[]> {
  const opened = await openedBy(db, links)
  const places = await placesAbove(db, [id])
  return [...wayUp(places, id)]
    .slice(1)
    .map((place) => place.id)
    .filter((above) => rankAt(places, above, opened) > 0)
    .reverse()
}

/** What each of these links gives now, by the page that it is of. */
async function openedBy(db: Db, links: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (links.length === 0) return new Map()
  const rows = await db
    .selectFrom('document_link')
    .select(['document_id', 'level'])
    .where('token_hash', 'in', links)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', new Date().toISOString())]))
    .execute()
  return new Map(rows.map(({ document_id, level }) => [document_id, rankOf(level)]))
}

/** These pages and all above them. */
async function placesAbove(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Place>> {
  const places = new Map<string, Place>()
  await inChunks(ids, async (chunk) => {
    const rows = await walkUp(db, (eb) => eb('document.id', 'in', chunk))
      .select(['document.id', 'document.parent_id', 'document.is_restricted', 'document.archived_at'])
      .where(isShown())
      .execute()
    for (const row of rows) places.set(row.id, row)
  })
  return places
}

function rankAt(places: ReadonlyMap<string, Place>, id: string, opened: ReadonlyMap<string, number>): number {
  let rank = 0
  for (const place of wayUp(places, id)) {
    if (place.archived_at !== null) return 0
    rank = Math.max(rank, opened.get(place.id) ?? 0)
    if (place.is_restricted === 1) break
  }
  return rank
}
