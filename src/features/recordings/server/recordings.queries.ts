import { type SqlBool, sql } from 'kysely'
import { podsOf } from '@/server/access/page-access'
import type { Db } from '@/server/db/db'
import type { FileRow, RecordingRow } from '@/server/db/schema'
import type { RecordingFilter, RecordingSort } from '../model'

/** A recording with what is known of its file. */
export type RecordingWithFile = RecordingRow & Pick<FileRow, 'size'> & { file_name: string }

const withFile = (db: Db) =>
  db
    .selectFrom('recording')
    .innerJoin('file', 'file.id', 'recording.file_id')
    .selectAll('recording')
    .select(['file.size', 'file.name as file_name'])

/** Titles from A to Z; what is newest, longest or largest first. */
function orderOf(sort: RecordingSort) {
  switch (sort) {
    case 'date':
      return ['recording.created_at', 'desc'] as const
    case 'title':
      return ['recording.title_folded', 'asc'] as const
    case 'duration':
      return ['recording.duration', 'desc'] as const
    case 'size':
      return ['file.size', 'desc'] as const
  }
}

/** The person's recordings whose title holds the words (in small letters). */
export function listRecordings(
  db: Db,
  userId: string,
  asked: { words: string; filter: RecordingFilter; sort: RecordingSort; offset: number; limit: number },
): Promise<RecordingWithFile[]> {
  let query = withFile(db).where('recording.user_id', '=', userId)
  if (asked.filter !== 'all') query = query.where('recording.type', '=', asked.filter)
  if (asked.words !== '') {
    const pattern = `%${asked.words.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where(sql<SqlBool>`recording.title_folded like ${pattern} escape '\\'`)
  }
  const [column, direction] = orderOf(asked.sort)
  return query
    .orderBy(column, direction)
    .orderBy('recording.created_at', 'desc')
    .orderBy('recording.id')
    .offset(asked.offset)
    .limit(asked.limit)
    .execute()
}

export async function countRecordings(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('recording')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** One of the person's recordings. */
export async function findRecording(db: Db, userId: string, id: string): Promise<RecordingWithFile | null> {
  const query = withFile(db).where('recording.user_id', '=', userId).where('recording.id', '=', id)
  return (await query.executeTakeFirst()) ?? null
}

const IS_SHOWN_NOWHERE = sql<SqlBool>`not exists (
  select 1 from file_page where file_page.file_id = file.id and file_page.is_shown = 1)`

/**
 * The file that the person sent and that nothing has been made of yet, held until the transaction ends; null when there is
 * none: it is somebody else's, belongs to a page or is shown by one, is in a pod that the person has left, or was given up meanwhile.
 */
export async function takeLooseFile(trx: Db, userId: string, id: string): Promise<FileRow | null> {
  const row = await trx
    .updateTable('file')
    .set({ let_go_at: null })
    .where('id', '=', id)
    .where('uploaded_by', '=', userId)
    .where('document_id', 'is', null)
    .where('state', '=', 'ready')
    .where('pod_id', 'in', podsOf(userId))
    .where(IS_SHOWN_NOWHERE)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('recording').select('recording.id').whereRef('recording.file_id', '=', 'file.id'),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** The same without holding it; null also when somebody else holds it. */
export async function findLooseFile(db: Db, userId: string, id: string): Promise<FileRow | null> {
  const query = db
    .selectFrom('file')
    .selectAll()
    .where('id', '=', id)
    .where('uploaded_by', '=', userId)
    .where('document_id', 'is', null)
    .where('state', '=', 'ready')
    .where('pod_id', 'in', podsOf(userId))
    .where(IS_SHOWN_NOWHERE)
  return (await query.executeTakeFirst()) ?? null
}

/** False when there is one of that id, of whomever. */
export async function insertRecording(trx: Db, row: RecordingRow): Promise<boolean> {
  const done = await trx
    .insertInto('recording')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function setTitle(
  trx: Db,
  id: string,
  title: Pick<RecordingRow, 'title' | 'title_folded'>,
): Promise<void> {
  await trx.updateTable('recording').set(title).where('id', '=', id).execute()
}

/** The name that a file is downloaded under. */
export async function nameFile(
  trx: Db,
  id: string,
  name: Pick<FileRow, 'name' | 'name_folded'>,
): Promise<void> {
  await trx.updateTable('file').set(name).where('id', '=', id).execute()
}

/** Takes a recording out of the person's library, and gives the id of its file; null when it is not theirs or gone. */
export async function deleteRecording(trx: Db, userId: string, id: string): Promise<string | null> {
  const row = await trx
    .deleteFrom('recording')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('file_id')
    .executeTakeFirst()
  return row?.file_id ?? null
}
