import { expect, test } from 'vitest'
import { openSqliteFile } from './node-sqlite'

const read = (db: ReturnType<typeof openSqliteFile>, query: string) => db.prepare(query).all([])

test('a statement that was prepared before a table was changed gives the columns of after', () => {
  const db = openSqliteFile(':memory:')
  const run = (query: string) => db.prepare(query).run([])
  run('create table leaf (name text, size integer)')
  run("insert into leaf values ('oak', 3)")
  expect(read(db, 'select * from leaf')).toEqual([{ name: 'oak', size: 3 }])
  run('alter table leaf rename column size to width')
  expect(read(db, 'select * from leaf')).toEqual([{ name: 'oak', width: 3 }])
  run('alter table leaf add column colour text')
  expect(read(db, 'select * from leaf')).toEqual([{ name: 'oak', width: 3, colour: null }])
  db.close()
})
