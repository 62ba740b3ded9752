import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../test/postgres.ts'
import { type Figure, figure, quantile } from './figures.ts'
import { buildPrograms, cache, root, run, settings } from './server-programs.ts'

const PAGES = Number(process.env.BENCH_PAGES ?? 10_000)
/** What a search may take at the edge of HTTP, in milliseconds, for 95 of 100. */
const TARGET = 30
/** More than these a minute one person is not allowed. */
const ASKED = 35

interface Seed {
  cookie: string
  questions: Record<string, string>
}

/** Search over 10,000 pages of 4 KB, asked one after the other over HTTP, on both databases. */
export async function measureSearch(): Promise<Figure[]> {
  await buildPrograms()
  const figures = await measureOn('SQLite', {})
  const postgres = await startPostgres()
  try {
    return [...figures, ...(await measureOn('PostgreSQL', { DATABASE_URL: postgres.adminUrl }))]
  } finally {
    await postgres.stop()
  }
}

async function measureOn(database: string, more: Record<string, string>): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-bench-search-'))
  try {
    const env = settings(folder, { PAGES: String(PAGES), ...more })
    const { cookie, questions } = JSON.parse(
      String(execFileSync(process.execPath, [join(cache, 'search-seed.mjs')], { env })),
    ) as Seed
    const figures: Figure[] = []
    for (const [what, q] of Object.entries(questions)) {
      // A server for each question: a person may search only so often in a minute.
      const server = await run(join(root, 'dist/server/main.js'), settings(folder, { PORT: '0', ...more }))
      try {
        const times: number[] = []
        for (let i = -5; i < ASKED; i++) {
          const began = performance.now()
          const input = encodeURIComponent(JSON.stringify({ q }))
          const answer = await fetch(
            `http://localhost:${server.port}/api/trpc/search.search?input=${input}`,
            {
              headers: { cookie },
            },
          )
          if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
          await answer.text()
          if (i >= 0) times.push(performance.now() - began)
        }
        figures.push(figure(`search, ${database}, ${what}, p95`, 'ms', quantile(times, 0.95), null, TARGET))
      } finally {
        await server.stop()
      }
    }
    return figures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
