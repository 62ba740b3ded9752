import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '@/server/db/db'
import { inChunks } from '@/server/db/in-chunks'
import { isPageId, pageOfAddress } from '@/shared/page-address'
import { type DueTodo, dueTodosIn, writeDueTodos } from './due-todos'
import { type MentionedBy, mentionsIn, type PageMention, writeMentions } from './page-mentions'

/** Changes when links, to-dos or mentions are read in another way: then all pages are read again. */
export const CURRENT_LINKS = '3:'

/** Of a page with more links, only this many count: the first. */
const MOST = 5_000

/** A key of a mention, an address of a link or of a linked picture. In a text each `"` has a backslash before it, so only attributes are found. */
const NAMED = /"(?:key|url|link)":"((?:[^"\\]|\\.)*)"/g

/** The ids of the pages that a page's blocks mention or link to, from their JSON as it is stored. */
export function linksIn(contentRich: string): Set<string> {
  const ids = new Set<string>()
  for (const [, address] of contentRich.matchAll(NAMED)) {
    const id = address === undefined ? null : pageOfAddress(address)
    if (id !== null && isPageId(id)) ids.add(id)
    if (ids.size === MOST) break
  }
  return ids
}

interface Read {
  ids: readonly string[]
  todos: readonly DueTodo[]
  mentions: readonly PageMention[]
}

const digestOf = ({ ids, todos, mentions }: Read): string =>
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
  contentRich: string,
  by: MentionedBy | null = null,
): Promise<void> {
  const ids = [...linksIn(contentRich)].filter((id) => id !== documentId).sort()
  const todos = dueTodosIn(contentRich)
  const mentions = mentionsIn(contentRich)
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
  if (added.length + removed.length > 0) tellLinked([...added, ...removed])
}

/** Hears which pages others have begun or ceased to link to, a little before that is stored. Of every server in this process. */
type Listener = (documentIds: readonly string[]) => void

const listeners = new Set<Listener>()

/** Calls `listener` until the returned function is called. */
export function onLinked(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function tellLinked(documentIds: readonly string[]): void {
  for (const listener of listeners) listener(documentIds)
}
