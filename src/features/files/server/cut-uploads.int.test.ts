import { createHash, randomFillSync } from 'node:crypto'
import { cpSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomFrom, seedOf } from '@test/collab-writer'
import { cutLine } from '@test/cut-line'
import { freePort } from '@test/free-port'
import { makeProgram, type Program, type RunningProgram } from '@test/program'
import { PART, sendInParts } from '@test/send-in-parts'
import { startTestServer } from '@test/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileState } from '../model'

const MB = 1024 ** 2
/** `npm run test:long` sends the largest file there can be. */
const SIZE = process.env.SHEAF_LONG_MINUTES ? 1024 * MB : 32 * MB
const KILLS = 5
/** Memory that the server may take while it receives, beyond what it takes to work at all: the same for files of any size. */
const MOST_GROWTH_MB = 160

describe('an upload over a line that breaks, to a server that is killed', () => {
  let program: Program
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-cut-uploads-'))
  beforeAll(async () => {
    program = await makeProgram('src/server/main.ts')
  })
  const cleanUps: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const clean of cleanUps) await clean()
    program?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  it('4.6 R55 arrives byte for byte through a proxy that cuts it at random and a server killed five times, in memory that stays flat', {
    timeout: 1_800_000,
  }, async () => {
    const seed = seedOf('uploads over a line that breaks')
    const numbers = randomFrom(seed)
    const random = () => numbers(2 ** 20) / 2 ** 20
    const film = join(folder, 'film.bin')
    const sum = writeRandom(film, SIZE)
    const dataDir = join(folder, 'data')
    const { cookie, page } = await accountIn(dataDir)
    const port = await freePort()
    const line = await cutLine(port, 3 * PART, random)
    const memory = watchMemory()
    const start = async () => {
      const env = { PORT: String(port), DATA_DIR: dataDir, PUBLIC_URL: line.url, LOG_LEVEL: 'warn' }
      const server = program.run([], env)
      await server.printed('running at')
      memory.watch(server)
      return server
    }
    let server = await start()
    cleanUps.push(async () => {
      memory.close()
      server.child.kill('SIGKILL')
      await line.close()
    })
    // The last part is told of once it is there: nothing can be killed within it.
    const killsAt = Array.from({ length: KILLS }, () => random() * 0.7 * SIZE).sort((a, b) => a - b)
    let restarting = Promise.resolve()
    const killed = async () => {
      server.child.kill('SIGKILL')
      await server.ended
      server = await start()
    }
    const began = performance.now()
    const id = await sendInParts(film, {
      endpoint: `${line.url}/api/uploads?${new URLSearchParams({ page, name: 'film.bin' })}`,
      headers: { cookie, origin: line.url },
      onProgress: (sent) => {
        if (sent < (killsAt[0] ?? Number.POSITIVE_INFINITY)) return
        killsAt.shift()
        restarting = restarting.then(killed)
      },
    })
    await restarting
    const seconds = (performance.now() - began) / 1_000
    const told = await fetch(`http://127.0.0.1:${port}/api/files/${id}`, { headers: { cookie } })
    const stored = (await told.json()) as FileState
    expect(stored).toMatchObject({ state: 'ready', size: SIZE, documentId: page })
    const fetched = await fetch(`http://127.0.0.1:${port}${stored.url}`, { headers: { cookie } })
    const hash = createHash('sha256')
    for await (const chunk of fetched.body!) hash.update(chunk)
    const { growths } = memory
    const figures = `seed ${seed}: ${SIZE / MB} MB in ${seconds.toFixed(1)} s, cut ${line.cuts()} times, killed ${KILLS} times, memory of each server up by ${growths().join(', ')} MB`
    process.stdout.write(`${figures}\n`)
    expect(hash.digest('hex'), figures).toBe(sum)
    expect(line.cuts(), figures).toBeGreaterThan(0)
    expect(killsAt, figures).toEqual([])
    expect(Math.max(...growths()), figures).toBeLessThan(MOST_GROWTH_MB)
  })
})

/** Writes `size` random bytes; answers their SHA-256. */
function writeRandom(path: string, size: number): string {
  const to = openSync(path, 'w')
  const hash = createHash('sha256')
  const piece = Buffer.alloc(PART)
  for (let at = 0; at < size; at += piece.byteLength) {
    randomFillSync(piece)
    hash.update(piece)
    writeSync(to, piece)
  }
  return hash.digest('hex')
}

/** A data folder with somebody who is signed in and has a page; no server holds it any more. */
async function accountIn(dataDir: string): Promise<{ cookie: string; page: string }> {
  const server = await startTestServer()
  const { cookie } = await server.signUp()
  const { id } = await server.rpc(cookie).document.create.mutate({ title: 'Album' })
  await server.services.live.close()
  cpSync(server.services.config.dataDir, dataDir, { recursive: true })
  await server.close()
  return { cookie, page: id }
}

/** How much memory each server that is watched took at most beyond what it had when it began to listen, in MB. */
function watchMemory() {
  const seen: { pid: number; first: number; most: number }[] = []
  const look = () => {
    for (const one of seen) one.most = Math.max(one.most, residentMb(one.pid) ?? 0)
  }
  const timer = setInterval(look, 20)
  return {
    watch({ child }: RunningProgram) {
      const first = residentMb(child.pid!)!
      seen.push({ pid: child.pid!, first, most: first })
    },
    growths: () => seen.map(({ first, most }) => Math.round(most - first)),
    close: () => clearInterval(timer),
  }
}

/** Null once the process has ended. */
function residentMb(pid: number): number | null {
  try {
    const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kb === undefined ? null : Number(kb) / 1024
  } catch {
    return null
  }
}
