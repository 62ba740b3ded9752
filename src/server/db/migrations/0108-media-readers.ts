import type { Migration } from '@/server/db/migrations/migrate'

/** Which version of the reader has looked at a film or a sound, and how often it began without coming to an end. */
export const mediaReaders: Migration = {
  name: '0108-media-readers',
  async up({ schema }) {
    for (const column of ['reader', 'tries'])
      await schema
        .alterTable('file_media')
        .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
        .execute()
  },
}
