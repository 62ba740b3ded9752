import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { type Figure, figure, median, quantile } from './figures.ts'
import { buildPrograms, dataFolder, fill, startBare, startSheaf } from './server-programs.ts'

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
  using folder = dataFolder()
  const { pages, userId, token } = fill<Seed>('seed', folder.path, {
    PAGES: '1',
    BLOCKS: String(BLOCKS),
    IS_PUBLISHED: '1',
  })
  await using ours = await startSheaf(folder.path)
  const path = `/preview/${pages[0]}`
  const answer = await fetch(`http://localhost:${ours.port}${path}`)
  if (!answer.ok) throw new Error(`The page is not published: ${answer.status}`)
  const html = join(folder.path, 'page.html')
  writeFileSync(html, await answer.text())
  await using bare = await startBare(folder.path, { USER_ID: userId, TOKEN: token, HTML: html })
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
