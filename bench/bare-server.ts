import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { listPages } from '@/features/pages/server/pages.service'
import { SearchPages } from '@/features/search/inputs'
import { search } from '@/features/search/server/search.service'
import { type Db, openDb, sqlitePath } from '@/server/db/db'

/**
 * What `document.documents` is held against: Hono alone, without tRPC, the check of the cookie and headers.
 * With `QUESTION` the same for `search.search`; `/html` sends the file `HTML` as it is.
 * `/sql`: the SQL of the same call, taken down from the product's own code once and then repeated as prepared
 * statements. `/queries`: the product's own queries, as Kysely builds them for each call.
 */
const { DATA_DIR = '', USER_ID = '', TOKEN = '', QUESTION, HTML } = process.env
const place = { dataDir: DATA_DIR, databaseUrl: null }
const taken: { sql: string; parameters: readonly unknown[] }[] = []
const watched = await openDb(place, {
  onQuery: ({ query }) => taken.push({ sql: query.sql, parameters: query.parameters }),
})
const { db } = await openDb(place)
taken.length = 0
async function answer(from: Db) {
  await from
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['session.id as sessionId', 'session.userId', 'session.updatedAt', 'user.email', 'user.name'])
    .where('session.token', '=', TOKEN)
    .where('session.expiresAt', '>', new Date().toISOString())
    .executeTakeFirst()
  // Only its database is used for listing.
  const context = { db: from, caller: { user: { id: USER_ID } } } as Parameters<typeof listPages>[0]
  return QUESTION === undefined
    ? listPages(context, { parentDocumentId: null })
    : search(context, SearchPages.parse({ q: QUESTION }))
}
await answer(watched.db)
await watched.db.destroy()

const file = new DatabaseSync(sqlitePath(DATA_DIR), { timeout: 5_000 })
const statements = taken.map(({ sql, parameters }) => {
  const statement = file.prepare(sql)
  return () => statement.all(...(parameters as SQLInputValue[]))
})
const app = new Hono()
  .get('/sql', (c) => {
    const rows = statements.map((run) => run())
    return c.json({ documents: rows.findLast((found) => found.length > 1) ?? rows.at(-1) })
  })
  .get('/queries', async (c) => c.json({ documents: await answer(db) }))
const html = HTML === undefined ? '' : readFileSync(HTML, 'utf8')
app.get('/html', (c) => c.html(html))
const server = createServer(getRequestListener(app.fetch))
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, cookie: '', pages: [] })}\n`)
})
