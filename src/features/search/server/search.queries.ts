import { type RawBuilder, sql } from 'kysely'
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
 * The person's own pages outside the trash that satisfy one of the steps, the best step first and then what was edited
 * last; without steps, all pages of the filter. Who may see what is a part of the statement.
 */
export async function findPages(
  db: Db,
  userId: string,
  steps: readonly Step[],
  filter: PageFilter,
  { offset, limit }: Place,
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select document.id, document.pod_id, document.title, document.icon, document.status, document.updated_at,
      document.content_rich, parent.title as parent_title
    from (
      select document.id, found.step, found.edited_at
      from (${foundIn(db, steps)}) as found
      join document on document.id = found.document_id
      where document.archived_at is null and document.pod_id in (
        select pod_id from pod_member where user_id = ${userId} and role in ('owner', 'member')
      )${conditionsOf(db, filter)}
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
