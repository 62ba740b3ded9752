import { freshDatabase } from '@test/postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLog } from '@/server/log'
import { DatabaseInUseError, holdDatabase } from './one-server'

let database: Awaited<ReturnType<typeof freshDatabase>>
let admin: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
})
afterAll(async () => {
  await admin?.end()
  await database?.drop()
})

const log = createLog('silent')
const holders = async () => {
  const { rows } = await admin.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows.map(({ pid }) => pid)
}
const cut = (pid: number | undefined) => admin.query('select pg_terminate_backend($1)', [pid])

test('R4 a database is held by one server, and is free when that one lets go', async () => {
  const letGo = await holdDatabase(database.url, log, () => undefined)
  await expect(holdDatabase(database.url, log, () => undefined)).rejects.toThrow(DatabaseInUseError)
  await letGo()
  const letGoAgain = await holdDatabase(database.url, log, () => undefined)
  await letGoAgain()
})

test('R4 a broken connection is made again and the database held again', async () => {
  const onLost = vi.fn()
  const letGo = await holdDatabase(database.url, log, onLost)
  const [first] = await holders()
  await cut(first)
  await vi.waitUntil(async () => (await holders()).some((pid) => pid !== first), {
    timeout: 20_000,
    interval: 20,
  })
  await expect(holdDatabase(database.url, log, () => undefined)).rejects.toThrow(DatabaseInUseError)
  expect(onLost).not.toHaveBeenCalled()
  await letGo()
})

test('R4 who finds that another server has taken the database meanwhile is told to end', async () => {
  const onLost = vi.fn()
  const letGo = await holdDatabase(database.url, log, onLost)
  const [first] = await holders()
  // Somebody is waiting in line, so the lock goes to them at the moment the connection breaks.
  const rival = new pg.Client({ connectionString: database.url })
  await rival.connect()
  const taken = rival.query('select pg_advisory_lock(7243002)')
  await vi.waitUntil(
    async () =>
      (await admin.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`)).rowCount ===
      1,
    { timeout: 20_000, interval: 20 },
  )
  await cut(first)
  await taken
  await vi.waitUntil(() => onLost.mock.calls.length === 1, { timeout: 20_000, interval: 20 })
  await rival.end()
  await letGo()
})
