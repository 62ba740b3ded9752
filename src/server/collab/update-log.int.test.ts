import { temporaryFolder } from '@test/collab'
import { addPage } from '@test/collab-host'
import { onEachDatabase } from '@test/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, openDb } from '@/server/db/db'
import { createLog } from '@/server/log'
import { UpdateLog } from './update-log'

onEachDatabase('the log of edits', (database) => {
  const folder = temporaryFolder()
  const lines: string[] = []
  let db: Db
  let documentId: string
  beforeAll(async () => {
    db = (await openDb({ dataDir: folder.path, databaseUrl: database.env.DATABASE_URL ?? null })).db
    documentId = await addPage(db)
  })
  afterAll(async () => {
    await db.destroy()
    folder.remove()
  })

  const data = new Uint8Array([0, 0])
  const logTo = () => new UpdateLog(db, createLog('error', { write: (line) => lines.push(line) }))
  const results = (all: Promise<number>[]) =>
    Promise.allSettled(all).then((settled) =>
      settled.map((one) => (one.status === 'fulfilled' ? 'stored' : one.reason.refusal)),
    )

  test('a page that was deleted meanwhile does not refuse the edits of others in its batch', async () => {
    const log = logTo()
    const edits = [documentId, 'deleted', documentId].map((id) => log.append(id, null, data))
    expect(await results(edits)).toEqual(['stored', 'not-found', 'stored'])
  })

  test('a database in trouble is asked once for a batch, and everything in it is refused', async () => {
    const log = logTo()
    await sql`alter table document_update rename to away`.execute(db)
    try {
      const edits = Array.from({ length: 20 }, () => log.append(documentId, null, data))
      expect(new Set(await results(edits))).toEqual(new Set(['unavailable']))
      expect(log.failures).toBe(1)
      expect(lines).toHaveLength(1)
    } finally {
      await sql`alter table away rename to document_update`.execute(db)
    }
    expect(await results([log.append(documentId, null, data)])).toEqual(['stored'])
  })

  test('edits are stored in the order in which they were handed in, and each is told so before anything else goes on', async () => {
    const log = logTo()
    const told: string[] = []
    const edits = ['a', 'b', 'c'].map((name) =>
      log.append(documentId, null, data, { stored: (id) => told.push(`${name} ${id}`) }).then((id) => {
        told.push(`${name} went on`)
        return id
      }),
    )
    const [a, b, c] = (await Promise.all(edits)) as [number, number, number]
    expect([a, b, c]).toEqual([a, b, c].sort((one, other) => one - other))
    expect(told.slice(0, 3)).toEqual([`a ${a}`, `b ${b}`, `c ${c}`])
    expect(told.slice(3).sort()).toEqual(['a went on', 'b went on', 'c went on'])
  })
})
