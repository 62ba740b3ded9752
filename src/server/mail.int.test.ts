import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestServer } from '@test/server'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { createLog } from './log'
import { createMail, outboxPath } from './mail'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

/** A mail server on loopback that keeps what it is given; `refuse` makes it say no that many times. */
async function startMailServer({ refuse = 0, port = 0 } = {}) {
  const letters: { from: string; to: string[]; text: string }[] = []
  let refusals = refuse
  const server = new SMTPServer({
    authOptional: true,
    // The product keeps its connection open: closing does not wait for it.
    closeTimeout: 10,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refusals > 0) {
          refusals -= 1
          return done(new Error('try again later'))
        }
        const { mailFrom, rcptTo } = session.envelope
        letters.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString('utf8'),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  undo.push(close)
  return { letters, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, close }
}

const LETTER = {
  to: 'ada@example.org',
  subject: 'Grüße',
  text: 'Code: 123456\n',
  html: '<p>Code: <b>123456</b></p>',
}

test('with SMTP_URL a letter goes to the mail server, as text and as HTML', async () => {
  const server = await startMailServer()
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const mail = createMail(
    { mail: { smtpUrl: server.url, from: 'Sheaf <sheaf@example.org>' }, dataDir: '/nowhere' },
    log,
  )
  undo.push(() => mail.close())
  await mail.send(LETTER)
  const [letter] = server.letters
  expect(letter).toMatchObject({ from: 'sheaf@example.org', to: ['ada@example.org'] })
  expect(letter?.text).toMatch(/Content-Type: text\/plain[\s\S]*Code: 123456/)
  expect(letter?.text).toMatch(/Content-Type: text\/html[\s\S]*<b>123456<\/b>/)
  expect(lines.join('')).not.toContain('123456')
})

test('without SMTP_URL a letter is a file of the outbox that only its owner reads, and the log names it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sheaf-mail-'))
  undo.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const mail = createMail({ mail: { smtpUrl: null, from: 'Sheaf <sheaf@localhost>' }, dataDir }, log)
  undo.push(() => mail.close())
  await mail.send(LETTER)
  const [name = ''] = readdirSync(outboxPath(dataDir))
  const file = join(outboxPath(dataDir), name)
  expect(name).toMatch(/\.eml$/)
  expect(readFileSync(file, 'utf8')).toContain('To: ada@example.org')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(lines.join('')).toContain(file)
  expect(lines.join('')).not.toContain('123456')
})

test('a letter that the mail server puts off is tried again, also when the server is closing', async () => {
  const server = await startMailServer({ refuse: 1 })
  const mail = createMail(
    { mail: { smtpUrl: server.url, from: 'sheaf@example.org' }, dataDir: '/nowhere' },
    createLog('silent'),
  )
  mail.post(LETTER)
  while (!mail.isFailing()) await new Promise((resolve) => setImmediate(resolve))
  await mail.close()
  expect(server.letters).toHaveLength(1)
  expect(mail.isFailing()).toBe(false)
})

test('R23 while letters do not get through everybody is told alike, and again well once they do', async () => {
  const first = await startMailServer()
  const port = Number(new URL(first.url).port)
  const server = await startTestServer({ env: { SMTP_URL: first.url } })
  undo.push(() => server.close())
  const ask = async (email: string, path = 'send-verification') => {
    const answer = await server.post(`/api/auth/${path}`, { email })
    return { status: answer.status, ...((await answer.json()) as object) }
  }
  expect(await ask('ada@example.org')).toEqual({ status: 200, ok: true })
  while (first.letters.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  await first.close()
  expect(await ask('bob@example.org')).toEqual({ status: 200, ok: true })
  while (!server.services.mail.isFailing()) await new Promise((resolve) => setTimeout(resolve, 5))
  const told = {
    status: 503,
    error: expect.stringMatching(/^Failed to send .* email: the mail server cannot be reached/),
  }
  expect(await ask('bob@example.org')).toEqual(told)
  expect(await ask('nobody@example.org', 'send-password-reset')).toEqual(told)
  const again = await startMailServer({ port })
  while (again.letters.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  while (server.services.mail.isFailing()) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(await ask('cleo@example.org')).toEqual({ status: 200, ok: true })
})
