import type { Migration } from '@/server/db/migrations/migrate'

/** Pods have an icon, of the form that pages have. */
export const podIcon: Migration = {
  name: '0049-pod-icon',
  async up({ schema }) {
    await schema.alterTable('pod').addColumn('icon', 'text').execute()
  },
}
