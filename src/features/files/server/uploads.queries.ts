import type { Db } from '@/server/db/db'
import type { FileRow, UploadPartRow, UploadRow } from '@/server/db/schema'

/** An upload with its file and how much of it has come. */
export interface UploadSoFar {
  upload: UploadRow
  file: FileRow
  /** Bytes that are there, and in how many parts they came. */
  offset: number
  parts: number
}

/** Notes an upload whose file has been noted. */
export const insertUpload = (trx: Db, row: UploadRow) => trx.insertInto('upload').values(row).execute()

/** An upload of this person that has not expired; null for any other. */
export async function findUpload(
  db: Db,
  userId: string,
  id: string,
  now: string,
): Promise<UploadSoFar | null> {
  const upload = await db
    .selectFrom('upload')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!upload) return null
  const file = await db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirst()
  if (!file) return null
  if (file.state === 'ready') return { upload, file, offset: file.size, parts: 0 }
  const { bytes, parts } = await db
    .selectFrom('upload_part')
    .select((eb) => [
      eb.fn.sum<number | string | null>('size').as('bytes'),
      eb.fn.countAll<number | string>().as('parts'),
    ])
    .where('upload_id', '=', id)
    .executeTakeFirstOrThrow()
  return { upload, file, offset: Number(bytes ?? 0), parts: Number(parts) }
}

/** Notes a part that is on the disk; until when the rest is waited for then. */
export async function insertPart(trx: Db, part: UploadPartRow, expires_at: string): Promise<void> {
  await trx.insertInto('upload_part').values(part).execute()
  await trx.updateTable('upload').set({ expires_at }).where('id', '=', part.upload_id).execute()
}

/**
 * The same for a part of a file that comes in many small ones: it joins the one before it as long as both together have at most `most`
 * bytes, so that their number stays small. The checksum of what is joined is nobody's.
 */
export async function joinPart(
  trx: Db,
  part: UploadPartRow,
  most: number,
  expires_at: string,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('upload_part')
    .set((eb) => ({ size: eb('size', '+', part.size), sha256: '' }))
    .where('upload_id', '=', part.upload_id)
    .where((eb) => eb(eb('start', '+', eb.ref('size')), '=', part.start))
    .where('size', '<=', most - part.size)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return insertPart(trx, part, expires_at)
  await trx.updateTable('upload').set({ expires_at }).where('id', '=', part.upload_id).execute()
}

export async function setLength(db: Db, id: string, length: number): Promise<void> {
  await db.updateTable('upload').set({ length }).where('id', '=', id).execute()
}

/** The parts of a file that is whole mean nothing any more. */
export async function deleteParts(db: Db, id: string): Promise<void> {
  await db.deleteFrom('upload_part').where('upload_id', '=', id).execute()
}

export async function deleteUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom('upload').where('id', '=', id).execute()
}

/** Uploads for which nothing has come for too long, or whose file has long been whole. */
export const listExpired = (db: Db, now: string): Promise<Pick<UploadRow, 'id' | 'user_id'>[]> =>
  db.selectFrom('upload').select(['id', 'user_id']).where('expires_at', '<=', now).execute()

/** Is it still one of these, and is its file whole? Null when it is not. */
export async function expiredState(db: Db, id: string, now: string): Promise<FileRow['state'] | null> {
  const row = await db
    .selectFrom('upload')
    .innerJoin('file', 'file.id', 'upload.id')
    .select('file.state')
    .where('upload.id', '=', id)
    .where('upload.expires_at', '<=', now)
    .executeTakeFirst()
  return row?.state ?? null
}
