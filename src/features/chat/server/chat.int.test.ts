import { type AiProvider, startAiProvider, toldTo } from '@test/ai-provider'
import {
  joinPod,
  onEachDatabase,
  refusal,
  startTestServer,
  type TestPerson,
  type TestServer,
} from '@test/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '@/shared/ids'
import type { AnswerNews, ChatMessage } from '../model'

let provider: AiProvider
beforeAll(async () => {
  provider = await startAiProvider()
})
afterAll(() => provider.close())

const paragraph = (id: string, text: string) => ({ id, kind: 'paragraph', text: [{ text }] })

/** Follows an answer from a character on; all that comes, until it ends. */
async function follow(server: TestServer, cookie: string, id: string, from = 0): Promise<AnswerNews[]> {
  const answer = await fetch(`${server.url}/api/chat/answers/${id}?from=${from}`, { headers: { cookie } })
  expect(answer.status).toBe(200)
  return (await answer.text())
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as AnswerNews)
}
const wordsOf = (news: AnswerNews[]) => news.map((one) => ('words' in one ? one.words : '')).join('')
const endOf = (news: AnswerNews[]) => news.flatMap((one) => ('end' in one ? [one.end] : []))[0]

describe('without a provider', () => {
  it('7.38 a question is answered with the labeled placeholder, which is kept', async () => {
    const server = await startTestServer()
    const ada = await server.signUp()
    const rpc = server.rpc(ada.cookie)
    const asked = await rpc.chat.createMessage.mutate({ content: '  What is  this? ' })
    const news = await follow(server, ada.cookie, asked.answerId)
    expect(wordsOf(news)).toBe('Sample reply: no AI provider is configured')
    expect(endOf(news)).toMatchObject({ status: 'done', isSample: true, model: null })
    const chat = await rpc.chat.get.query({ id: asked.chatId })
    expect(chat).toMatchObject({ title: 'What is this?', isMine: true, isShared: false })
    expect(chat.messages.map(({ role, status }) => [role, status])).toEqual([
      ['user', 'done'],
      ['assistant', 'done'],
    ])
    await server.close()
  })
})

onEachDatabase('chat', (database) => {
  let server: TestServer
  let ada: TestPerson
  let bob: TestPerson
  const ai = () => ({ OPENAI_BASE_URL: provider.url, AI_MODEL: 'tiny-test' })
  beforeAll(async () => {
    server = await startTestServer({ env: { ...database.env, ...ai() } })
    ada = await server.signUp()
    bob = await server.signUp()
  })
  afterAll(() => server.close())
  beforeEach(() => {
    provider.requests.length = 0
  })

  const chat = (person: TestPerson = ada) => server.rpc(person.cookie).chat
  const answered = async (content: string, input: object = {}) => {
    const asked = await chat().createMessage.mutate({ content, ...input })
    const news = await follow(server, ada.cookie, asked.answerId)
    return { ...asked, news, words: wordsOf(news), end: endOf(news) }
  }
  const messages = async (id: string): Promise<ChatMessage[]> => (await chat().get.query({ id })).messages
  const pageOf = (person: TestPerson, title: string, ...texts: string[]) =>
    server.rpc(person.cookie).document.create.mutate({
      title,
      contentRich: texts.map((text, at) => paragraph(`block${at}`, text)),
    })
  /** Holds the provider's answer after its first piece. */
  function held(...text: string[]) {
    let release = () => {}
    const wait = new Promise<void>((resolve) => {
      release = resolve
    })
    provider.answers({ text, before: (piece) => (piece === 1 ? wait : Promise.resolve()) })
    return release
  }

  it('R40 an answer of the AI menu under the id of an answer in a chat takes nothing over', async () => {
    const release = held('Ada asked', ' for this')
    const asked = await chat().createMessage.mutate({ content: 'What did I ask for?' })
    await expect.poll(() => provider.requests.length).toBe(1)
    const reading = follow(server, ada.cookie, asked.answerId)
    const releaseForeign = held('Bob', ' was here')
    const foreign = await server.post(
      '/api/ai/command',
      { command: 'improve', selection: 'x', withEnd: true, answerId: asked.answerId },
      bob.cookie,
    )
    const address = `${server.url}/api/chat/answers/${asked.answerId}`
    const late = await fetch(address, { headers: { cookie: ada.cookie } })
    release()
    releaseForeign()
    expect(await foreign.text()).toContain('Bob was here')
    expect(wordsOf(await reading)).toBe('Ada asked for this')
    const words = await late.text()
    expect(words).toContain(' for this')
    expect(words).not.toContain('Bob')
  })

  it('a question that is sent again, because the answer was lost on the way, is asked once', async () => {
    provider.answers({ text: 'Once' })
    const id = newId()
    const asked = await answered('How often?', { id })
    expect(asked.messageId).toBe(id)
    const [again, also] = await Promise.all([
      chat().createMessage.mutate({ id, content: 'How often?' }),
      chat().createMessage.mutate({ id, content: 'How often?' }),
    ])
    expect([again.answerId, also.answerId]).toEqual([asked.answerId, asked.answerId])
    expect(provider.requests).toHaveLength(1)
    // Two at the very same time, which begin a chat.
    const both = newId()
    const [one, other] = await Promise.all([0, 1].map(() => answered('Twice?', { id: both })))
    expect(one?.answerId).toBe(other?.answerId)
    expect((await messages(one?.chatId as string)).map((message) => message.id)).toEqual([
      both,
      one?.answerId,
    ])
    expect(provider.requests).toHaveLength(2)
    const chats = (await chat().list.query({})).filter(({ title }) => title === 'Twice?')
    expect(chats).toHaveLength(1)
    // In other words, also once.
    const edited = newId()
    const words = { id: edited, messageId: id, content: 'How often really?' }
    const first = await chat().editMessage.mutate(words)
    await follow(server, ada.cookie, first.answerId)
    expect(await chat().editMessage.mutate(words)).toEqual(first)
    expect(provider.requests).toHaveLength(3)
    const changed = chat().createMessage.mutate({ id, content: 'Something else?' })
    expect((await refusal(changed)).code).toBe('conflict')
    const foreign = chat(bob).createMessage.mutate({ id, content: 'Whose?' })
    expect((await refusal(foreign)).code).toBe('conflict')
  })

  it('3.16 a message has its fields; what was said before is told with the next question', async () => {
    provider.answers({ text: 'Forty-two' })
    const first = await answered('What is the answer?')
    expect(first).toMatchObject({ words: 'Forty-two', end: { status: 'done', model: 'tiny-test' } })
    provider.answers({ text: 'Because' })
    const second = await answered('Why?', { chatId: first.chatId, parentId: first.answerId })
    expect(second.chatId).toBe(first.chatId)
    expect(provider.requests[1]!.body.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ])
    expect(toldTo(provider.requests[1]!)).toMatch(/What is the answer\?.*Forty-two.*Why\?/)
    const all = await messages(first.chatId)
    expect(all.at(-1)).toMatchObject({
      id: second.answerId,
      role: 'assistant',
      content: 'Because',
      model: 'tiny-test',
      version: 1,
      feedback: 'none',
      status: 'done',
      parentId: second.messageId,
      createdAt: expect.stringMatching(/^\d{4}-/),
    })
  })

  it('an answer is read from any offset, by several readers, while it is written and afterwards', async () => {
    const release = held('One ', 'two ', 'three')
    const asked = await chat().createMessage.mutate({ content: 'Count' })
    const readers = [0, 2].map((from) => follow(server, ada.cookie, asked.answerId, from))
    await expect.poll(() => provider.requests.length).toBe(1)
    expect((await messages(asked.chatId)).at(-1)).toMatchObject({ status: 'answering' })
    release()
    const [all, some] = await Promise.all(readers)
    expect([wordsOf(all!), wordsOf(some!)]).toEqual(['One two three', 'e two three'])
    expect(wordsOf(await follow(server, ada.cookie, asked.answerId, 4))).toBe('two three')
    expect(endOf(await follow(server, ada.cookie, asked.answerId, 400))).toMatchObject({ status: 'done' })
  })

  it('R40 an answer goes on when nobody reads; Stop ends the request at the provider within a second and keeps what has come', async () => {
    provider.answers({ text: 'Begun', stalls: true })
    const asked = await chat().createMessage.mutate({ content: 'Go on' })
    const stop = new AbortController()
    const reader = await fetch(`${server.url}/api/chat/answers/${asked.answerId}`, {
      headers: { cookie: ada.cookie },
      signal: stop.signal,
    })
    await reader.body!.getReader().read()
    stop.abort()
    expect((await messages(asked.chatId)).at(-1)).toMatchObject({ status: 'answering' })
    expect(
      await refusal(chat().createMessage.mutate({ content: 'And?', chatId: asked.chatId })),
    ).toMatchObject({
      code: 'conflict',
      words: expect.stringMatching(/still being written/),
    })
    const begun = performance.now()
    await chat().stop.mutate({ messageId: asked.answerId })
    expect((await provider.requests[0]!.closed).early).toBe(true)
    expect(performance.now() - begun).toBeLessThan(1_000)
    expect((await messages(asked.chatId)).at(-1)).toMatchObject({ status: 'stopped', content: 'Begun' })
    // Twice is once.
    await chat().stop.mutate({ messageId: asked.answerId })
  })

  it.each([
    ['too many requests', { status: 429 }, '', /busy or its limit/],
    ['nothing', { text: '' }, '', /answered with nothing/],
    ['a break in the middle', { text: ['Half '], breaks: true }, 'Half ', /cut off|reached/],
  ])(
    'R65 a provider that answers with %s: the chat keeps what came and says why',
    async (_what, plan, content, words) => {
      provider.answers(plan)
      const { chatId, end } = await answered('Well?')
      expect(end).toMatchObject({ status: 'failed', error: expect.stringMatching(words) })
      const [question, answer] = await messages(chatId)
      expect(question).toMatchObject({ content: 'Well?' })
      expect(answer).toMatchObject({ status: 'failed', error: expect.stringMatching(words) })
      expect(content).toContain(answer!.content)
    },
  )

  it('an answer that stopped at the limit of the model says that it is cut', async () => {
    provider.answers({ text: 'Long', finishReason: 'length' })
    expect((await answered('Tell')).end).toMatchObject({ status: 'done', isCut: true })
  })

  it('another version of an answer, and of a question, stand beside the first', async () => {
    provider.answers({ text: 'One' })
    const first = await answered('Say a number')
    provider.answers({ text: 'Two' })
    const again = await chat().regenerate.mutate({ messageId: first.answerId })
    await follow(server, ada.cookie, again.answerId)
    provider.answers({ text: 'A' })
    const edited = await chat().editMessage.mutate({ messageId: first.messageId, content: 'Say a letter' })
    await follow(server, ada.cookie, edited.answerId)
    expect(toldTo(provider.requests[2]!)).not.toContain('Say a number')
    expect(
      (await messages(first.chatId)).map(({ role, version, content, parentId }) => [
        role,
        version,
        content,
        parentId,
      ]),
    ).toEqual([
      ['user', 1, 'Say a number', null],
      ['assistant', 1, 'One', first.messageId],
      ['assistant', 2, 'Two', first.messageId],
      ['user', 2, 'Say a letter', null],
      ['assistant', 1, 'A', edited.messageId],
    ])
    expect(
      (await refusal(chat().editMessage.mutate({ messageId: first.messageId, content: ' ' }))).words,
    ).toContain('Message cannot be empty')
  })

  it('4.13 7.17 feedback: the same again takes it back', async () => {
    provider.answers({ text: 'Yes' })
    const { answerId, messageId, chatId } = await answered('Is it?')
    const say = async (feedback: 'like' | 'dislike') =>
      (await chat().updateMessageFeedback.mutate({ messageId: answerId, feedback })).feedback
    expect([await say('like'), await say('dislike'), await say('dislike'), await say('like')]).toEqual([
      'like',
      'dislike',
      'none',
      'like',
    ])
    expect((await messages(chatId)).at(-1)).toMatchObject({ feedback: 'like' })
    await chat().updateMessageBookmark.mutate({ messageId: answerId, isBookmarked: true })
    expect((await messages(chatId)).at(-1)).toMatchObject({ isBookmarked: true })
    // A question has none.
    expect((await refusal(chat().updateMessageFeedback.mutate({ messageId, feedback: 'like' }))).code).toBe(
      'not-found',
    )
  })

  it('3.24 selected pages are told as numbered passages, and the numbers in the answer lead to their blocks', async () => {
    const page = await pageOf(ada, 'Plan', 'We launch in May', '<!-- hidden order -->Bring cake')
    provider.answers({ text: ['In May [', '1]. See [7].'] })
    const { words, chatId, answerId } = await answered('When?', { documentIds: [page.id, page.id] })
    const told = toldTo(provider.requests[0]!)
    expect(told).toContain('[1] We launch in May')
    expect(told).toContain('Bring cake')
    expect(words).toBe(`In May [1](/${page.id}#block0). See [7].`)
    expect((await messages(chatId)).at(-1)).toMatchObject({
      id: answerId,
      sources: [{ id: page.id, title: 'Plan', isCut: false }],
    })
    // The links mean nothing to the next question.
    await answered('And?', { chatId, parentId: answerId })
    expect(toldTo(provider.requests[1]!)).not.toContain('#block0')
  })

  it('of pages that are too long as much is told as fits a model of its own address, and the answer says which were cut', async () => {
    const long = await pageOf(
      ada,
      'Long',
      ...Array.from({ length: 60 }, (_, at) => `${at} ${'word '.repeat(60)}`),
    )
    const short = await pageOf(ada, 'Short', 'Little')
    provider.answers({ text: 'Yes' })
    const { chatId } = await answered('Well?', { documentIds: [long.id, short.id] })
    expect(toldTo(provider.requests[0]!).length).toBeLessThan(3_000 * 3.5)
    expect(toldTo(provider.requests[0]!)).toContain('Little')
    expect((await messages(chatId)).at(-1)!.sources).toMatchObject([
      { title: 'Long', isCut: true },
      { title: 'Short', isCut: false },
    ])
    expect((await refusal(chat().createMessage.mutate({ content: 'x'.repeat(15_000) }))).words).toMatch(
      /AI_CONTEXT_TOKENS/,
    )
  })

  it('R21 what was looked up on a page is not shown any more once the page was taken from who asked', async () => {
    const carl = await server.signUp()
    const page = await pageOf(carl, 'Zeppelins', 'They float', 'The zeppelin is silver')
    const kept = await pageOf(carl, 'Balloons', 'They rise')
    provider.answers({ text: 'Silver' })
    const asked = await chat(carl).createMessage.mutate({
      content: 'Which colour does the zeppelin have?',
      scope: 'everything',
    })
    await follow(server, carl.cookie, asked.answerId)
    const calls = async () => (await chat(carl).get.query({ id: asked.chatId })).messages[1]!.toolCalls
    expect(JSON.stringify(await calls())).toContain('silver')
    const { db } = server.services
    const list = (id: string) => `- id ${id}: "A page"`
    const [row] = await db
      .selectFrom('chat_tool_call')
      .selectAll()
      .where('message_id', '=', asked.answerId)
      .execute()
    for (const [number, id] of [page.id, kept.id].entries())
      await db
        .insertInto('chat_tool_call')
        .values({ ...row!, id: newId(), number: 10 + number, parameters: '{}', result: list(id) })
        .execute()
    // It is in a pod of somebody else now.
    const { pod_id } = await db
      .selectFrom('document')
      .select('pod_id')
      .where('id', '=', (await pageOf(bob, 'Elsewhere', 'Nothing')).id)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('document')
      .set({ pod_id, created_by: bob.user.id })
      .where('id', '=', page.id)
      .execute()
    const left = await calls()
    expect(left.map(({ result }) => result)).toEqual([null, null, null, list(kept.id)])
    for (const word of ['silver', 'Zeppelins']) expect(JSON.stringify(left)).not.toContain(word)
  })

  it('everything that the caller may see is looked through: what was looked up is kept, and nobody else’s page is in it', async () => {
    const carl = await server.signUp()
    const page = await pageOf(carl, 'Zeppelins', 'They float', 'The zeppelin is silver')
    await pageOf(bob, 'Zeppelins of Bob', 'The zeppelin is PLANTED')
    const input = { prompt: 'Answer like a captain.', title: 'Captain', display: 'chat' as const }
    await server.rpc(carl.cookie).prompt.create.mutate(input)
    provider.answers({ text: 'Silver [2]' })
    const asked = await chat(carl).createMessage.mutate({
      content: 'Which colour does the zeppelin have?',
      scope: 'everything',
    })
    const news = await follow(server, carl.cookie, asked.answerId)
    expect(wordsOf(news)).toBe(`Silver [2](/${page.id}#block1)`)
    expect(toldTo(provider.requests[0]!)).toContain('[2] The zeppelin is silver')
    expect(toldTo(provider.requests[0]!)).toContain('Answer like a captain.')
    expect(toldTo(provider.requests[0]!)).not.toContain('PLANTED')
    const [, answer] = (await chat(carl).get.query({ id: asked.chatId })).messages
    expect(answer!.toolCalls).toMatchObject([
      { toolName: 'search_pages', status: 'done', result: 'Zeppelins', error: null },
      { toolName: 'read_page', status: 'done', parameters: { id: page.id, title: 'Zeppelins' } },
    ])
    for (const { toolId, startedAt, completedAt } of answer!.toolCalls) {
      expect(toolId).not.toBe('')
      expect(Date.parse(completedAt!)).toBeGreaterThanOrEqual(Date.parse(startedAt))
    }
    expect(JSON.stringify(answer)).not.toContain('PLANTED')
  })

  it('of a page that is too long the blocks with the words of the question are told first', async () => {
    const page = await pageOf(
      ada,
      'Very long',
      ...Array.from({ length: 80 }, (_, at) => `${at} ${'word '.repeat(60)}`),
      'The password is swordfish',
    )
    provider.answers({ text: 'Swordfish' })
    await answered('What is the password?', { documentIds: [page.id] })
    expect(toldTo(provider.requests[0]!)).toContain('The password is swordfish')
  })

  it('R20 a page that one may not see is not read, and answers like one that is not there; nor is one whose access is lost', async () => {
    const { id: podId } = await server.rpc(bob.cookie).pod.create.mutate({ name: 'Of Bob' })
    const theirs = await server
      .rpc(bob.cookie)
      .document.create.mutate({ podId, title: 'Secret of Bob', contentRich: [paragraph('a', 'PLANTED')] })
    const refusals = [
      await refusal(chat().createMessage.mutate({ content: 'What?', documentIds: [theirs.id] })),
      await refusal(chat().createMessage.mutate({ content: 'What?', documentIds: [newId()] })),
    ]
    expect(refusals[0]).toEqual(refusals[1])
    expect(refusals[0]!.code).toBe('not-found')
    await joinPod(server, podId, { owner: bob, person: ada })
    provider.answers({ text: 'It says PLANTED [1]' })
    const { chatId, answerId } = await answered('What?', { documentIds: [theirs.id] })
    expect(toldTo(provider.requests[0]!)).toContain('PLANTED')
    await server.rpc(bob.cookie).pod.removeMember.mutate({ podId, userId: ada.user.id })
    expect((await refusal(chat().regenerate.mutate({ messageId: answerId }))).code).toBe('not-found')
    expect(provider.requests).toHaveLength(1)
    // What it is called is not told any more either.
    expect((await messages(chatId)).map(({ sources }) => sources)).toEqual([[], []])
  })

  it('R20 a chat of somebody else answers like none, and so do its messages', async () => {
    provider.answers({ text: 'Secret answer' })
    const { chatId, messageId, answerId } = await answered('My secret question')
    const none = newId()
    const calls = (id: string, message: string, answer: string) => [
      refusal(chat(bob).get.query({ id })),
      refusal(chat(bob).rename.mutate({ id, title: 'Mine' })),
      refusal(chat(bob).share.mutate({ id, isShared: true })),
      refusal(chat(bob).delete.mutate({ id })),
      refusal(chat(bob).createMessage.mutate({ content: 'Hi', chatId: id })),
      refusal(chat(bob).editMessage.mutate({ messageId: message, content: 'Hi' })),
      refusal(chat(bob).regenerate.mutate({ messageId: answer })),
      refusal(chat(bob).stop.mutate({ messageId: answer })),
      refusal(chat(bob).updateMessageFeedback.mutate({ messageId: answer, feedback: 'like' })),
      refusal(chat(bob).updateMessageBookmark.mutate({ messageId: answer, isBookmarked: true })),
    ]
    const theirs = await Promise.all(calls(chatId, messageId, answerId))
    expect(theirs).toEqual(await Promise.all(calls(none, none, none)))
    expect(theirs.every(({ code }) => code === 'not-found')).toBe(true)
    const [hidden, missing] = await Promise.all(
      [answerId, none].map((id) =>
        fetch(`${server.url}/api/chat/answers/${id}`, { headers: { cookie: bob.cookie } }).then(
          async (answer) => [answer.status, await answer.text()],
        ),
      ),
    )
    expect(hidden).toEqual(missing)
    expect(await chat(bob).search.query({ q: 'secret' })).toEqual([])
    expect(await messages(chatId)).toHaveLength(2)
    // Nor can a message of one chat be the parent of a message of another.
    const own = await chat(bob).createMessage.mutate({ content: 'Mine' })
    await follow(server, bob.cookie, own.answerId)
    expect(
      (
        await refusal(
          chat(bob).createMessage.mutate({ content: 'Hi', chatId: own.chatId, parentId: answerId }),
        )
      ).code,
    ).toBe('not-found')
  })

  it('chats are listed, found by their words, named and deleted', async () => {
    const eve = await server.signUp()
    provider.answers({ text: 'The Façade is 100% done' })
    const ask = async (content: string) => {
      const asked = await chat(eve).createMessage.mutate({ content })
      await follow(server, eve.cookie, asked.answerId)
      return asked.chatId
    }
    const [first, second] = [await ask('About houses'), await ask('About boats')]
    const ids = async (q: string) => (await chat(eve).search.query({ q })).map(({ id }) => id)
    expect(await ids('facade')).toEqual([second, first])
    expect(await ids('BOATS')).toEqual([second])
    expect(await ids('100%')).toHaveLength(2)
    expect(await ids('1_0')).toEqual([])
    await chat(eve).rename.mutate({ id: first, title: '  My   house ' })
    expect((await chat(eve).search.query({ q: 'my house' })).map(({ title }) => title)).toEqual(['My house'])
    await chat(eve).delete.mutate({ id: first })
    expect((await chat(eve).list.query({})).map(({ id }) => id)).toEqual([second])
    expect((await refusal(chat(eve).get.query({ id: first }))).code).toBe('not-found')
  })

  it('a chat that is shared is read by those who may see its page, by nobody else, and changed by its owner alone', async () => {
    const carl = await server.signUp()
    const { id: podId } = await server.rpc(ada.cookie).pod.create.mutate({ name: 'Of Ada' })
    const page = await server.rpc(ada.cookie).document.create.mutate({ podId, title: 'Common' })
    provider.answers({ text: 'Shared answer' })
    const secret = await server.rpc(ada.cookie).document.create.mutate({ title: 'Surprise for Carl' })
    const asked = await answered('For all', { documentId: page.id, documentIds: [secret.id] })
    const looked = await answered('Surprise?', {
      chatId: asked.chatId,
      parentId: asked.answerId,
      scope: 'everything',
    })
    await joinPod(server, podId, { owner: ada, person: carl })
    expect((await refusal(chat(carl).get.query({ id: asked.chatId }))).code).toBe('not-found')
    await chat().share.mutate({ id: asked.chatId, isShared: true })
    expect(await chat(carl).get.query({ id: asked.chatId })).toMatchObject({ isMine: false, isShared: true })
    expect((await chat(carl).list.query({ documentId: page.id })).map(({ id }) => id)).toEqual([asked.chatId])
    expect((await chat(bob).list.query({ documentId: page.id })).every(({ isMine }) => isMine)).toBe(true)
    // What was read and looked up with Ada's rights is not Carl's to see.
    const shared = JSON.stringify(await chat(carl).get.query({ id: asked.chatId }))
    expect(shared).not.toContain('Surprise for')
    expect(JSON.stringify(await chat().get.query({ id: asked.chatId }))).toContain('Surprise for')
    expect(JSON.stringify(await follow(server, carl.cookie, looked.answerId))).not.toContain('Surprise for')
    expect(wordsOf(await follow(server, carl.cookie, asked.answerId))).toBe('Shared answer')
    const refusals = await Promise.all(
      [
        chat(carl).createMessage.mutate({ content: 'Hi', chatId: asked.chatId }),
        chat(carl).delete.mutate({ id: asked.chatId }),
        chat(carl).updateMessageFeedback.mutate({ messageId: asked.answerId, feedback: 'like' }),
      ].map(refusal),
    )
    expect(refusals.map(({ code }) => code)).toEqual(['not-found', 'not-found', 'not-found'])
    await server.rpc(ada.cookie).pod.removeMember.mutate({ podId, userId: carl.user.id })
    expect((await refusal(chat(carl).get.query({ id: asked.chatId }))).code).toBe('not-found')
    const alone = await answered('On no page')
    expect((await refusal(chat().share.mutate({ id: alone.chatId, isShared: true }))).code).toBe('bad-input')
  })

  it('R61 an answer that is being read goes no further to somebody from whom its chat is taken', async () => {
    const carl = await server.signUp()
    const { id: podId } = await server.rpc(ada.cookie).pod.create.mutate({ name: 'Of Ada' })
    await joinPod(server, podId, { owner: ada, person: carl })
    const page = await server.rpc(ada.cookie).document.create.mutate({ podId, title: 'Common' })
    const release = held('Before ', 'and after')
    const asked = await chat().createMessage.mutate({ content: 'For all', documentId: page.id })
    await chat().share.mutate({ id: asked.chatId, isShared: true })
    const begun = performance.now()
    const reading = follow(server, carl.cookie, asked.answerId)
    await expect.poll(async () => (await messages(asked.chatId)).at(-1)?.content).toBe('Before ')
    await chat().share.mutate({ id: asked.chatId, isShared: false })
    // Within the second.
    await expect.poll(() => performance.now() - begun).toBeGreaterThan(1_000)
    release()
    expect(wordsOf(await follow(server, ada.cookie, asked.answerId))).toBe('Before and after')
    const read = await reading
    expect([wordsOf(read), endOf(read)]).toEqual(['Before ', undefined])
  })

  it('R65 a server that ends in the middle of an answer leaves what has come, marked as interrupted', async () => {
    provider.answers({ text: 'Begun', stalls: true })
    const asked = await chat().createMessage.mutate({ content: 'Go on' })
    await expect.poll(() => provider.requests.length).toBe(1)
    const reader = follow(server, ada.cookie, asked.answerId).catch(() => null)
    await server.restart()
    await reader
    expect((await messages(asked.chatId)).at(-1)).toMatchObject({ status: 'interrupted' })
    // One that was killed said nothing: its lease has ended.
    const { db } = server.services
    await db
      .updateTable('chat_message')
      .set({ status: 'answering', content: 'Half', server_id: 'one-that-was-killed' })
      .where('id', '=', asked.answerId)
      .execute()
    await server.restart()
    expect((await messages(asked.chatId)).at(-1)).toMatchObject({ status: 'interrupted', content: 'Half' })
    expect(wordsOf(await follow(server, ada.cookie, asked.answerId))).toBe('Half')
  })

  it("R40 a person's own key goes to the provider and stands in no row, log or answer", async () => {
    provider.answers({ status: 401, error: 'Incorrect API key provided: sk-person-LEAKED' })
    const { chatId, news } = await answered('Hi', { apiKey: 'sk-person-LEAKED' })
    expect(provider.requests[0]?.headers.authorization).toBe('Bearer sk-person-LEAKED')
    const rows = await server.services.db.selectFrom('chat_message').selectAll().execute()
    const places = [rows, news, await messages(chatId), server.logLines]
    for (const place of places) expect(JSON.stringify(place)).not.toContain('LEAKED')
  })

  it('a question is answered where one writes, from what one may see, with links called after their pages; nothing is kept', async () => {
    const dana = await server.signUp()
    const page = await pageOf(dana, 'Airships [old]', 'The zeppelin is silver')
    await pageOf(bob, 'Zeppelins of Bob', 'The zeppelin is PLANTED')
    provider.answers({ text: 'Silver [1].' })
    const input = { prompt: 'Which color does the zeppelin have?' }
    const answer = await server.post('/api/chat/answer', input, dana.cookie)
    expect(await answer.text()).toBe(`Silver [Airships \\[old\\]](/${page.id}#block0).`)
    expect(toldTo(provider.requests[0]!)).not.toContain('PLANTED')
    expect(await chat(dana).list.query({})).toEqual([])
    expect((await server.post('/api/chat/answer', input)).status).toBe(401)
  })
})
