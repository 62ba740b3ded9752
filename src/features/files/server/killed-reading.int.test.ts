import { execFileSync } from 'node:child_process'
import { closeSync, cpSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { freePort } from '@test/free-port'
import { makeProgram, type Program, type RunningProgram } from '@test/program'
import { startTestServer } from '@test/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { StoredFile } from '../model'

const folder = mkdtempSync(join(tmpdir(), 'sheaf-killed-reading-'))
let program: Program
let server: RunningProgram | null = null
beforeAll(async () => {
  program = await makeProgram('src/server/main.ts')
})
afterAll(() => {
  server?.child.kill('SIGKILL')
  program?.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** A data folder with a sound whose bytes never come: its reader waits forever. */
async function dataWithSound(dataDir: string): Promise<{ cookie: string; id: string; path: string }> {
  const made = await startTestServer()
  const { cookie } = await made.signUp()
  const { id: page } = await made.rpc(cookie).document.create.mutate({ title: 'Sounds' })
  const sound = await readFile(new URL('../../../../test/sounds/plan.mp3', import.meta.url))
  const answer = await fetch(`${made.url}/api/files?${new URLSearchParams({ page, name: 'plan.mp3' })}`, {
    method: 'POST',
    headers: { origin: made.url, cookie },
    body: new Uint8Array(sound),
  })
  const { id } = (await answer.json()) as StoredFile
  await made.services.live.close()
  cpSync(made.services.config.dataDir, dataDir, { recursive: true })
  await made.close()
  const bytes = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith(id))
  const path = join(dataDir, bytes!)
  rmSync(path)
  execFileSync('mkfifo', [path])
  return { cookie, id, path }
}

/** How often the reading of the file has been begun and not ended; undefined: nothing is kept of it. */
function triesOf(dataDir: string, id: string): unknown {
  const name = readdirSync(dataDir).find((file) => file.endsWith('.db') || file.endsWith('.sqlite'))!
  const db = new DatabaseSync(join(dataDir, name), { readOnly: true })
  try {
    return db.prepare('select tries from file_media where file_id = ?').get(id)?.tries
  } finally {
    db.close()
  }
}

it('R32 R34 a file at which the server ends is read twice at most: the third start leaves it alone, and says that nothing is known of it', async () => {
  const dataDir = join(folder, 'data')
  const { cookie, id } = await dataWithSound(dataDir)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const start = async () => {
    server = program.run([], { PORT: String(port), DATA_DIR: dataDir, PUBLIC_URL: url, LOG_LEVEL: 'warn' })
    await server.printed('running at')
    return server
  }
  const ask = () => fetch(`${url}/api/files/${id}/media/facts`, { headers: { cookie } })
  for (const count of [1, 2]) {
    const running = await start()
    const asked = ask().catch(() => 'no answer')
    await vi.waitFor(() => expect(triesOf(dataDir, id)).toBe(count), { timeout: 20_000 })
    running.child.kill('SIGKILL')
    await running.ended
    expect(await asked).toBe('no answer')
  }
  await start()
  const answer = await ask()
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ facts: null })
})

it('R6 R32 a server that is stopped while it reads a file does not count that against the file', async () => {
  const dataDir = join(folder, 'stopped')
  const { cookie, id, path } = await dataWithSound(dataDir)
  const running = await startTestServer({ env: { DATA_DIR: dataDir } })
  const asked = fetch(`${running.url}/api/files/${id}/media/facts`, { headers: { cookie } })
  await vi.waitFor(() => expect(triesOf(dataDir, id)).toBe(1), { timeout: 20_000 })
  await running.close()
  expect(triesOf(dataDir, id)).toBeUndefined()
  const answer = await asked
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { error: 'The server is restarting. Please try again.' },
  ])
  // The reader's thread waits in the system for somebody to write, which nothing else ends.
  closeSync(openSync(path, 'r+'))
})
