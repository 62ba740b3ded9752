import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wavHead } from '@test/wav'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMedia, readPeaks } from './read-media'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheaf-media-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A file that begins so, and is so long: the rest are zeros that take no place. */
async function fileOf(name: string, beginning: Buffer, length: number): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, beginning)
  await truncate(path, length)
  return path
}

/** What work answers, and how many MB of memory the process had more meanwhile. */
async function withMemory<T>(work: () => Promise<T>): Promise<{ answer: T; megabytes: number }> {
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 2)
  try {
    const answer = await work()
    most = Math.max(most, process.memoryUsage.rss())
    return { answer, megabytes: (most - before) / 2 ** 20 }
  } finally {
    clearInterval(timer)
  }
}

const head = (type: string, size: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32BE(size)
  bytes.write(type, 4)
  return bytes
}

describe('R32 R34 a file that wants all memory', () => {
  it('is a film whose index is a gibibyte long: it is not read', async () => {
    const size = 2 ** 30
    const ftyp = Buffer.concat([head('ftyp', 24), Buffer.from('isom\0\0\0\0isommp42', 'latin1')])
    const index = size - ftyp.length
    const path = await fileOf(
      'index.mp4',
      Buffer.concat([ftyp, head('moov', index), head('free', index - 8)]),
      size,
    )
    const { answer, megabytes } = await withMemory(() => readMedia(path))
    expect(answer).toBeNull()
    expect(megabytes).toBeLessThan(200)
  })

  it('is a sound whose samples are 64 kB each: how long it is is told, how loud is not', async () => {
    const size = 2 ** 29
    const path = await fileOf('wide.wav', wavHead({ channels: 2, blockAlign: 0xffff, size: size - 44 }), size)
    expect(await readMedia(path)).toMatchObject({ audio: { name: 'PCM' } })
    const { answer, megabytes } = await withMemory(() => readPeaks(path, size / 0xffff / 8_000))
    expect(answer).toBeNull()
    expect(megabytes).toBeLessThan(100)
  })

  it('is a sound of more channels than anybody has ears for', async () => {
    const size = 2 ** 20
    expect(
      await readMedia(await fileOf('33.wav', wavHead({ channels: 33, size: size - 44 }), size)),
    ).toBeNull()
    const most = await readMedia(await fileOf('32.wav', wavHead({ channels: 32, size: size - 44 }), size))
    expect(most).toMatchObject({ audio: { name: 'PCM' } })
  })
})

it('a file that cannot be read now is not called damaged', async () => {
  // A folder opens, and then does not read.
  await expect(readMedia(folder)).rejects.toMatchObject({ code: 'EISDIR' })
  await expect(readPeaks(folder, 1)).rejects.toMatchObject({ code: 'EISDIR' })
  await expect(readMedia(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' })
})
