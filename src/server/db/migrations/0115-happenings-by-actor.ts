import type { Migration } from '@/server/db/migrations/migrate'

/** How often somebody was told of another is counted with each comment. */
export const happeningsByActor: Migration = {
  name: '0115-happenings-by-actor',
  async up(db) {
    await db.schema
      .createIndex('outbox_by_user_actor_created_at')
      .on('outbox')
      .columns(['user_id', 'actor_id', 'created_at'])
      .execute()
  },
}
