import { codeOf } from '@test/authenticator'
import { RawSocket } from '@test/collab'
import { cookieOf, onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PERSON_PATH } from '@/shared/notified'

const PASSWORD = 'Correct-horse-7'

/** Letters of this kind are sent by the next look at the list of jobs. */
const SOON = { timeout: 10_000 }

onEachDatabase('second factors', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
  })
  afterAll(() => server?.close())

  const post = async (path: string, body: object, cookie?: string) => {
    const answer = await server.post(`/api/auth/${path}`, body, cookie)
    const json = (await answer.json()) as Record<string, unknown>
    return { status: answer.status, json, cookie: cookieOf(answer) }
  }
  const signIn = (email: string, cookie?: string) => post('signin', { email, password: PASSWORD }, cookie)
  const isIn = async (cookie: string) => (await server.rpc(cookie).layout.app.query()).currentUser !== null
  const lettersTo = (email: string, subject: string) =>
    server.outbox().filter((letter) => letter.to === email && letter.subject === subject)

  const sessionsOf = async (
    { cookie }: TestPerson,
    which: (one: { current: boolean }) => boolean = () => true,
  ) => (await server.rpc(cookie).user.sessions.query()).sessions.filter(which).map(({ id }) => id)

  async function withPassword(): Promise<TestPerson> {
    const person = await server.signUp()
    const { cookie } = await post(
      'set-password',
      { email: person.user.email, password: PASSWORD },
      person.cookie,
    )
    return { ...person, cookie }
  }

  const protectedPerson = async () => protect(await withPassword(), { password: PASSWORD })
  type Protected = Awaited<ReturnType<typeof protect>>

  async function protect(person: TestPerson, proof: { password?: string }) {
    const begun = await post('second-factor/begin', proof, person.cookie)
    expect(begun.status).toBe(200)
    const { address, recoveryCodes } = begun.json as { address: string; recoveryCodes: string[] }
    const open = await sessionsOf(person, ({ current }) => current)
    const confirmed = await post('second-factor/confirm', { code: codeOf(address) }, person.cookie)
    expect(confirmed.json).toEqual({ ok: true })
    expect(await sessionsOf({ ...person, cookie: confirmed.cookie }, ({ current }) => current)).toEqual(open)
    return { ...person, cookie: confirmed.cookie, address, recoveryCodes }
  }

  test('R28 2.26 a password is changed by who knows it: every other browser is signed out, and a letter tells', async () => {
    const ada = await withPassword()
    const { email } = ada.user
    const elsewhere = (await signIn(email)).cookie
    const change = (password: string, newPassword: string, cookie = ada.cookie) =>
      post('change-password', { password, newPassword }, cookie)
    expect((await change('Not-the-right-1', 'Another-horse-9')).status).toBe(400)
    expect((await change(PASSWORD, 'weak')).status).toBe(400)
    expect(
      (await post('change-password', { password: PASSWORD, newPassword: 'Another-horse-9' })).status,
    ).toBe(401)
    expect(await isIn(elsewhere)).toBe(true)
    const [open] = await sessionsOf(ada, (session) => session.current)
    const changed = await change(PASSWORD, 'Another-horse-9')
    expect(changed.status).toBe(200)
    // By its id sockets and devices know the session.
    expect(await sessionsOf({ ...ada, cookie: changed.cookie })).toEqual([open])
    expect(await Promise.all([changed.cookie, ada.cookie, elsewhere].map(isIn))).toEqual([true, false, false])
    expect((await signIn(email)).status).toBe(401)
    expect((await post('signin', { email, password: 'Another-horse-9' })).status).toBe(200)
    await expect.poll(() => lettersTo(email, 'Your password was changed').length, SOON).toBe(1)

    // Of two changes that know the same password, one stands.
    const both = await Promise.all(
      ['First-horse-11', 'Second-horse-12'].map((next) => change('Another-horse-9', next, changed.cookie)),
    )
    expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    const none = await server.signUp()
    expect((await change('Not-the-right-1', 'Another-horse-9', none.cookie)).status).toBe(409)
  })

  test('R28 R61 what somebody opened with a copied cookie closes when the password or the second factor changes; the owner comes back', async () => {
    const ada = await withPassword()
    const page = (await server.rpc(ada.cookie).document.create.mutate({ title: 'Page' })).id
    const openAll = (cookie: string) =>
      Promise.all(
        ['/collab', PERSON_PATH].map((path) =>
          RawSocket.open(`${server.url.replace('http', 'ws')}${path}`, cookie),
        ),
      )
    const codes = (sockets: RawSocket[]) =>
      Promise.all(sockets.map(async (socket) => (await socket.closedWith()).code))
    const change = { password: PASSWORD, newPassword: 'Another-horse-9' }
    const changeAll = [
      () => post('change-password', change, cookie),
      async () => {
        const begun = await post('second-factor/begin', { password: change.newPassword }, cookie)
        return post('second-factor/confirm', { code: codeOf(String(begun.json.address)) }, cookie)
      },
    ]
    let { cookie } = ada
    for (const changeIt of changeAll) {
      const copied = cookie
      const before = await openAll(copied)
      await before[0]?.openPage(page)
      const changed = await changeIt()
      expect(changed.status).toBe(200)
      // Not the code with which browsers stay away.
      expect(await codes(before)).toEqual([4402, 4402])
      const [again] = await openAll(copied)
      expect((await again?.closedWith())?.code).toBe(4401)
      cookie = changed.cookie
      const [mine] = await openAll(cookie)
      await mine?.openPage(page)
      expect(mine?.closed).toBeNull()
      mine?.ws.close()
    }
  })

  test('R23 the password of an account is not guessed by changing it', async () => {
    const ada = await withPassword()
    const guess = () =>
      post('change-password', { password: 'Not-the-right-1', newPassword: 'Another-horse-9' }, ada.cookie)
    const statuses: number[] = []
    for (let at = 0; at < 21; at++) statuses.push((await guess()).status)
    expect(new Set(statuses.slice(0, 20))).toEqual(new Set([400]))
    expect(statuses[20]).toBe(429)
  })

  test('a code of the app is asked for after the password, and nothing is open before it', async () => {
    const ada = await protectedPerson()
    expect(await isIn(ada.cookie)).toBe(true)
    expect(new URL(ada.address).pathname).toContain(encodeURIComponent(ada.user.email))
    expect(await server.rpc(ada.cookie).user.signInWays.query()).toEqual({
      hasPassword: true,
      hasSecondFactor: true,
      trustedBrowsers: 0,
      passkeys: [],
    })
    const asked = await signIn(ada.user.email)
    expect(asked.json).toEqual({ secondFactor: true })
    expect(await isIn(asked.cookie)).toBe(false)
    const wrong = await post(
      'second-factor',
      { code: '000000' === codeOf(ada.address) ? '111111' : '000000' },
      asked.cookie,
    )
    expect(wrong).toMatchObject({
      status: 400,
      json: { error: 'The code is wrong. Check the time of your device, or use the next code.' },
    })
    const done = await post('second-factor', { code: codeOf(ada.address) }, asked.cookie)
    expect(done.json).toMatchObject({ user: { id: ada.user.id } })
    expect(await isIn(done.cookie)).toBe(true)
    // The question is answered once.
    const again = await post('second-factor', { code: codeOf(ada.address) }, asked.cookie)
    expect(again).toMatchObject({
      status: 401,
      json: { error: 'This sign-in has expired. Please start again.' },
    })
  })

  test('R23 without a first factor no code is looked at, and another session is not what is asked about', async () => {
    const ada = await protectedPerson()
    const eve = await server.signUp()
    for (const cookie of [undefined, eve.cookie])
      expect(await post('second-factor', { code: codeOf(ada.address) }, cookie)).toMatchObject({
        status: 401,
      })
    const asked = await signIn(ada.user.email, eve.cookie)
    const done = await post('second-factor', { code: codeOf(ada.address) }, `${eve.cookie}; ${asked.cookie}`)
    expect(done.json).toMatchObject({ user: { id: ada.user.id } })
  })

  test('R28 a second factor is turned off by its own owner’s code alone, also where the cookies name somebody else’s session', async () => {
    const ada = await protectedPerson()
    const eve = await protectedPerson()
    const session = (cookie: string) => cookie.split('; ').find((one) => one.includes('session_token='))!
    const [hers, theirs] = [session(ada.cookie), session(eve.cookie)]
    const [name, value] = [theirs.slice(0, theirs.indexOf('=')), theirs.slice(theirs.indexOf('=') + 1)]
    const crafted = [
      `${name} =${value}; ${hers}`,
      `${name}\t=${value}; ${hers}`,
      `${hers}; ${name} =${value}`,
      `${theirs}; ${hers}`,
      `${hers}; ${theirs}`,
    ]
    for (const cookie of crafted) {
      const code = eve.recoveryCodes.pop()!
      await post('second-factor/end', { code }, cookie)
      const { hasSecondFactor } = await server.rpc(ada.cookie).user.signInWays.query()
      expect(hasSecondFactor, cookie).toBe(true)
    }
    await server.services.db.deleteFrom('rate_limit').execute()
    const end = await post('second-factor/end', { code: codeOf(eve.address) }, crafted[0])
    expect(end.status).toBe(400)
    expect((await server.rpc(ada.cookie).user.signInWays.query()).hasSecondFactor).toBe(true)
    // The library is asked about the session that was read, so that the right code is taken with any of them.
    await server.services.db.deleteFrom('rate_limit').execute()
    expect((await post('second-factor/end', { code: ada.recoveryCodes.pop()! }, crafted[0])).status).toBe(200)
    expect((await server.rpc(ada.cookie).user.signInWays.query()).hasSecondFactor).toBe(false)
  })

  test('a browser that is trusted is not asked again, until the password or the second factor changes', async () => {
    const ada = await protectedPerson()
    const { email, id } = ada.user
    const trust = async () => {
      const asked = await signIn(email)
      expect(asked.json).toEqual({ secondFactor: true })
      // A code counts once: the next one is taken where this has been used.
      const done = await post(
        'second-factor',
        { code: ada.recoveryCodes.pop()!, isTrusted: true },
        asked.cookie,
      )
      expect(done.json).toMatchObject({ user: { id } })
      const cookie = done.cookie.split('; ').find((one) => one.includes('trust_device'))!
      return { cookie, session: done.cookie }
    }
    const ways = (cookie: string) => server.rpc(cookie).user.signInWays.query()
    const first = await trust()
    expect((await ways(first.session)).trustedBrowsers).toBe(1)
    const again = await signIn(email, first.cookie)
    expect(again.json).toMatchObject({ user: { id } })
    // The cookie is a new one each time; the one before is worth nothing, nor is it to anybody else.
    expect((await signIn(email, first.cookie)).json).toEqual({ secondFactor: true })
    const eve = await protectedPerson()
    const renewed = again.cookie.split('; ').find((one) => one.includes('trust_device'))!
    expect((await signIn(eve.user.email, renewed)).json).toEqual({ secondFactor: true })
    // Sent without a password it opens nothing.
    expect(await isIn(renewed)).toBe(false)

    expect(await server.rpc(again.cookie).user.forgetTrustedBrowsers.mutate()).toEqual({ forgotten: 1 })
    expect((await signIn(email, renewed)).json).toEqual({ secondFactor: true })

    const second = await trust()
    await server.rpc(second.session).user.revokeOtherSessions.mutate()
    expect((await signIn(email, second.cookie)).json).toEqual({ secondFactor: true })

    const third = await trust()
    await post('send-password-reset', { email })
    await expect.poll(() => lettersTo(email, 'Reset your Sheaf password'), SOON).toHaveLength(1)
    const code = /\b\d{6}\b/.exec(lettersTo(email, 'Reset your Sheaf password').at(-1)?.text ?? '')?.[0]
    const reset = await post('verify-password-reset', { email, code, password: PASSWORD }, third.cookie)
    expect(reset.json).toEqual({ secondFactor: true })
    expect((await signIn(email, third.cookie)).json).toEqual({ secondFactor: true })

    const fourth = await trust()
    expect((await post('second-factor/end', { code: ada.recoveryCodes.pop()! }, fourth.session)).status).toBe(
      200,
    )
    expect((await ways(fourth.session)).trustedBrowsers).toBe(0)
  })

  test('a code by letter and a new password ask for it too', async () => {
    const ada = await protectedPerson()
    const { email } = ada.user
    const codeIn = async (subject: string, count: number) => {
      await expect.poll(() => lettersTo(email, subject), SOON).toHaveLength(count)
      return /\b\d{6}\b/.exec(lettersTo(email, subject).at(-1)?.text ?? '')?.[0]
    }
    await post('send-verification', { email })
    const byCode = await post('verify-email', { email, code: await codeIn('Your Sheaf code', 2) })
    expect(byCode.json).toEqual({ secondFactor: true })
    expect(await isIn(byCode.cookie)).toBe(false)
    await post('send-password-reset', { email })
    const code = await codeIn('Reset your Sheaf password', 1)
    const reset = await post('verify-password-reset', { email, code, password: PASSWORD })
    expect(reset.json).toEqual({ secondFactor: true })
    // Every session ended with the old password, and none began.
    expect(await isIn(ada.cookie)).toBe(false)
    const done = await post('second-factor', { code: codeOf(ada.address) }, reset.cookie)
    expect(await isIn(done.cookie)).toBe(true)
  })

  test('R22 five wrong codes end the sign-in, and ten in a row hold the account', async () => {
    const ada = await protectedPerson()
    const wrong = codeOf(ada.address, 5_000)
    const words: unknown[] = []
    for (let round = 0; round < 2; round += 1) {
      const asked = await signIn(ada.user.email)
      for (let tries = 0; tries < 5; tries += 1)
        expect((await post('second-factor', { code: wrong }, asked.cookie)).status).toBe(400)
      words.push((await post('second-factor', { code: codeOf(ada.address) }, asked.cookie)).json.error)
    }
    const asked = await signIn(ada.user.email)
    words.push((await post('second-factor', { code: codeOf(ada.address) }, asked.cookie)).json.error)
    expect(words).toEqual([
      'Too many wrong codes. Please sign in again.',
      'Too many wrong codes. Please wait a quarter of an hour.',
      'Too many wrong codes. Please wait a quarter of an hour.',
    ])
  })

  test('R22 a code of the app is good once, for signing in and for turning it off, however many use it at once', async () => {
    const ada = await protectedPerson()
    const sessions = async () => (await server.rpc(ada.cookie).user.sessions.query()).sessions.length
    const before = await sessions()
    const asked = await Promise.all(Array.from({ length: 3 }, () => signIn(ada.user.email)))
    const code = codeOf(ada.address)
    const answers = await Promise.all(
      asked.map(({ cookie }) => post('second-factor', { code, isTrusted: true }, cookie)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    expect(answers.find(({ status }) => status === 401)?.json.error).toBe(
      'This code has been used. Please sign in again with the next one.',
    )
    // Nothing has begun for those who came too late.
    expect(await sessions()).toBe(before + 1)
    expect((await server.rpc(ada.cookie).user.signInWays.query()).trustedBrowsers).toBe(1)
    const end = (tried: string) => post('second-factor/end', { code: tried }, ada.cookie)
    expect(await end(code)).toMatchObject({
      status: 400,
      json: { error: 'This code has been used. Please wait for the next one.' },
    })
    const later = await signIn(ada.user.email)
    expect(later.json).toEqual({ secondFactor: true })
    expect((await post('second-factor', { code: codeOf(ada.address, 1) }, later.cookie)).status).toBe(200)
  })

  test('R22 of many who use one recovery code at once one comes in', async () => {
    const ada = await protectedPerson()
    const [code = ''] = ada.recoveryCodes
    const asked = await Promise.all(Array.from({ length: 4 }, () => signIn(ada.user.email)))
    const answers = await Promise.all(asked.map(({ cookie }) => post('second-factor', { code }, cookie)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a recovery code works once, and new ones void the old', async () => {
    const ada = await protectedPerson()
    const [first = '', second = ''] = ada.recoveryCodes
    expect(ada.recoveryCodes).toHaveLength(10)
    const asked = await signIn(ada.user.email)
    const done = await post('second-factor', { code: ` ${first} ` }, asked.cookie)
    expect(done.json).toMatchObject({ user: { id: ada.user.id } })
    const next = await signIn(ada.user.email)
    expect((await post('second-factor', { code: first }, next.cookie)).status).toBe(400)
    const refused = await post('second-factor/recovery-codes', { password: 'Wrong-horse-7' }, done.cookie)
    expect(refused).toMatchObject({ status: 400, json: { error: 'The password is wrong.' } })
    const proof = { password: PASSWORD, code: codeOf(ada.address) }
    const renewed = await post('second-factor/recovery-codes', proof, done.cookie)
    const [fresh = ''] = renewed.json.recoveryCodes as string[]
    expect((await post('second-factor', { code: second }, next.cookie)).status).toBe(400)
    expect((await post('second-factor', { code: fresh }, next.cookie)).status).toBe(200)
    await expect.poll(() => lettersTo(ada.user.email, 'New recovery codes were made'), SOON).toHaveLength(1)
  })

  test('it is turned on with the password and a first code, and off with a code; each is told by letter', async () => {
    const ada = await withPassword()
    const { email } = ada.user
    for (const password of [undefined, 'Wrong-horse-7'])
      expect((await post('second-factor/begin', { password }, ada.cookie)).status).toBe(400)
    const begun = await post('second-factor/begin', { password: PASSWORD }, ada.cookie)
    const { address } = begun.json as { address: string }
    // Nobody is locked out by what was only begun.
    expect((await signIn(email)).json).toMatchObject({ user: { email } })
    expect((await post('second-factor/confirm', { code: codeOf(address, 5_000) }, ada.cookie)).status).toBe(
      400,
    )
    const { cookie } = await post('second-factor/confirm', { code: codeOf(address) }, ada.cookie)
    expect((await post('second-factor/begin', { password: PASSWORD }, cookie)).json.error).toBe(
      'Two-factor authentication is on already.',
    )
    expect((await post('second-factor/end', { code: codeOf(address, 5_000) }, cookie)).status).toBe(400)
    expect((await post('second-factor/end', { code: codeOf(address) }, cookie)).status).toBe(200)
    expect((await signIn(email)).json).toMatchObject({ user: { email } })
    await expect
      .poll(() =>
        ['on', 'off'].map((word) => lettersTo(email, `Two-factor authentication was turned ${word}`).length),
      )
      .toEqual([1, 1])
  })

  test('R28 nobody makes another way in around the second factor: recovery codes, passkeys and accounts elsewhere need a code of it', async () => {
    const ways = ['second-factor/recovery-codes', 'passkeys/begin', 'google/link'] as const
    for (const hasPassword of [true, false]) {
      const ada = hasPassword ? await protectedPerson() : await protect(await server.signUp(), {})
      const proof = hasPassword ? { password: PASSWORD } : {}
      const [code = '', ...codes] = ada.recoveryCodes
      for (const way of ways) {
        expect(await post(way, proof, ada.cookie), way).toMatchObject({
          status: 400,
          json: { error: 'Please enter the code' },
        })
        expect((await post(way, { ...proof, code: 'wrong-code1' }, ada.cookie)).status, way).toBe(400)
        expect(
          (await post(way, { ...proof, code: codeOf(ada.address, 5_000) }, ada.cookie)).status,
          way,
        ).toBe(400)
      }
      // Arabic figures are figures.
      const arabic = codeOf(ada.address).replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
      expect((await post('passkeys/begin', { ...proof, code: arabic }, ada.cookie)).status).toBe(200)
      expect((await post('passkeys/begin', { ...proof, code }, ada.cookie)).status).toBe(200)
      expect((await post('passkeys/begin', { ...proof, code }, ada.cookie)).status).toBe(400)
      expect((await post(ways[0], { ...proof, code: codes[0] }, ada.cookie)).status).toBe(200)
    }
  })

  test('R28 who was half way in by a password begins anew once it was changed or reset, or everybody else was signed out', async () => {
    const ends = [
      (ada: Protected) =>
        post('change-password', { password: PASSWORD, newPassword: 'Another-horse-9' }, ada.cookie),
      (ada: Protected) => server.rpc(ada.cookie).user.revokeOtherSessions.mutate(),
    ]
    for (const end of ends) {
      const ada = await protectedPerson()
      const asked = await signIn(ada.user.email)
      await end(ada)
      const late = await post('second-factor', { code: ada.recoveryCodes[0] }, asked.cookie)
      expect(late.status).not.toBe(200)
      expect(late.cookie).not.toContain('session')
    }
  })

  test('one browser that is signed out from elsewhere is asked for the second factor again', async () => {
    const ada = await protectedPerson()
    const asked = await signIn(ada.user.email)
    const trusted = await post('second-factor', { code: ada.recoveryCodes[0], isTrusted: true }, asked.cookie)
    const cookie = `${asked.cookie}; ${trusted.cookie}`
    expect((await signIn(ada.user.email, cookie)).json).toMatchObject({ user: { id: ada.user.id } })
    const [other] = await sessionsOf(ada, ({ current }) => !current)
    await server.rpc(ada.cookie).user.revokeSession.mutate({ id: other! })
    expect((await signIn(ada.user.email, cookie)).json).not.toHaveProperty('user')
  })

  test('an account without a password turns it on as well', async () => {
    const ada = await server.signUp()
    const { json } = await post('second-factor/begin', {}, ada.cookie)
    const confirmed = await post(
      'second-factor/confirm',
      { code: codeOf(json.address as string) },
      ada.cookie,
    )
    expect(confirmed.status).toBe(200)
  })

  test('a sign-in by password from a browser that the account does not know is told by letter, once for each', async () => {
    const ada = await withPassword()
    const { email } = ada.user
    const letters = () => lettersTo(email, 'New sign-in to Sheaf')
    // The browser in which the account was made.
    await signIn(email, ada.cookie)
    const answer = await fetch(`${server.url}/api/auth/signin`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: server.url,
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    await expect.poll(() => letters().length, SOON).toBe(1)
    expect(letters()[0]?.text).toContain('Firefox on Linux')
    expect(letters()[0]?.text).toContain(`${server.url}/settings/security`)
    await signIn(email, cookieOf(answer))
    const last = await signIn(email)
    await expect.poll(() => letters().length, SOON).toBe(2)
    expect(letters()[1]?.text).toContain('(UTC)')

    // In the owner's words and zone, no matter who signs in.
    await server.rpc(last.cookie).user.updateSettings.mutate({
      ...{ language: 'fr', timeZone: 'America/New_York', dateFormat: 'dd/MM/yyyy', hourFormat: '24' },
    })
    await fetch(`${server.url}/api/auth/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url, 'accept-language': 'de' },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    const inFrench = () =>
      server.outbox().filter(({ to, text }) => to === email && text.includes('(America/New York)'))
    await expect.poll(() => inFrench().length, SOON).toBe(1)
    expect(inFrench()[0]?.text).toMatch(/\d\d\/\d\d\/\d{4}, \d\d:\d\d \(/)
    expect(inFrench()[0]?.text).toContain('mot de passe')
  })
})
