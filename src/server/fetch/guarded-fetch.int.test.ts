import type { LookupAddress } from 'node:dns'
import type { RequestListener } from 'node:http'
import { openSiteAndSinkhole, type Sinkhole, type WebServer } from '@test/sinkhole'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createGuardedFetch, FetchRefused, MAX_REDIRECTS } from './guarded-fetch'
import { isPublicAddress } from './public-address'

/** What the tests take for a public address: loopback too, but nothing of ours listens there. */
const OUTSIDE = '127.0.0.2'
const INSIDE = '127.0.0.1'

let sinkhole: Sinkhole
let site: WebServer
let answer: RequestListener
let asked: { method: string; path: string; headers: NodeJS.Dict<string | string[]> }[]

beforeEach(async () => {
  asked = []
  answer = (_request, response) => response.end('hello')
  const note: RequestListener = (request, response) => {
    asked.push({ method: request.method!, path: request.url!, headers: request.headers })
    answer(request, response)
  }
  ;({ site, sinkhole } = await openSiteAndSinkhole(note, OUTSIDE))
})
afterEach(async () => {
  expect(sinkhole.touched()).toEqual([])
  await Promise.all([site.close(), sinkhole.close()])
})

/** A fetcher whose names are these: each time a name is asked for, the next of its answers, the last one for ever. */
function fetcherOf(names: Record<string, string[][]> = {}) {
  const used = new Map<string, number>()
  return createGuardedFetch({
    async resolve(name): Promise<LookupAddress[]> {
      const answers = names[name]
      if (!answers) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
      const times = used.get(name) ?? 0
      used.set(name, times + 1)
      return answers[Math.min(times, answers.length - 1)]!.map((address) => ({ address, family: 4 }))
    },
    isPublic: (address) => address === OUTSIDE || isPublicAddress(address),
  })
}

async function reasonOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof FetchRefused)) throw new Error('It was not refused', { cause: error })
  return error.reason
}

it('fetches what is public: status, type, body, and nothing of ours goes along', async () => {
  answer = (_request, response) => {
    response.setHeader('content-type', 'Image/PNG; charset=binary')
    response.setHeader('set-cookie', 'a=1')
    response.end('picture')
  }
  const fetch = fetcherOf({ 'site.test': [[OUTSIDE]] })
  const address = `http://site.test:${site.port}/a.png?b#c`
  const got = await fetch(address)
  expect(got).toMatchObject({ status: 200, contentType: 'image/png', url: address.slice(0, -2) })
  expect(got.body.toString()).toBe('picture')
  await fetch(address, { method: 'HEAD' })
  expect(asked.map(({ method, path }) => [method, path])).toEqual([
    ['GET', '/a.png?b'],
    ['HEAD', '/a.png?b'],
  ])
  for (const { headers } of asked) {
    expect(headers.cookie).toBeUndefined()
    expect(headers.referer).toBeUndefined()
    expect(headers['accept-encoding']).toBe('identity')
  }
})

it('R36 no form of an address that is ours is connected to', async () => {
  // The real rules, with the real system's names.
  const fetch = createGuardedFetch()
  const hosts = [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '0',
    '0.0.0.0',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '017700000001',
    '0177.0.0.1',
    '%31%32%37.0.0.1',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    'localhost',
    '[::1]',
    '[::]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '169.254.169.254',
    '10.0.0.1',
    '100.64.0.1',
    '224.0.0.1',
  ]
  for (const host of hosts) {
    const reason = await reasonOf(fetch(`http://${host}:${sinkhole.port}/`))
    expect(reason, host).toBe('not-allowed')
  }
})

it('R36 nothing but http and https, no name and password, no port of another service', async () => {
  const fetch = fetcherOf({ 'site.test': [[OUTSIDE]] })
  const addresses = [
    'file:///etc/passwd',
    'ftp://site.test/',
    `ws://site.test:${site.port}/`,
    'data:text/plain,hello',
    'javascript:alert(1)',
    'gopher://site.test/',
    `http://somebody:secret@site.test:${site.port}/`,
    'http://site.test:25/',
    'http://site.test:22/',
    '/path',
    '//site.test/',
    '',
    `http://site.test/${'a'.repeat(5000)}`,
  ]
  for (const address of addresses) expect(await reasonOf(fetch(address)), address).toBe('not-allowed')
  expect(asked).toEqual([])
})

it('R36 a name that leads inside, also if only partly, is not connected to', async () => {
  const fetch = fetcherOf({
    'inside.test': [[INSIDE]],
    'mapped.test': [['::ffff:127.0.0.1']],
    'both.test': [[OUTSIDE, INSIDE]],
    'nobody.test': [[]],
  })
  for (const name of ['inside.test', 'mapped.test', 'both.test', 'nobody.test'])
    expect(await reasonOf(fetch(`http://${name}:${site.port}/`)), name).toBe('not-allowed')
  expect(await reasonOf(fetch('http://unknown.test/'))).toBe('unreachable')
  expect(asked).toEqual([])
})

it('R36 a name that changes between two questions (rebinding) leads nowhere else', async () => {
  const fetch = fetcherOf({ 'rebind.test': [[OUTSIDE], [INSIDE]] })
  const address = `http://rebind.test:${site.port}/`
  expect((await fetch(address)).body.toString()).toBe('hello')
  // The second call finds the name inside, and the connection of the first is not used again.
  expect(await reasonOf(fetch(address))).toBe('not-allowed')
  expect(asked).toHaveLength(1)
})

it('R36 every redirect is checked like the first address', async () => {
  const fetch = fetcherOf({
    'site.test': [[OUTSIDE]],
    'inside.test': [[INSIDE]],
    'rebind.test': [[OUTSIDE], [INSIDE]],
  })
  const targets = [
    `http://127.0.0.1:${sinkhole.port}/`,
    `//127.1:${sinkhole.port}/`,
    `http://inside.test:${sinkhole.port}/`,
    `http://[::ffff:127.0.0.1]:${sinkhole.port}/`,
    'file:///etc/passwd',
    `ws://site.test:${site.port}/`,
    'http://169.254.169.254/latest/meta-data/',
  ]
  for (const status of [301, 302, 303, 307, 308])
    for (const target of targets) {
      answer = (_request, response) => response.writeHead(status, { location: target }).end()
      expect(await reasonOf(fetch(`http://site.test:${site.port}/`)), target).toBe('not-allowed')
    }
  answer = (_request, response) => response.writeHead(302, { location: '/again' }).end()
  expect(await reasonOf(fetch(`http://rebind.test:${site.port}/`))).toBe('not-allowed')
})

it('follows redirects, relative ones too, and gives up on a ring of them', async () => {
  const fetch = fetcherOf({ 'site.test': [[OUTSIDE]], 'other.test': [[OUTSIDE]] })
  answer = (request, response) => {
    if (request.url === '/') response.writeHead(302, { location: 'deep/one' }).end('ignored')
    else if (request.url === '/deep/one')
      response.writeHead(307, { location: `http://other.test:${site.port}/end` }).end()
    else response.end('arrived')
  }
  const got = await fetch(`http://site.test:${site.port}/`)
  expect(got.url).toBe(`http://other.test:${site.port}/end`)
  expect(got.body.toString()).toBe('arrived')

  asked = []
  answer = (_request, response) => response.writeHead(302, { location: '/' }).end()
  expect(await reasonOf(fetch(`http://site.test:${site.port}/`))).toBe('too-many-redirects')
  expect(asked).toHaveLength(MAX_REDIRECTS + 1)
})

it('stops at the size and at the time that were given', async () => {
  const fetch = fetcherOf({ 'site.test': [[OUTSIDE]] })
  const address = `http://site.test:${site.port}/`
  answer = (_request, response) => response.end(Buffer.alloc(100_000))
  expect(await reasonOf(fetch(address, { maxBytes: 50_000 }))).toBe('too-large')
  expect((await fetch(address, { maxBytes: 100_000 })).body).toHaveLength(100_000)

  // Says that something comes, and sends nothing.
  answer = (_request, response) => void response.writeHead(200, { 'content-length': '10' }).flushHeaders()
  expect(await reasonOf(fetch(address, { timeoutMs: 100 }))).toBe('too-slow')
  // A name that is never answered.
  const waiting = createGuardedFetch({ resolve: () => new Promise(() => undefined), isPublic: () => true })
  expect(await reasonOf(waiting(address, { timeoutMs: 100 }))).toBe('too-slow')

  const controller = new AbortController()
  const reason = new Error('stopped by the person')
  const call = fetch(address, { signal: controller.signal })
  controller.abort(reason)
  await expect(call).rejects.toBe(reason)
})

it('R36 the proxy of the environment is not used', async () => {
  const before = { ...process.env }
  const proxy = `http://127.0.0.1:${sinkhole.port}`
  Object.assign(process.env, {
    HTTP_PROXY: proxy,
    http_proxy: proxy,
    ALL_PROXY: proxy,
    NODE_USE_ENV_PROXY: '1',
  })
  try {
    const fetch = fetcherOf({ 'site.test': [[OUTSIDE]] })
    expect((await fetch(`http://site.test:${site.port}/`)).status).toBe(200)
  } finally {
    process.env = before
  }
})
