import { table } from '@test/page-tables'
import { startTestServer, type TestPerson, type TestServer } from '@test/server'
import { NOBODYS_ADDRESS, openSinkhole } from '@test/sinkhole'
import { getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCALE_RULE } from '../model'
import { printPage } from './print.service'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let server: TestServer
let ada: TestPerson
let eve: TestPerson
beforeAll(async () => {
  server = await startTestServer()
  ada = await server.signUp()
  eve = await server.signUp()
})
afterAll(() => server.close())

type Piece = { id: string; kind: string; [key: string]: unknown }
const words = (id: string, text: string, marks?: unknown[]): Piece => ({
  id,
  kind: 'paragraph',
  text: [{ text, ...(marks && { marks }) }],
})
const link = (url: string) => [{ kind: 'link', attributes: { url } }]
const heading = (id: string, level: number, text: string): Piece => ({
  id,
  kind: 'heading',
  attributes: { level },
  text: [{ text }],
})

async function pageOf(title: string, contentRich: Piece[], person = ada): Promise<string> {
  const { id } = await server
    .rpc(person.cookie)
    .document.create.mutate({ title, contentRich: contentRich as never })
  return id
}

async function keepPicture(page: string, person = ada): Promise<string> {
  const answer = await fetch(`${server.url}/api/files?page=${page}&name=dot.png`, {
    method: 'POST',
    headers: { origin: server.url, cookie: person.cookie },
    body: PNG,
  })
  return ((await answer.json()) as { url: string }).url
}

const addBlocks = (id: string, contentRich: Piece[]) =>
  server.rpc(ada.cookie).document.update.mutate({ id, contentRich: contentRich as never })

async function pdfOf(body: object) {
  const answer = await server.post('/api/export/pdf', body, ada.cookie)
  if (!answer.ok) throw new Error(await answer.text())
  const pdf = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()))
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const page = await pdf.getPage(index + 1)
      const { items } = await page.getTextContent()
      const [, , width, height] = page.view
      const annotations = (await page.getAnnotations()) as { url?: string; dest?: unknown }[]
      return {
        text: items.map((item) => ('str' in item ? item.str : '')).join(' '),
        size: { width: width!, height: height! },
        annotations,
      }
    }),
  )
  return { answer, pdf, pages, text: pages.map(({ text }) => text).join(' ') }
}

/** Points; browsers round them to whole pixels of their own. */
const about = ([width, height]: number[]) => ({
  width: expect.closeTo(width!, -1),
  height: expect.closeTo(height!, -1),
})

const printed = async (path: string, person?: TestPerson) =>
  fetch(`${server.url}${path}`, { headers: person ? { cookie: person.cookie } : {} })

/** A browser on a machine that does much else is slow. */
const PATIENCE = { timeout: 300_000 }

describe('7.35 a page as PDF', PATIENCE, () => {
  it('has the title, an outline of the headings, numbered sheets, and its links', async () => {
    const id = await pageOf('Quarterly plan', [])
    await addBlocks(id, [
      heading('h1', 1, 'Aims'),
      words('p0', 'down', link(`/${id}#h2`)),
      words('p1', 'to another', link('/other-page')),
      words('p2', 'elsewhere', link('https://example.org/')),
      ...Array.from({ length: 80 }, (_, at) => words(`w${at}`, `Line ${at}`)),
      heading('h2', 2, 'Costs'),
    ])
    const { answer, pdf, pages, text } = await pdfOf({ documentId: id })
    expect(answer.headers.get('content-disposition')).toMatch(/filename="export Quarterly plan\.pdf"/)
    const { info } = await pdf.getMetadata()
    expect(info).toMatchObject({ Title: 'Quarterly plan' })
    expect(text).toContain('Line 79')
    expect(pages.length).toBeGreaterThan(1)
    for (const [index, page] of pages.entries()) {
      expect(page.size).toEqual(about([595, 842]))
      expect(page.text.replaceAll(' ', '')).toMatch(new RegExp(`${index + 1}/${pages.length}$`))
    }
    interface Entry {
      title: string
      items: Entry[]
    }
    const titles = (items: Entry[]): string[] => items.flatMap((item) => [item.title, ...titles(item.items)])
    expect(titles((await pdf.getOutline()) as Entry[])).toEqual(['Quarterly plan', 'Aims', 'Costs'])
    const links = pages.flatMap(({ annotations }) => annotations)
    expect(links.map(({ url }) => url).filter(Boolean)).toEqual([
      `${server.url}/other-page`,
      'https://example.org/',
    ])
    expect(links.some(({ dest }) => dest === 'h2')).toBe(true)
  })

  it('9.5 on the paper and at the scale that is asked for, with or without numbers', async () => {
    const id = await pageOf('Sizes', [words('a', 'Words on paper')])
    const sizes: Record<string, number[]> = {
      a3: [842, 1191],
      letter: [612, 792],
      legal: [612, 1008],
      tabloid: [792, 1224],
    }
    for (const [format, size] of Object.entries(sizes)) {
      const { pages } = await pdfOf({ documentId: id, format, scale: 2, pageNumbers: false })
      expect(pages.map((page) => page.size)).toEqual([about(size)])
      expect(pages[0]!.text).not.toContain('/')
    }
  })

  it('9.5 refuses what it cannot do in words', async () => {
    const id = await pageOf('Refused', [])
    const said = async (body: object) => {
      const answer = await server.post('/api/export/pdf', body, ada.cookie)
      return [answer.status, ((await answer.json()) as { error: string }).error]
    }
    for (const scale of [0.09, 2.01, '1', null, -1])
      expect(await said({ documentId: id, scale })).toEqual([400, SCALE_RULE()])
    expect(await said({ documentId: id, format: 'b5' })).toEqual([
      400,
      'The format is one of a4, a3, letter, legal and tabloid.',
    ])
    expect((await said({}))[0]).toBe(400)
  })

  it.each([5, 10, 60])('a table of %i columns stands on the sheet with all of them', async (count) => {
    const row = (y: number) => Array.from({ length: count }, (_, x) => `cell${y}by${x}.`)
    const id = await pageOf('Wide', [{ ...table('t', row(1), row(2)) }])
    const { pages } = await pdfOf({ documentId: id })
    const text = pages.map((page) => page.text.replace(/\s/g, '')).join('')
    expect([...row(1), ...row(2)].filter((words) => text.split(words).length !== 2)).toEqual([])
  })

  it('a table that goes on has its head on every sheet', async () => {
    const cell = (row: string, text: string) => ({
      id: `${row}:c`,
      kind: 'tableCell',
      children: [words(`${row}p`, text)],
    })
    const rows = Array.from({ length: 70 }, (_, at) => ({
      id: `r${at}`,
      kind: 'tableRow',
      children: [cell(`r${at}`, at === 0 ? 'The head' : `Row ${at}`)],
    }))
    const id = await pageOf('Table', [
      {
        id: 't',
        kind: 'table',
        attributes: { headerRow: true },
        children: [{ id: 'c', kind: 'tableColumn' }, ...rows],
      },
    ])
    const { pages } = await pdfOf({ documentId: id })
    expect(pages.length).toBeGreaterThan(1)
    for (const { text } of pages) expect(text).toContain('The head')
  })

  it('what is folded away, written in other scripts or set in TeX stands on the paper', async () => {
    const id = await pageOf('Everything', [
      { id: 't', kind: 'toggle', children: [words('t1', 'The line'), words('t2', 'Folded away')] },
      words('cjk', '你好 日本語 한국어'),
      { id: 'e', kind: 'equation', attributes: { texExpression: 'x^2' } },
      { id: 'c', kind: 'codeBlock', attributes: { lang: 'js' }, text: [{ text: 'const answer = 42' }] },
    ])
    const { text } = await pdfOf({ documentId: id })
    // Each face begins a new piece of text.
    const joined = text.replaceAll(' ', '')
    for (const part of ['Foldedaway', '你好', '日本語', '한국어', 'x2', 'const', '42'])
      expect(joined).toContain(part)
  })

  it('R38 a page of 10,000 blocks is drawn whole', async () => {
    const id = await pageOf(
      'Long',
      Array.from({ length: 10_000 }, (_, at) => words(`b${at}`, `Paragraph ${at} of a long page`)),
    )
    const answer = await server.post('/api/export/pdf', { documentId: id }, ada.cookie)
    expect(answer.status).toBe(200)
    const pdf = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()))
    expect(pdf.numPages).toBeGreaterThan(150)
    const { items } = await (await pdf.getPage(pdf.numPages)).getTextContent()
    expect(items.map((item) => ('str' in item ? item.str : '')).join('')).toContain('Paragraph 9999 of')
  })

  it('R38 a request that is cancelled ends, and the next one is answered', async () => {
    const id = await pageOf('Canceled', [words('a', 'Still drawn afterwards')])
    const stop = new AbortController()
    const asked = fetch(`${server.url}/api/export/pdf`, {
      method: 'POST',
      headers: { origin: server.url, cookie: ada.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ documentId: id }),
      signal: stop.signal,
    })
    stop.abort()
    await expect(asked).rejects.toThrow()
    expect((await pdfOf({ documentId: id })).text).toContain('Still drawn afterwards')
  })
})

describe('2.13 the print page', PATIENCE, () => {
  it('is complete, for who may see the page, and runs nothing', async () => {
    const id = await pageOf('Printed', [])
    const url = await keepPicture(id)
    await addBlocks(id, [
      words('a', 'Read on paper'),
      { id: 'i', kind: 'image', attributes: { url, isUpload: true } },
      { id: 'v', kind: 'video', attributes: { url: 'https://example.org/film.mp4', name: 'A film' } },
    ])
    const answer = await printed(`/${id}?print=true`, ada)
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(html.includes('Read on paper')).toBe(true)
    expect(html.includes('A film')).toBe(true)
    expect(/<(?:script|video|iframe|link)\b/.test(html)).toBe(false)
    const picture = /<img [^>]*src="([^"]+)"/.exec(html)![1]!
    expect((await printed(picture, ada)).headers.get('content-type')).toBe('image/png')
    const bare = await (await printed(`/${id}?print=true&disableMedia=true`, ada)).text()
    expect(bare.includes('Read on paper')).toBe(true)
    expect(/<img |A film/.test(bare)).toBe(false)
    for (const person of [eve, undefined]) {
      const other = await printed(`/${id}?print=true`, person)
      expect(await other.text()).not.toContain('Read on paper')
      expect(other.status).toBe((await printed('/unknown0000000000000?print=true', person)).status)
    }
  })

  it('R67 a page is not read for who has asked too often', async () => {
    const id = await pageOf('Often', [words('a', 'Read on paper')])
    const ctx = {
      ...server.services,
      caller: {
        user: { ...ada.user, name: 'Ada', email: 'ada@example.org' },
        sessionId: 's',
        ip: '127.0.0.1',
      },
    }
    let read = 0
    const live = Object.create(ctx.live, {
      content: {
        value: (...of: Parameters<typeof ctx.live.content>) => {
          read++
          return ctx.live.content(...of)
        },
      },
    })
    const print = () =>
      printPage({ ...ctx, live }, { documentId: id, disableMedia: true }, new AbortController().signal)
    expect(await print()).toContain('Read on paper')
    expect(read).toBe(1)
    await ctx.limits.take(`print:${ada.user.id}`, 1_000, 60, 40)
    await expect(print()).rejects.toMatchObject({ code: 'rate-limited' })
    expect(read).toBe(1)
    // Who may not see it is still told that it is not there.
    const other = { ...ctx.caller, user: { ...ctx.caller.user, id: eve.user.id } }
    await ctx.limits.take(`print:${eve.user.id}`, 1_000, 60, 40)
    await expect(
      printPage(
        { ...ctx, live, caller: other },
        { documentId: id, disableMedia: true },
        new AbortController().signal,
      ),
    ).rejects.toMatchObject({ code: 'not-found' })
    await Promise.all([ada, eve].map(({ user }) => ctx.limits.clear(`print:${user.id}`)))
  })

  it('2.13 4.3 is there of a template for everybody, also who is not signed in', async () => {
    for (const person of [undefined, ada]) {
      const answer = await printed('/blocks?print=true', person)
      const html = await answer.text()
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(html.includes('Blocks')).toBe(true)
      expect(/<(?:script|iframe|link)\b/.test(html)).toBe(false)
    }
    // Its emoji are those of the published page also where the reader's system has none.
    const [, face] = /url\((\/fonts\/[^)]+)\)/.exec(
      await (await printed('/blocks?print=true', undefined)).text(),
    )!
    const font = await printed(face!, undefined)
    expect(font.headers.get('content-type')).toBe('font/woff2')
    expect((await font.arrayBuffer()).byteLength).toBeGreaterThan(100_000)
    expect(await (await printed('/blocks', undefined)).text()).not.toContain('class="print-hint"')
  })

  it("R29 R36 nothing of another's and nothing from elsewhere is brought along, and hostile words stay words", async () => {
    const sinkhole = await openSinkhole(0, NOBODYS_ADDRESS)
    const theirs = await pageOf('Hers', [], eve)
    const secret = await keepPicture(theirs, eve)
    const remote = `http://${NOBODYS_ADDRESS}:${sinkhole.port}/cat.png`
    const id = await pageOf('<img src=x onerror=alert(1)>', [
      words('x', '</style><script>document.body.append("RAN")</script>'),
      { id: 'i', kind: 'image', attributes: { url: remote, alt: 'A cat' } },
      { id: 'j', kind: 'image', attributes: { url: secret, isUpload: true } },
      { id: 'k', kind: 'mediaEmbed', attributes: { url: remote } },
    ])
    const html = await (await printed(`/${id}?print=true`, ada)).text()
    expect(/<(?:script|img)\b/.test(html)).toBe(false)
    expect(html.includes(`href="${remote}"`)).toBe(true)
    const { text } = await pdfOf({ documentId: id })
    expect(text).toContain('document.body.append')
    expect(sinkhole.touched()).toEqual([])
    await sinkhole.close()
  })
})

describe('a page as a picture', PATIENCE, () => {
  const pngOf = (body: object) => server.post('/api/export/png', body, ada.cookie)

  it('shows the page, or the blocks that were chosen', async () => {
    const id = await pageOf('Drawn', [
      words('a', 'One'),
      ...Array.from({ length: 30 }, (_, at) => words(`w${at}`, 'Two')),
    ])
    const heightOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer()).readUInt32BE(20)
    const whole = await pngOf({ documentId: id })
    expect(whole.headers.get('content-type')).toBe('image/png')
    const part = await pngOf({ documentId: id, blocks: ['a', 'gone'] })
    expect(await heightOf(part)).toBeLessThan((await heightOf(whole)) / 3)
    const none = await pngOf({ documentId: id, blocks: ['gone'] })
    expect([none.status, await none.json()]).toEqual([
      400,
      { error: 'The chosen blocks are not on this page any more.' },
    ])
  })
})
