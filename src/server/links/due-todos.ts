import { sql } from 'kysely'
import type { Db } from '@/server/db/db'
import type { DueTodo } from './due-todos-in'

/** Rows that one statement writes. */
const AT_ONCE = 200

/** Writes a page's to-dos in the place of those that were there. */
export async function writeDueTodos(db: Db, documentId: string, todos: readonly DueTodo[]): Promise<void> {
  await sql`delete from due_todo where document_id = ${documentId}`.execute(db)
  const rows = todos.flatMap(({ blockId, due, words, people }) =>
    (people.length > 0 ? people : ['']).map((person) => [documentId, blockId, person, due, words]),
  )
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE).map((row) => sql`(${sql.join(row)})`)
    await sql`insert into due_todo (document_id, block_id, person_id, due, words)
      values ${sql.join(some)} on conflict do nothing`.execute(db)
  }
}
