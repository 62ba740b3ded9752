import type { Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import type { Kysely } from 'kysely'
import type { Tables } from '@/server/db/schema'
import { StartupError } from '@/server/startup-error'

/**
 * The file of a backup, the same for both databases: gzipped lines of JSON. A header, then for each table a line that
 * names it and a line for each row, then for each file a line that names it and lines with its bytes, then an end with
 * the number of rows and files and a hash over them. A backup made before there were files has none, and says no number. Of a file that is
 * still coming (`isParts`), or a recording that is being made, it holds what had come by then.
 */
export const FORMAT = 'sheaf-backup'
export const VERSION = 1

/**
 * Every table, each after those it points at, with the columns its rows are ordered by (so that equal databases give
 * equal files) and how many rows are held in memory at once.
 */
export const TABLES = {
  user: { key: ['id'], atOnce: 500 },
  session: { key: ['id'], atOnce: 500 },
  lapsed_session: { key: ['id'], atOnce: 500 },
  account: { key: ['id'], atOnce: 500 },
  verification: { key: ['id'], atOnce: 500 },
  rate_limit: { key: ['key'], atOnce: 500 },
  pod: { key: ['id'], atOnce: 500 },
  pod_member: { key: ['pod_id', 'user_id'], atOnce: 500 },
  pod_invitation: { key: ['id'], atOnce: 500 },
  pod_letter: { key: ['id'], atOnce: 500 },
  place_decision: { key: ['id'], atOnce: 500 },
  document: { key: ['id'], atOnce: 20 },
  preparation: { key: ['id'], atOnce: 500 },
  prepared_page: { key: ['document_id'], atOnce: 500 },
  document_update: { key: ['id'], atOnce: 50 },
  document_snapshot: { key: ['document_id'], atOnce: 2 },
  document_client: { key: ['document_id', 'client'], atOnce: 500 },
  document_quarantine: { key: ['id'], atOnce: 2 },
  file: { key: ['id'], atOnce: 500 },
  file_preview: { key: ['file_id', 'width'], atOnce: 20 },
  file_media: { key: ['file_id'], atOnce: 200 },
  file_page: { key: ['file_id', 'document_id'], atOnce: 500 },
  upload: { key: ['id'], atOnce: 500 },
  upload_part: { key: ['upload_id', 'start'], atOnce: 500 },
  favorite: { key: ['user_id', 'document_id'], atOnce: 500 },
  visit: { key: ['user_id', 'document_id'], atOnce: 500 },
  stash: { key: ['id'], atOnce: 5 },
  file_stash: { key: ['file_id', 'stash_id'], atOnce: 500 },
  recording: { key: ['id'], atOnce: 20 },
  live_recording: { key: ['id'], atOnce: 20 },
  version: { key: ['id'], atOnce: 2 },
  document_editor: { key: ['document_id', 'user_id'], atOnce: 500 },
  publication: { key: ['document_id'], atOnce: 500 },
  document_share: { key: ['document_id', 'user_id'], atOnce: 500 },
  document_link: { key: ['document_id'], atOnce: 500 },
  document_link_use: { key: ['document_id', 'user_id'], atOnce: 500 },
  document_invite: { key: ['id'], atOnce: 500 },
  access_request: { key: ['id'], atOnce: 500 },
  share_access: { key: ['document_id', 'user_id'], atOnce: 500 },
  outbox: { key: ['id'], atOnce: 500 },
  discussion_page: { key: ['document_id'], atOnce: 500 },
  discussion: { key: ['id'], atOnce: 500 },
  comment: { key: ['id'], atOnce: 100 },
  comment_reaction: { key: ['comment_id', 'user_id', 'emoji'], atOnce: 500 },
  comment_mention: { key: ['comment_id', 'user_id'], atOnce: 500 },
  discussion_reader: { key: ['discussion_id', 'user_id'], atOnce: 500 },
  suggestion_log: { key: ['document_id', 'sid'], atOnce: 500 },
  suggestion_signature: { key: ['document_id', 'sid'], atOnce: 500 },
  ai_answer: { key: ['id'], atOnce: 20 },
  page_review: { key: ['id'], atOnce: 20 },
  page_review_edit: { key: ['review_id', 'number'], atOnce: 100 },
  job: { key: ['id'], atOnce: 500 },
  friendship: { key: ['id'], atOnce: 500 },
  person_block: { key: ['blocker_id', 'blocked_id'], atOnce: 500 },
  memory: { key: ['id'], atOnce: 200 },
  prompt: { key: ['id'], atOnce: 50 },
  notification: { key: ['id'], atOnce: 500 },
  notification_preference: { key: ['user_id'], atOnce: 500 },
  notification_page: { key: ['user_id', 'document_id'], atOnce: 500 },
  push_device: { key: ['id'], atOnce: 500 },
  ai_usage: { key: ['user_id', 'day', 'paid_by'], atOnce: 500 },
  api_usage: { key: ['user_id', 'month'], atOnce: 500 },
  chat: { key: ['id'], atOnce: 500 },
  chat_message: { key: ['chat_id', 'number'], atOnce: 50 },
  chat_tool_call: { key: ['message_id', 'number'], atOnce: 100 },
  profile_picture: { key: ['id'], atOnce: 20 },
  two_factor: { key: ['id'], atOnce: 500 },
  passkey: { key: ['id'], atOnce: 500 },
  chat_action: { key: ['message_id', 'number'], atOnce: 50 },
} as const satisfies Record<keyof Tables, { key: readonly string[]; atOnce: number }>

export const tableNames = Object.keys(TABLES) as (keyof Tables)[]

/** A row of any table, as the database gives and takes it. */
export type Row = Record<string, string | number | null | Uint8Array>
/** The database without knowledge of its columns: a backup treats all tables alike. */
export type AnyDb = Kysely<Record<string, Row>>

/** What was written or brought back; the hash is equal for equal content, on either database (R44). */
export interface BackupSummary {
  rows: number
  files: number
  hash: string
}

/** Thrown when a file is no backup or is damaged, or when the target cannot take it; the message says which. */
export class BackupError extends StartupError {}

/** Adds a row's line to the hash and the count. */
export function countRow(summary: BackupSummary, hash: Hash, table: string, line: string): void {
  summary.rows += 1
  hash.update(table).update('\t').update(line).update('\n')
}

/** Adds the start of a file to the hash and the count; its bytes follow with {@link countBytes}. */
export function countFile(summary: BackupSummary, hash: Hash, id: string): void {
  summary.files += 1
  hash.update('file bytes').update('\t').update(id).update('\n')
}

/** Adds bytes of a file to the hash, however they are cut. */
export const countBytes = (hash: Hash, bytes: Uint8Array): void => void hash.update(bytes)

/** A row as a line: columns in the order of their names, bytes as `{ $bytes: base64 }`. */
export function lineOf(row: Row): string {
  return JSON.stringify(
    Object.fromEntries(
      Object.keys(row)
        .sort()
        .map((name) => [name, written(row[name] ?? null)]),
    ),
  )
}

const written = (value: Row[string]) =>
  value instanceof Uint8Array ? { $bytes: Buffer.from(value).toString('base64') } : value

/** The row that a line was made of. */
export function rowOf(line: Record<string, unknown>): Row {
  return Object.fromEntries(
    Object.entries(line).map(([name, value]) => [
      name,
      isBytes(value) ? Buffer.from(value.$bytes, 'base64') : value,
    ]),
  ) as Row
}

const isBytes = (value: unknown): value is { $bytes: string } =>
  typeof value === 'object' && value !== null && '$bytes' in value && typeof value.$bytes === 'string'

/** The lines of a backup file, parsed. Throws {@link BackupError} when it cannot be read to its end. */
export async function* readLines(
  file: string,
): AsyncGenerator<{ text: string; value: Record<string, unknown> }> {
  const source = createReadStream(file)
  const unzipped = source.pipe(createGunzip())
  source.on('error', (error) => unzipped.destroy(error))
  let pieces: Buffer[] = []
  try {
    for await (const chunk of unzipped as AsyncIterable<Buffer>) {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        pieces.push(chunk.subarray(start, end))
        const text = Buffer.concat(pieces).toString('utf8')
        pieces = []
        start = end + 1
        yield { text, value: JSON.parse(text) as Record<string, unknown> }
      }
      if (start < chunk.length) pieces.push(chunk.subarray(start))
    }
  } catch (error) {
    throw asBackupError(error, file)
  } finally {
    source.destroy()
  }
}

const NEWLINE = 0x0a

function asBackupError(error: unknown, file: string): unknown {
  const code = (error as { code?: string }).code ?? ''
  if (code === 'ENOENT') return new BackupError(`There is no file ${file}.`, { cause: error })
  if (code === 'Z_BUF_ERROR') {
    return new BackupError(`${file} is cut off: its end is missing. Nothing was restored.`, { cause: error })
  }
  if (code.startsWith('Z_') || error instanceof SyntaxError) {
    return new BackupError(`${file} is damaged, or is not a backup of Sheaf. Nothing was restored.`, {
      cause: error,
    })
  }
  return error
}
