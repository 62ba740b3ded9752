import type { SignedInContext } from '@/server/context'
import type { Db } from '@/server/db/db'
import { lockPerson } from '@/server/db/lock-person'
import type { MemoryRow, PromptRow } from '@/server/db/schema'
import { AppError } from '@/shared/errors'
import { newId } from '@/shared/ids'
import type { CreateMemory, CreatePrompt, UpdateMemory, UpdatePrompt } from '../inputs'
import { MEMORY, MEMORY_WORDS, type Memory, type Prompt, type PromptDisplay, type Status } from '../model'
import * as queries from './memory.queries'
import { memoryOf, promptOf } from './read-rows'

/** What the calls need of the running server, and whose memories these are. Nobody sees or changes another person's. */
type Ctx = Pick<SignedInContext, 'db' | 'caller'>

const now = () => new Date().toISOString()

/** All of the caller's memories, the newest first. */
export const listMemories = async ({ db, caller }: Ctx): Promise<Memory[]> =>
  (await queries.listMemories(db, caller.user.id)).map(memoryOf)

/** All of the caller's prompts, the newest first. */
export const listPrompts = async ({ db, caller }: Ctx): Promise<Prompt[]> =>
  (await queries.listPrompts(db, caller.user.id)).map(promptOf)

/** Throws `too-large` when the caller has as many as a person can have. */
export async function createMemory({ db, caller }: Ctx, input: CreateMemory): Promise<Memory> {
  const row: MemoryRow = { id: newId(), user_id: caller.user.id, created_at: now(), ...input }
  await whereThereIsRoom(db, 'memory', caller.user.id, (trx) => queries.insertMemory(trx, row))
  return memoryOf(row)
}

/** Throws `too-large` when the caller has as many as a person can have. */
export async function createPrompt({ db, caller }: Ctx, input: CreatePrompt): Promise<Prompt> {
  const row: PromptRow = { id: newId(), user_id: caller.user.id, created_at: now(), ...input }
  await whereThereIsRoom(db, 'prompt', caller.user.id, (trx) => queries.insertPrompt(trx, row))
  return promptOf(row)
}

/** The limit holds under any number of calls at once: those of one person wait for each other. */
async function whereThereIsRoom(
  db: Db,
  kind: queries.Kind,
  userId: string,
  insert: (trx: Db) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockPerson(trx, userId)
    if ((await queries.countOf(trx, kind, userId)) >= MEMORY.most)
      throw new AppError(
        'too-large',
        kind === 'memory' ? MEMORY_WORDS.memoryFull() : MEMORY_WORDS.promptFull(),
      )
    await insert(trx)
  })
}

const gone = (kind: queries.Kind) =>
  new AppError('not-found', kind === 'memory' ? MEMORY_WORDS.memoryGone() : MEMORY_WORDS.promptGone())

/** Changes the words or the status. Throws `not-found` in the same words for one that is somebody else's and one that is gone. */
export async function updateMemory({ db, caller }: Ctx, { id, ...set }: UpdateMemory): Promise<Memory> {
  const row = await queries.changeMemory(db, { id, userId: caller.user.id }, set)
  if (row === null) throw gone('memory')
  return memoryOf(row)
}

/** The same for a prompt. */
export async function updatePrompt({ db, caller }: Ctx, { id, ...set }: UpdatePrompt): Promise<Prompt> {
  const row = await queries.changePrompt(db, { id, userId: caller.user.id }, set)
  if (row === null) throw gone('prompt')
  return promptOf(row)
}

/** Throws `not-found` like an update. */
export async function removeOne(
  { db, caller }: Ctx,
  kind: queries.Kind,
  id: string,
): Promise<{ id: string }> {
  const removed = await queries.remove(db, kind, { ids: [id], userId: caller.user.id })
  if (removed.length === 0) throw gone(kind)
  return { id }
}

/** Those of them that are the caller's get the status; the answer names them. The others are left alone, gone or not. */
export async function setStatuses(
  { db, caller }: Ctx,
  kind: queries.Kind,
  { ids, status }: { ids: readonly string[]; status: Status },
): Promise<{ ids: string[] }> {
  return { ids: await queries.setStatus(db, kind, { ids, status, userId: caller.user.id }) }
}

/** Those of them that are the caller's go; the answer names them. */
export async function removeSeveral(
  { db, caller }: Ctx,
  kind: queries.Kind,
  ids: readonly string[],
): Promise<{ ids: string[] }> {
  return { ids: await queries.remove(db, kind, { ids, userId: caller.user.id }) }
}

/** The texts that language models are told of a person, the newest first. For the server's own use. */
export async function activeMemories(db: Db, userId: string): Promise<string[]> {
  return (await queries.listMemories(db, userId, 'active')).map(({ memory }) => memory)
}

/** The prompts that count for one purpose, the newest first. For the server's own use. */
export async function activePrompts(
  db: Db,
  userId: string,
  display: PromptDisplay,
): Promise<Pick<Prompt, 'title' | 'prompt'>[]> {
  const rows = await queries.listPrompts(db, userId, { status: 'active', display })
  return rows.map(({ title, prompt }) => ({ title, prompt }))
}
