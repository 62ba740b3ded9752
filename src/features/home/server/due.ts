import { sql } from 'kysely'
import { isNoTemplate } from '@/features/pages/server/no-template'
import { visiblePages } from '@/server/access/page-access'
import type { SignedInContext } from '@/server/context'
import { router, signedIn } from '@/server/rpc'
import { ListDue } from '../inputs'
import type { DueTodo } from '../model'

/** More are not shown at once. */
const MOST = 20

/** `document.due`: to-dos that wait for the caller. */
export const dueRouter = router({
  due: signedIn.input(ListDue).query(async ({ ctx, input }) => ({ todos: await listDue(ctx, input) })),
})

/**
 * To-dos that say a day up to `until` and are not done, the earliest first: those that mention the caller, and those that mention nobody on
 * pages that the caller has made. From pages outside the trash that the caller may see.
 */
async function listDue({ db, caller }: SignedInContext, { until }: ListDue): Promise<DueTodo[]> {
  const { id } = caller.user
  const { rows } = await sql<DueTodo>`
    select document.id as "documentId", document.title, document.icon, due_todo.block_id as "blockId", due_todo.words, due_todo.due
    from due_todo join document on document.id = due_todo.document_id
    where due_todo.person_id in (${id}, '') and due_todo.due <= ${until}
      and (due_todo.person_id <> '' or document.created_by = ${id})
      and document.archived_at is null and ${visiblePages(id, { each: true })} and ${isNoTemplate}
    order by due_todo.due, document.updated_at desc, document.id, due_todo.block_id limit ${MOST}`.execute(db)
  return rows
}
