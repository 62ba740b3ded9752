import { freshDatabase } from '@test/postgres'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from './db'

test('PostgreSQL compiles no statement on any of our connections', async () => {
  const fresh = await freshDatabase()
  const { db } = connect({ databaseUrl: fresh.url, dataDir: '' })
  try {
    const asked = Array.from({ length: 5 }, () => sql<{ jit: string }>`show jit`.execute(db))
    const answers = await Promise.all(asked)
    expect(answers.flatMap(({ rows }) => rows)).toEqual(answers.map(() => ({ jit: 'off' })))
  } finally {
    await db.destroy()
    await fresh.drop()
  }
})
