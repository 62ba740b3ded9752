import type { Migration } from '@/server/db/migrations/migrate'

/** Wherever pages are looked for, templates are left out: they are few, and are found without reading all pages. */
export const templateIndex: Migration = {
  name: '0012-template-index',
  async up(db) {
    await db.schema
      .createIndex('document_is_template')
      .on('document')
      .column('template_at')
      .where('template_at', 'is not', null)
      .execute()
  },
}
