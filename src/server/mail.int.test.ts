import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@test/collab'
import { cookieOf, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { tellOwner } from '@/features/accounts/server/security-letters'
import { createLog } from './log'
import { createMail, outboxPath } from './mail'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

/** A mail server on loopback that keeps what it is given; `refuse` makes it say no that many times. */
async function startMailServer({ refuse = 0, port = 0, unknown = '550 5.1.1 No such user' } = {}) {
  const letters: { from: string; to: string[]; text: string }[] = []
  const asked: string[] = []
  let refusals = refuse
  const server = new SMTPServer({
    authOptional: true,
    // The product keeps its connection open: closing does not wait for it.
    closeTimeout: 10,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      asked.push(address)
      const [code, words] = [unknown.slice(0, 3), unknown.slice(4)]
      done(
        address.startsWith('nobody@')
          ? Object.assign(new Error(words), { responseCode: Number(code) })
          : null,
      )
    },
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
  return { letters, asked, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, close }
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

test('an address that the mail server does not know is asked for once, and keeps nobody else from getting letters', async () => {
  const mails = await startMailServer()
  const server = await startTestServer({ env: { SMTP_URL: mails.url } })
  undo.push(() => server.close())
  const ask = (email: string) => server.post('/api/auth/send-verification', { email })
  expect((await ask('nobody@example.org')).status).toBe(200)
  await until('the mail server is asked', async () => mails.asked.length > 0)
  expect((await ask('ada@example.org')).status).toBe(200)
  await until('the other letter', async () => mails.letters.length === 1)
  expect(server.services.mail.isFailing()).toBe(false)

  // A letter that a job sends ends its job.
  const { db } = server.services
  const bob = await signUpBy(server, mails, 'bob@example.org')
  await db.updateTable('user').set({ email: 'nobody@example.net' }).where('id', '=', bob.user.id).execute()
  await tellOwner(server.services, 'password', {
    email: 'nobody@example.net',
    userAgent: null,
    ip: '127.0.0.1',
  })
  await until('no job left', async () => {
    const jobs = await db
      .selectFrom('job')
      .select('id')
      .where('kind', '=', 'accounts.security-letter')
      .execute()
    return mails.asked.includes('nobody@example.net') && jobs.length === 0
  })
  expect(mails.asked.filter((address) => address.startsWith('nobody@'))).toHaveLength(2)
})

test.each([
  '550 5.1.1 The email account that you tried to reach does not exist',
  '550 No such user here',
  '553 unknown recipient',
  '550 Mailbox not found',
])('a letter to an address of which a mail server says “%s” is done with', async (unknown) => {
  const mails = await startMailServer({ unknown })
  const mail = createMail(
    { mail: { smtpUrl: mails.url, from: 'sheaf@example.org' }, dataDir: '/nowhere' },
    createLog('silent'),
  )
  undo.push(() => mail.close())
  await mail.send({ ...LETTER, to: 'nobody@example.org' })
  expect([mails.asked, mails.letters]).toEqual([['nobody@example.org'], []])
})

test.each([
  '550 5.7.1 Relaying denied',
  '550 relay not permitted',
  '550 authentication required',
  '551 User not local; please try another path',
  '553 your address is blocked',
])('a mail server that says “%s” is failing: the letter waits', async (unknown) => {
  const mails = await startMailServer({ unknown })
  const mail = createMail(
    { mail: { smtpUrl: mails.url, from: 'sheaf@example.org' }, dataDir: '/nowhere' },
    createLog('silent'),
  )
  undo.push(() => mail.close())
  await expect(mail.send({ ...LETTER, to: 'nobody@example.org' })).rejects.toThrow('recipients were rejected')
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

/** A mail server that takes connections and says nothing. */
async function startSilentServer(port: number) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket.on('error', () => undefined)))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy()
      server.close(() => resolve())
    })
  undo.push(close)
  return { close, isAsked: () => sockets.size > 0 }
}

/** Signs up with the code that this mail server was given. */
async function signUpBy(
  server: TestServer,
  { letters }: Awaited<ReturnType<typeof startMailServer>>,
  email: string,
): Promise<TestPerson> {
  const codeTo = () =>
    letters
      .filter(({ to, text }) => to.includes(email) && !text.includes('/invite/'))
      .flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? [])[0]
  await server.post('/api/auth/send-verification', { email })
  await until('the code', async () => codeTo() !== undefined)
  const answer = await server.post('/api/auth/verify-email', { email, code: codeTo() })
  const { user } = (await answer.json()) as Pick<TestPerson, 'user'>
  return { cookie: cookieOf(answer), user }
}

test('a mail server that is down for a day, says nothing, and refuses keeps nobody else waiting, and every letter comes once', async () => {
  const first = await startMailServer()
  const port = Number(new URL(first.url).port)
  const server = await startTestServer({ env: { SMTP_URL: first.url } })
  undo.push(() => server.close())
  const { db } = server.services
  const ada = await signUpBy(server, first, 'ada@example.org')
  const bob = await signUpBy(server, first, 'bob@example.org')
  const cleo = await signUpBy(server, first, 'cleo@example.org')
  await first.close()

  // Down: what happens is told in the bell at once, and the letters wait.
  const rpc = (person: TestPerson) => server.rpc(person.cookie)
  await rpc(bob).friends.sendFriendRequest.mutate({ receiverId: ada.user.id })
  await until('the bell', async () => (await rpc(ada).notifications.getUnreadCount.query()).count === 1)
  const PAST = '2020-01-01T00:00:00.000Z'
  const isDue = async () => {
    await db
      .updateTable('notification')
      .set({ mail_due_at: PAST })
      .where('mail_due_at', 'is not', null)
      .execute()
    await db.updateTable('job').set({ run_at: PAST }).where('lease_owner', 'is', null).execute()
  }
  const tries = async () =>
    (await db.selectFrom('job').select('attempts').where('kind', '=', 'notifications.letter').execute()).map(
      ({ attempts }) => attempts,
    )
  await tellOwner(server.services, 'passkey', { email: ada.user.email, userAgent: null, ip: '192.0.2.1' })
  const isTried = (times: number) =>
    until(
      `${times} tries`,
      async () => {
        await isDue()
        return ((await tries())[0] ?? 0) >= times
      },
      30_000,
    )
  await isTried(2)
  // As often as it is tried in a day and more.
  await until('the letter to rest', async () => {
    const { numUpdatedRows } = await db
      .updateTable('job')
      .set({ attempts: 40 })
      .where('kind', '=', 'notifications.letter')
      .where('lease_owner', 'is', null)
      .executeTakeFirst()
    return Number(numUpdatedRows) === 1
  })
  await isTried(41)

  // Silent: a letter hangs, and others are told of something all the same.
  const silent = await startSilentServer(port)
  await until('the silent server to be asked', async () => {
    await isDue()
    return silent.isAsked()
  })
  await rpc(cleo).friends.sendFriendRequest.mutate({ receiverId: bob.user.id })
  await until(
    'the bell of another',
    async () => (await rpc(bob).notifications.getUnreadCount.query()).count === 1,
  )
  await silent.close()

  // Back, and refusing at first.
  const again = await startMailServer({ port, refuse: 2 })
  await until(
    'every letter',
    async () => {
      await isDue()
      const waiting = await db.selectFrom('job').select('id').execute()
      return waiting.length === 0
    },
    60_000,
  )
  const ids = again.letters.map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1])
  expect(new Set(ids).size).toBe(ids.length)
  expect(again.letters.map(({ to }) => to[0]).sort()).toEqual([
    'ada@example.org',
    'ada@example.org',
    'bob@example.org',
  ])
}, 120_000)

test('an invitation waits for a mail server that is down, and one that was withdrawn meanwhile is not sent', async () => {
  const first = await startMailServer()
  const port = Number(new URL(first.url).port)
  const server = await startTestServer({ env: { SMTP_URL: first.url } })
  undo.push(() => server.close())
  const { db } = server.services
  const ada = await signUpBy(server, first, 'ada@example.org')
  await first.close()
  const rpc = server.rpc(ada.cookie)
  const { id: podId } = await rpc.pod.create.mutate({ name: 'Garden club' })
  const page = await rpc.document.create.mutate({ podId, title: 'Plans' })
  await rpc.share.invite.mutate({ id: page.id, email: 'cleo@example.org', level: 'view' })
  await rpc.pod.addMember.mutate({ podId, email: 'dan@example.org' })
  const { id } = await rpc.pod.addMember.mutate({ podId, email: 'eve@example.org' })
  await rpc.pod.withdrawInvitation.mutate({ id })
  const waiting = () =>
    db.selectFrom('job').select(['kind', 'attempts', 'payload']).where('kind', 'like', '%letter').execute()
  const retry = () =>
    db
      .updateTable('job')
      .set({ run_at: '2020-01-01T00:00:00.000Z' })
      .where('lease_owner', 'is', null)
      .execute()
  await until(
    'more tries than a letter without a job has',
    async () => {
      await retry()
      const jobs = await waiting()
      return jobs.length === 2 && jobs.every(({ attempts }) => attempts >= 4)
    },
    60_000,
  )

  const again = await startMailServer({ port })
  await until(
    'both letters',
    async () => {
      await retry()
      return (await waiting()).length === 0
    },
    60_000,
  )
  expect(again.letters.map(({ to }) => to[0]).sort()).toEqual(['cleo@example.org', 'dan@example.org'])
  const linkTo = (email: string) => {
    const text = again.letters.find(({ to }) => to[0] === email)?.text ?? ''
    return /\/invite\/(\S+?)\s/.exec(text.replace(/=\r?\n/g, ''))?.[1] ?? ''
  }
  const dan = await signUpBy(server, again, 'dan@example.org')
  const token = linkTo('dan@example.org').replace('pod~', '')
  expect(await server.rpc(dan.cookie).pod.acceptInvitation.mutate({ token })).toMatchObject({ id: podId })
  const cleo = await signUpBy(server, again, 'cleo@example.org')
  const opened = await server
    .rpc(cleo.cookie)
    .share.acceptInvite.mutate({ token: linkTo('cleo@example.org') })
  expect(opened).toMatchObject({ id: page.id })
}, 180_000)
