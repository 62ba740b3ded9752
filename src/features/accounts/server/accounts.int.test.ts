import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { cookieOf, onEachDatabase, startTestServer, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { AVATAR_COLORS, AVATAR_SEEDS } from '@/features/accounts/avatar'

const PASSWORD = 'Correct-horse-7'
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

onEachDatabase('accounts', (database) => {
  let server: TestServer
  let people = 0
  const newEmail = () => {
    people += 1
    return `reader.${people}@example.org`
  }

  beforeAll(async () => {
    // So that a test can speak for clients in other places.
    server = await startTestServer({ env: { ...database.env, TRUSTED_PROXIES: '127.0.0.1, ::1' } })
  })
  afterAll(() => server?.close())

  const errorOf = async (answer: Response) => ({
    status: answer.status,
    error: ((await answer.json()) as { error: string }).error,
  })
  const whoIs = async (cookie?: string) => (await server.rpc(cookie).layout.app.query()).currentUser
  const signIn = (email: string, password: string, cookie?: string) =>
    server.post('/api/auth/signin', { email, password }, cookie)
  const sendCode = async (email: string) => {
    const seen = server.outbox().filter(({ to }) => to === email).length
    expect((await server.post('/api/auth/send-verification', { email })).status).toBe(200)
    return server.codeFor(email, seen)
  }
  const sendReset = async (email: string) => {
    const seen = server.outbox().filter(({ to }) => to === email).length
    expect((await server.post('/api/auth/send-password-reset', { email })).status).toBe(200)
    return server.codeFor(email, seen)
  }
  const withPassword = async () => {
    const person = await server.signUp(newEmail())
    const answer = await server.post(
      '/api/auth/set-password',
      { email: person.user.email, password: PASSWORD },
      person.cookie,
    )
    expect(answer.status).toBe(200)
    return { ...person, first: person.cookie, cookie: cookieOf(answer) }
  }

  test('2.16 2.17 7.16 an address and the code sent to it make an account, signed in and with a pod of its own', async () => {
    const { cookie, user } = await server.signUp('Ada.Lovelace@Example.org')
    expect(await whoIs(cookie)).toEqual({
      id: user.id,
      email: 'ada.lovelace@example.org',
      name: 'Ada Lovelace',
      firstName: 'Ada',
      username: expect.stringMatching(/^adalovelace\d{4}$/),
      avatarUrl: expect.stringMatching(/^\/api\/avatars\/glass\//),
      formats: { timeZone: null, dateFormat: null, hourFormat: null, weekStart: null },
      language: null,
    })
    const pods = await server.services.db
      .selectFrom('pod')
      .innerJoin('pod_member', 'pod_member.pod_id', 'pod.id')
      .select(['pod.name', 'pod.is_personal', 'pod_member.role'])
      .where('pod_member.user_id', '=', user.id)
      .execute()
    expect(pods).toEqual([{ name: "Ada Lovelace's pod", is_personal: 1, role: 'owner' }])
  })

  test('7.16 a visitor has no current user', async () => {
    expect(await whoIs()).toBeNull()
  })

  test('9.11 2.17 a code has six digits and comes as text and as HTML', async () => {
    const email = newEmail()
    expect(await sendCode(email)).toMatch(/^\d{6}$/)
    const letter = server.outbox().findLast(({ to }) => to === email)
    expect(letter?.subject).toBe('Your Sheaf code')
    expect(letter?.text).toContain('10 minutes')
  })

  test('2.20 2.15 a session that has just proved its address sets a password, which then signs in', async () => {
    const { user, cookie } = await withPassword()
    expect(await whoIs(cookie)).toMatchObject({ email: user.email })
    const answer = await signIn(user.email.toUpperCase(), PASSWORD)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ user })
    expect(await whoIs(cookieOf(answer))).toMatchObject({ id: user.id })
  })

  test('2.15 5.12 a wrong password, a blank one and an impossible address are refused in words', async () => {
    const { user } = await withPassword()
    expect(await errorOf(await signIn(user.email, 'Wrong-horse-7'))).toEqual({
      status: 401,
      error: 'The email address or the password is wrong.',
    })
    expect(await errorOf(await signIn(user.email, ''))).toEqual({
      status: 400,
      error: 'Please enter your password',
    })
    expect(await errorOf(await signIn('nobody', 'x'))).toEqual({
      status: 400,
      error: 'Please enter a valid email address',
    })
    expect((await errorOf(await server.post('/api/auth/signin', [1, 2]))).status).toBe(400)
  })

  test('5.12 2.20 a weak password is refused by the server too', async () => {
    const { user, cookie } = await server.signUp(newEmail())
    for (const password of ['Aa1!', 'alllowercase1!', 'ALLUPPERCASE1!', 'NoNumbers!', 'NoSpecial1']) {
      const answer = await server.post('/api/auth/set-password', { email: user.email, password }, cookie)
      expect(answer.status, password).toBe(400)
    }
  })

  test('2.18 2.19 a forgotten password is replaced with the code of the reset letter', async () => {
    const { user, cookie } = await withPassword()
    const code = await sendReset(user.email)
    const input = { email: user.email, code, password: 'New-horse-77' }
    const answer = await server.post('/api/auth/verify-password-reset', input)
    expect(answer.status).toBe(200)
    expect(await whoIs(cookieOf(answer))).toMatchObject({ id: user.id })
    expect(await whoIs(cookie)).toBeNull()
    expect((await signIn(user.email, PASSWORD)).status).toBe(401)
    expect((await signIn(user.email, 'New-horse-77')).status).toBe(200)
    expect((await server.post('/api/auth/verify-password-reset', input)).status).toBe(400)
  })

  test('2.17 a wrong code, an expired one and a used one get the same words', async () => {
    const email = newEmail()
    const code = await sendCode(email)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const words = 'The code is wrong or has expired. Check the latest email, or request a new code.'
    const verify = (value: string) => server.post('/api/auth/verify-email', { email, code: value })
    expect(await errorOf(await verify(wrong))).toEqual({ status: 400, error: words })
    expect((await verify(code)).status).toBe(200)
    expect(await errorOf(await verify(code))).toEqual({ status: 400, error: words })
    const late = await sendCode(email)
    await server.services.db
      .updateTable('verification')
      .set({ expiresAt: minutesFromNow(-1) })
      .where('identifier', 'like', `%${email}`)
      .execute()
    expect(await errorOf(await verify(late))).toEqual({ status: 400, error: words })
  })

  test('2.17 a new code replaces the old one', async () => {
    const email = newEmail()
    const old = await sendCode(email)
    const code = await sendCode(email)
    const answer = await server.post('/api/auth/verify-email', { email, code: old === code ? 'x' : old })
    expect(answer.status).toBe(400)
    expect((await server.post('/api/auth/verify-email', { email, code })).status).toBe(200)
  })

  test('R22 of ten thousand guesses five are looked at, then the code is dead, over restarts and forged addresses', async () => {
    const email = newEmail()
    const code = await sendCode(email)
    let next = 0
    const statuses = new Map<number, number>()
    let agent = new Agent({ keepAlive: true, maxSockets: 100 })
    const guess = async () => {
      const value = String((Number(code) + 1 + next) % 1_000_000).padStart(6, '0')
      next += 1
      const path = next % 2 ? '/api/auth/verify-email' : '/api/auth/verify-email?x=1'
      const headers = {
        'content-type': 'application/json',
        'x-forwarded-for': `10.${next % 250}.${next % 199}.7`,
        'x-real-ip': `2001:db8::${next.toString(16)}`,
      }
      const body = JSON.stringify({ email: next % 3 ? email : ` ${email.toUpperCase()} `, code: value })
      const status = await quickPost(`${server.url}${path}`, headers, body, agent)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    const guessUntil = (count: number) =>
      Promise.all(
        Array.from({ length: 100 }, async () => {
          while (next < count) await guess()
        }),
      )
    // How many are looked at does not depend on how many come; ten thousand are for one database enough.
    const most = database.dialect === 'sqlite' ? 10_000 : 1_000
    await guessUntil(most / 2)
    // Nobody keeps a connection over the restart.
    agent.destroy()
    await server.restart()
    agent = new Agent({ keepAlive: true, maxSockets: 100 })
    await guessUntil(most)
    agent.destroy()
    const looked = statuses.get(400) ?? 0
    expect(looked).toBe(5)
    expect(statuses.get(429)).toBe([...statuses.values()].reduce((a, b) => a + b) - looked)
    expect(await errorOf(await server.post('/api/auth/verify-email', { email, code }))).toEqual({
      status: 429,
      error: 'This code has been tried too often. Please request a new one.',
    })
    const fresh = await sendCode(email)
    expect((await server.post('/api/auth/verify-email', { email, code: fresh })).status).toBe(200)
  }, 180_000)

  test('R22 codes are sent to one address at most five times an hour', async () => {
    const email = newEmail()
    for (let count = 0; count < 5; count += 1) await sendCode(email)
    const refused = await errorOf(await server.post('/api/auth/send-verification', { email }))
    expect(refused.status).toBe(429)
    expect(refused.error).toMatch(/^Rate limit exceeded\. Please try again in \d+ minutes\.$/)
    expect((await server.post('/api/auth/send-verification', { email: newEmail() })).status).toBe(200)
  })

  /** A stranger who asks from somewhere else. */
  const asStranger = (path: string, body: unknown, cookie?: string) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: server.services.config.publicUrl,
        'x-forwarded-for': '203.0.113.7',
        ...(cookie && { cookie }),
      },
      body: JSON.stringify(body),
    })
  const untilRefused = async (ask: () => Promise<Response>) => {
    for (let count = 1; ; count++) if ((await ask()).status === 429) return count - 1
  }

  test('S9 a stranger who tries twenty passwords locks out nobody but himself', async () => {
    const { user } = await withPassword()
    const wrong = { email: user.email, password: 'Wrong-horse-7' }
    expect(await untilRefused(() => asStranger('/api/auth/signin', wrong))).toBe(20)
    expect((await signIn(user.email, PASSWORD)).status).toBe(200)
    expect((await asStranger('/api/auth/signin', { ...wrong, password: PASSWORD })).status).toBe(429)
  })

  test('S9 when many strangers have used up all tries, a browser that was signed in before still signs in', async () => {
    const { user, cookie } = await withPassword()
    const spent = { count: 1_000, window_ends_at: minutesFromNow(10) }
    for (const key of [`sign-in:${user.email}`, `code-hour:sign-in:${user.email}`]) {
      const row = { key, ...spent }
      const query = server.services.db.insertInto('rate_limit').values(row)
      await query.onConflict((conflict) => conflict.column('key').doUpdateSet(spent)).execute()
    }
    expect((await signIn(user.email, PASSWORD)).status).toBe(429)
    expect((await server.post('/api/auth/send-verification', { email: user.email })).status).toBe(429)
    const known = await signIn(user.email, PASSWORD, cookie)
    expect(known.status).toBe(200)
    // Signing out ends the session, not what the browser is known for.
    const remembered = cookieOf(known)
      .split('; ')
      .filter((one) => one.startsWith('sheaf-known-browser='))
      .join('')
    const seen = server.outbox().filter(({ to }) => to === user.email).length
    const sent = await server.post('/api/auth/send-verification', { email: user.email }, remembered)
    expect(sent.status).toBe(200)
    const code = await server.codeFor(user.email, seen)
    const proof = await server.post('/api/auth/verify-email', { email: user.email, code }, remembered)
    expect(proof.status).toBe(200)
    // It is known for this account only, has tries that end, and cannot be made up.
    const other = await withPassword()
    await server.services.db
      .insertInto('rate_limit')
      .values({ key: `sign-in:${other.user.email}`, ...spent })
      .execute()
    expect((await signIn(other.user.email, PASSWORD, remembered)).status).toBe(429)
    const forged = remembered.replace(/~(.)/, (_all, first) => `~${first === '_' ? 'a' : '_'}`)
    expect((await signIn(user.email, PASSWORD, forged)).status).toBe(429)
    expect(await untilRefused(() => signIn(user.email, 'Wrong-horse-7', remembered))).toBe(20)
  })

  test('S9 five resets by a stranger do not keep the owner from one, and five wrong codes do not void that of the own browser', async () => {
    const { user, cookie } = await withPassword()
    const { email } = user
    const letters = () => server.outbox().filter(({ to }) => to === email).length
    const seen = letters() + 5
    expect(await untilRefused(() => asStranger('/api/auth/send-password-reset', { email }))).toBe(5)
    await vi.waitUntil(() => letters() === seen, { timeout: 10_000 })
    expect((await server.post('/api/auth/send-password-reset', { email }, cookie)).status).toBe(200)
    const code = await server.codeFor(email, seen)
    const input = { email, code, password: 'New-horse-77' }
    const guess = { ...input, code: String((Number(code) + 1) % 1_000_000).padStart(6, '0') }
    expect(await untilRefused(() => asStranger('/api/auth/verify-password-reset', guess))).toBe(5)
    expect((await asStranger('/api/auth/verify-password-reset', input)).status).toBe(429)
    expect((await server.post('/api/auth/verify-password-reset', input, cookie)).status).toBe(200)
  })

  test('R28 the cookie of a known browser is for the server alone', async () => {
    const { user } = await withPassword()
    const cookies = (await signIn(user.email, PASSWORD)).headers.getSetCookie()
    const known = cookies.find((cookie) => cookie.startsWith('sheaf-known-browser='))
    expect(known).toMatch(/; Path=\/api\/auth; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
    expect(known).not.toContain(user.email)
  })

  test('R23 known and unknown addresses get the same answers', async () => {
    const { user } = await withPassword()
    const ask = async (path: string, body: object) => {
      const answer = await server.post(path, body)
      return {
        status: answer.status,
        body: await answer.text(),
        cookies: answer.headers.getSetCookie().length,
      }
    }
    const calls: [string, (email: string) => object][] = [
      ['/api/auth/signin', (email) => ({ email, password: 'Wrong-horse-7' })],
      ['/api/auth/send-verification', (email) => ({ email })],
      ['/api/auth/send-password-reset', (email) => ({ email })],
      ['/api/auth/verify-email', (email) => ({ email, code: '123456' })],
      ['/api/auth/verify-password-reset', (email) => ({ email, code: '123456', password: PASSWORD })],
      ['/api/auth/set-password', (email) => ({ email, password: PASSWORD })],
    ]
    const unknown: string[] = []
    for (const [path, body] of calls) {
      const stranger = newEmail()
      unknown.push(stranger)
      expect(await ask(path, body(stranger)), path).toEqual(await ask(path, body(user.email)))
    }
    // The letter for the known address has been written, so one for a stranger would be there too.
    await server.codeFor(user.email, 2)
    const resets = server.outbox().filter(({ subject }) => subject === 'Reset your Sheaf password')
    expect(resets.some(({ to }) => to === user.email)).toBe(true)
    expect(resets.filter(({ to }) => unknown.includes(to))).toEqual([])
  })

  test('R23 known and unknown addresses take the same time', async () => {
    const { user } = await withPassword()
    const time = async (email: string) => {
      const start = performance.now()
      expect((await signIn(email, 'Wrong-horse-7')).status).toBe(401)
      return performance.now() - start
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let round = 0; round < 12; round += 1) {
      // In turn, and each as often first as second, so that neither meets the busier moments.
      const asks = [
        async () => known.push(await time(user.email)),
        async () => unknown.push(await time('nobody.at.all@example.org')),
      ]
      for (const ask of round % 2 === 0 ? asks : asks.reverse()) await ask()
    }
    // Other work on the machine only ever adds: the fastest answers are those that it did not disturb.
    const fastest = (times: number[]) => {
      const [first = 0, second = 0, third = 0] = times.toSorted((a, b) => a - b)
      return first + second + third
    }
    const ratio = fastest(known) / fastest(unknown)
    expect(ratio).toBeGreaterThan(0.6)
    expect(ratio).toBeLessThan(1.7)
  })

  for (const way of ['code', 'reset'] as const) {
    test(`R24 the person who held an unproven account of an address loses everything when its owner proves it by ${way}`, async () => {
      const { db } = server.services
      const attacker = await withPassword()
      await db.updateTable('user').set({ emailVerified: 0 }).where('id', '=', attacker.user.id).execute()
      const { email } = attacker.user
      await db
        .insertInto('account')
        .values({
          id: `link-${way}`,
          accountId: `attacker-${way}`,
          providerId: 'github',
          userId: attacker.user.id,
          createdAt: minutesFromNow(0),
          updatedAt: minutesFromNow(0),
        } as never)
        .execute()
      const answer =
        way === 'code'
          ? await server.post('/api/auth/verify-email', { email, code: await sendCode(email) })
          : await server.post('/api/auth/verify-password-reset', {
              email,
              code: await sendReset(email),
              password: 'Owner-horse-7',
            })
      expect(answer.status).toBe(200)
      expect(await whoIs(cookieOf(answer))).toMatchObject({ email })
      expect(await whoIs(attacker.cookie)).toBeNull()
      expect((await signIn(email, PASSWORD)).status).toBe(401)
      const links = await db
        .selectFrom('account')
        .select('providerId')
        .where('userId', '=', attacker.user.id)
        .where('providerId', '!=', 'credential')
        .execute()
      expect(links).toEqual([])
    })
  }

  test('R28 the session cookie is HttpOnly, SameSite and for the whole site', async () => {
    const { user } = await withPassword()
    const cookies = (await signIn(user.email, PASSWORD)).headers.getSetCookie()
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; HttpOnly/i)
      expect(cookie).toMatch(/; SameSite=Lax/i)
      expect(cookie).toMatch(/; Path=\//i)
      expect(cookie).not.toMatch(/; Domain=/i)
    }
  })

  test('R28 signing in gives a new session and ends the one the browser had', async () => {
    const { user, cookie } = await withPassword()
    const again = cookieOf(await signIn(user.email, PASSWORD, cookie))
    expect(again).not.toBe(cookie)
    expect(await whoIs(cookie)).toBeNull()
    expect(await whoIs(again)).toMatchObject({ id: user.id })
  })

  test('R28 setting a password ends every other session and replaces this one', async () => {
    const { user, first, cookie } = await withPassword()
    expect(await whoIs(first)).toBeNull()
    expect(await whoIs(cookie)).toMatchObject({ id: user.id })
  })

  test('R28 a reset ends every session', async () => {
    const person = await withPassword()
    const elsewhere = cookieOf(await signIn(person.user.email, PASSWORD))
    const { email } = person.user
    await server.post('/api/auth/verify-password-reset', {
      email,
      code: await sendReset(email),
      password: 'New-horse-77',
    })
    expect(await whoIs(person.cookie)).toBeNull()
    expect(await whoIs(elsewhere)).toBeNull()
  })

  test('R28 no sign-in with the old password that was under way outlives a new one', async () => {
    const { user } = await withPassword()
    let password = PASSWORD
    const outcomes = new Set<number>()
    for (let round = 0; round < 12; round++) {
      await server.services.db.deleteFrom('rate_limit').execute()
      const code = await sendReset(user.email)
      const next = `Another-horse-${round}`
      const reset = server.post('/api/auth/verify-password-reset', {
        email: user.email,
        code,
        password: next,
      })
      // Each round begins it a little later.
      await setTimeout(round * 15)
      const late = await signIn(user.email, password)
      expect((await reset).status).toBe(200)
      outcomes.add(late.status)
      expect(await whoIs(cookieOf(late)), `round ${round}`).toBeNull()
      password = next
    }
    expect([...outcomes]).toContain(401)
  })

  test('R28 a made-up or altered session cookie is nobody', async () => {
    const { cookie } = await server.signUp(newEmail())
    const [name = '', value = ''] = cookie.split('=')
    const token = decodeURIComponent(value).split('.')[0] ?? ''
    for (const forged of [
      `${name}=${token}`,
      `${name}=${token}.AAAA`,
      `${name}=x.y`,
      `${name}=%zz`,
      `${name}=`,
    ]) {
      expect(await whoIs(forged)).toBeNull()
    }
  })

  test('2.20 only a session that has just proved this very address sets a password without the old one', async () => {
    const { user, cookie } = await server.signUp(newEmail())
    const other = await server.signUp(newEmail())
    const set = (email: string, from?: string) =>
      server.post('/api/auth/set-password', { email, password: PASSWORD }, from)
    expect((await set(user.email)).status).toBe(401)
    expect((await set(user.email, other.cookie)).status).toBe(403)
    await server.services.db
      .updateTable('session')
      .set({ passwordGrantUntil: minutesFromNow(-1) })
      .where('userId', '=', user.id)
      .execute()
    expect((await set(user.email, cookie)).status).toBe(403)
  })

  test('2.21 signing out ends the session on the server', async () => {
    const { cookie } = await server.signUp(newEmail())
    const answer = await server.post('/api/auth/signout', {}, cookie)
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie().join()).toMatch(/max-age=0/i)
    expect(await whoIs(cookie)).toBeNull()
    expect((await server.post('/api/auth/signout', {})).status).toBe(200)
  })

  test('sessions are listed and revoked, one or all the others', async () => {
    const { user, cookie } = await withPassword()
    const second = cookieOf(await signIn(user.email, PASSWORD))
    const third = cookieOf(await signIn(user.email, PASSWORD))
    const { sessions } = await server.rpc(cookie).user.sessions.query()
    expect(sessions).toHaveLength(3)
    const mine = sessions.filter(({ current }) => current)
    expect(mine).toHaveLength(1)
    const secondSessions = await server.rpc(second).user.sessions.query()
    const secondId = secondSessions.sessions.find(({ current }) => current)?.id ?? ''
    await server.rpc(cookie).user.revokeSession.mutate({ id: secondId })
    expect(await whoIs(second)).toBeNull()
    expect(await server.rpc(cookie).user.revokeOtherSessions.mutate()).toEqual({ revoked: 1 })
    expect(await whoIs(third)).toBeNull()
    expect(await whoIs(cookie)).toMatchObject({ id: user.id })
    const stranger = await server.signUp(newEmail())
    await expect(
      server.rpc(stranger.cookie).user.revokeSession.mutate({ id: mine[0]?.id ?? '' }),
    ).rejects.toMatchObject({ data: { appCode: 'not-found', httpStatus: 404 } })
  })

  test('R28 a new password, or ending all other sessions, ends what was left of those that had run out', async () => {
    const { user, cookie, first } = await withPassword()
    const { db } = server.services
    const others = await withPassword()
    const lapsed = async (...ids: string[]) => {
      for (const id of ids) {
        const at = minutesFromNow(-60)
        const row = { id: `${id} of ${user.id}`, user_id: id === 'theirs' ? others.user.id : user.id }
        await db
          .insertInto('lapsed_session')
          .values({ ...row, began_at: at, lapsed_at: at })
          .execute()
      }
    }
    const left = async () =>
      (
        await db.selectFrom('lapsed_session').select('id').where('id', 'like', `% of ${user.id}`).execute()
      ).map(({ id }) => id.split(' ')[0])
    await lapsed('theirs', 'a')
    expect(await whoIs(first)).toBeNull()
    await server.rpc(cookie).user.revokeOtherSessions.mutate()
    expect(await left()).toEqual(['theirs'])
    await lapsed('b')
    const input = { email: user.email, code: await sendReset(user.email), password: 'New-horse-77' }
    expect((await server.post('/api/auth/verify-password-reset', input)).status).toBe(200)
    expect(await left()).toEqual(['theirs'])
    await lapsed('c')
    const code = await sendCode(user.email)
    const proven = await server.post('/api/auth/verify-email', { email: user.email, code })
    const set = { email: user.email, password: PASSWORD }
    expect((await server.post('/api/auth/set-password', set, cookieOf(proven))).status).toBe(200)
    expect(await left()).toEqual(['theirs'])
  })

  test('a session in use is prolonged once a day', async () => {
    const { user, cookie } = await server.signUp(newEmail())
    const { db } = server.services
    await db
      .updateTable('session')
      .set({ updatedAt: minutesFromNow(-2 * 24 * 60), expiresAt: minutesFromNow(27 * 24 * 60) })
      .where('userId', '=', user.id)
      .execute()
    const answer = await fetch(`${server.url}/api/trpc/layout.app`, { headers: { cookie } })
    expect(answer.headers.getSetCookie().join()).toContain('sheaf.session_token=')
    const row = await db
      .selectFrom('session')
      .select('expiresAt')
      .where('userId', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(row.expiresAt > minutesFromNow(29 * 24 * 60)).toBe(true)
  })

  test('7.15 5.10 settings are read and changed; a username belongs to one person', async () => {
    const ada = await server.signUp(newEmail())
    const bob = await server.signUp(newEmail())
    const changed = await server
      .rpc(ada.cookie)
      .user.updateSettings.mutate({ name: ' Ada L ', username: 'Ada-L' })
    expect(changed).toMatchObject({
      email: ada.user.email,
      name: 'Ada L',
      username: 'ada-l',
      accountType: 'free',
    })
    expect(await server.rpc(ada.cookie).user.getSettings.query()).toEqual(changed)
    const available = async (cookie: string, username: string) =>
      (await server.rpc(cookie).user.checkUsernameAvailability.query({ username })).isAvailable
    expect(await available(ada.cookie, 'ada-l')).toBe(true)
    expect(await available(bob.cookie, ' ADA-L ')).toBe(false)
    expect(await available(bob.cookie, 'bob-l')).toBe(true)
    expect(await available(bob.cookie, '')).toBe(false)
    await expect(
      server.rpc(bob.cookie).user.updateSettings.mutate({ username: 'ada-l' }),
    ).rejects.toMatchObject({ message: 'Username is already taken', data: { appCode: 'conflict' } })
    await expect(server.rpc().user.getSettings.query()).rejects.toMatchObject({
      data: { appCode: 'signed-out' },
    })
  })

  test('3.13 7.23 every account has a choice of avatar: one of 16 seeds, two kinds and 16 presets of colors', async () => {
    const { cookie, user } = await server.signUp(newEmail())
    const rpc = server.rpc(cookie)
    const before = await rpc.user.getSettings.query()
    expect(before).toMatchObject({ accountType: 'free', avatarType: 'glass', profileImageUrl: null })
    expect(AVATAR_SEEDS).toHaveLength(16)
    expect(AVATAR_SEEDS).toContain(before.avatarSeed)
    expect(new Set(AVATAR_COLORS.map((colors) => JSON.stringify(colors))).size).toBe(16)
    expect(AVATAR_COLORS).toContainEqual(before.defaultAvatarColors)

    const choice = {
      avatarSeed: 'Wren' as const,
      avatarType: 'fun-emoji' as const,
      defaultAvatarColors: { text: 'pink', border: 'none', background: 'pink' },
    }
    const after = { ...before, ...choice, avatarUrl: '/api/avatars/fun-emoji/Wren/pink.svg' }
    expect(await rpc.user.updateSettings.mutate(choice)).toEqual(after)
    expect(await rpc.user.updateSettings.mutate({})).toEqual(after)
    // The same wherever the person is shown.
    expect((await rpc.layout.app.query()).currentUser).toMatchObject({ avatarUrl: after.avatarUrl })
    expect((await rpc.user.users.query({})).items).toMatchObject([{ avatarUrl: after.avatarUrl }])
    const drawing = await fetch(server.url + after.avatarUrl)
    expect(drawing.headers.get('content-type')).toContain('image/svg+xml')
    expect(drawing.headers.get('cache-control')).toContain('immutable')
    expect(drawing.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await drawing.text()).toContain('<svg')
    for (const path of [
      'glass/Nobody/pink.svg',
      'glass/Wren/pink',
      'x/Wren/pink.svg',
      'glass/Wren/%3Cscript%3E.svg',
    ])
      expect((await fetch(`${server.url}/api/avatars/${path}`)).status, path).toBe(404)

    for (const [wrong, words] of [
      [{ avatarSeed: 'Mallory' }, 'Please choose one of the avatars'],
      [{ avatarType: 'pixel-art' }, 'Please choose one of the avatars'],
      [
        { defaultAvatarColors: { ...choice.defaultAvatarColors, text: 'red' } },
        'Please choose one of the colors',
      ],
      [{ name: '\u200b\u200b' }, 'Please enter a name that can be seen'],
      [{ name: 'x'.repeat(10_000) }, 'A name has at most 80 characters'],
      [{ username: 'supp0rt' }, 'This username is reserved'],
    ] as const)
      await expect(
        rpc.user.updateSettings.mutate(wrong as Parameters<typeof rpc.user.updateSettings.mutate>[0]),
      ).rejects.toMatchObject({ message: expect.stringContaining(words), data: { appCode: 'bad-input' } })
    expect(await rpc.user.getSettings.query()).toEqual(after)
    // What belongs to the server is nobody's to set.
    await rpc.user.updateSettings.mutate({ accountType: 'premium', email: 'x@example.org' } as object)
    expect(await rpc.user.getSettings.query()).toMatchObject({ accountType: 'free', email: user.email })
  })

  test('2.26 time zone, date and hour format are kept with the account, what is none is refused, and null is the device again', async () => {
    const { cookie } = await server.signUp(newEmail())
    const rpc = server.rpc(cookie)
    const own = async () => (await rpc.layout.app.query()).currentUser?.formats
    const choice = {
      timeZone: 'Asia/Tokyo',
      dateFormat: 'dd/MM/yyyy',
      hourFormat: '24',
      weekStart: 'sunday',
    } as const
    expect(await rpc.user.updateSettings.mutate(choice)).toMatchObject(choice)
    expect(await own()).toEqual(choice)
    await rpc.user.updateSettings.mutate({ name: 'Another' })
    expect(await own()).toEqual(choice)
    for (const wrong of [
      { timeZone: 'Mars/Olympus' },
      { timeZone: '' },
      { timeZone: 'x'.repeat(10_000) },
      { dateFormat: 'MM.dd.yy' },
      { hourFormat: 24 },
      { weekStart: 'friday' },
      { language: 'tlh' },
    ])
      await expect(
        rpc.user.updateSettings.mutate(wrong as Parameters<typeof rpc.user.updateSettings.mutate>[0]),
      ).rejects.toMatchObject({ data: { appCode: 'bad-input' } })
    await rpc.user.updateSettings.mutate({ timeZone: null, dateFormat: null })
    expect(await own()).toEqual({ timeZone: null, dateFormat: null, hourFormat: '24', weekStart: 'sunday' })
    const language = async () => (await rpc.layout.app.query()).currentUser?.language
    expect(await rpc.user.updateSettings.mutate({ language: 'ja' })).toMatchObject({ language: 'ja' })
    expect(await language()).toBe('ja')
    await rpc.user.updateSettings.mutate({ language: null })
    expect(await language()).toBeNull()
  })

  test('7.24 a username is answered to be available or not, with a reason when nobody may have it', async () => {
    const [ada, bob] = await Promise.all([1, 2].map(() => server.signUp(newEmail())))
    await server.rpc(ada!.cookie).user.updateSettings.mutate({ username: 'ada.byron' })
    const check = (username: string, cookie = bob!.cookie) =>
      server.rpc(cookie).user.checkUsernameAvailability.query({ username })
    const available = { isAvailable: true, reason: null }
    expect(await check('countess')).toEqual(available)
    expect(await check('  Countess ')).toEqual(available)
    expect(await check('ada.byron')).toEqual({ isAvailable: false, reason: null })
    expect(await check('ada.byron', ada!.cookie)).toEqual(available)
    for (const [username, reason] of [
      ['   ', 'Please enter a username'],
      ['x'.repeat(41), 'A username has at most 40 characters'],
      ['ada byron', 'Use letters and numbers, with . _ - between them'],
      ['.ada', 'Use letters and numbers, with . _ - between them'],
      ['аdа.b', 'Use letters of one alphabet'],
      ['supp0rt', 'This username is reserved'],
    ] as const)
      expect(await check(username), username).toEqual({ isAvailable: false, reason })
    // Asking takes nothing, and it is for people who are signed in.
    expect(await check('countess', ada!.cookie)).toEqual(available)
    await expect(check('countess', '')).rejects.toMatchObject({ data: { appCode: 'signed-out' } })
  })

  test("5.10 a username that passes for somebody else's is taken, also when two people take one each at once", async () => {
    const [ada, bob, eve] = await Promise.all([1, 2, 3].map(() => server.signUp(newEmail())))
    await server.rpc(ada!.cookie).user.updateSettings.mutate({ username: 'grace-hopper' })
    for (const username of ['gracehopper', 'grace.h0pper', 'GRACE_HOPPER'])
      await expect(server.rpc(bob!.cookie).user.updateSettings.mutate({ username })).rejects.toMatchObject({
        message: 'Username is already taken',
      })
    const check = (username: string) =>
      server.rpc(bob!.cookie).user.checkUsernameAvailability.query({ username })
    expect(await check('grace.h0pper')).toEqual({ isAvailable: false, reason: null })
    expect(await check('admin')).toEqual({ isAvailable: false, reason: 'This username is reserved' })
    expect(await check('hopper')).toEqual({ isAvailable: true, reason: null })
    // Only the way of writing it changes, and it stays one's own.
    await server.rpc(ada!.cookie).user.updateSettings.mutate({ username: 'grace.hopper', name: 'Grace' })

    const answers = await Promise.allSettled([
      server.rpc(bob!.cookie).user.updateSettings.mutate({ username: 'modern' }),
      server.rpc(eve!.cookie).user.updateSettings.mutate({ username: 'modem' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: 'Username is already taken' },
    })
  })

  test('5.10 of many people who take a username at once one gets it', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => server.signUp(newEmail())))
    const answers = await Promise.allSettled(
      all.map(({ cookie }) => server.rpc(cookie).user.updateSettings.mutate({ username: 'the-one' })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('the library under it is not reachable, and neither is a route nobody named', async () => {
    for (const path of [
      'sign-up/email',
      'sign-in/email',
      'email-otp/send-verification-otp',
      'get-session',
      'ok',
      'x',
    ]) {
      expect(
        (await server.post(`/api/auth/${path}`, { email: 'a@example.org', password: PASSWORD })).status,
        path,
      ).toBe(404)
    }
    expect((await fetch(`${server.url}/api/auth/get-session`)).status).toBe(404)
  })

  test('2.7 2.8 a provider that is not set up leads back to the sign-in screen with the reason', async () => {
    // A browser that comes back brings the way on in its state alone, and here none was begun.
    for (const [path, onward] of [
      ['login', '&callbackUrl=%2Fabc'],
      ['callback', ''],
    ]) {
      const answer = await fetch(`${server.url}/api/auth/github/${path}?callbackUrl=/abc`, {
        redirect: 'manual',
      })
      expect(answer.status).toBe(302)
      expect(answer.headers.get('location')).toBe(`/login?error=github-not-configured${onward}`)
    }
    const evil = await fetch(`${server.url}/api/auth/google/login?callbackUrl=//evil.test`, {
      redirect: 'manual',
    })
    expect(evil.headers.get('location')).toBe('/login?error=google-not-configured')
    expect((await fetch(`${server.url}/api/auth/other/login`, { redirect: 'manual' })).status).toBe(404)
  })

  test('nothing secret is in the log', () => {
    const log = server.logLines.join('')
    for (const letter of server.outbox())
      expect(log).not.toMatch(new RegExp(`\\b${/\d{6}/.exec(letter.text)?.[0]}\\b`))
    expect(log).not.toContain(PASSWORD)
    expect(log).not.toContain('session_token')
  })
})

test('R28 behind https the cookie is Secure', async () => {
  const server = await startTestServer({ env: { PUBLIC_URL: 'https://sheaf.example.org' } })
  try {
    const { cookie } = await server.signUp('ada@example.org')
    expect(cookie).toMatch(/^__Secure-sheaf\.session_token=/)
    const answer = await server.post('/api/auth/signout', {}, cookie)
    expect(answer.headers.getSetCookie().join()).toMatch(/; Secure/i)
    expect(answer.headers.get('strict-transport-security')).toBeTruthy()
  } finally {
    await server.close()
  }
})

/** Ten thousand of them are too many for `fetch`. */
function quickPost(
  url: string,
  headers: Record<string, string>,
  body: string,
  agent: Agent,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'POST', headers, agent }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sending.on('error', reject)
    sending.end(body)
  })
}
