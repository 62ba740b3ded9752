import { TestPasskey } from '@test/passkey'
import { cookieOf, onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, test } from 'vitest'

onEachDatabase('passkeys', (database) => {
  let server: TestServer
  let origin: string
  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    origin = new URL(server.services.config.publicUrl).origin
  })
  afterAll(() => server?.close())

  // Several people each, on machines with much other work.
  const PATIENCE = 240_000

  const post = async (path: string, body: object, cookie?: string) => {
    const answer = await server.post(`/api/auth/passkeys/${path}`, body, cookie)
    const json = (await answer.json()) as Record<string, unknown>
    return { status: answer.status, json, cookie: cookieOf(answer) }
  }
  const challengeOf = async (path: 'begin' | 'ask', cookie?: string) =>
    (await post(path, {}, cookie)).json.challenge as string
  const signIn = (response: object) => post('signin', { response })
  const add = (response: object, { cookie }: TestPerson) => post('add', { response, name: 'Key' }, cookie)

  async function withPasskey(): Promise<{ person: TestPerson; passkey: TestPasskey }> {
    const person = await server.signUp()
    const passkey = new TestPasskey()
    const challenge = await challengeOf('begin', person.cookie)
    expect((await add(passkey.added({ origin, challenge }), person)).status).toBe(201)
    return { person, passkey }
  }
  const REFUSED = { status: 400, json: { error: 'This passkey cannot be used here. Please try again.' } }

  test('R22 a passkey signs its person in, and what it has signed is good once, however many send it at once', {
    timeout: PATIENCE,
  }, async () => {
    const { person, passkey } = await withPasskey()
    const signed = passkey.signsIn({ origin, challenge: await challengeOf('ask') })
    const answers = await Promise.all([signIn(signed), signIn(signed), signIn(signed)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    const done = answers.find(({ status }) => status === 200)
    expect(done?.json).toMatchObject({ user: { id: person.user.id } })
    expect((await server.rpc(done?.cookie).layout.app.query()).currentUser).toMatchObject({
      id: person.user.id,
    })
    expect(await signIn(signed)).toMatchObject(REFUSED)
  })

  test('R22 what was asked for something else, or for somebody else, is no answer', {
    timeout: PATIENCE,
  }, async () => {
    const { person, passkey } = await withPasskey()
    const eve = await server.signUp()
    const refused = [
      // Made up, asked for an addition, for another site, on another host, without the person's finger.
      passkey.signsIn({ origin, challenge: 'bWFkZS11cA' }),
      passkey.signsIn({ origin, challenge: await challengeOf('begin', person.cookie) }),
      passkey.signsIn({ origin: 'https://evil.example', challenge: await challengeOf('ask') }),
      passkey.signsIn({ origin, host: 'evil.example', challenge: await challengeOf('ask') }),
      passkey.signsIn({ origin, isVerified: false, challenge: await challengeOf('ask') }),
      // Somebody else's key under the name of this one.
      new TestPasskey().signsIn({ origin, challenge: await challengeOf('ask') }, passkey.id),
      // One that nobody has.
      new TestPasskey().signsIn({ origin, challenge: await challengeOf('ask') }),
    ]
    for (const response of refused) expect(await signIn(response)).toMatchObject(REFUSED)
    const forEve = [await challengeOf('begin', person.cookie), await challengeOf('ask')]
    for (const challenge of forEve)
      expect(await add(new TestPasskey().added({ origin, challenge }), eve)).toMatchObject(REFUSED)
    expect((await server.rpc(eve.cookie).user.signInWays.query()).passkeys).toEqual([])
  })

  test('a passkey belongs to one person: nobody else adds it, also when two do at once', {
    timeout: PATIENCE,
  }, async () => {
    const { person, passkey } = await withPasskey()
    const [eve, mallory] = await Promise.all([server.signUp(), server.signUp()])
    const again = passkey.added({ origin, challenge: await challengeOf('begin', eve.cookie) })
    expect(await add(again, eve)).toMatchObject({
      status: 409,
      json: { error: 'This passkey is known already.' },
    })
    const fresh = new TestPasskey()
    const both = await Promise.all(
      [eve, mallory].map(async (who) =>
        add(fresh.added({ origin, challenge: await challengeOf('begin', who.cookie) }), who),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const { passkeys } = await server.rpc(person.cookie).user.signInWays.query()
    const [{ id = '' } = {}] = passkeys
    await expect(server.rpc(eve.cookie).user.removePasskey.mutate({ id })).rejects.toThrow()
    const signed = passkey.signsIn({ origin, challenge: await challengeOf('ask') })
    expect((await signIn(signed)).json).toMatchObject({ user: { id: person.user.id } })
    await server.rpc(person.cookie).user.removePasskey.mutate({ id })
    const gone = passkey.signsIn({ origin, challenge: await challengeOf('ask') })
    expect(await signIn(gone)).toMatchObject(REFUSED)
  })

  test('R22 of a passkey and a copy of it that count the same only one comes in, also at once', {
    timeout: PATIENCE,
  }, async () => {
    const { passkey } = await withPasskey()
    const copies = [1, 2, 3, 4].map(() => Object.assign(new TestPasskey(), passkey))
    const signed = await Promise.all(
      copies.map(async (copy) => copy.signsIn({ origin, challenge: await challengeOf('ask') })),
    )
    const answers = await Promise.all(signed.map(signIn))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    const late = Object.assign(new TestPasskey(), passkey)
    const old = late.signsIn({ origin, challenge: await challengeOf('ask') })
    expect(await signIn(old)).toMatchObject(REFUSED)
    expect((await signIn(late.signsIn({ origin, challenge: await challengeOf('ask') }))).status).toBe(200)
  })

  test('nobody has more passkeys than there may be, however many are added at once', {
    timeout: PATIENCE,
  }, async () => {
    const person = await server.signUp()
    const challenges = await Promise.all(
      Array.from({ length: 22 }, () => challengeOf('begin', person.cookie)),
    )
    const answers = await Promise.all(
      challenges.map((challenge) => add(new TestPasskey().added({ origin, challenge }), person)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect((await server.rpc(person.cookie).user.signInWays.query()).passkeys).toHaveLength(20)
  })
})
