import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { RequestContext } from '@/server/context'
import { anyone, router, signedIn } from '@/server/rpc'
import { AppError } from '@/shared/errors'
import { answerQueries, plainQueries, QUERY_HEADERS } from './answer-queries'

const pages = router({
  page: router({
    list: anyone.query(() => ({ documents: [{ title: 'é', at: new Date(0), none: undefined }] })),
    one: anyone.input(z.object({ id: z.string() })).query(({ input }) => ({ id: input.id })),
    maybe: anyone.input(z.string().optional()).query(({ input }) => input ?? null),
    nothing: anyone.query(() => undefined),
    hidden: anyone.query(() => {
      throw new AppError('not-found', 'It is not there.')
    }),
    broken: anyone.query(() => {
      throw new Error('inside')
    }),
    mine: signedIn.query(({ ctx }) => ctx.caller.user.id),
    change: anyone.mutation(() => 'changed'),
  }),
})

// Only the caller and the log are asked for.
const context = {
  caller: { user: null, sessionId: null, ip: '127.0.0.1' },
  log: { error: () => undefined },
} as unknown as RequestContext

/** What is answered to a request, and whether it was answered without the adapter. */
async function answersTo(address: string, headers: Record<string, string> = {}) {
  const request = () => new Request(`http://localhost/api/trpc/${address}`, { headers })
  let isPlain = false
  const app = new Hono().get('/api/trpc/*', async (c) => {
    const queries = plainQueries(c.req, pages, decodeURIComponent(c.req.path.slice('/api/trpc/'.length)))
    if (!queries) return new Response('the adapter')
    isPlain = true
    const { status, body } = await answerQueries(pages, queries, context, c.req.raw.signal)
    return c.body(body, status as 200, QUERY_HEADERS)
  })
  const described = async (answer: Response) => ({
    status: answer.status,
    type: answer.headers.get('content-type'),
    vary: answer.headers.get('vary'),
    body: await answer.text(),
  })
  const ours = await described(await app.fetch(request()))
  const theirs = await described(
    await fetchRequestHandler({
      endpoint: '/api/trpc',
      req: request(),
      router: pages,
      createContext: () => context,
    }),
  )
  return { ours, theirs, isPlain }
}

const input = (value: unknown) => `input=${encodeURIComponent(JSON.stringify(value))}`

test.each([
  'page.list',
  'page.list?input=%7B%7D',
  `page.one?${input({ id: 'a' })}`,
  `page.one?${input({ id: 7 })}`,
  'page.one',
  `page.maybe?${input('x')}`,
  'page.maybe',
  `page.maybe?${input(null)}`,
  'page.nothing',
  'page.hidden',
  'page.broken',
  'page.mine',
  `page.list,page.one?batch=1&${input({ 1: { id: 'a' } })}`,
  `page.hidden,page.one?batch=1&${input({ 1: { id: 'a' } })}`,
  'page.hidden,page.hidden?batch=1',
  'page.list?batch=1',
])('7.1 the query %s is answered as tRPC answers it', async (address) => {
  const { ours, theirs, isPlain } = await answersTo(address)
  expect(isPlain).toBe(true)
  expect(ours).toEqual(theirs)
})

test.each<[string, Record<string, string>?]>([
  ['no.such'],
  ['page.change'],
  ['page.list,page.change?batch=1'],
  ['__proto__'],
  ['page.one?input=%7B'],
  ['page.list?batch=1&input=%5B%5D'],
  ['page.list?batch=1', { 'trpc-accept': 'application/jsonl' }],
  ['page.list?batch=1', { accept: 'application/jsonl' }],
  ['page.list', { 'content-type': 'multipart/form-data' }],
])('7.1 what is more than a plain query is left to the adapter: %s %j', async (address, headers = {}) => {
  expect((await answersTo(address, headers)).isPlain).toBe(false)
})
