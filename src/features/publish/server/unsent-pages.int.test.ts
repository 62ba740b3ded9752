import { answersBehindFirst } from '@test/pipelined'
import { startTestServer, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { printRoutes } from '@/features/print/server/print.routes'
import type { Printer } from '@/server/chromium/printer'
import { feedsRoutes } from './feeds.routes'
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

test('R67 what is drawn already and not taken counts too, once for each page; headers and what has not changed are told', async () => {
  const { document } = server.rpc((await server.signUp()).cookie)
  const ids = await Promise.all(
    ['Apple', 'Pear'].map(async (title) => {
      const { id } = await document.create.mutate({ title })
      await document.publish.mutate({ id, isPublished: true })
      return id
    }),
  )
  const routes = [previewRoutes(server.services)]
  const [apple, pear] = ids.map((id) => `/preview/${id}`) as [string, string]
  // Drawn for others.
  expect(await answersBehindFirst(routes, [apple])).toEqual([200])
  expect(await answersBehindFirst(routes, [pear])).toEqual([200])
  const etag = (
    await fetch(`${server.url}${pear}`, { headers: { 'accept-encoding': 'identity' } })
  ).headers.get('etag')!
  const requests = [
    apple,
    pear,
    apple,
    { method: 'HEAD', path: pear },
    { path: pear, headers: { 'if-none-match': etag } },
  ] as const
  expect(await answersBehindFirst(routes, requests)).toEqual([200, 429, 200, 200, 304])
  expect(await answersBehindFirst(routes, ['/preview/blocks', apple, '/preview/blocks'])).toEqual([
    200, 429, 200,
  ])
  await document.update.mutate({ id: ids[0]!, title: 'Peach' })
  expect(await answersBehindFirst(routes, [apple])).toEqual([200])
  expect(await answersBehindFirst(routes, [pear, apple])).toEqual([200, 429])
})

test('R67 pictures of pages that are not taken count too, once for each picture', async () => {
  const { document } = server.rpc((await server.signUp()).cookie)
  const paths = await Promise.all(
    ['Plum', 'Fig'].map(async (title) => {
      const { id } = await document.create.mutate({ title })
      await document.publish.mutate({ id, isPublished: true })
      return `/preview/${id}/image.png`
    }),
  )
  // In place of the browser that draws.
  const printer = { png: async () => Buffer.alloc(2_000) } as unknown as Printer
  const routes = [previewRoutes({ ...server.services, printer })]
  const [plum, fig] = paths as [string, string]
  const requests = [plum, fig, plum, { method: 'HEAD', path: fig }] as const
  expect(await answersBehindFirst(routes, requests)).toEqual([200, 429, 200, 200])
})

test('R67 who does not take site maps and feeds gets no other', async () => {
  const routes = [feedsRoutes(server.services)]
  expect(await answersBehindFirst(routes, ['/sitemap.xml', '/sitemap.xml', '/feed.xml'])).toEqual([
    200, 429, 429,
  ])
})

test('R67 who does not take a page as it is printed gets no other', async () => {
  expect(await answersTo(['/blocks?print=true', '/blocks?print=true'])).toEqual([200, 429])
}, 60_000)
