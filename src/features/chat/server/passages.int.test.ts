import { joinPod, onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { NOT_THERE } from '@/shared/not-there'
import { addPage, noPassages } from './passages'

onEachDatabase('pages that wait to be read', (database) => {
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
    const reading = { tokens: 1000, words: [] }
    expect(
      await addPage(
        ctxWhere(async () => {}),
        noPassages(),
        id,
        reading,
      ),
    ).toContain('a secret')
    const passages = noPassages()
    await expect(addPage(ctxWhere(close), passages, id, reading)).rejects.toThrow(NOT_THERE())
    expect(passages).toEqual(noPassages())
  })
})
