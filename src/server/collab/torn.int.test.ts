import { cpSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { CollabChild, lostOrDoubled, storedWords, Tab, temporaryFolder, tokensIn, until } from '@test/collab'
import { addPage, addPerson } from '@test/collab-host'
import { Network } from '@test/collab-network'
import { randomFrom, seedOf, tokenSource, Writer } from '@test/collab-writer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb, sqlitePath } from '@/server/db/db'
import { readWalTail } from '@/server/db/wal-tail'

const folder = temporaryFolder()
let server: CollabChild
let network: Network

beforeAll(async () => {
  server = await CollabChild.start({ DATA_DIR: folder.path })
  network = await Network.to(server.url)
})
afterAll(async () => {
  await server?.close()
  await network?.close()
  folder.remove()
})

/** Ways in which the end of a file may be found after the power went. */
const TEARS: Record<string, (path: string, size: number, bytes: number) => void> = {
  missing: (path, size, bytes) => truncateSync(path, size - bytes),
  zero: (path, size, bytes) => overwrite(path, size, bytes, () => 0),
  noise: (path, size, bytes) => overwrite(path, size, bytes, (at) => (at * 7919) % 251),
}

function overwrite(path: string, size: number, bytes: number, byte: (at: number) => number): void {
  const content = readFileSync(path).subarray(0, size)
  for (let at = size - bytes; at < size; at++) content[at] = byte(at)
  writeFileSync(path, content)
}

test('R3 the last 1–64 KB of the log are torn: it opens, only what was unconfirmed is lost, and it says so', {
  timeout: 120_000,
}, async () => {
  const seed = seedOf('R3')
  const random = randomFrom(seed)
  const { db } = await openDb({ dataDir: folder.path, databaseUrl: null })
  const documentId = await addPage(db)
  const writer = new Writer(
    new Tab(network.url, await addPerson(db, 'Ada'), documentId),
    tokenSource(),
    random,
  )
  await db.destroy()
  const { tab } = writer
  for (let i = 0; i < 40; i++) writer.edit()
  await tab.saved(20_000)
  const path = sqlitePath(folder.path)
  const confirmed = readWalTail(path)
  // From here on nobody is told that anything is saved.
  network.isSilent = true
  const beforehand = new Set(tab.acked)
  const unconfirmed = () => {
    const tail = readWalTail(path)
    return tail && confirmed && tail.salt === confirmed.salt ? tail.end - confirmed.end : 0
  }
  await until(
    '70 KB of unconfirmed edits on the disk',
    () => {
      writer.type()
      return unconfirmed() > 70_000
    },
    30_000,
  )
  await server.kill()
  expect(new Set(tab.acked)).toEqual(beforehand)
  const room = unconfirmed()
  const written = [...tab.written]
  writer.close()
  for (const [what, tear] of Object.entries(TEARS)) {
    for (const bytes of [1024 + random(4096), 1024 + random(63 * 1024)]) {
      const copy = temporaryFolder()
      cpSync(folder.path, copy.path, { recursive: true })
      const end = (confirmed?.end ?? 0) + room
      tear(`${sqlitePath(copy.path)}-wal`, end, bytes)
      const isCut = (readWalTail(sqlitePath(copy.path))?.torn ?? 0) > 0
      const torn = await server.another({ DATA_DIR: copy.path })
      const opened = await openDb({ dataDir: copy.path, databaseUrl: null })
      const words = await storedWords(opened.db, documentId)
      const label = { seed, what, bytes }
      expect({ ...label, ...lostOrDoubled(beforehand, words) }).toEqual({ ...label, lost: [], doubled: [] })
      expect(lostOrDoubled(tokensIn(words), words).doubled).toEqual([])
      expect(lostOrDoubled(written, words).lost.length, JSON.stringify(label)).toBeGreaterThan(0)
      // A log that just ends sooner, between two pages, looks like one to which nothing more was written.
      expect(isCut || what === 'missing', JSON.stringify(label)).toBe(true)
      const isSaid = () => torn.log.includes('ended in the middle of a write')
      // What is said may come a moment after the line that the server listens.
      if (isCut) await until('it to be said', isSaid)
      else expect(isSaid()).toBe(false)
      await opened.db.destroy()
      await torn.kill()
      copy.remove()
    }
  }
})
