import type { Block } from '@/blocks/kit/block'
import { plainTextOf } from '@/blocks/plain-text'
import { filesNamedIn } from '@/features/pages/copied-blocks'
import type { Services } from '@/server/context'
import type { Db } from '@/server/db/db'
import type { StashRow } from '@/server/db/schema'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import { newId } from '@/shared/ids'
import type { AddToStash } from '../inputs'
import { STASH, STASH_WORDS, type StashItem, type StashPage, sizeOf } from '../model'
import * as queries from './stash.queries'

/** What the stash needs of the running server, and whose it is. Nobody sees or changes another person's. */
export interface StashContext extends Pick<Services, 'db' | 'underWay'> {
  caller: { user: { id: string } }
}

const itemOf = (row: StashRow): StashItem => ({
  id: row.id,
  // Written by this service alone, from blocks that were checked.
  blocks: JSON.parse(row.blocks) as Block[],
  fromPath: row.from_path,
  fromTitle: row.from_title,
  createdAt: row.created_at,
})

/** Searches that a person may begin in a minute: as many as one types. */
const SEARCHES_A_MINUTE = 120
/** Bytes of the items of one answer, after which no other is added. */
const ANSWER_BYTES = 2 * 1024 * 1024

/**
 * The caller's items that hold the query, the newest first; the cursor is that of the answer before. Throws `rate-limited` for too many
 * searches.
 */
export async function listStash(
  { db, caller, underWay }: StashContext,
  { q, cursor }: { q: string; cursor?: string | undefined },
): Promise<StashPage> {
  if (q !== '' && (await underWay.countMinute(`search-stash:${caller.user.id}`)) > SEARCHES_A_MINUTE)
    throw new AppError('rate-limited', t('Rate limit exceeded. Please try again in a minute.'))
  const [createdAt, id] = cursor?.split(' ') ?? []
  const rows = await queries.listItems(db, caller.user.id, {
    words: q.trim().toLowerCase(),
    before: createdAt && id ? { createdAt, id } : null,
    limit: STASH.pageSize + 1,
  })
  const shown: StashRow[] = []
  let bytes = 0
  for (const row of rows.slice(0, STASH.pageSize)) {
    if (bytes > ANSWER_BYTES) break
    shown.push(row)
    bytes += row.size
  }
  const items = shown.map(itemOf)
  const last = rows.length > shown.length ? items.at(-1) : undefined
  return { items, nextCursor: last ? `${last.createdAt} ${last.id}` : null }
}

/** Keeps blocks for the caller. Refuses what is too large, and more than a person may have. */
export async function addToStash(
  { db, caller }: StashContext,
  { blocks, fromPath, fromTitle }: AddToStash,
): Promise<StashItem> {
  const size = sizeOf(blocks)
  if (size > STASH.itemBytes) throw new AppError('too-large', STASH_WORDS.tooLarge)
  const row: StashRow = {
    id: newId(),
    user_id: caller.user.id,
    blocks: JSON.stringify(blocks),
    words: `${fromTitle}\n${plainTextOf(blocks)}`.toLowerCase(),
    size,
    from_path: fromPath,
    from_title: fromTitle,
    created_at: new Date().toISOString(),
    deleted_at: null,
  }
  await db.transaction().execute(async (transaction) => {
    await queries.lockStash(transaction, caller.user.id)
    await makeSureOfRoom(transaction, row)
    await queries.insertItem(transaction, row)
    await queries.keepFiles(transaction, { userId: caller.user.id, stashId: row.id }, filesNamedIn(blocks))
  })
  return itemOf(row)
}

/** Takes an item out; the last of them can be brought back. */
export async function deleteFromStash({ db, caller }: StashContext, id: string): Promise<{ id: string }> {
  const isThere = await queries.setDeleted(db, caller.user.id, id, new Date().toISOString())
  if (!isThere) throw new AppError('not-found', STASH_WORDS.notThere)
  await queries.forgetDeleted(db, caller.user.id, STASH.undoable)
  return { id }
}

/** Brings back what was taken out, to its place. Refuses more than a person may have. */
export function restoreToStash({ db, caller }: StashContext, id: string): Promise<StashItem> {
  return db.transaction().execute(async (transaction) => {
    await queries.lockStash(transaction, caller.user.id)
    const row = await queries.findItem(transaction, caller.user.id, id)
    if (!row) throw new AppError('not-found', STASH_WORDS.notThere)
    if (row.deleted_at !== null) {
      await makeSureOfRoom(transaction, row)
      await queries.setDeleted(transaction, caller.user.id, id, null)
    }
    return itemOf(row)
  })
}

/** Throws when the person's stash, which is locked, cannot hold the item too. */
async function makeSureOfRoom(transaction: Db, { user_id, size }: StashRow): Promise<void> {
  const has = await queries.measureItems(transaction, user_id)
  if (has.count >= STASH.items || has.bytes + size > STASH.bytes)
    throw new AppError('too-large', STASH_WORDS.full)
}
