import { sql } from 'kysely'
import type { Db } from '@/server/db/db'
import type { PageReviewEditRow, PageReviewRow } from '@/server/db/schema'
import { hasEnded } from '@/server/server-lease'

/** A review, and whether the server that reads the page has ended. */
export type FoundReview = PageReviewRow & { isLeft: boolean }

const found = async (query: {
  executeTakeFirst(): Promise<(PageReviewRow & { left: number }) | undefined>
}) => {
  const row = await query.executeTakeFirst()
  if (!row) return undefined
  const { left, ...review } = row
  return { ...review, isLeft: Number(left) === 1 }
}

const reviews = (db: Db) =>
  db
    .selectFrom('page_review')
    .selectAll()
    .select(
      sql<number>`case when ${hasEnded('page_review.server_id', new Date())} then 1 else 0 end`.as('left'),
    )

export const findReview = (db: Db, id: string): Promise<FoundReview | undefined> =>
  found(reviews(db).where('page_review.id', '=', id))

/** The newest one of a person on a page. */
export const latestReview = (db: Db, documentId: string, userId: string): Promise<FoundReview | undefined> =>
  found(
    reviews(db)
      .where('document_id', '=', documentId)
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('page_review.id')
      .limit(1),
  )

/** A new one in the place of those before. */
export async function replaceReviews(db: Db, row: PageReviewRow): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('page_review')
      .where('document_id', '=', row.document_id)
      .where('user_id', '=', row.user_id)
      .execute()
    await trx.insertInto('page_review').values(row).execute()
  })
}

export async function changeReview(
  db: Db,
  id: string,
  set: Partial<Omit<PageReviewRow, 'id'>>,
): Promise<void> {
  await db
    .updateTable('page_review')
    .set({ ...set, updated_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
}

/** The edits that can be suggested. */
export const listOpen = (db: Db, reviewId: string, limit: number): Promise<PageReviewEditRow[]> =>
  db
    .selectFrom('page_review_edit')
    .selectAll()
    .where('review_id', '=', reviewId)
    .where('operation', 'is not', null)
    .where('set_aside', 'is', null)
    .orderBy('number')
    .limit(limit)
    .execute()

/** Of an edit what is shown of it, and whether there is an operation: those are as long as what they are about. */
export type ShownEdit = Omit<PageReviewEditRow, 'operation'> & { hasOperation: boolean }

export async function listShown(db: Db, reviewId: string, limit: number): Promise<ShownEdit[]> {
  const rows = await db
    .selectFrom('page_review_edit')
    .select(['review_id', 'number', 'block_id', 'reason', 'before', 'after', 'set_aside', 'sid'])
    .select(sql<number>`case when operation is null then 0 else 1 end`.as('has'))
    .where('review_id', '=', reviewId)
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.map(({ has, ...row }) => ({ ...row, hasOperation: Number(has) === 1 }))
}

export async function insertEdits(db: Db, rows: readonly PageReviewEditRow[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('page_review_edit').values(rows).execute()
}

/** What was found of a section that is read anew. */
export async function deleteEdits(db: Db, reviewId: string, from: number): Promise<void> {
  await db
    .deleteFrom('page_review_edit')
    .where('review_id', '=', reviewId)
    .where('number', '>=', from)
    .execute()
}

export async function changeEdit(
  db: Db,
  { review_id, number }: Pick<PageReviewEditRow, 'review_id' | 'number'>,
  set: Partial<Pick<PageReviewEditRow, 'sid' | 'set_aside'>>,
): Promise<void> {
  await db
    .updateTable('page_review_edit')
    .set(set)
    .where('review_id', '=', review_id)
    .where('number', '=', number)
    .execute()
}
