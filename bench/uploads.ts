import { spawn } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { PART, sendInParts } from '../test/send-in-parts.ts'
import { type Figure, figure, median } from './figures.ts'
import { buildPrograms, dataFolder, fill, type Running, startSheaf } from './server-programs.ts'

interface Seed {
  cookie: string
  pages: [string, ...string[]]
}

/**
 * A file of `megabytes`, in parts, from the first byte until it is a file of a page; against `curl -T` to a program that writes what
 * comes to the disk and does nothing else. And the memory that the server takes for it.
 */
export async function measureUploads({
  rounds,
  megabytes,
}: {
  rounds: number
  megabytes: number
}): Promise<Figure[]> {
  await buildPrograms()
  using folder = dataFolder()
  const { cookie, pages } = fill<Seed>('seed', folder.path, { PAGES: '1', BLOCKS: '3' })
  const film = join(folder.path, 'film.bin')
  writeRandom(film, megabytes)
  await using ours = await startSheaf(folder.path)
  const written = join(folder.path, 'sink.bin')
  await using sink = await startSink(written)
  const origin = `http://localhost:${ours.port}`
  const idle = memoryOf(ours)
  let most = idle
  const watching = setInterval(() => {
    most = Math.max(most, memoryOf(ours))
  }, 50)
  const times = { ours: [] as number[], sink: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    await sendInParts(film, {
      endpoint: `${origin}/api/uploads?${new URLSearchParams({ page: pages[0], name: 'film.bin' })}`,
      headers: { cookie, origin },
    })
    times.ours.push((performance.now() - started) / 1_000)
    // Taking away what the last round has written is no part of writing.
    rmSync(written, { force: true })
    const begun = performance.now()
    const curl = spawn('curl', ['-sS', '-H', 'Expect:', '-T', film, `http://127.0.0.1:${sink.port}/`])
    const [code] = (await once(curl, 'exit')) as [number]
    if (code !== 0) throw new Error(`curl ended with ${code}`)
    times.sink.push((performance.now() - begun) / 1_000)
  }
  clearInterval(watching)
  return [
    figure(
      `upload of ${megabytes} MB in parts of ${PART / 1024 ** 2} MB, against curl to a bare file`,
      's',
      median(times.ours),
      median(times.sink),
      null,
    ),
    figure(`server memory during it, beyond ${Math.round(idle)} MB before`, 'MB', most - idle, null, 160),
  ]
}

function writeRandom(path: string, megabytes: number): void {
  const to = openSync(path, 'w')
  const piece = Buffer.alloc(1024 ** 2)
  for (let at = 0; at < megabytes; at++) writeSync(to, randomFillSync(piece))
}

const memoryOf = ({ child }: Running): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024

/** Writes the body of a request to the disk, syncs it and answers. */
const SINK = `
  import { createServer } from 'node:http'
  import { open } from 'node:fs/promises'
  import { pipeline } from 'node:stream/promises'
  const server = createServer(async (request, response) => {
    const file = await open(process.env.SINK, 'w')
    await pipeline(request, file.createWriteStream({ flush: true }))
    response.end()
  })
  server.listen(0, '127.0.0.1', () => console.log(':' + server.address().port))`

async function startSink(path: string): Promise<{ port: number } & AsyncDisposable> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', SINK], {
    env: { SINK: path },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    port: Number(String(said).slice(1)),
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
