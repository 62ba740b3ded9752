import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { CHAT } from '@/features/chat/model'
import { newId } from '@/shared/ids'
import { KeptTalk } from './kept-talk'
import type { TalkMessage } from './talk'

const said = (content: string): TalkMessage => ({
  id: newId(),
  type: 'user',
  content,
  timestamp: new Date().toISOString(),
  isOpen: false,
  isStopped: false,
})

onEachDatabase('what is said is kept', (database) => {
  let server: TestServer
  let ada: TestPerson
  beforeAll(async () => {
    server = await startTestServer({ env: { ...database.env, OPENAI_API_KEY: 'a-key' } })
    ada = await server.signUp()
  })
  afterAll(() => server?.close())
  afterEach(() => vi.unstubAllGlobals())

  /** Calls go where a browser on the server's own pages would send them. */
  function beInBrowserOf({ cookie }: TestPerson): void {
    const send = fetch
    vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
      send(new URL(path, server.url), {
        ...init,
        headers: { ...(init.headers as Record<string, string>), cookie, origin: server.url },
      }),
    )
  }

  it('3.22 a talk whose chat has been filled in writing goes on in another one', async () => {
    beInBrowserOf(ada)
    const { chat } = server.rpc(ada.cookie)
    const kept = new KeptTalk()
    expect(await kept.keep([said('The first words')])).toBe(true)
    const first = kept.state.get().chatId!
    const written = (at: number) => ({
      id: newId(),
      role: 'user' as const,
      content: `Number ${at}`,
      isStopped: false,
    })
    for (let left = CHAT.messages - 1; left > 0; left -= CHAT.talked) {
      const messages = Array.from({ length: Math.min(left, CHAT.talked) }, (_, at) => written(at))
      await chat.keepTalk.mutate({ chatId: first, isNew: false, messages })
    }
    expect(await kept.keep([said('The last words')])).toBe(true)
    const { chatId, error } = kept.state.get()
    expect(error).toBeNull()
    expect(chatId).not.toBe(first)
    expect((await chat.get.query({ id: chatId! })).messages).toMatchObject([{ content: 'The last words' }])
  })
})
