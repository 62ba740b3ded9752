import { type RawBuilder, sql } from 'kysely'
import { isNoTemplate } from '@/features/pages/server/no-template'
import { visibleIds, visiblePages } from '@/server/access/page-access'
import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'
import { prepared } from '@/server/db/prepared'
import { engineOf, type WantedTerm, type Where } from '@/server/search/engine'
import { SHORT_BLOCKS } from './found-places'

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
  where: Where
}

export interface FoundRow {
  id: string
  pod_id: string
  title: string
  icon: string | null
  status: string
  updated_at: string
  parent_title: string | null
  /** Null for a long page (`SHORT_BLOCKS`). */
  content_rich: string | null
}

interface Place {
  offset: number
  limit: number
}

/**
 * Of a word that is on thousands of pages this number of the newest are looked at first; all of them only when too few of those
 * are the person's, or fit the filter.
 */
const NEWEST = 200

/**
 * The person's own pages outside the trash and the templates that satisfy one of the steps, the best step first and then
 * what was edited last; without steps, all pages of the filter. Who may see what is a part of the statement.
 */
export async function findPages(
  db: Db,
  userId: string,
  steps: readonly Step[],
  filter: PageFilter,
  place: Place,
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    with place as materialized (${seenBy(db, userId, foundIn(db, steps), filter, place)})
    select ${SHOWN} from place cross join document ${parentOf(userId)}
    where document.id = place.document_id
    order by ${BEST_FIRST}`.execute(db)
  return rows
}

/** The first pages, what was edited last first, that satisfy this step, as `findPages` would give them. */
export async function findNewest(
  db: Db,
  userId: string,
  step: Step,
  filter: PageFilter,
  limit: number,
): Promise<FoundRow[]> {
  const question = engineOf(db).questionOf(step.wanted, step.where)
  const rows = isNarrowed(filter)
    ? (await newest(db, userId, question, step.where, filter, limit).execute(db)).rows
    : await newestOfAll[step.where](db, userId, question, limit)
  const found = rows.filter((row) => row.id !== null)
  const isMore = found.length < limit && rows[0]?.candidates === NEWEST
  return isMore ? findPages(db, userId, [step], filter, { offset: 0, limit }) : found
}

/** One row at least: it says how many candidates there were. */
type CountedRow = { candidates: number } & (FoundRow | { id: null })

const newest = (
  db: Db,
  userId: string,
  question: string,
  where: Where,
  filter: PageFilter,
  limit: number,
) => sql<CountedRow>`
  with newest as materialized (
    select document_id, edited_at, 0 as step from (${engineOf(db).pagesWith(question, where)}) as found
    order by edited_at desc, document_id limit ${NEWEST}
  ), place as materialized (${seenBy(db, userId, sql`select * from newest`, filter, { offset: 0, limit })})
  select ${SHOWN}, counted.candidates from (select count(*) as candidates from newest) as counted
  left join place on true left join document on document.id = place.document_id ${parentOf(userId)}
  order by ${BEST_FIRST}`

/** Nearly every search is one of these, several times. */
const newestOfAll = {
  title: prepared((db, userId: string, question: string, limit: number) => ({
    compile: () => newest(db, userId, question, 'title', {}, limit).compile(db),
  })),
  anywhere: prepared((db, userId: string, question: string, limit: number) => ({
    compile: () => newest(db, userId, question, 'anywhere', {}, limit).compile(db),
  })),
}

/** All pages that a search of the person goes through. */
export async function searchedPages(db: Db, userId: string, filter: PageFilter): Promise<string[]> {
  const seen = visibleIds(
    userId,
    sql`document.archived_at is null and ${isNoTemplate}${conditionsOf(db, filter)}`,
  )
  // In one text: a row of its own for each of 10,000 pages costs more than to find them. No id has a space in it.
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(id, ' ') as ids from (${seen}) as seen`.execute(db)
  return rows[0]?.ids?.split(' ') ?? []
}

/** Those of these pages that a search of the person goes through, in any order. */
export async function searchedAmong(
  db: Db,
  userId: string,
  ids: readonly string[],
  filter: PageFilter,
): Promise<FoundRow[]> {
  if (ids.length === 0) return []
  const found = sql`select id as document_id, updated_at as edited_at, 0 as step from document where id in (${sql.join(ids)})`
  const { rows } = await sql<FoundRow>`
    with place as materialized (${seenBy(db, userId, found, filter, { offset: 0, limit: ids.length })})
    select ${SHOWN} from place cross join document ${parentOf(userId)}
    where document.id = place.document_id`.execute(db)
  return rows
}

/** As many pages of everybody that have a word are looked at first for `NEWEST` of the person's. */
const LOOKED_AT = 1000

/** Of each word, the newest of the person's pages that have it, with their titles. `seen`: all that the filter lets through (`searchedPages`). */
export async function pagesWithEach(
  db: Db,
  userId: string,
  words: readonly WantedTerm[],
  filter: PageFilter,
  seen: ReadonlySet<string>,
): Promise<{ word: number; id: string; title: string }[]> {
  if (words.length === 0 || seen.size === 0) return []
  const having = words.map((wanted) =>
    engineOf(db).pagesWith(engineOf(db).questionOf([wanted], 'anywhere'), 'anywhere'),
  )
  const newest = await hitsOf(
    db,
    having.map(
      (found) =>
        sql`select * from (${found}) as found order by edited_at desc, document_id limit ${LOOKED_AT}`,
    ),
  )
  const hits = newest.map((ids) => ids.filter((id) => seen.has(id)).slice(0, NEWEST))
  const few = words.flatMap((_, word) =>
    newest[word]!.length === LOOKED_AT && hits[word]!.length < NEWEST ? [word] : [],
  )
  const all = await hitsOf(
    db,
    few.map((word) => {
      const found = sql`select document_id, edited_at, 0 as step from (${having[word]!}) as having_it`
      return seenBy(db, userId, found, filter, { offset: 0, limit: NEWEST })
    }),
  )
  for (const [n, word] of few.entries()) hits[word] = all[n]!
  const titles = await titlesOf(db, new Set(hits.flat()))
  return hits.flatMap((ids, word) =>
    ids.flatMap((id) => {
      const title = titles.get(id)
      return title === undefined ? [] : [{ word, id, title }]
    }),
  )
}

/** What each of these selects of `document_id` gives, in its order. */
async function hitsOf(db: Db, each: readonly RawBuilder<unknown>[]): Promise<string[][]> {
  const hits = each.map((): string[] => [])
  if (each.length === 0) return hits
  const marked = each.map(
    (found, n) => sql`select ${sql.lit(n)} as word, found.document_id from (${found}) as found`,
  )
  const { rows } = await sql<{ word: number; document_id: string }>`
    ${sql.join(marked, sql` union all `)}`.execute(db)
  for (const { word, document_id: id } of rows) hits[word]!.push(id)
  return hits
}

async function titlesOf(db: Db, ids: ReadonlySet<string>): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  await inChunks([...ids], async (chunk) => {
    const rows = await db.selectFrom('document').select(['id', 'title']).where('id', 'in', chunk).execute()
    for (const { id, title } of rows) titles.set(id, title)
  })
  return titles
}

const isNarrowed = ({ podId, status, tag, editedBy, from, to }: PageFilter): boolean =>
  [podId, status, tag, editedBy, from, to].some((wanted) => wanted !== undefined)

const SHOWN = sql`document.id, document.pod_id, document.title, document.icon, document.status, document.updated_at,
  ${SHORT_BLOCKS} as content_rich, parent.title as parent_title`
const parentOf = (userId: string) => sql`left join document as parent on parent.id = document.parent_id
  and parent.archived_at is null and ${visiblePages(userId, { page: 'parent', each: true })}`
const BEST_FIRST = sql`place.step, place.edited_at desc, place.document_id`

/**
 * Those of the found pages that the person may see and the filter lets through. SQLite takes tables that are joined by
 * `cross join` in the order in which they are named: what was found leads to its pages, few or none, and not the other way.
 */
function seenBy(
  db: Db,
  userId: string,
  found: RawBuilder<unknown>,
  filter: PageFilter,
  { offset, limit }: Place,
): RawBuilder<unknown> {
  return sql`
    select found.document_id, found.step, found.edited_at
    from (${found}) as found cross join document
    where document.id = found.document_id and document.archived_at is null and ${visiblePages(userId)}
      and ${isNoTemplate}${conditionsOf(db, filter)}
    order by found.step, found.edited_at desc, found.document_id
    limit ${limit} offset ${offset}`
}

/** The pages of the steps, each once. */
function foundIn(db: Db, steps: readonly Step[]): RawBuilder<unknown> {
  if (steps.length === 0)
    return sql`select id as document_id, updated_at as edited_at, 0 as step from document`
  const each = steps.map(
    ({ wanted, where }, index) =>
      sql`select document_id, edited_at, ${sql.lit(index)} as step
        from (${engineOf(db).pagesWith(engineOf(db).questionOf(wanted, where), where)}) as ${sql.ref(`step_${index}`)}`,
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
