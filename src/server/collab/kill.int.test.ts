import { CollabChild, lostOrDoubled, Network, storedText, Tab, temporaryFolder, until } from '@test/collab'
import { addPage, addPerson } from '@test/collab-host'
import { onEachDatabase } from '@test/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, openDb } from '@/server/db/db'

const WRITERS = 8
const KILLS = 10

/** Numbers that are the same for the same seed (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

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
    await server?.kill()
    await network?.close()
    await db?.destroy()
    folder.remove()
  })

  test(`R2 kill -9 at ${KILLS} random moments while ${WRITERS} write: no acknowledged token lost or doubled`, {
    timeout: 180_000,
  }, async () => {
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
    const random = randomFrom(seed)
    const documentId = await addPage(db)
    const people = await Promise.all(['Ada', 'Bob'].map((name) => addPerson(db, name)))
    const tabs = Array.from({ length: WRITERS }, (_, i) => new Tab(network.url, people[i % 2]!, documentId))
    let isWriting = true
    const writers = tabs.map(async (tab) => {
      while (isWriting) {
        tab.write()
        await new Promise((resolve) => setTimeout(resolve, 5 + random(40)))
      }
    })
    const acked = () => tabs.flatMap((tab) => [...tab.acked])
    for (let kill = 0; kill < KILLS; kill++) {
      const before = acked().length
      await until('somebody to be saved again', () => acked().length > before, 20_000)
      await new Promise((resolve) => setTimeout(resolve, random(300)))
      await server.kill()
      network.cut()
      const promised = acked()
      const { lost, doubled } = lostOrDoubled(promised, await storedText(db, documentId))
      expect({ seed, kill, lost, doubled }).toEqual({ seed, kill, lost: [], doubled: [] })
      await server.start()
    }
    isWriting = false
    await Promise.all(writers)
    await Promise.all(tabs.map((tab) => tab.saved(20_000)))
    await until('all to agree', () => tabs.every((tab) => tab.text === tabs[0]?.text), 20_000)
    const written = tabs.flatMap((tab) => tab.written)
    expect(written.length).toBeGreaterThan(KILLS * WRITERS)
    expect(acked()).toHaveLength(written.length)
    expect({ seed, ...lostOrDoubled(written, await storedText(db, documentId)) }).toEqual({
      seed,
      lost: [],
      doubled: [],
    })
    for (const tab of tabs) tab.close()
  })

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
