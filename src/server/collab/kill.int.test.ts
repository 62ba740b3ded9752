import {
  CollabChild,
  LONG_MINUTES,
  lostOrDoubled,
  storedText,
  storedWords,
  Tab,
  temporaryFolder,
  tokensIn,
  until,
} from '@test/collab'
import { addPage, addPerson } from '@test/collab-host'
import { Network } from '@test/collab-network'
import { randomFrom, seedOf, tokenSource, Writer } from '@test/collab-writer'
import { onEachDatabase } from '@test/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settledBlocks } from '@/document'
import { type Db, openDb } from '@/server/db/db'

/** Eight writers and many kills, and thirty-two with fewer, as in R2; the short form keeps `npm test` short. */
const FORMS = LONG_MINUTES
  ? [
      { writers: 8, kills: 50, pauseMs: 40 },
      { writers: 32, kills: 20, pauseMs: 250 },
    ]
  : [{ writers: 8, kills: 10, pauseMs: 40 }]

/** This number of tokens of a tab may wait to be saved: a machine with other work would never save all of them. */
const UNSAVED = 100

/** Milliseconds. A page that never gets the quiet to be folded is loaded from thousands of updates each time. */
const PATIENCE = LONG_MINUTES ? 120_000 : 30_000

onEachDatabase('a server that is killed', (database) => {
  const folder = temporaryFolder()
  let server: CollabChild
  let db: Db
  let network: Network

  beforeAll(async () => {
    const databaseUrl = database.env.DATABASE_URL ?? null
    // The test looks into the same database from outside, as a restarted server would.
    db = (await openDb({ dataDir: folder.path, databaseUrl })).db
    server = await CollabChild.start({
      DATA_DIR: folder.path,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    })
    network = await Network.to(server.url)
  })
  afterAll(async () => {
    await server?.close()
    await network?.close()
    await db?.destroy()
    folder.remove()
  })

  test.each(FORMS)(
    'R2 kill -9 at $kills random moments while $writers write, and clients die: no acknowledged token lost or doubled',
    {
      timeout: LONG_MINUTES ? 1_800_000 : 600_000,
    },
    async ({ writers: count, kills, pauseMs }) => {
      const seed = seedOf(`R2 ${database.dialect}, ${count} writers`)
      const random = randomFrom(seed)
      const token = tokenSource()
      const documentId = await addPage(db)
      const people = await Promise.all(['Ada', 'Bob'].map((name) => addPerson(db, name)))
      let joined = 0
      const join = () => new Writer(new Tab(network.url, people[joined++ % 2]!, documentId), token, random)
      const writers = Array.from({ length: count }, join)
      // Of tabs that have died only this is kept: their pages would fill the memory of a long run.
      const savedOfAll = new Set(writers.map(({ tab }) => tab.acked))
      let isWriting = true
      const writing = writers.map(async (_writer, i) => {
        while (isWriting) {
          // People stop and look when nothing is saved for long; a tab calls itself saved when all it wrote is.
          const tab = writers[i]?.tab
          if (tab && tab.written.length - tab.acked.size < UNSAVED) writers[i]?.edit()
          await new Promise((resolve) => setTimeout(resolve, 5 + random(pauseMs)))
        }
      })
      const acked = () => [...savedOfAll].flatMap((saved) => [...saved])
      for (let kill = 0; kill < kills; kill++) {
        const before = acked().length
        await until('somebody to be saved again', () => acked().length > before, PATIENCE)
        await new Promise((resolve) => setTimeout(resolve, random(300)))
        // Every other time a client dies as well, sometimes a moment before the server does.
        const dying = random(2) ? random(count) : null
        if (dying !== null) writers[dying]?.die()
        if (random(2)) await new Promise((resolve) => setTimeout(resolve, random(20)))
        await server.kill()
        network.cut()
        const { lost, doubled } = lostOrDoubled(acked(), await storedWords(db, documentId))
        expect({ seed, kill, lost, doubled }).toEqual({ seed, kill, lost: [], doubled: [] })
        await server.start()
        if (dying !== null) {
          writers[dying] = join()
          savedOfAll.add(writers[dying].tab.acked)
        }
      }
      isWriting = false
      await Promise.all(writing)
      const tabs = writers.map(({ tab }) => tab)
      await Promise.all(tabs.map((tab) => tab.saved(PATIENCE)))
      const blocks = () => new Set(tabs.map((tab) => JSON.stringify(settledBlocks(tab.page.doc)))).size
      await until('all to agree', () => blocks() === 1, PATIENCE)
      // Who stayed to the end has everything saved; who died, at least what was acknowledged.
      const written = [...tabs.flatMap((tab) => tab.written), ...acked()]
      expect(new Set(written).size).toBeGreaterThan(kills * count)
      expect(tabs.flatMap((tab) => [...tab.acked])).toHaveLength(tabs.flatMap((tab) => tab.written).length)
      const words = await storedWords(db, documentId)
      expect({ seed, ...lostOrDoubled(new Set(written), words) }).toEqual({ seed, lost: [], doubled: [] })
      // Nothing is there twice, whether acknowledged or not.
      expect({ seed, ...lostOrDoubled(tokensIn(words), words) }).toEqual({ seed, lost: [], doubled: [] })
      for (const writer of writers) writer.close()
    },
  )

  test('R6 SIGTERM under load stores what was acknowledged and ends by itself', async () => {
    const documentId = await addPage(db)
    const tab = new Tab(network.url, await addPerson(db, 'Ada'), documentId)
    for (let i = 0; i < 50; i++) tab.write()
    await tab.saved(20_000)
    for (let i = 0; i < 50; i++) tab.write()
    await server.kill('SIGTERM')
    const promised = [...tab.acked]
    expect(promised.length).toBeGreaterThanOrEqual(50)
    expect(lostOrDoubled(promised, await storedText(db, documentId))).toEqual({ lost: [], doubled: [] })
    await server.start()
    await tab.saved(20_000)
    expect(lostOrDoubled(tab.written, await storedText(db, documentId))).toEqual({ lost: [], doubled: [] })
    tab.close()
  })

  test('a network that swallows the answers is noticed, and nothing is called saved meanwhile', async () => {
    const documentId = await addPage(db)
    const tab = new Tab(network.url, await addPerson(db, 'Ada'), documentId)
    await tab.saved(20_000)
    network.isSilent = true
    const token = tab.write()
    await until('the edit to reach the disk', async () => (await storedText(db, documentId)) === token)
    expect(tab.state).toBe('saving')
    expect(tab.acked.has(token)).toBe(false)
    network.isSilent = false
    network.cut()
    await tab.saved(20_000)
    expect(await storedText(db, documentId)).toBe(token)
    tab.close()
  })
})
