import { sql } from 'kysely'
import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'
import type { CommentRow, DiscussionRow } from '@/server/db/schema'

/** The next change of a page's discussions. Until the transaction has ended, other changes of them wait. */
export async function nextChange(trx: Db, documentId: string): Promise<number> {
  const { change } = await trx
    .insertInto('discussion_page')
    .values({ document_id: documentId, change: 1 })
    .onConflict((conflict) =>
      conflict.column('document_id').doUpdateSet({ change: sql<number>`discussion_page.change + 1` }),
    )
    .returning('change')
    .executeTakeFirstOrThrow()
  return change
}

export const findDiscussion = (db: Db, id: string): Promise<DiscussionRow | undefined> =>
  db.selectFrom('discussion').selectAll().where('id', '=', id).executeTakeFirst()

export const findComment = (
  db: Db,
  id: string,
): Promise<(CommentRow & { document_id: string }) | undefined> =>
  db
    .selectFrom('comment')
    .innerJoin('discussion', 'discussion.id', 'comment.discussion_id')
    .selectAll('comment')
    .select('discussion.document_id')
    .where('comment.id', '=', id)
    .executeTakeFirst()

export async function countDiscussions(db: Db, documentId: string): Promise<number> {
  const { count } = await db
    .selectFrom('discussion')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('document_id', '=', documentId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function countComments(db: Db, discussionId: string): Promise<number> {
  const { count } = await db
    .selectFrom('comment')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('discussion_id', '=', discussionId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Comments that are not taken away. */
export const listLiving = (
  db: Db,
  discussionId: string,
): Promise<{ id: string; author_id: string | null }[]> =>
  db
    .selectFrom('comment')
    .select(['id', 'author_id'])
    .where('discussion_id', '=', discussionId)
    .where('deleted_at', 'is', null)
    .execute()

/** The rows of a page's discussions that have changed since, in the order in which they did. */
export const listChanged = (
  db: Db,
  documentId: string,
  since: number | undefined,
  most: number,
): Promise<DiscussionRow[]> =>
  db
    .selectFrom('discussion')
    .selectAll()
    .where('document_id', '=', documentId)
    // Nobody who begins to look has shown any of those that are gone.
    .where((eb) => (since === undefined ? eb('removed_at', 'is', null) : eb('change', '>', since)))
    .orderBy('change')
    .limit(most)
    .execute()

/** All discussions of a page that are there, the oldest first. */
export const listAll = (db: Db, documentId: string): Promise<DiscussionRow[]> =>
  db
    .selectFrom('discussion')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** How many characters the comments of each of these have. */
export async function sizesOf(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  await inChunks(ids, async (chunk) => {
    const rows = await db
      .selectFrom('comment')
      .select(['discussion_id', sql<number>`sum(length(body))`.as('size')])
      .where('discussion_id', 'in', chunk)
      .groupBy('discussion_id')
      .execute()
    for (const { discussion_id, size } of rows) sizes.set(discussion_id, Number(size))
  })
  return sizes
}

/** How many characters the comments of a page, or of one discussion, have as they are stored. */
export async function storedSize(
  db: Db,
  of: { documentId: string } | { discussionId: string },
  except: string | null,
): Promise<number> {
  let query = db.selectFrom('comment').select(sql<number | null>`sum(length(body))`.as('size'))
  query =
    'discussionId' in of
      ? query.where('discussion_id', '=', of.discussionId)
      : query.where('discussion_id', 'in', (eb) =>
          eb.selectFrom('discussion').select('id').where('document_id', '=', of.documentId),
        )
  if (except !== null) query = query.where('id', '<>', except)
  const { size } = await query.executeTakeFirstOrThrow()
  return Number(size ?? 0)
}

/** How many characters the ranges of a page's discussions have as they are stored, without those of one of them. */
export async function rangesSize(db: Db, documentId: string, except: string): Promise<number> {
  const { size } = await db
    .selectFrom('discussion')
    .select(sql<number | string | null>`sum(length(ranges))`.as('size'))
    .where('document_id', '=', documentId)
    .where('removed_at', 'is', null)
    .where('id', '<>', except)
    .executeTakeFirstOrThrow()
  return Number(size ?? 0)
}

/** Takes everything away that the comments of a discussion say, and what they have besides. */
export async function clearComments(
  trx: Db,
  discussionId: string,
  cleared: Pick<CommentRow, 'body' | 'plain_text' | 'deleted_at' | 'updated_at'>,
): Promise<void> {
  for (const table of ['comment_reaction', 'comment_mention'] as const)
    await trx
      .deleteFrom(table)
      .where('comment_id', 'in', (eb) =>
        eb.selectFrom('comment').select('id').where('discussion_id', '=', discussionId),
      )
      .execute()
  await trx
    .updateTable('comment')
    .set(cleared)
    .where('discussion_id', '=', discussionId)
    .where('deleted_at', 'is', null)
    .execute()
}

/** A comment with what its author is called and looks like now; null without an account. */
export type CommentWithAuthor = CommentRow & { account_name: string | null; account_image: string | null }

export async function listComments(db: Db, discussionIds: readonly string[]): Promise<CommentWithAuthor[]> {
  const rows: CommentWithAuthor[] = []
  await inChunks(discussionIds, async (chunk) => {
    rows.push(
      ...(await db
        .selectFrom('comment')
        .leftJoin('user', 'user.id', 'comment.author_id')
        .selectAll('comment')
        .select(['user.name as account_name', 'user.image as account_image'])
        .where('discussion_id', 'in', chunk)
        .orderBy('comment.created_at')
        .orderBy('comment.id')
        .execute()),
    )
  })
  return rows
}

export async function listReactions(
  db: Db,
  discussionIds: readonly string[],
): Promise<{ comment_id: string; emoji: string; user_id: string; name: string }[]> {
  const rows: { comment_id: string; emoji: string; user_id: string; name: string }[] = []
  await inChunks(discussionIds, async (chunk) => {
    rows.push(
      ...(await db
        .selectFrom('comment_reaction')
        .innerJoin('comment', 'comment.id', 'comment_reaction.comment_id')
        .innerJoin('user', 'user.id', 'comment_reaction.user_id')
        .select([
          'comment_reaction.comment_id',
          'comment_reaction.emoji',
          'comment_reaction.user_id',
          'user.name',
        ])
        .where('comment.discussion_id', 'in', chunk)
        .orderBy('comment_reaction.created_at')
        .orderBy('comment_reaction.user_id')
        .execute()),
    )
  })
  return rows
}

/** What one person has read and follows of these. */
export async function listReading(
  db: Db,
  userId: string,
  discussionIds: readonly string[],
): Promise<Map<string, { read_at: string | null; follow: 'follow' | 'mute' | null }>> {
  const found = new Map<string, { read_at: string | null; follow: 'follow' | 'mute' | null }>()
  await inChunks(discussionIds, async (chunk) => {
    const rows = await db
      .selectFrom('discussion_reader')
      .select(['discussion_id', 'read_at', 'follow'])
      .where('user_id', '=', userId)
      .where('discussion_id', 'in', chunk)
      .execute()
    for (const { discussion_id, ...row } of rows) found.set(discussion_id, row)
  })
  return found
}

export async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  await inChunks(ids, async (chunk) => {
    const rows = await db.selectFrom('user').select(['id', 'name']).where('id', 'in', chunk).execute()
    for (const { id, name } of rows) names.set(id, name)
  })
  return names
}

export const insertDiscussion = async (trx: Db, row: DiscussionRow): Promise<void> =>
  void (await trx.insertInto('discussion').values(row).execute())

export const insertComment = async (trx: Db, row: CommentRow): Promise<void> =>
  void (await trx.insertInto('comment').values(row).execute())

export const updateDiscussion = async (trx: Db, id: string, set: Partial<DiscussionRow>): Promise<void> =>
  void (await trx.updateTable('discussion').set(set).where('id', '=', id).execute())

export const updateComment = async (trx: Db, id: string, set: Partial<CommentRow>): Promise<void> =>
  void (await trx.updateTable('comment').set(set).where('id', '=', id).execute())

/** Takes everything away that a comment has besides itself. */
export async function clearComment(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('comment_reaction').where('comment_id', '=', id).execute()
  await trx.deleteFrom('comment_mention').where('comment_id', '=', id).execute()
}

/** Says who is mentioned now, and answers who was not before. */
export async function saveMentions(trx: Db, id: string, people: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('comment_mention')
    .select('user_id')
    .where('comment_id', '=', id)
    .execute()
  const before = new Set(rows.map(({ user_id }) => user_id))
  await trx.deleteFrom('comment_mention').where('comment_id', '=', id).execute()
  if (people.length > 0)
    await trx
      .insertInto('comment_mention')
      .values(people.map((user_id) => ({ comment_id: id, user_id })))
      .execute()
  return people.filter((user) => !before.has(user))
}

/** Everybody who follows or has muted a discussion. */
export const listFollowing = (
  db: Db,
  discussionId: string,
): Promise<{ user_id: string; follow: 'follow' | 'mute' | null }[]> =>
  db
    .selectFrom('discussion_reader')
    .select(['user_id', 'follow'])
    .where('discussion_id', '=', discussionId)
    .where('follow', 'is not', null)
    .execute()

export async function saveReader(
  db: Db,
  { discussionId, userId }: { discussionId: string; userId: string },
  set: { read_at: string } | { follow: 'follow' | 'mute' | null },
): Promise<void> {
  await db
    .insertInto('discussion_reader')
    .values({ discussion_id: discussionId, user_id: userId, read_at: null, follow: null, ...set })
    .onConflict((conflict) => conflict.columns(['discussion_id', 'user_id']).doUpdateSet(set))
    .execute()
}

/** Discussions that wait for characters of which the page has not heard yet: those that were put there last, `most` at most. */
export const listWaiting = (
  db: Db,
  documentId: string,
  most: number,
): Promise<Pick<DiscussionRow, 'id' | 'ranges'>[]> =>
  db
    .selectFrom('discussion')
    .select(['id', 'ranges'])
    .where('document_id', '=', documentId)
    .where('is_waiting', '=', 1)
    .where('removed_at', 'is', null)
    .orderBy('change', 'desc')
    .limit(most)
    .execute()

/** The pages that have such discussions. */
export const pagesWaiting = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom('discussion')
      .select('document_id')
      .distinct()
      .where('is_waiting', '=', 1)
      .where('removed_at', 'is', null)
      .execute()
  ).map(({ document_id }) => document_id)
