import { cookieOf, onEachDatabase, startTestServer, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, test } from 'vitest'

const PASSWORD = 'Correct-horse-7'
/** Of a house in Germany. */
const ADDRESS = '193.99.144.80'

onEachDatabase('places of sessions', (database) => {
  let server: TestServer
  let direct: TestServer
  beforeAll(async () => {
    server = await startTestServer({ env: { ...database.env, TRUSTED_PROXIES: '127.0.0.1, ::1' } })
    direct = await startTestServer()
  })
  afterAll(async () => {
    await server?.close()
    await direct?.close()
  })

  /** Signs in as a browser does that a proxy says is at this address. */
  const signIn = (at: TestServer, email: string, address: string) =>
    fetch(`${at.url}/api/auth/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: at.url, 'x-forwarded-for': address },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
  async function withPassword(at: TestServer) {
    const { user, cookie } = await at.signUp()
    const answer = await at.post('/api/auth/set-password', { email: user.email, password: PASSWORD }, cookie)
    return { user, cookie: cookieOf(answer) }
  }
  const lettersTo = (at: TestServer, email: string, words: RegExp) =>
    at.outbox().filter(({ to, text }) => to === email && words.test(text))

  test('a session says in which country it is, and so does the letter, in the words of its reader', async () => {
    const { user, cookie } = await withPassword(server)
    await server.rpc(cookie).user.updateSettings.mutate({ language: 'fr' })
    await signIn(server, user.email, ADDRESS)
    const { sessions } = await server.rpc(cookie).user.sessions.query()
    expect(sessions.map(({ place, ipAddress, current }) => ({ place, ipAddress, current }))).toEqual(
      expect.arrayContaining([
        { place: 'DE', ipAddress: ADDRESS, current: false },
        { place: 'local', ipAddress: expect.any(String), current: true },
      ]),
    )
    await expect
      .poll(() => lettersTo(server, user.email, /Allemagne .* 193\.99\.144\.80/).length, { timeout: 20_000 })
      .toBe(1)
  })

  test('an IPv6 address is written short', async () => {
    const { user, cookie } = await withPassword(server)
    await signIn(server, user.email, '2a02:0908:0001:0002:0003:0004:0005:0006')
    const { sessions } = await server.rpc(cookie).user.sessions.query()
    expect(sessions.find(({ current }) => !current)).toMatchObject({
      ipAddress: '2a02:908:1:2::',
      place: 'DE',
    })
  })

  test('R22 an address that nobody we trust states is no place', async () => {
    const { user, cookie } = await withPassword(direct)
    await signIn(direct, user.email, ADDRESS)
    const { sessions } = await direct.rpc(cookie).user.sessions.query()
    expect(sessions).toHaveLength(2)
    expect(sessions.map(({ place }) => place).sort()).toEqual(['local', null])
    await expect
      .poll(() => direct.outbox().filter(({ to }) => to === user.email).length, { timeout: 20_000 })
      .toBeGreaterThan(1)
    expect(lettersTo(direct, user.email, /193\.99\.144\.80/)).toEqual([])
  })
})
