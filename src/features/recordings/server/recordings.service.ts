import { fileUrl, safeFileName } from '@/features/files/model'
import { giveUpFile } from '@/features/files/server/file-pages'
import { discardFiles } from '@/features/files/server/receive-file'
import type { SignedInContext } from '@/server/context'
import type { Db } from '@/server/db/db'
import { lockPerson } from '@/server/db/lock-person'
import type { FileRow, RecordingRow } from '@/server/db/schema'
import { AppError } from '@/shared/errors'
import type { CreateRecording, ListRecordings, RenameRecording } from '../inputs'
import { RECORDING_WORDS, RECORDINGS, type Recording, type RecordingList, type RecordingType } from '../model'
import { countLive } from './live-recordings.queries'
import * as queries from './recordings.queries'

export const recordingOf = (row: queries.RecordingWithFile): Recording => ({
  id: row.id,
  createdAt: row.created_at,
  duration: row.duration / 1_000,
  // PostgreSQL gives large numbers as text.
  size: Number(row.size),
  thumbnail: row.thumbnail,
  title: row.title,
  type: row.type,
  url: fileUrl(row.file_id, row.file_name),
  metadata: { resolution: row.resolution },
})

const folded = (text: string): string => text.normalize('NFC').toLowerCase()

/** The caller's recordings, those whose title holds the search; `cursor` is that of the answer before. */
export async function listRecordings(
  { db, caller }: SignedInContext,
  { search, filter, sort, cursor, limit }: ListRecordings,
): Promise<RecordingList> {
  const offset = cursor ?? 0
  const words = folded(search.trim())
  const rows = await queries.listRecordings(db, caller.user.id, {
    words,
    filter,
    sort,
    offset,
    limit: limit + 1,
  })
  return {
    recordings: rows.slice(0, limit).map(recordingOf),
    nextCursor: rows.length > limit ? offset + limit : null,
    total: await queries.countRecordings(db, caller.user.id),
  }
}

/**
 * Puts a file that the caller has sent into their library. Asked again with the same id it answers what it made the first time. Throws
 * `not-found` for a file that is not the caller's, or belongs to something, `bad-input` for one of another kind, and
 * `too-large` when the library is full.
 */
export async function createRecording(ctx: SignedInContext, input: CreateRecording): Promise<Recording> {
  const userId = ctx.caller.user.id
  return ctx.db.transaction().execute(async (trx) => {
    await lockPerson(trx, userId)
    const made = await queries.findRecording(trx, userId, input.id)
    if (made) return recordingOf(made)
    await requirePlace(trx, userId, 'whole')
    const file = await queries.takeLooseFile(trx, userId, input.fileId)
    if (!file) throw new AppError('not-found', RECORDING_WORDS.noFile())
    if (!isOfType(file.type, input.type)) throw new AppError('bad-input', RECORDING_WORDS.otherType())
    const { metadata, ...fields } = input
    return insertRecordingOf(trx, file, { ...fields, user_id: userId, resolution: metadata.resolution })
  })
}

/** Throws `too-large` unless a person may have one more; those that are on their way have a place in the library. */
export async function requirePlace(trx: Db, userId: string, kind: 'live' | 'whole'): Promise<void> {
  const onTheirWay = await countLive(trx, userId)
  if (kind === 'live' && onTheirWay >= RECORDINGS.live)
    throw new AppError('too-large', RECORDING_WORDS.manyLive())
  if ((await queries.countRecordings(trx, userId)) + onTheirWay >= RECORDINGS.most)
    throw new AppError('too-large', RECORDING_WORDS.full())
}

/** Makes a recording of a file that belongs to nothing; the file is called as the recording is. Throws `not-found` for an id that is taken. */
export async function insertRecordingOf(
  trx: Db,
  file: FileRow,
  about: Pick<RecordingRow, 'id' | 'user_id' | 'type' | 'title' | 'duration' | 'resolution' | 'thumbnail'> & {
    sent_bytes?: number
  },
): Promise<Recording> {
  const { id, user_id, type, title, duration, resolution, thumbnail } = about
  const row: RecordingRow = {
    id,
    user_id,
    file_id: file.id,
    type,
    title,
    title_folded: folded(title),
    duration: type === 'screenshot' ? 0 : Math.round(duration * 1_000),
    resolution: type === 'audio' ? null : resolution,
    thumbnail: type === 'audio' ? null : thumbnail,
    created_at: new Date().toISOString(),
    sent_bytes: about.sent_bytes ?? null,
  }
  if (!(await queries.insertRecording(trx, row))) throw new AppError('not-found', RECORDING_WORDS.noFile())
  const names = namesOf(title, file)
  await queries.nameFile(trx, file.id, names)
  return recordingOf({ ...row, size: file.size, file_name: names.name })
}

/** A container for film can hold sound alone, and reads no different from its start. */
export function isOfType(mime: string, type: RecordingType): boolean {
  if (type === 'screenshot') return /^image\/(?:png|jpeg|webp)$/.test(mime)
  return /^(?:video|audio)\//.test(mime) || mime === 'application/ogg'
}

/** The file is downloaded under the title, with the ending that it has. */
function namesOf(title: string, file: Pick<FileRow, 'name'>): { name: string; name_folded: string } {
  const ending = /\.[a-z0-9]{1,12}$/i.exec(file.name)?.[0] ?? ''
  const name = safeFileName(`${title}${ending}`)
  return { name, name_folded: folded(name) }
}

/** Gives a recording another title; the same one changes nothing (product.md 5.8). Throws `not-found`. */
export function renameRecording(
  { db, caller }: SignedInContext,
  { id, title }: RenameRecording,
): Promise<Recording> {
  return db.transaction().execute(async (trx) => {
    await lockPerson(trx, caller.user.id)
    const row = await queries.findRecording(trx, caller.user.id, id)
    if (!row) throw new AppError('not-found', RECORDING_WORDS.notThere())
    if (row.title === title) return recordingOf(row)
    const next = { title, title_folded: folded(title) }
    const names = namesOf(title, { name: row.file_name })
    await queries.setTitle(trx, id, next)
    await queries.nameFile(trx, row.file_id, names)
    return recordingOf({ ...row, ...next, file_name: names.name })
  })
}

/**
 * Takes a recording out of the caller's library. Its file goes with it at once, unless a page or a stash shows it: there it stays, and is
 * kept with the first of these pages from the next sweep on. Throws `not-found`.
 */
export async function deleteRecording(ctx: SignedInContext, id: string): Promise<{ id: string }> {
  const fileId = await ctx.db.transaction().execute(async (trx) => {
    const file = await queries.deleteRecording(trx, ctx.caller.user.id, id)
    if (file === null) throw new AppError('not-found', RECORDING_WORDS.notThere())
    return (await giveUpFile(trx, file)) ? file : null
  })
  // The bytes go once nothing can bring the rows back.
  if (fileId !== null) await discardFiles(ctx, [fileId])
  return { id }
}
