import { type AiProvider, type ProviderRequest, startAiProvider, toldTo } from '@test/ai-provider'
import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'

let provider: AiProvider
beforeAll(async () => {
  provider = await startAiProvider()
})
afterAll(() => provider.close())

const QUESTION = 'how much paid holiday do employees have'
const ANSWER = 'Everybody on staff gets thirty days of annual leave.'
const OTHERS = [
  ['Sourdough', 'Mix flour, water and salt and let the dough rise.'],
  ['Release list', 'The build is signed and put on the mirror.'],
  ['Garden', 'Sow beans in May and prune the roses.'],
  ['Backups', 'The disk is copied to another building each night.'],
  ['Guitar', 'Tune the strings before the concert.'],
] as const

onEachDatabase('chat by meaning', (database) => {
  let server: TestServer
  let ada: TestPerson
  let leave: { id: string }
  beforeAll(async () => {
    const ai = { OPENAI_BASE_URL: provider.url, AI_CONTEXT_TOKENS: '12000', MEANING_SEARCH: 'yes' }
    server = await startTestServer({ env: { ...database.env, ...ai } })
    ada = await server.signUp()
    const bob = await server.signUp()
    for (const [title, text] of OTHERS) await pageOf(ada, title, text)
    leave = await pageOf(ada, 'Time off', 'Read this first.', ANSWER)
    const theirs = await pageOf(
      bob,
      'Time off',
      'PLANTED: everybody on staff gets ninety days of annual leave.',
    )
    for (const [person, id] of [
      [ada, leave.id],
      [bob, theirs.id],
    ] as const)
      await vi.waitFor(async () => expect(await meant(person)).toContain(id), {
        timeout: 60_000,
        interval: 500,
      })
  }, 120_000)
  afterAll(() => server.close())
  beforeEach(() => {
    provider.requests.length = 0
  })

  const pageOf = (person: TestPerson, title: string, ...texts: string[]) =>
    server.rpc(person.cookie).document.create.mutate({
      title,
      contentRich: texts.map((text, at) => ({ id: `block${at}`, kind: 'paragraph', text: [{ text }] })),
    })
  const meant = async (person: TestPerson) =>
    (await server.rpc(person.cookie).search.meaning.query({ q: QUESTION })).results.map(({ id }) => id)
  async function answered(content: string, model: string) {
    const { chat } = server.rpc(ada.cookie)
    const asked = await chat.createMessage.mutate({ content, model, scope: 'everything' })
    const news = await fetch(`${server.url}/api/chat/answers/${asked.answerId}`, {
      headers: { cookie: ada.cookie },
    })
    await news.text()
    const { messages } = await chat.get.query({ id: asked.chatId })
    return messages.find(({ id }) => id === asked.answerId)!
  }
  /** Answers with the number of the passage that says it. */
  const cite = (request: ProviderRequest) => {
    const number = /\[(\d+)\] Everybody on staff/.exec(toldTo(request))?.[1]
    return { text: number === undefined ? 'I do not know.' : `Thirty days [${number}].` }
  }

  it('a question without a word of the page is answered from it, with a link to the block', async () => {
    provider.answers(cite)
    const answer = await answered(QUESTION, 'plain-model')
    expect(answer).toMatchObject({ status: 'done' })
    expect(answer.content).toMatch(new RegExp(`^Thirty days \\[\\d+\\]\\(/${leave.id}#block1\\)\\.$`))
    expect(answer.sources.map(({ id }) => id)).toContain(leave.id)
    expect(answer.toolCalls[0]).toMatchObject({
      toolName: 'search_pages',
      status: 'done',
      parameters: { query: QUESTION },
      result: expect.stringContaining('Time off'),
    })
    for (const request of provider.requests) expect(toldTo(request)).not.toContain('PLANTED')
  })

  it('the tool that a model searches with finds pages by what they mean', async () => {
    let step = 0
    provider.answers((request) => {
      step += 1
      if (step === 1) return { tool: { name: 'search_pages', input: JSON.stringify({ query: QUESTION }) } }
      if (step === 2) return { tool: { name: 'read_page', input: JSON.stringify({ id: leave.id }) } }
      return cite(request)
    })
    const answer = await answered(QUESTION, 'model-with-tools')
    expect(answer.toolCalls.map(({ toolName, status }) => [toolName, status])).toEqual([
      ['search_pages', 'done'],
      ['read_page', 'done'],
    ])
    expect(answer.toolCalls[0]?.result).toContain(leave.id)
    expect(answer.content).toContain(`(/${leave.id}#block1)`)
    for (const request of provider.requests) expect(toldTo(request)).not.toContain('PLANTED')
  })

  it('a page that no embedding model has read yet is found by its words', async () => {
    const page = await pageOf(ada, 'Zeppelins', 'The zeppelin is silver.')
    provider.answers((request) => ({
      text: toldTo(request).includes('zeppelin is silver') ? 'Silver.' : 'I do not know.',
    }))
    const answer = await answered('Which color does the zeppelin have?', 'plain-model')
    expect(answer.content).toBe('Silver.')
    expect(answer.sources.map(({ id }) => id)).toContain(page.id)
  })
})
