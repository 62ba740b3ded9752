import { type RawBuilder, sql } from 'kysely'
import { levelOf, visiblePages } from '@/server/access/page-access'
import type { Db } from '@/server/db/db'
import type { Level } from '@/shared/permissions'
import type { InboxList, InboxReason } from '../model'

/** Characters of a comment and of the words it is about that a row shows. */
const SHOWN = 300

/** A row of the inbox. Of a suggestion `discussion_id` is null, of a discussion `sid`. */
export interface WaitingRow {
  reason: InboxReason
  /** Names the row among all of its list. */
  id: string
  document_id: string
  title: string
  icon: string | null
  level: Level
  archived_at: null
  lock_page: number
  at: string
  author_id: string | null
  author_name: string | null
  author_image: string | null
  sid: string | null
  model: string | null
  summary: string | null
  discussion_id: string | null
  comment_id: string | null
  quote: string | null
  text: string | null
}

/** A place in a list, the newest first. */
export interface Place {
  at: string
  id: string
}

interface Asked {
  before: Place | null
  /** Only what waits since before this (ISO 8601). */
  olderThan: string | null
  limit: number
}

/** What waits for this person or for others, the newest first. */
export async function listWaiting(
  db: Db,
  userId: string,
  list: InboxList,
  asked: Asked,
): Promise<WaitingRow[]> {
  const { rows } = await waitingStatement(userId, list, asked).execute(db)
  return rows
}

/** The statement of `listWaiting`. Names and texts are looked up only for the rows that it answers. */
export function waitingStatement(
  userId: string,
  list: InboxList,
  { before, olderThan, limit }: Asked,
): RawBuilder<WaitingRow> {
  const conditions = [sql`true`]
  if (olderThan !== null) conditions.push(sql`at < ${olderThan}`)
  // Indexes serve the first of the two: `id` is put together.
  if (before !== null) conditions.push(sql`at <= ${before.at} and (at, id) < (${before.at}, ${before.id})`)
  const newest = (source: RawBuilder<unknown>) => sql`
    select * from (
      select * from (${source}) as waiting where ${sql.join(conditions, sql` and `)}
      order by at desc, id desc limit ${limit}
    ) as newest`
  // Each source ends at the limit by itself, and so stops where an index hands out its rows in this order.
  const sources = sql.join(sourcesOf(userId, list).map(newest), sql` union all `)
  return sql<WaitingRow>`
    with place as materialized (
      select * from (${sources}) as waiting order by at desc, id desc limit ${limit}
    )
    select place.reason, place.id, place.document_id, place.at, document.title, document.icon, document.archived_at,
      document.lock_page, ${levelOf(userId)} as level,
      coalesce(log.author_id, said.author_id) as author_id, coalesce(author.name, said.author_name) as author_name,
      author.image as author_image, place.sid, log.model, log.summary, place.discussion_id, place.comment_id,
      substr(discussion.quote, 1, ${sql.lit(SHOWN)}) as quote, substr(said.plain_text, 1, ${sql.lit(SHOWN)}) as text
    from place
    inner join document on document.id = place.document_id
    left join suggestion_log as log on log.document_id = place.document_id and log.sid = place.sid
    left join discussion on discussion.id = place.discussion_id
    left join comment as said on said.id = place.comment_id
    left join "user" as author on author.id = coalesce(log.author_id, said.author_id)
    order by place.at desc, place.id desc`
}

/** How much waits for this person; no more than `limit` of it is counted. */
export async function countWaiting(db: Db, userId: string, limit: number): Promise<number> {
  const all = sql.join(sourcesOf(userId, 'me'), sql` union all `)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from (${all}) as waiting limit ${limit}) as counted`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

function sourcesOf(userId: string, list: InboxList): RawBuilder<unknown>[] {
  const me = [toDecide(userId), assignedTo(userId), mentionsOf(userId)]
  const others = [suggestedBy(userId), begunBy(userId)]
  return list === 'me' ? me : list === 'others' ? others : [...me, ...others]
}

/*
 * The sources answer the same columns: reason, id, document_id, at, sid, discussion_id, comment_id. What is compared to a constant
 * in them is written out, because partial indexes serve only such statements.
 */

const isOpen = (discussion: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${discussion}.resolved_at`)} is null and ${sql.ref(`${discussion}.removed_at`)} is null`

/** As a condition about `document`: the person may see it and is told of its review (as in `isHiddenFrom`). */
const isReviewedBy = (userId: string): RawBuilder<unknown> => sql`${visiblePages(userId, { each: true })}
  and (document.hides_review = 0 or ${visiblePages(userId, { level: 'comment', each: true })})`

/**
 * Others' suggestions in pages that the person edits. SQLite takes what `cross join` joins in this order: from the person's pages
 * to what is pending in each, since most that is pending on a server is in pages of others.
 */
const toDecide = (userId: string): RawBuilder<unknown> => sql`
  select 'decide' as reason, document.id || ' ' || log.sid as id, document.id as document_id, log.first_seen_at as at,
    log.sid as sid, null as discussion_id, null as comment_id
  from document cross join suggestion_log as log
  where log.document_id = document.id and log.state = 'pending' and log.author_id <> ${userId}
    and document.archived_at is null and ${visiblePages(userId, { level: 'edit' })}`

/**
 * The person's own suggestions, where they are told of any (as in `listSuggestions`). Whether they are is asked once for each page
 * and not for each suggestion: somebody who has suggested much in a page may have lost it since.
 */
const suggestedBy = (userId: string): RawBuilder<unknown> => sql`
  select 'suggested' as reason, log.document_id || ' ' || log.sid as id, log.document_id as document_id,
    log.first_seen_at as at, log.sid as sid, null as discussion_id, null as comment_id
  from suggestion_log as log
  where log.author_id = ${userId} and log.state = 'pending' and log.document_id in (
    select document.id from document
    where document.id in (
        select own.document_id from suggestion_log as own where own.author_id = ${userId} and own.state = 'pending')
      and document.archived_at is null and ${isReviewedBy(userId)})`

const assignedTo = (userId: string): RawBuilder<unknown> => sql`
  select 'assigned' as reason, talk.id as id, document.id as document_id, talk.created_at as at,
    null as sid, talk.id as discussion_id, talk.first_comment as comment_id
  from discussion as talk cross join document
  where talk.assignee_id = ${userId} and talk.done_at is null and ${isOpen('talk')}
    and document.id = talk.document_id and document.archived_at is null and ${isReviewedBy(userId)}`

/** The last mention of the person in each open discussion in which they have said nothing since. */
const mentionsOf = (userId: string): RawBuilder<unknown> => sql`
  select 'mentioned' as reason, talk.id as id, document.id as document_id, said.created_at as at,
    null as sid, talk.id as discussion_id, said.id as comment_id
  from comment_mention as mention cross join comment as said cross join discussion as talk cross join document
  where mention.user_id = ${userId} and said.id = mention.comment_id and ${isUnanswered(userId)}
    and talk.id = said.discussion_id and ${isOpen('talk')}
    and (talk.assignee_id is null or talk.assignee_id <> ${userId} or talk.done_at is not null)
    and document.id = talk.document_id and document.archived_at is null and ${isReviewedBy(userId)}`

/** As a condition about the comment `said`, which mentions the person: somebody else wrote it, and it is the last that matters. */
const isUnanswered = (userId: string): RawBuilder<unknown> => sql`
  said.deleted_at is null and (said.author_id is null or said.author_id <> ${userId}) and not exists (
    select 1 from comment as later where later.discussion_id = said.discussion_id and later.deleted_at is null
      and (later.created_at, later.id) > (said.created_at, said.id)
      and (later.author_id = ${userId} or exists (
        select 1 from comment_mention as again where again.comment_id = later.id and again.user_id = ${userId})))`

/** Open discussions that the person began, without those that wait for themselves. */
const begunBy = (userId: string): RawBuilder<unknown> => sql`
  select 'begun' as reason, talk.id as id, document.id as document_id, talk.created_at as at,
    null as sid, talk.id as discussion_id, talk.first_comment as comment_id
  from discussion as talk cross join document
  where talk.created_by = ${userId} and ${isOpen('talk')}
    and (talk.assignee_id is null or talk.assignee_id <> ${userId} or talk.done_at is not null)
    and not exists (
      select 1 from comment as said inner join comment_mention as mention on mention.comment_id = said.id
      where said.discussion_id = talk.id and mention.user_id = ${userId} and ${isUnanswered(userId)})
    and document.id = talk.document_id and document.archived_at is null and ${isReviewedBy(userId)}`
