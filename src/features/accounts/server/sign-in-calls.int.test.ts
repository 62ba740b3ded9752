import { cookieOf, onEachDatabase, startTestServer, type TestServer } from '@test/server'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { authCall } from '../app/auth-call'

const PASSWORD = 'Correct-horse-7'
const AUTHORIZE = 'https://provider.example/authorize'

onEachDatabase('the sign-in calls', (database) => {
  let server: TestServer

  beforeAll(async () => {
    const github = {
      GITHUB_CLIENT_ID: 'sheaf',
      GITHUB_CLIENT_SECRET: 'planted',
      GITHUB_AUTHORIZE_URL: AUTHORIZE,
    }
    server = await startTestServer({ env: { ...database.env, ...github } })
  })
  afterAll(() => server?.close())
  afterEach(() => void vi.unstubAllGlobals())

  async function call(name: string, body: object, cookie?: string) {
    const answer = await server.post(`/api/auth/${name}`, body, cookie)
    return { status: answer.status, body: (await answer.json()) as unknown, cookie: cookieOf(answer) }
  }
  async function codeTo(email: string, name: string) {
    const seen = server.outbox().filter(({ to }) => to === email).length
    expect(await call(name, { email })).toMatchObject({ status: 200, body: { ok: true } })
    return server.codeFor(email, seen)
  }
  const whoIs = async (cookie: string) => (await server.rpc(cookie).layout.app.query()).currentUser

  test('7.42 the six calls take what they are specified to take, and sign in whom they name', async () => {
    const email = 'calls@example.org'
    const code = await codeTo(email, 'send-verification')
    const verified = await call('verify-email', { email, code })
    expect(verified).toMatchObject({ status: 200, body: { user: { email } } })
    const set = await call('set-password', { email, password: PASSWORD }, verified.cookie)
    const signedIn = await call('signin', { email, password: PASSWORD })
    const resetCode = await codeTo(email, 'send-password-reset')
    const password = 'New-horse-77'
    const reset = await call('verify-password-reset', { email, code: resetCode, password })
    for (const answer of [set, signedIn, reset]) {
      expect(answer).toMatchObject({ status: 200, body: { user: { email } } })
      expect(answer.cookie).not.toBe('')
    }
    expect(await whoIs(reset.cookie)).toMatchObject({ email })
    expect((await call('signin', { email, password })).status).toBe(200)
  })

  test('7.42 a provider’s login sends the browser to the provider', async () => {
    const answer = await fetch(`${server.url}/api/auth/github/login`, { redirect: 'manual' })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toMatch(`${AUTHORIZE}?`)
  })

  test('7.42 the client says what the error field of a refusal says', async () => {
    const { fetch } = globalThis
    const headers = { 'content-type': 'application/json', origin: server.services.config.publicUrl }
    // A browser resolves a path against the page, and names its origin.
    vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
      fetch(new URL(path, server.url), { ...init, headers }),
    )
    const email = 'nobody@example.org'
    const wrongCode = 'The code is wrong or has expired. Check the latest email, or request a new code.'
    for (const [name, body, status, message] of [
      ['signin', { email, password: PASSWORD }, 401, 'The email address or the password is wrong.'],
      ['send-verification', { email: 'nobody' }, 400, 'Please enter a valid email address'],
      ['send-password-reset', { email: 'nobody' }, 400, 'Please enter a valid email address'],
      ['verify-email', { email, code: '000000' }, 400, wrongCode],
      ['set-password', { email, password: PASSWORD }, 401, 'Please enter the code from your mail first.'],
      ['verify-password-reset', { email, code: '000000', password: PASSWORD }, 400, wrongCode],
    ] as const)
      await expect(authCall(name, body), name).rejects.toMatchObject({ status, message })
  })
})
