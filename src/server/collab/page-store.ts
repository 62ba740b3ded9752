import type { ExpressionBuilder } from 'kysely'
import * as Y from 'yjs'
import type { Db } from '@/server/db/db'
import type { Tables } from '@/server/db/schema'
import type { Log } from '@/server/log'
import { indexPage } from '@/server/search/index-page'
import { packState, unpackState } from './packed-state'
import type { Projection } from './projection'

/** The stored form of a page as it was read: how many log rows it has that are in no snapshot, and their numbers. */
export interface StoredPage {
  bytes: number
  updateIds: number[]
  /** Lists show nothing of the page, and something is stored of it. */
  lacksProjection: boolean
  lastEdit: { at: string; by: string | null } | null
  /** Who wrote the log's rows, and when last. */
  editors: Map<string, string>
}

type DocumentColumns = ExpressionBuilder<Tables, 'document'>

/** Has nothing been projected, or only the empty page? */
const isUnprojected = (eb: DocumentColumns) =>
  eb.and([eb('title', '=', ''), eb('content_rich', '=', '[]')]).as('unprojected')

/** Brings `doc` to what is stored of the page, or gives null when there is no such page. */
export async function loadPage(db: Db, documentId: string, doc: Y.Doc, log: Log): Promise<StoredPage | null> {
  // The rows before the snapshot: on PostgreSQL a fold between the two reads is seen by the second, and whoever read
  // the old snapshot first would miss the rows that it has just folded. Applying an edit twice changes nothing.
  const stored = await db.transaction().execute(async (trx) => {
    const page = await trx
      .selectFrom('document')
      .select(isUnprojected)
      .where('id', '=', documentId)
      .executeTakeFirst()
    if (!page) return null
    const updates = await trx
      .selectFrom('document_update')
      .select(['id', 'data', 'user_id', 'created_at'])
      .where('document_id', '=', documentId)
      .orderBy('id')
      .execute()
    const snapshot = await trx
      .selectFrom('document_snapshot')
      .select('state')
      .where('document_id', '=', documentId)
      .executeTakeFirst()
    return { page, snapshot, updates }
  })
  if (!stored) return null
  const { page, snapshot, updates } = stored
  // A snapshot that can not be read fails the whole load: going on without it would replace the page by nothing.
  const state = snapshot && unpackState(snapshot.state)
  if (state) Y.applyUpdate(doc, state, 'stored')
  let bytes = state?.byteLength ?? 0
  const updateIds: number[] = []
  for (const { id, data } of updates) {
    try {
      // Read to its end first: what is cut off must not be applied in half.
      Y.decodeUpdate(data)
      Y.applyUpdate(doc, data, 'stored')
      updateIds.push(id)
      bytes += data.byteLength
    } catch (error) {
      // One bad row must not take the page away; it stays in the log for whoever looks into it.
      log.error({ err: error, documentId, updateId: id }, 'a stored edit could not be applied')
    }
  }
  const last = updates.at(-1)
  const editors = new Map<string, string>()
  for (const { user_id, created_at } of updates) if (user_id !== null) editors.set(user_id, created_at)
  return {
    bytes,
    updateIds,
    lacksProjection: Boolean(page.unprojected) && snapshot !== undefined,
    lastEdit: last ? { at: last.created_at, by: last.user_id } : null,
    editors,
  }
}

/** Deleting goes in steps that fit any database's limit on bound values. */
const IDS_AT_ONCE = 500

/**
 * Replaces the log rows `updateIds` by a snapshot of `state`, which must hold all of them, and writes the projection
 * that belongs to this state if it is not written yet: once the rows are gone nothing tells that it is behind. All or
 * nothing. Gives false when the page is gone.
 */
export async function foldPage(
  db: Db,
  documentId: string,
  state: Uint8Array,
  updateIds: readonly number[],
  projection: EditedProjection | null,
): Promise<boolean> {
  const packed = await packState(state)
  return db.transaction().execute(async (trx) => {
    if (projection) await projectPage(trx, documentId, projection)
    return foldPageWithin(trx, documentId, packed, updateIds)
  })
}

/** {@link foldPage} as a part of a transaction, with the state packed already (`packState`). */
export async function foldPageWithin(
  trx: Db,
  documentId: string,
  packed: Uint8Array,
  updateIds: readonly number[],
): Promise<boolean> {
  const page = await trx.selectFrom('document').select('id').where('id', '=', documentId).executeTakeFirst()
  if (!page) return false
  const up_to = updateIds.reduce((highest, id) => Math.max(highest, id), 0)
  const row = { state: packed, created_at: new Date().toISOString() }
  await trx
    .insertInto('document_snapshot')
    .values({ document_id: documentId, up_to, ...row })
    .onConflict((conflict) =>
      conflict.column('document_id').doUpdateSet(updateIds.length > 0 ? { up_to, ...row } : row),
    )
    .execute()
  for (let i = 0; i < updateIds.length; i += IDS_AT_ONCE) {
    await trx
      .deleteFrom('document_update')
      .where('document_id', '=', documentId)
      .where('id', 'in', updateIds.slice(i, i + IDS_AT_ONCE))
      .execute()
  }
  return true
}

/**
 * A projection, who edited the page last when (null leaves both as they are), and when each of those who have edited it
 * since the projection before did so last.
 */
export type EditedProjection = Projection & {
  edited: StoredPage['lastEdit']
  editors?: ReadonlyMap<string, string>
}

/** Writes what the page reads like, and what it is found by, or neither. Gives false when the page is gone. */
export async function projectPage(
  db: Db,
  documentId: string,
  projection: EditedProjection,
): Promise<boolean> {
  if (!db.isTransaction)
    return db.transaction().execute((transaction) => projectPage(transaction, documentId, projection))
  const { edited, editors, ...columns } = projection
  const row = await db
    .updateTable('document')
    .set({ ...columns, ...(edited ? { updated_at: edited.at, updated_by: edited.by } : {}) })
    .where('id', '=', documentId)
    .returning('updated_at')
    .executeTakeFirst()
  if (!row) return false
  const { title, plain_text: text } = projection
  await indexPage(db, documentId, { title, text, editedAt: row.updated_at })
  for (const [userId, at] of editors ?? []) await noteEditor(db, documentId, userId, at)
  return true
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
