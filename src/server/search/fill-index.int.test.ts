import { addPage } from '@test/collab-host'
import { freshDatabase } from '@test/postgres'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDb } from '@/server/db/db'
import { fillIndex } from './fill-index'

test('PostgreSQL knows of very many pages as soon as they are in the index', async () => {
  const fresh = await freshDatabase()
  const { db } = await openDb({ databaseUrl: fresh.url, dataDir: '' })
  try {
    const id = await addPage(db)
    const page = await db.selectFrom('document').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    for (let at = 0; at < 500; at += 100) {
      const copies = Array.from({ length: 100 }, (_, n) => ({ ...page, id: `${id}-${at + n}` }))
      await db.insertInto('document').values(copies).execute()
    }
    expect(await fillIndex(db)).toBe(501)
    const { rows } = await sql`
      select relname, reltuples from pg_class where relname in ('document', 'search_page') order by 1`.execute(
      db,
    )
    expect(rows).toEqual([
      { relname: 'document', reltuples: 501 },
      { relname: 'search_page', reltuples: 501 },
    ])
  } finally {
    await db.destroy()
    await fresh.drop()
  }
})
