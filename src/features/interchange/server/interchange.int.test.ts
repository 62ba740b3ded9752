import { makeLongMarkdown } from '@test/markdown-corpus'
import { startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blocksFromMarkdown } from '@/blocks'
import type { ImportAnswer } from '../model'

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
  fetch(`${server.url}/api/export/${format}?documentId=${id}`, { headers: headers(cookie) })

const bare = (text: string) => JSON.stringify(blocksFromMarkdown(text)).replace(/"id":"[^"]*"/g, '')

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
    expect(receipt.converted).toEqual([
      { what: 'Table', into: 'code block', count: 1 },
      { what: 'Image', into: 'link', count: 1 },
    ])
    const file = await exported(document.id, 'markdown')
    expect(file.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="Plan.md"; filename*=UTF-8''Plan.md`,
    )
    expect(await file.text()).toContain('1. one\n2. two\n\n> quote\n')
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
    expect(await problem(await send('a', 'a.xyz'))).toMatch(/can not be imported/)
    const empty = await send(' \n', 'a.md')
    expect(empty.status).toBe(400)
    expect(await problem(empty)).toMatch(/^0 pages imported/)
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

  it.each(attacks)('R34 %s: imported whole or stopped within 2 s, in words', async (_name, file, text) => {
    const started = performance.now()
    const answer = await send(text, file)
    const took = performance.now() - started
    if (answer.status === 201) {
      const { document } = (await answer.json()) as ImportAnswer
      const text = await (await exported(document.id, 'markdown')).text()
      expect(text.includes('deep')).toBe(true)
    } else {
      expect(answer.status).toBe(400)
      expect(await problem(answer)).toMatch(/could not be read/)
    }
    // The two seconds, and what starting a thread, sending and answering take on a busy machine.
    expect(took).toBeLessThan(4000)
  })

  it('R34 nobody else waits while a file is taken apart', async () => {
    const ask = async () => {
      const started = performance.now()
      await (await fetch(`${server.url}/healthz`)).text()
      return performance.now() - started
    }
    const p95 = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!
    const quiet: number[] = []
    for (let index = 0; index < 200; index++) quiet.push(await ask())
    let under = true
    const attack = send('*a_'.repeat(50_000), 'a.md').finally(() => {
      under = false
    })
    const busy: number[] = []
    while (under) busy.push(await ask())
    expect((await attack).status).toBe(400)
    expect(busy.length).toBeGreaterThan(100)
    // Twice as long, or not worth telling from it.
    expect(p95(busy)).toBeLessThan(Math.max(2 * p95(quiet), 10))
  })
})
