import { answersBehindFirst } from '@test/pipelined'
import { startTestServer, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { printRoutes } from '@/features/print/server/print.routes'
import { previewRoutes } from './preview.routes'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const answersTo = (paths: readonly string[]) =>
  answersBehindFirst([previewRoutes(server.services), printRoutes(server.services)], paths)

test('R67 who does not take the pages that are drawn for them has no more drawn; what was drawn is for everybody', async () => {
  const { document } = server.rpc((await server.signUp()).cookie)
  const ids = await Promise.all(
    ['One', 'Two', 'Three'].map(async (title) => {
      const { id } = await document.create.mutate({ title })
      await document.publish.mutate({ id, isPublished: true })
      return id
    }),
  )
  const [one, two, three] = ids.map((id) => `/preview/${id}`) as [string, string, string]
  expect((await fetch(`${server.url}${three}`)).status).toBe(200)
  expect(await answersTo([one, two, one, `${one}.md`])).toEqual([200, 429, 200, 429])
})

test('R67 who does not take a page as it is printed gets no other', async () => {
  expect(await answersTo(['/blocks?print=true', '/blocks?print=true'])).toEqual([200, 429])
}, 60_000)
