import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, truncateSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { joinPod, onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createDiskStore } from '@/server/files/disk-store'
import { LIMITS } from '@/shared/limits'
import type { FileState, StoredFile } from '../model'
import { UPLOAD_NOT_THERE } from '../model'
import { clearUnfinishedFiles, sweepFiles } from './files.service'
import { sweepUploads, WAIT_MS } from './uploads.service'

const MB = 1024 ** 2
const PART = 256 * 1024

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64')
const stored = (dataDir: string) =>
  readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

onEachDatabase('uploads in parts', (database) => {
  let server: TestServer
  let ada: TestPerson
  let eve: TestPerson
  let page: string

  beforeAll(async () => {
    server = await startTestServer({ env: { ...database.env, QUOTA_PERSON: '8MB' } })
    ada = await server.signUp()
    eve = await server.signUp()
    page = await newPage()
  })
  afterAll(() => server?.close())

  const newPage = async (as = ada, podId?: string) =>
    (await server.rpc(as.cookie).document.create.mutate({ title: 'Album', ...(podId && { podId }) })).id
  const ask = (
    method: string,
    path: string,
    { as = ada as TestPerson | null, headers = {}, body = undefined as BodyInit | undefined } = {},
  ) =>
    fetch(`${server.url}${path}`, {
      method,
      headers: { 'tus-resumable': '1.0.0', origin: server.url, ...(as && { cookie: as.cookie }), ...headers },
      ...(body !== undefined && { body }),
    } as RequestInit)
  const begin = (
    length: number | null,
    { as = ada, to = page as string | null, name = 'film.bin', headers = {} } = {},
  ) =>
    ask(
      'POST',
      `/api/uploads?${new URLSearchParams({ name, ...(to ? { page: to } : { library: 'true' }) })}`,
      {
        as,
        headers: {
          ...(length === null ? { 'upload-defer-length': '1' } : { 'upload-length': String(length) }),
          ...headers,
        },
      },
    )
  const begun = async (...args: Parameters<typeof begin>) => {
    const answer = await begin(...args)
    expect(answer.status, await answer.clone().text()).toBe(201)
    return answer.headers.get('location')!
  }
  const part = (
    path: string,
    offset: number,
    bytes: Uint8Array,
    { as = ada, headers = {} }: { as?: TestPerson; headers?: Record<string, string> } = {},
  ) =>
    ask('PATCH', path, {
      as,
      headers: {
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        ...headers,
      },
      body: new Uint8Array(bytes),
    })
  const offsetOf = async (path: string) => Number((await ask('HEAD', path)).headers.get('upload-offset'))
  const wordsOf = async (answer: Response) => ((await answer.json()) as { error: string }).error
  const fileOf = async (path: string, as = ada) => {
    const answer = await ask('GET', path.replace('/uploads/', '/files/'), { as })
    return { status: answer.status, file: (await answer.json()) as FileState }
  }
  const bytesOf = async (file: StoredFile) => Buffer.from(await (await ask('GET', file.url)).arrayBuffer())
  const sendAll = async (path: string, bytes: Buffer, as = ada) => {
    for (let at = 0; at < bytes.byteLength; at += PART) {
      const piece = bytes.subarray(at, at + PART)
      const answer = await part(path, at, piece, {
        as,
        headers: { 'upload-checksum': `sha256 ${sha256(piece)}` },
      })
      expect(answer.status, await answer.clone().text()).toBe(204)
      expect(answer.headers.get('upload-offset')).toBe(String(at + piece.byteLength))
    }
  }

  it('4.6 a file that comes in parts is the same file as one that comes whole', async () => {
    const bytes = randomBytes(PART * 2 + 17)
    bytes.set(Buffer.from('%PDF-1.4\n'))
    const path = await begun(bytes.byteLength, { name: '../Плакат\u202egnp.pdf' })
    await sendAll(path, bytes)
    const { file } = await fileOf(path)
    const whole = await ask(
      'POST',
      `/api/files?${new URLSearchParams({ page, name: '../Плакат\u202egnp.pdf' })}`,
      {
        body: new Uint8Array(bytes),
      },
    )
    const other = (await whole.json()) as StoredFile
    const { id, url, createdAt, state, ...said } = file
    expect(state).toBe('ready')
    expect(said).toEqual({
      ...said,
      name: other.name,
      type: 'application/pdf',
      size: other.size,
      documentId: page,
    })
    expect(sha256(await bytesOf(file))).toBe(sha256(bytes))
    const rows = await server.services.db
      .selectFrom('file')
      .selectAll()
      .where('id', 'in', [id, other.id])
      .execute()
    const plain = rows.map(({ id: _id, created_at: _at, received_by: _by, ...row }) => row)
    expect(plain[0]).toEqual(plain[1])
    // Asked again after the end, as by a browser that did not hear the last answer.
    const again = await ask('HEAD', path)
    expect([again.status, again.headers.get('upload-offset')]).toEqual([200, String(bytes.byteLength)])
    expect((await part(path, bytes.byteLength, Buffer.from('more'))).status).toBe(413)
    expect((await fileOf(path)).file).toEqual(file)
  })

  it('R32 what a resumed file is called means nothing: its content decides', async () => {
    const bytes = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg"><script>${'x'.repeat(PART)}</script></svg>`,
    )
    const path = await begun(bytes.byteLength, { name: 'photo.png' })
    await sendAll(path, bytes)
    const { file } = await fileOf(path)
    expect(file.type).toBe('image/svg+xml')
    const answer = await ask('GET', file.url)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
  })

  it('a part counts once: repeated, out of order, wrong or cut ones change nothing', async () => {
    const bytes = randomBytes(PART * 3)
    const path = await begun(bytes.byteLength)
    const [one, two, three] = [0, 1, 2].map((n) => bytes.subarray(n * PART, (n + 1) * PART)) as [
      Buffer,
      Buffer,
      Buffer,
    ]
    expect((await part(path, 0, one)).status).toBe(204)
    expect((await part(path, 0, one)).status).toBe(409)
    expect((await part(path, PART * 2, three)).status).toBe(409)
    expect((await ask('PATCH', path, { headers: { 'upload-offset': '-1' } })).status).toBe(400)
    const changed = await part(path, PART, three, { headers: { 'upload-checksum': `sha256 ${sha256(two)}` } })
    expect(changed.status).toBe(460)
    expect(await wordsOf(changed)).toBe('A part of the file was changed on its way.')
    const other = await part(path, PART, two, { headers: { 'upload-checksum': 'md5 AAAA' } })
    expect(other.status).toBe(400)
    expect(await offsetOf(path)).toBe(PART)
    // Two at once for the same place: one of them is kept.
    const both = await Promise.all([part(path, PART, two), part(path, PART, two)])
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
    expect((await part(path, PART * 2, Buffer.concat([three, three]))).status).toBe(413)
    await server.restart()
    expect(await offsetOf(path)).toBe(PART * 2)
    expect((await part(path, PART * 2, three)).status).toBe(204)
    const { file } = await fileOf(path)
    expect(sha256(await bytesOf(file))).toBe(sha256(bytes))
  })

  it('a part whose connection breaks leaves what was there before it', async () => {
    const bytes = randomBytes(PART * 2)
    const path = await begun(bytes.byteLength)
    await part(path, 0, bytes.subarray(0, PART))
    const { port } = new URL(server.url)
    await new Promise<void>((resolve) => {
      const sent = httpRequest({
        port,
        path,
        method: 'PATCH',
        headers: {
          'tus-resumable': '1.0.0',
          origin: server.url,
          cookie: ada.cookie,
          'content-type': 'application/offset+octet-stream',
          'content-length': PART,
          'upload-offset': PART,
        },
      })
      sent.on('error', () => resolve())
      sent.write(bytes.subarray(PART, PART + 1000), () => sent.destroy())
    })
    expect(await offsetOf(path)).toBe(PART)
    await part(path, PART, bytes.subarray(PART))
    expect(sha256(await bytesOf((await fileOf(path)).file))).toBe(sha256(bytes))
  })

  it('R5 a disk that fills up in the middle takes nothing that has come; with room again it goes on', async () => {
    const bytes = randomBytes(PART * 2)
    const path = await begun(bytes.byteLength)
    await part(path, 0, bytes.subarray(0, PART))
    const { files, config } = server.services
    const full = createDiskStore(join(config.dataDir, 'files'), { spare: Number.MAX_SAFE_INTEGER })
    const real = files.putPart
    files.putPart = full.putPart
    try {
      const answer = await part(path, PART, bytes.subarray(PART))
      expect([answer.status, await wordsOf(answer)]).toEqual([
        503,
        'The server has no space left for this file, so it was not kept.',
      ])
    } finally {
      files.putPart = real
    }
    expect(await offsetOf(path)).toBe(PART)
    expect((await part(path, PART, bytes.subarray(PART))).status).toBe(204)
    expect(sha256(await bytesOf((await fileOf(path)).file))).toBe(sha256(bytes))
  })

  it('a part is not larger than parts may be, and a file not longer than files', async () => {
    expect((await begin(LIMITS.uploadFile + 1)).status).toBe(413)
    expect((await begin(0)).status).toBe(400)
    const path = await begun(null, { to: null })
    const large = await part(path, 0, Buffer.alloc(LIMITS.uploadPart + 1))
    expect(large.status).toBe(413)
    expect(await wordsOf(large)).toContain('8 MB')
    expect(await offsetOf(path)).toBe(0)
    expect((await ask('DELETE', path)).status).toBe(204)
  })

  it('R67 a file does not come in crumbs: each would make every later part dearer', async () => {
    const path = await begun(MB, { to: null })
    const id = path.split('/').at(-1)!
    const crumbs = Array.from({ length: LIMITS.uploadParts }, (_, start) => ({
      upload_id: id,
      start,
      size: 1,
      sha256: '',
    }))
    // As after one request for each of the bytes.
    await server.services.files.putPart(id, 0, [Buffer.alloc(LIMITS.uploadParts)].values() as never)
    for (let at = 0; at < crumbs.length; at += 512)
      await server.services.db
        .insertInto('upload_part')
        .values(crumbs.slice(at, at + 512))
        .execute()
    expect(await offsetOf(path)).toBe(LIMITS.uploadParts)
    const refused = await part(path, LIMITS.uploadParts, Buffer.from('x'))
    expect(refused.status).toBe(413)
    expect(await wordsOf(refused)).toBe(
      'The file came in too many parts. Please upload it again in larger ones.',
    )
    expect((await ask('DELETE', path)).status).toBe(204)
  })

  it("R21 another person's upload is not there, whatever is asked of it", async () => {
    const path = await begun(PART)
    const forged = `/api/uploads/${'z'.repeat(20)}`
    for (const method of ['HEAD', 'PATCH', 'DELETE']) {
      const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
      const answers = await Promise.all([path, forged].map((at) => ask(method, at, { as: eve, headers })))
      expect(answers.map(({ status }) => status)).toEqual([404, 404])
      if (method === 'HEAD') continue
      for (const answer of answers) expect(await wordsOf(answer)).toBe(UPLOAD_NOT_THERE())
      expect((await ask(method, path, { as: null, headers })).status).toBe(401)
    }
    expect((await fileOf(path, eve)).status).toBe(404)
    expect((await begin(PART, { as: eve })).status).toBe(404)
    for (const id of ['../../sheaf.db', '%00', 'x'.repeat(500)])
      expect((await ask('HEAD', `/api/uploads/${encodeURIComponent(id)}`)).status).toBe(404)
    expect(await offsetOf(path)).toBe(0)
    expect((await ask('DELETE', path)).status).toBe(204)
    expect((await ask('HEAD', path)).status).toBe(404)
    expect((await fileOf(path)).status).toBe(404)
  })

  it('R27 another site sends no part, begins nothing and ends nothing', async () => {
    const path = await begun(PART)
    const headers = {
      origin: 'https://evil.example',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    }
    for (const method of ['PATCH', 'DELETE']) expect((await ask(method, path, { headers })).status).toBe(403)
    expect((await begin(PART, { headers })).status).toBe(403)
    const answer = await ask('HEAD', path, { headers: { origin: 'https://evil.example' } })
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(await offsetOf(path)).toBe(0)
  })

  it('who is signed out or may not write any more sends no further part; with the right back it goes on', async () => {
    const pod = await server.rpc(ada.cookie).pod.create.mutate({ name: 'Band' })
    const bea = await server.signUp()
    await joinPod(server, pod.id, { owner: ada, person: bea })
    const shared = await newPage(ada, pod.id)
    const bytes = randomBytes(PART * 3)
    const path = await begun(bytes.byteLength, { as: bea, to: shared })
    const send = (n: number) => part(path, n * PART, bytes.subarray(n * PART, (n + 1) * PART), { as: bea })
    expect((await send(0)).status).toBe(204)
    const setRole = (role: 'guest' | 'member') =>
      server.services.db
        .updateTable('pod_member')
        .set({ role })
        .where('pod_id', '=', pod.id)
        .where('user_id', '=', bea.user.id)
        .execute()
    await setRole('guest')
    expect((await send(1)).status).toBe(404)
    await setRole('member')
    expect((await send(1)).status).toBe(204)
    await server.rpc(ada.cookie).document.update.mutate({ id: shared, lockPage: true })
    expect((await send(2)).status).toBe(423)
    await server.rpc(ada.cookie).document.update.mutate({ id: shared, lockPage: false })
    await server.services.db.deleteFrom('session').where('userId', '=', bea.user.id).execute()
    expect((await send(2)).status).toBe(401)
    const back = await server.signUp(bea.user.email)
    expect((await part(path, 2 * PART, bytes.subarray(2 * PART), { as: back })).status).toBe(204)
    expect((await fileOf(path, back)).file.state).toBe('ready')
  })

  it('S11 room is asked for at the beginning; without a length, with each part', async () => {
    const cleo = await server.signUp()
    const hers = await newPage(cleo)
    const usage = async () => (await server.rpc(cleo.cookie).file.usage.query()).bytes
    const too = await begin(9 * MB, { as: cleo, to: hers })
    expect(too.status).toBe(413)
    expect(await wordsOf(too)).toContain('There is no room for this file')
    const path = await begun(6 * MB, { as: cleo, to: hers })
    expect(await usage()).toBe(6 * MB)
    expect((await begin(3 * MB, { as: cleo, to: hers })).status).toBe(413)
    expect((await ask('DELETE', path, { as: cleo })).status).toBe(204)
    expect(await usage()).toBe(0)

    const open = await begun(null, { as: cleo, to: hers })
    const piece = randomBytes(3 * MB)
    for (const n of [0, 1])
      expect((await part(open, n * piece.byteLength, piece, { as: cleo })).status).toBe(204)
    expect((await part(open, 6 * MB, piece, { as: cleo })).status).toBe(413)
    // Said how long it is: then it is whole.
    const end = await part(open, 6 * MB, Buffer.from('end'), {
      as: cleo,
      headers: { 'upload-length': String(6 * MB + 3) },
    })
    expect(end.status).toBe(204)
    expect((await fileOf(open, cleo)).file).toMatchObject({ state: 'ready', size: 6 * MB + 3 })
    expect(await usage()).toBe(6 * MB + 3)
  })

  it('a file for the library that was long in coming has its quarter of an hour once it is there', async () => {
    const bytes = randomBytes(PART)
    const path = await begun(bytes.length, { to: null })
    const { services } = server
    // While it still comes, the sweep sees it without a page.
    await sweepFiles(services, new Date(Date.now() - 60 * 60_000))
    expect((await part(path, 0, bytes)).status).toBe(204)
    const states = async () => {
      const id = path.split('/').at(-1)!
      const rows = await services.db.selectFrom('file').select('state').where('id', '=', id).execute()
      return rows.map(({ state }) => state)
    }
    await sweepFiles(services)
    expect(await states()).toEqual(['ready'])
    await sweepFiles(services, new Date(Date.now() + 16 * 60_000))
    expect(await states()).toEqual([])
  })

  it('what has come stays over a restart and a day of waiting, and goes after that', async () => {
    const [path, done] = [await begun(PART * 2), await begun(3)]
    await part(path, 0, randomBytes(PART))
    await part(done, 0, Buffer.from('abc'))
    await server.restart()
    const { services } = server
    await clearUnfinishedFiles(services)
    await sweepFiles(services, new Date(Date.now() + WAIT_MS))
    await sweepUploads(services, new Date(Date.now() + WAIT_MS - 60_000))
    expect(await offsetOf(path)).toBe(PART)
    const before = stored(services.config.dataDir)
    await sweepUploads(services, new Date(Date.now() + WAIT_MS + 1))
    expect((await ask('HEAD', path)).status).toBe(404)
    expect((await fileOf(path)).status).toBe(404)
    expect((await fileOf(done)).file.state).toBe('ready')
    const gone = before.filter((name) => !stored(services.config.dataDir).includes(name))
    expect(gone).toContain(path.split('/').at(-1))
    const left = await services.db.selectFrom('upload').select('id').execute()
    expect(left).toEqual([])
  })

  it('a server that ended between the last part and the file makes it when it is asked again', async () => {
    const bytes = randomBytes(PART)
    const path = await begun(bytes.byteLength)
    const { files } = server.services
    const joining = vi.spyOn(files, 'joinParts').mockRejectedValueOnce(new Error('killed'))
    expect((await part(path, 0, bytes)).status).toBe(500)
    joining.mockRestore()
    expect((await fileOf(path)).file.state).toBe('processing')
    expect(await offsetOf(path)).toBe(PART)
    const { file } = await fileOf(path)
    expect(file.state).toBe('ready')
    expect(sha256(await bytesOf(file))).toBe(sha256(bytes))
  })

  it('what was restored without its bytes is not gone on with', async () => {
    const path = await begun(PART * 2)
    await part(path, 0, randomBytes(PART))
    const { dataDir } = server.services.config
    truncateSync(join(dataDir, 'files', 'parts', path.split('/').at(-1)!), 10)
    expect((await ask('HEAD', path)).status).toBe(404)
  })

  it('a page that is gone takes its uploads along', async () => {
    const short = await newPage()
    const path = await begun(PART * 2, { to: short })
    await part(path, 0, randomBytes(PART))
    await server.rpc(ada.cookie).document.archive.mutate({ id: short })
    expect((await part(path, PART, randomBytes(PART))).status).toBe(423)
    await server.rpc(ada.cookie).document.delete.mutate({ id: short })
    expect((await part(path, PART, randomBytes(PART))).status).toBe(404)
  })
})
