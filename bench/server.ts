import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Figure, figure, median } from './figures.ts'
import { openPages } from './page-socket.ts'
import { buildPrograms, cache, type Running, root, run, settings } from './server-programs.ts'

const CONNECTIONS = 16
const PAGES = 1000
const DOCTOR_PAGES = 10_000

interface Seed {
  cookie: string
  token: string
  userId: string
  pages: string[]
}

/** The built server: requests, memory, restart, and the doctor. SQLite, as it comes. */
export async function measureServer(options: { rounds: number; seconds: number }): Promise<Figure[]> {
  await buildPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-bench-'))
  try {
    const seed = fill(folder, PAGES, 100)
    return [
      ...(await measureRequests(folder, seed, options)),
      ...(await measureMemory(folder, seed)),
      ...(await measureRestart(folder, seed, options.rounds)),
      ...measureDoctor(),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function fill(folder: string, pages: number, blocks: number): Seed {
  const env = settings(folder, { PAGES: String(pages), BLOCKS: String(blocks) })
  const output = execFileSync(process.execPath, [join(cache, 'seed.mjs')], { env, maxBuffer: 1 << 26 })
  return JSON.parse(String(output)) as Seed
}

const start = (folder: string, port = 0) =>
  run(join(root, 'dist/server/main.js'), settings(folder, { PORT: String(port) }))

async function measureRequests(
  folder: string,
  seed: Seed,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Figure[]> {
  const ours = await start(folder)
  const bare = await run(
    join(cache, 'bare.mjs'),
    settings(folder, { USER_ID: seed.userId, TOKEN: seed.token }),
  )
  const contenders = [
    { server: ours, path: '/api/trpc/document.documents?input=%7B%7D' },
    { server: bare, path: '/sql' },
    { server: bare, path: '/queries' },
  ].map((contender) => ({ ...contender, times: [] as number[], work: [] as number[] }))
  try {
    // The first round warms all of them up.
    for (let round = -1; round < rounds; round++) {
      for (const { server, path, times, work } of contenders) {
        const before = cpuMsOf(server)
        const answered = await answersIn(server.port, path, seed.cookie, seconds)
        if (round < 0) continue
        times.push((seconds * 1000) / answered)
        work.push((cpuMsOf(server) - before) / answered)
      }
    }
  } finally {
    await ours.stop()
    await bare.stop()
  }
  const what = 'document.documents (50 pages) by HTTP'
  const [product, sql, queries] = contenders.map(({ times, work }) => ({
    time: median(times),
    work: median(work),
  }))
  if (!product || !sql || !queries) throw new Error('Nothing was measured')
  const row = (name: string, peer: typeof sql, of: 'time' | 'work', target: number | null) =>
    figure(`${what}, ${name}`, 'ms', product[of], peer[of], target)
  return [
    // 0.7 times the requests a second is 1 / 0.7 times the time of each.
    row(`time per request, ${CONNECTIONS} at once, against bare Hono + the same SQL`, sql, 'time', 1.43),
    row('processor time per request, against bare Hono + the same SQL', sql, 'work', null),
    row('processor time per request, against bare Hono + the same Kysely queries', queries, 'work', null),
  ]
}

/** What the process has worked so far, all threads (Linux counts in hundredths of a second). */
function cpuMsOf({ child }: Running): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Asks over connections that stay open, as soon as the last answer is there. */
async function answersIn(port: number, path: string, cookie: string, seconds: number): Promise<number> {
  const request = `GET ${path} HTTP/1.1\r\nhost: localhost:${port}\r\ncookie: ${cookie}\r\n\r\n`
  const until = performance.now() + seconds * 1000
  let answered = 0
  await Promise.all(
    Array.from(
      { length: CONNECTIONS },
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect(port, 'localhost')
          let missing = -1
          const ask = () => {
            missing = -1
            if (performance.now() < until) socket.write(request)
            else {
              socket.destroy()
              resolve()
            }
          }
          socket.once('connect', ask)
          socket.once('error', reject)
          socket.on('data', (chunk) => {
            if (missing < 0) {
              const end = chunk.indexOf('\r\n\r\n')
              const head = chunk.subarray(0, end).toString('latin1')
              const length = /content-length: (\d+)/i.exec(head)?.[1]
              if (!head.startsWith('HTTP/1.1 200') || length === undefined) {
                reject(new Error(`Not an answer that can be counted: ${head}`))
                socket.destroy()
                return
              }
              missing = Number(length) - (chunk.length - end - 4)
            } else missing -= chunk.length
            if (missing > 0) return
            answered++
            ask()
          })
        }),
    ),
  )
  return answered
}

async function measureMemory(folder: string, seed: Seed): Promise<Figure[]> {
  const server = await start(folder)
  try {
    await pause(3000)
    const idle = memoryOf(server)
    const socket = await openPages(server.port, seed.cookie, seed.pages)
    await pause(3000)
    const loaded = memoryOf(server)
    socket.close()
    return [
      figure('server memory, idle', 'MB', idle, null, 150),
      figure(`server memory, ${PAGES} pages of 100 blocks open in one browser`, 'MB', loaded, null, 1024),
    ]
  } finally {
    await server.stop()
  }
}

/** What the system has given the process (Linux). */
function memoryOf({ child }: Running): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

/** Killed while all pages are open and each has an edit that is only in the log; then until one can be written to. */
async function measureRestart(folder: string, seed: Seed, rounds: number): Promise<Figure[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = await start(folder)
    const socket = await openPages(before.port, seed.cookie, seed.pages)
    await socket.edit()
    await before.stop()
    const last = seed.pages.at(-1) as string
    const after = await start(folder)
    const again = await openPages(after.port, seed.cookie, [last])
    times.push((performance.now() - after.startedAt) / 1000)
    again.close()
    await after.stop('SIGTERM')
  }
  const name = `restart after kill -9 with ${PAGES} pages open and edited, until the first client is synced`
  return [figure(name, 's', median(times), null, 3)]
}

function measureDoctor(): Figure[] {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-bench-doctor-'))
  try {
    fill(folder, DOCTOR_PAGES, 30)
    const output = execFileSync(process.execPath, [join(root, 'dist/server/doctor-cli.js'), '--json'], {
      env: settings(folder),
    })
    const { seconds, pages } = JSON.parse(String(output)) as { seconds: number; pages: number }
    if (pages !== DOCTOR_PAGES) throw new Error(`The doctor saw ${pages} pages`)
    return [figure(`doctor, ${DOCTOR_PAGES} pages of 30 blocks`, 's', seconds, null, 60)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
