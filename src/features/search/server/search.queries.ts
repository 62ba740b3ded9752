import { type RawBuilder, sql } from 'kysely'
import { isNoTemplate } from '@/features/pages/server/no-template'
import type { Db } from '@/server/db/db'
import { engineOf, type WantedTerm } from '@/server/search/engine'

/** Narrows down which pages are looked at. */
export interface PageFilter {
  podId?: string | undefined
  status?: string | undefined
  tag?: string | undefined
  editedBy?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** What a page must have; an earlier step stands above a later one in the list. */
export interface Step {
  wanted: readonly WantedTerm[]
  where: 'title' | 'anywhere'
}

export interface FoundRow {
  id: string
  pod_id: string
  title: string
  icon: string | null
  status: string
  updated_at: string
  parent_title: string | null
  content_rich: string
}

interface Place {
  offset: number
  limit: number
}

/**
 * Of a word that is on thousands of pages the newest so many are looked at first; all of them only when too few of those
 * are the person's, or fit the filter.
 */
const NEWEST = 200

/**
 * The person's own pages outside the trash and the templates that satisfy one of the steps, the best step first and then what was edited
 * last; without steps, all pages of the filter. Who may see what is a part of the statement.
 */
export async function findPages(
  db: Db,
  userId: string,
  steps: readonly Step[],
  filter: PageFilter,
  place: Place,
): Promise<FoundRow[]> {
  return find(db, userId, foundIn(db, steps), filter, place)
}

/** The pages that satisfy this step alone and are not among those that a better one has found. */
export function findMore(
  db: Db,
  userId: string,
  step: Step,
  filter: PageFilter,
  { limit, without }: { limit: number; without: readonly string[] },
): Promise<FoundRow[]> {
  const found = foundIn(db, [step])
  const others =
    without.length === 0
      ? found
      : sql`select * from (${found}) as every_one where document_id not in (${sql.join(without)})`
  return newestOf(db, userId, others, filter, { offset: 0, limit })
}

async function newestOf(
  db: Db,
  userId: string,
  found: RawBuilder<unknown>,
  filter: PageFilter,
  place: Place,
): Promise<FoundRow[]> {
  const newest = sql`select * from (${found}) as all_found order by edited_at desc, document_id limit ${NEWEST}`
  const rows = await find(db, userId, newest, filter, place)
  return rows.length < place.limit && (await isMoreThan(db, found, NEWEST))
    ? find(db, userId, found, filter, place)
    : rows
}

async function isMoreThan(db: Db, found: RawBuilder<unknown>, count: number): Promise<boolean> {
  const { rows } = await sql`select 1 from (${found}) as all_found limit 1 offset ${count}`.execute(db)
  return rows.length > 0
}

async function find(
  db: Db,
  userId: string,
  found: RawBuilder<unknown>,
  filter: PageFilter,
  { offset, limit }: Place,
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select document.id, document.pod_id, document.title, document.icon, document.status, document.updated_at,
      document.content_rich, parent.title as parent_title
    from (
      select document.id, found.step, found.edited_at
      from (${found}) as found
      join document on document.id = found.document_id
      where document.archived_at is null and document.pod_id in (
        select pod_id from pod_member where user_id = ${userId} and role in ('owner', 'member')
      ) and ${isNoTemplate}${conditionsOf(db, filter)}
      order by found.step, found.edited_at desc, document.id
      limit ${limit} offset ${offset}
    ) as place
    join document on document.id = place.id
    left join document as parent on parent.id = document.parent_id and parent.archived_at is null
    order by place.step, place.edited_at desc, place.id`.execute(db)
  return rows
}

/** The pages of the steps, each once. */
function foundIn(db: Db, steps: readonly Step[]): RawBuilder<unknown> {
  if (steps.length === 0)
    return sql`select id as document_id, updated_at as edited_at, 0 as step from document`
  const each = steps.map(
    ({ wanted, where }, index) =>
      sql`select document_id, edited_at, ${sql.lit(index)} as step
        from (${engineOf(db).pagesWith(wanted, where)}) as ${sql.ref(`step_${index}`)}`,
  )
  // What comes from one step comes once.
  if (each.length === 1) return each[0] as RawBuilder<unknown>
  return sql`
    select document_id, max(edited_at) as edited_at, min(step) as step
    from (${sql.join(each, sql` union all `)}) as hit group by document_id`
}

function conditionsOf(db: Db, { podId, status, tag, editedBy, from, to }: PageFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = []
  if (podId !== undefined) conditions.push(sql`document.pod_id = ${podId}`)
  if (status !== undefined) conditions.push(sql`document.status = ${status}`)
  if (tag !== undefined) conditions.push(engineOf(db).hasTag(tag))
  if (editedBy !== undefined) conditions.push(sql`document.updated_by = ${editedBy}`)
  if (from !== undefined) conditions.push(sql`document.updated_at >= ${from}`)
  if (to !== undefined) conditions.push(sql`document.updated_at <= ${to}`)
  return sql.join(
    conditions.map((condition) => sql` and ${condition}`),
    sql``,
  )
}
