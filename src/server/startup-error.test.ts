import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { expect, test } from 'vitest'
import { asStartupError, StartupError } from './startup-error'

/** The error of a database that has no room for another page. */
function whenFull(): unknown {
  const db = new DatabaseSync(':memory:')
  db.exec('create table a (b)')
  const { page_count: count } = db.prepare('pragma page_count').get() as { page_count: number }
  db.exec(`pragma max_page_count = ${count}`)
  try {
    db.prepare('insert into a values (zeroblob(100000))').run()
    return null
  } catch (error) {
    return error
  } finally {
    db.close()
  }
}

test('R5 a start on a full disk says which disk that is and what to do', () => {
  const told = asStartupError(whenFull(), '/srv/sheaf')
  expect(told).toBeInstanceOf(StartupError)
  expect(told).toHaveProperty(
    'message',
    'There is no space left for the data in /srv/sheaf. Free some, and start again: what was saved is there.',
  )
  const denied = { code: 'EACCES', syscall: 'mkdir' }
  for (const path of ['/srv/sheaf', '/srv', '/srv/sheaf/files'])
    expect(asStartupError(Object.assign(new Error('denied'), denied, { path }), '/srv/sheaf')).toHaveProperty(
      'message',
      'The data folder /srv/sheaf cannot be used: this user may not read and write there. It is set by DATA_DIR.',
    )
  const elsewhere = Object.assign(new Error('denied'), denied, { path: '/opt/sheaf/dist' })
  expect(asStartupError(elsewhere, '/srv/sheaf')).toBe(elsewhere)
  const mistake = new TypeError('x is not a function')
  expect(asStartupError(mistake, '/srv/sheaf')).toBe(mistake)
})

test('a database that cannot be reached is told with its place, what to look at, and no password', async () => {
  const address = 'postgres://sheaf:hunter2@127.0.0.1:1/notes'
  const refused = await new pg.Client({ connectionString: address })
    .connect()
    .catch((error: unknown) => error)
  const told = asStartupError(refused, '/srv/sheaf', address)
  expect(told).toBeInstanceOf(StartupError)
  expect(told).toHaveProperty(
    'message',
    'The database at 127.0.0.1:1/notes cannot be used: nothing answers there; start PostgreSQL. Its address is in DATABASE_URL.',
  )
  const wrong = Object.assign(new Error('password authentication failed'), { code: '28P01' })
  expect(asStartupError(wrong, '/srv/sheaf', address)).toHaveProperty(
    'message',
    expect.stringContaining('it does not take this user name and password'),
  )
  expect(asStartupError(refused, '/srv/sheaf', null)).toBe(refused)
  const locked = Object.assign(new Error('permission denied for schema public'), { code: '42501' })
  expect(asStartupError(locked, '/srv/sheaf', address)).toHaveProperty(
    'message',
    expect.stringContaining('this user may not make tables in it'),
  )
})
