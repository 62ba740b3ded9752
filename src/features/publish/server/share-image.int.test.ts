import { onEachDatabase, startTestServer, type TestServer } from '@test/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Printer } from '@/server/chromium/printer'
import { BUSY } from '@/server/workers/job-queue'
import type { PublicFacts } from './public-facts'
import { visitorAt } from './public-limits'
import { ShareImages } from './share-image'

const first = visitorAt('203.0.113.1')
const second = visitorAt('203.0.113.2')
const page = (title: string) =>
  ({ title, icon: null, author: null, textStyle: 'default', coverImage: null }) as PublicFacts

onEachDatabase('pictures of links', (database) => {
  let server: TestServer
  /** Those that the browser is drawing, in the order in which they came to it, each until it is told to be done. */
  let begun: { title: string; done(): void }[]
  let printer: Pick<Printer, 'png'>
  let images: ShareImages

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
  })
  afterAll(() => server.close())

  beforeEach(async () => {
    begun = []
    // In place of the browser that draws.
    printer = {
      png: ({ html }, _options, { signal }) =>
        new Promise((resolve, reject) => {
          const title = /<h1>(.*)<\/h1>/.exec(html)![1]!
          begun.push({ title, done: () => resolve(Buffer.from(title)) })
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    }
    images = new ShareImages({ limits: server.services.limits, printer: printer as Printer })
    for (const asker of [first, second]) await server.services.limits.clear(`page-images:${asker}`)
  })

  const draw = (title: string, asker: string) => images.draw(page(title), asker).then(({ png }) => `${png}`)
  const drawing = async (title: string) => {
    await expect.poll(() => begun.at(-1)?.title, { timeout: 30_000 }).toBe(title)
    begun.at(-1)!.done()
  }

  it('R67 a visitor who asks for too many new ones keeps no other one from theirs', async () => {
    await server.services.limits.take(`page-images:${first}`, 1_000, 60, 60)
    await expect(draw('Theirs', first)).rejects.toMatchObject({ code: 'rate-limited' })
    const other = draw('Theirs', second)
    await drawing('Theirs')
    expect(await other).toBe('Theirs')
    // What is drawn already costs nobody anything.
    expect(await draw('Theirs', first)).toBe('Theirs')
  })

  it('R67 visitors are taken in turn, and only some of what one of them asks for waits', async () => {
    const running = draw('A0', first)
    await expect.poll(() => begun.length, { timeout: 30_000 }).toBe(1)
    const many = Array.from({ length: 20 }, (_, at) => draw(`A${at + 1}`, first))
    const settled = Promise.allSettled(many)
    await expect.poll(() => waiting(images), { timeout: 30_000 }).toBe(10)
    const [own, shared] = [draw('B', second), draw('A7', second)]
    await expect.poll(() => waiting(images), { timeout: 30_000 }).toBeGreaterThanOrEqual(11)
    begun[0]!.done()
    await running
    await expect.poll(() => begun.length, { timeout: 30_000 }).toBe(2)
    expect(['B', 'A7']).toContain(begun[1]!.title)
    const goOn = setInterval(() => {
      for (const { done } of begun) done()
    }, 5)
    expect(await Promise.all([own, shared])).toEqual(['B', 'A7'])
    const codes = (await settled).flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    clearInterval(goOn)
    expect(codes.length).toBeGreaterThanOrEqual(9)
    expect(new Set(codes)).toEqual(new Set(['rate-limited']))
  })

  const busy = { code: 'unavailable', message: BUSY() }
  const withMost = (most: { waitMs: number; drawMs: number }) => {
    images = new ShareImages({ limits: server.services.limits, printer: printer as Printer }, most)
  }

  it('one that has waited too long for those before it is refused in words, and the others are drawn', async () => {
    withMost({ waitMs: 300, drawMs: 60_000 })
    const before = draw('Before', first)
    await expect.poll(() => begun.length, { timeout: 30_000 }).toBe(1)
    await expect(draw('Late', second)).rejects.toMatchObject(busy)
    begun[0]!.done()
    expect(await before).toBe('Before')
  })

  it('one that takes too long to draw is refused in words', async () => {
    withMost({ waitMs: 60_000, drawMs: 300 })
    await expect(draw('Slow', first)).rejects.toMatchObject(busy)
    expect(begun.map(({ title }) => title)).toEqual(['Slow'])
  })
})

/** Pictures for which the browser has no room yet. */
const waiting = (images: ShareImages): number =>
  (images as unknown as { queue: { waiting: unknown[] } }).queue.waiting.length
