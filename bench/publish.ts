import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Figure, figure, median, quantile } from './figures.ts'
import { buildPrograms, cache, root, run, settings } from './server-programs.ts'

/** What the first byte of a published page may take, warm, in milliseconds. */
const TARGET = 50
const ASKED = 100
const BLOCKS = 300

interface Seed {
  pages: [string, ...string[]]
  userId: string
  token: string
}

/** From asking for a published page until its first byte is there, against bare Hono that sends the same HTML. */
export async function measurePublish({ rounds }: { rounds: number }): Promise<Figure[]> {
  await buildPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-bench-publish-'))
  const env = settings(folder, { PAGES: '1', BLOCKS: String(BLOCKS), IS_PUBLISHED: '1', PORT: '0' })
  const output = execFileSync(process.execPath, [join(cache, 'seed.mjs')], { env })
  const { pages, userId, token } = JSON.parse(String(output)) as Seed
  const ours = await run(join(root, 'dist/server/main.js'), env)
  try {
    const path = `/preview/${pages[0]}`
    const answer = await fetch(`http://localhost:${ours.port}${path}`)
    if (!answer.ok) throw new Error(`The page is not published: ${answer.status}`)
    const html = join(folder, 'page.html')
    writeFileSync(html, await answer.text())
    const bare = await run(
      join(cache, 'bare.mjs'),
      settings(folder, { USER_ID: userId, TOKEN: token, HTML: html }),
    )
    try {
      const times = { ours: [] as number[], bare: [] as number[] }
      for (let at = -20; at < ASKED * rounds; at++) {
        const [one, other] = [await firstByte(ours.port, path), await firstByte(bare.port, '/html')]
        if (at < 0) continue
        times.ours.push(one)
        times.bare.push(other)
      }
      const what = `first byte of a published page of ${BLOCKS} blocks, warm`
      return [
        figure(`${what}, p95`, 'ms', quantile(times.ours, 0.95), null, TARGET),
        figure(
          `${what}, p50, against bare Hono with the same HTML`,
          'ms',
          median(times.ours),
          median(times.bare),
          null,
        ),
      ]
    } finally {
      await bare.stop()
    }
  } finally {
    await ours.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** On a connection of its own, as a visitor comes. */
function firstByte(port: number, path: string): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path, agent: false }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`The server answered ${answer.statusCode}`))
      answer.once('data', () => {
        resolve(performance.now() - began)
        answer.resume()
      })
    })
    asked.once('error', reject)
    asked.end()
  })
}
