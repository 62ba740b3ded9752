import { sql } from 'kysely'
import type { Migration } from '@/server/db/migrations/migrate'

const TABLES = ['pod_invitation', 'pod_letter'] as const
const INDEXED = { pod_invitation: ['user_id', 'invited_by'], pod_letter: ['email', 'invited_by'] } as const
const ROLES = "role in ('owner', 'member', 'guest')"

/** An invitation to a pod can be one to be its guest. SQLite cannot change a column's check, so it gets the tables anew. */
export const podGuests: Migration = {
  name: '0097-pod-guests',
  async up(db, { name }) {
    for (const table of TABLES) {
      if (name === 'postgres') {
        const check = sql.ref(`${table}_role_check`)
        await sql`alter table ${sql.table(table)} drop constraint ${check}`.execute(db)
        await sql`alter table ${sql.table(table)} add constraint ${check} check (${sql.raw(ROLES)})`.execute(
          db,
        )
        continue
      }
      const { rows } = await sql<{ sql: string }>`
        select sql from sqlite_master where type = 'table' and name = ${table}`.execute(db)
      const before = rows[0]?.sql ?? ''
      const after = before
        .replace(`"${table}"`, `"${table}_next"`)
        .replace("role in ('owner', 'member')", ROLES)
      await sql.raw(after).execute(db)
      await sql.raw(`insert into ${table}_next select * from ${table}`).execute(db)
      await db.schema.dropTable(table).execute()
      await db.schema.alterTable(`${table}_next`).renameTo(table).execute()
      for (const column of INDEXED[table])
        await db.schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute()
    }
  },
}
