import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** Discussions of pages, their comments, reactions, mentions, and what each person has read and follows. */
export const comments: Migration = {
  name: '0020-comments',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    const { schema } = db
    // Rows of the log that say where a comment stands, and nothing of what the page says.
    await schema
      .alterTable('document_update')
      .addColumn('is_review', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()

    await schema
      .createTable('discussion_page')
      .addColumn('document_id', text, (c) => c.primaryKey().references('document.id').onDelete('cascade'))
      .addColumn('change', 'integer', (c) => c.notNull())
      .execute()
    await schema
      .createTable('discussion')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('document_id', text, (c) => c.notNull().references('document.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('block', 'text')
      .addColumn('suggestion', 'text')
      .addColumn('quote', 'text', (c) => c.notNull())
      .addColumn('ranges', 'text', (c) => c.notNull())
      .addColumn('is_waiting', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('first_comment', text, (c) => c.notNull())
      .addColumn('created_by', text, (c) => c.references('user.id').onDelete('set null'))
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('resolved_by', text, (c) => c.references('user.id').onDelete('set null'))
      .addColumn('resolved_at', 'text')
      .addColumn('assignee_id', text, (c) => c.references('user.id').onDelete('set null'))
      .addColumn('done_at', 'text')
      .addColumn('removed_at', 'text')
      .addColumn('change', 'integer', (c) => c.notNull())
      .execute()
    await schema
      .createTable('comment')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('discussion_id', text, (c) => c.notNull().references('discussion.id').onDelete('cascade'))
      .addColumn('author_id', text, (c) => c.references('user.id').onDelete('set null'))
      .addColumn('author_name', 'text')
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('plain_text', 'text', (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .addColumn('is_edited', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('deleted_at', 'text')
      .execute()
    await schema
      .createTable('comment_reaction')
      .addColumn('comment_id', text, (c) => c.notNull().references('comment.id').onDelete('cascade'))
      .addColumn('user_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('emoji', text, (c) => c.notNull())
      .addColumn('created_at', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('comment_reaction_key', ['comment_id', 'user_id', 'emoji'])
      .execute()
    await schema
      .createTable('comment_mention')
      .addColumn('comment_id', text, (c) => c.notNull().references('comment.id').onDelete('cascade'))
      .addColumn('user_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('comment_mention_key', ['comment_id', 'user_id'])
      .execute()
    await schema
      .createTable('discussion_reader')
      .addColumn('discussion_id', text, (c) => c.notNull().references('discussion.id').onDelete('cascade'))
      .addColumn('user_id', text, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('read_at', 'text')
      .addColumn('follow', 'text', (c) => c.check(sql`follow in ('follow', 'mute')`))
      .addPrimaryKeyConstraint('discussion_reader_key', ['discussion_id', 'user_id'])
      .execute()

    await schema
      .createIndex('discussion_by_change')
      .on('discussion')
      .columns(['document_id', 'change'])
      .execute()
    await sql`create index discussion_waiting on discussion (document_id) where is_waiting = 1`.execute(db)
    await schema
      .createIndex('comment_by_discussion')
      .on('comment')
      .columns(['discussion_id', 'created_at'])
      .execute()
    const people = {
      discussion: ['created_by', 'resolved_by', 'assignee_id'],
      comment: ['author_id'],
      comment_reaction: ['user_id'],
      comment_mention: ['user_id'],
      discussion_reader: ['user_id'],
    }
    for (const [table, columns] of Object.entries(people))
      for (const column of columns)
        await schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute()
  },
}
