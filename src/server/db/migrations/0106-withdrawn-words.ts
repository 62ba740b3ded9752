import type { Migration } from '@/server/db/migrations/migrate'

/** From which clock on nothing is taken any more that others bring of a client id: its author has written it anew. */
export const withdrawnWords: Migration = {
  name: '0106-withdrawn-words',
  async up({ schema }, { name }) {
    await schema
      .alterTable('document_client')
      .addColumn('withdrawn_from', name === 'postgres' ? 'bigint' : 'integer')
      .execute()
  },
}
