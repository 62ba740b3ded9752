import { type RealtimeProvider, startRealtimeProvider } from '@test/realtime-provider'
import { startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MOST_SDP } from '../model'

const KEY = 'sk-operator-PLANTED'
const SDP = 'v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n'

let provider: RealtimeProvider
let server: TestServer
let ada: TestPerson
beforeAll(async () => {
  provider = await startRealtimeProvider(KEY, async (sdp) => sdp.replace('o=- 1', 'o=- 9'))
  server = await startTestServer({
    env: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: provider.url, OPENAI_REALTIME_MODEL: 'tiny-talk' },
  })
  ada = await server.signUp()
})
afterAll(async () => {
  await server.close()
  await provider.close()
})
beforeEach(() => {
  provider.requests.length = 0
  provider.refuses(null)
})

const begin = (body: object, cookie: string | undefined = ada.cookie) =>
  server.post('/api/realtime', body, cookie)
const secretOf = async (answer: Response) =>
  ((await answer.json()) as { client_secret: { value: string } }).client_secret.value
const call = (secret: string, sdp = SDP, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/realtime/calls`, {
    method: 'POST',
    headers: {
      origin: server.url,
      cookie: ada.cookie,
      'content-type': 'application/sdp',
      authorization: `Bearer ${secret}`,
      ...headers,
    },
    body: sdp,
  })

describe('7.41 voice sessions', () => {
  test('4.19 a voice that may look into pages is told of the tools that read, and calls them with the rights of its person', async () => {
    expect((await begin({ withPages: true })).status).toBe(200)
    const { session } = JSON.parse(provider.requests[0]!.body)
    expect(session.tools.map(({ name }: { name: string }) => name)).toEqual([
      'search_pages',
      'list_pages',
      'read_page',
    ])
    const eve = await server.signUp()
    const page = await server.rpc(ada.cookie).document.create.mutate({
      title: 'Zeppelin',
      contentRich: [{ id: 'a', kind: 'paragraph', text: [{ text: 'It is silver' }] }],
    })
    const call = (name: string, input: Record<string, string>, person = ada) =>
      server.rpc(person.cookie).chat.useTool.query({ name, input })
    expect((await call('search_pages', { query: 'silver' })).text).toContain(page.id)
    expect((await call('read_page', { id: page.id })).text).toContain('It is silver')
    expect((await call('search_pages', { query: 'silver' }, eve)).text).toBe('No pages.')
    await expect(call('read_page', { id: page.id }, eve)).rejects.toThrow()
    await expect(call('create_page', { title: 'x' })).rejects.toThrow()
    await expect(call('read_page', {})).rejects.toThrow()
  })

  test('the flat fields become a session of the provider, whose secret is answered; the key stays', async () => {
    const answer = await begin({
      input_audio_transcription: { model: 'tiny-ear' },
      instructions: 'Be brief.',
      modalities: ['audio', 'text'],
      voice: 'fable',
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const text = await answer.text()
    expect(text).not.toContain(KEY)
    expect(JSON.parse(text)).toEqual({
      client_secret: { value: expect.stringMatching(/^ek_/), expires_at: 4_000_000_000 },
    })
    expect(provider.requests[0]).toMatchObject({
      path: '/v1/realtime/client_secrets',
      headers: { authorization: `Bearer ${KEY}` },
    })
    expect(JSON.parse(provider.requests[0]!.body)).toEqual({
      session: {
        type: 'realtime',
        model: 'tiny-talk',
        instructions: 'Be brief.',
        output_modalities: ['audio'],
        audio: {
          input: { transcription: { model: 'tiny-ear' }, turn_detection: { type: 'server_vad' } },
          output: { voice: 'fable' },
        },
      },
    })
    await begin({})
    expect(JSON.parse(provider.requests[1]!.body)).toMatchObject({
      session: { audio: { output: { voice: 'sage' } } },
    })
  })

  test('a session description goes to the provider with the secret, and its answer comes back', async () => {
    const secret = await secretOf(await begin({}))
    const answer = await call(secret)
    expect(answer.status).toBe(201)
    expect(answer.headers.get('content-type')).toBe('application/sdp')
    expect(await answer.text()).toBe(SDP.replace('o=- 1', 'o=- 9'))
    expect(provider.requests[1]).toMatchObject({
      path: '/v1/realtime/calls?model=tiny-talk',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/sdp' },
      body: SDP,
    })
  })

  test('what is no session, another secret, another content and too much are refused, and the key is in no answer', async () => {
    for (const body of [
      { voice: 'a b' },
      { modalities: ['smell'] },
      { instructions: 'x'.repeat(4_001) },
      { voice: 7 },
    ])
      expect((await begin(body)).status).toBe(400)
    expect(provider.requests).toHaveLength(0)
    const wrong = await call('ek_wrong')
    expect(wrong.ok).toBe(false)
    expect(await wrong.text()).not.toContain(KEY)
    expect((await call('ek_wrong', SDP, { 'content-type': 'text/plain' })).status).toBe(400)
    expect((await call('with space')).status).toBe(400)
    expect((await call('ek_wrong', 'x'.repeat(MOST_SDP + 1))).status).toBe(413)
    expect((await call('ek_wrong', SDP, { origin: 'https://elsewhere.example' })).status).toBe(403)
  })

  test.each([401, 404, 429, 500])(
    'a provider that answers %d is told in words, without what it said',
    async (status) => {
      provider.refuses('/realtime', status)
      const answer = await begin({})
      expect(answer.ok).toBe(false)
      const said = (await answer.json()) as { error: string; details: string }
      expect(said.error.length).toBeGreaterThan(20)
      expect(JSON.stringify(said)).not.toMatch(/PLANTED|Refused/)
    },
  )

  test('a visitor is asked to sign in, and nothing goes to the provider', async () => {
    const answer = await begin({}, '')
    expect(answer.status).toBe(401)
    expect((await call('ek_x', SDP, { cookie: '' })).status).toBe(401)
    expect(provider.requests).toHaveLength(0)
  })

  test('each session is counted for the person', async () => {
    const used = () =>
      server.services.db
        .selectFrom('ai_usage')
        .select('requests')
        .where('user_id', '=', grace.user.id)
        .execute()
    const grace = await server.signUp()
    await begin({}, grace.cookie)
    await expect.poll(used).toEqual([{ requests: 1 }])
  })
})

test('7.41 without a service it is said which setting brings one', async () => {
  const bare = await startTestServer()
  try {
    const person = await bare.signUp()
    const answer = await bare.post('/api/realtime', {}, person.cookie)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toEqual({
      error: expect.stringMatching(/OPENAI_BASE_URL.*OPENAI_REALTIME_MODEL/),
      details: 'no-service',
    })
  } finally {
    await bare.close()
  }
})
