import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '@/shared/ids'
import { NOT_THERE } from '../model'
import { type PreparedPlace, preparePages } from './prepared-pages'

onEachDatabase('pages that are made together', (database) => {
  let server: TestServer
  let ada: TestPerson

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
  })
  afterAll(() => server.close())

  const pages = (person = ada) => server.rpc(person.cookie).document
  const begin = (place: PreparedPlace, person = ada) =>
    preparePages({ ...server.services, caller: { user: person.user } }, place)
  const page = (title: string, parentId: string | null = null) => ({
    id: newId(),
    parentId,
    title,
    blocks: [],
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
})
