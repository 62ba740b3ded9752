import { startPostgres } from '../test/postgres.ts'
import { measureFirstWord, measureTypingMeanwhile } from './ai-answers.ts'
import { measureEmbedderMemory } from './ai-memory.ts'
import { type Figure, figure, quantile } from './figures.ts'
import { buildPrograms, dataFolder, fill, type Running, startSheaf } from './server-programs.ts'

const PAGES = Number(process.env.BENCH_PAGES ?? 10_000)
/** Vectors of each page. */
const CHUNKS = 5
/** What a search by meaning may take at the edge of HTTP, in milliseconds, for 95 of 100. */
const TARGET = 60
/** Until a changed block is found by what it says now, in seconds. */
const FOUND_TARGET = 5
const ASKED = 100
/** A person may ask the model 120 times a minute. */
const PEOPLE = 20

const QUESTIONS = [
  'how many days off do I get',
  'what happens before the release',
  'who pays for the train',
  'a warm dinner without meat',
  'bring data back after a disk has failed',
]

interface Seed {
  cookies: [string, ...string[]]
}

/**
 * The first word of an answer, typing while one streams, the memory of the embedding model; search by meaning and words over 10,000 pages
 * with five vectors each, over HTTP, and how soon a change is found, on both databases.
 */
export async function* measureAi(options: {
  blocks: number
  rounds: number
  chromePath: string
  /** Only this part: `words`, `typing`, `memory` or `search`; empty: all. */
  part: string
}): AsyncGenerator<Figure> {
  await buildPrograms()
  const wants = (part: string) => options.part === '' || options.part === part
  if (wants('words')) yield await measureFirstWord()
  if (wants('typing')) yield* measureTypingMeanwhile(options)
  if (wants('memory')) yield* measureEmbedderMemory()
  if (!wants('search')) return
  {
    using folder = dataFolder()
    yield* askAndChange('SQLite', folder.path)
  }
  const postgres = await startPostgres()
  try {
    using folder = dataFolder()
    yield* askAndChange('PostgreSQL', folder.path, { DATABASE_URL: postgres.adminUrl })
  } finally {
    await postgres.stop()
  }
}

async function* askAndChange(
  name: string,
  folder: string,
  database: Record<string, string> = {},
): AsyncGenerator<Figure> {
  const { cookies } = fill<Seed>('search-seed', folder, {
    PAGES: String(PAGES),
    PEOPLE: String(PEOPLE),
    CHUNKS: String(CHUNKS),
    ...database,
  })
  await using server = await startSheaf(folder, { ...database, MEANING_SEARCH: 'yes' })
  let asked = 0
  const search = async (q: string) => {
    const cookie = cookies[asked++ % cookies.length] as string
    const input = encodeURIComponent(JSON.stringify({ q, limit: 5 }))
    return (await call(server, cookie, `search.meaning?input=${input}`)) as { results: { id: string }[] }
  }
  const times: number[] = []
  for (let i = -5; i < ASKED; i++) {
    const began = performance.now()
    await search(QUESTIONS[Math.abs(i) % QUESTIONS.length] as string)
    if (i >= 0) times.push(performance.now() - began)
  }
  const what = `search by meaning, ${PAGES} pages of ${CHUNKS} vectors, ${name}`
  yield figure(`${what}, p95`, 'ms', quantile(times, 0.95), null, TARGET)

  const author = cookies[0]
  const { id } = (await call(server, author, 'document.create', {
    title: 'Notes',
    contentRich: [{ id: 'a', kind: 'paragraph', text: [{ text: 'The cat eats fish.' }] }],
  })) as { id: string }
  await until(async () => (await search('feeding my cat')).results.some((hit) => hit.id === id))
  const contentRich = [
    { id: 'a', kind: 'paragraph', text: [{ text: 'The rocket is launched from the moon.' }] },
  ]
  await call(server, author, 'document.update', { id, contentRich })
  const began = performance.now()
  await until(async () => (await search('a spaceship that starts')).results.some((hit) => hit.id === id))
  yield figure(
    `a changed block is found by its new meaning, ${name}`,
    's',
    (performance.now() - began) / 1000,
    null,
    FOUND_TARGET,
  )
}

async function call(server: Running, cookie: string, path: string, body?: object): Promise<unknown> {
  const origin = `http://localhost:${server.port}`
  const answer = await fetch(`${origin}/api/trpc/${path}`, {
    headers: { cookie, origin, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { result: { data: unknown } }).result.data
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('It was not found within a minute')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
