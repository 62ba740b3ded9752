import { Tab, until } from '@test/collab'
import { startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { PageDetail } from '../model'

let server: TestServer
let owner: TestPerson
let colleague: TestPerson
const opened: Tab[] = []

beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp()
  colleague = await server.signUp()
  const { podId } = await server.rpc(owner.cookie).document.create.mutate({ title: 'first' })
  await server.services.db
    .insertInto('pod_member')
    .values({
      pod_id: podId,
      user_id: colleague.user.id,
      role: 'owner',
      created_at: new Date().toISOString(),
    })
    .execute()
})
afterEach(() => {
  for (const tab of opened.splice(0)) tab.close()
})
afterAll(() => server.close())

async function openAs({ cookie, user }: TestPerson, id: string): Promise<Tab> {
  const url = `${server.url.replace(/^http/, 'ws')}/collab`
  const tab = new Tab(url, { id: user.id, name: user.name, sessionId: '', cookie }, id)
  opened.push(tab)
  await tab.saved()
  return tab
}

it('2.31 everybody who has the page open is told when its style, icon, place or lock changes', async () => {
  const rpc = server.rpc(owner.cookie).document
  const { id } = await rpc.create.mutate({ title: 'Plan' })
  const inside = await rpc.create.mutate({ title: 'Part', parentDocumentId: id })
  const tab = await openAs(colleague, id)
  const below = await openAs(colleague, inside.id)
  const told = async (of: Tab, act: () => Promise<unknown>) => {
    const before = of.page.changes.get()
    await act()
    await until('the tab to be told', () => of.page.changes.get() > before)
  }
  const asColleague = () => server.rpc(colleague.cookie).document.document.query({ id, content: false })

  const changes: Partial<PageDetail>[] = [
    { textStyle: 'serif' },
    { smallText: true, fullWidth: true },
    { toc: false },
    { icon: '🪴' },
    { status: 'completed' },
  ]
  for (const change of changes) {
    await told(tab, () => rpc.update.mutate({ id, ...change } as Parameters<typeof rpc.update.mutate>[0]))
    expect(await asColleague()).toMatchObject(change)
  }
  await told(below, () => rpc.move.mutate({ id, parentDocumentId: null }))
  await rpc.update.mutate({ id, lockPage: true })
  await until('the colleague to be read-only', () => tab.page.access.get() === 'read')
  expect(await asColleague()).toMatchObject({ level: 'manage', lockPage: true })
  await server.rpc(colleague.cookie).document.update.mutate({ id, lockPage: false })
  await until('the colleague to write again', () => tab.page.access.get() === 'write')
})

it('2.31 a favourite is one’s own: nobody is told of it', async () => {
  const rpc = server.rpc(owner.cookie).document
  const { id } = await rpc.create.mutate({ title: 'Mine' })
  const tab = await openAs(colleague, id)
  await rpc.update.mutate({ id, isFavorite: true })
  await rpc.update.mutate({ id, status: 'blocked' })
  await until('the tab to be told', () => tab.page.changes.get() > 0)
  expect(tab.page.changes.get()).toBe(1)
})

it('2.25 everybody who has the page open is told when a version is saved, named, restored or deleted', async () => {
  const rpc = server.rpc(owner.cookie)
  const { id } = await rpc.document.create.mutate({ title: 'Draft' })
  const tab = await openAs(colleague, id)
  const told = async <T>(act: () => Promise<T>): Promise<T> => {
    const before = tab.page.changes.get()
    const answer = await act()
    await until('the tab to be told', () => tab.page.changes.get() > before)
    return answer
  }
  const version = await told(() => rpc.version.createVersion.mutate({ documentId: id }))
  await told(() => rpc.version.rename.mutate({ versionId: version.id, name: 'First' }))
  const contentRich = [{ id: 'a', kind: 'paragraph', text: [{ text: 'More' }] }]
  await rpc.document.update.mutate({ id, contentRich })
  await told(() => rpc.version.restoreVersion.mutate({ versionId: version.id }))
  await told(() => rpc.version.delete.mutate({ versionId: version.id }))
})

it('2.31 a locked page stays as it is for somebody who locks it once more while changing it', async () => {
  const rpc = server.rpc(owner.cookie).document
  const { id } = await rpc.create.mutate({ title: 'Locked' })
  await rpc.update.mutate({ id, lockPage: true })
  await rpc.update.mutate({ id, lockPage: true })
  await expect(rpc.update.mutate({ id, lockPage: true, title: 'Changed' })).rejects.toThrow(/locked/)
  expect((await rpc.document.query({ id })).title).toBe('Locked')
})
