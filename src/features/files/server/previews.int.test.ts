import { pngPicture, webpPicture } from '@test/pictures'
import { answersBehindFirst } from '@test/pipelined'
import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { thumbhashOf } from '@/blocks/media/thumbhash'
import type { StoredFile } from '../model'
import { filesRoutes } from './files.routes'

onEachDatabase('smaller pictures of files', (database) => {
  let server: TestServer
  let ada: TestPerson
  let eve: TestPerson

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
    eve = await server.signUp()
  })
  afterAll(() => server?.close())

  const newPage = async () => (await server.rpc(ada.cookie).document.create.mutate({ title: 'Album' })).id
  const send = async (body: Buffer | string, name = 'sea.png', page?: string): Promise<StoredFile> => {
    const query = new URLSearchParams({ page: page ?? (await newPage()), name })
    const answer = await fetch(`${server.url}/api/files?${query}`, {
      method: 'POST',
      headers: { origin: server.url, cookie: ada.cookie },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    })
    expect(answer.status).toBe(201)
    return (await answer.json()) as StoredFile
  }
  const put = (id: string, width: number | string, body: Uint8Array, as: TestPerson | null = ada) =>
    fetch(`${server.url}/api/files/${id}/previews/${width}`, {
      method: 'PUT',
      headers: { origin: server.url, ...(as && { cookie: as.cookie }) },
      body: new Uint8Array(body),
    })
  const get = (path: string, as: TestPerson | null = ada, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${path}`, { headers: { ...(as && { cookie: as.cookie }), ...headers } })
  /** A picture that no smaller one is larger than. */
  const sea = () => pngPicture(2_000, 1_000, { teXt: 'x'.repeat(20_000) })
  const small = webpPicture(320, 160, { 'VP8 ': 'the sea, smaller', EXIF: 'Berlin, Ada' })

  it('4.6 is given under the address of its file, without what a camera noted, to those who see the file', async () => {
    const file = await send(sea())
    const before = await get(`${file.url}?w=320`)
    expect(before.headers.get('content-type')).toBe('image/png')
    expect(before.headers.get('cache-control')).toContain('no-cache')
    expect((await put(file.id, 320, small)).status).toBe(204)
    const answer = await get(`${file.url}?w=320`)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect(answer.headers.get('cache-control')).toContain('immutable')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.includes('the sea, smaller')).toBe(true)
    expect(bytes.includes('Ada')).toBe(false)
    const etag = answer.headers.get('etag')!
    expect((await get(`${file.url}?w=320`, ada, { 'if-none-match': etag })).status).toBe(304)
    expect((await get(`${file.url}?w=320`, eve)).status).toBe(404)
    expect((await get(`${file.url}?w=320`, null)).status).toBe(401)
    // The whole picture is another thing under the same address.
    expect((await get(file.url)).headers.get('content-type')).toBe('image/png')
    expect((await get(`${file.url}?w=960`)).headers.get('content-type')).toBe('image/png')
    expect((await get(`${file.url}?w=NaN`)).headers.get('content-type')).toBe('image/png')
  })

  it('R67 who does not take the smaller pictures that they ask for gets no more of them', async () => {
    const file = await send(sea())
    expect((await put(file.id, 320, webpPicture(320, 160, { 'VP8 ': 'sea '.repeat(400) }))).status).toBe(204)
    const path = `${file.url}?w=320`
    const routes = [filesRoutes(server.services, [])]
    expect(await answersBehindFirst(routes, [path, path], ada.user)).toEqual([200, 429])
  })

  it('4.6 the first of each width stays, for nobody but who uploaded the file, while they may edit its page', async () => {
    const page = await newPage()
    const file = await send(sea(), 'sea.png', page)
    expect((await put(file.id, 320, small, eve)).status).toBe(404)
    expect((await put(file.id, 320, small, null)).status).toBe(401)
    expect((await put(file.id, 320, small)).status).toBe(204)
    expect((await put(file.id, 320, webpPicture(320, 160, { 'VP8 ': 'another' }))).status).toBe(204)
    const bytes = Buffer.from(await (await get(`${file.url}?w=320`)).arrayBuffer())
    expect(bytes.includes('the sea, smaller')).toBe(true)
    await server.rpc(ada.cookie).document.archive.mutate({ id: page })
    expect((await put(file.id, 960, webpPicture(960, 480, { 'VP8 ': 'later' }))).ok).toBe(false)
  })

  it('R32 takes nothing that lies: another width, another type, a film, what moves, what is larger than the file', async () => {
    const file = await send(sea())
    const refused: [number | string, Uint8Array, number][] = [
      [320, webpPicture(321, 10, { 'VP8 ': 'wide' }), 400],
      [320, webpPicture(40_000, 40_000, { 'VP8 ': 'huge' }), 400],
      [320, webpPicture(300, 60_000, { 'VP8 ': 'long' }), 400],
      [320, webpPicture(320, 160, { ANIM: 'moves', ANMF: 'moves' }), 400],
      [320, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 400],
      [320, Buffer.from('<!doctype html><script>1</script>'), 400],
      [320, new Uint8Array(0), 400],
      [321, small, 400],
      ['__proto__', small, 400],
      [320, Buffer.alloc(sea().length), 413],
      [1600, Buffer.alloc(2_100_000), 413],
    ]
    for (const [width, body, status] of refused)
      expect((await put(file.id, width, body)).status, `${width}`).toBe(status)
    expect((await get(`${file.url}?w=320`)).headers.get('content-type')).toBe('image/png')
    const text = await send('only words', 'sea.png')
    expect((await put(text.id, 320, small)).status).toBe(404)
    expect((await get(`${text.url}?w=320`)).status).toBe(404)
  })

  it('4.6, 7.12 what a published page shows has its widths, for everybody while it is published; a copy has its own', async () => {
    const file = await send(sea())
    await put(file.id, 320, small)
    const rpc = server.rpc(ada.cookie).document
    const facts = {
      initialWidth: 2_000,
      initialHeight: 1_000,
      previews: [320],
      thumbhash: thumbhashOf(2, 1, [9, 90, 200, 255, 90, 200, 9, 255]),
    }
    const { id } = await rpc.create.mutate({
      title: 'The sea',
      contentRich: [
        { id: 'picture', kind: 'image', attributes: { url: file.url, isUpload: true, ...facts } },
      ],
    })
    const anybody = () => get(`${file.url}?w=320`, null)
    expect((await anybody()).status).toBe(401)
    await rpc.publish.mutate({ id, isPublished: true })
    const shown = await anybody()
    expect(shown.headers.get('content-type')).toBe('image/webp')
    expect(shown.headers.get('cache-control')).toContain('no-cache')
    const html = await (await get(`/preview/${id}`, null)).text()
    expect(html).toContain(`srcSet="${file.url}?w=320 320w, ${file.url} 2000w"`)
    expect(html).toContain('data:image/bmp;base64,')
    expect(html).toMatch(/width="2000" height="1000"/)
    await rpc.publish.mutate({ id, isPublished: false })
    expect((await anybody()).status).toBe(401)

    const copy = await rpc.duplicate.mutate({ id, withSubpages: false })
    const { contentRich } = await rpc.document.query({ id: copy.id })
    const copied = (JSON.stringify(contentRich).match(/\/api\/files\/[^"]+/) ?? [''])[0]
    expect(copied).not.toContain(file.id)
    expect((await get(`${copied}?w=320`)).headers.get('content-type')).toBe('image/webp')
  })
})
