/* Where pages stand: what lies in what, above and below. */

import type { Selectable } from 'kysely'
import { isSharedAtAll, isShown, levelOf, sharedFromOutside, visiblePages } from '@/server/access/page-access'
import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'
import { prepared } from '@/server/db/prepared'
import type { DocumentRow } from '@/server/db/schema'
import type { Level } from '@/shared/permissions'
import type { Placed } from '../page-order'

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
  is_shared: 0 | 1
  level: Level
}

const summaryColumns = (db: Db, userId: string) =>
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
    .select(isSharedAtAll().as('is_shared'))
    .where('document.archived_at', 'is', null)

const summaries = (db: Db, userId: string, podId: string) =>
  summaryColumns(db, userId)
    // What the condition lets through has one.
    .select(levelOf(userId, { pod: podId }).$castTo<Level>().as('level'))
    .where(visiblePages(userId, { pod: podId }))

/** The pages of other people's pods that are shared with the person, without those that lie in one of them; by title. */
export const listSharedTops = (db: Db, userId: string): Promise<SummaryRow[]> =>
  summaryColumns(db, userId)
    .select(levelOf(userId).$castTo<Level>().as('level'))
    .where(sharedFromOutside(userId))
    // Only these can lie in a page that the person does not see.
    .whereRef('document.access_from', '=', 'document.id')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('document as parent')
            .select('parent.id')
            .whereRef('parent.id', '=', 'document.parent_id')
            .where('parent.archived_at', 'is', null)
            .where(visiblePages(userId, { page: 'parent', each: true })),
        ),
      ),
    )
    .orderBy('document.title')
    .orderBy('document.id')
    .limit(SHARED_TOPS)
    .execute()

/** More pages than anybody looks through in a list. */
const SHARED_TOPS = 1_000

/** The pages of a pod outside the trash that the person may see. */
export const listPod: (db: Db, userId: string, podId: string) => Promise<SummaryRow[]> = prepared(
  (db, userId: string, podId: string) => summaries(db, userId, podId),
)

/** With whether pages lie inside that the person sees and that are not in the trash: one look each, however many there are. */
const oneLevel = (db: Db, userId: string, podId: string) =>
  summaries(db, userId, podId).select((eb) =>
    eb
      .case()
      .when(
        eb.exists(
          eb
            .selectFrom('document as child')
            .select('child.id')
            .whereRef('child.parent_id', '=', 'document.id')
            .where('child.archived_at', 'is', null)
            .where(visiblePages(userId, { page: 'child', pod: podId })),
        ),
      )
      .then(eb.lit(1))
      .else(eb.lit(0))
      .end()
      .as('has_children'),
  )
/** The top level of a pod as the person sees it: a page in one that they do not see stands there too (rulings 2). */
const listTop = prepared((db, userId: string, podId: string) =>
  oneLevel(db, userId, podId).where((eb) =>
    eb.or([
      eb('document.parent_id', 'is', null),
      // Only what is shared or restricted can lie in a page that somebody does not see.
      eb.and([
        eb('document.access_from', '=', eb.ref('document.id')),
        eb.not(
          eb.exists(
            eb
              .selectFrom('document as parent')
              .select('parent.id')
              .whereRef('parent.id', '=', 'document.parent_id')
              .where(visiblePages(userId, { page: 'parent', each: true })),
          ),
        ),
      ]),
    ]),
  ),
)
const listInside = prepared((db, userId: string, podId: string, parentId: string) =>
  oneLevel(db, userId, podId).where('document.parent_id', '=', parentId),
)

/** The pages of one parent (null: the top level) outside the trash that the person may see. */
export const listLevel = (
  db: Db,
  userId: string,
  podId: string,
  parentId: string | null,
): Promise<(SummaryRow & { has_children: 0 | 1 })[]> =>
  parentId === null ? listTop(db, userId, podId) : listInside(db, userId, podId, parentId)

/** Which of these pages have pages inside that the person sees and that are not in the trash; one look each. */
export async function findParents(db: Db, userId: string, ids: readonly string[]): Promise<Set<string>> {
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
            .where('child.archived_at', 'is', null)
            .where(visiblePages(userId, { page: 'child', each: true })),
        ),
      )
      .execute()
    for (const row of rows) parents.add(row.id)
  })
  return parents
}

/**
 * The pages of one parent (null: the top level of the pod) outside the trash, with what their order needs; also those that
 * nobody sees yet, which have their places already.
 */
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

/** A page and everything below it, in the trash or not, without what nobody sees yet. */
export function listSubtree(
  db: Db,
  id: string,
): Promise<Pick<Selectable<DocumentRow>, (typeof SUBTREE_COLUMNS)[number]>[]> {
  const columns = SUBTREE_COLUMNS.map((column) => `document.${column}` as const)
  return db
    .withRecursive('below', (cte) =>
      cte
        .selectFrom('document')
        .select(columns)
        .where('document.id', '=', id)
        .union(
          cte
            .selectFrom('document')
            .innerJoin('below', 'below.id', 'document.parent_id')
            .select(columns)
            .where(isShown()),
        ),
    )
    .selectFrom('below')
    .select(SUBTREE_COLUMNS)
    .execute()
}

const SUBTREE_COLUMNS = [
  'id',
  'pod_id',
  'parent_id',
  'archived_root',
  'archived_at',
  'created_by',
  'is_restricted',
  'is_closed',
  'access_from',
] as const

/**
 * Pages below a page that the person sees, itself included, with the place of each among its siblings; none in the trash, and
 * none that lies in a page they do not see.
 */
export function listBranch(
  db: Db,
  userId: string,
  id: string,
): Promise<Pick<DocumentRow, 'id' | 'parent_id' | 'title' | 'position'>[]> {
  return db
    .withRecursive('below', (cte) =>
      cte
        .selectFrom('document')
        .select(['document.id', 'document.parent_id', 'document.title', 'document.position'])
        .where('document.id', '=', id)
        .where(visiblePages(userId, { each: true }))
        .union(
          cte
            .selectFrom('document')
            .innerJoin('below', 'below.id', 'document.parent_id')
            .select(['document.id', 'document.parent_id', 'document.title', 'document.position'])
            .where('document.archived_at', 'is', null)
            .where(visiblePages(userId, { each: true })),
        ),
    )
    .selectFrom('below')
    .select(['id', 'parent_id', 'title', 'position'])
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Does the person manage each of these pages? */
export async function managesAll(db: Db, userId: string, ids: readonly string[]): Promise<boolean> {
  let managed = 0
  await inChunks(ids, async (chunk) => {
    const rows = await db
      .selectFrom('document')
      .select('id')
      .where('id', 'in', chunk)
      .where(visiblePages(userId, { level: 'manage', each: true }))
      .execute()
    managed += rows.length
  })
  return managed === ids.length
}
