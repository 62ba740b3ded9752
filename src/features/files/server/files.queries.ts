import { sql } from 'kysely'
import { podsOf, visiblePages } from '@/server/access/page-access'
import type { Db } from '@/server/db/db'
import type { FileRow } from '@/server/db/schema'
import { hasEnded } from '@/server/server-lease'
import { giveToPages, isRecording, showsTo } from './file-pages'

/** Notes a file, which belongs to its page from now on. */
export async function insertFile(trx: Db, row: FileRow): Promise<void> {
  await trx.insertInto('file').values(row).execute()
  if (row.document_id !== null) await giveToPages(trx, row, [row.document_id])
}

/** A file, whether or not the caller may see it. */
export async function findFile(db: Db, id: string): Promise<FileRow | null> {
  return (await db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Says that a file has been received; false when its page, if it has one, or the file is gone meanwhile. */
export async function markReady(
  db: Db,
  id: string,
  { type, size, hasPage }: { type: string; size: number; hasPage: boolean },
): Promise<boolean> {
  let query = db
    .updateTable('file')
    // The time that a file without a page has begins now, and not while it was still coming.
    .set({ type, size, state: 'ready', let_go_at: null })
    .where('id', '=', id)
  if (hasPage) query = query.where('document_id', 'is not', null)
  return Number((await query.executeTakeFirst()).numUpdatedRows) > 0
}

export async function deleteFile(db: Db, id: string): Promise<void> {
  await db.deleteFrom('file').where('id', '=', id).execute()
}

/** Where a list goes on: after the file that was made then and has this id. */
export interface FilePlace {
  createdAt: string
  id: string
}

/** The files of the person's pages outside the trash, the newest first; with `search`, those whose name holds it. */
export function listFiles(
  db: Db,
  userId: string,
  { after, limit, search }: { after: FilePlace | null; limit: number; search: string },
): Promise<FileRow[]> {
  let query = db
    .selectFrom('file')
    .innerJoin('document', 'document.id', 'file.document_id')
    .selectAll('file')
    .where(visiblePages(userId))
    .where(showsTo(userId))
    .where('document.archived_at', 'is', null)
    .where('file.state', '=', 'ready')
  if (search !== '') {
    const pattern = `%${search.replace(/[\\%_]/g, (character) => `\\${character}`)}%`
    query = query.where((eb) => eb('file.name_folded', 'like', sql<string>`${pattern} escape '\\'`))
  }
  if (after) {
    query = query.where((eb) =>
      eb.or([
        eb('file.created_at', '<', after.createdAt),
        eb.and([eb('file.created_at', '=', after.createdAt), eb('file.id', '<', after.id)]),
      ]),
    )
  }
  return query.orderBy('file.created_at', 'desc').orderBy('file.id', 'desc').limit(limit).execute()
}

const sumOfSizes = (db: Db) =>
  db.selectFrom('file').select((eb) => eb.fn.sum<number | string | null>('size').as('bytes'))

/** How many bytes the files take that a person has uploaded, with the room of those on their way, but for one. */
export async function takenByPerson(db: Db, userId: string, exceptId = ''): Promise<number> {
  const sum = sumOfSizes(db).where('uploaded_by', '=', userId).where('id', '<>', exceptId)
  return Number((await sum.executeTakeFirstOrThrow()).bytes ?? 0)
}

/** The same of the files of a pod. */
export async function takenByPod(db: Db, podId: string, exceptId = ''): Promise<number> {
  const sum = sumOfSizes(db).where('pod_id', '=', podId).where('id', '<>', exceptId)
  return Number((await sum.executeTakeFirstOrThrow()).bytes ?? 0)
}

/** The pods whose pages the person sees, with what their files take, by name. */
export async function listTaken(
  db: Db,
  userId: string,
): Promise<{ id: string; name: string; bytes: number }[]> {
  const rows = await db
    .selectFrom('pod')
    .select(['pod.id', 'pod.name'])
    .select((eb) =>
      eb
        .selectFrom('file')
        .select((sum) => sum.fn.sum<number | string | null>('file.size').as('bytes'))
        .whereRef('file.pod_id', '=', 'pod.id')
        .as('bytes'),
    )
    .where('pod.id', 'in', podsOf(userId))
    .execute()
  return rows
    .map((row) => ({ ...row, bytes: Number(row.bytes ?? 0) }))
    .sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
}

/** Lets one transaction at a time give out the room of this person and this pod, by writing their rows as they are. */
export async function lockOwners(trx: Db, userId: string | null, podId: string): Promise<void> {
  if (userId !== null)
    await trx
      .updateTable('user')
      .set((eb) => ({ name: eb.ref('name') }))
      .where('id', '=', userId)
      .execute()
  await trx
    .updateTable('pod')
    .set((eb) => ({ is_personal: eb.ref('is_personal') }))
    .where('id', '=', podId)
    .execute()
}

/** Says how much room a file that is being received has been given. */
export async function setSize(db: Db, id: string, size: number): Promise<void> {
  await db.updateTable('file').set({ size }).where('id', '=', id).execute()
}

/** Files that were being received whole or copied by a server that has ended: they never will be there. */
export function listUnfinished(db: Db, now: Date): Promise<Pick<FileRow, 'id'>[]> {
  return db
    .selectFrom('file')
    .select('id')
    .where('state', '=', 'processing')
    .where(hasEnded('file.received_by', now))
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('upload').select('upload.id').whereRef('upload.id', '=', 'file.id'))),
    )
    .execute()
}

/** Notes for files whose page is gone when that was first seen, and forgets it for those that have one again. */
export async function noteLetGo(db: Db, now: string): Promise<void> {
  await db
    .updateTable('file')
    .set({ let_go_at: now })
    .where('document_id', 'is', null)
    .where('let_go_at', 'is', null)
    .where((eb) => eb.not(isRecording(eb)))
    .execute()
}

/** Files that have had no page since before a moment. */
export function listLetGo(db: Db, before: string): Promise<Pick<FileRow, 'id'>[]> {
  return db
    .selectFrom('file')
    .select('id')
    .where('document_id', 'is', null)
    .where('let_go_at', '<', before)
    .where('state', '=', 'ready')
    .where((eb) => eb.not(isRecording(eb)))
    .execute()
}

/** Lets a file without a page wait from now on. */
export async function keepLetGo(db: Db, id: string, now: string): Promise<void> {
  await db.updateTable('file').set({ let_go_at: now }).where('id', '=', id).execute()
}

/** Keeps a file with another page. */
export async function moveFile(db: Db, id: string, page: { id: string; pod_id: string }): Promise<void> {
  await db
    .updateTable('file')
    .set({ document_id: page.id, pod_id: page.pod_id, let_go_at: null })
    .where('id', '=', id)
    .execute()
}

/** Well under the number of parameters that one statement may have. */
const CHUNK = 500

/** The bytes of the files of these pages that another pod has to make room for until now. */
export async function bytesOutsideOfPod(db: Db, pageIds: readonly string[], podId: string): Promise<number> {
  let bytes = 0
  for (let at = 0; at < pageIds.length; at += CHUNK) {
    const sum = sumOfSizes(db)
      .where('document_id', 'in', pageIds.slice(at, at + CHUNK))
      .where('pod_id', '<>', podId)
    bytes += Number((await sum.executeTakeFirstOrThrow()).bytes ?? 0)
  }
  return bytes
}

export async function moveFilesToPod(db: Db, pageIds: readonly string[], podId: string): Promise<void> {
  for (let at = 0; at < pageIds.length; at += CHUNK) {
    const chunk = pageIds.slice(at, at + CHUNK)
    await db.updateTable('file').set({ pod_id: podId }).where('document_id', 'in', chunk).execute()
  }
}

/** The files of a pod or of its pages, each with the pod that its page is in now. */
export function listFilesOfPod(db: Db, podId: string) {
  return db
    .selectFrom('file')
    .leftJoin('document', 'document.id', 'file.document_id')
    .select(['file.id', 'file.document_id', 'file.uploaded_by', 'document.pod_id as page_pod'])
    .where((eb) => eb.or([eb('file.pod_id', '=', podId), eb('document.pod_id', '=', podId)]))
    .execute()
}

/** The pod that came with the person's account. */
export async function personalPod(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('pod')
    .select('id')
    .where('is_personal', '=', 1)
    .where('created_by', '=', userId)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Puts a file elsewhere. */
export async function placeFile(
  db: Db,
  id: string,
  place: { document_id: string | null; pod_id: string },
): Promise<void> {
  await db
    .updateTable('file')
    .set({ ...place, let_go_at: null })
    .where('id', '=', id)
    .execute()
}

/** Gives a copied file, whose bytes are there, to its pages; the first keeps it. */
export async function keepCopy(
  db: Db,
  file: Pick<FileRow, 'id' | 'uploaded_by'>,
  pages: readonly { id: string; pod_id: string }[],
): Promise<void> {
  const [home] = pages
  await db
    .updateTable('file')
    .set({ document_id: home?.id, pod_id: home?.pod_id, state: 'ready', let_go_at: null })
    .where('id', '=', file.id)
    .execute()
  await giveToPages(
    db,
    file,
    pages.map(({ id }) => id),
  )
}
