import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '@/server/db/db'
import type { Tables } from '@/server/db/schema'
import type { NamedIds } from '@/server/files/named-ids'
import { settleFiles } from '@/server/files/settled-files'
import { type PageLinks, readLinks } from '@/server/links/links-in'
import { indexLinks } from '@/server/links/page-links'
import type { CutWords } from '@/server/search/cut-words'
import { indexPage } from '@/server/search/index-page'
import type { StoredPage } from './load-page'
import type { MadeContent, StoredBytes } from './page-work'
import type { Projection } from './projection'
import { type ReviewNews, writeSuggestionLog } from './suggestion-log'

/** Tells one snapshot of a page from those before and after it: each is written later than the one it takes the place of. */
export interface SnapshotMark {
  upTo: number
  createdAt: string
}

/** Is it the same snapshot? */
export const sameMark = (a: SnapshotMark | null, b: SnapshotMark | null): boolean =>
  a?.upTo === b?.upTo && a?.createdAt === b?.createdAt

type DocumentColumns = ExpressionBuilder<Tables, 'document'>

/** Has nothing been projected, or only the empty page? */
const isUnprojected = (eb: DocumentColumns) =>
  eb.and([eb('title', '=', ''), eb('content_rich', '=', '[]')]).as('unprojected')

/** All that is stored of a page's content. */
export interface StoredContent {
  /** As it is kept, packed or not. */
  snapshot: Uint8Array | null
  mark: SnapshotMark | null
  /** The log: edits that no snapshot holds. */
  rows: { id: number; data: Uint8Array; user_id: string | null; created_at: string; is_review: number }[]
  /** Do lists show nothing of the page? */
  isUnprojected: boolean
}

/** Reads what is stored of a page as of one moment; null when there is no such page. */
export async function readStored(db: Db, documentId: string): Promise<StoredContent | null> {
  // The rows before the snapshot: on PostgreSQL a fold between the two reads is seen by the second, and anybody who read
  // the old snapshot first would miss the rows that it has just folded. Applying an edit twice changes nothing.
  return db.transaction().execute(async (trx) => {
    const page = await trx
      .selectFrom('document')
      .select(isUnprojected)
      .where('id', '=', documentId)
      .executeTakeFirst()
    if (!page) return null
    const rows = await trx
      .selectFrom('document_update')
      .select(['id', 'data', 'user_id', 'created_at', 'is_review'])
      .where('document_id', '=', documentId)
      .orderBy('id')
      .execute()
    const snapshot = await trx
      .selectFrom('document_snapshot')
      .select(['state', 'up_to', 'created_at'])
      .where('document_id', '=', documentId)
      .executeTakeFirst()
    const mark = snapshot ? { upTo: snapshot.up_to, createdAt: snapshot.created_at } : null
    return { snapshot: snapshot?.state ?? null, mark, rows, isUnprojected: Boolean(page.unprojected) }
  })
}

/** How many bytes are stored of a page; null when there is no such page. */
export async function readStoredSize(
  db: Db,
  documentId: string,
): Promise<{ snapshot: number; rows: number } | null> {
  const bytes = (column: string) => sql<number | null>`length(${sql.ref(column)})`
  const found = await db
    .selectFrom('document')
    .select((eb) => [
      eb
        .selectFrom('document_snapshot')
        .select(bytes('state').as('size'))
        .whereRef('document_id', '=', 'document.id')
        .as('snapshot'),
      eb
        .selectFrom('document_update')
        .select(sql<number | null>`sum(${bytes('data')})`.as('size'))
        .whereRef('document_id', '=', 'document.id')
        .as('rows'),
    ])
    .where('document.id', '=', documentId)
    .executeTakeFirst()
  return found ? { snapshot: Number(found.snapshot ?? 0), rows: Number(found.rows ?? 0) } : null
}

/** What is stored, in the form in which it is handed to a worker. */
export const bytesOf = ({ snapshot, rows }: StoredContent): StoredBytes => ({
  snapshot,
  rows: rows.map(({ data }) => data),
})

/** Deleting goes in steps that fit any database's limit on bound values. */
const IDS_AT_ONCE = 500

/** What came of a fold: the page is gone, somebody else has folded it meanwhile and nothing was written, or it is done. */
export type Folded = 'gone' | 'overtaken' | SnapshotMark

/**
 * Replaces the log rows `updateIds` and the snapshot `mark` (null: there was none) by a snapshot, packed, which must hold all
 * of them, and writes the projection that belongs to this state if it is not written yet: once the rows are gone nothing tells
 * that it is behind. All or nothing. Another server may have folded the page since this one read it: what is stored then holds
 * edits that `packed` may lack, so it is not replaced but has to be read first.
 */
export async function foldPage(
  db: Db,
  documentId: string,
  {
    packed,
    updateIds,
    mark,
  }: { packed: Uint8Array; updateIds: readonly number[]; mark: SnapshotMark | null },
  projection: EditedProjection | null,
): Promise<Folded> {
  return db.transaction().execute(async (trx) => {
    if (!(await isThere(trx, documentId))) return 'gone'
    const next = markAfter(mark, updateIds)
    if (!(await replaceSnapshot(trx, documentId, packed, mark, next))) return 'overtaken'
    if (projection) await projectPage(trx, documentId, projection)
    await deleteRows(trx, documentId, updateIds)
    return next
  })
}

/**
 * The same as a part of a transaction of somebody who alone has the database, whatever snapshot was there. Gives false when
 * the page is gone.
 */
export async function foldPageWithin(
  trx: Db,
  documentId: string,
  packed: Uint8Array,
  updateIds: readonly number[],
): Promise<boolean> {
  if (!(await isThere(trx, documentId))) return false
  const mark = (await readMark(trx, documentId)) ?? null
  await replaceSnapshot(trx, documentId, packed, mark, markAfter(mark, updateIds))
  await deleteRows(trx, documentId, updateIds)
  return true
}

const isThere = async (trx: Db, documentId: string): Promise<boolean> =>
  (await trx.selectFrom('document').select('id').where('id', '=', documentId).executeTakeFirst()) !==
  undefined

async function readMark(trx: Db, documentId: string): Promise<SnapshotMark | undefined> {
  return trx
    .selectFrom('document_snapshot')
    .select(['up_to as upTo', 'created_at as createdAt'])
    .where('document_id', '=', documentId)
    .executeTakeFirst()
}

function markAfter(mark: SnapshotMark | null, updateIds: readonly number[]): SnapshotMark {
  const now = Date.now()
  const before = mark === null ? 0 : Date.parse(mark.createdAt)
  return {
    upTo: updateIds.reduce(
      (highest, id) => Math.max(highest, id),
      updateIds.length > 0 ? 0 : (mark?.upTo ?? 0),
    ),
    createdAt: new Date(Math.max(now, before + 1)).toISOString(),
  }
}

/** Writes the snapshot in the place of the one with this mark; answers false, and writes nothing, where another one stands. */
async function replaceSnapshot(
  trx: Db,
  documentId: string,
  state: Uint8Array,
  mark: SnapshotMark | null,
  next: SnapshotMark,
): Promise<boolean> {
  const row = { state, up_to: next.upTo, created_at: next.createdAt }
  const written =
    mark === null
      ? await trx
          .insertInto('document_snapshot')
          .values({ document_id: documentId, ...row })
          .onConflict((conflict) => conflict.column('document_id').doNothing())
          .returning('document_id')
          .executeTakeFirst()
      : await trx
          .updateTable('document_snapshot')
          .set(row)
          .where('document_id', '=', documentId)
          .where('up_to', '=', mark.upTo)
          .where('created_at', '=', mark.createdAt)
          .returning('document_id')
          .executeTakeFirst()
  return written !== undefined
}

async function deleteRows(trx: Db, documentId: string, updateIds: readonly number[]): Promise<void> {
  for (let i = 0; i < updateIds.length; i += IDS_AT_ONCE) {
    await trx
      .deleteFrom('document_update')
      .where('document_id', '=', documentId)
      .where('id', 'in', updateIds.slice(i, i + IDS_AT_ONCE))
      .execute()
  }
}

/**
 * A projection, who edited the page last when (null leaves both as they are), and when each of those who have edited it
 * since the projection before did so last; and what is new of its suggestions.
 */
export type EditedProjection = Projection & {
  cut?: CutWords
  links?: PageLinks
  named?: NamedIds
  edited: StoredPage['lastEdit']
  editors?: ReadonlyMap<string, string>
  review?: ReviewNews | null
  /** Who has written the mentions of a person that stand on the page; asked when several have edited it. */
  mentioners?: (personId: string) => readonly string[]
}

/** Who has mentioned somebody since the projection before: the one who edited, or of several one who wrote such a mention. */
const mentionedBy =
  ({ edited, editors, mentioners }: EditedProjection) =>
  (personId: string): string | null => {
    const several = [...(editors?.keys() ?? [])]
    if (several.length <= 1) return several[0] ?? edited?.by ?? null
    const writers = mentioners?.(personId) ?? []
    return several.findLast((id) => writers.includes(id)) ?? edited?.by ?? null
  }

/**
 * Writes what the page reads like, and what it is found by, or neither. Gives false when the page is gone. `isMade`: it was made with what
 * it says, from a template, a copy or a file, so that nobody is told of the mentions in it.
 */
export async function projectPage(
  db: Db,
  documentId: string,
  projection: EditedProjection,
  isMade = false,
): Promise<boolean> {
  if (!db.isTransaction)
    return db.transaction().execute((transaction) => projectPage(transaction, documentId, projection, isMade))
  const { edited, editors, cut, links, named, review, mentioners: _, ...columns } = projection
  const row = await db
    .updateTable('document')
    .set({ ...columns, ...(edited ? { updated_at: edited.at, updated_by: edited.by } : {}) })
    .where('id', '=', documentId)
    .returning('updated_at')
    .executeTakeFirst()
  if (!row) return false
  const { title, plain_text: text, content_rich: rich } = projection
  await indexPage(db, documentId, { title, text, cut, editedAt: row.updated_at })
  await indexLinks(db, documentId, links ?? readLinks(rich), isMade ? null : mentionedBy(projection))
  await settleFiles(db, documentId, rich, named)
  for (const [userId, at] of editors ?? []) await noteEditor(db, documentId, userId, at)
  if (review) await writeSuggestionLog(db, documentId, review)
  return true
}

/**
 * Stores what a page says that was inserted in this transaction and that nobody can have opened yet: its content, what it
 * reads like, and that `userId` wrote it.
 */
export async function storeMade(
  trx: Db,
  documentId: string,
  { packed, projection }: MadeContent,
  userId: string,
): Promise<void> {
  const at = new Date().toISOString()
  await trx
    .insertInto('document_snapshot')
    .values({ document_id: documentId, up_to: 0, state: packed, created_at: at })
    .execute()
  const edited = { at, by: userId }
  await projectPage(trx, documentId, { ...projection, edited, editors: new Map([[userId, at]]) }, true)
}

/** Notes that somebody edited the page; of an account that is gone meanwhile nothing is noted. */
async function noteEditor(trx: Db, documentId: string, userId: string, editedAt: string): Promise<void> {
  await trx
    .insertInto('document_editor')
    .columns(['document_id', 'user_id', 'edited_at'])
    .expression((eb) =>
      eb
        .selectFrom('user')
        .select(({ val, ref }) => [
          val(documentId).as('document_id'),
          ref('user.id').as('user_id'),
          val(editedAt).as('edited_at'),
        ])
        .where('user.id', '=', userId),
    )
    .onConflict((conflict) =>
      conflict.columns(['document_id', 'user_id']).doUpdateSet({ edited_at: editedAt }),
    )
    .execute()
}

/**
 * Pages that a server that was killed had no time to project and fold: their last edits are in the log only, or lists
 * show nothing of what is stored.
 */
export async function pagesBehind(db: Db): Promise<string[]> {
  const logged = await db.selectFrom('document_update').select('document_id').distinct().execute()
  const unprojected = await db
    .selectFrom('document')
    .innerJoin('document_snapshot', 'document_snapshot.document_id', 'document.id')
    .select('document.id as document_id')
    .where('title', '=', '')
    .where('content_rich', '=', '[]')
    .execute()
  return [...new Set([...logged, ...unprojected].map(({ document_id }) => document_id))]
}
