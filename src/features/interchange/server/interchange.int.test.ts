import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { makeLongMarkdown } from '@test/markdown-corpus'
import { startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ZipFile } from 'yazl'
import { blocksFromMarkdown } from '@/blocks/markdown'
import { COVER_TOO_LARGE, NO_COVER_FILE } from '@/features/pages/cover/cover-words'
import { LIMITS } from '@/shared/limits'
import { type ImportAnswer, TOO_MANY_IMPORTS } from '../model'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let server: TestServer
let person: TestPerson

beforeAll(async () => {
  server = await startTestServer()
  person = await server.signUp()
  // The first use bundles the worker when the server runs from its sources; that is not what is timed below.
  await send('warm up', 'first.txt')
})
afterAll(() => server.close())

const headers = (cookie: string | undefined, more: Record<string, string> = {}) => ({
  origin: server.url,
  ...(cookie ? { cookie } : {}),
  ...more,
})

/** Sends a file as the import dialog does. */
function send(
  content: string | Uint8Array<ArrayBuffer>,
  name: string,
  cookie: string | undefined = person.cookie,
  more?: [string, string | Uint8Array<ArrayBuffer>],
) {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  if (more) form.append('file', new Blob([more[1]]), more[0])
  return fetch(`${server.url}/api/import`, { method: 'POST', headers: headers(cookie), body: form })
}

const problem = async (answer: Response) => ((await answer.json()) as { error: string }).error
const exported = (id: string, format: string, cookie = person.cookie) =>
  fetch(`${server.url}/api/export/${format}?documentId=${id}&exact=true`, { headers: headers(cookie) })

/** Its blocks without their ids; HTML does not say when a page was made. */
const bare = (text: string) =>
  JSON.stringify(blocksFromMarkdown(text.replace(/^created: .*\n/m, ''))).replace(/"id":"[^"]*"/g, '')

describe('import and export of one page', () => {
  it('5.3 9.5 a Markdown file becomes a page, with a receipt; its export says the same', async () => {
    const source =
      '# Plan\n\n1. one\n2. two\n\n> quote\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n![pic](https://a.bc/p.png)\n'
    const answer = await send(source, 'plan.md')
    expect(answer.status).toBe(201)
    const { document, receipt } = (await answer.json()) as ImportAnswer
    expect(document.title).toBe('Plan')
    expect(receipt.pages).toBe(1)
    expect(receipt.kept).toContainEqual({ what: 'Numbered list', count: 2 })
    expect(receipt.kept).toContainEqual({ what: 'Table', count: 1 })
    expect(receipt.kept).toContainEqual({ what: 'Image', count: 1 })
    expect(receipt.converted).toEqual([])
    const file = await exported(document.id, 'markdown')
    expect(file.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="Plan.md"; filename*=UTF-8''Plan.md`,
    )
    expect(await file.text()).toContain('1. one\n2. two\n\n> quote\n')
  })

  it('U8 Markdown is for other programs unless all of the page is asked for', async () => {
    const source =
      '# Plan\n\n<table><tr><td colspan="2">wide</td></tr><tr><td>a</td><td>b</td></tr></table>\n\n[x](/elsewhere)\n'
    const { document } = (await (await send(source, 'plan.md')).json()) as ImportAnswer
    const file = async (more: string) =>
      (
        await fetch(`${server.url}/api/export/markdown?documentId=${document.id}${more}`, {
          headers: headers(person.cookie),
        })
      ).text()
    expect(await file('')).toBe(
      `# Plan\n\n<table>\n<tr><td colspan="2">wide</td></tr>\n<tr><td>a</td><td>b</td></tr>\n</table>\n\n[x](${server.services.config.publicUrl}/elsewhere)\n`,
    )
    expect(await file('&exact=true')).toContain('<!-- sheaf:')
    const again = (await (await send(await file(''), 'again.md')).json()) as ImportAnswer
    expect(again.document.title).toBe('Plan')
    expect(again.receipt.kept).toContainEqual({ what: 'Table', count: 1 })
  })

  it('9.5 a 3,000-line file is the same after import, export, import and export', async () => {
    const source = makeLongMarkdown(3000)
    const first = (await (await send(source, 'long.md')).json()) as ImportAnswer
    const once = await (await exported(first.document.id, 'markdown')).text()
    const second = (await (await send(once, 'again.md')).json()) as ImportAnswer
    expect(second.document.title).toBe(first.document.title)
    const twice = await (await exported(second.document.id, 'markdown')).text()
    expect(twice).toBe(once)
    const html = await (await exported(first.document.id, 'html')).text()
    const third = (await (await send(html, 'page.html')).json()) as ImportAnswer
    expect(bare(await (await exported(third.document.id, 'markdown')).text())).toBe(bare(once))
  })

  it('rulings 6: the properties of a page go out as front matter and come back', async () => {
    const { document } = (await (await send('# Plan\n\ntext', 'plan.md')).json()) as ImportAnswer
    const rpc = server.rpc(person.cookie)
    const set = {
      icon: '🌳',
      coverImage: 'https://example.org/c.png',
      coverFit: 'contain',
      backgroundGradient: 'misty',
      status: 'in-progress',
      tags: ['one', 'two, three'],
      aiSummary: 'What it is about',
      textStyle: 'serif',
      smallText: true,
      fullWidth: true,
      toc: false,
    } as const
    await rpc.document.update.mutate({ id: document.id, ...set, tags: [...set.tags] })
    const text = await (await exported(document.id, 'markdown')).text()
    expect(text).toContain('tags: ["one","two, three"]\n')
    const again = (await (
      await send(text.replace('\n---\n', '\nlayout: post\n---\n'), 'b.md')
    ).json()) as ImportAnswer
    const page = await rpc.document.document.query({ id: again.document.id })
    const { createdAt } = await rpc.document.document.query({ id: document.id })
    expect(page).toMatchObject({ title: 'Plan', createdAt, ...set })
    // What is no property of a page is kept in the text, and said.
    expect(page.contentRich?.[0]).toMatchObject({ kind: 'codeBlock', text: [{ text: 'layout: post' }] })
    expect(again.receipt.converted).toContainEqual({ what: 'Front matter', into: 'code block', count: 1 })
  })

  it('rulings 6: a file that may be no cover is none after an import either, which is said; long names of icons come back', async () => {
    const rpc = server.rpc(person.cookie)
    const { document } = (await (await send('# Album', 'a.md')).json()) as ImportAnswer
    const upload = async (name: string, body: Uint8Array<ArrayBuffer>) => {
      const address = `${server.url}/api/files?page=${document.id}&name=${name}`
      const answer = await fetch(address, { method: 'POST', headers: headers(person.cookie), body })
      return ((await answer.json()) as { url: string }).url
    }
    const png = Buffer.from(PIXEL, 'base64')
    const covers = {
      small: await upload('a.png', new Uint8Array(png)),
      large: await upload('b.png', new Uint8Array(Buffer.concat([png, Buffer.alloc(LIMITS.coverFile)]))),
      text: await upload('c.txt', new Uint8Array([104, 105])),
    }
    const icon = 'arrow-big-right-dash:orange:filled'
    const imported = async (cover: string) => {
      const page = `---\nicon: ${icon}\ncover: ${cover}\n---\n\n# Trip\n`
      const answer = (await (await send(page, 'trip.md')).json()) as ImportAnswer
      const made = await rpc.document.document.query({ id: answer.document.id })
      return { cover: made.coverImage, icon: made.icon, dropped: answer.receipt.dropped }
    }
    expect(await imported(covers.small)).toEqual({ cover: covers.small, icon, dropped: [] })
    const lost = (reason: string) => ({
      cover: null,
      icon,
      dropped: [{ what: `Cover: ${reason}`, count: 1 }],
    })
    expect(await imported(covers.large)).toEqual(lost(COVER_TOO_LARGE()))
    expect(await imported(covers.text)).toEqual(lost(NO_COVER_FILE()))
    const json = await (await exported(document.id, 'json')).json()
    const odd = { ...(json as object), icon: 'Hello world' }
    const again = (await (await send(JSON.stringify(odd), 'odd.json')).json()) as ImportAnswer
    expect((await rpc.document.document.query({ id: again.document.id })).icon).toBeNull()
  })

  it('9.5 an HTML file has the pictures of ours inside, says which files are links, and gives the pictures back', async () => {
    const { document } = (await (await send('# Album', 'a.md')).json()) as ImportAnswer
    const upload = async (name: string, body: Uint8Array<ArrayBuffer>) => {
      const address = `${server.url}/api/files?page=${document.id}&name=${name}`
      const answer = await fetch(address, { method: 'POST', headers: headers(person.cookie), body })
      return ((await answer.json()) as { url: string }).url
    }
    const png = new Uint8Array(Buffer.from(PIXEL, 'base64'))
    const [picture, file] = [await upload('a.png', png), await upload('b.txt', new Uint8Array([104, 105]))]
    await server.rpc(person.cookie).document.update.mutate({
      id: document.id,
      contentRich: [
        { id: 'p', kind: 'image', attributes: { url: picture } },
        { id: 'f', kind: 'file', attributes: { url: file, name: 'b.txt', isUpload: true } },
      ],
    })
    const answer = await exported(document.id, 'html')
    expect(answer.headers.get('x-sheaf-left-out')).toBe('1')
    const html = await answer.text()
    expect(html).toContain(`src="data:image/png;base64,${PIXEL}"`)
    expect(html).toContain(`href="${server.services.config.publicUrl}${file}"`)
    const back = (await (await send(html, 'album.html')).json()) as ImportAnswer
    expect(back.receipt.files).toBe(1)
    const { contentRich } = await server.rpc(person.cookie).document.document.query({ id: back.document.id })
    const url = String(contentRich?.[0]?.attributes?.url)
    expect(url).toMatch(/^\/api\/files\//)
    expect(url).not.toBe(picture)
    const bytes = await fetch(server.url + url, { headers: headers(person.cookie) })
    expect(Buffer.from(await bytes.arrayBuffer())).toEqual(Buffer.from(png))
  })

  it('what was imported keeps its files when the answer to the last step is lost, as when a database ends while it commits', async () => {
    const html = `<h1>Lost answer</h1><p><img alt="" src="data:image/png;base64,${PIXEL}"></p>`
    const lost = vi.spyOn(server.services.live, 'recheckPages').mockImplementationOnce(() => {
      throw new Error('Connection terminated unexpectedly')
    })
    expect((await send(html, 'lost.html')).status).toBe(500)
    lost.mockRestore()
    const rpc = server.rpc(person.cookie)
    const found = (await rpc.document.tree.query({})).documents.find(({ title }) => title === 'lost')
    const { contentRich } = await rpc.document.document.query({ id: found!.id })
    const url = String(contentRich?.find(({ kind }) => kind === 'image')?.attributes?.url)
    expect((await fetch(server.url + url, { headers: headers(person.cookie) })).status).toBe(200)
  })

  it('5.3 a page goes under the parent that was named, and nowhere for a parent of somebody else', async () => {
    const other = await server.signUp()
    const { document } = (await (await send('# Parent', 'a.md')).json()) as ImportAnswer
    const url = (parent: string) => `${server.url}/api/import?filename=b.md&parentDocumentId=${parent}`
    const post = (cookie: string) =>
      fetch(url(document.id), {
        method: 'POST',
        headers: headers(cookie, { 'content-type': 'text/markdown' }),
        body: '# Child',
      })
    const child = (await (await post(person.cookie)).json()) as ImportAnswer
    const { documents: children } = await server
      .rpc(person.cookie)
      .document.documents.query({ parentDocumentId: document.id })
    expect(children.map((page) => page.id)).toEqual([child.document.id])
    expect((await post(other.cookie)).status).toBe(404)
    expect((await exported(document.id, 'markdown', other.cookie)).status).toBe(404)
    expect((await exported('nosuchpage0000000000', 'html')).status).toBe(404)
  })

  it('names of exported files are safe in every script', async () => {
    const { document } = (await (await send('x', 'a.txt')).json()) as ImportAnswer
    await server
      .rpc(person.cookie)
      .document.update.mutate({ id: document.id, title: '../Plän "日本"\r\nX: y' })
    const disposition = (await exported(document.id, 'html')).headers.get('content-disposition')!
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w%.!~-]+$/)
    expect(decodeURIComponent(disposition.split("UTF-8''")[1]!)).toBe('Plän 日本 X y.html')
  })
})

describe('what bad files get', () => {
  it('5.3 more than one file, none, another kind, nothing inside: each refused in words', async () => {
    expect(await problem(await send('a', 'a.md', person.cookie, ['b.md', 'b']))).toBe(
      'Import one file at a time.',
    )
    expect(await problem(await send('a', 'a.xyz'))).toMatch(/cannot be imported/)
    const empty = await send(' \n', 'a.md')
    expect(empty.status).toBe(400)
    expect(await problem(empty)).toMatch(/^0 pages imported/)
    const bare = await fetch(`${server.url}/api/import?filename=a.md`, {
      method: 'POST',
      headers: headers(person.cookie),
    })
    expect(await problem(bare)).toMatch(/^0 pages imported/)
    const none = await fetch(`${server.url}/api/import`, { method: 'POST', headers: headers(person.cookie) })
    expect(none.status).toBe(400)
  })

  it('a signed-out visitor gets 401', async () => {
    expect((await send('a', 'a.md', '')).status).toBe(401)
    expect((await exported('x', 'markdown', '')).status).toBe(401)
  })

  it('a binary file named .md gets 400 in words', async () => {
    const binary = new Uint8Array(4096).map((_, index) => (index * 7919) % 256)
    const answer = await send(binary, 'picture.md')
    expect(answer.status).toBe(400)
    expect(await problem(answer)).toMatch(/not text/)
  })

  it('a 60 MB Markdown file gets 413 in words', async () => {
    const answer = await send('word '.repeat(12 * 1024 * 1024), 'huge.md')
    expect(answer.status).toBe(413)
    expect(await problem(answer)).toMatch(/larger than 20 MB/)
  })
})

describe('R34 files made to stop the server', () => {
  const nested = `${'>'.repeat(50_000)} deep`
  const attacks: [string, string, string][] = [
    ['50,000 nested quotes', 'a.md', nested],
    ['50,000 nested lists', 'a.md', `${'- '.repeat(50_000)}deep`],
    ['50,000 nested brackets', 'a.md', `${'['.repeat(50_000)}deep${']'.repeat(50_000)}`],
    ['50,000 unclosed emphases', 'a.md', `${'*a_'.repeat(50_000)}deep`],
    ['50,000 unclosed highlights', 'a.md', `${'==a '.repeat(50_000)}deep`],
    ['a flood of links', 'a.md', `${'[a](<b'.repeat(50_000)}deep`],
    ['50,000 nested elements', 'a.html', `${'<blockquote>'.repeat(50_000)}deep`],
    ['50,000 nested bold elements', 'a.html', `${'<b><div>'.repeat(50_000)}deep`],
  ]

  it.each(attacks)(
    'R34 %s: imported whole, or stopped after seconds of work where it would take minutes, in words',
    async (_name, file, text) => {
      const before = process.cpuUsage()
      const answer = await send(text, file)
      const { user, system } = process.cpuUsage(before)
      if (answer.status === 201) {
        const { document } = (await answer.json()) as ImportAnswer
        const text = await (await exported(document.id, 'markdown')).text()
        expect(text.includes('deep')).toBe(true)
      } else {
        expect(answer.status).toBe(400)
        expect(await problem(answer)).toMatch(/could not be read/)
      }
      // In time that was really worked: up to two seconds of the thread, and what starting it, collecting its garbage in
      // other threads, sending and answering take; twice as much where two threads share a core. The least without a
      // bound is over forty seconds.
      expect((user + system) / 1000).toBeLessThan(10_000)
    },
  )

  const ask = async () => {
    const started = performance.now()
    const before = process.threadCpuUsage()
    await (await fetch(`${server.url}/healthz`)).text()
    const { user, system } = process.threadCpuUsage(before)
    return { waited: performance.now() - started, worked: (user + system) / 1000 }
  }
  type Waits = Awaited<ReturnType<typeof ask>>[]
  const p95 = (waits: Waits) =>
    waits.map(({ waited }) => waited).sort((a, b) => a - b)[Math.floor(waits.length * 0.95)]!

  /** Asks without a pause while the file is imported, right before and right after it. */
  async function waitsDuring(text: string | Uint8Array<ArrayBuffer>, file: string, status: number) {
    const quiet: Waits = []
    const busy: Waits = []
    for (let index = 0; index < 100; index++) quiet.push(await ask())
    let under = true
    const answer = send(text, file).finally(() => {
      under = false
    })
    while (under) busy.push(await ask())
    for (let index = 0; index < 100; index++) quiet.push(await ask())
    expect((await answer).status).toBe(status)
    return {
      count: busy.length,
      // Above 1: more than twice as long, and worth telling from it.
      slower: p95(busy) / Math.max(2 * p95(quiet), 10),
      // In time that the thread which answers has really worked.
      // One after the other: there may be more of them than a call takes arguments.
      longest: busy.reduce((most, { worked }) => Math.max(most, worked), 0),
    }
  }

  /**
   * The best of up to three rounds: what the import itself costs comes in each of them, what else runs on the machine at one
   * moment does not.
   */
  async function bestWaits(text: string | Uint8Array<ArrayBuffer>, file: string, status: number) {
    const rounds: Awaited<ReturnType<typeof waitsDuring>>[] = []
    const best = () => ({
      count: Math.max(...rounds.map(({ count }) => count)),
      slower: Math.min(...rounds.map(({ slower }) => slower)),
      longest: Math.min(...rounds.map(({ longest }) => longest)),
    })
    do rounds.push(await waitsDuring(text, file, status))
    while (rounds.length < 3 && (best().slower >= 1 || best().longest >= 1000))
    return best()
  }

  it('R34 nobody else waits while a file is taken apart', async () => {
    const waits = await bestWaits('*a* '.repeat(100_000), 'a.md', 400)
    expect(waits.count).toBeGreaterThan(100)
    expect(waits.slower).toBeLessThan(1)
  }, 120_000)

  it('R34 nobody else waits while a .zip of many pages is taken apart', async () => {
    const page = 'A **short** paragraph with a [link](https://example.org).\n\n'.repeat(800)
    const zip = new ZipFile()
    for (let at = 0; at < 25; at++) zip.addBuffer(Buffer.from(`# Page ${at}\n\n${page}`), `p${at}.md`)
    zip.end()
    const waits = await bestWaits(new Uint8Array(await buffer(zip.outputStream)), 'many.zip', 201)
    expect(waits.count).toBeGreaterThan(100)
    expect(waits.slower).toBeLessThan(1)
    expect(waits.longest).toBeLessThan(1000)
  }, 240_000)

  it('R34 the largest page that a file can make holds nobody up for longer than a second', async () => {
    const waits = await bestWaits('A short paragraph.\n\n'.repeat(LIMITS.pageBlocks), 'a.txt', 201)
    expect(waits.slower).toBeLessThan(1)
    expect(waits.longest).toBeLessThan(1000)
  }, 120_000)

  it.each([
    ['blocks', 'a.txt', 'x\n\n'.repeat(LIMITS.pageBlocks + 1), '20,001 blocks', '20,000'],
    ['pieces', 'a.md', `${'**b** x '.repeat(50)}\n\n`.repeat(300), '30,000 pieces', '25,000'],
    ['characters', 'a.txt', `${'x'.repeat(50_000)}\n\n`.repeat(101), '5,050,000 characters', '5,000,000'],
  ])('R34 a file of too many %s gets 413 with both numbers', async (_what, file, text, has, most) => {
    const answer = await send(text, file)
    expect(answer.status).toBe(413)
    const words = await problem(answer)
    expect(words).toContain(`This file has ${has}`)
    expect(words).toContain(`at most ${most}`)
    expect(words).toContain('Split it into several files.')
  })

  it('a megabyte of ordinary Markdown is imported', async () => {
    const answer = await send(makeLongMarkdown(16_500), 'a.md')
    expect(answer.status).toBe(201)
  })

  it('R34 a file of many steps that are each short enough is stopped by what all of them take', async () => {
    const before = process.cpuUsage()
    const answer = await send(slowSteps(60), 'a.md')
    const { user, system } = process.cpuUsage(before)
    expect(answer.status).toBe(400)
    expect(await problem(answer)).toMatch(/could not be read/)
    // Five seconds and one for each of its three megabytes, where all steps would take twenty; and the garbage.
    expect((user + system) / 1000).toBeGreaterThan(4000)
    expect((user + system) / 1000).toBeLessThan(20_000)
  }, 120_000)
})

/** Markdown of `count` pieces that each keep the reader busy for a good part of the second that it has for one. */
const slowSteps = (count: number) =>
  `${'*a* '.repeat(8000)}

${'word '.repeat(3400)}

`.repeat(count)

/** Resolves when this process has worked for `ms` since `before`: then the worker is at it. */
async function worked(ms: number, before: NodeJS.CpuUsage) {
  await expect
    .poll(
      () => {
        const { user, system } = process.cpuUsage(before)
        return (user + system) / 1000
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(ms)
}

describe('anybody who goes away', () => {
  const logged = (from: number) => server.logLines.slice(from).join('')

  it('a cancelled import stops at once, quietly, and its owner can import the next file', async () => {
    const from = server.logLines.length
    const controller = new AbortController()
    const before = process.cpuUsage()
    const answer = fetch(`${server.url}/api/import?filename=slow.md`, {
      method: 'POST',
      headers: headers(person.cookie),
      body: slowSteps(60),
      signal: controller.signal,
    })
    const gone = expect(answer).rejects.toThrow('aborted')
    await worked(1000, before)
    controller.abort()
    await gone
    const atEnd = process.cpuUsage()
    expect((await send('next', 'next.txt')).status).toBe(201)
    const { user, system } = process.cpuUsage(atEnd)
    // Had it waited for the first, that would have taken the rest of its eight seconds.
    expect((user + system) / 1000).toBeLessThan(3000)
    await expect.poll(() => logged(from)).toContain('"status":499')
    expect(logged(from)).not.toContain('request failed')
  })

  it('an upload that breaks off ends quietly', async () => {
    const from = server.logLines.length
    const controller = new AbortController()
    let sent = () => {}
    const halfSent = new Promise<void>((resolve) => {
      sent = resolve
    })
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode('half of it')),
      pull: () => sent(),
    })
    const answer = fetch(`${server.url}/api/import?filename=a.md`, {
      method: 'POST',
      headers: headers(person.cookie),
      body,
      duplex: 'half',
      signal: controller.signal,
    } as RequestInit)
    const gone = expect(answer).rejects.toThrow('aborted')
    await halfSent
    await (await fetch(`${server.url}/healthz`)).text()
    controller.abort()
    await gone
    await expect.poll(() => logged(from)).toContain('"status":499')
    expect(logged(from)).not.toContain('request failed')
  })

  it('R34 who imports too much, or too many files at once, is told so before a file is received', async () => {
    const someone = await server.signUp()
    /** Says that a file comes, and sends nothing of it. */
    const announce = () => {
      const { port } = new URL(server.url)
      const sending = httpRequest({
        port,
        path: '/api/import?filename=a.md',
        method: 'POST',
        headers: headers(someone.cookie, { 'content-length': '1000' }),
      })
      const answer = new Promise<string>((resolve) => {
        sending.on('error', () => resolve('broken off'))
        sending.on('response', async (got) => {
          let text = `${got.statusCode} `
          for await (const chunk of got) text += chunk
          resolve(text)
        })
      })
      sending.flushHeaders()
      return { answer, stop: () => sending.destroy() }
    }
    const many = [1, 2, 3, 4, 5].map(announce)
    expect(await Promise.race(many.map(({ answer }) => answer))).toBe(
      `429 ${JSON.stringify({ error: TOO_MANY_IMPORTS() })}`,
    )
    for (const { stop } of many) stop()
    await expect.poll(async () => (await send('x', 'a.md', someone.cookie)).status).toBe(201)
    const { limits } = server.services
    const key = `import:${someone.user.id}`
    for (let use = 0; use < 60; use++) await limits.take(key, 1000, 60)
    const last = announce()
    expect(await last.answer).toMatch(/^429 /)
    last.stop()
  })

  it('R34 files that wait to be read count among those of a person until they are gone', async () => {
    const someone = await server.signUp()
    const cancelled = new AbortController()
    const slow = [1, 2, 3, 4].map((number) =>
      fetch(`${server.url}/api/import?filename=${number}.md`, {
        method: 'POST',
        headers: headers(someone.cookie),
        body: slowSteps(60),
        signal: cancelled.signal,
      }).catch(() => null),
    )
    const spooled = () => readdir(join(server.services.config.dataDir, 'imports'))
    await expect.poll(async () => (await spooled()).length, { timeout: 20_000 }).toBe(4)
    const fifth = await send('x', 'a.md', someone.cookie)
    expect(fifth.status).toBe(429)
    expect(await problem(fifth)).toBe(TOO_MANY_IMPORTS())
    expect((await send('x', 'a.md')).status).toBe(201)
    cancelled.abort()
    await Promise.all(slow)
    await expect.poll(async () => (await send('x', 'a.md', someone.cookie)).status).toBe(201)
  }, 60_000)

  it('R41 a form of many parts is not taken apart', async () => {
    const form = new FormData()
    for (let part = 0; part < 30; part++) form.append('field', String(part))
    form.append('file', new Blob(['x']), 'a.md')
    const answer = await fetch(`${server.url}/api/import`, {
      method: 'POST',
      headers: headers(person.cookie),
      body: form,
    })
    expect(answer.status).toBe(400)
  })

  it('R34 an export does not wait for the imports of the same person', async () => {
    const { document } = (await (await send('# Out', 'a.md')).json()) as ImportAnswer
    const before = process.cpuUsage()
    const cancelled = new AbortController()
    const ended: string[] = []
    const slow = [1, 2].map((number) =>
      fetch(`${server.url}/api/import?filename=${number}.md`, {
        method: 'POST',
        headers: headers(person.cookie),
        body: slowSteps(60),
        signal: cancelled.signal,
      }).then(
        () => ended.push('answered'),
        () => ended.push('cancelled'),
      ),
    )
    await worked(1000, before)
    expect((await exported(document.id, 'markdown')).status).toBe(200)
    expect(ended).toEqual([])
    cancelled.abort()
    await Promise.all(slow)
    expect(ended).toEqual(['cancelled', 'cancelled'])
  })
})
