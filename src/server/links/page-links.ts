import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'
import { perDatabase } from '@/server/db/per-database'
import { writeDueTodos } from './due-todos'
import type { PageLinks } from './links-in'
import { type MentionedBy, writeMentions } from './page-mentions'

/** Changes when links, to-dos or mentions are read in another way: then all pages are read again. */
export const CURRENT_LINKS = '3:'

const digestOf = ({ ids, todos, mentions }: PageLinks): string =>
  CURRENT_LINKS +
  createHash('sha256')
    .update(ids.join())
    .update(todos.length > 0 ? JSON.stringify(todos) : '')
    .update(mentions.length > 0 ? JSON.stringify(mentions) : '')
    .digest('base64url')

/**
 * Writes which pages a page leads to, which to-dos of it are due when and whom it mentions, in the transaction that stores what it says.
 * One look-up when they are as before. `by`: who has mentioned somebody since it was stored last; without it nobody is told.
 */
export async function indexLinks(
  db: Db,
  documentId: string,
  { ids: named, todos, mentions }: PageLinks,
  by: MentionedBy | null = null,
): Promise<void> {
  const ids = named.filter((id) => id !== documentId).sort()
  const digest = digestOf({ ids, todos, mentions })
  const { rows } = await sql<{ digest: string }>`
    select digest from link_page where document_id = ${documentId}`.execute(db)
  if (rows[0]?.digest === digest) return
  const stored = await sql<{ to_id: string }>`
    select to_id from page_link where from_id = ${documentId}`.execute(db)
  const before = new Set(stored.rows.map((row) => row.to_id))
  const now = new Set(ids)
  const added = ids.filter((id) => !before.has(id))
  const removed = [...before].filter((id) => !now.has(id))
  await inChunks(added, (some) =>
    sql`insert into page_link (from_id, to_id)
      values ${sql.join(some.map((id) => sql`(${documentId}, ${id})`))} on conflict do nothing`.execute(db),
  )
  await inChunks(removed, (some) =>
    sql`delete from page_link where from_id = ${documentId} and to_id in (${sql.join(some)})`.execute(db),
  )
  await writeDueTodos(db, documentId, todos)
  // What another version has read holds no mentions: those that stood there then are not new.
  const isKnown = rows[0] === undefined || rows[0].digest.startsWith(CURRENT_LINKS)
  await writeMentions(db, documentId, mentions, isKnown ? by : null)
  await sql`
    insert into link_page (document_id, digest) values (${documentId}, ${digest})
    on conflict (document_id) do update set digest = excluded.digest`.execute(db)
  if (added.length + removed.length > 0) tellLinked(db, [...added, ...removed])
}

/** Hears which pages others have begun or ceased to link to, a little before that is stored. */
type Listener = (documentIds: readonly string[]) => void

const listenersOf = perDatabase(() => new Set<Listener>())

/** Calls `listener` until the returned function is called. */
export function onLinked(db: Db, listener: Listener): () => void {
  const listeners = listenersOf(db)
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function tellLinked(db: Db, documentIds: readonly string[]): void {
  for (const listener of listenersOf(db)) listener(documentIds)
}
