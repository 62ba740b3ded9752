import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'
import { settleFiles } from '@/server/files/settled-files'

/** Which of the files of a page its settled content names is noted with that content, so that nobody searches it for each of them. */
export const settledFiles: Migration = {
  name: '0112-settled-files',
  async up(db) {
    await db.schema
      .alterTable('file_page')
      .addColumn('is_settled', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    for (let after = ''; ; ) {
      const { rows } = await sql<{ id: string; content_rich: string }>`
        select id, content_rich from document where id > ${after}
          and exists (select 1 from file_page where file_page.document_id = document.id) order by id limit 1
      `.execute(db)
      const [page] = rows
      if (!page) return
      await settleFiles(db, page.id, page.content_rich)
      after = page.id
    }
  },
}
