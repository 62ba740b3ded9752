import type { Db } from '@/server/db/db'
import type { MemoryRow, PromptRow } from '@/server/db/schema'

/** The two tables; each row is one person's alone. */
export type Kind = 'memory' | 'prompt'

/** The memories of a person, the newest first; with `status`, those of that status. */
export function listMemories(db: Db, userId: string, status?: MemoryRow['status']): Promise<MemoryRow[]> {
  let query = db.selectFrom('memory').selectAll().where('user_id', '=', userId)
  if (status !== undefined) query = query.where('status', '=', status)
  return query.orderBy('created_at', 'desc').orderBy('id').execute()
}

/** The prompts of a person, the newest first; with `status` and `display`, those alone. */
export function listPrompts(
  db: Db,
  userId: string,
  only: Partial<Pick<PromptRow, 'status' | 'display'>> = {},
): Promise<PromptRow[]> {
  let query = db.selectFrom('prompt').selectAll().where('user_id', '=', userId)
  if (only.status !== undefined) query = query.where('status', '=', only.status)
  if (only.display !== undefined) query = query.where('display', '=', only.display)
  return query.orderBy('created_at', 'desc').orderBy('id').execute()
}

export async function countOf(db: Db, kind: Kind, userId: string): Promise<number> {
  const row = await db
    .selectFrom(kind)
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function insertMemory(db: Db, row: MemoryRow): Promise<void> {
  await db.insertInto('memory').values(row).execute()
}

export async function insertPrompt(db: Db, row: PromptRow): Promise<void> {
  await db.insertInto('prompt').values(row).execute()
}

/** Changes one of the person's memories; `null` when it is not theirs or gone. */
export async function changeMemory(
  db: Db,
  { id, userId }: { id: string; userId: string },
  set: Partial<Pick<MemoryRow, 'memory' | 'status'>>,
): Promise<MemoryRow | null> {
  const query = db.updateTable('memory').set(set).where('id', '=', id).where('user_id', '=', userId)
  return (await query.returningAll().executeTakeFirst()) ?? null
}

/** Changes one of the person's prompts; `null` when it is not theirs or gone. */
export async function changePrompt(
  db: Db,
  { id, userId }: { id: string; userId: string },
  set: Partial<Pick<PromptRow, 'prompt' | 'status'>>,
): Promise<PromptRow | null> {
  const query = db.updateTable('prompt').set(set).where('id', '=', id).where('user_id', '=', userId)
  return (await query.returningAll().executeTakeFirst()) ?? null
}

/** Answers the ids of those that are the person's, and are changed. */
export async function setStatus(
  db: Db,
  kind: Kind,
  { ids, userId, status }: { ids: readonly string[]; userId: string; status: MemoryRow['status'] },
): Promise<string[]> {
  const query = db.updateTable(kind).set({ status }).where('id', 'in', ids).where('user_id', '=', userId)
  return (await query.returning('id').execute()).map(({ id }) => id)
}

/** Answers the ids of those that were the person's, and are gone. */
export async function remove(
  db: Db,
  kind: Kind,
  { ids, userId }: { ids: readonly string[]; userId: string },
): Promise<string[]> {
  const query = db.deleteFrom(kind).where('id', 'in', ids).where('user_id', '=', userId)
  return (await query.returning('id').execute()).map(({ id }) => id)
}
