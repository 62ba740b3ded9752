import { type AiProvider, startAiProvider } from '@test/ai-provider'
import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { beginUsage } from '@/server/providers/usage'
import { createRequestCount } from '@/server/request-count'

const KB = 1024
const GB = 1024 ** 3

onEachDatabase('membership', (database) => {
  let provider: AiProvider
  let server: TestServer
  let ada: TestPerson

  beforeAll(async () => {
    provider = await startAiProvider()
    server = await startTestServer({
      env: { ...database.env, OPENAI_BASE_URL: provider.url, AI_DAILY_TOKENS: '100000' },
    })
  })
  afterAll(async () => {
    await server?.close()
    await provider?.close()
  })
  beforeEach(async () => {
    ada = await server.signUp()
  })

  const membershipOf = (person = ada) => server.rpc(person.cookie).user.membership.query()
  const requestsOf = async (person = ada) => (await membershipOf(person)).requests.used

  it('1.5 every request of a person in this month counts, whatever is answered; those of others do not', async () => {
    const eve = await server.signUp()
    const before = await requestsOf()
    const others = await requestsOf(eve)
    const rpc = server.rpc(ada.cookie)
    const page = await rpc.document.create.mutate({ title: 'Page' })
    await rpc.document.document.query({ id: 'no-such-page' }).catch(() => null)
    // Two calls that travel together are one request.
    await Promise.all([rpc.document.document.query({ id: page.id }), rpc.memory.getAll.query()])
    await fetch(`${server.url}/api/nothing-here`, { headers: { cookie: ada.cookie } })
    await server.post('/api/ai/command', { prompt: 'Hi' }, ada.cookie)
    await Promise.all(Array.from({ length: 20 }, () => server.rpc(ada.cookie).layout.app.query()))
    // A request without a person is nobody's.
    await server.rpc().layout.app.query()
    await fetch(`${server.url}/api/nothing-here`, { headers: { cookie: 'better-auth.session_token=wrong' } })

    const { requests } = await membershipOf()
    expect(requests).toEqual({ used: before + 25 + 1, most: 5_000 })
    expect(await requestsOf(eve)).toBe(others + 1)
  })

  it('1.5 what was counted is still there when the server has stopped and started', async () => {
    for (let time = 0; time < 5; time++) await server.rpc(ada.cookie).layout.app.query()
    const before = await requestsOf()
    await server.rpc(ada.cookie).layout.app.query()
    await server.restart()
    expect(await requestsOf()).toBe(before + 2)
  })

  it('1.5 a new month begins at zero, and a person who is gone stops nobody from being counted', async () => {
    const { db, log } = server.services
    let now = new Date('2031-01-31T23:59:59Z')
    const count = createRequestCount(db, log, () => now)
    count.note(ada.user.id)
    count.note('deleted-meanwhile')
    count.note(ada.user.id)
    expect(await count.thisMonth(ada.user.id)).toBe(2)
    count.note(ada.user.id)
    now = new Date('2031-02-01T00:00:00Z')
    count.note(ada.user.id)
    expect(await count.thisMonth(ada.user.id)).toBe(1)
    expect(await count.thisMonth('deleted-meanwhile')).toBe(0)
    await count.close()
    const rows = db.selectFrom('api_usage').select(['month', 'requests']).where('user_id', '=', ada.user.id)
    expect(await rows.where('month', '>', '2030').orderBy('month').execute()).toEqual([
      { month: '2031-01', requests: 3 },
      { month: '2031-02', requests: 1 },
    ])
  })

  it('1.5 storage is what the files take that the person has uploaded, measured against 5 GB', async () => {
    expect((await membershipOf()).storage).toEqual({ used: 0, most: 5 * GB })
    const { id } = await server.rpc(ada.cookie).document.create.mutate({ title: 'Page' })
    for (const size of [10 * KB, 25 * KB + 7]) {
      const answer = await fetch(`${server.url}/api/files?page=${id}&name=a.txt`, {
        method: 'POST',
        headers: { origin: server.url, cookie: ada.cookie },
        body: Buffer.alloc(size, 'x'),
      })
      expect(answer.ok, await answer.text()).toBe(true)
    }
    expect((await membershipOf()).storage).toEqual({ used: 35 * KB + 7, most: 5 * GB })
    expect((await server.rpc(ada.cookie).file.usage.query()).bytes).toBe(35 * KB + 7)
    expect((await membershipOf(await server.signUp())).storage.used).toBe(0)
  })

  it('1.5 AI tokens of today and of this month, by whose key was used, with the limit of the operator', async () => {
    const { db } = server.services
    const none = { requests: 0, tokens: 0, milliseconds: 0 }
    expect((await membershipOf()).ai).toEqual({
      today: { server: none, person: none },
      month: { server: none, person: none },
      mostTokens: 100_000,
    })
    provider.answers({ text: 'Yes' })
    for (const body of [{}, { apiKey: 'sk-own' }])
      await (await server.post('/api/ai/command', { prompt: 'Hi', ...body }, ada.cookie)).text()
    // A key of their own pays at the address of a vendor, where nothing of a test goes.
    const end = await beginUsage(db, { userId: ada.user.id, paidBy: 'person', estimated: 100, daily: 0 })
    await end({ inputTokens: 100, outputTokens: 20, milliseconds: 1 })
    await expect
      .poll(async () => (await membershipOf()).ai.today)
      .toMatchObject({ server: { requests: 2, tokens: 240 }, person: { requests: 1, tokens: 120 } })
    const { ai } = await membershipOf()
    expect(ai.month).toEqual(ai.today)
    expect(ai.today.server.milliseconds).toBeGreaterThan(0)
    // What was used before this month is no part of it.
    await db
      .insertInto('ai_usage')
      .values({
        user_id: ada.user.id,
        day: '2020-02-29',
        paid_by: 'server',
        requests: 9,
        input_tokens: 9,
        output_tokens: 9,
        milliseconds: 9,
      })
      .execute()
    expect((await membershipOf()).ai).toEqual(ai)
  })

  it('1.4 3.13 an account is free until the operator says premium: no call of a person says so', async () => {
    const rpc = server.rpc(ada.cookie)
    await rpc.user.updateSettings.mutate({ accountType: 'premium' } as object)
    expect((await membershipOf()).accountType).toBe('free')
    expect((await rpc.user.getSettings.query()).accountType).toBe('free')
    await server.services.db
      .updateTable('user')
      .set({ accountType: 'premium' })
      .where('id', '=', ada.user.id)
      .execute()
    expect((await membershipOf()).accountType).toBe('premium')
    expect((await rpc.user.getSettings.query()).accountType).toBe('premium')
    await rpc.user.updateSettings.mutate({ name: 'Ada', accountType: 'free' } as object)
    expect((await membershipOf()).accountType).toBe('premium')
  })
})
