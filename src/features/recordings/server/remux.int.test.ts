import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordedFilm } from '@test/film'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CannotRemux, remux } from './remux'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'remux-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const CLUSTER = Buffer.from([0x1f, 0x43, 0xb6, 0x75])
const MB = 2 ** 20

/** The beginning of a film, with one cluster of this many bytes behind it in place of its own. */
async function filmOfOneCluster(path: string, size: number): Promise<void> {
  const film = Buffer.concat(await recordedFilm(2))
  const head = film.subarray(0, film.indexOf(CLUSTER))
  const sizeOf = (bytes: number) => {
    const written = Buffer.alloc(8)
    written.writeBigUInt64BE(BigInt(bytes))
    written[0] = 1
    return written
  }
  // A time, then one block that fills the rest: of track 1, at its beginning, a whole picture.
  const time = Buffer.from([0xe7, 0x81, 0])
  const block = Buffer.concat([Buffer.from([0xa3]), sizeOf(size - 12), Buffer.from([0x81, 0, 0, 0x80])])
  writeFileSync(path, Buffer.concat([head, CLUSTER, sizeOf(size), time, block]))
  truncateSync(path, head.byteLength + 12 + size)
}

test('R67 a recording that wants to be read in one piece is none, and takes no memory', async () => {
  const [from, to] = [join(folder, 'hostile.webm'), join(folder, 'written.webm')]
  await filmOfOneCluster(from, 400 * MB)
  const before = process.memoryUsage().rss
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - before)
  }, 5)
  await expect(remux(from, to)).rejects.toThrow(CannotRemux)
  clearInterval(watch)
  most = Math.max(most, process.memoryUsage().rss - before)
  expect(most).toBeLessThan(200 * MB)
})

test('4.7 a recording is written anew with its length', async () => {
  const [from, to] = [join(folder, 'film.webm'), join(folder, 'whole.webm')]
  writeFileSync(from, Buffer.concat(await recordedFilm(4)))
  const { duration } = await remux(from, to)
  expect(duration).toBeCloseTo(4, 0)
})
