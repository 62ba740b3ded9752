import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** Pictures of files in smaller widths, and stills of films, as the browser that uploaded the file has drawn them. They go with the file. */
export const filePreviews: Migration = {
  name: '0085-file-previews',
  async up({ schema }, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    const bytes = name === 'postgres' ? sql`bytea` : sql`blob`
    await schema
      .createTable('file_preview')
      .addColumn('file_id', text, (c) => c.notNull().references('file.id').onDelete('cascade'))
      .addColumn('width', 'integer', (c) => c.notNull())
      .addColumn('type', text, (c) => c.notNull())
      .addColumn('bytes', bytes, (c) => c.notNull())
      .addPrimaryKeyConstraint('file_preview_primary', ['file_id', 'width'])
      .execute()
  },
}
