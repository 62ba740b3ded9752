import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../test/postgres.ts'
import { type Figure, figure, quantile } from './figures.ts'
import { compareRequests } from './requests.ts'
import { buildPrograms, cache, root, run, settings } from './server-programs.ts'

const PAGES = Number(process.env.BENCH_PAGES ?? 10_000)
/** What a search may take at the edge of HTTP, in milliseconds, for 95 of 100. */
const TARGET = 30
/** One person may ask 300 times a minute. */
const ASKED = 200
/** So that a few seconds of nothing but searching stay within what people may ask. */
const PEOPLE = 80
/** Whose requests a second are counted. */
const COUNTED = ['a seldom word', 'the most frequent word'] as const

interface Seed {
  cookies: [string, ...string[]]
  userId: string
  token: string
  questions: Record<string, string>
}

/**
 * Search over 10,000 pages of 4 KB over HTTP: one question after the other on both databases, and requests a second on
 * SQLite against bare Hono with the same SQL.
 */
export async function measureSearch(options: { rounds: number; seconds: number }): Promise<Figure[]> {
  await buildPrograms()
  const figures = await measureOn('SQLite', {}, (folder, seed) => countRequests(folder, seed, options))
  const postgres = await startPostgres()
  try {
    return [...figures, ...(await measureOn('PostgreSQL', { DATABASE_URL: postgres.adminUrl }))]
  } finally {
    await postgres.stop()
  }
}

async function measureOn(
  database: string,
  more: Record<string, string>,
  also: (folder: string, seed: Seed) => Promise<Figure[]> = async () => [],
): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-bench-search-'))
  try {
    const env = settings(folder, { PAGES: String(PAGES), PEOPLE: String(PEOPLE), ...more })
    const seed = JSON.parse(
      String(execFileSync(process.execPath, [join(cache, 'search-seed.mjs')], { env })),
    ) as Seed
    const { cookies, questions } = seed
    const figures: Figure[] = []
    for (const [what, q] of Object.entries(questions)) {
      // A server for each question: a person may search only so often in a minute.
      const server = await run(join(root, 'dist/server/main.js'), settings(folder, { PORT: '0', ...more }))
      try {
        const times: number[] = []
        for (let i = -5; i < ASKED; i++) {
          const began = performance.now()
          const headers = { cookie: cookies[0] }
          const answer = await fetch(`http://localhost:${server.port}${addressOf(q)}`, { headers })
          if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
          await answer.text()
          if (i >= 0) times.push(performance.now() - began)
        }
        figures.push(figure(`search, ${database}, ${what}, p95`, 'ms', quantile(times, 0.95), null, TARGET))
      } finally {
        await server.stop()
      }
    }
    return [...figures, ...(await also(folder, seed))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const addressOf = (q: string) => `/api/trpc/search.search?input=${encodeURIComponent(JSON.stringify({ q }))}`

async function countRequests(
  folder: string,
  seed: Seed,
  options: { rounds: number; seconds: number },
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const what of COUNTED) {
    const q = seed.questions[what] ?? ''
    const ours = await run(join(root, 'dist/server/main.js'), settings(folder, { PORT: '0' }))
    const asked = { USER_ID: seed.userId, TOKEN: seed.token, QUESTION: q }
    const bare = await run(join(cache, 'bare.mjs'), settings(folder, asked))
    const { cookies } = seed
    try {
      figures.push(
        ...(await compareRequests(
          `search by HTTP, ${what}`,
          { server: ours, path: addressOf(q), cookies },
          [
            { name: 'bare Hono + the same SQL', server: bare, path: '/sql', cookies },
            { name: 'bare Hono + the same service', server: bare, path: '/queries', cookies },
          ],
          options,
        )),
      )
    } finally {
      await ours.stop()
      await bare.stop()
    }
  }
  return figures
}
