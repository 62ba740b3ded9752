import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type Figure, figure, median } from './figures.ts'
import { openPages } from './page-socket.ts'
import { compareRequests } from './requests.ts'
import {
  buildPrograms,
  built,
  dataFolder,
  fill,
  type Running,
  settings,
  startBare,
  startSheaf,
} from './server-programs.ts'

const PAGES = 1000
const DOCTOR_PAGES = 10_000

interface Seed {
  cookie: string
  token: string
  userId: string
  pages: string[]
}

/** The built server: requests, memory, restart, and the doctor. SQLite, as it comes. */
export async function* measureServer(options: { rounds: number; seconds: number }): AsyncGenerator<Figure> {
  await buildPrograms()
  using folder = dataFolder()
  const seed = fillPages(folder.path, PAGES, 100)
  yield* await measureRequests(folder.path, seed, options)
  yield* await measureMemory(folder.path, seed)
  yield* await measureRestart(folder.path, seed, options.rounds)
  yield* measureDoctor()
}

const fillPages = (folder: string, pages: number, blocks: number) =>
  fill<Seed>('seed', folder, { PAGES: String(pages), BLOCKS: String(blocks) })

async function measureRequests(
  folder: string,
  seed: Seed,
  options: { rounds: number; seconds: number },
): Promise<Figure[]> {
  await using ours = await startSheaf(folder)
  await using bare = await startBare(folder, { USER_ID: seed.userId, TOKEN: seed.token })
  const cookies = [seed.cookie]
  return await compareRequests(
    'document.documents (50 pages) by HTTP',
    { server: ours, path: '/api/trpc/document.documents?input=%7B%7D', cookies },
    [
      { name: 'bare Hono + the same SQL', server: bare, path: '/sql', cookies },
      { name: 'bare Hono + the same Kysely queries', server: bare, path: '/queries', cookies },
    ],
    options,
  )
}

async function measureMemory(folder: string, seed: Seed): Promise<Figure[]> {
  await using server = await startSheaf(folder)
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
    const before = await startSheaf(folder)
    const socket = await openPages(before.port, seed.cookie, seed.pages)
    await socket.edit()
    await before.stop()
    const last = seed.pages.at(-1) as string
    const after = await startSheaf(folder)
    const again = await openPages(after.port, seed.cookie, [last])
    times.push((performance.now() - after.startedAt) / 1000)
    again.close()
    await after.stop('SIGTERM')
  }
  const name = `restart after kill -9 with ${PAGES} pages open and edited, until the first client is synced`
  return [figure(name, 's', median(times), null, 3)]
}

function measureDoctor(): Figure[] {
  using folder = dataFolder()
  fillPages(folder.path, DOCTOR_PAGES, 30)
  const env = settings(folder.path)
  const output = execFileSync(process.execPath, [built('doctor-cli'), '--json'], { env })
  const { seconds, pages } = JSON.parse(String(output)) as { seconds: number; pages: number }
  if (pages !== DOCTOR_PAGES) throw new Error(`The doctor saw ${pages} pages`)
  return [figure(`doctor, ${DOCTOR_PAGES} pages of 30 blocks`, 's', seconds, null, 60)]
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
