import type { RequestListener } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { until } from '@test/collab'
import { onEachDatabase, refusal, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { openSiteAndSinkhole, type Sinkhole, type WebServer } from '@test/sinkhole'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Block } from '@/blocks/kit/block'
import { createGuardedFetch } from '@/server/fetch/guarded-fetch'
import { isPublicAddress } from '@/server/fetch/public-address'
import { LIMITS } from '@/shared/limits'
import { COVER_TOO_LARGE, LINK_ERRORS, NO_COVER_FILE } from '../cover/cover-words'
import { summaryStamp } from '../summary-stamp'

/** What the tests take for a public address. */
const OUTSIDE = '127.0.0.2'

onEachDatabase('the head of a page', (database) => {
  let server: TestServer
  let owner: TestPerson
  let other: TestPerson
  let rpc: ReturnType<TestServer['rpc']>
  let site: WebServer
  let answer: RequestListener
  let sinkhole: Sinkhole

  beforeAll(async () => {
    const opened = await openSiteAndSinkhole((request, response) => answer(request, response), OUTSIDE)
    ;({ site, sinkhole } = opened)
    const fetch = createGuardedFetch({
      resolve: async (name) => [
        { address: name === 'inside.test' ? '127.0.0.1' : OUTSIDE, family: 4 as const },
      ],
      isPublic: (address) => address === OUTSIDE || isPublicAddress(address),
    })
    server = await startTestServer({ env: database.env, fetch })
    owner = await server.signUp()
    other = await server.signUp()
    rpc = server.rpc(owner.cookie)
  })
  afterAll(async () => {
    await server.close()
    await Promise.all([site.close(), sinkhole.close()])
  })

  const make = async (title = 'A page') => (await rpc.document.create.mutate({ title })).id

  async function upload(page: string, name: string, body: Uint8Array<ArrayBuffer>): Promise<string> {
    const sent = await fetch(`${server.url}/api/files?page=${page}&name=${name}`, {
      method: 'POST',
      headers: { origin: server.url, cookie: owner.cookie },
      body,
    })
    expect(sent.status).toBe(201)
    return ((await sent.json()) as { url: string }).url
  }
  const png = (size: number) => {
    const bytes = new Uint8Array(size)
    bytes.set(
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    )
    return bytes
  }

  describe('labels and summary', () => {
    it('2.45 up to ten labels, tidied, shown in lists too, and cleared again', async () => {
      const id = await make()
      const changed = await rpc.document.update.mutate({ id, tags: ['  Plans ', 'plans', 'a  b', ''] })
      expect(changed.tags).toEqual(['Plans', 'a b'])
      const { documents } = await rpc.document.tree.query({})
      expect(documents.find((page) => page.id === id)?.tags).toEqual(['Plans', 'a b'])
      expect((await rpc.document.update.mutate({ id, tags: [] })).tags).toEqual([])
    })

    it('5.9 eleven labels are refused in words, and so is one that is a text', async () => {
      const id = await make()
      const labels = Array.from({ length: 11 }, (_, index) => `label ${index}`)
      const { code, words } = await refusal(rpc.document.update.mutate({ id, tags: labels }))
      expect(code).toBe('bad-input')
      expect(words).toContain('Select up to 10 labels')
      const long = ['x'.repeat(LIMITS.label + 1)]
      expect((await refusal(rpc.document.update.mutate({ id, tags: long }))).code).toBe('bad-input')
      expect((await rpc.document.document.query({ id })).tags).toEqual([])
    })

    it('2.28 the summary is one line, and goes when it is empty', async () => {
      const id = await make()
      const summary = async (aiSummary: string | null) =>
        (await rpc.document.update.mutate({ id, aiSummary })).aiSummary
      expect(await summary('  What it is\nabout ')).toBe('What it is about')
      expect(await summary('   ')).toBeNull()
      expect(await summary('Again')).toBe('Again')
      expect(await summary(null)).toBeNull()
      const long = 'x'.repeat(LIMITS.summary + 1)
      expect((await refusal(rpc.document.update.mutate({ id, aiSummary: long }))).code).toBe('bad-input')
    })

    it('2.28 a summary that a model made is stale once the page says something else, and one by hand never is', async () => {
      const paragraph = (text: string): Block[] => [{ id: 'p1', kind: 'paragraph', text: [{ text }] }]
      const id = await make()
      const write = (text: string) => rpc.document.update.mutate({ id, contentRich: paragraph(text) })
      const summary = async (from = rpc) => {
        const page = await from.document.document.query({ id, content: false })
        return [page.aiSummary, page.aiSummaryStamp, page.isSummaryStale]
      }
      const becomes = (expected: unknown[]) =>
        until(`the summary to be ${expected}`, async () => isDeepStrictEqual(await summary(), expected))
      await write('Pour the water.')
      const stamp = summaryStamp(paragraph('Pour the water.'))
      const written = { id, aiSummary: 'How tea is made', aiSummaryStamp: stamp }
      expect((await rpc.document.update.mutate(written)).isSummaryStale).toBe(false)
      await becomes(['How tea is made', stamp, false])

      // The answer with the content knows at once, the one without when the words are stored.
      expect((await write('Pour the milk.')).isSummaryStale).toBe(true)
      await becomes(['How tea is made', stamp, true])
      // A title is no part of what is summarized.
      await rpc.document.update.mutate({ id, title: 'Milk' })
      expect((await write('Pour the water.')).isSummaryStale).toBe(false)
      // A model that read an earlier text than the page has now made it stale from the start.
      await write('Pour the milk.')
      expect((await rpc.document.update.mutate(written)).isSummaryStale).toBe(true)

      const copy = await rpc.document.duplicate.mutate({ id })
      expect(copy).toMatchObject({ aiSummaryStamp: stamp, isSummaryStale: true })

      const byHand = await rpc.document.update.mutate({ id, aiSummary: 'By hand' })
      expect(byHand).toMatchObject({ aiSummaryStamp: null, isSummaryStale: false })
      await rpc.document.update.mutate({ id, icon: 'rocket:blue', aiSummaryStamp: stamp })
      await becomes(['By hand', null, false])
      const bad = rpc.document.update.mutate({ id, aiSummary: 'a', aiSummaryStamp: 'none' })
      expect((await refusal(bad)).code).toBe('bad-input')
    })

    it('6.4 nothing of the head of a page that is locked or in the trash changes', async () => {
      const changes = [
        { tags: ['a'] },
        { aiSummary: 'a' },
        { icon: 'rocket:blue' },
        { coverImage: 'misty' },
        { coverFit: 'fill' as const },
        { backgroundGradient: 'misty' },
        { status: 'blocked' as const },
      ]
      const locked = await make()
      await rpc.document.update.mutate({ id: locked, lockPage: true })
      const archived = await make()
      await rpc.document.archive.mutate({ id: archived })
      for (const id of [locked, archived]) {
        for (const change of changes) {
          const call = rpc.document.update.mutate({ id, ...change })
          expect((await refusal(call)).code, JSON.stringify(change)).toBe('locked')
          const theirs = server.rpc(other.cookie).document.update.mutate({ id, ...change })
          expect((await refusal(theirs)).code).toBe('not-found')
        }
      }
    })
  })

  describe('a file as a cover', () => {
    it('9.5 a picture of up to 5 MB, larger ones and other files not', async () => {
      const id = await make()
      const set = (coverImage: string) => rpc.document.update.mutate({ id, coverImage })
      const small = await upload(id, 'small.png', png(LIMITS.coverFile))
      expect((await set(small)).coverImage).toBe(small)
      const large = await upload(id, 'large.png', png(LIMITS.coverFile + 1))
      expect(await refusal(set(large))).toEqual({ code: 'too-large', words: COVER_TOO_LARGE() })
      const text = await upload(id, 'text.txt', new TextEncoder().encode('Some words'))
      expect(await refusal(set(text))).toEqual({ code: 'bad-input', words: NO_COVER_FILE() })
      expect((await rpc.document.document.query({ id })).coverImage).toBe(small)
    })

    it('R20 nobody takes the file of a page that they may not see', async () => {
      const file = await upload(await make(), 'mine.png', png(1_000))
      const theirs = server.rpc(other.cookie)
      const { id } = await theirs.document.create.mutate({})
      const foreign = await refusal(theirs.document.update.mutate({ id, coverImage: file }))
      const missing = file.replace(/\/[0-9a-z]{20}\//, '/00000000000000000000/')
      expect(foreign).toEqual(await refusal(theirs.document.update.mutate({ id, coverImage: missing })))
      expect(foreign.code).toBe('not-found')
    })
  })

  describe('a link as a cover', () => {
    const check = (url: string) => rpc.cover.validateUrl.mutate({ url })

    it('5.4 a picture or a video is taken, whatever its address ends with', async () => {
      const methods: (string | undefined)[] = []
      answer = (request, response) => {
        methods.push(request.method)
        response.setHeader('content-type', request.url === '/film' ? 'video/mp4' : 'image/webp').end()
      }
      expect(await check(`http://site.test:${site.port}/a`)).toEqual({
        url: `http://site.test:${site.port}/a`,
        type: 'image',
      })
      expect((await check(`http://site.test:${site.port}/film`)).type).toBe('video')
      expect(methods).toEqual(['HEAD', 'HEAD'])
    })

    it('5.4 sites of videos and video files are taken without asking', async () => {
      expect((await check('https://vimeo.com/76979871')).type).toBe('video')
      expect((await check(`http://127.0.0.1:${sinkhole.port}/a.mp4`)).type).toBe('video')
      expect(sinkhole.touched()).toEqual([])
    })

    it('5.4 what is no picture, and what does not answer, is said in words', async () => {
      answer = (_request, response) => response.setHeader('content-type', 'text/html').end()
      const url = `http://site.test:${site.port}/a`
      expect((await refusal(check(url))).words).toBe(LINK_ERRORS.wrongType)
      answer = (_request, response) => response.writeHead(404, { 'content-type': 'image/png' }).end()
      expect((await refusal(check(url))).words).toBe(LINK_ERRORS.unreachable)
      answer = (request) => request.socket.destroy()
      expect((await refusal(check(url))).words).toBe(LINK_ERRORS.unreachable)
      for (const bad of [
        '',
        'no address',
        'ftp://a.org/a.png',
        'javascript:alert(1)',
        'https://you@a.org/a.png',
      ])
        expect(await refusal(check(bad)), bad).toEqual({ code: 'bad-input', words: LINK_ERRORS.invalid })
    })

    it('R36 a private address, by name, by redirect or in another form, is not touched, nor told apart', async () => {
      answer = (_request, response) =>
        response.writeHead(302, { location: `http://127.0.0.1:${sinkhole.port}/a.png` }).end()
      for (const host of ['127.0.0.1', '127.1', '2130706433', '[::ffff:127.0.0.1]', 'inside.test']) {
        expect(await refusal(check(`http://${host}:${sinkhole.port}/a.png`)), host).toEqual({
          code: 'bad-input',
          words: LINK_ERRORS.unreachable,
        })
      }
      expect((await refusal(check(`http://site.test:${site.port}/a.png`))).words).toBe(
        LINK_ERRORS.unreachable,
      )
      expect(sinkhole.touched()).toEqual([])
    })

    it('8.8 without a key of GIPHY the answer says that there is none', async () => {
      expect(await rpc.cover.gifs.query({ q: 'leaves' })).toEqual({ state: 'off' })
    })
  })
})
