import { type AiProvider, startAiProvider } from '@test/ai-provider'
import { until } from '@test/collab'
import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newSid } from '@/document'
import { newId } from '@/shared/ids'
import { END_MARK, type ReplyEnd } from '../../model'

onEachDatabase('an answer of the AI menu that is kept', (database) => {
  let provider: AiProvider
  let server: TestServer
  let ada: TestPerson
  let bea: TestPerson
  let id: string
  let answerId: string

  beforeAll(async () => {
    provider = await startAiProvider()
    server = await startTestServer({
      env: { ...database.env, OPENAI_BASE_URL: provider.url, AI_MODEL: 'tiny-test' },
    })
    ada = await server.signUp()
    bea = await server.signUp()
  })
  beforeEach(async () => {
    await server.services.db.deleteFrom('rate_limit').execute()
    provider.requests.length = 0
    answerId = newId()
    const contentRich = [{ id: 'p', kind: 'paragraph', text: [{ text: 'The quick fox' }] }]
    id = (await server.rpc(ada.cookie).document.create.mutate({ title: 'Fox', contentRich })).id
  })
  afterAll(async () => {
    await server.close()
    await provider.close()
  })

  const ask = (more: object = {}, signal?: AbortSignal) =>
    fetch(`${server.url}/api/ai/command`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: ada.cookie, origin: server.url },
      body: JSON.stringify({
        command: 'improve',
        selection: 'The quick fox',
        withEnd: true,
        ...{ answerId, documentId: id, ...more },
      }),
      ...(signal && { signal }),
    })
  const get = (path: string, cookie?: string) =>
    fetch(`${server.url}${path}`, cookie ? { headers: { cookie } } : {})
  async function read(from = 0, person = ada): Promise<{ words: string; end: ReplyEnd }> {
    const answer = await get(`/api/ai/answers/${answerId}?from=${from}`, person.cookie)
    expect(answer.status).toBe(200)
    const [words = '', end = ''] = (await answer.text()).split(END_MARK)
    return { words, end: JSON.parse(end) as ReplyEnd }
  }
  const row = () =>
    server.services.db
      .selectFrom('ai_answer')
      .selectAll()
      .where('id', '=', answerId)
      .executeTakeFirstOrThrow()
  const content = async () =>
    (
      await server.services.db
        .selectFrom('ai_answer')
        .select('content')
        .where('id', '=', answerId)
        .executeTakeFirst()
    )?.content
  const decisions = async () =>
    (await server.rpc(ada.cookie).suggestion.history.query({ documentId: id })).suggestions
  const accept = (more: object = {}, person = ada) =>
    server.rpc(person.cookie).ai.accept.mutate({ answerId, documentId: id, ...more })

  it('goes on when its reader goes, and is read on from any character, by its person alone', async () => {
    const held = Promise.withResolvers<void>()
    provider.answers({
      text: ['The swift', ' fox 🦊', ' ran'],
      before: (piece) => (piece === 2 ? held.promise : Promise.resolve()),
    })
    const gone = new AbortController()
    const reader = (await ask({}, gone.signal)).body!.getReader()
    await reader.read()
    gone.abort()
    await expect(reader.read()).rejects.toThrow()
    await until('what has come is stored', async () => (await content()) === 'The swift fox 🦊')
    const reading = read(4)
    held.resolve()
    expect(await reading).toEqual({ words: 'swift fox 🦊 ran', end: { end: 'finished', isCut: false } })
    expect(await read(9)).toMatchObject({ words: ' fox 🦊 ran' })
    expect(await read(999)).toMatchObject({ words: '', end: { end: 'finished' } })
    expect(provider.requests).toHaveLength(1)
    expect((await get(`/api/ai/answers/${answerId}`, bea.cookie)).status).toBe(404)
    expect((await get(`/api/ai/answers/${answerId}`)).status).toBe(401)
  })

  it('R40 Stop ends the request at the provider within a second and keeps what has come', async () => {
    provider.answers({ text: 'The swift', stalls: true })
    const answer = ask()
    await until('it is being written', async () => provider.requests.length === 1)
    await until('what has come is stored', async () => (await content()) === 'The swift')
    const stop = (person: TestPerson) => server.post('/api/ai/answers/stop', { id: answerId }, person.cookie)
    expect((await stop(bea)).status).toBe(404)
    const asked = performance.now()
    expect((await stop(ada)).status).toBe(200)
    expect((await provider.requests[0]!.closed).early).toBe(true)
    expect(performance.now() - asked).toBeLessThan(1_000)
    expect(await (await answer).text()).toContain('The swift')
    expect(await read()).toEqual({ words: 'The swift', end: { end: 'failed', error: 'Stopped.' } })
  })

  it('R40 Stop that comes before the answer is begun keeps it from being begun', async () => {
    expect((await server.post('/api/ai/answers/stop', { id: answerId }, ada.cookie)).status).toBe(200)
    const refused = await ask()
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('Stopped.')])
    expect(provider.requests).toHaveLength(0)
  })

  it('R65 a server that ends in the middle leaves what has come, and says so', async () => {
    provider.answers({ text: 'The swift', stalls: true })
    const answer = ask().then((one) => one.text())
    answer.catch(() => undefined)
    await until('what has come is stored', async () => (await content()) === 'The swift')
    // As a server that was killed leaves it.
    await server.restart()
    await server.services.db
      .updateTable('ai_answer')
      .set({ status: 'answering', server_id: 'killed' })
      .where('id', '=', answerId)
      .execute()
    const { words, end } = await read()
    expect(words).toBe('The swift')
    expect(end).toMatchObject({ end: 'failed', error: expect.stringContaining('restarted') })
    expect((await row()).status).toBe('interrupted')
  })

  it('R65 what fails is told to those who come later too, and R40 with no word of a key', async () => {
    provider.answers({ text: 'The', breaks: true })
    await (await ask({ apiKey: 'sk-person-PLANTED' })).text()
    const { words, end } = await read()
    expect(words).toBe('The')
    expect(end).toMatchObject({ end: 'failed', error: expect.stringContaining('cut off') })
    for (const place of [JSON.stringify(await row()), ...server.logLines])
      expect(place).not.toContain('PLANTED')
  })

  it('one name is one answer, and a page that the person may not see takes none', async () => {
    provider.answers({ text: 'One' })
    await (await ask()).text()
    expect((await ask()).status).toBe(409)
    const theirs = await server.rpc(bea.cookie).document.create.mutate({ title: 'Theirs' })
    answerId = newId()
    expect((await ask({ documentId: theirs.id })).status).toBe(404)
    expect(provider.requests).toHaveLength(1)
    expect((await ask({ answerId: 'no name' })).status).toBe(400)
  })

  it('that has come into the page is on record: written by the model, asked for and accepted by the person', async () => {
    provider.answers({ text: 'The **swift** fox' })
    await (await ask({ command: 'translate', language: 'French' })).text()
    await accept({ replaces: true })
    const [one] = await decisions()
    expect(one).toMatchObject({
      model: 'tiny-test',
      state: 'accepted',
      author: { id: ada.user.id },
      decidedBy: { id: ada.user.id },
      summary: {
        changes: [{ change: 'replaceText', text: 'The quick fox', newText: 'The swift fox' }],
      },
    })
    // Undone and done again by that person alone, and nothing else of them can be changed that way.
    const { decisionId } = await accept()
    const undone = (isTakenBack: boolean, more: object = {}, person = ada) =>
      server.rpc(person.cookie).ai.takeBack.mutate({
        ...{ documentId: id, decisionId: decisionId!, isTakenBack, ...more },
      })
    await undone(true)
    expect((await decisions()).map(({ state }) => state)).toEqual(['withdrawn', 'accepted'])
    await undone(false)
    expect((await decisions()).map(({ state }) => state)).toEqual(['accepted', 'accepted'])
    await expect(undone(true, {}, bea)).rejects.toMatchObject({ data: { appCode: 'not-found' } })
    await expect(undone(true, { decisionId: newSid(ada.user.id, 1) })).rejects.toMatchObject({
      data: { appCode: 'not-found' },
    })
    const signed = { documentId: id, suggestionIds: [one!.suggestionId] }
    expect(await server.rpc(ada.cookie).ai.signatures.query(signed)).toMatchObject([
      { model: 'tiny-test', prompt: 'Translate: French', askedBy: ada.user.name },
    ])
  })

  it('that has become suggestions is signed; nobody signs for another, or for a model that was not asked there', async () => {
    provider.answers({ text: 'The swift fox' })
    await (await ask()).text()
    const sid = newSid(ada.user.id, Date.now())
    await accept({ suggestionIds: [sid] })
    expect(await decisions()).toEqual([])
    expect(
      await server.rpc(ada.cookie).ai.signatures.query({ documentId: id, suggestionIds: [sid] }),
    ).toMatchObject([{ model: 'tiny-test', prompt: 'Improve writing' }])
    await expect(accept({ suggestionIds: [newSid(bea.user.id, Date.now())] })).rejects.toThrow('own')
    await expect(accept({}, bea)).rejects.toMatchObject({ data: { appCode: 'not-found' } })
    const other = await server.rpc(ada.cookie).document.create.mutate({ title: 'Other' })
    await expect(accept({ documentId: other.id })).rejects.toMatchObject({
      data: { appCode: 'not-found' },
    })
  })
})
