import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { notApartFrom } from '@/server/blocked-people'
import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'
import { prepared } from '@/server/db/prepared'
import { LEVELS, type Level, type PageFacts, reaches } from '@/shared/permissions'
import { rankOf } from './level-rank'

/*
 * Who may do what with which page. This file alone says it: as a condition of statements (`visiblePages`), as a value in
 * them (`levelOf`) and as the answer about one page (`accessOf`); the three are one rule, and tested to be. Only what visitors
 * read by secret links stands elsewhere (`visitor-access`). Whatever
 * else comes to give or take access to pages is added here and nowhere else, so every list, search, file and socket follows.
 *
 * It is the greater of two (rulings 3). By the pod: its owners manage its pages; a member edits all of them and manages those that
 * they made, so that nobody needs help to throw away what is theirs; a guest has none. By what is shared: the grant nearest up
 * the tree, as a person or by a link (`inherited-access` works it out). A restricted page, and all in it, has only the second.
 *
 * Pages that are made together (`prepared-pages.ts`) are nobody's until all of them are shown.
 */

const OWNERS = sql`('owner')`
const OWNERS_AND_MEMBERS = sql`('owner', 'member')`

/** The pods in which the person has one of these roles, as a part of statements. */
const podsAs = (userId: string, roles: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(select pod_id from pod_member where user_id = ${userId} and role in ${roles})`

/** The part of a statement that asks, and what it calls the table `document`. */
interface Asked {
  page?: string
  /** The statement is about pages of this pod alone, which is looked up once then. */
  pod?: string
  /** The statement finds few pages in another way: the pod of each is looked up, instead of all of the person's pods. */
  each?: boolean
}

const podOf = ({ page = 'document', pod }: Asked) =>
  pod === undefined ? sql.ref(`${page}.pod_id`) : sql`${pod}`

function inPodAs(userId: string, roles: RawBuilder<unknown>, asked: Asked): RawBuilder<SqlBool> {
  const pod = podOf(asked)
  if (!asked.each && asked.pod === undefined) return sql<SqlBool>`${pod} in ${podsAs(userId, roles)}`
  const seat = sql`select 1 from pod_member as seat
    where seat.pod_id = ${pod} and seat.user_id = ${userId} and seat.role in ${roles}`
  // SQLite would join what stands in an `exists` once more for every page.
  return asked.pod === undefined ? sql<SqlBool>`exists (${seat})` : sql<SqlBool>`(${seat}) = 1`
}

const preparedRow = (page: string): RawBuilder<unknown> =>
  sql`select 1 from prepared_page where prepared_page.document_id = ${sql.ref(`${page}.id`)}`

/**
 * As a condition of statements: the page is not one that is still being made together with others. Part of `visiblePages`;
 * statements that ask on behalf of nobody need it by itself.
 */
export const isShown = (page = 'document'): RawBuilder<SqlBool> =>
  sql<SqlBool>`not exists (${preparedRow(page)})`

/** The page is shared with the person at this level at least. */
function sharedAt(userId: string, level: Level, { page = 'document', each }: Asked): RawBuilder<SqlBool> {
  const from = sql.ref(`${page}.access_from`)
  const rank = sql.lit(rankOf(level))
  return each
    ? sql<SqlBool>`exists (select 1 from share_access as given
        where given.document_id = ${from} and given.user_id = ${userId} and given.rank >= ${rank})`
    : sql<SqlBool>`${from} in (select document_id from share_access where user_id = ${userId} and rank >= ${rank})`
}

/**
 * As a condition of statements: the page is one with which the person may do this (`level`). The rule for the trash, locks and
 * templates is not in it.
 */
export function visiblePages(
  userId: string,
  { level = 'view', ...asked }: Asked & { level?: Level } = {},
): RawBuilder<SqlBool> {
  const { page = 'document', pod } = asked
  const own =
    level === 'manage'
      ? sql`and (${sql.ref(`${page}.created_by`)} = ${userId} or ${inPodAs(userId, OWNERS, asked)})`
      : sql``
  const byPod = sql`${sql.ref(`${page}.is_closed`)} = 0 and ${inPodAs(userId, OWNERS_AND_MEMBERS, asked)} ${own}`
  const either = sql<SqlBool>`(((${byPod}) or ${sharedAt(userId, level, asked)}) and ${isShown(page)})`
  return pod === undefined ? either : sql<SqlBool>`(${sql.ref(`${page}.pod_id`)} = ${pod} and ${either})`
}

/**
 * The ids of all pages that the person may see and for which `where` holds, as a select of `id`. The two parts of the rule are two
 * selects, so that each is answered by an index that holds all of it: nothing of long pages is read to know who sees them.
 */
export function visibleIds(userId: string, where: RawBuilder<unknown>): RawBuilder<{ id: string }> {
  const byPod = sql`document.is_closed = 0 and ${inPodAs(userId, OWNERS_AND_MEMBERS, {})}`
  // As `isShown`, looked up once for all pages instead of once for each.
  const rest = sql`document.id not in (select document_id from prepared_page) and ${where}`
  return sql`
    select document.id from document where ${byPod} and ${rest}
    union all
    select document.id from document
    where ${sharedAt(userId, 'view', {})} and not (${byPod}) and ${rest}`
}

/** As a condition of statements: all people of the page's pod have it, its guests apart. */
export const openToPod = (page = 'document'): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${page}.is_closed`)} = 0`

/** As a condition of statements: the page is one of a pod that is not the person's, which they have because it is shared. */
export const sharedFromOutside = (userId: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sharedAt(userId, 'view', {})} and ${isShown()} and document.pod_id not in ${podsOf(userId)})`

/** As a value in statements: 1 when somebody has said of the page, or of one above it, who has it. */
export const isSharedAtAll = (page = 'document'): RawBuilder<0 | 1> =>
  sql<0 | 1>`(case when ${sql.ref(`${page}.access_from`)} is null then 0 else 1 end)`

/** As a value in statements: the highest level that the person has on the page, null for a page they may not see. */
export function levelOf(userId: string, asked: Omit<Asked, 'each'> = {}): RawBuilder<Level | null> {
  const { page = 'document' } = asked
  const from = sql.ref(`${page}.access_from`)
  const shared = sql`case when ${from} is null then 0 else (select given.rank from share_access as given
    where given.document_id = ${from} and given.user_id = ${userId}) end`
  const names = sql.join(
    LEVELS.map((level) => sql`when ${sql.lit(rankOf(level))} then ${sql.lit(level)}`),
    sql` `,
  )
  const byShare = sql`case ${shared} ${names} end`
  // What is shared is looked up where it can give more than the pod does, and once.
  return sql<Level | null>`(case when exists (${preparedRow(page)}) then null
    when ${sql.ref(`${page}.is_closed`)} = 1 then ${byShare} else case (
      select seat.role from pod_member as seat
      where seat.pod_id = ${podOf(asked)} and seat.user_id = ${userId}
    ) when 'owner' then 'manage'
    when 'member' then case when ${sql.ref(`${page}.created_by`)} = ${userId}
      or ${shared} = ${sql.lit(rankOf('manage'))} then 'manage' else 'edit' end
    else ${byShare} end end)`
}

const findFacts = prepared((db, userId: string, id: string) =>
  db
    .selectFrom('document')
    .select(['archived_at', 'lock_page'])
    .select(levelOf(userId).as('level'))
    .where('id', '=', id),
)

/**
 * What a person's rights to a page depend on; null when there is no such page. `level` is null for a page that is not
 * theirs, which must be answered exactly like no page (rulings 0). The socket asks this on every update.
 */
export async function accessOf(db: Db, userId: string, pageId: string): Promise<PageFacts | null> {
  const [found] = await findFacts(db, userId, pageId)
  return found ? factsOf(found) : null
}

/** What the person may do with those of these pages that they may see. */
export async function levelsOf(db: Db, userId: string, ids: readonly string[]): Promise<Map<string, Level>> {
  const levels = new Map<string, Level>()
  await inChunks(ids, async (chunk) => {
    const rows = await db
      .selectFrom('document')
      .select(['id', levelOf(userId).as('level')])
      .where('id', 'in', chunk)
      .execute()
    for (const { id, level } of rows) if (level !== null) levels.set(id, level)
  })
  return levels
}

/** The facts about a page in a row that a statement answered with its level. */
export const factsOf = (row: {
  level: Level | null
  archived_at: string | null
  lock_page: number
}): PageFacts => ({ level: row.level, archived: row.archived_at !== null, locked: row.lock_page === 1 })

/** Does anybody else have the page, by the same rule? */
export async function hasOthers(db: Db, userId: string, id: string): Promise<boolean> {
  const inPod = db
    .selectFrom('document')
    .innerJoin('pod_member', 'pod_member.pod_id', 'document.pod_id')
    .select('pod_member.user_id')
    .where('document.id', '=', id)
    .where('document.is_closed', '=', 0)
    .where('pod_member.role', 'in', ['owner', 'member'])
    .where('pod_member.user_id', '<>', userId)
  const shared = db
    .selectFrom('document')
    .innerJoin('share_access', 'share_access.document_id', 'document.access_from')
    .select('share_access.user_id')
    .where('document.id', '=', id)
    .where('share_access.user_id', '<>', userId)
  return (
    (await inPod.limit(1).executeTakeFirst()) !== undefined ||
    (await shared.limit(1).executeTakeFirst()) !== undefined
  )
}

/** Everybody who has a page, by the same rule: their names and how much they may, as a rank. */
export async function peopleWith(db: Db, id: string): Promise<Map<string, { name: string; rank: number }>> {
  const byPod = await db
    .selectFrom('document')
    .innerJoin('pod_member', 'pod_member.pod_id', 'document.pod_id')
    .innerJoin('user', 'user.id', 'pod_member.user_id')
    .select(['user.id', 'user.name', 'pod_member.role', 'document.created_by'])
    .where('document.id', '=', id)
    .where('document.is_closed', '=', 0)
    .where('pod_member.role', 'in', ['owner', 'member'])
    .execute()
  const shared = await db
    .selectFrom('document')
    .innerJoin('share_access', 'share_access.document_id', 'document.access_from')
    .innerJoin('user', 'user.id', 'share_access.user_id')
    .select(['user.id', 'user.name', 'share_access.rank'])
    .where('document.id', '=', id)
    .execute()
  const people = new Map<string, { name: string; rank: number }>()
  const add = (userId: string, name: string, rank: number) =>
    people.set(userId, { name, rank: Math.max(rank, people.get(userId)?.rank ?? 0) })
  for (const { id: userId, name, role, created_by } of byPod)
    add(userId, name, rankOf(role === 'owner' || created_by === userId ? 'manage' : 'edit'))
  for (const { id: userId, name, rank } of shared) add(userId, name, rank)
  return people
}

const findSince = prepared((db, userId: string, id: string) =>
  db
    .selectFrom('document')
    .innerJoin('share_access as given', 'given.document_id', 'document.access_from')
    .select('given.since')
    .where('given.user_id', '=', userId)
    .where('document.id', '=', id),
)

/**
 * From when on somebody with this level sees the versions of a page (ISO 8601): all of them who may suggest, the others those
 * since they were let in (rulings 3). Null: from its beginning.
 */
export async function historySince(
  db: Db,
  userId: string,
  { id, level }: { id: string; level: Level },
): Promise<string | null> {
  if (reaches(level, 'suggest')) return null
  const [found] = await findSince(db, userId, id)
  // Only what is shared gives less than that; nothing is known of when that was for one who has lost it meanwhile.
  return found?.since ?? new Date().toISOString()
}

/** The pods whose pages a person may see, as a part of statements about pods and what is kept with them. */
export const podsOf = (userId: string): RawBuilder<string> => podsAs(userId, OWNERS_AND_MEMBERS)

/** The pods whose pages are all this person's to manage, no matter who made them. */
export const ownedPods = (userId: string): RawBuilder<string> => podsAs(userId, OWNERS)

/** As a condition of statements about letters that invite to a pod: their author owns it still. */
export const isFromOwner = (table: 'pod_letter'): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from pod_member as author where author.pod_id = ${sql.ref(`${table}.pod_id`)}
    and author.user_id = ${sql.ref(`${table}.invited_by`)} and author.role in ${OWNERS})`

/**
 * As a condition of statements about `user`: somebody whom the person may know of. That is they themselves, everybody in
 * the pods whose pages they see, their friends, and those with whom they have shared a page, in either direction, except when one of
 * the two has blocked the other. So neither a guest nor
 * somebody who was given one page is told who else is there.
 */
export const knownPeople = (userId: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`("user".id = ${userId} or "user".id in (
    select user_id from pod_member where pod_id in ${podsOf(userId)}
  ) or ("user".id in (
    select user_id from document_share where granted_by = ${userId}
    union select granted_by from document_share where user_id = ${userId} and granted_by is not null
    union select receiver_id from friendship where requester_id = ${userId} and status = 'accepted'
    union select requester_id from friendship where receiver_id = ${userId} and status = 'accepted'
  ) and ${notApartFrom(userId, 'user.id')}))`

/** Which of these people the person may know of ({@link knownPeople}). */
export async function listKnown(db: Db, userId: string, ids: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>()
  await inChunks([...new Set(ids)], async (chunk) => {
    const rows = await db
      .selectFrom('user')
      .select('id')
      .where('id', 'in', chunk)
      .where(knownPeople(userId))
      .execute()
    for (const { id } of rows) known.add(id)
  })
  return known
}

const findPodOf = prepared((db, userId: string, podId: string) =>
  db.selectFrom('pod').select('id').where('id', '=', podId).where('id', 'in', podsOf(userId)),
)

const findOwnPod = prepared((db, userId: string, maker: string) =>
  db
    .selectFrom('pod')
    .select('id')
    .where('id', 'in', podsOf(userId))
    .orderBy((eb) => eb.case().when('created_by', '=', maker).then(eb.lit(0)).else(eb.lit(1)).end())
    .orderBy('is_personal', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1),
)

/**
 * The pod that a call is about (rulings 3): the one named, or `null` when its pages are not the caller's to see. Without one,
 * the active pod (`wanted` is only a wish: a cookie can name any), else the personal one.
 */
export async function findPod(
  db: Db,
  userId: string,
  { podId, wanted }: { podId?: string | undefined; wanted?: string | undefined },
): Promise<string | null> {
  const named = podId ?? wanted
  const [found] = named === undefined ? [] : await findPodOf(db, userId, named)
  if (found || podId !== undefined) return found?.id ?? null
  return (await findOwnPod(db, userId, userId))[0]?.id ?? null
}
