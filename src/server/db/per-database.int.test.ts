import { addPage } from '@test/collab-host'
import { startTestServer, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexLinks, onLinked } from '@/server/links/page-links'
import { indexPage } from '@/server/search/index-page'
import { onIndexed } from '@/server/search/indexed-pages'
import type { Db } from './db'
import { perDatabase } from './per-database'

let servers: TestServer[]
let one: Db
let other: Db
beforeAll(async () => {
  servers = await Promise.all([startTestServer(), startTestServer()])
  ;[one, other] = servers.map(({ services }) => services.db) as [Db, Db]
})
afterAll(async () => {
  for (const server of servers) await server.close()
})

test('two servers in one process share nothing; a database and its transactions share all', async () => {
  const namesOf = perDatabase(() => new Set<string>())
  namesOf(one).add('Ada')
  await one.transaction().execute(async (trx) => namesOf(trx).add('Bea'))
  expect([...namesOf(one)]).toEqual(['Ada', 'Bea'])
  expect([...namesOf(other)]).toEqual([])
})

test('a server hears what is indexed and linked in its own pages alone', async () => {
  const heard: string[] = []
  const stops = [one, other].flatMap((db, at) => [
    onIndexed(db, () => heard.push(`indexed by ${at}`)),
    onLinked(db, () => heard.push(`linked by ${at}`)),
  ])
  const [from, to] = [await addPage(other), await addPage(other)]
  await other.transaction().execute(async (trx) => {
    await indexPage(trx, from, { title: 'Tea', text: 'green', editedAt: new Date().toISOString() })
    await indexLinks(trx, from, { ids: [to], todos: [], mentions: [] })
  })
  for (const stop of stops) stop()
  expect(heard).toEqual(['indexed by 1', 'linked by 1'])
})
