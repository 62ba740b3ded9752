import type { ReasonedEdit } from '@/features/ai/server/edits/apply-edits'
import { findPod } from '@/server/access/page-access'
import type { Db } from '@/server/db/db'
import type { ChatActionRow } from '@/server/db/schema'
import type { ChatAction, ProposedChange } from '../model'
import { visibleTitles } from './chat.queries'

export async function insertAction(db: Db, row: ChatActionRow): Promise<void> {
  await db.insertInto('chat_action').values(row).execute()
}

/** What models want to do in the answers of a chat. */
export const actionsOf = (db: Db, chatId: string): Promise<ChatActionRow[]> =>
  db
    .selectFrom('chat_action')
    .innerJoin('chat_message', 'chat_message.id', 'chat_action.message_id')
    .selectAll('chat_action')
    .where('chat_message.chat_id', '=', chatId)
    .orderBy('chat_action.message_id')
    .orderBy('chat_action.number')
    .execute()

/** What a model wants to do in a person's own chat; null for one of anybody else, as for none. */
export async function findAction(db: Db, userId: string, id: string): Promise<ChatActionRow | null> {
  const row = await db
    .selectFrom('chat_action')
    .innerJoin('chat_message', 'chat_message.id', 'chat_action.message_id')
    .innerJoin('chat', 'chat.id', 'chat_message.chat_id')
    .selectAll('chat_action')
    .where('chat_action.id', '=', id)
    .where('chat.user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** What an action of the kind `propose_edits` holds, as JSON. */
export interface ProposedEdits {
  edits: ReasonedEdit[]
  /** The same, for the person to read. */
  changes: ProposedChange[]
  model: string
  prompt: string
  sources: string[]
}
/** What came of it. */
export interface EditsResult {
  suggested: number
}

// Only this server writes what is parsed here.
export const editsIn = ({ content }: ChatActionRow): ProposedEdits => JSON.parse(content) as ProposedEdits

const contentOf = (row: ChatActionRow): Pick<ChatAction, 'content' | 'changes'> =>
  row.kind === 'create_page'
    ? { content: row.content, changes: [] }
    : { content: '', changes: editsIn(row).changes }

/** Takes an action that waits, so that nobody else carries it out; false when somebody has decided it already. */
export async function takeAction(db: Db, id: string): Promise<boolean> {
  const decided_at = new Date().toISOString()
  const taken = db
    .updateTable('chat_action')
    .set({ status: 'done', decided_at })
    .where('id', '=', id)
    .where('status', '=', 'pending')
  return (await taken.returning('id').executeTakeFirst()) !== undefined
}

/** Keeps what came of an action; `null`: nothing, so that it waits again. */
export async function endAction(db: Db, id: string, result: EditsResult | null): Promise<void> {
  await db
    .updateTable('chat_action')
    .set(result === null ? { status: 'pending', decided_at: null } : { result: JSON.stringify(result) })
    .where('id', '=', id)
    .execute()
}

/** Says what has been decided. `from`: what it has to be before, null for anything. */
export async function decideAction(
  db: Db,
  id: string,
  { from, to }: { from: ChatActionRow['status'] | null; to: 'done' | 'declined' },
): Promise<void> {
  let query = db
    .updateTable('chat_action')
    .set({ status: to, decided_at: new Date().toISOString() })
    .where('id', '=', id)
  if (from !== null) query = query.where('status', '=', from)
  await query.execute()
}

/** Actions as their person sees them: places and pages as they are called now, those that they may not see any more left out. */
export async function actionsFor(
  db: Db,
  userId: string,
  rows: readonly ChatActionRow[],
): Promise<Map<string, ChatAction>> {
  if (rows.length === 0) return new Map()
  const ids = rows.flatMap(({ document_id, parent_id }) => [document_id, ...(parent_id ? [parent_id] : [])])
  const titles = await visibleTitles(db, userId, ids)
  const pods = new Map<string, string>()
  for (const podId of new Set(
    rows.flatMap(({ pod_id, parent_id }) => (parent_id === null && pod_id ? [pod_id] : [])),
  ))
    if ((await findPod(db, userId, { podId })) !== null) {
      const pod = await db.selectFrom('pod').select('name').where('id', '=', podId).executeTakeFirst()
      if (pod) pods.set(podId, pod.name)
    }
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        kind: row.kind,
        status: row.status,
        title: row.title,
        ...contentOf(row),
        isTopLevel: row.parent_id === null,
        place:
          (row.parent_id === null ? pods.get(row.pod_id ?? '') : titles.get(row.parent_id)?.title) ?? null,
        documentId:
          (row.status === 'done' || row.kind === 'propose_edits') && titles.has(row.document_id)
            ? row.document_id
            : null,
        suggested: row.result === null ? null : (JSON.parse(row.result) as EditsResult).suggested,
      },
    ]),
  )
}
