import { joinPod, onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { NOT_THERE } from '@/shared/not-there'
import { readPermitted } from './require-page'

onEachDatabase('what is read of a page', (database) => {
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

  it('R20 what is read of a page is given to nobody who has lost it meanwhile', async () => {
    const { db, live } = server.services
    const ctx = { db, caller: { user: reader.user } }
    const read = () => live.content(id, reader.user.id)
    const { title } = await readPermitted(ctx, id, 'view', read)
    expect(title).toBe('Plan')
    const readLate = async () => {
      await close()
      return read()
    }
    await expect(readPermitted(ctx, id, 'view', readLate)).rejects.toThrow(NOT_THERE())
  })
})
