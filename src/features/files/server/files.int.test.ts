import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshDatabase } from '@test/postgres'
import { makeProgram, type Program } from '@test/program'
import { joinPod, onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { restoreBackup } from '@/server/backup/restore-backup'
import { writeBackup } from '@/server/backup/write-backup'
import { connect } from '@/server/db/db'
import { examine } from '@/server/doctor/doctor'
import { createDiskStore, openFileStore } from '@/server/files/disk-store'
import { holdLease } from '@/server/server-lease'
import { newId } from '@/shared/ids'
import { LIMITS } from '@/shared/limits'
import { FILE_NOT_THERE, FILE_TOO_LARGE, NOT_SHOWN_HERE, type StoredFile } from '../model'
import { clearUnfinishedFiles, sweepFiles } from './files.service'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const PDF = '%PDF-1.4\n1 0 obj <</Type/Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n'

/** Every file below the store's folder, by its name alone. */
const stored = (dataDir: string) =>
  readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

onEachDatabase('files', (database) => {
  let server: TestServer
  let ada: TestPerson
  let eve: TestPerson
  let page: string

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
    eve = await server.signUp()
    page = await newPage('Album')
  })
  afterAll(() => server?.close())

  const newPage = async (title: string, contentRich?: object[]) =>
    (await server.rpc(ada.cookie).document.create.mutate({ title, ...(contentRich && { contentRich }) })).id
  const send = (name: string, body: BodyInit, { as = ada, to = page, headers = {} } = {}) =>
    fetch(`${server.url}/api/files?${new URLSearchParams({ page: to, name })}`, {
      method: 'POST',
      headers: { origin: server.url, cookie: as.cookie, ...headers },
      body,
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    } as RequestInit)
  const keep = async (name: string, body: BodyInit, to = page): Promise<StoredFile> => {
    const answer = await send(name, body, { to })
    expect(answer.status, await answer.clone().text()).toBe(201)
    return (await answer.json()) as StoredFile
  }
  const get = (
    path: string,
    headers: Record<string, string> = {},
    as: TestPerson | null = ada,
    method = 'GET',
  ) => fetch(`${server.url}${path}`, { method, headers: { ...(as && { cookie: as.cookie }), ...headers } })
  const wordsOf = async (answer: Response) => ((await answer.json()) as { error: string }).error

  it('4.6 an uploaded file is kept with its page, after a restart too, and says what it is', async () => {
    const file = await keep('Ångström.png', PNG)
    expect(file).toMatchObject({
      name: 'Ångström.png',
      type: 'image/png',
      size: PNG.byteLength,
      isKept: true,
      documentId: page,
    })
    expect(file.url).toBe(`/api/files/${file.id}/${encodeURIComponent('Ångström.png')}`)
    await server.restart()
    const answer = await get(file.url)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG)
    expect(answer.headers.get('content-disposition')).toBe(
      `inline; filename="_ngstr_m.png"; filename*=UTF-8''${encodeURIComponent('Ångström.png')}`,
    )
  })

  it('7.36 GET /api/files/{id} answers the state of a file', async () => {
    const file = await keep('state.png', PNG)
    const answer = await get(`/api/files/${file.id}`)
    expect(await answer.json()).toEqual({ ...file, state: 'ready' })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('7.43 HEAD on the address of a file tells its type and size without its bytes', async () => {
    const file = await keep('head.png', PNG)
    const answer = await get(file.url, {}, ada, 'HEAD')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('content-length')).toBe(String(PNG.byteLength))
    expect(await answer.text()).toBe('')
  })

  it('R21 a file that is not mine is not there: same words, same status, whatever is asked', async () => {
    const file = await keep('secret.png', PNG)
    for (const path of [
      file.url,
      `/api/files/${file.id}`,
      file.url.replace(file.id, 'doesnotexist00000000'),
    ]) {
      const answer = await get(path, {}, eve)
      expect([answer.status, await wordsOf(answer)]).toEqual([404, FILE_NOT_THERE()])
      expect(answer.headers.get('etag')).toBeNull()
    }
    expect((await get(file.url, { 'if-none-match': `"${file.id}"` }, eve)).status).toBe(404)
    expect((await get(file.url, {}, null)).status).toBe(401)
    expect((await server.rpc(eve.cookie).file.files.query({})).files).toEqual([])
    expect((await send('x.png', PNG, { as: eve })).status).toBe(404)
  })

  it('R27 another site cannot upload, whatever it says its body is', async () => {
    const before = stored(server.services.config.dataDir).length
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const headers = { origin: 'https://evil.example', 'content-type': type }
      expect((await send('x.png', PNG, { headers })).status).toBe(403)
    }
    expect(stored(server.services.config.dataDir).length).toBe(before)
  })

  describe('R32 hostile files', () => {
    const hostile: [name: string, body: BodyInit, type: string, shown: boolean][] = [
      [
        'drawing.svg',
        '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        'image/svg+xml',
        false,
      ],
      ['photo.png', '<!doctype html><script>alert(1)</script>', 'text/plain', false],
      ['page.html', '<script>alert(1)</script>', 'text/plain', false],
      ['code.js', 'alert(1)', 'text/plain', false],
      ['polyglot.html', Buffer.concat([PNG, Buffer.from('<script>alert(1)</script>')]), 'image/png', true],
      ['gif.js', 'GIF89a\x01\x00\x01\x00/*<svg onload=alert(1)>*/=1;', 'image/gif', true],
      ['program.pdf', Buffer.from('MZ\x90\x00\x03'), 'application/x-msdownload', false],
      ['real.txt', PDF, 'application/pdf', true],
    ]

    it.each(hostile)(
      'R32 %s is given as what it is and never as something that runs',
      async (name, body, type, shown) => {
        const file = await keep(name, body)
        expect(file.type).toBe(type)
        const answer = await get(file.url)
        const headers = (wanted: string) => answer.headers.get(wanted) ?? ''
        expect(headers('x-content-type-options')).toBe('nosniff')
        expect(headers('content-disposition')).toMatch(shown ? /^inline;/ : /^attachment;/)
        expect(headers('content-type')).not.toMatch(/html|javascript|\/xml|css/)
        expect(headers('content-security-policy')).toContain("default-src 'none'")
        expect(headers('content-security-policy')).not.toContain('script-src')
        if (type !== 'application/pdf') expect(headers('content-security-policy')).toContain('sandbox')
        expect(headers('cross-origin-resource-policy')).toBe('same-origin')
        await answer.arrayBuffer()
      },
    )

    it.each([
      ['../../../etc/passwd', 'passwd'],
      ['C:\\Windows\\system.ini', 'system.ini'],
      ['nul\0l.txt', 'null.txt'],
      ['photo\u202Egnp.exe', 'photognp.exe'],
      ['a\r\nset-cookie: x=1.txt', 'aset-cookie_ x=1.txt'],
      ['', 'file'],
      ['...', 'file'],
      ['CON.txt', '_CON.txt'],
      [`${'x'.repeat(400)}.pdf`, `${'x'.repeat(146)}.pdf`],
      ['half \ud800 a pair', 'half a pair'],
    ])('R32 a file called %j is called %j', async (name, called) => {
      const file = await keep(name, PNG)
      expect(file.name).toBe(called)
      expect(file.id).toMatch(/^[0-9a-z]{20}$/)
      expect(stored(server.services.config.dataDir)).toContain(file.id)
      expect((await get(file.url)).status).toBe(200)
    })

    it('R32 a picture of 40,000 pixels a side is bytes to be stored, not to be shown, and is never unpacked', async () => {
      const huge = Buffer.from(PNG)
      huge.writeUInt32BE(40_000, 16)
      huge.writeUInt32BE(40_000, 20)
      const file = await keep('huge.png', huge)
      expect(file.type).toBe('application/x-huge-picture')
      const stored = await get(file.url)
      expect(stored.headers.get('content-disposition')).toMatch(/^attachment/)
      expect(stored.headers.get('cache-control')).toBe('no-store')
      // A browser would show it in an <img>, whatever these headers say of it.
      const image = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'
      for (const place of [
        { 'sec-fetch-dest': 'image', accept: image },
        { 'sec-fetch-dest': 'image', 'if-none-match': stored.headers.get('etag')! },
        { 'sec-fetch-dest': 'image', range: 'bytes=0-10' },
        { 'sec-fetch-dest': 'video' },
        { 'sec-fetch-dest': 'object' },
        { accept: image },
      ] as Record<string, string>[]) {
        const answer = await get(file.url, place)
        expect([answer.status, await wordsOf(answer)], JSON.stringify(place)).toEqual([400, NOT_SHOWN_HERE()])
        expect(answer.headers.get('cache-control')).not.toContain('immutable')
      }
      const navigation = { 'sec-fetch-dest': 'document', accept: `text/html,${image}` }
      expect((await get(file.url, navigation)).status).toBe(200)
      expect((await get(file.url, { accept: '*/*' })).status).toBe(200)
    })

    it('R32 a place in a page is given what it can show, and nothing else', async () => {
      const picture = await keep('a.png', PNG)
      const drawing = await keep('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
      const noise = await keep('a.bin', Buffer.from([0, 1, 2, 3, 250]))
      const status = async (file: StoredFile, dest: string) =>
        (await get(file.url, { 'sec-fetch-dest': dest })).status
      for (const file of [picture, drawing]) expect(await status(file, 'image')).toBe(200)
      expect(await status(noise, 'image')).toBe(400)
      for (const dest of ['video', 'audio']) {
        expect(await status(picture, dest)).toBe(400)
        expect(await status(noise, dest)).toBe(400)
      }
      for (const dest of ['document', 'empty', 'constructor']) expect(await status(noise, dest)).toBe(200)
    })

    it('R32 a length that is a lie leaves nothing behind', async () => {
      const { dataDir } = server.services.config
      const before = stored(dataDir)
      const ended = new Promise<void>((resolve) => {
        const { port } = new URL(server.url)
        const headers = { origin: server.url, cookie: ada.cookie, 'content-length': '1000' }
        const cut = httpRequest({
          port,
          path: `/api/files?page=${page}&name=cut.png`,
          method: 'POST',
          headers,
        })
        cut.on('error', () => resolve())
        cut.on('close', () => resolve())
        cut.write(PNG, () => cut.destroy())
      })
      await ended
      await vi.waitFor(async () => {
        expect(stored(dataDir)).toEqual(before)
        const rows = await server.services.db
          .selectFrom('file')
          .select('id')
          .where('state', '=', 'processing')
          .execute()
        expect(rows).toEqual([])
      }, 20_000)
      const tooLong = await send('long.png', '', { headers: { 'content-length': '0' } })
      expect([tooLong.status, await wordsOf(tooLong)]).toEqual([
        400,
        'This file is empty: there is nothing to keep.',
      ])
    })

    it.each(['../etc', '..%2f..%2fsheaf.db', '%00', 'a'.repeat(300), "' or 1=1"])(
      'R32 no other path is reached by the id %s',
      async (id) => {
        for (const path of [
          `/api/files/${encodeURIComponent(id)}`,
          `/api/files/${encodeURIComponent(id)}/x.png`,
        ])
          expect((await get(path)).status).toBe(404)
      },
    )
  })

  it('9.5 a file above 1 GB is refused in words, before its bytes when it says so', async () => {
    const { port } = new URL(server.url)
    const headers = {
      origin: server.url,
      cookie: ada.cookie,
      'content-length': String(LIMITS.uploadFile + 1),
    }
    const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const sending = httpRequest(
        { port, path: `/api/files?page=${page}&name=a.mp4`, method: 'POST', headers },
        (got) => {
          let text = ''
          got.on('data', (chunk) => {
            text += chunk
          })
          got.on('end', () => {
            resolve({ status: got.statusCode, text })
            sending.destroy()
          })
        },
      )
      sending.on('error', reject)
      sending.flushHeaders()
    })
    expect(answer).toEqual({ status: 413, text: JSON.stringify({ error: FILE_TOO_LARGE() }) })
  })

  it('R5 a full disk is told in plain words and leaves nothing behind', async () => {
    const { dataDir } = server.services.config
    const { files } = server.services
    const full = createDiskStore(join(dataDir, 'files'), { spare: Number.MAX_SAFE_INTEGER })
    const before = stored(dataDir)
    const real = files.put
    files.put = full.put
    try {
      const answer = await send('a.png', PNG)
      expect([answer.status, await wordsOf(answer)]).toEqual([
        503,
        'The server has no space left for this file, so it was not kept.',
      ])
    } finally {
      files.put = real
    }
    // What the tests before this one sent may still be tidied up.
    await vi.waitFor(() => expect(stored(dataDir)).toEqual(before), 20_000)
    expect((await keep('b.png', PNG)).size).toBe(PNG.byteLength)
  })

  it('parts of a sound or film are given as they are asked for', async () => {
    const file = await keep('film.bin', Buffer.from('0123456789'))
    const part = async (range: string, more = {}) => {
      const answer = await get(file.url, { range, ...more })
      return [answer.status, answer.headers.get('content-range'), await answer.text()]
    }
    expect(await part('bytes=0-3')).toEqual([206, 'bytes 0-3/10', '0123'])
    expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part('bytes=-2')).toEqual([206, 'bytes 8-9/10', '89'])
    expect(await part('bytes=5-500')).toEqual([206, 'bytes 5-9/10', '56789'])
    expect((await part('bytes=10-')).slice(0, 2)).toEqual([416, 'bytes */10'])
    expect(await part('bytes=0-1,4-5')).toEqual([200, null, '0123456789'])
    expect(await part('pages=1')).toEqual([200, null, '0123456789'])
    expect(await part('bytes=0-3', { 'if-range': `"${file.id}"` })).toEqual([206, 'bytes 0-3/10', '0123'])
    expect(await part('bytes=0-3', { 'if-range': '"another"' })).toEqual([200, null, '0123456789'])
  })

  it('R67 the files that one person takes at once have an end, and those that are taken count no more', async () => {
    const grace = await server.signUp()
    const { id: to } = await server.rpc(grace.cookie).document.create.mutate({ title: 'Hers' })
    const file = (await (await send('a.png', PNG, { as: grace, to })).json()) as { url: string }
    const taking: (() => void)[] = []
    for (let at = 0; at < 500; at++)
      taking.push(await server.services.underWay.enter(`given-files:${grace.user.id}`, 500, ''))
    expect((await get(file.url, {}, grace)).status).toBe(429)
    taking.pop()!()
    // The end of one is heard of a moment after its bytes have come.
    const take = async () => {
      const answer = await get(file.url, {}, grace)
      await answer.arrayBuffer()
      return answer.status
    }
    for (let at = 0; at < 3; at++) await expect.poll(take).toBe(200)
    for (const leave of taking) leave()
  })

  it('R67 the pictures that somebody brings in a day who may only comment have an end', async () => {
    const grace = await server.signUp()
    const own = await server.rpc(grace.cookie).document.create.mutate({ title: 'Hers' })
    await server.rpc(grace.cookie).document.update.mutate({ id: own.id, lockPage: true })
    expect((await send('a.png', PNG, { as: grace, to: own.id })).status).toBe(201)
    await server.services.db
      .updateTable('rate_limit')
      .set({ count: 100 })
      .where('key', '=', `comment-upload:${grace.user.id}`)
      .execute()
    expect((await send('b.png', PNG, { as: grace, to: own.id })).status).toBe(429)
    await server.rpc(grace.cookie).document.update.mutate({ id: own.id, lockPage: false })
    expect((await send('c.png', PNG, { as: grace, to: own.id })).status).toBe(201)
  })

  it('a browser keeps a file for the one who is signed in, and is told that it is still the same', async () => {
    const file = await keep('cached.png', PNG)
    const answer = await get(file.url)
    expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect(answer.headers.get('vary')).toContain('cookie')
    const again = await get(file.url, { 'if-none-match': answer.headers.get('etag')! })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('7.32 file.files lists the files of my pages, newest first, page by page and by name', async () => {
    const grace = await server.signUp()
    const rpc = server.rpc(grace.cookie)
    const { id: to } = await rpc.document.create.mutate({ title: 'Hers' })
    const names = Array.from({ length: 12 }, (_, index) => `Photo_${index} 100%.png`)
    for (const name of [...names, 'Übersicht.pdf'])
      expect((await send(name, PNG, { as: grace, to })).status).toBe(201)
    const first = await rpc.file.files.query({})
    expect(first.files.map(({ name }) => name)).toEqual(['Übersicht.pdf', ...names.toReversed()].slice(0, 10))
    const second = await rpc.file.files.query({ cursor: first.nextCursor })
    expect(second.files.map(({ name }) => name)).toEqual(names.slice(0, 3).toReversed())
    expect(second.nextCursor).toBeNull()
    const found = async (search: string) =>
      (await rpc.file.files.query({ search })).files.map(({ name }) => name)
    expect(await found('übers')).toEqual(['Übersicht.pdf'])
    expect(await found('photo_11')).toEqual([names[11]])
    expect(await found('o%1')).toEqual([])
    expect(await rpc.file.usage.query()).toMatchObject({ bytes: 13 * PNG.byteLength })
    await rpc.document.archive.mutate({ id: to })
    expect((await rpc.file.files.query({})).files).toEqual([])
  })

  it('no more than six files of one person are received at once', async () => {
    const grace = await server.signUp()
    const { id: to } = await server.rpc(grace.cookie).document.create.mutate({ title: 'Hers' })
    let finish = () => {}
    const open = new Promise<void>((resolve) => {
      finish = resolve
    })
    const slow = () =>
      new ReadableStream<Uint8Array>({
        async start(controller) {
          controller.enqueue(new Uint8Array(PNG))
          await open
          controller.close()
        },
      })
    const sending = Array.from({ length: 6 }, (_, index) => send(`${index}.png`, slow(), { as: grace, to }))
    const { db } = server.services
    await vi.waitFor(async () => {
      const rows = await db.selectFrom('file').select('id').where('document_id', '=', to).execute()
      expect(rows).toHaveLength(6)
    }, 20_000)
    const seventh = await send('7.png', PNG, { as: grace, to })
    expect([seventh.status, await wordsOf(seventh)]).toEqual([
      429,
      'Other files of yours are still on their way. Please wait for them.',
    ])
    const { id } = (await db
      .selectFrom('file')
      .select('id')
      .where('document_id', '=', to)
      .executeTakeFirst())!
    expect(await (await get(`/api/files/${id}`, {}, grace)).json()).toMatchObject({ state: 'processing' })
    expect((await get(`/api/files/${id}/0.png`, {}, grace)).status).toBe(404)
    finish()
    for (const answer of await Promise.all(sending)) expect(answer.status).toBe(201)
    expect((await send('7.png', PNG, { as: grace, to })).status).toBe(201)
  })

  it('a start clears away what servers left that have ended, and nothing that another one is receiving', async () => {
    const { services } = server
    const { db } = services
    const otherFolder = mkdtempSync(join(tmpdir(), 'sheaf-lease-'))
    const other = await holdLease(db, services.log, otherFolder)
    const to = await newPage('Two servers')
    const { id } = await keep('pattern.png', PNG, to)
    const row = await db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const files = { theirs: other.id, own: services.lease.id, ended: newId(), older: null }
    const ids = new Map(
      Object.entries(files).map(([name, received_by]) => [name, { id: newId(), received_by }]),
    )
    for (const file of ids.values())
      await db
        .insertInto('file')
        .values({ ...row, ...file, state: 'processing' })
        .execute()
    const left = async () => {
      const rows = await db.selectFrom('file').select('id').where('state', '=', 'processing').execute()
      return [...ids].flatMap(([name, file]) => (rows.some((one) => one.id === file.id) ? [name] : []))
    }
    await clearUnfinishedFiles(services)
    expect(await left()).toEqual(['theirs', 'own'])
    await clearUnfinishedFiles(services, new Date(Date.now() + 4 * 60_000))
    expect(await left()).toEqual(['theirs', 'own'])
    await other.end()
    await clearUnfinishedFiles(services)
    expect(await left()).toEqual(['own'])
    // It has not said for a while that it runs.
    await clearUnfinishedFiles(services, new Date(Date.now() + 6 * 60_000))
    expect(await left()).toEqual([])
    expect((await get(`/api/files/${id}/pattern.png`)).status).toBe(200)
    rmSync(otherFolder, { recursive: true })
  })

  it('6.5 nothing is uploaded to a page in the trash, whose files can still be seen', async () => {
    const to = await newPage('Going')
    const file = await keep('a.png', PNG, to)
    await server.rpc(ada.cookie).document.archive.mutate({ id: to })
    const answer = await send('b.png', PNG, { to })
    expect([answer.status, await wordsOf(answer)]).toEqual([
      423,
      'This page is in the trash. Restore it to change it.',
    ])
    expect((await get(file.url)).status).toBe(200)
  })

  it('a file goes with its page, unless another page of the same person shows it; what no block names stays', async () => {
    const { services } = server
    const rpc = server.rpc(ada.cookie)
    const from = await newPage('From')
    const lone = await keep('lone.png', PNG, from)
    const shared = await keep('shared.png', PNG, from)
    const link = { text: 'seen here', marks: [{ kind: 'link', attributes: { url: shared.url } }] }
    const other = await newPage('Other', [{ id: 'abcabcabcabc', kind: 'paragraph', text: [link] }])
    const unnamed = await keep('unnamed.png', PNG, other)
    await rpc.document.archive.mutate({ id: from })
    await rpc.document.delete.mutate({ id: from })
    expect((await get(lone.url)).status).toBe(404)
    const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)
    await sweepFiles(services)
    expect(stored(services.config.dataDir)).toContain(lone.id)
    await sweepFiles(services, later(20))
    const left = stored(services.config.dataDir)
    expect(left).not.toContain(lone.id)
    expect(await services.db.selectFrom('file').select('id').where('id', '=', lone.id).execute()).toEqual([])
    expect(left).toContain(unnamed.id)
    expect(await (await get(`/api/files/${shared.id}`)).json()).toMatchObject({ documentId: other })
    expect((await get(shared.url)).status).toBe(200)
  })

  it('a file whose page is gone stays as long as a stash holds it, and goes with the page it is put on', async () => {
    const { services } = server
    const { db, config } = services
    const rpc = server.rpc(ada.cookie)
    const from = await newPage('From')
    const file = await keep('aside.png', PNG, from)
    const onlyEves = await keep('seen.png', PNG, from)
    const blockOf = ({ url }: StoredFile) => ({ id: 'pic1', kind: 'image', attributes: { url } })
    const stash = (as: TestPerson, of: StoredFile) =>
      server
        .rpc(as.cookie)
        .stash.add.mutate({ blocks: [blockOf(of)], fromPath: `/${from}`, fromTitle: 'From' })
    const item = await stash(ada, file)
    await stash(eve, onlyEves)
    await stash(eve, file)
    await rpc.document.archive.mutate({ id: from })
    await rpc.document.delete.mutate({ id: from })
    let minutes = 0
    const sweepLater = async () => {
      minutes += 20
      await sweepFiles(services, new Date(Date.now() + minutes * 60_000))
    }
    await sweepFiles(services)
    await sweepLater()
    expect(stored(config.dataDir)).toContain(file.id)
    expect(stored(config.dataDir)).not.toContain(onlyEves.id)
    expect((await get(file.url)).status).toBe(200)
    expect(await (await get(`/api/files/${file.id}`)).json()).toMatchObject({ documentId: null })
    expect((await get(file.url, {}, eve)).status).toBe(404)
    await rpc.stash.delete.mutate({ id: item.id })
    await sweepLater()
    expect((await get(file.url)).status).toBe(200)
    const to = await newPage('To', [blockOf(file)])
    expect(await (await get(`/api/files/${file.id}`)).json()).toMatchObject({ documentId: to })
    await rpc.document.archive.mutate({ id: to })
    await rpc.document.delete.mutate({ id: to })
    await sweepLater()
    await sweepLater()
    expect(stored(config.dataDir)).toContain(file.id)
    const put = await newPage('Put', [blockOf(file)])
    await sweepLater()
    const { document_id } = await db
      .selectFrom('file')
      .select('document_id')
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow()
    expect(document_id).toBe(put)
    await rpc.document.archive.mutate({ id: put })
    await rpc.document.delete.mutate({ id: put })
    await db.deleteFrom('stash').where('id', '=', item.id).execute()
    await sweepLater()
    expect((await get(file.url)).status).toBe(404)
    await sweepLater()
    expect(stored(config.dataDir)).not.toContain(file.id)
  })

  it('a pod goes without the pictures that its people pasted or stashed elsewhere, or that moved out of it', async () => {
    const { services } = server
    const [hers, his] = [server.rpc(ada.cookie), server.rpc(eve.cookie)]
    const pod = await hers.pod.create.mutate({ name: 'Together' })
    await joinPod(server, pod.id, { owner: ada, person: eve })
    const inPod = async (title: string) => (await hers.document.create.mutate({ title, podId: pod.id })).id
    const from = await inPod('From')
    const moved = await inPod('Moved')
    const blockOf = ({ url }: StoredFile) => ({ id: 'pic1', kind: 'image', attributes: { url } })
    const pasted = await keep('pasted.png', PNG, from)
    const cover = await keep('cover.png', PNG, from)
    const aside = await keep('aside.png', PNG, from)
    const lone = await keep('lone.png', PNG, from)
    const along = await keep('along.png', PNG, moved)
    const to = await newPage('To', [blockOf(pasted)])
    const covered = await newPage('Covered')
    await hers.document.update.mutate({ id: covered, coverImage: cover.url })
    await his.stash.add.mutate({ blocks: [blockOf(aside)], fromPath: `/${from}`, fromTitle: 'From' })
    await hers.document.move.mutate({ id: moved, parentDocumentId: to })
    const again = await newPage('Again', [blockOf(along)])
    await hers.pod.delete.mutate({ podId: pod.id })
    await hers.document.archive.mutate({ id: moved })
    await hers.document.delete.mutate({ id: moved })
    const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)
    await sweepFiles(services)
    await sweepFiles(services, later(20))
    const pageOf = async ({ id }: StoredFile, as = ada) =>
      ((await (await get(`/api/files/${id}`, {}, as)).json()) as StoredFile).documentId
    expect(await pageOf(pasted)).toBe(to)
    expect(await pageOf(cover)).toBe(covered)
    expect(await pageOf(along)).toBe(again)
    expect((await get(aside.url, {}, eve)).status).toBe(200)
    for (const file of [pasted, cover, along]) expect((await get(file.url)).status).toBe(200)
    expect((await get(lone.url)).status).toBe(404)
    expect(stored(services.config.dataDir)).not.toContain(lone.id)
  })

  it('the doctor finds the files whose bytes are missing or cut, and nothing else', async () => {
    const { db, config, files } = server.services
    const whole = await keep('whole.png', PNG)
    const lost = await keep('lost.png', PNG)
    const cut = await keep('cut.png', PNG)
    const found = async () => (await examine({ db, dialect: database.dialect }, { files })).problems
    expect((await found()).flatMap(({ findings }) => findings).filter(({ kind }) => kind === 'file')).toEqual(
      [],
    )
    truncateSync(join(config.dataDir, 'files', cut.id.slice(0, 2), cut.id), 10)
    await files.remove(lost.id)
    const size = PNG.byteLength
    expect((await found()).flatMap(({ findings }) => findings).filter(({ kind }) => kind === 'file')).toEqual(
      expect.arrayContaining([
        { kind: 'file', id: lost.id, name: 'lost.png', size, stored: null },
        { kind: 'file', id: cut.id, name: 'cut.png', size, stored: 10 },
      ]),
    )
    expect((await get(lost.url)).status).toBe(404)
    expect((await get(whole.url)).status).toBe(200)
    for (const { id } of [lost, cut]) await db.deleteFrom('file').where('id', '=', id).execute()
    await files.remove(cut.id)
  })

  it('R44 a backup carries the files, and they come back on either database', async () => {
    const file = await keep('kept.png', PNG)
    const large = await keep('large.bin', Buffer.alloc(300_000, 'sheaf'))
    const outside = connect(server.services.config)
    const path = join(server.services.config.dataDir, 'all.sheaf')
    const { missing, ...written } = await writeBackup(outside, server.services.files, path)
    await outside.db.destroy()
    expect(missing).toEqual([])
    expect(written.files).toBeGreaterThan(1)
    const postgres = await freshDatabase()
    const env: Record<string, string> = database.dialect === 'sqlite' ? { DATABASE_URL: postgres.url } : {}
    const target = await startTestServer({ env })
    try {
      const { config, files } = target.services
      const gone = (await target.signUp()).cookie
      const { id: old } = await target.rpc(gone).document.create.mutate({ title: 'Old' })
      await fetch(`${target.url}/api/files?page=${old}&name=old.png`, {
        method: 'POST',
        headers: { origin: target.url, cookie: gone },
        body: PNG,
      })
      const database = connect(config)
      expect(await restoreBackup(database, openFileStore(config), path, { force: true })).toEqual(written)
      const again = await writeBackup(database, files, `${path}.again`)
      await database.db.destroy()
      expect(again.hash).toBe(written.hash)
      expect(stored(config.dataDir).toSorted()).toEqual(
        (await target.services.db.selectFrom('file').select('id').execute()).map(({ id }) => id).toSorted(),
      )
      const back = await target.signUp(ada.user.email)
      const headers = { cookie: back.cookie }
      const answer = await fetch(`${target.url}${large.url}`, { headers })
      expect(await answer.text()).toBe('sheaf'.repeat(60_000))
      expect((await fetch(`${target.url}${file.url}`, { headers })).status).toBe(200)
    } finally {
      await target.close()
      await postgres.drop()
    }
  })
})

describe('7.33 user.users', () => {
  it('7.33 lists those who share a pod with me, five at a time, by name, and nobody else', async () => {
    const server = await startTestServer()
    try {
      const ada = await server.signUp('ada@example.org')
      await server.signUp('stranger@example.org')
      const rpc = server.rpc(ada.cookie)
      expect((await rpc.user.users.query({})).items.map(({ id }) => id)).toEqual([ada.user.id])
      const { podId } = await rpc.document.create.mutate({ title: 'Ours' })
      for (const name of ['Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Tony']) {
        const { user } = await server.signUp()
        const { db } = server.services
        await db.updateTable('user').set({ name }).where('id', '=', user.id).execute()
        const row = { pod_id: podId, user_id: user.id, role: 'member', created_at: '' } as const
        await db.insertInto('pod_member').values(row).execute()
      }
      await rpc.user.updateSettings.mutate({ name: 'Ada' })
      const first = await rpc.user.users.query({})
      expect(first.items.map(({ name }) => name)).toEqual(['Ada', 'Alan', 'Barbara', 'Donald', 'Edsger'])
      const second = await rpc.user.users.query({ cursor: first.nextCursor })
      expect(second.items.map(({ name }) => name)).toEqual(['Grace', 'Tony'])
      expect(second.nextCursor).toBeNull()
      expect((await rpc.user.users.query({ search: 'GRA' })).items.map(({ name }) => name)).toEqual(['Grace'])
      expect(JSON.stringify(first)).not.toContain('@example.org')
      expect((await rpc.user.users.query({ search: 'stranger' })).items).toEqual([])
      // Somebody who has put an address where a name goes is called otherwise.
      const { db } = server.services
      await db.updateTable('user').set({ name: 'grace@example.org' }).where('name', '=', 'Grace').execute()
      expect(JSON.stringify(await rpc.user.users.query({ search: 'grace' }))).not.toContain('example.org')
    } finally {
      await server.close()
    }
  })
})

describe('an upload that the server did not survive', () => {
  let program: Program
  let server: TestServer
  beforeAll(async () => {
    program = await makeProgram('src/server/main.ts')
    server = await startTestServer()
  })
  afterAll(async () => {
    await server?.close()
    program?.remove()
  })

  it('R2 what was half there when the server was killed is gone after the next start', async () => {
    const { dataDir } = server.services.config
    const ada = await server.signUp()
    const { id: page } = await server.rpc(ada.cookie).document.create.mutate({ title: 'Album' })
    const whole = await fetch(`${server.url}/api/files?page=${page}&name=whole.png`, {
      method: 'POST',
      headers: { origin: server.url, cookie: ada.cookie },
      body: PNG,
    })
    const { id } = (await whole.json()) as StoredFile
    // The same data folder, once the server of this test has let go of it.
    const folder = join(dataDir, '..', `killed-${id}`)
    await server.services.live.close()
    cpSync(dataDir, folder, { recursive: true })
    const start = () => program.run([], { PORT: '0', DATA_DIR: folder })
    const first = start()
    try {
      await first.printed('running at')
      const { port, origin } = new URL(/running at (\S+)/.exec(first.output())![1]!)
      const headers = { origin, cookie: ada.cookie, 'content-length': '1000000' }
      const cut = httpRequest({ port, path: `/api/files?page=${page}&name=cut.png`, method: 'POST', headers })
      cut.on('error', () => undefined)
      cut.write(Buffer.concat([PNG, Buffer.alloc(1000)]))
      const parts = () => stored(folder).filter((name) => name.includes('-'))
      await vi.waitFor(() => expect(parts()).toHaveLength(1), { timeout: 10_000 })
      first.child.kill('SIGKILL')
      await first.ended
      expect(parts()).toHaveLength(1)
      const second = start()
      await second.printed('running at')
      expect(stored(folder)).toEqual([id])
      const { db } = connect({ dataDir: folder, databaseUrl: null })
      expect(await db.selectFrom('file').select(['id', 'state']).execute()).toEqual([{ id, state: 'ready' }])
      await db.destroy()
      second.child.kill('SIGTERM')
      await second.ended
      expect(readFileSync(join(folder, 'files', id.slice(0, 2), id))).toEqual(PNG)
    } finally {
      first.child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
