import { answersBehindFirst } from '@test/pipelined'
import { startTestServer, type TestServer } from '@test/server'
import { openWebServer } from '@test/sinkhole'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EMBEDDING } from '@/shared/embedding'
import { COMMON_TO } from '../app/demos/embeddings/common'
import { type MeaningHit, MeaningIndex } from '../app/demos/embeddings/similarity'
import type { EmbeddedTemplate } from '../embedded'
import { templates } from '../model'
import { embeddedRoutes } from './embedded.routes'

let server: TestServer

describe('the templates by meaning', () => {
  let embedded: EmbeddedTemplate[]
  let index: MeaningIndex

  beforeAll(async () => {
    server = await startTestServer()
    embedded = readTemplates(await (await fetch(`${server.url}/api/templates/embedded`)).text())
    index = new MeaningIndex(embedded)
  })
  afterAll(() => server.close())

  async function search(text: string, limit?: number): Promise<MeaningHit[]> {
    const answer = await server.post('/api/embed', { text })
    expect(answer.status).toBe(200)
    const { embedding } = (await answer.json()) as { embedding: number[] }
    expect(embedding).toHaveLength(EMBEDDING.size)
    return index.search(Float32Array.from(embedding), limit)
  }

  test('3.6 an embedded template has id, title, icon, category, path, text and a vector of 512 numbers', () => {
    expect(embedded.map(({ id }) => id)).toEqual(templates.map(({ slug }) => slug))
    for (const { content, embedding } of embedded) {
      expect(content).not.toBe('')
      expect(embedding).toHaveLength(512)
      expect(Math.hypot(...embedding)).toBeCloseTo(1, 4)
    }
    const byId = new Map(embedded.map((template) => [template.id, template]))
    expect(byId.get('editor')).toMatchObject({ category: 'General', path: 'The editor' })
    expect(byId.get('lists')).toMatchObject({ category: 'Blocks', path: 'Blocks > Lists' })
  })

  test('2.46 each is told in the language of who asks, with one vector in every language', async () => {
    const german = readTemplates(
      await (
        await fetch(`${server.url}/api/templates/embedded`, { headers: { 'accept-language': 'de' } })
      ).text(),
    )
    expect(german.map(({ id, embedding }) => [id, embedding])).toEqual(
      embedded.map(({ id, embedding }) => [id, embedding]),
    )
    const lists = german.find(({ id }) => id === 'lists')
    expect(lists).toMatchObject({ category: 'Blöcke', path: 'Blöcke > Listen' })
    expect(lists?.content).not.toBe(embedded.find(({ id }) => id === 'lists')?.content)
    const again = readTemplates(await (await fetch(`${server.url}/api/templates/embedded`)).text())
    expect(again).toEqual(embedded)
  })

  test('R67 who does not take them gets them no other time', async () => {
    const routes = [embeddedRoutes(server.services)]
    const path = '/api/templates/embedded'
    expect(await answersBehindFirst(routes, [path, path])).toEqual([200, 429])
  })

  test('7.43 a text is read up to 1,000 characters, and the same text has the same vector', async () => {
    const vectorOf = async (text: string) =>
      ((await (await server.post('/api/embed', { text })).json()) as { embedding: number[] }).embedding
    const long = 'many words '.repeat(200)
    expect(await vectorOf(long)).toEqual(await vectorOf(long.slice(0, 1000)))
  })

  test.each([
    ['collaboration tools', 'collaboration'],
    ['teamwork features', 'collaboration'],
    ['mention teammates', 'mention'],
    ['upload files and media', 'media'],
    ['where do I write formulas', 'equations'],
    ['get back an older state of my page', 'version-history'],
    ['download as pdf or word', 'exports'],
  ])('5.1 “%s” finds %s', async (query, wanted) => {
    // As many as the second demo shows.
    const hits = await search(query, 8)
    expect(hits.map(({ template }) => template.id)).toContain(wanted)
  })

  test('the mean is of templates that are there', () => {
    const slugs = new Set<string>(templates.map(({ slug }) => slug))
    expect([...COMMON_TO].filter((slug) => !slugs.has(slug))).toEqual([])
  })

  test('5.1 what no template is about finds nothing near', async () => {
    for (const { similarity } of await search('recipe for a chocolate cake'))
      expect(similarity).toBeLessThan(0.4)
  })

  test('R34 what is no text, too long or not understood is refused in words', async () => {
    for (const body of [{}, { text: '   ' }, { text: 7 }, { text: ['a'] }])
      expect((await server.post('/api/embed', body)).status).toBe(400)
    expect((await server.post('/api/embed', { text: 'x'.repeat(20_000) })).status).toBe(413)
  })
})

test('with EMBEDDING_MODEL its server is asked, once for all templates and once a query, and its faults are said', async () => {
  let answer: (input: string[]) => { status: number; body: unknown } = (input) => ({
    status: 200,
    body: { data: input.map((_, index) => ({ index, embedding: Array(512).fill(index + 1) })) },
  })
  const asked: { model: string; input: string[]; dimensions: number; authorization: string | undefined }[] =
    []
  const site = await openWebServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString())
    asked.push({ ...body, authorization: request.headers.authorization })
    const { status, body: said } = answer(body.input)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  })
  const other = await startTestServer({
    env: { OPENAI_BASE_URL: `${site.url}/v1`, OPENAI_API_KEY: 'sk-planted', EMBEDDING_MODEL: 'words-512' },
  })
  try {
    const list = readTemplates(await (await fetch(`${other.url}/api/templates/embedded`)).text())
    expect(list).toHaveLength(templates.length)
    expect(asked.every(({ model, dimensions }) => model === 'words-512' && dimensions === 512)).toBe(true)
    // The text, and the title with its summary.
    expect(asked.flatMap(({ input }) => input)).toHaveLength(templates.length * 2)
    expect(asked[0]?.authorization).toBe('Bearer sk-planted')
    const before = asked.length
    expect((await other.post('/api/embed', { text: 'teamwork' })).status).toBe(200)
    expect(asked.length).toBe(before + 1)
    answer = (input) => ({
      status: 200,
      body: { data: input.map((_, index) => ({ index, embedding: [1, 2] })) },
    })
    const { cookie } = await other.signUp()
    const wrong = await other.post('/api/embed', { text: 'teamwork' }, cookie)
    expect([wrong.status, await wrong.text()]).toEqual([503, expect.stringContaining('512')])
    const visitors = await (await other.post('/api/embed', { text: 'teamwork' })).text()
    expect(visitors).toContain('does not work right now')
    expect(visitors).not.toContain('EMBEDDING_MODEL')
    // All visitors together ask a paid model only 300 times a minute; people are not held up by them.
    const ends = new Date(Date.now() + 60_000).toISOString()
    const taken = { key: 'embed:visitors', count: 300, window_ends_at: ends }
    const rates = other.services.db.insertInto('rate_limit').values(taken)
    await rates
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ count: 300, window_ends_at: ends }))
      .execute()
    const asks = asked.length
    expect((await other.post('/api/embed', { text: 'teamwork' })).status).toBe(429)
    expect(asked.length).toBe(asks)
    await other.post('/api/embed', { text: 'teamwork' }, cookie)
    expect(asked.length).toBe(asks + 1)
    await other.services.db.deleteFrom('rate_limit').where('key', '=', 'embed:visitors').execute()
    answer = () => ({ status: 401, body: { error: 'no sk-planted here' } })
    const refused = await other.post('/api/embed', { text: 'teamwork' })
    expect(refused.status).toBe(503)
    expect(await refused.text()).not.toContain('sk-planted')
  } finally {
    await other.close()
    await site.close()
  }
})

function readTemplates(lines: string): EmbeddedTemplate[] {
  return lines
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const told = JSON.parse(line)
      const bytes = new Uint8Array(Buffer.from(told.embedding, 'base64'))
      return { ...told, embedding: new Float32Array(bytes.buffer) }
    })
}
