import { type AiProvider, type ProviderPlan, startAiProvider } from '@test/ai-provider'
import { startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BUILT_IN } from '@/server/embedder/embedder'
import { CONNECTION_PARTS, type ConnectionPart, type PartResult } from '../model'
import { testConnection } from './test-connection'

const KEY = 'sk-operator-PLANTED'
const OWN = { apiKey: 'sk-person-PLANTED', anthropicApiKey: 'sk-ant-person-PLANTED' }

let provider: AiProvider
let server: TestServer
let ada: TestPerson
/** Who runs the server, and is told the names of its settings. */
let operator: TestPerson
beforeAll(async () => {
  provider = await startAiProvider()
  provider.plansTrials = true
  server = await startTestServer({
    env: {
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: provider.url,
      ANTHROPIC_BASE_URL: provider.url,
      AI_MODEL: 'tiny-test',
      EMBEDDING_MODEL: 'tiny-vectors',
    },
  })
  operator = await server.signUp()
})
afterAll(async () => {
  await server.close()
  await provider.close()
})
beforeEach(async () => {
  provider.requests.length = 0
  // Each may test sixty times an hour.
  ada = await server.signUp()
})

const post = (part: string, body: object = {}, cookie: string | undefined = ada.cookie) =>
  server.post('/api/ai/test', { part, ...body }, cookie)
async function test(
  part: ConnectionPart,
  plan: ProviderPlan,
  body: object = {},
  person = ada,
): Promise<PartResult> {
  provider.answers(plan)
  const answer = await post(part, body, person.cookie)
  expect(answer.status).toBe(200)
  const result = (await answer.json()) as PartResult
  expect(JSON.stringify(result)).not.toContain('PLANTED')
  return result
}

/** A provider at which everything works. */
const good: Record<ConnectionPart, ProviderPlan> = {
  chat: { text: 'ready' },
  streaming: { text: '1 2 3 4 5 6 7 8 9 10 11 12' },
  tools: { tool: { name: 'report', input: '{"word":"ready"}' } },
  embeddings: { json: { data: [{ index: 0, embedding: Array.from({ length: 512 }, () => 0.1) }] } },
  transcription: { json: { text: '' } },
}

it('each part that works says so with how long it took, in either protocol', async () => {
  const words: Record<ConnectionPart, RegExp> = {
    chat: /tiny-test answers/,
    streaming: /after \d+\.\d s, the answer in 4 pieces/,
    tools: /tiny-test calls tools/,
    embeddings: /512 numbers, from tiny-vectors/,
    transcription: /whisper-1 transcribes/,
  }
  for (const part of CONNECTION_PARTS)
    expect(await test(part, good[part])).toEqual({
      state: 'works',
      words: expect.stringMatching(words[part]),
      milliseconds: expect.any(Number),
    })
  expect(provider.requests.map(({ path }) => path)).toEqual([
    '/v1/chat/completions',
    '/v1/chat/completions',
    '/v1/chat/completions',
    '/v1/embeddings',
    '/v1/audio/transcriptions',
  ])
  for (const { headers } of provider.requests) expect(headers.authorization).toBe(`Bearer ${KEY}`)
  for (const part of ['chat', 'streaming', 'tools'] as const)
    expect(await test(part, good[part], { ...OWN, model: 'claude-opus-4-20250514' })).toMatchObject({
      state: 'works',
    })
  expect(provider.requests.at(-1)).toMatchObject({
    path: '/v1/messages',
    headers: { 'x-api-key': OWN.anthropicApiKey },
  })
})

it.each<[string, ProviderPlan, RegExp]>([
  ['a wrong key', { status: 401, error: `Incorrect: ${KEY}` }, /did not accept the key of this server/],
  ['a model that is not there', { status: 404, error: 'No such model' }, /no model called tiny-test/],
  ['a limit that is reached', { status: 429 }, /busy or its limit is reached/],
  ['a fault of its own', { status: 500 }, /fault of its own \(500\)/],
  ['a request it does not take', { status: 400 }, /refused this request \(400\)/],
  ['nonsense', { raw: '<html>Welcome to the proxy</html>' }, /cannot be read|cut off|answered with nothing/],
  ['nothing', { text: '' }, /answered with nothing/],
])('R65 of a provider that answers with %s each part of the model says why', async (_what, plan, words) => {
  for (const part of ['chat', 'streaming'] as const)
    expect(await test(part, plan)).toEqual({
      state: 'failed',
      words: expect.stringMatching(words),
      milliseconds: expect.any(Number),
    })
})

it('a wrong key of the person, and a model that they named, are said to be theirs', async () => {
  expect((await test('chat', { status: 401, error: OWN.apiKey }, OWN)).words).toMatch(/your key/)
  expect((await test('transcription', { status: 401, error: OWN.apiKey }, OWN)).words).toMatch(
    /key of this server/,
  )
  const { words } = await test('chat', { status: 404 }, { model: 'llama9' })
  expect(words).toMatch(/no model called llama9. Choose another in the API settings/)
})

it('chat works when tools, embeddings and transcription do not', async () => {
  const none = { state: 'missing' }
  expect(await test('chat', good.chat)).toMatchObject({ state: 'works' })
  expect(await test('tools', { text: 'ready' })).toMatchObject({
    ...none,
    words: expect.stringMatching(/without calling the tool. Chat works/),
  })
  expect(await test('tools', { tool: { name: 'report', input: '{"wo' } })).toMatchObject(none)
  expect(await test('tools', { status: 400, error: 'tiny-test does not support tools' })).toMatchObject({
    ...none,
    words: expect.stringMatching(/takes no tools/),
  })
  const short = { json: { data: [{ index: 0, embedding: [1, 2, 3] }] } }
  expect(await test('embeddings', short, {}, operator)).toMatchObject({
    state: 'failed',
    words: expect.stringMatching(/no vectors of 512 numbers/),
  })
  expect((await test('embeddings', short)).words).toMatch(/^The search by meaning does not work/)
  for (const [status, words] of [
    [401, /does not accept the key/],
    [404, /no model called tiny-vectors/],
    [429, /busy or its limit/],
    [500, /refuses with 500/],
  ] as const)
    expect(await test('embeddings', { status }, {}, operator)).toMatchObject({
      state: 'failed',
      words: expect.stringMatching(words),
    })
  expect(await test('transcription', { status: 404 }, {}, operator)).toMatchObject({
    state: 'failed',
    words: expect.stringMatching(/OPENAI_TRANSCRIBE_MODEL/),
  })
  expect(await test('transcription', { raw: 'no JSON' })).toMatchObject({ state: 'failed' })
})

it('R65 a provider that breaks or goes silent in the middle is told, and its request ends', async () => {
  expect((await test('streaming', { text: '1 2 3 4 5', breaks: true })).words).toMatch(/cut off|reached/)
  provider.answers({ text: '1 2 3', stalls: true })
  const { services } = server
  const caller = { user: ada.user, sessionId: 's', ip: '127.0.0.1' }
  for (const part of ['chat', 'streaming'] as const) {
    const { signal } = new AbortController()
    const result = await testConnection({ ...services, caller }, { part }, signal, 300)
    expect(result).toMatchObject({ state: 'failed', words: expect.stringMatching(/No answer within/) })
    expect((await provider.requests.at(-1)!.closed).early).toBe(true)
  }
})

it('R40 keys of a person stand in no log, error or row', async () => {
  for (const part of CONNECTION_PARTS) {
    await test(part, good[part], OWN)
    await test(part, { status: 401, error: `${OWN.apiKey} ${OWN.anthropicApiKey} ${KEY}` }, OWN)
    await test(part, { raw: OWN.apiKey }, { ...OWN, model: 'claude-x' })
  }
  const refused = [
    await post('chat', { apiKey: `${OWN.apiKey} with a space` }),
    await post('nothing', OWN),
    await server.post('/api/ai/test', OWN.apiKey, ada.cookie),
  ]
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400])
  for (const answer of refused) expect(await answer.text()).not.toContain('PLANTED')
  for (const line of server.logLines) expect(line).not.toContain('PLANTED')
  const { db } = server.services
  const rows = [
    await db.selectFrom('ai_usage').selectAll().execute(),
    await db.selectFrom('rate_limit').selectAll().execute(),
    await db.selectFrom('job').selectAll().execute(),
    await db.selectFrom('outbox').selectAll().execute(),
  ]
  expect(JSON.stringify(rows)).not.toContain('PLANTED')
})

it('an address that somebody sends is not asked; sixty tests an hour, and only when signed in', async () => {
  const other = await startAiProvider()
  provider.answers(good.chat)
  const addresses = { baseUrl: other.url, baseURL: other.url, url: other.url, host: other.url }
  await post('chat', addresses)
  expect(other.requests).toHaveLength(0)
  await other.close()
  expect((await post('chat', {}, '')).status).toBe(401)
  for (let time = 1; time < 60; time++) expect((await post('chat')).status).toBe(200)
  expect((await post('chat')).status).toBe(429)
})

describe('without a provider', () => {
  it('what is missing is named with the setting that brings it; the built-in embeddings work', async () => {
    const bare = await startTestServer()
    const eve = await bare.signUp()
    const states = async (body: object = {}) => {
      const results: PartResult[] = []
      for (const part of CONNECTION_PARTS)
        results.push(await (await bare.post('/api/ai/test', { part, ...body }, eve.cookie)).json())
      return results
    }
    const [chat, streaming, tools, embeddings, transcription] = await states()
    for (const part of [chat, streaming, tools])
      expect(part).toMatchObject({ state: 'missing', words: expect.stringMatching(/OPENAI_API_KEY/) })
    expect(embeddings).toMatchObject({
      state: 'works',
      words: '512 numbers, from the built-in model, which understands English.',
    })
    expect(bare.services.embedder.model).toBe(BUILT_IN)
    expect(transcription).toMatchObject({
      state: 'missing',
      words: expect.stringMatching(/OPENAI_BASE_URL/),
    })
    await bare.close()
  })

  it('a provider that is not there says so', async () => {
    const gone = await startAiProvider()
    await gone.close()
    const lonely = await startTestServer({
      env: { OPENAI_BASE_URL: gone.url, EMBEDDING_MODEL: 'tiny-vectors' },
    })
    const eve = await lonely.signUp()
    for (const part of CONNECTION_PARTS) {
      const answer = await lonely.post('/api/ai/test', { part }, eve.cookie)
      expect(await answer.json()).toMatchObject({
        state: 'failed',
        words: expect.stringMatching(/cannot be reached|does not answer/),
      })
    }
    await lonely.close()
  })
})
