import { countedTurns } from '@test/counted-turns'
import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Block } from '@/blocks/kit/block'
import type { RequestContext } from '@/server/context'
import { inLanguage } from '@/server/language'
import { askPublic } from './ask-public'
import { listedInParts } from './feeds.routes'
import { PageCache } from './page-cache'
import { isPublicFile } from './public-access'
import { publicDocument } from './public-document.service'
import { readPublicFacts } from './public-facts'
import { publicFilesOf } from './public-files'
import { publicWork, shownBlocks } from './public-work'
import { shownOnce } from './shown-blocks'

const line = (at: number): Block => ({
  id: `b${at}`,
  kind: 'paragraph',
  text: [
    { text: `Line ${at} of ` },
    { text: 'many bold', marks: [{ kind: 'bold' }] },
    { text: ' & linked', marks: [{ kind: 'link', attributes: { url: `https://example.org/${at}` } }] },
  ],
})
const lines = (number: number) => Array.from({ length: number }, (_, at) => line(at))

onEachDatabase('what is made of published pages', (database) => {
  let server: TestServer
  let owner: TestPerson

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    owner = await server.signUp()
  })
  afterAll(() => server.close())

  const publish = async (contentRich: Block[]) => {
    const { document } = server.rpc(owner.cookie)
    const { id } = await document.create.mutate({ title: 'Long', contentRich })
    await document.publish.mutate({ id, isPublished: true })
    return id
  }
  const visitor = (ip: string): RequestContext => ({
    ...server.services,
    caller: { user: null, sessionId: null, ip },
  })
  /** How long the thread that answers everybody is busy with it. */
  const work = async (act: () => unknown) => {
    const before = process.threadCpuUsage()
    await act()
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  }
  const richOf = async (id: string) =>
    (
      await server.services.db
        .selectFrom('document')
        .select('content_rich')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).content_rich

  it('R67 a long page is looked through for calls in a thread of its own, and once for many', async () => {
    const [first, page] = [await publish(lines(200)), await publish(lines(3_000))]
    // The worker's program is made when it is first needed; here that is not what is measured.
    await publicDocument(visitor('203.0.113.1'), first)
    const links = { origin: server.services.config.publicUrl, pages: [] }
    const rich = await richOf(page)
    const here = await work(() => shownBlocks({ rich, links }))
    const ask = async () =>
      expect((await publicDocument(visitor('203.0.113.1'), page)).contentRich).toHaveLength(3_000)
    // Less than looking alone would take here for each of them; asking and answering comes on top of that.
    expect(await work(() => Promise.all(Array.from({ length: 8 }, ask)))).toBeLessThan(here * 8)
  })

  it('R67 a long page is looked through for the files on it in a thread of its own, and once for many', async () => {
    const { db } = server.services
    const page = await publish(lines(3_000))
    const answer = await fetch(`${server.url}/api/files?page=${page}&name=figures.txt`, {
      method: 'POST',
      headers: { origin: server.url, cookie: owner.cookie },
      body: 'bytes of a file',
    })
    const { id, url } = (await answer.json()) as { id: string; url: string }
    const file: Block = { id: 'f', kind: 'file', attributes: { url, name: 'figures.txt', isUpload: true } }
    await server.rpc(owner.cookie).document.update.mutate({ id: page, contentRich: [...lines(3_000), file] })
    const rich = await richOf(page)
    const here = await work(() => publicWork.files({ rich, cover: null }))
    const ask = async () => expect(await isPublicFile(db, id, undefined, { asker: 'visitor' })).not.toBeNull()
    const cost = await work(() => Promise.all(Array.from({ length: 20 }, ask)))
    // Each of the twenty would cost as much as one here.
    expect(cost).toBeLessThan(here * 8)
  })

  it('R67 a short page that is hard to draw is drawn beside the work of everybody else, and comes to an end', async () => {
    const code = (at: number): Block => ({
      id: `c${at}`,
      kind: 'codeBlock',
      attributes: { lang: 'markdown' },
      text: [{ text: '[a]('.repeat(2_500) }],
    })
    const roots = `\\def\\a{${'\\sqrt{x}'.repeat(15)}}${'\\a'.repeat(150)}`
    const equation = (at: number): Block => ({
      id: `e${at}`,
      kind: 'equation',
      attributes: { texExpression: roots },
    })
    const note = `${'*a '.repeat(150)}${'a* '.repeat(150)}`
    const footnote: Block = { id: 'f', kind: 'paragraph', text: [{ kind: 'footnote', attributes: { note } }] }
    const page = await publish([code(1), ...Array.from({ length: 5 }, (_, at) => equation(at)), footnote])
    expect((await richOf(page)).length).toBeLessThan(16_000)
    // The worker's program is made when it is first needed.
    await fetch(`${server.url}/preview/${await publish([equation(0)])}`)
    const cost = await work(async () => {
      const answer = await fetch(`${server.url}/preview/${page}`)
      expect(answer.status).toBe(200)
      expect((await answer.text()).length).toBeLessThan(1_000_000)
    })
    // The code alone takes a thread more than two seconds; here the answer is sent.
    expect(cost).toBeLessThan(1_000_000)
  }, 240_000)

  it('R67 the Markdown of a short page that is hard to write is written beside the work of everybody else', async () => {
    const hard: Block = { id: 'a', kind: 'paragraph', text: [{ text: '>\n'.repeat(5_000) }] }
    const page = await publish([hard])
    const links = { origin: server.services.config.publicUrl, pages: [] }
    const content = { rich: await richOf(page), links }
    expect(content.rich.length).toBeLessThan(16_000)
    const read = async (id: string) => (await fetch(`${server.url}/preview/${id}.md`)).text()
    // The worker's program is made when it is first needed.
    await read(await publish(lines(20)))
    let text = ''
    const cost = await work(async () => {
      text = await read(page)
    })
    const here = await work(async () => {
      const { bytes } = await publicWork.markdown({ content, title: 'Long' })
      expect(text).toBe(new TextDecoder().decode(bytes))
    })
    expect(cost).toBeLessThan(here / 2)
  })

  it('R67 a visitor has a number of pages drawn in a minute and no more; those that are drawn are for everybody', async () => {
    const { limits } = server.services
    const [drawn, other] = [await publish(lines(1)), await publish(lines(1))]
    const status = async (id: string) => (await fetch(`${server.url}/preview/${id}`)).status
    expect(await status(drawn)).toBe(200)
    for (let used = 0; used < 240; used++)
      await limits.take('public-html:127.0.0.1', 240, 60).catch(() => undefined)
    expect([await status(drawn), await status(other)]).toEqual([200, 429])
    await limits.clear('public-html:127.0.0.1')
    expect(await status(other)).toBe(200)
  })

  it('R67 a site map is read in parts, between which others have their turn', async () => {
    for (let at = 0; at < 3; at++) await publish([])
    const { db } = server.services
    const listed = async (size: { most: number; atATime: number }) => {
      const rows: { id: string }[] = []
      for await (const row of listedInParts(db, size)) rows.push(row)
      return rows
    }
    const all = await listed({ most: 50_000, atATime: 50_000 })
    expect(all.length).toBeGreaterThanOrEqual(3)
    const counted = await countedTurns(() => listed({ most: 50_000, atATime: 1 }))
    expect(counted.result).toEqual(all)
    expect(counted.turns).toBeGreaterThanOrEqual(all.length - 1)
    expect(await listed({ most: 2, atATime: 1 })).toEqual(all.slice(0, 2))
    await server.services.limits.clear('public-sitemap:127.0.0.1')
    const answers = await Promise.all(
      Array.from({ length: 13 }, async () => (await fetch(`${server.url}/sitemap.xml`)).status),
    )
    expect(answers.filter((status) => status === 429)).toHaveLength(1)
    await server.services.limits.clear('public-sitemap:127.0.0.1')
  })

  it('what stands in place of what is hidden is in the language of each who reads it', async () => {
    const { db, config } = server.services
    const hidden = await server.rpc(owner.cookie).document.create.mutate({ title: 'Plans' })
    const link = { kind: 'link', attributes: { url: `/${hidden.id}` } }
    const page = await publish([{ id: 'a', kind: 'paragraph', text: [{ text: 'Plans', marks: [link] }] }])
    const asker = 'visitor 203.0.113.3'
    for (const [language, words] of [
      ['en', 'Private page'],
      ['de', 'Private Seite'],
      ['en', 'Private page'],
    ] as const) {
      const read = await inLanguage(language, () => publicDocument(visitor('203.0.113.3'), page))
      expect(read.contentRich[0]?.text).toEqual([{ text: words }])
      const facts = await inLanguage(language, () => readPublicFacts(db, page, config.publicUrl, { asker }))
      expect(facts?.description).toBe(words)
    }
  })

  it('R67 a visitor who asks for many long pages keeps no other one from theirs', async () => {
    const pages = await Promise.all(Array.from({ length: 6 }, () => publish(lines(200))))
    const many = pages.flatMap((id) =>
      Array.from({ length: 10 }, () => publicDocument(visitor('203.0.113.1'), id)),
    )
    const one = publicDocument(visitor('203.0.113.2'), pages[0]!)
    const answers = Promise.allSettled(many)
    expect((await one).contentRich).toHaveLength(200)
    // Their own wait for each other, and no more of them than a few.
    const refused = (await answers).flatMap((answer) =>
      answer.status === 'rejected' ? answer.reason.code : [],
    )
    expect(new Set(refused)).toEqual(new Set(['rate-limited']))
  })
  it.each(['blocks', 'files', 'markdown'] as const)(
    'R67 nobody waits for the %s of a page behind what another has asked for before it',
    async (of) => {
      const { db, config } = server.services
      const ids = await Promise.all(Array.from({ length: 10 }, () => publish(lines(400))))
      const pages = await db
        .selectFrom('document')
        .select(['id', 'updated_at', 'cover_image', 'content_rich as rich'])
        .where('id', 'in', ids)
        .execute()
      const links = { origin: config.publicUrl, pages: [] }
      const cache = new PageCache()
      const ask = {
        blocks: (page, asker) => shownOnce(page.id, { rich: page.rich, links }, asker),
        files: (page, asker) => publicFilesOf(db, page, asker),
        markdown: (page, asker) =>
          cache.draw(
            page.id,
            async (askers) => {
              const job = { content: { rich: page.rich, links }, title: '' }
              const made = await askPublic('markdown', job, page.rich.length, askers)
              return { ...made, stamp: '', names: [] }
            },
            { asker },
          ),
      } satisfies Record<typeof of, (page: (typeof pages)[number], asker: string) => Promise<unknown>>
      const done: string[] = []
      const asked = async (page: (typeof pages)[number], asker: string) => {
        await ask[of](page, asker)
        done.push(asker)
      }
      // All of them wait before any begins.
      const [long] = await db
        .selectFrom('document')
        .select(['id', 'updated_at', 'cover_image', 'content_rich as rich'])
        .where('id', '=', await publish(lines(3_000)))
        .execute()
      const before = ask[of](long!, 'visitor 203.0.113.9')
      const theirs = pages.map((page) => asked(page, 'visitor 203.0.113.1'))
      await Promise.all([before, ...theirs, asked(pages.at(-1)!, 'visitor 203.0.113.2')])
      // Behind that which had begun, and their own of the same page.
      expect(done.indexOf('visitor 203.0.113.2')).toBeLessThan(3)
    },
  )
})
