import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

/** What is kept of a message to search it is at most twice as long as the message. */
export const shortFoldedChats: Migration = {
  name: '0114-short-folded-chats',
  async up(db) {
    await sql`update chat_message set content_folded = substr(content_folded, 1, 2 * length(content))
      where length(content_folded) > 2 * length(content)`.execute(db)
  },
}
