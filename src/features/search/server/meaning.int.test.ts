import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Block } from '@/blocks/kit/block'
import { createEmbedder, earlierEmbedder } from '@/server/embedder/embedder'
import { EarlierVectors } from '@/server/meaning/earlier-vectors'
import { embedPage } from '@/server/meaning/embed-page'
import { merged } from '@/server/meaning/meaning'

const paragraphs = (texts: readonly string[]): Block[] =>
  texts.map((text, index) => ({ id: `block${index}`, kind: 'paragraph', text: [{ text }] }))

onEachDatabase('search by meaning', (database) => {
  let server: TestServer
  let owner: TestPerson

  beforeAll(async () => {
    server = await startTestServer({ env: { ...database.env, MEANING_SEARCH: 'yes' } })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    owner = await server.signUp()
  })

  const rpc = (person = owner) => server.rpc(person.cookie)
  const write = async (title: string, ...texts: string[]) =>
    (await rpc().document.create.mutate({ parentDocumentId: null, title, contentRich: paragraphs(texts) })).id
  const find = async (q: string, person = owner, more: object = {}) =>
    (await rpc(person).search.meaning.query({ q, ...more })).results
  const ids = async (q: string, person = owner) => (await find(q, person)).map(({ id }) => id)
  const isFound = (q: string, id: string) =>
    expect.poll(() => ids(q), { timeout: 30_000, interval: 500 }).toContain(id)

  const question = 'how much paid holiday do employees have'
  const nameOf = async (person: TestPerson) => (await rpc(person).user.getSettings.query()).username as string

  it('finds a page by what it means, at the block that says it, and the page by that page', async () => {
    const leave = await write(
      'Vacation policy',
      'This is written for everybody.',
      'Each employee has thirty days of paid leave a year.',
    )
    const rest = await write('Holidays and sick leave', 'Employees who are ill stay at home and are paid.')
    await write('Sourdough bread', 'Mix flour, water and salt and let the dough rise.')
    await isFound(question, leave)
    const hit = (await find(question)).find(({ id }) => id === leave)
    expect(hit).toMatchObject({ blockId: 'block1' })
    expect(hit?.snippet?.text).toContain('thirty days')
    expect(hit?.similarity).toBeGreaterThan(0.36)
    await expect
      .poll(async () => (await rpc().search.related.query({ id: leave })).results.map(({ id }) => id), {
        timeout: 30_000,
      })
      .toEqual([rest])
    expect(await ids('zz')).toEqual([])
    expect(await ids('  ')).toEqual([])
  })

  it('R49 R66 what is trashed, taken away, deleted or another person’s is not found in the next search, nor by the chat', async () => {
    // What a chat looks up for its person, and what its model searches with.
    const chatFinds = async (person = owner) =>
      (await rpc(person).chat.useTool.query({ name: 'search_pages', input: { query: question } })).text
    const id = await write('Vacation policy', 'Each employee has thirty days of paid leave a year.')
    const kept = await write('Days off', 'Ask your lead for paid holidays.')
    await isFound(question, id)
    await isFound(question, kept)
    const friend = await server.signUp()
    expect(await ids(question, friend)).toEqual([])
    await expect(rpc(friend).search.related.query({ id })).rejects.toThrow()
    await rpc().share.invite.mutate({ id, username: await nameOf(friend), level: 'view' })
    const [invite] = (await rpc(friend).share.invites.query()).invites
    expect(await ids(question, friend)).toEqual([])
    await rpc(friend).share.acceptInvite.mutate({ id: invite!.id })
    expect(await ids(question, friend)).toEqual([id])
    expect(await chatFinds(friend)).toContain(id)
    await rpc().share.remove.mutate({ id, userId: friend.user.id })
    expect(await ids(question, friend)).toEqual([])
    expect(await chatFinds(friend)).not.toContain(id)
    await rpc().document.archive.mutate({ id })
    expect(await chatFinds()).not.toContain(id)
    expect(await ids(question)).toEqual([kept])
    expect((await rpc().search.related.query({ id: kept })).results).toEqual([])
    await rpc().document.restore.mutate({ id })
    expect(await ids(question)).toContain(id)
    await rpc().document.archive.mutate({ id })
    await rpc().document.delete.mutate({ id })
    expect(await ids(question)).toEqual([kept])
    expect(await chatFinds()).not.toContain(id)
    const { rows } = await sql`select document_id from chunk where document_id = ${id}`.execute(
      server.services.db,
    )
    expect(rows).toEqual([])
  })

  it('a changed block is found within five seconds by what it says now, and no longer by what it said', async () => {
    const id = await write('Notes', 'The cat eats fish.', 'Nothing else was said.')
    await isFound('feeding my pet', id)
    const changed = paragraphs(['Nothing else was said.', 'The rocket is launched from the moon.'])
    await rpc().document.update.mutate({ id, contentRich: changed })
    await expect
      .poll(async () => (await find('a spaceship that starts'))[0]?.snippet?.text ?? '', {
        timeout: 30_000,
        interval: 500,
      })
      .toContain('rocket')
    expect(await ids('feeding my pet')).not.toContain(id)
  })

  it('only what has changed is read by the model', async () => {
    const id = await write('Garden', 'Sow beans in May.', 'Prune the roses before spring.')
    await isFound('when do I plant vegetables', id)
    const { db, embedder } = server.services
    const read: string[] = []
    const counting = {
      model: embedder.model,
      embed: (...[texts, asker]: Parameters<typeof embedder.embed>) => {
        read.push(...texts)
        return embedder.embed(texts, asker)
      },
    }
    const now = new AbortController().signal
    expect(await embedPage(db, counting, id, now)).toBeNull()
    const rich = JSON.stringify(paragraphs(['Sow beans in May.', 'Cut the roses before spring.']))
    await db.updateTable('document').set({ content_rich: rich }).where('id', '=', id).execute()
    await sql`update chunk_page set digest = 'older' where document_id = ${id}`.execute(db)
    await embedPage(db, counting, id, now)
    expect(read).toEqual(['Garden: Cut the roses before spring.'])
    // Another model reads all of it again.
    await embedPage(db, { ...counting, model: 'another' }, id, now)
    expect(read).toHaveLength(4)
  })
})

/** A server of embeddings for which all texts are far from each other, and the same text is itself. */
async function startEmbeddings(): Promise<{ url: string; close(): void }> {
  const site = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] }
    const data = input.map((text, index) => ({
      index,
      embedding: Array.from({ length: 512 }, (_, at) => (at === [...text].length % 512 ? 1 : 0)),
    }))
    response.end(JSON.stringify({ data }))
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/v1`, close: () => site.close() }
}

onEachDatabase('another embedding model', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
  })
  afterAll(() => server.close())

  it('a page that it has not read yet is found by the vectors of the one before, and no longer once it has', async () => {
    const site = await startEmbeddings()
    const { db, log, embedder } = server.services
    const ai = { openai: { apiKey: null, baseUrl: site.url }, embeddingModel: 'another' }
    const next = createEmbedder(ai)
    const earlier = () =>
      new EarlierVectors({ db, log, model: next.model, embedderOf: (model) => earlierEmbedder(ai, model) })
    const first = earlier()
    let later: EarlierVectors | undefined
    try {
      const { user, cookie } = await server.signUp()
      const write = async (title: string, text: string) =>
        (
          await server.rpc(cookie).document.create.mutate({
            parentDocumentId: null,
            title,
            contentRich: paragraphs([text]),
          })
        ).id
      const leave = await write('Vacation policy', 'Each employee has thirty days of paid leave a year.')
      const bread = await write('Bread', 'Mix flour, water and salt and let the dough rise.')
      const now = new AbortController().signal
      for (const id of [leave, bread])
        await expect.poll(() => embedPage(db, embedder, id, now), { timeout: 30_000 }).not.toBeNull()
      const question = 'how much paid holiday do employees have'
      const near = (of: EarlierVectors) => of.nearTo(question, [leave, bread], user.id, { most: 5 })
      const before = await near(first)
      expect(before).toMatchObject([{ id: leave, blockId: 'block0' }, { id: bread }])
      expect(before[0]!.similarity).toBeGreaterThan(0.36)
      expect((await first.nearPage(leave, [bread], user.id, { most: 5 })).map(({ id }) => id)).toEqual([
        bread,
      ])

      await embedPage(db, next, leave, now)
      await first.forget(leave)
      later = earlier()
      for (const of of [first, later]) expect((await near(of)).map(({ id }) => id)).toEqual([bread])
      const own = { id: leave, similarity: 0.1, blockId: null }
      expect(merged([own], before).map(({ id, similarity }) => [id, similarity])).toEqual(
        [[leave, 0.1] as const, [bread, before[1]!.similarity] as const].sort((x, y) => y[1] - x[1]),
      )

      // One that cannot be asked any more leaves its pages to their words.
      const gone = new EarlierVectors({
        db,
        log,
        model: next.model,
        embedderOf: () =>
          earlierEmbedder({ openai: { apiKey: null, baseUrl: 'http://127.0.0.1:1/v1' } }, 'gone'),
      })
      expect(await near(gone)).toEqual([])
      gone.close()
    } finally {
      first.close()
      later?.close()
      site.close()
    }
  }, 180_000)
})

it('switched off, nothing is found by meaning', async () => {
  const server = await startTestServer()
  try {
    const { cookie } = await server.signUp()
    expect(await server.rpc(cookie).search.meaning.query({ q: 'how many days off do I get' })).toEqual({
      results: [],
    })
  } finally {
    await server.close()
  }
})
