import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/**
 * Invitations to pods; a row stays for a while after it was declined or withdrawn, so that nobody is asked again and again.
 * And what the files of a person and of a pod take is summed up from an index alone.
 */
export const invitationsAndQuotas: Migration = {
  name: '0015-invitations-and-quotas',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('pod_invitation')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('pod_id', text, (column) => column.notNull().references('pod.id').onDelete('cascade'))
      .addColumn('user_id', text, (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('invited_by', text, (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('role', text, (column) => column.notNull().check(sql`role in ('owner', 'member')`))
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('expires_at', text, (column) => column.notNull())
      .addColumn('ended_at', text)
      .addColumn('declined', 'integer', (column) => column.notNull())
      .addUniqueConstraint('pod_invitation_of_person', ['pod_id', 'user_id'])
      .execute()
    await db.schema.createIndex('pod_invitation_by_user_id').on('pod_invitation').column('user_id').execute()
    await db.schema
      .createIndex('pod_invitation_by_invited_by')
      .on('pod_invitation')
      .column('invited_by')
      .execute()
    for (const column of ['uploaded_by', 'pod_id']) {
      await db.schema.dropIndex(`file_by_${column}`).execute()
      await db.schema.createIndex(`file_by_${column}`).on('file').columns([column, 'size']).execute()
    }
  },
}
