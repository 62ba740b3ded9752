import { joinPod, onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '@/shared/ids'
import { NOT_THERE, POD_NOT_THERE } from '../model'
import { requireParent } from './pages.service'
import { type PreparedPlace, preparePages } from './prepared-pages'

onEachDatabase('pages that are made together', (database) => {
  let server: TestServer
  let ada: TestPerson
  let bea: TestPerson

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
    bea = await server.signUp()
  })
  afterAll(() => server.close())

  const pages = (person = ada) => server.rpc(person.cookie).document
  const begin = (place: PreparedPlace, person = ada) =>
    preparePages({ ...server.services, caller: { user: person.user } }, place)
  const page = (title: string, parentId: string | null = null) => ({
    id: newId(),
    parentId,
    title,
    rich: '[]',
    columns: {},
  })

  it('2.27 7.11 pages of an import under way are not in the trash: not found, restored or deleted one by one', async () => {
    const batch = await begin({ parentDocumentId: null })
    const first = page('Halfway first')
    await batch.add(first)
    expect((await pages().trash.query({ q: 'halfway' })).documents).toEqual([])
    await expect(pages().restore.mutate({ id: first.id })).rejects.toThrow(NOT_THERE)
    await expect(pages().delete.mutate({ id: first.id })).rejects.toThrow(NOT_THERE)
    const second = page('Halfway second', first.id)
    await batch.add(second)
    await batch.show()
    const inside = await pages().documents.query({ parentDocumentId: first.id })
    expect(inside.documents.map(({ id }) => id)).toEqual([second.id])
  })

  it('R20 an import of somebody who is taken out of the pod meanwhile does not get there', async () => {
    const { pod } = server.rpc(ada.cookie)
    const { id: podId } = await pod.create.mutate({ name: 'Together' })
    await joinPod(server, podId, { owner: ada, person: bea })
    const batch = await begin({ parentDocumentId: null, podId }, bea)
    await batch.add(page('Too late'))
    await pod.removeMember.mutate({ podId, userId: bea.user.id })
    await expect(batch.show()).rejects.toThrow(POD_NOT_THERE)
    await batch.drop()
    expect((await pages().tree.query({ podId })).documents).toEqual([])
  })

  it('R42 an import into a page that goes to another pod meanwhile goes there with it', async () => {
    const to = await pages().create.mutate({ title: 'To' })
    const batch = await begin({ parentDocumentId: to.id })
    const [one, two] = [page('One'), page('Two')]
    await batch.add(one)
    const { id: podId } = await server.rpc(ada.cookie).pod.create.mutate({ name: 'Elsewhere' })
    await pages().move.mutate({ id: to.id, parentDocumentId: null, podId })
    await batch.add(two)
    await batch.show()
    const there = (await pages().tree.query({ podId })).documents.map(({ id }) => id)
    expect(there.sort()).toEqual([to.id, one.id, two.id].sort())
    const wrong = requireParent(server.services.db, to.id, batch.podId)
    await expect(wrong).rejects.toMatchObject({ code: 'conflict' })
  })
})
