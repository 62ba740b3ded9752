import type { Db } from '@/server/db/db'
import { prepared } from '@/server/db/prepared'
import type { DocumentRow } from '@/server/db/schema'
import type { TrashPlace } from '../inputs'
import type { Placed } from '../page-order'
import { isNoTemplate } from './no-template'
import { ownedPods, podsOf, type Standing } from './pod-access'

/** A page without its content. */
export type PageRow = Omit<DocumentRow, 'content_rich' | 'plain_text'>

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
  'document.tags',
  'document.word_count',
  'document.created_by',
  'document.created_at',
  'document.updated_by',
  'document.updated_at',
] as const

/** With what the `archived_root` of pages begins that are made together and not shown yet: they are in nobody's trash. */
export const PREPARED = 'batch-'

/** Enough for any list, well under the number of parameters one statement may have. */
const CHUNK = 500

async function inChunks(ids: readonly string[], run: (chunk: string[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < ids.length; at += CHUNK) await run(ids.slice(at, at + CHUNK))
}

const findPageOf = prepared((db, userId: string, id: string) =>
  db
    .selectFrom('document')
    .leftJoin('pod_member', (join) =>
      join.onRef('pod_member.pod_id', '=', 'document.pod_id').on('pod_member.user_id', '=', userId),
    )
    .select(PAGE_COLUMNS)
    .select('pod_member.role as podRole')
    .where('document.id', '=', id),
)

/** A page and what the person is in its pod; null when there is no such page. */
export async function findPage(
  db: Db,
  userId: string,
  id: string,
): Promise<({ row: PageRow } & Standing) | null> {
  const [found] = await findPageOf(db, userId, id)
  if (!found) return null
  const { podRole, ...row } = found
  return { row, podRole, isMaker: row.created_by === userId }
}

/**
 * Lets one transaction at a time change the shape of these pods' trees. An update that changes nothing locks the
 * row on PostgreSQL and takes the one writer's place on SQLite; always in id order, so that two can not wait for
 * each other.
 */
export async function lockPods(trx: Db, podIds: readonly string[]): Promise<void> {
  for (const id of [...new Set(podIds)].sort()) {
    await trx
      .updateTable('pod')
      .set((eb) => ({ is_personal: eb.ref('is_personal') }))
      .where('id', '=', id)
      .execute()
  }
}

export interface SummaryRow {
  id: string
  pod_id: string
  parent_id: string | null
  title: string
  icon: string | null
  status: string
  /** JSON list of strings. */
  tags: string
  position: string
  updated_at: string
  created_by: string
  template_at: string | null
  favorited_at: string | null
}

const summaries = (db: Db, userId: string, podId: string) =>
  db
    .selectFrom('document')
    .leftJoin('favorite', (join) =>
      join.onRef('favorite.document_id', '=', 'document.id').on('favorite.user_id', '=', userId),
    )
    .select([
      'document.id',
      'document.pod_id',
      'document.parent_id',
      'document.title',
      'document.icon',
      'document.status',
      'document.tags',
      'document.position',
      'document.updated_at',
      'document.created_by',
      'document.template_at',
      'favorite.created_at as favorited_at',
    ])
    .where('document.pod_id', '=', podId)
    .where('document.archived_at', 'is', null)

/** All pages of a pod outside the trash. Whose they are to see has been decided. */
export const listPod: (db: Db, userId: string, podId: string) => Promise<SummaryRow[]> = prepared(
  (db, userId: string, podId: string) => summaries(db, userId, podId),
)

/** With whether pages lie inside that are not in the trash: one look each, however many there are. */
const level = (db: Db, userId: string, podId: string) =>
  summaries(db, userId, podId).select((eb) =>
    eb
      .case()
      .when(
        eb.exists(
          eb
            .selectFrom('document as child')
            .select('child.id')
            .whereRef('child.parent_id', '=', 'document.id')
            .where('child.archived_at', 'is', null),
        ),
      )
      .then(eb.lit(1))
      .else(eb.lit(0))
      .end()
      .as('has_children'),
  )
const listTop = prepared((db, userId: string, podId: string) =>
  level(db, userId, podId).where('document.parent_id', 'is', null),
)
const listInside = prepared((db, userId: string, podId: string, parentId: string) =>
  level(db, userId, podId).where('document.parent_id', '=', parentId),
)

/** The pages of one parent (null: the top level) outside the trash. Whose they are to see has been decided. */
export const listLevel = (
  db: Db,
  userId: string,
  podId: string,
  parentId: string | null,
): Promise<(SummaryRow & { has_children: 0 | 1 })[]> =>
  parentId === null ? listTop(db, userId, podId) : listInside(db, userId, podId, parentId)

/** Which of these pages have pages inside that are not in the trash; one look each, however many are inside. */
export async function findParents(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const parents = new Set<string>()
  await inChunks(ids, async (chunk) => {
    const rows = await db
      .selectFrom('document as parent')
      .select('id')
      .where('id', 'in', chunk)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('document as child')
            .select('child.id')
            .whereRef('child.parent_id', '=', 'parent.id')
            .where('child.archived_at', 'is', null),
        ),
      )
      .execute()
    for (const row of rows) parents.add(row.id)
  })
  return parents
}

/** The pages of one parent (null: the top level of the pod) outside the trash, as far as their order goes. */
export function listSiblings(db: Db, podId: string, parentId: string | null): Promise<Placed[]> {
  return db
    .selectFrom('document')
    .select(['id', 'position'])
    .where('pod_id', '=', podId)
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .where('archived_at', 'is', null)
    .execute()
}

/** The greatest position among a parent's pages, those in the trash too; null when there are none. */
export async function findLastPosition(
  db: Db,
  podId: string,
  parentId: string | null,
): Promise<string | null> {
  const row = await db
    .selectFrom('document')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('pod_id', '=', podId)
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .executeTakeFirst()
  return row?.last ?? null
}

/** A page (null: none) and those above it, the nearest first. `union` ends the walk even in a ring of parents. */
export async function listAncestors(
  db: Db,
  id: string | null,
): Promise<Pick<DocumentRow, 'id' | 'pod_id' | 'title' | 'icon' | 'archived_at'>[]> {
  if (id === null) return []
  const rows = await db
    .withRecursive('above', (cte) =>
      cte
        .selectFrom('document')
        .select([
          'document.id',
          'document.pod_id',
          'document.parent_id',
          'document.title',
          'document.icon',
          'document.archived_at',
        ])
        .where('document.id', '=', id)
        .union(
          cte
            .selectFrom('document')
            .innerJoin('above', 'above.parent_id', 'document.id')
            .select([
              'document.id',
              'document.pod_id',
              'document.parent_id',
              'document.title',
              'document.icon',
              'document.archived_at',
            ]),
        ),
    )
    .selectFrom('above')
    .select(['id', 'pod_id', 'parent_id', 'title', 'icon', 'archived_at'])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const path: typeof rows = []
  for (let at = byId.get(id); at && !path.includes(at); at = byId.get(at.parent_id ?? '')) path.push(at)
  return path
}

/** These pages without their content, in no order; those that are not there are left out. */
export async function findPages(db: Db, ids: readonly string[]): Promise<PageRow[]> {
  const rows: PageRow[] = []
  await inChunks(ids, async (chunk) => {
    rows.push(...(await db.selectFrom('document').select(PAGE_COLUMNS).where('id', 'in', chunk).execute()))
  })
  return rows
}

/** A page and everything below it, in the trash or not. */
export function listSubtree(
  db: Db,
  id: string,
): Promise<Pick<DocumentRow, (typeof SUBTREE_COLUMNS)[number]>[]> {
  const columns = SUBTREE_COLUMNS.map((column) => `document.${column}` as const)
  return db
    .withRecursive('below', (cte) =>
      cte
        .selectFrom('document')
        .select(columns)
        .where('document.id', '=', id)
        .union(
          cte.selectFrom('document').innerJoin('below', 'below.id', 'document.parent_id').select(columns),
        ),
    )
    .selectFrom('below')
    .select(SUBTREE_COLUMNS)
    .execute()
}

const SUBTREE_COLUMNS = ['id', 'pod_id', 'parent_id', 'archived_root', 'archived_at', 'created_by'] as const

export async function insertPage(db: Db, row: DocumentRow): Promise<void> {
  await db.insertInto('document').values(row).execute()
}

/** A page that is whole from its first moment: its content, packed, and what follows from it. */
export async function insertWholePage(db: Db, row: DocumentRow, packed: Uint8Array): Promise<void> {
  await insertPage(db, row)
  await db
    .insertInto('document_snapshot')
    .values({ document_id: row.id, up_to: 0, state: packed, created_at: row.created_at })
    .execute()
}

/** Changes columns of pages. */
export async function updatePages(
  db: Db,
  ids: readonly string[],
  set: Partial<Omit<DocumentRow, 'id'>>,
): Promise<void> {
  await inChunks(ids, (chunk) => db.updateTable('document').set(set).where('id', 'in', chunk).execute())
}

/**
 * Deletes pages; their edits, favourites and visits go with them, and pages that lay inside and stay are left without
 * a parent (both by the tables' own rules).
 */
export async function deletePages(db: Db, ids: readonly string[]): Promise<void> {
  await inChunks(ids, (chunk) => db.deleteFrom('document').where('id', 'in', chunk).execute())
}

/** The pages in the trash that the person may bring back (`roleOf`: as owner of the pod or maker of the page), newest first. */
const trashOf = (db: Db, userId: string) =>
  db
    .selectFrom('document')
    .where('pod_id', 'in', podsOf(db, userId))
    .where((eb) => eb.or([eb('created_by', '=', userId), eb('pod_id', 'in', ownedPods(db, userId))]))
    .where('archived_at', 'is not', null)
    .where('archived_root', 'not like', `${PREPARED}%`)
    .orderBy('archived_at', 'desc')
    .orderBy('id')

/** All of the person's trash. */
export const listTrash = (db: Db, userId: string) =>
  trashOf(db, userId).select(['id', 'title', 'icon', 'archived_at', 'created_by']).execute()

/**
 * Of the person's trash what stands in its list: what was put there itself, and what went there with a page of somebody
 * else's, without what lies in that again.
 */
const trashTops = (db: Db, userId: string) =>
  trashOf(db, userId).where((eb) =>
    eb.or([
      eb('document.archived_root', '=', eb.ref('document.id')),
      eb.not(
        eb.exists(
          eb
            .selectFrom('document as around')
            .select('around.id')
            .whereRef('around.archived_root', '=', 'document.archived_root')
            .where(({ or, eb: is, ref }) =>
              or([
                is('around.id', '=', ref('document.archived_root')),
                is('around.id', '=', ref('document.parent_id')),
              ]),
            )
            .where(({ or, eb: is }) =>
              or([is('around.created_by', '=', userId), is('around.pod_id', 'in', ownedPods(db, userId))]),
            ),
        ),
      ),
    ]),
  )

/** What stands in the list of the person's trash. */
export const listTrashTops = (db: Db, userId: string) =>
  trashTops(db, userId).select(['id', 'title', 'icon', 'archived_at', 'created_by']).execute()

/** Of that list what comes from a place in it on. */
export const listTrashFrom = (db: Db, userId: string, from: TrashPlace, limit: number) =>
  trashTops(db, userId)
    .select(['id', 'pod_id', 'archived_at'])
    .where((eb) =>
      eb.or([
        eb('archived_at', '<', from.archivedAt),
        eb.and([eb('archived_at', '=', from.archivedAt), eb('id', '>=', from.id)]),
      ]),
    )
    .limit(limit)
    .execute()

/** The pods and the trashed pages, of everybody, that went to the trash before a moment. */
export function listExpired(db: Db, before: string): Promise<{ id: string; pod_id: string }[]> {
  return db.selectFrom('document').select(['id', 'pod_id']).where('archived_at', '<', before).execute()
}

/** Pages that are made together and not shown yet, since before a moment. */
export async function listPrepared(db: Db, before: string): Promise<string[]> {
  const rows = await db
    .selectFrom('document')
    .select('id')
    .where('archived_root', 'like', `${PREPARED}%`)
    .where('archived_at', '<', before)
    .execute()
  return rows.map(({ id }) => id)
}

/** Pages that can be seen below a page, itself included, with the place of each among its siblings. */
export function listBranch(
  db: Db,
  id: string,
): Promise<Pick<DocumentRow, 'id' | 'parent_id' | 'title' | 'position'>[]> {
  return db
    .withRecursive('below', (cte) =>
      cte
        .selectFrom('document')
        .select(['document.id', 'document.parent_id', 'document.title', 'document.position'])
        .where('document.id', '=', id)
        .union(
          cte
            .selectFrom('document')
            .innerJoin('below', 'below.id', 'document.parent_id')
            .select(['document.id', 'document.parent_id', 'document.title', 'document.position'])
            .where('document.archived_at', 'is', null),
        ),
    )
    .selectFrom('below')
    .select(['id', 'parent_id', 'title', 'position'])
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Narrows ids to those that are (still) in the trash since before a moment. */
export async function keepExpired(db: Db, ids: readonly string[], before: string): Promise<string[]> {
  const kept: string[] = []
  await inChunks(ids, async (chunk) => {
    const rows = await db
      .selectFrom('document')
      .select('id')
      .where('id', 'in', chunk)
      .where('archived_at', '<', before)
      .execute()
    kept.push(...rows.map((row) => row.id))
  })
  return kept
}

export async function setFavorite(
  db: Db,
  userId: string,
  id: string,
  on: boolean,
  now: string,
): Promise<void> {
  if (on) {
    await db
      .insertInto('favorite')
      .values({ user_id: userId, document_id: id, created_at: now })
      .onConflict((conflict) => conflict.columns(['user_id', 'document_id']).doNothing())
      .execute()
  } else {
    await db.deleteFrom('favorite').where('user_id', '=', userId).where('document_id', '=', id).execute()
  }
}

export async function isFavorite(db: Db, userId: string, id: string): Promise<boolean> {
  const query = db.selectFrom('favorite').select('document_id')
  const row = await query.where('user_id', '=', userId).where('document_id', '=', id).executeTakeFirst()
  return row !== undefined
}

export async function saveVisit(db: Db, userId: string, id: string, now: string): Promise<void> {
  await db
    .insertInto('visit')
    .values({ user_id: userId, document_id: id, visited_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'document_id']).doUpdateSet({ visited_at: now }))
    .execute()
}

const visited = (db: Db, userId: string) =>
  db
    .selectFrom('visit')
    .innerJoin('document', 'document.id', 'visit.document_id')
    .leftJoin('user as editor', 'editor.id', 'document.updated_by')
    .select([
      'document.id',
      'document.title',
      'document.icon',
      'document.updated_at',
      'visit.visited_at',
      'editor.name as updatedBy',
    ])
    .where('visit.user_id', '=', userId)
    .where('document.pod_id', 'in', podsOf(db, userId))
    .where('document.archived_at', 'is', null)
    .where(isNoTemplate)

/** The pages the person opened last. */
export const listRecent = (db: Db, userId: string, limit: number) =>
  visited(db, userId).orderBy('visit.visited_at', 'desc').orderBy('document.id').limit(limit).execute()

/** The pages that somebody else changed since the person last opened them, newest first. */
export const listChanged = (db: Db, userId: string, limit: number) =>
  visited(db, userId)
    .whereRef('document.updated_at', '>', 'visit.visited_at')
    .where('document.updated_by', '<>', userId)
    .orderBy('document.updated_at', 'desc')
    .orderBy('document.id')
    .limit(limit)
    .execute()

/** The names of people by id. */
export async function findNames(db: Db, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await db.selectFrom('user').select(['id', 'name']).where('id', 'in', userIds).execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}
