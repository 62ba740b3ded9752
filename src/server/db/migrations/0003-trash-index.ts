import type { Migration } from '@/server/db/migrations/migrate'

/**
 * Only pages in the trash are looked for by when they went there. An index that has all pages made SQLite list the
 * pages of one person by going through those of everybody that are not in the trash.
 */
export const trashIndex: Migration = {
  name: '0003-trash-index',
  async up(db) {
    await db.schema.dropIndex('document_by_archived_at').execute()
    await db.schema
      .createIndex('document_in_trash')
      .on('document')
      .column('archived_at')
      .where('archived_at', 'is not', null)
      .execute()
  },
}
