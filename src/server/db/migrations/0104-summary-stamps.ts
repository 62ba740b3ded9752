import type { Migration } from '@/server/db/migrations/migrate'

/** Of which text a summary was made, so that it can be told when the page says something else. */
export const summaryStamps: Migration = {
  name: '0104-summary-stamps',
  async up({ schema }) {
    await schema.alterTable('document').addColumn('ai_summary_stamp', 'text').execute()
  },
}
