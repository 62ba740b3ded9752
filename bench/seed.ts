import { createHmac } from 'node:crypto'
import { emptyPage } from '@/features/pages/server/empty-page'
import type { Db } from '@/server/db/db'
import type { DocumentRow } from '@/server/db/schema'
import { fillIndex } from '@/server/search/fill-index'
import { indexPage } from '@/server/search/index-page'
import { newId } from '@/shared/ids'
import { addPod, addSession, addUser } from '../test/rows'

/** Somebody who is signed in and has a pod of their own. */
export interface SeededPerson {
  userId: string
  podId: string
  token: string
  cookie: string
}

/**
 * Adds one person to a database of the benchmark, whose sessions are signed with `secret`: with a pod of their own, or as a
 * member of `pod`.
 */
export async function addPerson(db: Db, secret: string, pod?: string): Promise<SeededPerson> {
  const userId = await addUser(db, 'Bench')
  const { token } = await addSession(db, userId)
  const podId = pod ?? (await addPod(db, userId))
  const role = pod === undefined ? 'owner' : 'member'
  const created_at = new Date().toISOString()
  await db.insertInto('pod_member').values({ pod_id: podId, user_id: userId, role, created_at }).execute()
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return {
    userId,
    podId,
    token,
    cookie: `sheaf.session_token=${encodeURIComponent(`${token}.${signature}`)}`,
  }
}

/** What is written about a page besides what every new page has. */
export type SeededPage = Pick<
  DocumentRow,
  'parent_id' | 'title' | 'content_rich' | 'plain_text' | 'word_count'
> & { at?: string; is_published?: number }

/** A statement takes a limited number of values. */
const AT_ONCE = 100

/** Writes pages as a server leaves them, the words for the search included; gives their ids. */
export async function addPages(
  db: Db,
  { userId, podId }: SeededPerson,
  pages: readonly SeededPage[],
  { first = 0, state }: { first?: number; state?: Uint8Array } = {},
): Promise<string[]> {
  const rows = pages.map(({ at = new Date().toISOString(), ...page }, i) => ({
    ...emptyPage(at),
    ...page,
    id: newId(),
    pod_id: podId,
    position: `a${String(first + i).padStart(6, '0')}`,
    created_by: userId,
    updated_by: userId,
  }))
  await db.transaction().execute(async (trx) => {
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      const some = rows.slice(at, at + AT_ONCE)
      await trx.insertInto('document').values(some).execute()
      if (!state) continue
      const snapshots = some.map(({ id, created_at }) => ({ document_id: id, up_to: 0, state, created_at }))
      await trx.insertInto('document_snapshot').values(snapshots).execute()
    }
    for (const { id, title, plain_text: text, updated_at: editedAt } of rows)
      await indexPage(trx, id, { title, text, editedAt })
  })
  // Their many new words are learned now, not beside what is measured.
  await fillIndex(db)
  return rows.map(({ id }) => id)
}
