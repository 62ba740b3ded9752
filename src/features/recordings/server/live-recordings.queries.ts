import type { Db } from '@/server/db/db'
import type { FileRow, LiveRecordingRow, UploadRow } from '@/server/db/schema'
import { RECORDINGS } from '../model'

/** A recording that is not in the library yet, with how much of it has come. */
export type LiveSoFar = LiveRecordingRow & { bytes: number | string | null } & Pick<UploadRow, 'expires_at'>

const withBytes = (db: Db) =>
  db
    .selectFrom('live_recording')
    .innerJoin('upload', 'upload.id', 'live_recording.upload_id')
    .selectAll('live_recording')
    .select('upload.expires_at')
    .select((eb) =>
      eb
        .selectFrom('upload_part')
        .select((sum) => sum.fn.sum<number | string | null>('upload_part.size').as('bytes'))
        .whereRef('upload_part.upload_id', '=', 'upload.id')
        .as('bytes'),
    )

/** Those of a person, the newest first, as many as there may be. */
export const listLive = (db: Db, userId: string): Promise<LiveSoFar[]> =>
  withBytes(db)
    .where('live_recording.user_id', '=', userId)
    .orderBy('live_recording.started_at', 'desc')
    .orderBy('live_recording.id')
    .limit(RECORDINGS.live)
    .execute()

/** How many of a person's are not in the library yet. */
export async function countLive(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('live_recording')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** One of a person's; null for any other. */
export async function findLive(db: Db, userId: string, id: string): Promise<LiveRecordingRow | null> {
  const query = db.selectFrom('live_recording').selectAll().where('id', '=', id).where('user_id', '=', userId)
  return (await query.executeTakeFirst()) ?? null
}

/** Is there a recording of this id, of whomever, made or being made? */
export async function isKnown(db: Db, id: string): Promise<boolean> {
  const made = db.selectFrom('recording').select('id').where('id', '=', id)
  const live = db.selectFrom('live_recording').select('id').where('id', '=', id)
  return (await made.union(live).executeTakeFirst()) !== undefined
}

export const insertLive = (trx: Db, row: LiveRecordingRow) =>
  trx.insertInto('live_recording').values(row).execute()

export const updateLive = (
  db: Db,
  id: string,
  fields: Partial<Pick<LiveRecordingRow, 'duration' | 'thumbnail' | 'has_ended' | 'heard_at'>>,
) => db.updateTable('live_recording').set(fields).where('id', '=', id).execute()

/** Those of which nothing has come since a moment; uploads say until when they wait. */
export const listSilent = (db: Db, expiresBefore: string): Promise<LiveRecordingRow[]> =>
  db
    .selectFrom('live_recording')
    .innerJoin('upload', 'upload.id', 'live_recording.upload_id')
    .selectAll('live_recording')
    .where('upload.expires_at', '<=', expiresBefore)
    .execute()

/** Waits for the rest of an upload until then. */
export const keepUpload = (db: Db, uploadId: string, expires_at: string) =>
  db.updateTable('upload').set({ expires_at }).where('id', '=', uploadId).execute()

/** The recording is no upload any more: its file is whole. */
export const deleteUploadOf = (trx: Db, uploadId: string) =>
  trx.deleteFrom('upload').where('id', '=', uploadId).execute()

export const insertFile = (db: Db, row: FileRow) => db.insertInto('file').values(row).execute()

/** Removes the row of a file that is not ready. False: there is none, or it is ready. */
export async function deleteUnfinished(trx: Db, id: string): Promise<boolean> {
  const query = trx.deleteFrom('file').where('id', '=', id).where('state', '=', 'processing')
  return ((await query.executeTakeFirst()).numDeletedRows ?? 0n) > 0n
}

/** Makes a file ready that takes the place of another one, which takes its own rows along. False: it was removed meanwhile. */
export async function replaceFile(trx: Db, old: FileRow, next: FileRow): Promise<boolean> {
  const done = await trx
    .updateTable('file')
    .set({ state: 'ready', size: next.size, let_go_at: null, received_by: null })
    .where('id', '=', next.id)
    .where('state', '=', 'processing')
    .executeTakeFirst()
  if ((done.numUpdatedRows ?? 0n) === 0n) return false
  await trx.deleteFrom('file').where('id', '=', old.id).execute()
  return true
}
