import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTRPCClient, httpBatchLink, type TRPCClient, TRPCClientError } from '@trpc/client'
import { afterAll, beforeAll, describe } from 'vitest'
import { type Config, readConfig } from '@/server/config'
import type { Services } from '@/server/context'
import type { OpenDatabase } from '@/server/db/db'
import type { GuardedFetch } from '@/server/fetch/guarded-fetch'
import { createLog } from '@/server/log'
import { outboxPath } from '@/server/mail'
import type { AppRouter } from '@/server/router'
import { type RunningServer, startServer } from '@/server/server'
import { freshDatabase } from './postgres'

/** A letter of the outbox, read. */
export interface OutboxLetter {
  to: string
  subject: string
  /** The plain-text part. */
  text: string
}

/** A person made by {@link TestServer.signUp}; `cookie` is what their browser would send. */
export interface TestPerson {
  cookie: string
  user: { id: string; email: string; name: string }
}

/** The whole server on a free port with a data folder of its own. */
export interface TestServer {
  url: string
  services: Services
  /** Every line the server has logged so far. */
  logLines: string[]
  /** Signs up through the real calls: asks for a code, reads it from the outbox, proves the address. */
  signUp(email?: string): Promise<TestPerson>
  /** A typed client of the calls, as this person or as a visitor. */
  rpc(cookie?: string): TRPCClient<AppRouter>
  /** The letters so far, oldest first. */
  outbox(): OutboxLetter[]
  /** Waits for the newest code to an address; `after` letters to it have been seen already. */
  codeFor(email: string, after?: number): Promise<string>
  /** POSTs JSON to one of our routes, as a browser on our own pages would. */
  post(path: string, body: unknown, cookie?: string): Promise<Response>
  /** Stops the server and starts it again on the same data. */
  restart(): Promise<void>
  close(): Promise<void>
}

export interface TestServerOptions {
  /** Settings, by the names of rulings 8. A `DATA_DIR` of one's own stays when the server is closed. */
  env?: Record<string, string>
  /** The folder of the built interface. */
  appFolder?: string
  /** Instead of the guarded one, for a site on loopback. */
  fetch?: GuardedFetch
}

/** A page may take as long to draw: what stops one sooner has tests of its own, and machines that test are slow. */
const DRAWING_MS = 240_000

/** Starts the server inside the test's own process, on SQLite unless `env.DATABASE_URL` says otherwise. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = options.env?.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'sheaf-test-'))
  const config: Config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    // The browser that the tests use (global-setup.ts).
    CHROME_PATH: process.env.CHROME_PATH,
    // The model takes 270 MB; the tests that are about it ask for it.
    MEANING_SEARCH: 'no',
    BUILT_IN_TRANSCRIPTION: 'no',
    ...options.env,
  })
  const logLines: string[] = []
  const log = createLog('info', { write: (line) => logLines.push(line) })
  const start = (port: number) =>
    startServer(
      { ...config, port },
      { log, appFolder: options.appFolder, fetch: options.fetch, mostDrawingMs: DRAWING_MS },
    )
  let running: RunningServer = await start(0)
  let people = 0
  const server: TestServer = {
    url: running.localUrl,
    services: running.services,
    logLines,
    outbox: () => readOutbox(dataDir),
    codeFor: (email, after = 0) => codeFor(dataDir, email, after),
    post: (path, body, cookie) => post(server, path, body, cookie),
    rpc: (cookie) =>
      createTRPCClient<AppRouter>({
        links: [
          httpBatchLink({
            url: `${server.url}/api/trpc`,
            headers: { origin: running.url, ...(cookie && { cookie }) },
          }),
        ],
      }),
    async signUp(email) {
      people += 1
      const address = email ?? `person-${people}-${Date.now().toString(36)}@example.org`
      const before = lettersTo(dataDir, address).filter(({ text }) => !text.includes('/unsubscribe?')).length
      await expectOk(await server.post('/api/auth/send-verification', { email: address }))
      const code = await codeFor(dataDir, address, before)
      const answer = await expectOk(await server.post('/api/auth/verify-email', { email: address, code }))
      const { user } = (await answer.json()) as Pick<TestPerson, 'user'>
      return { cookie: cookieOf(answer), user }
    },
    async restart() {
      const { port } = new URL(running.localUrl)
      await running.close()
      running = await start(Number(port))
      server.services = running.services
    },
    async close() {
      await running.close()
      if (!options.env?.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return server
}

/** Brings somebody into a pod as a member, as they get there: invited by an owner, and of their own accord. */
export async function joinPod(
  server: TestServer,
  podId: string,
  { owner, person }: { owner: TestPerson; person: TestPerson },
): Promise<void> {
  const { username } = await server.rpc(person.cookie).user.getSettings.query()
  const { id } = await server.rpc(owner.cookie).pod.addMember.mutate({ podId, username: username as string })
  await server.rpc(person.cookie).pod.acceptInvitation.mutate({ id })
}

/** The code and the words with which a call was refused; an error when it was not. */
export async function refusal(call: Promise<unknown>): Promise<{ code: unknown; words: string }> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof TRPCClientError)) throw new Error('The call was not refused', { cause: error })
  return { code: error.data?.appCode, words: error.message }
}

/** The same, by its words alone. */
export const refusalWords = async (call: Promise<unknown>): Promise<string> => (await refusal(call)).words

/** What a browser would send back after this answer: the cookies that it set and did not expire. */
export function cookieOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .filter((cookie) => !/max-age=0/i.test(cookie))
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

function post(server: TestServer, path: string, body: unknown, cookie?: string): Promise<Response> {
  const origin = server.services.config.publicUrl
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  })
}

async function expectOk(answer: Response): Promise<Response> {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

/** The letters in the outbox of a data folder, oldest first. */
export function readOutbox(dataDir: string): OutboxLetter[] {
  try {
    const folder = outboxPath(dataDir)
    const names = readdirSync(folder).filter((name) => name.endsWith('.eml'))
    return names.sort().map((name) => readLetter(readFileSync(join(folder, name), 'utf8')))
  } catch {
    // No letter has been written yet.
    return []
  }
}

function readLetter(eml: string): OutboxLetter {
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(eml)?.[1]?.trim() ?? ''
  const part = /Content-Type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/i.exec(eml)?.[1] ?? ''
  return { to: header('To'), subject: header('Subject'), text: part.replace(/=\r\n/g, '') }
}

const lettersTo = (dataDir: string, email: string): OutboxLetter[] =>
  readOutbox(dataDir).filter(({ to }) => to.toLowerCase() === email.toLowerCase())

export async function codeFor(dataDir: string, email: string, after: number): Promise<string> {
  const deadline = Date.now() + 10_000
  while (Date.now() < deadline) {
    const letters = lettersTo(dataDir, email).filter(({ text }) => !text.includes('/unsubscribe?'))
    // A letter about a sign-in comes in its own time, and has no code.
    const codes = letters.slice(after).flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? [])
    const code = codes.at(-1)
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`No code for ${email} reached the outbox`)
}

/** The database half of a suite: how to reach it, on either kind. */
export interface TestDatabase {
  dialect: OpenDatabase['dialect']
  /** Settings for {@link startTestServer}; empty on SQLite. */
  env: Record<string, string>
}

/**
 * Runs a suite twice: on SQLite and on a real PostgreSQL with a database of its own. The function declares tests like
 * the body of `describe`; `database.env` is ready in `beforeAll` and later.
 */
export function onEachDatabase(name: string, suite: (database: TestDatabase) => void): void {
  describe(`${name} (SQLite)`, () => suite({ dialect: 'sqlite', env: {} }))
  describe(`${name} (PostgreSQL)`, () => {
    const database: TestDatabase = { dialect: 'postgres', env: {} }
    let drop: (() => Promise<void>) | undefined
    beforeAll(async () => {
      const fresh = await freshDatabase()
      drop = fresh.drop
      database.env.DATABASE_URL = fresh.url
    })
    afterAll(() => drop?.())
    suite(database)
  })
}
