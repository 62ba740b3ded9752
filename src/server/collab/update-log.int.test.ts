import { temporaryFolder } from '@test/collab'
import { addPage } from '@test/collab-host'
import { countedTurns } from '@test/counted-turns'
import { onEachDatabase } from '@test/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
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

  test.runIf(database.env.DATABASE_URL)(
    'a database that gives no answer holds up nobody for good: what it was asked is refused, and the page is told when it was stored after all',
    async () => {
      const late: string[] = []
      const log = new UpdateLog(db, createLog('error', { write: (line) => lines.push(line) }), {
        patienceMs: 300,
        onLate: (ids) => late.push(...ids),
      })
      const held = Promise.withResolvers<void>()
      const isHeld = Promise.withResolvers<void>()
      const holding = db.transaction().execute(async (trx) => {
        await sql`lock table document_update in access exclusive mode`.execute(trx)
        isHeld.resolve()
        await held.promise
      })
      await isHeld.promise
      const count = async () => {
        const rows = db.selectFrom('document_update').select('id').where('document_id', '=', documentId)
        return (await rows.execute()).length
      }
      // No more than three connections are held by questions without an answer.
      for (let round = 0; round < 5; round++)
        expect(await results([log.append(documentId, null, data)])).toEqual(['unavailable'])
      expect(late).toEqual([])
      held.resolve()
      await holding
      await vi.waitFor(() => expect(late).toEqual([documentId, documentId, documentId]), 20_000)
      const before = await count()
      await vi.waitFor(
        async () => expect(await results([log.append(documentId, null, data)])).toEqual(['stored']),
        20_000,
      )
      expect(await count()).toBe(before + 1)
    },
  )

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

  test('R67 others have their turn of the event loop before each batch, also when each is handed in as the one before is stored', async () => {
    const log = logTo()
    const { turns } = await countedTurns(async () => {
      for (let batch = 0; batch < 20; batch++) await log.append(documentId, null, data)
    })
    expect(turns).toBeGreaterThanOrEqual(20)
  })

  test('what is written down of client ids goes with the edits of its batch, of several pages, and is no edit itself', async () => {
    const log = logTo()
    const other = await addPage(db)
    const claim = { clients: [71, 72], givenUp: [] }
    await Promise.all([log.claim(documentId, 'ada', claim), log.claim(other, 'grace', claim)])
    const told: string[] = []
    const append = (name: string) =>
      log.append(documentId, null, data, { stored: (id) => told.push(`${name} ${id}`) })
    const [a, , , b] = await Promise.all([
      append('a'),
      log.withdraw(documentId, new Map([[71, 5]])),
      log.withdraw(
        other,
        new Map([
          [71, 7],
          [72, 0],
        ]),
      ),
      append('b'),
    ])
    expect(told).toEqual([`a ${a}`, `b ${b}`])
    expect(log.appended).toBe(2)
    const rows = await db
      .selectFrom('document_client')
      .select(['document_id', 'client', 'user_id', 'withdrawn_from'])
      .where('document_id', 'in', [documentId, other])
      .orderBy('client')
      .execute()
    const of = (page: string) =>
      rows.flatMap((row) =>
        row.document_id === page ? [[Number(row.client), row.user_id, String(row.withdrawn_from)]] : [],
      )
    expect(of(documentId)).toEqual([
      [71, 'ada', '5'],
      [72, 'ada', 'null'],
    ])
    expect(of(other)).toEqual([
      [71, 'grace', '7'],
      [72, 'grace', '0'],
    ])
  })
})
