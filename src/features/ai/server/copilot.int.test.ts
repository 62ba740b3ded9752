import { type AiProvider, startAiProvider, toldTo } from '@test/ai-provider'
import { startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { END_MARK, LONGEST_COMPLETION, MODEL_HEADER, REPLY_HEADER } from '../model'

let provider: AiProvider
let server: TestServer
let ada: TestPerson
beforeAll(async () => {
  provider = await startAiProvider()
  server = await startTestServer({
    env: { OPENAI_BASE_URL: provider.url, AI_MODEL: 'tiny-test' },
  })
  ada = await server.signUp()
})
afterAll(async () => {
  await server.close()
  await provider.close()
})
beforeEach(() => {
  provider.requests.length = 0
})

const complete = (body: object = {}, cookie: string | undefined = ada.cookie) =>
  server.post('/api/ai/copilot', { prompt: 'The sky is', ...body }, cookie)
const wordsOf = async (answer: Response) => ((await answer.json()) as { error: string }).error

describe('7.39 the copilot', () => {
  it('answers with the next words and the name of the model; "0" is nothing', async () => {
    const answered = async (text: string | string[]) => {
      provider.answers({ text })
      return (await complete()).text()
    }
    expect(await answered(' blue')).toBe(' blue')
    expect(await answered('0')).toBe('')
    expect(await answered([' 0', '\n'])).toBe('')
    expect(await answered(['0', ' degrees'])).toBe('0 degrees')
    expect(toldTo(provider.requests[0]!)).toContain('The sky is')
    expect((await complete()).headers.get(MODEL_HEADER)).toBe('tiny-test')
  })

  it('streams: the first words are there before the model has written the others', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    provider.answers({
      text: [' blue', ' and wide'],
      before: (piece) => (piece === 1 ? held : Promise.resolve()),
    })
    const reader = (await complete()).body!.getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(' blue')
    release()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(' and wide')
  })

  it('takes system, model and key from the request', async () => {
    provider.answers({ text: 'Yes' })
    await (await complete({ system: 'Rhyme.', model: 'rhymer', apiKey: 'sk-own' })).text()
    expect(provider.requests[0]).toMatchObject({
      body: { model: 'rhymer' },
      headers: { authorization: 'Bearer sk-own' },
    })
    expect(toldTo(provider.requests[0]!)).toContain('Rhyme.')
  })

  it.each([
    ['refuses', { status: 500 }, 503, /fault of its own \(500\)/],
    ['is busy', { status: 429 }, 429, /busy or its limit/],
    ['answers with nonsense', { raw: '<html>Hello</html>' }, 503, /cut off|cannot be read|nothing/],
  ])('R65 a provider that %s: the answer says why', async (_what, plan, status, words) => {
    provider.answers(plan)
    const answer = await complete()
    expect(answer.status).toBe(status)
    expect(await wordsOf(answer)).toMatch(words)
  })

  it('R65 an answer that breaks in the middle says so at its end, and one without end is cut', async () => {
    provider.answers({ text: ' blue and', breaks: true })
    const [words, end] = (await (await complete({ withEnd: true })).text()).split(END_MARK)
    expect(' blue and').toContain(words)
    expect(JSON.parse(end!)).toMatchObject({ end: 'failed' })
    provider.answers({ text: Array.from({ length: 1_000 }, () => 'and so on ') })
    const [many, cut] = (await (await complete({ withEnd: true })).text()).split(END_MARK)
    expect(many).toHaveLength(LONGEST_COMPLETION)
    expect(JSON.parse(cut!)).toEqual({ end: 'finished', isCut: true })
  })

  it('R40 a reader who goes on writing ends the request at the provider', async () => {
    for (const plan of [{ stalls: true }, { text: ' blue', stalls: true }]) {
      provider.answers(plan)
      const before = provider.requests.length
      const stop = new AbortController()
      const asked = fetch(`${server.url}/api/ai/copilot`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: server.services.config.publicUrl,
          cookie: ada.cookie,
        },
        body: JSON.stringify({ prompt: 'The sky is' }),
        signal: stop.signal,
      })
      asked.catch(() => null)
      if (plan.text) await (await asked).body!.getReader().read()
      await expect.poll(() => provider.requests.length).toBe(before + 1)
      stop.abort()
      expect((await provider.requests[before]!.closed).early).toBe(true)
    }
  })

  it('is for people who are signed in, and refuses what is too long or no request', async () => {
    expect((await complete({}, '')).status).toBe(401)
    expect(await wordsOf(await complete({ prompt: 'x'.repeat(20_001) }))).toMatch(/too long/)
    expect((await complete({ prompt: 7 })).status).toBe(400)
    expect(provider.requests).toHaveLength(0)
  })
})

it('7.39 without a provider the copilot says that no model wrote its answer', async () => {
  const bare = await startTestServer()
  const { cookie } = await bare.signUp()
  const answer = await bare.post('/api/ai/copilot', { prompt: 'The sky is' }, cookie)
  expect(answer.headers.get(REPLY_HEADER)).toBe('sample')
  expect(answer.headers.get(MODEL_HEADER)).toBeNull()
  await answer.text()
  await bare.close()
})
