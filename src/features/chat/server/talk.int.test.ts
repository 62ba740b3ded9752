import { type AiProvider, startAiProvider } from '@test/ai-provider'
import { onEachDatabase, refusal, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '@/shared/ids'
import { CHAT } from '../model'

let provider: AiProvider
beforeAll(async () => {
  provider = await startAiProvider()
})
afterAll(() => provider.close())

const said = (role: 'user' | 'assistant', content: string, isStopped = false) => ({
  id: newId(),
  role,
  content,
  isStopped,
})

onEachDatabase('a talk in the chats', (database) => {
  let server: TestServer
  let ada: TestPerson
  let bob: TestPerson
  beforeAll(async () => {
    const env = { OPENAI_BASE_URL: provider.url, AI_MODEL: 'tiny-test', OPENAI_REALTIME_MODEL: 'tiny-talk' }
    server = await startTestServer({ env: { ...database.env, ...env } })
    ada = await server.signUp()
    bob = await server.signUp()
  })
  afterAll(() => server.close())
  const chat = (person: TestPerson = ada) => server.rpc(person.cookie).chat
  const read = async (id: string) => (await chat().get.query({ id })).messages

  it('3.22 4.19 what was said in a voice chat can be read afterwards, is listed under its first words and found by them', async () => {
    const chatId = newId()
    const first = [said('user', 'What is a sheaf?'), said('assistant', 'A bundle of stalks.')]
    await chat().keepTalk.mutate({ chatId, isNew: true, messages: first })
    const more = [said('user', 'And a quern?'), said('assistant', 'A mill', true)]
    await chat().keepTalk.mutate({ chatId, isNew: false, messages: more })
    expect(await read(chatId)).toMatchObject([
      { role: 'user', content: 'What is a sheaf?', model: null, status: 'done' },
      { role: 'assistant', content: 'A bundle of stalks.', model: 'tiny-talk', status: 'done' },
      { role: 'user', content: 'And a quern?' },
      { role: 'assistant', content: 'A mill', status: 'stopped' },
    ])
    expect(await chat().list.query({})).toMatchObject([{ id: chatId, title: 'What is a sheaf?' }])
    expect(await chat().search.query({ q: 'QUERN' })).toMatchObject([{ id: chatId }])
  })

  it('R41 a chat holds what can be read at once, and what is kept to search it is not a book', async () => {
    const chatId = newId()
    const long = 'x'.repeat(CHAT.question)
    // One character that is taken apart into eighteen.
    const first = [said('user', '\ufdfa'.repeat(CHAT.question)), said('assistant', 'A bundle of stalks.')]
    await chat().keepTalk.mutate({ chatId, isNew: true, messages: first })
    const rows = await server.services.db
      .selectFrom('chat_message')
      .select(['content', 'content_folded'])
      .where('chat_id', '=', chatId)
      .execute()
    for (const { content, content_folded } of rows)
      expect(content_folded.length).toBeLessThanOrEqual(2 * content.length)
    const add = (messages: ReturnType<typeof said>[]) =>
      chat().keepTalk.mutate({ chatId, isNew: false, messages })
    for (let kept = CHAT.question; kept + 20 * CHAT.question <= CHAT.characters; kept += 20 * CHAT.question)
      await add(Array.from({ length: 20 }, () => said('user', long)))
    const over = Array.from({ length: 20 }, () => said('user', long))
    expect((await refusal(add(over))).code).toBe('too-large')
    await add(over.slice(0, 18))
    expect((await refusal(add([said('user', long)]))).code).toBe('too-large')
    const left = CHAT.characters - (CHAT.question * 99 + 'A bundle of stalks.'.length)
    await add([said('user', 'x'.repeat(left))])
    const asking = chat().createMessage.mutate({ chatId, parentId: null, content: 'More?' })
    expect((await refusal(asking)).code).toBe('too-large')
    expect(await chat().search.query({ q: 'STALKS' })).toContainEqual(expect.objectContaining({ id: chatId }))
  })

  it('what is sent again is there once', async () => {
    const chatId = newId()
    const messages = [said('user', 'Hello'), said('assistant', 'Good day')]
    await chat().keepTalk.mutate({ chatId, isNew: true, messages })
    await chat().keepTalk.mutate({
      chatId,
      isNew: true,
      messages: [...messages, messages[0]!, said('user', 'Bye')],
    })
    expect((await read(chatId)).map(({ content }) => content)).toEqual(['Hello', 'Good day', 'Bye'])
  })

  it('a question that is written behind a talk is told what was said, in turn', async () => {
    const chatId = newId()
    const messages = [
      said('assistant', 'I am here.'),
      said('user', 'Well,'),
      said('user', 'what is a sheaf?'),
      said('assistant', 'A bundle'),
      said('assistant', 'of stalks.'),
      said('user', 'Thanks'),
    ]
    await chat().keepTalk.mutate({ chatId, isNew: true, messages })
    provider.requests.length = 0
    provider.answers({ text: 'Gladly' })
    const asked = await chat().createMessage.mutate({
      chatId,
      parentId: messages.at(-1)!.id,
      content: 'Why?',
    })
    await expect.poll(async () => (await read(chatId)).at(-1)?.status).toBe('done')
    expect((await read(chatId)).at(-1)).toMatchObject({ id: asked.answerId, content: 'Gladly' })
    const [, ...told] = provider.requests[0]!.body.messages
    expect(told.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ])
    expect(JSON.stringify(told)).toMatch(
      /I am here.*Well,.*what is a sheaf.*A bundle.*of stalks.*Thanks.*Why/,
    )
    expect(await refusal(chat().regenerate.mutate({ messageId: messages[4]!.id }))).toMatchObject({
      words: 'This answers no question, so it cannot be asked for again.',
    })
  })

  it('R20 nobody adds to the chat of somebody else, or takes the id of a message of theirs', async () => {
    const chatId = newId()
    const messages = [said('user', 'Mine')]
    await chat().keepTalk.mutate({ chatId, isNew: true, messages })
    const theirs = (input: object) =>
      refusal(
        chat(bob).keepTalk.mutate({
          chatId: newId(),
          isNew: true,
          messages: [said('user', 'Theirs')],
          ...input,
        }),
      )
    expect(await theirs({ chatId, isNew: false })).toMatchObject({ code: 'not-found' })
    expect(await theirs({ chatId })).toMatchObject({ code: 'not-found' })
    expect(await theirs({ messages })).toMatchObject({ code: 'not-found' })
    expect(await chat(bob).list.query({})).toEqual([])
    expect((await read(chatId)).map(({ content }) => content)).toEqual(['Mine'])
  })

  it('a chat that was deleted meanwhile does not come back by itself', async () => {
    const chatId = newId()
    await chat().keepTalk.mutate({ chatId, isNew: true, messages: [said('user', 'Hello')] })
    await chat().delete.mutate({ id: chatId })
    const again = { chatId, isNew: false, messages: [said('user', 'Still there?')] }
    expect(await refusal(chat().keepTalk.mutate(again))).toMatchObject({ code: 'not-found' })
  })

  it('a chat that is full says so, and takes no part of what is sent', async () => {
    const chatId = newId()
    const many = (count: number) => Array.from({ length: count }, (_, at) => said('user', `Number ${at}`))
    for (let at = 0; at < CHAT.messages - 20; at += CHAT.talked)
      await chat().keepTalk.mutate({ chatId, isNew: true, messages: many(CHAT.talked) })
    await chat().keepTalk.mutate({ chatId, isNew: true, messages: many(19) })
    expect(await refusal(chat().keepTalk.mutate({ chatId, isNew: true, messages: many(2) }))).toMatchObject({
      words: 'This chat is full. Begin a new one.',
    })
    expect(await read(chatId)).toHaveLength(CHAT.messages - 1)
    await expect(
      chat().keepTalk.mutate({ chatId, isNew: true, messages: many(CHAT.talked + 1) }),
    ).rejects.toThrow()
    await expect(chat().keepTalk.mutate({ chatId, isNew: true, messages: [] })).rejects.toThrow()
  })
  it('somebody who keeps more than any talk is asked to wait', async () => {
    const eve = await server.signUp()
    const keep = () =>
      chat(eve).keepTalk.mutate({ chatId: newId(), isNew: true, messages: [said('user', 'Hello')] })
    await keep()
    await server.services.limits.take(`keep-talk:${eve.user.id}`, 600, 3_600, 599)
    expect(await refusal(keep())).toMatchObject({ code: 'rate-limited' })
    expect(await chat(eve).list.query({})).toHaveLength(1)
  })

  it('nothing is kept where nobody can talk: no service is set up', async () => {
    const silent = await startTestServer()
    try {
      const { cookie } = await silent.signUp()
      const messages = [said('user', 'Hello')]
      const kept = silent.rpc(cookie).chat.keepTalk.mutate({ chatId: newId(), isNew: true, messages })
      expect(await refusal(kept)).toMatchObject({
        code: 'unavailable',
        words: expect.stringContaining('No voice service is set up'),
      })
      expect(await silent.rpc(cookie).chat.list.query({})).toEqual([])
    } finally {
      await silent.close()
    }
  })
})
