import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'
import { usernameKey } from '@/shared/username-key'

/**
 * The avatar that a person has chosen, the language, zone and formats that they read dates in (null follows the device), and the key by which usernames that pass for one another are the same. Of
 * usernames from before that share a key the oldest has it; the others stay with their people and have none.
 */
export const accountSettings: Migration = {
  name: '0024-account-settings',
  async up(db, { name }) {
    const text = name === 'postgres' ? sql`text collate "C"` : sql`text`
    const columns = ['avatarSeed', 'avatarType', 'defaultAvatarColors', 'usernameKey']
    for (const column of [...columns, 'language', 'timeZone', 'dateFormat', 'hourFormat'])
      await db.schema.alterTable('user').addColumn(column, text).execute()
    const people = await db
      .selectFrom('user')
      .select(['id', 'username'])
      .where('username', 'is not', null)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
    const taken = new Set<string>()
    for (const { id, username } of people) {
      const key = usernameKey(username as string)
      if (taken.has(key)) continue
      taken.add(key)
      await db.updateTable('user').set({ usernameKey: key }).where('id', '=', id).execute()
    }
    await db.schema.createIndex('user_by_username_key').on('user').column('usernameKey').unique().execute()
  },
}
