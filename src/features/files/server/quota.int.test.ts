import { connect } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  joinPod,
  onEachDatabase,
  refusal,
  startTestServer,
  type TestPerson,
  type TestServer,
} from '@test/server'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ZipFile } from 'yazl'
import type { StoredFile } from '../model'
import { sweepFiles } from './files.service'

const KB = 1024
const MB = 1024 ** 2

onEachDatabase('S11 quotas', (database) => {
  let server: TestServer
  let ada: TestPerson
  let page: string

  beforeAll(async () => {
    server = await startTestServer({ env: { ...database.env, QUOTA_PERSON: '1MB', QUOTA_POD: '2MB' } })
  })
  afterAll(() => server?.close())
  beforeEach(async () => {
    ada = await server.signUp()
    page = await makePage(ada)
  })

  const rpc = (person: TestPerson) => server.rpc(person.cookie)
  const makePage = async (person: TestPerson, podId?: string) =>
    (await rpc(person).document.create.mutate({ title: 'Page', ...(podId && { podId }) })).id
  /** Without a stated length the server learns the size as it comes. */
  const send = (size: number, { as = ada, to = page, isStated = true } = {}) => {
    const body = Buffer.alloc(size, 'x')
    const parts = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < size; at += 64 * KB)
          controller.enqueue(new Uint8Array(body.subarray(at, at + 64 * KB)))
        controller.close()
      },
    })
    return fetch(`${server.url}/api/files?page=${to}&name=a.txt`, {
      method: 'POST',
      headers: { origin: server.url, cookie: as.cookie },
      body: isStated ? body : parts,
      ...(!isStated && { duplex: 'half' }),
    } as RequestInit)
  }
  const wordsOf = async (answer: Response) => ((await answer.json()) as { error: string }).error
  const usageOf = (person: TestPerson) => rpc(person).file.usage.query()
  const remove = async (id: string) => {
    await rpc(ada).document.archive.mutate({ id })
    await rpc(ada).document.delete.mutate({ id })
    await sweepFiles(server.services)
    await sweepFiles(server.services, new Date(Date.now() + 20 * 60_000))
  }

  it('what is more than a person may keep is refused in words that say what to do, and leaves nothing', async () => {
    expect((await send(700 * KB)).status).toBe(201)
    for (const isStated of [true, false]) {
      const answer = await send(400 * KB, { isStated })
      expect(answer.status).toBe(413)
      const words = await wordsOf(answer)
      expect(words).toContain('your files take 700.0 KB of the 1.0 MB that you may keep')
      expect(words).toContain('empty the trash')
    }
    const { db } = server.services
    const rows = await db.selectFrom('file').select('size').where('document_id', '=', page).execute()
    expect(rows).toEqual([{ size: 700 * KB }])
    // What fits exactly, fits.
    expect((await send(324 * KB, { isStated: false })).status).toBe(201)
    expect((await send(1)).status).toBe(413)
    expect(await usageOf(ada)).toMatchObject({ bytes: MB, most: MB, pods: [{ bytes: MB, most: 2 * MB }] })
    await remove(page)
    expect(await usageOf(ada)).toMatchObject({ bytes: 0 })
    page = await makePage(ada)
    expect((await send(MB)).status).toBe(201)
  })

  it.each([true, false])(
    'somebody on a slow line hears why their file is refused (stated size: %s)',
    async (isStated) => {
      expect((await send(700 * KB)).status).toBe(201)
      const { port } = new URL(server.url)
      const socket = connect({ port: Number(port), host: '127.0.0.1' })
      const size = 400 * KB
      const head = [
        `POST /api/files?page=${page}&name=a.txt HTTP/1.1`,
        `host: ${new URL(server.url).host}`,
        `origin: ${server.url}`,
        `cookie: ${ada.cookie}`,
        'connection: close',
        isStated ? `content-length: ${size}` : 'transfer-encoding: chunked',
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      const piece = 'x'.repeat(25 * KB)
      for (let sent = 0; sent < size; sent += piece.length) {
        socket.write(isStated ? piece : `${piece.length.toString(16)}\r\n${piece}\r\n`)
        // Longer in all than Node's adapter would wait for it.
        await sleep(80)
      }
      if (!isStated) socket.write('0\r\n\r\n')
      // Like a browser's: it reads when it has sent.
      expect(await text(socket)).toContain('your files take 700.0 KB of the 1.0 MB that you may keep')
    },
  )

  it('however many files come at once, no room is given twice, and a broken line gives its own back', async () => {
    const sent = await Promise.all(
      Array.from({ length: 6 }, (_, index) => send(300 * KB, { isStated: index % 2 === 0 })),
    )
    expect(sent.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
    expect(sent.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(3)
    expect((await usageOf(ada)).bytes).toBeLessThanOrEqual(MB)
    const bea = await server.signUp()
    const to = await makePage(bea)
    const gone = new AbortController()
    const broken = fetch(`${server.url}/api/files?page=${to}&name=a.txt`, {
      method: 'POST',
      headers: { origin: server.url, cookie: bea.cookie, 'content-type': 'text/plain' },
      body: new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new Uint8Array(900 * KB)),
      }),
      duplex: 'half',
      signal: gone.signal,
    } as RequestInit).catch(() => null)
    await vi.waitFor(async () => expect((await usageOf(bea)).bytes).toBeGreaterThan(0), 20_000)
    expect((await send(900 * KB, { as: bea, to })).status).toBe(413)
    gone.abort()
    await broken
    await vi.waitFor(async () => expect((await usageOf(bea)).bytes).toBe(0), 20_000)
    expect((await send(900 * KB, { as: bea, to })).status).toBe(201)
  })

  it('a pod has its own quota, no matter who fills it; its people see how full it is, others do not', async () => {
    const pod = await rpc(ada).pod.create.mutate({ name: 'Together' })
    const people = [ada, await server.signUp(), await server.signUp()]
    for (const person of people.slice(1)) await joinPod(server, pod.id, { owner: ada, person })
    const to = await makePage(ada, pod.id)
    for (const person of people.slice(0, 2))
      expect((await send(900 * KB, { as: person, to })).status).toBe(201)
    const third = people[2]!
    const answer = await send(300 * KB, { as: third, to })
    expect([answer.status, await wordsOf(answer)]).toEqual([
      413,
      expect.stringContaining('the files of this pod take 1.8 MB of 2.0 MB'),
    ])
    expect((await usageOf(third)).pods).toContainEqual({
      id: pod.id,
      name: 'Together',
      bytes: 1800 * KB,
      most: 2 * MB,
    })
    const stranger = await server.signUp()
    expect(JSON.stringify(await usageOf(stranger))).not.toContain(pod.id)
    // Their own pod has room.
    expect((await send(300 * KB, { as: third, to: await makePage(third) })).status).toBe(201)
  })

  it('a page with files is not moved into a pod that has no room for them; without them it is', async () => {
    const pod = await rpc(ada).pod.create.mutate({ name: 'Full' })
    const bea = await server.signUp()
    await joinPod(server, pod.id, { owner: ada, person: bea })
    const there = await makePage(ada, pod.id)
    for (const as of [ada, bea]) expect((await send(900 * KB, { as, to: there })).status).toBe(201)
    const own = await makePage(bea)
    expect((await send(100 * KB, { as: bea, to: own })).status).toBe(201)
    const child = await rpc(bea).document.create.mutate({ title: 'Inside', parentDocumentId: own })
    const cyd = await server.signUp()
    await joinPod(server, pod.id, { owner: ada, person: cyd })
    const large = await makePage(cyd)
    const within = await rpc(cyd).document.create.mutate({ title: 'Inside', parentDocumentId: large })
    expect((await send(500 * KB, { as: cyd, to: within.id })).status).toBe(201)
    const move = (person: TestPerson, id: string) =>
      rpc(person).document.move.mutate({ id, parentDocumentId: there })
    expect(await refusal(move(cyd, large))).toMatchObject({
      code: 'too-large',
      words: expect.stringContaining('the files of that pod take 1.8 MB of 2.0 MB'),
    })
    expect((await rpc(cyd).document.document.query({ id: large })).parentDocumentId).toBeNull()
    await move(bea, own)
    const moved = await rpc(bea).document.document.query({ id: child.id })
    expect(moved.podId).toBe(pod.id)
    // Within the pod a full one is no hindrance.
    await rpc(bea).document.move.mutate({ id: own, parentDocumentId: null, podId: pod.id })
  })

  it('a copy of a page and an import take room too; without it neither leaves anything', async () => {
    const { url } = (await (await send(600 * KB)).json()) as StoredFile
    const contentRich = [{ id: 'f1', kind: 'file', attributes: { url, name: 'a.txt', isUpload: true } }]
    await rpc(ada).document.update.mutate({ id: page, contentRich })
    const copy = rpc(ada).document.duplicate.mutate({ id: page, withSubpages: false })
    expect(await refusal(copy)).toMatchObject({
      code: 'too-large',
      words: expect.stringContaining('your files take 600.0 KB'),
    })
    const zip = new ZipFile()
    zip.addBuffer(Buffer.from('![kept](picture.png)'), 'page.md')
    zip.addBuffer(Buffer.alloc(600 * KB, 'y'), 'picture.png')
    zip.end()
    const imported = await fetch(`${server.url}/api/import?filename=bundle.zip`, {
      method: 'POST',
      headers: { origin: server.url, cookie: ada.cookie },
      body: await buffer(zip.outputStream),
    } as RequestInit)
    expect([imported.status, await wordsOf(imported)]).toEqual([
      413,
      expect.stringContaining('your files take 600.0 KB'),
    ])
    expect((await usageOf(ada)).bytes).toBe(600 * KB)
    expect((await rpc(ada).document.tree.query({})).documents).toHaveLength(1)
  })
})
