import { joinPod, onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { NOT_THERE } from '@/shared/not-there'
import { readContextPages } from './context-pages'

onEachDatabase('pages beside what a model writes', (database) => {
  let server: TestServer
  let owner: TestPerson
  let reader: TestPerson
  let podId: string
  let id: string
  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    owner = await server.signUp()
    reader = await server.signUp()
    podId = (await server.rpc(owner.cookie).pod.create.mutate({ name: 'Team' })).id
    await joinPod(server, podId, { owner, person: reader })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    const blocks = [{ id: 'b', kind: 'paragraph', text: [{ text: 'a secret' }] }]
    const made = { podId, title: 'Plan', parentDocumentId: null, contentRich: blocks }
    id = (await server.rpc(owner.cookie).document.create.mutate(made)).id
  })

  const close = () => server.rpc(owner.cookie).share.setInheritance.mutate({ id, isRestricted: true })
  /** The server, where something happens while a page waits to be read. */
  const ctxWhere = (meanwhile: () => Promise<unknown>) => {
    const { live } = server.services
    const told: typeof live.told = async (...asked) => {
      await meanwhile()
      return live.told(...asked)
    }
    const caller = { user: reader.user, sessionId: 'one', ip: '127.0.0.1' }
    return { ...server.services, caller, live: { ...live, told } }
  }

  it('R20 a model is told nothing of a page that its person has lost while the page waited to be read', async () => {
    const read = (meanwhile: () => Promise<unknown>) => readContextPages(ctxWhere(meanwhile), [id], 1000)
    const { texts, unread } = await read(async () => {})
    expect([texts, unread]).toEqual([[expect.stringContaining('a secret')], 0])
    await expect(read(close)).rejects.toThrow(NOT_THERE())
  })

  it('7.38 it is known how many pages a model does not read whole', async () => {
    const long = [{ id: 'c', kind: 'paragraph', text: [{ text: 'word '.repeat(2_000) }] }]
    const made = { podId, title: 'Long', parentDocumentId: null, contentRich: long }
    const { id: longId } = await server.rpc(owner.cookie).document.create.mutate(made)
    const ctx = ctxWhere(async () => {})
    const { texts, unread } = await readContextPages(ctx, [id, longId], 1000)
    expect([texts.length, unread]).toEqual([2, 1])
    // Not even their titles fit.
    expect(await readContextPages(ctx, [id, longId], 4)).toEqual({ texts: [], unread: 2 })
  })
})
