import { readFileSync } from 'node:fs'
import { type Figure, figure } from './figures.ts'
import { dataFolder, fill, type Running, startSheaf } from './server-programs.ts'

/** The model is put away when nobody has needed it for five minutes; then it takes until this for its memory to be given back. */
const PUT_AWAY_MS = 5.5 * 60_000

/** Memory of the server before the model of the search by meaning is loaded, with it, and after it was put away; it takes six minutes. */
export async function* measureEmbedderMemory(): AsyncGenerator<Figure> {
  using folder = dataFolder()
  const { cookie } = fill<{ cookie: string }>('seed', folder.path, { PAGES: '0', BLOCKS: '0' })
  await using server = await startSheaf(folder.path, { MEANING_SEARCH: 'yes' })
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  const before = megabytesOf(server)
  const origin = `http://localhost:${server.port}`
  const input = encodeURIComponent(JSON.stringify({ q: 'how many days off do I get', limit: 5 }))
  const answer = await fetch(`${origin}/api/trpc/search.meaning?input=${input}`, {
    headers: { cookie, origin },
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  const loaded = megabytesOf(server)
  yield figure('memory of the server before the embedding model is loaded', 'MB', before, null, null)
  yield figure('memory of the server with the embedding model', 'MB', loaded, null, null)
  await new Promise((resolve) => setTimeout(resolve, PUT_AWAY_MS))
  const after = megabytesOf(server)
  yield figure('memory of the server after the embedding model was put away', 'MB', after, null, null)
}

/** What of a process is in memory. Throws where the system does not say. */
function megabytesOf({ child }: Running): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
  if (kilobytes === undefined) throw new Error('This system does not say what a process takes')
  return Number(kilobytes) / 1024
}
