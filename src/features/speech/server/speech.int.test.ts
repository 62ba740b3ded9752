import { startTestServer, type TestPerson, type TestServer } from '@test/server'
import { type SpeechProvider, startSpeechProvider } from '@test/speech-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { speak } from './speak'

let provider: SpeechProvider
beforeAll(async () => {
  provider = await startSpeechProvider()
})
afterAll(() => provider.close())

const said = async (answer: Response) => (await answer.json()) as { error: string; details?: string }

describe('without a service', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  it('7.40 says which setting brings one', async () => {
    const ada = await server.signUp()
    const answer = await server.post('/api/tts', { text: 'Hello' }, ada.cookie)
    expect(answer.status).toBe(503)
    expect(await said(answer)).toEqual({
      error: expect.stringMatching(/OPENAI_BASE_URL.*OPENAI_SPEECH_MODEL/),
      details: 'no-service',
    })
    expect(await server.rpc(ada.cookie).speech.about.query()).toMatchObject({ canSpeak: false })
  })
})

describe('with a service', () => {
  const KEY = 'sk-operator-PLANTED'
  let server: TestServer
  let ada: TestPerson
  beforeAll(async () => {
    server = await startTestServer({
      env: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: provider.url, OPENAI_SPEECH_MODEL: 'tiny-voice' },
    })
    ada = await server.signUp()
  })
  afterAll(() => server.close())
  beforeEach(() => {
    provider.requests.length = 0
    provider.answers({})
  })

  const tts = (body: object, cookie: string | undefined = ada.cookie) => server.post('/api/tts', body, cookie)

  it('7.40 a text is answered with audio, and is counted for the person', async () => {
    const answer = await tts({ text: '  The quick brown fox.  ' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('audio/mpeg')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(500)
    expect(provider.requests[0]).toMatchObject({
      path: '/v1/audio/speech',
      headers: { authorization: `Bearer ${KEY}` },
      body: { model: 'tiny-voice', input: 'The quick brown fox.', voice: 'alloy' },
    })
    await expect
      .poll(() => server.services.db.selectFrom('ai_usage').selectAll().execute())
      .toMatchObject([{ user_id: ada.user.id, requests: 1, paid_by: 'server' }])
    expect(await server.rpc(ada.cookie).speech.about.query()).toMatchObject({
      canSpeak: true,
      canTranscribe: true,
      whyNotTranscribe: null,
    })
  })

  it('5.14 8.12 nothing to read is said to be so, and more than 4000 characters are refused', async () => {
    for (const body of [{}, { text: '' }, { text: ' \n ' }, { text: 7 }]) {
      const answer = await tts(body)
      expect(answer.status).toBe(400)
      expect((await said(answer)).error).toBe('No text to read')
    }
    expect((await tts({ text: 'x'.repeat(4_001) })).status).toBe(400)
    expect(provider.requests).toHaveLength(0)
    expect((await tts({ text: 'x'.repeat(4_000) })).status).toBe(200)
  })

  it('visitors are asked to sign in, and nothing is sent', async () => {
    expect((await server.post('/api/tts', { text: 'Hello' })).status).toBe(401)
    expect(await server.rpc().speech.about.query()).toMatchObject({ canSpeak: false })
    expect(provider.requests).toHaveLength(0)
  })

  it.each([
    ['a wrong key', { status: 401, error: `Incorrect API key provided: ${KEY}` }, 503, /OPENAI_API_KEY/],
    ['a model that is not there', { status: 404 }, 503, /tiny-voice.*OPENAI_SPEECH_MODEL/],
    ['too many requests', { status: 429 }, 429, /busy or its limit/],
    ['a fault of its own', { status: 500 }, 503, /fault of its own \(500\)/],
    ['no audio at all', { raw: '' }, 503, /^Received empty audio data$/],
    ['a page instead of audio', { raw: '<html>Please log in</html>' }, 503, /tiny-voice.*no audio/],
  ])('8.12 %s is said in words', async (_name, plan, status, words) => {
    provider.answers(plan)
    const answer = await tts({ text: 'Hello' })
    expect(answer.status).toBe(status)
    expect((await said(answer)).error).toMatch(words)
    expect(server.logLines.join('')).not.toContain('PLANTED')
  })

  it('audio that breaks off is never a whole answer', async () => {
    provider.answers({ half: 'breaks', duration: 5_000 })
    const answer = await tts({ text: 'Hello' })
    expect(answer.status).toBe(200)
    await expect(answer.arrayBuffer()).rejects.toThrow()
  })

  it('who goes away ends the request at the service', async () => {
    provider.answers({ half: 'stalls', duration: 5_000 })
    const gone = new AbortController()
    const answer = await fetch(`${server.url}/api/tts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: ada.cookie, origin: server.url },
      body: JSON.stringify({ text: 'Hello' }),
      signal: gone.signal,
    })
    await answer.body!.getReader().read()
    gone.abort()
    expect((await provider.requests[0]!.closed).early).toBe(true)
  })

  it('more than a few at once are refused, and those that have ended count no more', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    provider.answers({ before: () => held })
    const running = [1, 2, 3, 4].map(() => tts({ text: 'Hello' }))
    await expect.poll(() => provider.requests.length).toBe(4)
    expect((await tts({ text: 'Hello' })).status).toBe(429)
    release()
    for (const answer of await Promise.all(running)) await answer.arrayBuffer()
    expect((await tts({ text: 'Hello' })).status).toBe(200)
  })

  const service = () => ({
    url: provider.url,
    key: null,
    model: 'tiny-voice',
    setting: 'OPENAI_SPEECH_MODEL' as const,
  })
  const WAITS = { first: 200, next: 200 }

  it('a service that says nothing, or stops in the middle, is not waited for without end', async () => {
    const { signal } = new AbortController()
    provider.answers({ hangs: true })
    await expect(speak(service(), 'Hello', signal, WAITS)).rejects.toThrow(/tiny-voice has not answered/)
    expect((await provider.requests[0]!.closed).early).toBe(true)
    provider.answers({ half: 'stalls', duration: 5_000 })
    const { bytes } = await speak(service(), 'Hello', signal, WAITS)
    const all = async () => {
      for await (const _ of bytes);
    }
    await expect(all()).rejects.toThrow(/tiny-voice has not answered/)
    expect((await provider.requests[1]!.closed).early).toBe(true)
  })
})
