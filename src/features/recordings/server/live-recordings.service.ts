import { discardFile, newFileRow } from '@/features/files/server/receive-file'
import { removeBytesJob } from '@/features/files/server/remove-bytes.job'
import { withUpload } from '@/features/files/server/upload-lock'
import { beginUpload, endUpload, WAIT_MS } from '@/features/files/server/uploads.service'
import type { Services, SignedInContext } from '@/server/context'
import { lockPerson } from '@/server/db/lock-person'
import type { FileRow, LiveRecordingRow } from '@/server/db/schema'
import { enqueue } from '@/server/jobs/queue'
import { AppError } from '@/shared/errors'
import { newId } from '@/shared/ids'
import type { BeginRecording, FinishRecording, NoteRecording } from '../inputs'
import {
  RECORDING_WORDS,
  RECORDINGS,
  RECOVERED,
  type Recording,
  SILENCE,
  type UnfinishedRecording,
} from '../model'
import { remuxFor } from './ask-remux'
import * as live from './live-recordings.queries'
import * as queries from './recordings.queries'
import { insertRecordingOf, isOfType, recordingOf, requirePlace } from './recordings.service'
import type { Remuxed } from './remux'

/**
 * Begins a recording that is sent while it is made; answers the upload (`/api/uploads`) that takes its bytes, the same one when asked again. Null:
 * that id is in the library already, made of this many bytes, or it is somebody else's. Throws what `beginUpload` does, and `too-large` when the library is full,
 * or too many are on their way to it.
 */
export async function beginRecording(
  ctx: SignedInContext,
  { id, title, type, mimeType, resolution }: BeginRecording,
): Promise<{ upload: string } | { upload: null; sent: number | null }> {
  const userId = ctx.caller.user.id
  return ctx.underWay.inTurn(turnOf(id), async () => {
    const begun = await live.findLive(ctx.db, userId, id)
    if (begun) return { upload: begun.upload_id }
    const made = await queries.findRecording(ctx.db, userId, id)
    if (made) return { upload: null, sent: made.sent_bytes === null ? null : Number(made.sent_bytes) }
    if (await live.isKnown(ctx.db, id)) return { upload: null, sent: null }
    const upload = newId()
    const now = new Date().toISOString()
    const name = `recording.${mimeType.includes('mp4') ? 'mp4' : 'webm'}`
    await beginUpload(ctx, { id: upload, documentId: null, name, length: null }, async (trx) => {
      // One at a time: what holds the room of a person is locked.
      await requirePlace(trx, userId, 'live')
      await live.insertLive(trx, {
        id,
        user_id: userId,
        upload_id: upload,
        type,
        title,
        duration: 0,
        resolution,
        thumbnail: null,
        has_ended: 0,
        started_at: now,
        heard_at: now,
      })
    })
    return { upload }
  })
}

const turnOf = (id: string): string => `recording:${id}`

async function requireLive(ctx: SignedInContext, id: string): Promise<LiveRecordingRow> {
  const row = await live.findLive(ctx.db, ctx.caller.user.id, id)
  if (!row) throw new AppError('not-found', RECORDING_WORDS.notThere())
  return row
}

/** Notes a minute: browsers send one every few seconds. */
const NOTES_A_MINUTE = 120

/** Notes how far a recording is, and that its browser is still at it. Throws `not-found` and `rate-limited`. */
export async function noteRecording(
  ctx: SignedInContext,
  { id, duration, thumbnail, hasEnded }: NoteRecording,
): Promise<{ id: string }> {
  await ctx.limits.take(`recording-note:${ctx.caller.user.id}`, NOTES_A_MINUTE, 60)
  const row = await requireLive(ctx, id)
  const now = new Date()
  await live.updateLive(ctx.db, id, {
    duration: Math.round(duration * 1_000),
    heard_at: now.toISOString(),
    ...(thumbnail !== null && row.type !== 'audio' && { thumbnail }),
    ...(hasEnded && { has_ended: 1 }),
  })
  // One that is paused for long sends nothing, and is not forgotten.
  await live.keepUpload(ctx.db, row.upload_id, new Date(now.getTime() + WAIT_MS).toISOString())
  return { id }
}

/** What the caller has recorded and is not in their library, the newest first. */
export async function listUnfinished(
  { db, caller }: SignedInContext,
  now: Date = new Date(),
): Promise<UnfinishedRecording[]> {
  const rows = await live.listLive(db, caller.user.id)
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    title: row.has_ended === 1 ? row.title : RECOVERED(),
    startedAt: row.started_at,
    duration: row.duration / 1_000,
    size: Number(row.bytes ?? 0),
    thumbnail: row.thumbnail,
    hasEnded: row.has_ended === 1,
    // A part moves on until when the next one is waited for.
    isLive:
      now.getTime() - Math.max(Date.parse(row.heard_at), Date.parse(row.expires_at) - WAIT_MS) < SILENCE,
  }))
}

/**
 * Puts what has come of a recording into the caller's library: written anew, so that it has a length and can be sought in. Asked again it answers
 * what it made the first time. Throws `not-found`, `conflict` when other than `size` bytes have come, `bad-input` for what is no
 * recording of its kind; what has come stays.
 */
export async function finishRecording(
  ctx: SignedInContext,
  { id, size }: FinishRecording,
): Promise<Recording> {
  const userId = ctx.caller.user.id
  return ctx.underWay.inTurn(turnOf(id), async () => {
    const made = await queries.findRecording(ctx.db, userId, id)
    if (made) return recordingOf(made)
    const row = await requireLive(ctx, id)
    const sent = await endUpload(ctx, row.upload_id, size).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'conflict')
        throw new AppError('conflict', RECORDING_WORDS.notWhole(), { cause: error })
      throw error
    })
    const raw = await queries.findLooseFile(ctx.db, userId, row.upload_id)
    if (!raw) throw new AppError('not-found', RECORDING_WORDS.noFile())
    if (!isOfType(raw.type, row.type)) throw new AppError('bad-input', RECORDING_WORDS.otherType())
    const written = await rewrite(ctx, raw)
    const file = written?.file ?? raw
    let recording: Recording
    try {
      recording = await keep(ctx, { row, raw, sent, file, about: written?.about ?? null })
    } catch (error) {
      if (written) await giveUp(ctx, file.id)
      throw error
    }
    // The job does it where this fails.
    if (written)
      await ctx.files
        .remove(raw.id)
        .catch((left) => ctx.log.error({ err: left, file: raw.id }, 'what a recording was made of is left'))
    return recording
  })
}

/**
 * The same film as a file that can be sought in, whose row is not ready yet; null where it cannot be read, or there is no room for a second
 * one: then it stays as it came.
 */
async function rewrite(
  ctx: SignedInContext,
  raw: FileRow,
): Promise<{ file: FileRow; about: Remuxed } | null> {
  const id = newId()
  // The row is there before the bytes: what a killed server leaves is found by it. It takes no room beside what it is made of.
  const place = { id: null, pod_id: raw.pod_id }
  const row = { ...newFileRow(ctx, { id, name: raw.name, size: 0 }, place), type: raw.type }
  await live.insertFile(ctx.db, row)
  let about: Remuxed | null = null
  try {
    const size = await ctx.files.derive(raw.id, id, async (from, to) => {
      about = await remuxFor(ctx.caller.user.id, { from, to })
      if (about === null) throw new Error('this recording cannot be read to its end')
    })
    return about && { about, file: { ...row, size } }
  } catch (error) {
    ctx.log.warn({ err: error, file: raw.id }, 'a recording is kept as it was sent')
    await giveUp(ctx, id)
    return null
  }
}

/**
 * Removes a file that was written for a recording, unless a recording has it: a transaction may have come to its end although its answer
 * was lost. What cannot be removed now is removed when this server has ended.
 */
async function giveUp(ctx: SignedInContext, id: string): Promise<void> {
  try {
    await ctx.db.transaction().execute(async (trx) => {
      if (await live.deleteUnfinished(trx, id)) await enqueue(trx, removeBytesJob, { file: id })
    })
  } catch (error) {
    ctx.log.error({ err: error, file: id }, 'a part of a recording is left')
  }
}

interface Kept {
  row: LiveRecordingRow
  /** As it was sent. */
  raw: FileRow
  /** Its bytes. */
  sent: number
  /** As it is kept: the same, or written anew. */
  file: FileRow
  about: Remuxed | null
}

/** Makes the recording, its file and the end of its upload one step: whatever ends this leaves the one or the other. */
const keep = (ctx: SignedInContext, { row, raw, sent, file, about }: Kept): Promise<Recording> =>
  ctx.db.transaction().execute(async (trx) => {
    await lockPerson(trx, row.user_id)
    if ((await queries.countRecordings(trx, row.user_id)) >= RECORDINGS.most)
      throw new AppError('too-large', RECORDING_WORDS.full())
    // Held by this, so that nobody makes something else of it meanwhile.
    if (!(await queries.takeLooseFile(trx, row.user_id, raw.id)))
      throw new AppError('not-found', RECORDING_WORDS.noFile())
    if (file.id === raw.id) await live.deleteUploadOf(trx, row.upload_id)
    else {
      if (!(await live.replaceFile(trx, raw, file))) throw new AppError('not-found', RECORDING_WORDS.noFile())
      await enqueue(trx, removeBytesJob, { file: raw.id })
    }
    return insertRecordingOf(trx, file, {
      id: row.id,
      user_id: row.user_id,
      type: row.type,
      title: row.has_ended === 1 ? row.title : RECOVERED(),
      duration: about?.duration ?? row.duration / 1_000,
      resolution: about?.resolution ?? row.resolution,
      thumbnail: row.thumbnail,
      sent_bytes: sent,
    })
  })

/** Removes what has come of a recording that nobody wants. Throws `not-found`. */
export async function discardRecording(ctx: SignedInContext, id: string): Promise<{ id: string }> {
  await ctx.underWay.inTurn(turnOf(id), async () => {
    const row = await requireLive(ctx, id)
    // Its upload and this row go with the file's.
    await withUpload(ctx.underWay, row.upload_id, () => discardFile(ctx, row.upload_id))
  })
  return { id }
}

/** Recordings of which nothing has come for so long are put into the library as they are, an hour before their upload would be forgotten. */
const LAST_HOUR = 3_600_000

/** Puts recordings that nobody ended into the libraries of their owners: no browser is left that would. */
export async function saveSilentRecordings(services: Services, now: Date = new Date()): Promise<void> {
  const silent = await live.listSilent(services.db, new Date(now.getTime() + LAST_HOUR).toISOString())
  for (const row of silent) {
    // What cannot be saved now is tried again in a day, and not forgotten before.
    await live.keepUpload(services.db, row.upload_id, new Date(now.getTime() + WAIT_MS).toISOString())
    const ctx = asOwner(services, row.user_id)
    try {
      await finishRecording(ctx, { id: row.id, size: null })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // Nothing of it, or no recording at all: there is nothing to be saved.
      if (error.code === 'bad-input') await discardRecording(ctx, row.id)
      else
        services.log.warn(
          { err: error, recording: row.id },
          'a recording could not be saved; it is tried again',
        )
    }
  }
}

/** What nobody asked for is done as its owner: nothing that it calls looks at more of them than their id. */
const asOwner = (services: Services, id: string): SignedInContext => ({
  ...services,
  caller: { user: { id, email: '', name: '' }, sessionId: '', ip: '' },
})
