import { request as httpRequest, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SignedInContext } from '@/server/context'
import { AppError } from '@/shared/errors'
import { MANIFEST } from '../formats/bundle'
import { openZip } from '../formats/safe-zip'
import { exportPage } from './export.service'
import { Branch, planBranch } from './export-branch'
import type { ExportInput } from './export-pages'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

onEachDatabase('exports beside others', (database) => {
  let server: TestServer
  let person: TestPerson
  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    person = await server.signUp()
  })
  afterAll(() => server.close())

  const rpc = () => server.rpc(person.cookie)
  const make = async (title: string, parentDocumentId: string | null = null, words = title) =>
    (
      await rpc().document.create.mutate({
        ...{ title, parentDocumentId },
        contentRich: words.match(/.{1,20000}/g)!.map((text, at) => ({
          ...{ id: `b${at}`, kind: 'paragraph', text: [{ text }] },
        })),
      })
    ).id
  /** A page that shows more than what lies between a server and a receiver who takes nothing. */
  async function makeAlbum(): Promise<string> {
    const id = await make('Album')
    const sent = await fetch(`${server.url}/api/files?page=${id}&name=large.png`, {
      method: 'POST',
      headers: { origin: server.url, cookie: person.cookie },
      body: new Uint8Array(Buffer.concat([PNG, Buffer.alloc(32 * 1024 * 1024)])),
    })
    const { url } = (await sent.json()) as { url: string }
    await rpc().document.update.mutate({
      id,
      contentRich: [{ id: 'i1', kind: 'image', attributes: { url } }],
    })
    return id
  }
  const inputOf = (documentId: string, subPages = true): ExportInput => ({
    ...{ documentId, format: 'markdown', subPages, options: {} },
  })

  /** The context of the person, which tells of each page that is read for them. */
  function readingContext(onRead: (id: string) => void): SignedInContext {
    const { live } = server.services
    const content: typeof live.content = (id, by) => {
      onRead(id)
      return live.content(id, by)
    }
    const told = Object.assign(Object.create(live), { content })
    return {
      ...server.services,
      live: told,
      caller: { user: person.user, sessionId: 'one', ip: '127.0.0.1' },
    }
  }

  it('R34 long pages are read one after the other as they are taken, in turn of their reader', async () => {
    const long = 'word '.repeat(380_000)
    const root = await make('Root', null, long)
    for (const title of ['a', 'b', 'c']) await make(title, root, long)
    const happened: string[] = []
    const ctx = readingContext(() => happened.push('read'))
    const { signal } = new AbortController()
    const input: ExportInput = { ...inputOf(root), format: 'json' }
    const begin = async () => new Branch(ctx, input, await planBranch(ctx, root), signal)
    const [one, other] = await Promise.all([begin(), begin()])
    const next = async (branch: Branch) => {
      const entries = await branch.writeNext()
      happened.push(`written ${entries.length}`)
    }
    await Promise.all([next(one), next(other)])
    expect(happened).toEqual([...Array(2)].flatMap(() => ['read', 'read', 'read', 'written 3']))
    expect([one.isDone, other.isDone]).toEqual([false, false])
    await next(one)
    expect([one.isDone, one.manifest.pages.length]).toEqual([true, 4])
  })

  it('R34 no more pages are read for a receiver who does not take the file before them', async () => {
    const root = await makeAlbum()
    for (let at = 0; at < 60; at++) await make(`page ${at}`, root)
    let reads = 0
    const ctx = readingContext(() => reads++)
    const { signal } = new AbortController()
    const { body } = await exportPage(ctx, inputOf(root), signal)
    await expect.poll(() => body.readableLength, { timeout: 10_000 }).toBeGreaterThan(0)
    // What this person asks for next has its turn behind pages that are being read for the first.
    const { body: second } = await exportPage(ctx, inputOf(root, false), signal)
    expect(reads).toBe(25 + 1)
    second.destroy()
    body.destroy()
  })

  it('9.5 what cannot be read is left out of a .zip and named in it, and all else is there', async () => {
    const root = await make('Root')
    const gone = await make('Gone', root)
    await make('Stays', root)
    const album = await make('Album', root)
    const sent = await fetch(`${server.url}/api/files?page=${album}&name=lost.png`, {
      method: 'POST',
      headers: { origin: server.url, cookie: person.cookie },
      body: new Uint8Array(PNG),
    })
    const { id, url } = (await sent.json()) as { id: string; url: string }
    await rpc().document.update.mutate({
      id: album,
      contentRich: [{ id: 'i1', kind: 'image', attributes: { url } }],
    })
    await server.services.files.remove(id)
    const ctx = readingContext(() => undefined)
    const { content } = ctx.live
    const live: typeof ctx.live = Object.assign(Object.create(ctx.live), {
      content: (page: string, by: string | null) => {
        if (page === gone) throw new AppError('not-found', 'There is no such page.')
        return content(page, by)
      },
    })
    const { body } = await exportPage({ ...ctx, live }, inputOf(root), new AbortController().signal)
    const zip = await openZip(new Uint8Array(await buffer(body)))
    expect([...zip.paths].sort()).toEqual([
      'Root.md',
      'Root/Album.md',
      'Root/Stays.md',
      'left-out.txt',
      'sheaf.json',
    ])
    const list = Buffer.from(await zip.read('left-out.txt', 10_000)).toString()
    expect(list.split('\r\n').slice(2)).toEqual(['Root/Gone', 'files/lost.png', ''])
    zip.close()
    // The page that was asked for is not left out of its own file.
    const none = exportPage({ ...ctx, live }, inputOf(gone), new AbortController().signal)
    await expect(none).rejects.toThrow('There is no such page.')
  })

  it('pages that a format has nothing to say of do not end the file', async () => {
    const root = await make('Words')
    for (let at = 0; at < 30; at++) await make(`page ${at}`, root)
    const answer = await fetch(`${server.url}/api/export/csv?documentId=${root}&subPages=true`, {
      headers: { cookie: person.cookie },
    })
    const zip = await openZip(new Uint8Array(await answer.arrayBuffer()))
    const manifest = JSON.parse(Buffer.from(await zip.read(MANIFEST, 1_000_000)).toString())
    zip.close()
    expect(manifest.pages).toHaveLength(31)
  })

  it('tables of a page with a long title are files of different names', async () => {
    const grid = (id: string) => ({
      ...{ id, kind: 'table' },
      children: [
        { id: `${id}c`, kind: 'tableColumn' },
        {
          ...{ id: `${id}r`, kind: 'tableRow' },
          children: [
            {
              ...{ id: `${id}r:${id}c`, kind: 'tableCell' },
              children: [{ id: `${id}p`, kind: 'paragraph', text: [{ text: id }] }],
            },
          ],
        },
      ],
    })
    const title = 'How all of it is put together, and what each of us has said of it at one time or another'
    const { id } = await rpc().document.create.mutate({ title, contentRich: [grid('one'), grid('two')] })
    const answer = await fetch(`${server.url}/api/export/csv?documentId=${id}`, {
      headers: { cookie: person.cookie },
    })
    const zip = await openZip(new Uint8Array(await answer.arrayBuffer()))
    const names = [...zip.paths]
    zip.close()
    expect(names.map((name) => name.slice(-14))).toEqual([' - table 1.csv', ' - table 2.csv'])
  })

  it('R34 who takes too many files at once is told so, until one is taken or given up', async () => {
    const root = await makeAlbum()
    /** Asks, and takes nothing of the body. */
    const ask = (path: string, method = 'GET') =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const asked = httpRequest(server.url + path, {
          method,
          agent: false,
          headers: { cookie: person.cookie },
        })
        asked.on('response', (answer) => resolve(answer.on('error', () => undefined))).on('error', reject)
        asked.end()
      })
    const branch = `/api/export/markdown?documentId=${root}&subPages=true`
    // The headers alone take no place.
    for (let count = 0; count < 4; count++)
      await expect.poll(async () => (await ask(branch, 'HEAD')).statusCode).toBe(200)
    const first = await ask(branch)
    const second = await ask(branch)
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    for (const path of [branch, '/api/account/copy']) {
      const third = await fetch(server.url + path, { headers: { cookie: person.cookie } })
      expect(third.status).toBe(429)
      expect(((await third.json()) as { error: string }).error).toBe(
        'Your other files are still being worked on. Please wait until they are done.',
      )
    }
    const page = await fetch(`${server.url}/api/export/markdown?documentId=${root}`, {
      headers: { cookie: person.cookie },
    })
    expect([page.status, Number(page.headers.get('content-length'))]).toEqual([
      200,
      (await page.arrayBuffer()).byteLength,
    ])
    first.destroy()
    await expect
      .poll(async () => {
        const next = await ask(branch)
        next.destroy()
        return next.statusCode
      })
      .toBe(200)
    second.destroy()
  })
})
