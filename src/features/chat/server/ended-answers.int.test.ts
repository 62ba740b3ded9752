import { type AiProvider, startAiProvider, toldTo } from '@test/ai-provider'
import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { AnswerNews } from '../model'

const SECRET = 'The vault opens with seven turns.'

onEachDatabase('an answer that has to end', (database) => {
  let provider: AiProvider
  let server: TestServer
  let ada: TestPerson
  let bea: TestPerson

  beforeAll(async () => {
    provider = await startAiProvider()
    server = await startTestServer({
      env: { ...database.env, OPENAI_BASE_URL: provider.url, AI_MODEL: 'tiny-test' },
    })
  })
  afterAll(async () => {
    await server.close()
    await provider.close()
  })
  beforeEach(async () => {
    await server.services.db.deleteFrom('rate_limit').execute()
    provider.requests.length = 0
    ada = await server.signUp()
    bea = await server.signUp()
  })

  const rpc = (person: TestPerson) => server.rpc(person.cookie)
  const pageOf = async (person: TestPerson) =>
    (
      await rpc(person).document.create.mutate({
        title: 'Vault',
        contentRich: [{ id: 'b1', kind: 'paragraph', text: [{ text: SECRET }] }],
      })
    ).id
  async function shareWithBea(id: string): Promise<void> {
    await rpc(ada).share.invite.mutate({ id, email: bea.user.email, level: 'view' })
    const { invites } = await rpc(bea).share.invites.query()
    await rpc(bea).share.acceptInvite.mutate({ id: invites[0]!.id })
  }
  const read = async (person: TestPerson, answerId: string): Promise<AnswerNews[]> => {
    const answer = await fetch(`${server.url}/api/chat/answers/${answerId}`, {
      headers: { cookie: person.cookie },
    })
    return (await answer.text())
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as AnswerNews)
  }
  const endOf = (news: AnswerNews[]) => news.flatMap((one) => ('end' in one ? [one.end] : []))[0]
  const wordsOf = (news: AnswerNews[]) => news.map((one) => ('words' in one ? one.words : '')).join('')
  const messagesOf = async (person: TestPerson, id: string) =>
    (await rpc(person).chat.get.query({ id })).messages
  /** Asked about a page, with the first words there and the rest never coming. */
  async function begun(person: TestPerson, documentIds: string[]) {
    provider.answers({ text: ['It opens ', 'with'], stalls: true })
    const asked = await rpc(person).chat.createMessage.mutate({ content: 'How does it open?', documentIds })
    const news = read(person, asked.answerId)
    // The worker that writes the page down for the model is made when it is first needed.
    await expect.poll(() => provider.requests.length, { timeout: 30_000 }).toBe(1)
    expect(toldTo(provider.requests[0]!)).toContain(SECRET)
    const last = async () => (await messagesOf(person, asked.chatId)).at(-1)!
    await expect.poll(async () => (await last()).content).toBe('It opens with')
    return { ...asked, news, last }
  }
  const GONE = 'A page that this answer is about is not there any more, so the answer ends here.'

  it('R20 ends in plain words when its page is taken from the person, at the provider too, with what had come', async () => {
    const id = await pageOf(ada)
    await shareWithBea(id)
    const { news, last, chatId, answerId } = await begun(bea, [id])
    const taken = performance.now()
    await rpc(ada).share.remove.mutate({ id, userId: bea.user.id })
    expect((await provider.requests[0]!.closed).early).toBe(true)
    expect(performance.now() - taken).toBeLessThan(5_000)
    expect(endOf(await news)).toMatchObject({ status: 'failed', error: GONE })
    expect(await last()).toMatchObject({ status: 'failed', error: GONE, content: 'It opens with' })
    // Nothing of it is read when the question is asked once more.
    await expect(rpc(bea).chat.regenerate.mutate({ messageId: answerId })).rejects.toThrow(
      /not there any more/,
    )
    provider.answers({ text: 'Gladly' })
    const next = await rpc(bea).chat.createMessage.mutate({ content: 'And now?', chatId, parentId: answerId })
    expect(endOf(await read(bea, next.answerId))).toMatchObject({ status: 'done' })
    expect(provider.requests).toHaveLength(2)
    expect(toldTo(provider.requests[1]!)).not.toContain(SECRET)
  })

  it('ends in plain words when its page goes to the trash, and not for one that lay there before', async () => {
    const id = await pageOf(ada)
    const { news, last } = await begun(ada, [id])
    await rpc(ada).document.archive.mutate({ id })
    expect((await provider.requests[0]!.closed).early).toBe(true)
    expect(endOf(await news)).toMatchObject({ status: 'failed', error: GONE })
    expect(await last()).toMatchObject({ content: 'It opens with' })
    provider.requests.length = 0
    const inTrash = await begun(ada, [id])
    const looked = performance.now()
    await expect.poll(() => performance.now() - looked, { timeout: 3_000 }).toBeGreaterThan(1_200)
    expect(await inTrash.last()).toMatchObject({ status: 'answering' })
    await rpc(ada).chat.stop.mutate({ messageId: inTrash.answerId })
    expect(endOf(await inTrash.news)).toMatchObject({ status: 'stopped' })
  })

  it('ends when a page that was looked up for it is taken away', async () => {
    const id = await pageOf(ada)
    await shareWithBea(id)
    provider.answers({ text: ['It opens ', 'with'], stalls: true })
    const asked = await rpc(bea).chat.createMessage.mutate({
      content: 'How does the vault open?',
      scope: 'everything',
    })
    const news = read(bea, asked.answerId)
    await expect.poll(() => provider.requests.length).toBe(1)
    expect(toldTo(provider.requests[0]!)).toContain(SECRET)
    await rpc(ada).share.remove.mutate({ id, userId: bea.user.id })
    expect(endOf(await news)).toMatchObject({ status: 'failed', error: GONE })
  })

  it('R48 deleting the account ends its requests at the provider: an answer of a chat, a command, a review', async () => {
    const id = await pageOf(ada)
    const { news } = await begun(ada, [id])
    provider.answers({ text: ['Better'], stalls: true })
    const command = server
      .post('/api/ai/command', { command: 'improve', selection: 'One.' }, ada.cookie)
      .then((answer) => answer.text().catch(() => ''))
    const reviewing = await server.post(
      '/api/ai/review/begin',
      { documentId: id, looksFor: ['spelling'] },
      ada.cookie,
    )
    expect(reviewing.status).toBe(200)
    await expect.poll(() => provider.requests.length).toBe(3)
    await rpc(ada).user.deleteAccount.mutate({ email: ada.user.email })
    const deleted = performance.now()
    for (const request of provider.requests) expect((await request.closed).early).toBe(true)
    expect(performance.now() - deleted).toBeLessThan(5_000)
    await Promise.all([news, command])
    expect(provider.requests).toHaveLength(3)
  })

  it('whose end cannot be stored ends on the screen with an error, and the chat goes on afterwards', async () => {
    const { db } = server.services
    const isPostgres = database.env.DATABASE_URL !== undefined
    // As when the disk is full.
    if (isPostgres) {
      await sql`create function full_disk() returns trigger as $$ begin
        if new.status <> 'answering' then raise exception 'disk full'; end if; return new; end $$ language plpgsql`.execute(
        db,
      )
      await sql`create trigger full_disk before update on chat_message for each row execute function full_disk()`.execute(
        db,
      )
    } else
      await sql`create trigger full_disk before update on chat_message when new.status <> 'answering'
        begin select raise(abort, 'disk full'); end`.execute(db)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    provider.answers({ text: ['Forty', '-two'], before: (piece) => (piece === 1 ? held : Promise.resolve()) })
    const asked = await rpc(ada).chat.createMessage.mutate({ content: 'What is the answer?' })
    // Somebody who reads along sees all of it; who comes later, what was stored as it came.
    const news = read(ada, asked.answerId)
    await expect.poll(async () => (await messagesOf(ada, asked.chatId)).at(-1)?.content).toBe('Forty')
    release()
    expect(wordsOf(await news)).toBe('Forty-two')
    expect(endOf(await news)).toMatchObject({ status: 'failed' })
    expect(endOf(await news)!.error).toContain('could not be stored')
    const later = await read(ada, asked.answerId)
    expect(wordsOf(later)).toMatch(/^Forty/)
    expect(endOf(later)).toMatchObject({ status: 'interrupted' })
    expect(server.logLines.join('\n')).toContain('the end of an answer could not be stored')
    await (isPostgres ? sql`drop trigger full_disk on chat_message` : sql`drop trigger full_disk`).execute(db)
    if (isPostgres) await sql`drop function full_disk`.execute(db)
    provider.answers({ text: 'Gladly' })
    // There is room again: the next question needs no reload.
    const next = await rpc(ada).chat.createMessage.mutate({
      content: 'Again',
      chatId: asked.chatId,
      parentId: asked.answerId,
    })
    expect(endOf(await read(ada, next.answerId))).toMatchObject({ status: 'done' })
    const [, first] = await messagesOf(ada, asked.chatId)
    expect(first).toMatchObject({ status: 'interrupted' })
  })
})
