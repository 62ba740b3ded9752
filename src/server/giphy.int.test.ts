import type { RequestListener } from 'node:http'
import { openWebServer } from '@test/sinkhole'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createGiphy, type Giphy } from './giphy'

/** A GIPHY of our own: the answers it gives, and what it was asked. */
let site: Awaited<ReturnType<typeof openWebServer>>
let answer: RequestListener
let asked: URL[]
let time: number
let giphy: Giphy

beforeAll(async () => {
  site = await openWebServer((request, response) => {
    asked.push(new URL(request.url!, site.url))
    answer(request, response)
  })
})
afterAll(() => site.close())

const image = (name: string, width: string) => ({
  url: `https://media.example/${name}`,
  width,
  height: '100',
})
const pictures = (...ids: string[]) => ({
  data: ids.map((id) => ({
    id,
    title: `About ${id}`,
    images: { original: image(`${id}.gif`, '400'), fixed_width: image(`${id}-small.gif`, '200') },
  })),
})
const give =
  (body: unknown): RequestListener =>
  (_request, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
const refuse: RequestListener = (_request, response) => response.writeHead(429).end('{}')

beforeEach(() => {
  asked = []
  time = 1_000_000
  answer = give(pictures('one', 'two'))
  giphy = createGiphy({ apiKey: 'the-key', baseUrl: `${site.url}/` }, () => time)
})

const MINUTE = 60_000

it('9.4 asks for 20 at a time, rated g, with the key', async () => {
  const found = await giphy.search('falling leaves')
  expect(found).toEqual({
    state: 'gifs',
    gifs: ['one', 'two'].map((id) => ({
      id,
      title: `About ${id}`,
      url: `https://media.example/${id}.gif`,
      previewUrl: `https://media.example/${id}-small.gif`,
      width: 200,
      height: 100,
    })),
  })
  await giphy.trending()
  expect(asked.map(({ pathname, searchParams }) => [pathname, Object.fromEntries(searchParams)])).toEqual([
    ['/v1/gifs/search', { q: 'falling leaves', limit: '20', rating: 'g', api_key: 'the-key' }],
    ['/v1/gifs/trending', { limit: '20', rating: 'g', api_key: 'the-key' }],
  ])
})

it('9.4 keeps a search for 10 minutes and what is in vogue for 30', async () => {
  await Promise.all([giphy.search('a'), giphy.search('a'), giphy.trending()])
  expect(asked).toHaveLength(2)
  time += 9 * MINUTE
  await Promise.all([giphy.search('a'), giphy.trending()])
  expect(asked).toHaveLength(2)
  time += 2 * MINUTE
  await Promise.all([giphy.search('a'), giphy.trending()])
  expect(asked).toHaveLength(3)
  time += 20 * MINUTE
  await giphy.trending()
  expect(asked).toHaveLength(4)
})

it('8.8 after "too many" one more try in 30 seconds, then 15 minutes of peace, for everybody', async () => {
  answer = refuse
  expect(await giphy.search('a')).toEqual({ state: 'wait', seconds: 30 })
  expect(await giphy.search('b')).toEqual({ state: 'wait', seconds: 30 })
  time += 20_000
  expect(await giphy.trending()).toEqual({ state: 'wait', seconds: 10 })
  expect(asked).toHaveLength(1)
  time += 10_000
  expect(await giphy.search('a')).toEqual({ state: 'cooldown', seconds: 900 })
  expect(asked).toHaveLength(2)
  time += 14 * MINUTE
  expect(await giphy.search('b')).toEqual({ state: 'cooldown', seconds: 60 })
  expect(asked).toHaveLength(2)
  time += MINUTE
  answer = give(pictures('three'))
  expect(await giphy.search('b')).toMatchObject({ state: 'gifs', gifs: [{ id: 'three' }] })
  // Forgotten: the next refusal is a first one again.
  answer = refuse
  expect(await giphy.search('c')).toEqual({ state: 'wait', seconds: 30 })
  expect(await giphy.search('b')).toMatchObject({ state: 'gifs' })
  // A refusal of long ago does not count.
  time += 20 * MINUTE
  expect(await giphy.search('c')).toEqual({ state: 'wait', seconds: 30 })
})

it('8.8 two searches that are refused at once are one refusal, and what was asked before it takes none back', async () => {
  const waiting: (() => void)[] = []
  answer = (request, response) => {
    const { searchParams } = new URL(request.url!, site.url)
    const end = searchParams.get('q') === 'early' ? give(pictures('early')) : refuse
    waiting.push(() => end(request, response))
  }
  const early = giphy.search('early')
  const refused = Promise.all([giphy.search('a'), giphy.search('b')])
  await expect.poll(() => waiting.length).toBe(3)
  const [first, ...others] = ['early', 'a', 'b'].map((words) =>
    asked.findIndex(({ searchParams }) => searchParams.get('q') === words),
  )
  for (const at of others) waiting[at]?.()
  expect(await refused).toEqual([
    { state: 'wait', seconds: 30 },
    { state: 'wait', seconds: 30 },
  ])
  waiting[first!]?.()
  expect(await early).toMatchObject({ state: 'gifs' })
  expect(await giphy.search('c')).toEqual({ state: 'wait', seconds: 30 })
})

it('8.8 without a key nothing is asked', async () => {
  const off = createGiphy({ apiKey: null, baseUrl: site.url })
  expect(await off.search('a')).toEqual({ state: 'off' })
  expect(await off.trending()).toEqual({ state: 'off' })
  expect(asked).toEqual([])
})

it('R40 a failure does not tell the key, and R30 no address that could run is passed on', async () => {
  answer = (_request, response) => response.writeHead(500).end()
  const failure = await giphy.search('a').catch((error: unknown) => String(error))
  expect(failure).toBe('Error: GIPHY answered 500')
  const bad = pictures('bad')
  bad.data[0]!.images.original.url = 'javascript:alert(1)'
  answer = give({ data: [...bad.data, ...pictures('good').data] })
  expect(await giphy.search('b')).toMatchObject({ gifs: [{ id: 'good' }] })
  for (const body of [{}, [], { data: [{ id: 'x' }] }, 'text']) {
    answer = give(body)
    await expect(giphy.search(JSON.stringify(body))).rejects.toThrow()
  }
  answer = (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  await expect(giphy.search('c')).rejects.toThrow()
})
