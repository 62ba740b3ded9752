import { startPostgres } from '../test/postgres.ts'
import { type Figure, figure, quantile } from './figures.ts'
import { compareRequests } from './requests.ts'
import { buildPrograms, dataFolder, fill, startBare, startSheaf } from './server-programs.ts'

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
 * SQLite against bare Hono with the same SQL. Each figure comes as soon as it is measured.
 */
export async function* measureSearch(options: { rounds: number; seconds: number }): AsyncGenerator<Figure> {
  await buildPrograms()
  {
    using folder = dataFolder()
    const seed = fillPages(folder.path)
    yield* askEach('SQLite', folder.path, seed)
    yield* countRequests(folder.path, seed, options)
  }
  const postgres = await startPostgres()
  try {
    using folder = dataFolder()
    const database = { DATABASE_URL: postgres.adminUrl }
    yield* askEach('PostgreSQL', folder.path, fillPages(folder.path, database), database)
  } finally {
    await postgres.stop()
  }
}

const fillPages = (folder: string, database: Record<string, string> = {}) =>
  fill<Seed>('search-seed', folder, { PAGES: String(PAGES), PEOPLE: String(PEOPLE), ...database })

async function* askEach(
  name: string,
  folder: string,
  { cookies, questions }: Seed,
  database: Record<string, string> = {},
): AsyncGenerator<Figure> {
  for (const [what, q] of Object.entries(questions)) {
    // A server for each question: a person may search only so often in a minute.
    await using server = await startSheaf(folder, database)
    const times: number[] = []
    for (let i = -5; i < ASKED; i++) {
      const began = performance.now()
      const headers = { cookie: cookies[0] }
      const answer = await fetch(`http://localhost:${server.port}${addressOf(q)}`, { headers })
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
      await answer.text()
      if (i >= 0) times.push(performance.now() - began)
    }
    yield figure(`search, ${PAGES} pages, ${name}, ${what}, p95`, 'ms', quantile(times, 0.95), null, TARGET)
  }
}

const addressOf = (q: string) => `/api/trpc/search.search?input=${encodeURIComponent(JSON.stringify({ q }))}`

async function* countRequests(
  folder: string,
  { cookies, questions, userId, token }: Seed,
  options: { rounds: number; seconds: number },
): AsyncGenerator<Figure> {
  for (const what of COUNTED) {
    const q = questions[what] ?? ''
    await using ours = await startSheaf(folder)
    await using bare = await startBare(folder, { USER_ID: userId, TOKEN: token, QUESTION: q })
    yield* await compareRequests(
      `search by HTTP, ${what}`,
      { server: ours, path: addressOf(q), cookies },
      [
        { name: 'bare Hono + the same SQL', server: bare, path: '/sql', cookies },
        { name: 'bare Hono + the same service', server: bare, path: '/queries', cookies },
      ],
      options,
    )
  }
}
