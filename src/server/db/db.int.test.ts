import { freshDatabase } from '@test/postgres'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { afterDeadlock } from './after-deadlock'
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

test('two transactions that wait for each other are both done: the one that PostgreSQL gives up is run again', async () => {
  const fresh = await freshDatabase()
  const { db } = connect({ databaseUrl: fresh.url, dataDir: '' })
  try {
    await sql`create table tally (id integer primary key, count integer not null)`.execute(db)
    await sql`insert into tally values (1, 0), (2, 0)`.execute(db)
    let runs = 0
    const both = Promise.withResolvers<void>()
    const count = (first: number, second: number) =>
      afterDeadlock(() =>
        db.transaction().execute(async (trx) => {
          await sql`update tally set count = count + 1 where id = ${first}`.execute(trx)
          if (++runs === 2) both.resolve()
          await both.promise
          await sql`update tally set count = count + 1 where id = ${second}`.execute(trx)
        }),
      )
    await Promise.all([count(1, 2), count(2, 1)])
    const { rows } = await sql`select id, count from tally order by id`.execute(db)
    expect(rows).toEqual([
      { id: 1, count: 2 },
      { id: 2, count: 2 },
    ])
    // Which of the two is given up, and whether once is enough, is for PostgreSQL to say.
    expect(runs).toBeGreaterThan(2)
    await expect(afterDeadlock(() => sql`select 1 / 0`.execute(db))).rejects.toThrow('division by zero')
  } finally {
    await db.destroy()
    await fresh.drop()
  }
})

test('R4 a connection that PostgreSQL ends in the middle of a transaction fails that one, and the server goes on', async () => {
  const fresh = await freshDatabase()
  const { db } = connect({ databaseUrl: fresh.url, dataDir: '' })
  // What nobody listens to ends a server; here it is seen.
  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)
  const others = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException').on('uncaughtException', note)
  try {
    const broken = db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
      // Until the server has heard of it.
      for (;;) await sql`select 1`.execute(trx)
    })
    await expect(broken).rejects.toThrow()
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
    expect(uncaught).toEqual([])
  } finally {
    process.removeAllListeners('uncaughtException')
    for (const listener of others) process.on('uncaughtException', listener)
    await db.destroy()
    await fresh.drop()
  }
})
