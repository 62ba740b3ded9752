import type { Migration } from '@/server/db/migrations/migrate'

/** Lists of what is published go on where they ended, without looking through all that is before it. */
export const publishedOrder: Migration = {
  name: '0113-published-order',
  async up(db) {
    await db.schema
      .createIndex('publication_by_published_at')
      .on('publication')
      .columns(['published_at', 'document_id'])
      .execute()
  },
}
