import { countedTurns } from '@test/counted-turns'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { Context, Hono } from 'hono'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { RequestContext } from '@/server/context'
import { anyone, router, signedIn } from '@/server/rpc'
import { AppError } from '@/shared/errors'
import { answerCalls, CALL_HEADERS, plainCalls } from './answer-calls'

const pages = router({
  page: router({
    list: anyone.query(() => ({ documents: [{ title: 'é', at: new Date(0), none: undefined }] })),
    one: anyone.input(z.object({ id: z.string() })).query(({ input }) => ({ id: input.id })),
    long: anyone.input(z.number()).query(({ input }) => ({ text: 'é'.repeat(input) })),
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
    name: anyone.input(z.object({ title: z.string() })).mutation(({ input }) => ({ title: input.title })),
    refuse: anyone.mutation(() => {
      throw new AppError('conflict', 'It is being changed.')
    }),
  }),
})

// Only the caller and the log are asked for.
const context = {
  caller: { user: null, sessionId: null, ip: '127.0.0.1' },
  log: { error: () => undefined },
} as unknown as RequestContext

const untaken = { isFull: () => false, hold: () => undefined, holdShared: () => undefined }

/** What is answered to a request, and whether it was answered without the adapter. */
async function answersTo(address: string, headers: Record<string, string> = {}, body?: string) {
  const init = body === undefined ? { headers } : { method: 'POST', headers, body }
  const request = () => new Request(`http://localhost/api/trpc/${address}`, init)
  let isPlain = false
  const app = new Hono().all('/api/trpc/*', async (c) => {
    const asked = await plainCalls(c.req, pages, decodeURIComponent(c.req.path.slice('/api/trpc/'.length)))
    if (!asked) return new Response('the adapter')
    isPlain = true
    const { status, body } = await answerCalls(pages, asked, context, { signal: c.req.raw.signal, untaken })
    return c.body(body, status as 200, CALL_HEADERS)
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
  `page.long?${input(20_000)}`,
  `page.one,page.long?batch=1&${input({ 0: { id: 'a' }, 1: 20_000 })}`,
  `${'page.one,'.repeat(30)}page.list?batch=1&${input(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [at, { id: `${at}` }])))}`,
  'page.list,no.such?batch=1',
  'no.such,__proto__,page.hidden?batch=1',
  'page.list?connectionParams=null',
])('7.1 the query %s is answered as tRPC answers it', async (address) => {
  const { ours, theirs, isPlain } = await answersTo(address)
  expect(isPlain).toBe(true)
  expect(ours).toEqual(theirs)
})

test.each([
  ['page.change', '{}'],
  ['page.name', '{"title":"é"}'],
  ['page.name', '{"title":7}'],
  ['page.name', 'null'],
  ['page.refuse', '{}'],
  ['page.change,page.name?batch=1', '{"1":{"title":"A"}}'],
  ['page.change,page.refuse?batch=1', '{}'],
  ['page.change,no.such?batch=1', '{}'],
])('7.1 the change %s %s is answered as tRPC answers it', async (address, body) => {
  const { ours, theirs, isPlain } = await answersTo(address, { 'content-type': 'application/json' }, body)
  expect(isPlain).toBe(true)
  expect(ours).toEqual(theirs)
})

test.each([
  ['page.list', '{}'],
  ['page.list,page.change?batch=1', '{}'],
  ['page.change', ''],
  ['page.name', '{'],
])('7.1 a body that is more than a plain change is left to the adapter: %s %s', async (address, body) => {
  expect((await answersTo(address, { 'content-type': 'application/json' }, body)).isPlain).toBe(false)
})

test.each<[string, Record<string, string>?]>([
  ['no.such'],
  ['page.change'],
  ['page.list,page.change?batch=1'],
  ['__proto__'],
  ['page.one?input=%7B'],
  ['page.list?batch=1', { 'trpc-accept': 'application/jsonl' }],
  ['page.list?batch=1', { accept: 'application/jsonl' }],
  ['page.list', { 'content-type': 'multipart/form-data' }],
])('7.1 what is more than a plain query is left to the adapter: %s %j', async (address, headers = {}) => {
  expect((await answersTo(address, headers)).isPlain).toBe(false)
})

test.each([
  ['page.list,page.list?batch=1&input=%5B%5D'],
  ['page.list,page.list?batch=1&input=7'],
  ['page.list,page.list?batch=1&input=%7B'],
  ['page.change,page.change?batch=1', '[]'],
  ['page.change,page.change?batch=1', '"a"'],
  ['page.change,page.change?batch=1', '{'],
  ['page.change,page.change?batch=1', ''],
])('R67 a batch without readable inputs is refused: %s %s', async (address, body?: string) => {
  const [names = '', search] = address.split('?')
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  const { req } = new Context(
    new Request(`http://localhost/api/trpc/${names}?${search}`, body === undefined ? {} : init),
  )
  await expect(plainCalls(req, pages, names)).rejects.toMatchObject({ code: 'bad-input' })
})

/** Calls of one kind, and what they were answered as one batch. */
async function answered<Value>(calls: number, act: () => Value, signal = new AbortController().signal) {
  const held: number[] = []
  const one = router({ it: anyone.query(act), change: anyone.mutation(act) })
  const answer = (type: 'query' | 'mutation', isFull: (bytes: number) => boolean = () => false) => {
    const path = type === 'query' ? 'it' : 'change'
    const asked = {
      type,
      isBatch: true,
      calls: Array.from({ length: calls }, () => ({ path, input: undefined })),
    }
    const sum = () => held.reduce((all, bytes) => all + bytes, 0)
    const room = {
      ...untaken,
      isFull: () => isFull(sum()),
      hold: (bytes: number) => void held.push(bytes),
    }
    return answerCalls(one, asked, context, { signal, untaken: room })
  }
  return { answer, held }
}

test('R67 each call of a batch has a turn of the event loop to itself', async () => {
  let inThisTurn = 0
  let most = 0
  const { answer } = await answered(40, () => {
    if (inThisTurn++ === 0) setImmediate(() => (inThisTurn = 0))
    most = Math.max(most, inThisTurn)
    return 'done'
  })
  const { turns } = await countedTurns(() => answer('query'))
  // The first waits for no turn, so that the second can come in the same one.
  expect(most).toBeLessThanOrEqual(2)
  expect(turns).toBeGreaterThanOrEqual(39)
})

test('R67 a few calls of a batch are under way at the same time, no more', async () => {
  let underWay = 0
  let most = 0
  const { answer } = await answered(50, async () => {
    most = Math.max(most, ++underWay)
    await new Promise((resolve) => setTimeout(resolve, 2))
    underWay--
  })
  await Promise.all([answer('query'), answer('query')])
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(16)
})

test('R67 each answer of a batch is written in a turn of its own', async () => {
  let inThisTurn = 0
  let most = 0
  const toJSON = () => {
    if (inThisTurn++ === 0) setImmediate(() => (inThisTurn = 0))
    most = Math.max(most, inThisTurn)
    return 'written'
  }
  const { answer } = await answered(20, () => ({ toJSON }))
  const { body } = await answer('query')
  expect(JSON.parse(String(body))).toHaveLength(20)
  // The first waits for no turn, so that the second can come in the same one.
  expect(most).toBeLessThanOrEqual(2)
})

test('R67 who has much that they do not take is given no more of a batch', async () => {
  const { answer } = await answered(50, () => 'a'.repeat(100_000))
  const { status, body } = await answer('query', (bytes) => bytes >= 1_000_000)
  expect(status).toBe(207)
  const answers = JSON.parse(Buffer.from(body as Uint8Array).toString()) as { error?: { data: object } }[]
  expect(answers).toHaveLength(50)
  expect(answers.filter(({ error }) => !error)).toHaveLength(10)
  expect(answers.at(-1)?.error?.data).toMatchObject({ httpStatus: 429, appCode: 'rate-limited' })
})

test('R67 many short answers of a batch count as one long one; a short one does not count', async () => {
  const short = await answered(1, () => 'a'.repeat(16_000))
  await short.answer('query')
  expect(short.held).toEqual([])
  const { answer, held } = await answered(50, () => 'é'.repeat(8_000))
  const { body } = await answer('query')
  const sum = held.reduce((all, bytes) => all + bytes, 0)
  expect(sum).toBeGreaterThan(0.99 * Buffer.byteLength(body))
  expect(sum).toBeLessThanOrEqual(Buffer.byteLength(body))
})

test('R67 who has many short answers that they do not take is given no more of a batch', async () => {
  const { answer } = await answered(50, () => 'a'.repeat(10_000))
  const { body } = await answer('query', (bytes) => bytes >= 200_000)
  const answers = JSON.parse(String(body)) as { error?: object }[]
  expect(answers.filter(({ error }) => !error)).toHaveLength(20)
})

test('R67 of calls under way together, no more are answered than one person is kept; changes are told all the same', async () => {
  for (const [type, statuses] of [
    ['query', [...Array(10).fill(200), ...Array(20).fill(429)]],
    ['mutation', Array(30).fill(200)],
  ] as const) {
    const { promise: allHaveBegun, resolve: goOn } = Promise.withResolvers<void>()
    let begun = 0
    const { answer } = await answered(1, async () => {
      if (++begun === 30) goOn()
      await allHaveBegun
      return 'a'.repeat(100_000)
    })
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => answer(type, (bytes) => bytes >= 1_000_000)),
    )
    expect(answers.map(({ status }) => status)).toEqual(statuses)
  }
})

test('R67 of somebody who has gone nothing more is read, and all that they wanted to change is changed', async () => {
  let done = 0
  const gone = new AbortController()
  const { answer } = await answered(
    30,
    () => {
      if (++done === 1) gone.abort()
    },
    gone.signal,
  )
  await answer('query')
  expect(done).toBeLessThanOrEqual(2)
  done = 1
  await answer('mutation')
  expect(done).toBe(31)
})
