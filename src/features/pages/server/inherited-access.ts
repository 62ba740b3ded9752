/*
 * What pages inherit of people, links and restrictions (rulings 3, Sharing), worked out whenever one of these or the tree
 * changes, so that no question about access has to walk up the tree: `document.access_from`, `document.is_closed` and
 * `share_access`. `docs/decisions/inherited-access.md` says why. All of it follows from `document_share`, `document_link`,
 * `document_link_use` and `document.is_restricted`; `settleAccess` can be run again at any time.
 */

import type { Selectable } from 'kysely'
import { levelOfRank, rankOf } from '@/server/access/level-rank'
import { listAncestorIds } from '@/server/access/pages-above'
import { listInviting, listLinked, openWay } from '@/server/access/privacy'
import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'
import type { DocumentRow } from '@/server/db/schema'
import { listSubtree } from './page-tree.queries'

type Place = Pick<Selectable<DocumentRow>, 'id' | 'parent_id' | 'is_restricted' | 'access_from' | 'is_closed'>

/** A grant that counts at a page: what it gives, and since when the person has the page. */
interface Grant {
  rank: number
  since: string
}
type Grants = ReadonlyMap<string, Grant>

/** What counts at a page: of people and of links, by the id of the person. */
interface Inherited {
  people: Grants
  links: Grants
}
const NOTHING: Inherited = { people: new Map(), links: new Map() }

/** What a page that is put into another has of it. */
export async function inheritedFrom(
  db: Db,
  parentId: string | null,
): Promise<Pick<Place, 'access_from' | 'is_closed'>> {
  const open = { access_from: null, is_closed: 0 }
  if (parentId === null) return open
  const parent = await db
    .selectFrom('document')
    .select(['access_from', 'is_closed'])
    .where('id', '=', parentId)
    .executeTakeFirst()
  return parent ?? open
}

/**
 * Does a page inherit the same access in one place (null: the top level) as in another? A link that nobody has opened yet, and an
 * invitation that waits, count as well: who follows them has what lies there by then.
 */
export async function inheritsSame(db: Db, here: string | null, there: string | null): Promise<boolean> {
  const [a, b] = [await inheritedFrom(db, here), await inheritedFrom(db, there)]
  if (a.access_from !== b.access_from || a.is_closed !== b.is_closed) return false
  const [openHere, openThere] = [await waysIn(db, here), await waysIn(db, there)]
  return openHere.size === openThere.size && [...openHere].every((page) => openThere.has(page))
}

/** The pages from here upwards by which somebody can still come to have what lies here: they have a link, or an invitation that waits. */
async function waysIn(db: Db, id: string | null): Promise<ReadonlySet<string>> {
  if (id === null) return new Set()
  const way = await openWay(db, id)
  const now = new Date().toISOString()
  return new Set([...(await listLinked(db, way, now)), ...(await listInviting(db, way, now))])
}

/**
 * Works out anew what these pages, and all that lie in them, inherit. Called in the transaction that changed what it follows from,
 * under the lock of their pod; `now` decides which links have ended.
 */
export async function settleAccess(
  trx: Db,
  ids: readonly string[],
  now = new Date().toISOString(),
): Promise<void> {
  for (const id of ids) await settleBranch(trx, id, now)
}

async function settleBranch(trx: Db, rootId: string, now: string): Promise<void> {
  const branch = await listSubtree(trx, rootId)
  const root = branch.find(({ id }) => id === rootId)
  if (!root) return
  const above = await placesAbove(trx, root.parent_id)
  const own = await ownAccess(
    trx,
    [...branch, ...above].map(({ id }) => id),
    now,
  )

  let inherited = NOTHING
  let from: string | null = null
  let isClosed = 0
  const enter = (page: Place) => {
    if (page.is_restricted === 1) isClosed = 1
    if (page.is_restricted !== 1 && !own.has(page.id)) return
    inherited = joined(page.is_restricted === 1 ? NOTHING : inherited, own.get(page.id))
    from = page.id
  }
  for (const page of above) enter(page)

  const childrenOf = Map.groupBy(branch, (page) => page.parent_id)
  const changed: Place[] = []
  const settled = new Map<string, Grants>()
  const waiting = [{ page: root as Place, inherited, from, isClosed }]
  const seen = new Set<string>()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { page } = next
    if (seen.has(page.id)) continue
    seen.add(page.id)
    ;({ inherited, from, isClosed } = next)
    enter(page)
    if (from === page.id) settled.set(page.id, greater(inherited))
    if (page.access_from !== from || page.is_closed !== isClosed)
      changed.push({ ...page, access_from: from, is_closed: isClosed })
    for (const child of childrenOf.get(page.id) ?? [])
      waiting.push({ page: child, inherited, from, isClosed })
  }
  await savePlaces(trx, changed)
  await saveGrants(trx, [...seen], settled)
}

/** Those above a page, itself included, the topmost first. */
async function placesAbove(trx: Db, id: string | null): Promise<Place[]> {
  const ids = await listAncestorIds(trx, id)
  if (ids.length === 0) return []
  const rows = await trx
    .selectFrom('document')
    .select(['id', 'parent_id', 'is_restricted', 'access_from', 'is_closed'])
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((above) => byId.get(above) ?? []).reverse()
}

/** What these pages say themselves; those that say nothing are left out. */
async function ownAccess(trx: Db, ids: readonly string[], now: string): Promise<Map<string, Inherited>> {
  const own = new Map<string, { people: Map<string, Grant>; links: Map<string, Grant> }>()
  const of = (id: string) => {
    const known = own.get(id) ?? { people: new Map(), links: new Map() }
    own.set(id, known)
    return known
  }
  await inChunks(ids, async (chunk) => {
    const shares = await trx
      .selectFrom('document_share')
      .select(['document_id', 'user_id', 'level', 'created_at'])
      .where('document_id', 'in', chunk)
      .execute()
    for (const { document_id, user_id, level, created_at } of shares)
      of(document_id).people.set(user_id, { rank: rankOf(level), since: created_at })
    const uses = await trx
      .selectFrom('document_link')
      .innerJoin('document_link_use as used', 'used.document_id', 'document_link.document_id')
      .select(['document_link.document_id', 'document_link.level', 'used.user_id', 'used.created_at'])
      .where('document_link.document_id', 'in', chunk)
      .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
      .execute()
    for (const { document_id, user_id, level, created_at } of uses)
      of(document_id).links.set(user_id, { rank: rankOf(level), since: created_at })
  })
  return own
}

const joined = (above: Inherited, own: Inherited | undefined): Inherited =>
  own ? { people: nearer(above.people, own.people), links: nearer(above.links, own.links) } : above

/** The nearest grant decides; somebody who had the page already has it since then. */
function nearer(above: Grants, own: Grants): Grants {
  if (own.size === 0) return above
  const all = new Map(above)
  for (const [userId, { rank, since }] of own) {
    const before = above.get(userId)?.since ?? since
    all.set(userId, { rank, since: before < since ? before : since })
  }
  return all
}

/** The greater of what somebody has as a person and by a link. */
function greater({ people, links }: Inherited): Grants {
  const all = new Map(people)
  for (const [userId, link] of links) {
    const other = all.get(userId) ?? link
    all.set(userId, {
      rank: Math.max(other.rank, link.rank),
      since: other.since < link.since ? other.since : link.since,
    })
  }
  return all
}

async function savePlaces(trx: Db, places: readonly Place[]): Promise<void> {
  const alike = Map.groupBy(places, ({ access_from, is_closed }) => JSON.stringify([access_from, is_closed]))
  for (const pages of alike.values()) {
    const [{ access_from, is_closed }] = pages as [Place]
    await inChunks(
      pages.map(({ id }) => id),
      (chunk) =>
        trx.updateTable('document').set({ access_from, is_closed }).where('id', 'in', chunk).execute(),
    )
  }
}

/** Replaces what is kept of these pages by `settled`. Only what differs is written: thousands can have a page by its link. */
async function saveGrants(
  trx: Db,
  ids: readonly string[],
  settled: ReadonlyMap<string, Grants>,
): Promise<void> {
  const kept = new Set<string>()
  await inChunks(ids, async (chunk) => {
    const rows = await trx.selectFrom('share_access').selectAll().where('document_id', 'in', chunk).execute()
    const gone = Map.groupBy(
      rows.filter(({ document_id, user_id, rank, since }) => {
        const now = settled.get(document_id)?.get(user_id)
        const isSame = now?.rank === rank && now.since === since
        if (isSame) kept.add(`${document_id} ${user_id}`)
        return !isSame
      }),
      ({ document_id }) => document_id,
    )
    for (const [document_id, people] of gone)
      await inChunks(
        people.map(({ user_id }) => user_id),
        (some) =>
          trx
            .deleteFrom('share_access')
            .where('document_id', '=', document_id)
            .where('user_id', 'in', some)
            .execute(),
      )
  })
  const rows = [...settled].flatMap(([document_id, grants]) =>
    [...grants].flatMap(([user_id, { rank, since }]) =>
      kept.has(`${document_id} ${user_id}`) ? [] : { document_id, user_id, rank, since },
    ),
  )
  for (let at = 0; at < rows.length; at += GRANTS_AT_ONCE)
    await trx
      .insertInto('share_access')
      .values(rows.slice(at, at + GRANTS_AT_ONCE))
      .execute()
}

/** Rows in one statement: each has four parameters. */
const GRANTS_AT_ONCE = 200

/** Makes somebody an owner of the page by its own word, for when nothing else will count there. */
export async function keepFirstOwner(trx: Db, id: string, userId: string): Promise<void> {
  await trx
    .insertInto('document_share')
    .values({
      document_id: id,
      user_id: userId,
      level: 'manage',
      granted_by: null,
      created_at: new Date().toISOString(),
    })
    .onConflict((conflict) =>
      conflict.columns(['document_id', 'user_id']).doUpdateSet({ level: 'manage', granted_by: null }),
    )
    .execute()
}

/** Before these pages are deleted: pages in them that stay say themselves what has closed them until now. */
export async function keepInherited(db: Db, going: readonly string[]): Promise<void> {
  const gone = new Set(going)
  const staying: string[] = []
  await inChunks(going, async (chunk) => {
    const rows = await db
      .selectFrom('document')
      .select('id')
      .where('parent_id', 'in', chunk)
      .where('is_closed', '=', 1)
      .execute()
    for (const { id } of rows) if (!gone.has(id)) staying.push(id)
  })
  for (const id of staying) await keepClosed(db, id)
}

/**
 * A closed page that is about to lose the page that it lies in stays closed: it becomes restricted itself, for the people who
 * have it now. Does nothing to any other page; `settleAccess` follows once it has moved.
 */
export async function keepClosed(trx: Db, id: string): Promise<void> {
  const way = await placesAbove(trx, id)
  const page = way.at(-1)
  if (!page || page.is_closed === 0 || page.is_restricted === 1) return
  const own = await ownAccess(
    trx,
    way.map((above) => above.id),
    new Date().toISOString(),
  )
  let inherited = NOTHING
  for (const above of way)
    inherited = joined(above.is_restricted === 1 ? NOTHING : inherited, own.get(above.id))
  await trx.updateTable('document').set({ is_restricted: 1 }).where('id', '=', id).execute()
  for (const [user_id, { rank, since }] of inherited.people) {
    const level = levelOfRank(rank)
    if (level === null) continue
    await trx
      .insertInto('document_share')
      .values({ document_id: id, user_id, level, granted_by: null, created_at: since })
      .onConflict((conflict) => conflict.columns(['document_id', 'user_id']).doNothing())
      .execute()
  }
  await settleAccess(trx, [id])
}

/** A page that was copied, and by whom. */
interface CopiedPage {
  source: string
  id: string
  by: string
}

/**
 * A copy opens nothing: that of a restricted page is restricted, and so is the copy of what lies in one when it is put elsewhere.
 * The person who made it has it, and can share it. The first of the copies was put into `parentId` and holds the others.
 */
export async function keepCopiesClosed(
  trx: Db,
  copies: readonly CopiedPage[],
  parentId: string | null,
): Promise<void> {
  const isRestricted = new Map<string, boolean>()
  await inChunks(
    copies.map(({ source }) => source),
    async (chunk) => {
      const rows = await trx
        .selectFrom('document')
        .select(['id', 'is_restricted'])
        .where('id', 'in', chunk)
        .where('is_closed', '=', 1)
        .execute()
      for (const row of rows) isRestricted.set(row.id, row.is_restricted === 1)
    },
  )
  const [root] = copies
  if (!root || isRestricted.size === 0) return
  const isIntoClosed = (await inheritedFrom(trx, parentId)).is_closed === 1
  const closed = copies.filter(
    (copy) =>
      isRestricted.get(copy.source) || (copy === root && isRestricted.has(copy.source) && !isIntoClosed),
  )
  await inChunks(
    closed.map(({ id }) => id),
    (chunk) => trx.updateTable('document').set({ is_restricted: 1 }).where('id', 'in', chunk).execute(),
  )
  for (const { id, by } of closed) await keepFirstOwner(trx, id, by)
  await settleAccess(trx, [root.id])
}
