import { createWriteStream, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { ZipFile } from 'yazl'
import { type Figure, figure, median, quantile } from './figures.ts'
import { buildPrograms, dataFolder, fill, type Running, startSheaf } from './server-programs.ts'
import { editFrame, Typist } from './typist.ts'

const TYPISTS = 20
const QUIET_MS = 3000
/** A machine on which typing alone takes longer to be acknowledged is too busy to measure anything on. */
const CATCH_UP_MS = 60_000
/** What anybody may wait for one acknowledgement while others work, and how much longer than usual most of them. */
const WORST_MS = 100
const LONGER = 2

interface Seed {
  /** Each with a page of their own, on which two of their tabs write. */
  writers: { cookie: string }[]
  other: { cookie: string }
  pages: string[]
  long: string
  published: string
  printed: string
  tree: string
  hostile: string
}

/**
 * What people who type wait for their acknowledgements while somebody else has the server do something large, against what they
 * wait when nobody does, the two measured in turn; and how long the event loop was held up at most.
 */
export async function* measureOthers(options: {
  rounds: number
  /** Only what has this in its name. */
  during: string
  chromePath: string
}): AsyncGenerator<Figure> {
  await buildPrograms()
  using folder = dataFolder()
  const seed = fill<Seed>('others-seed', folder.path, {})
  const loopFile = join(folder.path, 'loop')
  await using server = await startSheaf(folder.path, {
    CHROME_PATH: options.chromePath,
    LOOP_FILE: loopFile,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'loop-watch.mjs')}`,
  })
  const archive = await archiveOf(join(folder.path, 'import.zip'))
  const works = worksOf(server, seed, archive, readFileSync(join(folder.path, 'hostile-update')))
  const typists = await Promise.all(
    Array.from({ length: TYPISTS }, (_, i) =>
      Typist.open(
        server.port,
        seed.writers[i % seed.writers.length]?.cookie ?? '',
        seed.pages[i % seed.pages.length] as string,
      ),
    ),
  )
  await Promise.all(typists.map((typist, i) => typist.type((i / TYPISTS) * 100)))
  await sleep(QUIET_MS)
  const during = async (act: () => Promise<unknown>) => {
    for (const typist of typists) typist.take()
    await heldUp(server, loopFile)
    await act()
    const held = await heldUp(server, loopFile)
    return { waits: typists.flatMap((typist) => typist.take()), held }
  }
  for (const { name, prepare, work } of works.filter((one) => one.name.includes(options.during))) {
    const quiet: number[] = []
    const busy: number[] = []
    const worst: number[] = []
    const held: number[] = []
    for (let round = 0; round < options.rounds; round++) {
      await prepare?.(round)
      await sleep(1500)
      await caughtUp(typists)
      quiet.push(quantile((await during(() => sleep(QUIET_MS))).waits, 0.95))
      const measured = await during(async () => {
        await work(round)
        // What follows from it belongs to it.
        await sleep(2000)
      })
      busy.push(quantile(measured.waits, 0.95))
      worst.push(Math.max(...measured.waits))
      held.push(measured.held)
    }
    yield figure(
      `others' acknowledgement p95 during ${name}, against quiet`,
      'ms',
      median(busy),
      median(quiet),
      LONGER,
    )
    yield figure(`others' worst wait during ${name}`, 'ms', Math.max(...worst), null, WORST_MS)
    yield figure(`event loop held up at most during ${name}`, 'ms', Math.max(...held), null, null)
  }
  for (const typist of typists) typist.close()
}

/** Resolves when nobody waits for what they wrote before, so that what comes next is measured alone. */
async function caughtUp(typists: readonly Typist[]): Promise<void> {
  for (const end = performance.now() + CATCH_UP_MS; typists.filter(({ isBehind }) => isBehind).length > 2; ) {
    if (performance.now() > end)
      throw new Error(
        'This machine does not keep up with twenty people who type: its disk or its processor is busy.',
      )
    await sleep(50)
  }
}

/** How long the server's event loop was held up at most since this was asked last, in ms. */
async function heldUp({ child }: Running, file: string): Promise<number> {
  rmSync(file, { force: true })
  child.kill('SIGUSR2')
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') await sleep(5)
  return Number(readFileSync(file, 'utf8'))
}

interface Work {
  name: string
  prepare?(round: number): Promise<unknown>
  work(round: number): Promise<unknown>
}

function worksOf(server: Running, seed: Seed, archive: string, hostile: Uint8Array): Work[] {
  const origin = `http://localhost:${server.port}`
  const headers = { origin, cookie: seed.other.cookie }
  const call = async (name: string, input: object) => {
    const answer = await fetch(`${origin}/api/trpc/${name}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`)
    return ((await answer.json()) as { result: { data: Record<string, unknown> } }).result.data
  }
  const read = async (path: string, options: RequestInit = { headers }) => {
    const answer = await fetch(`${origin}${path}`, options)
    const body = await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${Buffer.from(body).toString().slice(0, 200)}`)
  }
  let version = ''
  return [
    {
      name: 'an import of 18 MB',
      work: () => {
        const form = new FormData()
        form.set('file', new Blob([readFileSync(archive)]), 'import.zip')
        // With lines that say how far it is, so that nobody takes it for dead.
        const accept = 'application/x-ndjson'
        return read('/api/import', { method: 'POST', headers: { ...headers, accept }, body: form })
      },
    },
    {
      name: 'a restore of 10,000 blocks',
      async prepare() {
        version = String((await call('version.createVersion', { documentId: seed.long })).id)
        await call('document.update', { id: seed.long, contentRich: [], content: false })
      },
      work: () => call('version.restoreVersion', { versionId: version }),
    },
    {
      name: 'an export of 300 pages',
      work: () => read(`/api/export/markdown?documentId=${seed.tree}&subPages=true`),
    },
    {
      name: 'a PDF of 1,400 blocks',
      work: () =>
        read('/api/export/pdf', {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ documentId: seed.printed, format: 'a4' }),
        }),
    },
    {
      name: 'a visit to 5,000 blocks as Markdown and HTML',
      prepare: (round) =>
        call('document.update', { id: seed.published, title: `Published ${round}`, content: false }),
      async work() {
        await read(`/preview/${seed.published}.md`, {})
        await read(`/preview/${seed.published}`, {})
      },
    },
    {
      name: 'an edit of 100,000 blocks',
      async work() {
        const typist = await Typist.open(server.port, seed.other.cookie, seed.hostile)
        typist.ws.send(editFrame(seed.hostile, hostile))
        await sleep(5000)
        typist.close()
      },
    },
  ]
}

/** A `.zip` of forty Markdown files, 18 MB of text in all. */
async function archiveOf(file: string): Promise<string> {
  const zip = new ZipFile()
  for (let page = 0; page < 40; page++) {
    let text = `# Page ${page}\n\n`
    for (let line = 0; text.length < 450_000; line++)
      text += `Paragraph ${line} says **this** and that, [again](https://example.org/${line}), ${'words of a long page '.repeat(6)}\n\n`
    zip.addBuffer(Buffer.from(text), `page ${page}.md`)
  }
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(file))
  return file
}
