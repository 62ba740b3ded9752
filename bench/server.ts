import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Figure, figure, median } from './figures.ts'
import { openPages } from './page-socket.ts'
import { compareRequests } from './requests.ts'
import { buildPrograms, cache, type Running, root, run, settings } from './server-programs.ts'

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
  options: { rounds: number; seconds: number },
): Promise<Figure[]> {
  const ours = await start(folder)
  const bare = await run(
    join(cache, 'bare.mjs'),
    settings(folder, { USER_ID: seed.userId, TOKEN: seed.token }),
  )
  const cookies = [seed.cookie]
  try {
    return await compareRequests(
      'document.documents (50 pages) by HTTP',
      { server: ours, path: '/api/trpc/document.documents?input=%7B%7D', cookies },
      [
        { name: 'bare Hono + the same SQL', server: bare, path: '/sql', cookies },
        { name: 'bare Hono + the same Kysely queries', server: bare, path: '/queries', cookies },
      ],
      options,
    )
  } finally {
    await ours.stop()
    await bare.stop()
  }
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
