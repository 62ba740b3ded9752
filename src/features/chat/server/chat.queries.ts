import { type SqlBool, sql } from 'kysely'
import { visiblePages } from '@/server/access/page-access'
import { contains } from '@/server/db/contains'
import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'
import type { ChatMessageRow, ChatRow, ChatToolCallRow } from '@/server/db/schema'
import { CHAT, type Source } from '../model'

/** The person may see the page that a chat was begun on. */
const seesPage = (userId: string) =>
  sql<SqlBool>`exists (select 1 from document where document.id = chat.document_id
    and document.archived_at is null and ${visiblePages(userId)})`

/** A chat that this person may read: their own, or one that is shared with the people of a page that they may see. */
export async function findChat(db: Db, userId: string, id: string): Promise<ChatRow | null> {
  const found = await db
    .selectFrom('chat')
    .selectAll()
    .where('id', '=', id)
    .where((eb) => eb.or([eb('user_id', '=', userId), eb.and([eb('is_shared', '=', 1), seesPage(userId)])]))
    .executeTakeFirst()
  return found ?? null
}

/** A person's own chats, what was last asked first; with a page, also what is shared with the people of it. */
export function listChats(db: Db, userId: string, documentId: string | null): Promise<ChatRow[]> {
  return db
    .selectFrom('chat')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('user_id', '=', userId),
        ...(documentId === null
          ? []
          : [eb.and([eb('document_id', '=', documentId), eb('is_shared', '=', 1), seesPage(userId)])]),
      ]),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(CHAT.listed)
    .execute()
}

/** The person's own chats behind this one, what was last asked first. */
export function chatsAfter(
  db: Db,
  userId: string,
  after: Pick<ChatRow, 'id' | 'updated_at'> | null,
  limit: number,
): Promise<ChatRow[]> {
  let query = db.selectFrom('chat').selectAll().where('user_id', '=', userId)
  if (after)
    query = query
      // What the index is entered by.
      .where('updated_at', '<=', after.updated_at)
      .where(({ or, eb }) => or([eb('updated_at', '<', after.updated_at), eb('id', '>', after.id)]))
  return query.orderBy('updated_at', 'desc').orderBy('id').limit(limit).execute()
}

/** Does the name of a chat, or a message of it, hold these folded words? */
export async function chatHolds(db: Db, id: string, folded: string): Promise<boolean> {
  const holds = (column: string) => contains(db, column, folded)
  const row = await db
    .selectFrom('chat')
    .select('chat.id')
    .where('chat.id', '=', id)
    .where((eb) =>
      eb.or([
        holds('chat.title_folded'),
        eb.exists(
          eb
            .selectFrom('chat_message')
            .select('chat_message.id')
            .whereRef('chat_message.chat_id', '=', 'chat.id')
            .where(holds('chat_message.content_folded')),
        ),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}

const READ_COLUMNS = [
  'id',
  'chat_id',
  'number',
  'parent_id',
  'role',
  'version',
  'content',
  'model',
  'status',
  'error',
  'is_cut',
  'is_sample',
  'feedback',
  'is_bookmarked',
  'scope',
  'sources',
  'created_at',
] as const

/** A message as it is read. */
export type ReadMessage = Pick<ChatMessageRow, (typeof READ_COLUMNS)[number]>

/** All messages of a chat, in the order in which they were written. */
export const messagesOf = (db: Db, chatId: string): Promise<ReadMessage[]> =>
  db.selectFrom('chat_message').select(READ_COLUMNS).where('chat_id', '=', chatId).orderBy('number').execute()

/** How many characters the messages of a chat have together. */
export async function charactersOf(db: Db, chatId: string): Promise<number> {
  const { characters } = await db
    .selectFrom('chat_message')
    .select(sql<number | string | null>`sum(length(content))`.as('characters'))
    .where('chat_id', '=', chatId)
    .executeTakeFirstOrThrow()
  return Number(characters ?? 0)
}

/** A message without its words. */
export type MessageOutline = Pick<
  ChatMessageRow,
  'id' | 'chat_id' | 'number' | 'parent_id' | 'role' | 'version' | 'status' | 'server_id'
>

/** The shape of a chat. */
export const outlineOf = (db: Db, chatId: string): Promise<MessageOutline[]> =>
  db
    .selectFrom('chat_message')
    .select(['id', 'chat_id', 'number', 'parent_id', 'role', 'version', 'status', 'server_id'])
    .where('chat_id', '=', chatId)
    .orderBy('number')
    .execute()

/** What these messages say. */
export async function contentsOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('chat_message').select(['id', 'content']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, content }) => [id, content]))
}

/** What was looked up for the answers of a chat. */
export const toolCallsOf = (db: Db, chatId: string): Promise<ChatToolCallRow[]> =>
  db
    .selectFrom('chat_tool_call')
    .innerJoin('chat_message', 'chat_message.id', 'chat_tool_call.message_id')
    .selectAll('chat_tool_call')
    .where('chat_message.chat_id', '=', chatId)
    .orderBy('chat_tool_call.message_id')
    .orderBy('chat_tool_call.number')
    .execute()

export async function findMessage(db: Db, id: string): Promise<ChatMessageRow | null> {
  const row = await db.selectFrom('chat_message').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Changes a person's own chat; false when it is not theirs or gone. */
export async function changeChat(
  db: Db,
  { id, userId }: { id: string; userId: string },
  set: Partial<Pick<ChatRow, 'title' | 'title_folded' | 'is_shared'>>,
): Promise<boolean> {
  const query = db.updateTable('chat').set(set).where('id', '=', id).where('user_id', '=', userId)
  return (await query.returning('id').executeTakeFirst()) !== undefined
}

export async function removeChat(db: Db, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const query = db.deleteFrom('chat').where('id', '=', id).where('user_id', '=', userId)
  return (await query.returning('id').executeTakeFirst()) !== undefined
}

/** Changes an answer in a person's own chat; null when it is not theirs, no answer, or gone. */
export async function changeAnswer(
  db: Db,
  { id, userId }: { id: string; userId: string },
  set: { feedback: ChatMessageRow['feedback'] } | { is_bookmarked: number },
): Promise<ChatMessageRow | null> {
  const query = db
    .updateTable('chat_message')
    .set((eb) =>
      'feedback' in set
        ? // The same again takes it back (product.md 4.13), also when it is pressed in two tabs.
          {
            feedback: eb
              .case()
              .when('feedback', '=', set.feedback)
              .then<ChatMessageRow['feedback']>('none')
              .else(set.feedback)
              .end(),
          }
        : set,
    )
    .where('id', '=', id)
    .where('role', '=', 'assistant')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('chat')
          .select('chat.id')
          .whereRef('chat.id', '=', 'chat_message.chat_id')
          .where('chat.user_id', '=', userId),
      ),
    )
  return (await query.returningAll().executeTakeFirst()) ?? null
}

/** Those of these pages that the person may see, as they are called now. */
export async function visibleTitles(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, { title: string; icon: string | null }>> {
  const found = new Map<string, { title: string; icon: string | null }>()
  await inChunks([...new Set(ids)], async (chunk) => {
    const rows = await db
      .selectFrom('document')
      .select(['id', 'title', 'icon'])
      .where('id', 'in', chunk)
      .where(visiblePages(userId))
      .execute()
    for (const { id, title, icon } of rows) found.set(id, { title, icon })
  })
  return found
}

/** The pages that these messages are about or were given, those that the person may still see. */
export async function sourcesOf(
  db: Db,
  userId: string,
  messages: readonly ReadMessage[],
): Promise<Map<string, Source[]>> {
  // Only this server writes what is parsed here.
  const named = messages.map(({ id, sources }) => ({
    id,
    sources: JSON.parse(sources) as Pick<Source, 'id' | 'isCut'>[],
  }))
  const titles = await visibleTitles(
    db,
    userId,
    named.flatMap(({ sources }) => sources.map((source) => source.id)),
  )
  return new Map(
    named.map(({ id, sources }) => [
      id,
      sources.flatMap(({ id, isCut }): Source[] => {
        const found = titles.get(id)
        return found ? [{ id, isCut, ...found }] : []
      }),
    ]),
  )
}
