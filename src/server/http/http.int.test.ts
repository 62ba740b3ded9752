import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RawSocket } from '@test/collab'
import { authFrame } from '@test/collab-frames'
import { cpuTime } from '@test/cpu-time'
import { startTestServer, type TestPerson, type TestServer } from '@test/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { appRouter } from '@/server/router'

const PAGE =
  '<!doctype html><html lang="en"><head><script type="module" src="/assets/app-AbC123.js"></script></head></html>'
const SCRIPT = `export const words = ${JSON.stringify('sheaf '.repeat(500))}\n`
/** Larger than what is held in memory. */
const PICTURE = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7) % 251))

/** What only programs beside the server read. */
const HIDDEN = '{"src/server/secret.ts":{}}'

describe('http', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-app-'))
  let server: TestServer
  let ada: TestPerson

  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), PAGE)
    writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    writeFileSync(join(folder, 'assets', 'app-AbC123.js'), SCRIPT)
    writeFileSync(join(folder, 'assets', 'large-AbC123.js'), SCRIPT.repeat(50))
    writeFileSync(join(folder, 'assets', 'large-AbC123.png'), PICTURE)
    mkdirSync(join(folder, '.vite'))
    for (const hidden of ['.vite/manifest.json', '.sources', 'assets/app-AbC123.js.map']) {
      writeFileSync(join(folder, hidden), HIDDEN)
    }
    server = await startTestServer({ appFolder: folder })
    ada = await server.signUp('ada@example.org')
  })
  afterAll(async () => {
    await server?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${path}`, { headers })
  const send = (path: string, init: RequestInit) => fetch(`${server.url}${path}`, init)
  /**
   * The last answer and the shortest of five times: what else this machine does is not measured. The limits are far
   * from what is usual (a few milliseconds) and farther from what doing the work would take.
   */
  const timed = async <T>(call: () => Promise<T>) => {
    let ms = Number.POSITIVE_INFINITY
    let answer: T
    for (let round = 1; ; round += 1) {
      const start = performance.now()
      answer = await call()
      ms = Math.min(ms, performance.now() - start)
      if (round === 5) return { answer, ms }
    }
  }

  test('/healthz answers 200 when ready', async () => {
    const answer = await get('/healthz')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ status: 'ready' })
  })

  test('/healthz answers 503 in words when the database does not answer', async () => {
    const other = await startTestServer({ appFolder: folder })
    try {
      await other.services.db.destroy()
      const answer = await fetch(`${other.url}/healthz`)
      expect(answer.status).toBe(503)
      expect(await answer.json()).toEqual({
        status: 'unavailable',
        error: 'The database does not answer.',
      })
    } finally {
      await other.close()
    }
  })

  test('2.2 every screen is the application; a missing file and an unknown call are not', async () => {
    for (const path of ['/', '/login', '/3x9f0a', '/user/abc']) {
      const answer = await get(path)
      expect(answer.status, path).toBe(200)
      expect(await answer.text()).toBe(PAGE)
      expect(answer.headers.get('cache-control')).toBe('no-cache')
    }
    for (const path of [
      '/assets/gone-123.js',
      '/missing.png',
      '/assets/../../package.json',
      '/%2e%2e/package.json',
    ]) {
      expect((await get(path)).status, path).toBe(404)
    }
    const unknown = await get('/api/nothing')
    expect(unknown.status).toBe(404)
    expect(await unknown.json()).toEqual({ error: 'There is nothing at this address.' })
    expect((await send('/login', { method: 'POST' })).status).toBe(404)
  })

  test('2.2 an address that was copied with a full stop, or cannot be read, opens a screen; a missing file does not', async () => {
    const as = (accept: string) => (path: string) =>
      fetch(`${server.url}${path}`, { headers: { accept } }).then(async (answer) => ({
        status: answer.status,
        type: answer.headers.get('content-type')?.split(';')[0],
      }))
    const screen = { status: 200, type: 'text/html' }
    for (const path of ['/a-page-0123456789abcdefghij.', '/50%', '/a.b'])
      expect(await as('text/html,*/*')(path), path).toEqual(screen)
    const missing = { status: 404, type: 'application/json' }
    for (const path of ['/assets/gone-12345678.js', '/a.b'])
      expect(await as('*/*')(path), path).toEqual(missing)
    expect(await as('text/html')('/assets/gone-12345678.js')).toEqual(missing)
    expect((await as('*/*')('/50%')).status).toBe(400)
  })

  test('S12 what a build keeps for itself is not served', async () => {
    const paths = ['/.vite/manifest.json', '/.sources', '/assets/app-AbC123.js.map', '/%2evite/manifest.json']
    for (const path of [...paths, '//.vite/manifest.json', '/assets/..%2f.vite/manifest.json']) {
      expect(await (await get(path)).text(), path).not.toContain('secret.ts')
    }
  })

  test('S12 names that every object has lead nowhere', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'document.constructor', 'constructor.name']) {
      for (const path of [
        `/api/trpc/${name}`,
        `/api/auth/${name}/login`,
        `/preview/${name}`,
        `/api/files/${name}`,
      ]) {
        expect((await get(path, { cookie: ada.cookie })).status, path).toBeGreaterThanOrEqual(400)
        expect((await get(path, { cookie: ada.cookie })).status, path).toBeLessThan(500)
      }
    }
    expect((await get('/healthz')).status).toBe(200)
  })

  test('S12 a socket that names a page as every object names something is closed, and the server goes on', async () => {
    for (const name of ['__proto__', 'constructor', 'hasOwnProperty']) {
      const socket = await RawSocket.open(`${server.url.replace('http', 'ws')}/collab`, ada.cookie)
      socket.send(authFrame(name))
      expect((await socket.closedWith()).code).toBe(4400)
    }
    expect(server.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  })

  test('S12 a websocket handshake names one host', async () => {
    const { port, host } = new URL(server.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      [
        'GET /collab HTTP/1.1',
        `Host: ${host}`,
        'Host: evil.test',
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        '',
        '',
      ].join('\r\n'),
    )
    let answer = ''
    for await (const data of socket) answer += data
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request/)
  })

  test('hashed files may be kept for ever, are compressed, and answer 304 when unchanged', async () => {
    const plain = await get('/assets/app-AbC123.js', { 'accept-encoding': 'identity' })
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    for (const encoding of ['br', 'gzip']) {
      const packed = await get('/assets/app-AbC123.js', { 'accept-encoding': encoding })
      expect(packed.headers.get('content-encoding')).toBe(encoding)
      expect(Number(packed.headers.get('content-length'))).toBeLessThan(SCRIPT.length / 5)
      expect(await packed.text()).toBe(SCRIPT)
      const etag = packed.headers.get('etag') ?? ''
      const again = await get('/assets/app-AbC123.js', { 'accept-encoding': encoding, 'if-none-match': etag })
      expect(again.status).toBe(304)
    }
    const head = await send('/favicon.svg', { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
  })

  test('a large file is sent whole, as it was when the server started, and ends well when nobody wants the rest', async () => {
    const path = '/assets/large-AbC123.png'
    const etag = (await get(path)).headers.get('etag') ?? ''
    const head = await send(path, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(PICTURE.length))
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
    const stop = new AbortController()
    await fetch(`${server.url}${path}`, { signal: stop.signal })
    stop.abort()
    // As a build does it: the old file is taken away and a new one comes in its place.
    rmSync(join(folder, path))
    writeFileSync(join(folder, path), 'another')
    const both = await Promise.all([get(path), get(path)])
    for (const answer of both) {
      expect(answer.headers.get('etag')).toBe(etag)
      expect(PICTURE.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true)
    }
    const script = await get('/assets/large-AbC123.js', { 'accept-encoding': 'br' })
    expect(script.headers.get('content-encoding')).toBe('br')
    expect(await script.text()).toBe(SCRIPT.repeat(50))
  })

  test('R31 every answer carries the security headers, errors too', async () => {
    const answers = await Promise.all([
      get('/'),
      get('/favicon.svg'),
      get('/missing.png'),
      get('/healthz'),
      get('/api/nothing'),
      get('/api/trpc/layout.app'),
      get('/api/trpc/no.such'),
      get('/api/trpc/%zz'),
      get('/api/auth/github/login'),
      send('/api/auth/signin', { method: 'POST', body: 'x=1', headers: { 'content-type': 'text/plain' } }),
      send('/api/auth/signin', { method: 'POST', headers: { origin: 'https://evil.test' } }),
      send('/api/auth/signin', {
        method: 'POST',
        body: '{',
        headers: { 'content-type': 'application/json' },
      }),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400, 403, 404, 415]))
    for (const { url, status, headers } of answers) {
      const where = `${status} ${url}`
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy, where).toContain("script-src 'self';")
      expect(policy, where).toContain("frame-ancestors 'self'")
      expect(policy, where).toContain("object-src 'none'")
      expect(headers.get('x-content-type-options'), where).toBe('nosniff')
      expect(headers.get('referrer-policy'), where).toBeTruthy()
      expect(headers.get('permissions-policy'), where).toBeTruthy()
      expect(headers.get('cross-origin-opener-policy'), where).toBe('same-origin')
    }
  })

  test('R31 an answer to something that is not HTTP carries them too', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      let seen = ''
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () =>
        socket.write('NOT HTTP\r\n\r\n'),
      )
      socket.on('data', (data) => {
        seen += String(data)
      })
      socket.on('close', () => resolve(seen))
      socket.on('error', reject)
    })
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(text).toContain('x-content-type-options: nosniff')
  })

  /** A handshake that is refused, and how. */
  const handshake = (url: string, headers: Record<string, string>, path = '/collab') =>
    new Promise<{ status: number; headers: IncomingHttpHeaders; error: string }>((resolve, reject) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers })
      socket.once('error', reject)
      socket.once('unexpected-response', (_request, response) => {
        let body = ''
        response.on('data', (data) => {
          body += String(data)
        })
        response.on('end', () => {
          const { statusCode = 0, headers } = response
          resolve({ status: statusCode, headers, error: JSON.parse(body).error })
          socket.removeAllListeners('error').on('error', () => undefined)
          socket.terminate()
        })
      })
    })

  test('R31 a refused websocket handshake carries them and says why', async () => {
    const closing = await startTestServer()
    await closing.services.live.close()
    const answers = [
      await handshake(server.url, { origin: 'https://evil.test' }),
      await handshake(server.url, { origin: server.url }, '/elsewhere'),
      await handshake(closing.url, { origin: closing.url }),
    ]
    await closing.close()
    expect(answers.map(({ status }) => status)).toEqual([403, 404, 503])
    expect(answers[2]?.error).toBe('The server is restarting. Please try again.')
    for (const { headers, error } of answers) {
      expect(error).not.toBe('')
      expect(headers['content-security-policy']).toContain("script-src 'self';")
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBeTruthy()
    }
  })

  test('answers of calls are not to be kept', async () => {
    expect((await get('/api/trpc/layout.app')).headers.get('cache-control')).toBe('no-store')
  })

  const mutations = Object.entries(
    appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>,
  )
    .filter(([, procedure]) => procedure._def.type === 'mutation')
    .map(([name]) => `/api/trpc/${name}`)
  const signInCalls = [
    'signin',
    'send-verification',
    'verify-email',
    'set-password',
    'send-password-reset',
    'verify-password-reset',
    'signout',
  ]
  const everyMutation = [...mutations, ...signInCalls.map((name) => `/api/auth/${name}`)]

  test('R27 no mutation can be reached from another origin, whatever the form', async () => {
    expect(mutations.length).toBeGreaterThan(5)
    const types = [
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      '',
    ]
    const origins = ['https://evil.test', 'null', 'http://localhost:1', 'https://localhost']
    for (const path of everyMutation) {
      for (const type of types) {
        const answer = await send(path, {
          method: 'POST',
          body: JSON.stringify({ name: 'Mallory' }),
          headers: {
            ...(type && { 'content-type': type }),
            origin: origins[types.indexOf(type) % origins.length] ?? '',
            cookie: ada.cookie,
          },
        })
        expect(answer.status, `${path} ${type}`).toBe(403)
        await answer.arrayBuffer()
      }
    }
    expect(await server.rpc(ada.cookie).user.getSettings.query()).toMatchObject({ name: 'Ada' })
  })

  test('R27 a form of the same site, or a query, reaches no mutation either', async () => {
    for (const path of everyMutation) {
      for (const type of [
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'text/plain',
      ]) {
        const answer = await send(path, {
          method: 'POST',
          body: '{"name":"Mallory"}',
          headers: { 'content-type': type, origin: server.url, cookie: ada.cookie },
        })
        expect(answer.status, `${path} ${type}`).toBe(415)
        await answer.arrayBuffer()
      }
      const query = await get(`${path}?input=%7B%22name%22%3A%22Mallory%22%7D`, { cookie: ada.cookie })
      expect([404, 405], path).toContain(query.status)
      await query.arrayBuffer()
    }
    expect(await server.rpc(ada.cookie).user.getSettings.query()).toMatchObject({ name: 'Ada' })
  })

  test('R19 a websocket from another origin gets 403, with and without the cookie', async () => {
    const status = (headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        const socket = new WebSocket(`${server.url.replace('http', 'ws')}/collab`, { headers })
        socket.once('unexpected-response', (_request, response) => {
          resolve(response.statusCode ?? 0)
          socket.terminate()
        })
        socket.once('open', () => {
          resolve(101)
          socket.terminate()
        })
        socket.once('error', reject)
      }).catch(() => 0)
    expect(await status({ origin: 'https://evil.test', cookie: ada.cookie })).toBe(403)
    expect(await status({ origin: 'null', cookie: ada.cookie })).toBe(403)
    expect(await status({ origin: 'https://evil.test' })).toBe(403)
    expect(await status({ origin: server.url, cookie: ada.cookie })).toBe(101)
  })

  test('S4 calls of a tab that says it is somebody else’s are refused as signed out, and change nothing', async () => {
    const headers = { cookie: ada.cookie, origin: server.url, 'content-type': 'application/json' }
    const create = (tab: object) =>
      send('/api/trpc/document.create', {
        method: 'POST',
        headers: { ...headers, ...tab },
        body: JSON.stringify({ title: 'Of that tab' }),
      })
    const refused = await create({ 'x-sheaf-user': 'somebody-else' })
    expect(refused.status).toBe(401)
    expect((await refused.json()).error.data.appCode).toBe('signed-out')
    const titles = async () =>
      (await server.rpc(ada.cookie).document.allDocuments.query()).documents.map(({ title }) => title)
    expect(await titles()).not.toContain('Of that tab')
    // To that tab nobody is signed in.
    const asked = await get('/api/trpc/layout.app', { cookie: ada.cookie, 'x-sheaf-user': 'somebody-else' })
    expect((await asked.json()).result.data.currentUser).toBeNull()
    expect((await create({ 'x-sheaf-user': ada.user.id })).status).toBe(200)
    expect(await titles()).toContain('Of that tab')
  })

  test.each([
    ['POST', '/api/import?filename=a.md'],
    ['POST', '/api/files?library=true&name=a.png'],
    ['GET', '/api/files/nothing'],
    ['PUT', '/api/files/nothing/media/peaks'],
    ['PUT', '/api/files/nothing/previews/320'],
    ['POST', '/api/uploads?library=true&name=a.png'],
    ['PATCH', '/api/uploads/nothing'],
    ['HEAD', '/api/uploads/nothing'],
    ['DELETE', '/api/uploads/nothing'],
    ['POST', '/api/avatars'],
    ['GET', '/api/account/copy'],
    ['GET', '/api/export/markdown?documentId=nothing'],
    ['POST', '/api/export/pdf'],
    ['POST', '/api/export/png'],
    ['POST', '/api/ai/command'],
    ['POST', '/api/ai/copilot'],
    ['GET', '/api/ai/answers/nothing'],
    ['POST', '/api/ai/answers/stop'],
    ['POST', '/api/ai/test'],
    ...['begin', 'continue', 'stop', 'apply', 'discard'].map((act) => ['POST', `/api/ai/review/${act}`]),
    ['POST', '/api/chat/answer'],
    ['GET', '/api/chat/answers/nothing'],
    ['POST', '/api/tts'],
    ['POST', '/api/transcribe'],
    ['POST', '/api/realtime'],
    ['POST', '/api/realtime/calls'],
    ...['begin', 'confirm', 'end', 'recovery-codes'].map((act) => ['POST', `/api/auth/second-factor/${act}`]),
    ...['begin', 'add'].map((act) => ['POST', `/api/auth/passkeys/${act}`]),
    ['POST', '/api/auth/github/link'],
  ] as [string, string][])(
    'S4 %s %s of a tab that says it is somebody else’s is refused as signed out',
    async (method, path) => {
      const ask = async (tab: Record<string, string>) => {
        const headers = { cookie: ada.cookie, origin: server.url, ...tab }
        const answer = await send(path, { method, headers })
        // What is answered to the account itself may be long.
        if (answer.ok) await answer.body?.cancel()
        return { status: answer.status, words: answer.ok ? '' : await answer.text() }
      }
      const refused = await ask({ 'x-sheaf-user': 'somebody-else' })
      expect(refused.status).toBe(401)
      if (method !== 'HEAD')
        expect(JSON.parse(refused.words)).toEqual({ error: 'Please sign in to do this.' })
      const told = await ask({})
      expect(told.status).not.toBe(401)
      expect((await ask({ 'x-sheaf-user': ada.user.id })).status).toBe(told.status)
    },
  )

  test('S4 a file of a tab is imported for its own account alone, or for that of the session when it says nothing', async () => {
    const titles = async () =>
      (await server.rpc(ada.cookie).document.allDocuments.query()).documents.map(({ title }) => title)
    const sent = async (name: string, tab: Record<string, string>) => {
      const headers = {
        cookie: ada.cookie,
        origin: server.url,
        'content-type': 'application/octet-stream',
        ...tab,
      }
      return (await send(`/api/import?filename=${name}.md`, { method: 'POST', headers, body: 'Words' }))
        .status
    }
    expect(await sent('theirs', { 'x-sheaf-user': 'somebody-else' })).toBe(401)
    expect(await sent('own', { 'x-sheaf-user': ada.user.id })).toBe(201)
    expect(await sent('untold', {})).toBe(201)
    const made = await titles()
    expect(made).not.toContain('theirs')
    expect(made).toEqual(expect.arrayContaining(['own', 'untold']))
  })

  test('R41 five thousand calls in one batch are refused at once', async () => {
    const path = `/api/trpc/${Array.from({ length: 5_000 }, () => 'a').join(',')}?batch=1`
    const { answer, ms } = await timed(() =>
      send(path, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }),
    )
    expect(answer.status).toBe(413)
    expect(await answer.json()).toEqual({ error: 'A batch may have at most 50 calls.' })
    expect(ms).toBeLessThan(50)
    const encoded = await send(path.replaceAll(',', '%2C'), { method: 'GET' })
    expect(encoded.status).toBeGreaterThanOrEqual(400)
    expect(encoded.status).toBeLessThan(500)
  })

  test('7.1 R41 calls have one address, and a batch of fifty is answered', async () => {
    const names = Array.from({ length: 50 }, () => 'layout.app').join(',')
    const answer = await get(`/api/trpc/${names}?batch=1&input=%7B%7D`)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toHaveLength(50)
  })

  test('R67 calls that are answered as they are made are few', async () => {
    const names = Array.from({ length: 5 }, () => 'layout.app').join(',')
    const stream = { headers: { accept: 'application/jsonl' } }
    const many = await send(`/api/trpc/${names}?batch=1&input=%7B%7D`, stream)
    expect(many.status).toBe(413)
    expect(await many.json()).toEqual({ error: 'A batch may have at most 4 calls.' })
    const few = await send('/api/trpc/layout.app,layout.app?batch=1&input=%7B%7D', stream)
    expect(few.status).toBe(200)
    expect(await few.text()).toContain('\n')
  })

  test('R41 a body of 50 MB is refused before it is read, stated or not', async () => {
    const size = 50 * 1024 * 1024
    for (const stated of [true, false]) {
      const { status, taken } = await streamBody(`${server.url}/api/auth/signin`, size, { stated })
      expect(status).toBe(413)
      // At most what is allowed, and what the buffers of both ends hold.
      expect(taken).toBeLessThan(size / 2)
    }
  })

  test('R67 a long address that a stranger asks for takes no time by its square', async () => {
    const begun = cpuTime()
    for (let n = 0; n < 10; n++) {
      for (const part of ['a', '.']) {
        const { status } = await get(`/${part.repeat(15_000)}/b`)
        expect(status).toBeLessThan(500)
      }
    }
    // By the square these were four seconds.
    expect(cpuTime() - begun).toBeLessThan(1_500)
  })

  test('R41 deep JSON and prototype keys are refused quickly and change nothing', async () => {
    const deep = `{"name":${'['.repeat(500_000)}${']'.repeat(500_000)}}`
    for (const body of [
      deep,
      '{"name":"x","__proto__":{"polluted":true}}',
      '{"constructor":{"__proto__":{"polluted":true}}}',
    ]) {
      const { answer, ms } = await timed(() =>
        send('/api/trpc/user.updateSettings', {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json', cookie: ada.cookie },
        }),
      )
      expect(answer.status).toBe(400)
      await answer.arrayBuffer()
      expect(ms).toBeLessThan(50)
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    const query = await get(
      `/api/trpc/document.documents?input=${encodeURIComponent('{"__proto__":{"x":1}}')}`,
    )
    expect(query.status).toBe(400)
  })

  test('bad input is told in words with a stable code', async () => {
    await expect(server.rpc(ada.cookie).user.updateSettings.mutate({ name: '' })).rejects.toMatchObject({
      data: { appCode: 'bad-input', httpStatus: 400 },
      message: 'Please enter a name',
    })
  })

  test('a full disk is told in words, and everything goes on once there is space', async () => {
    const { db } = server.services
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(db)
    const rpc = server.rpc(ada.cookie)
    const fill = async () => {
      for (let count = 0; count < 200; count += 1)
        await rpc.document.create.mutate({ title: 'x'.repeat(400) })
    }
    await expect(fill()).rejects.toMatchObject({
      message: 'The server has no space left on its disk, so this was not saved.',
      data: { appCode: 'unavailable', httpStatus: 503 },
    })
    expect((await rpc.layout.app.query()).currentUser).toMatchObject({ name: 'Ada' })
    await sql`pragma max_page_count = 1000000`.execute(db)
    await expect(rpc.document.create.mutate({ title: 'Again' })).resolves.toMatchObject({ title: 'Again' })
  })

  test('the log has the path of a request, and neither its query nor its body', async () => {
    await get('/api/trpc/layout.app?input=hunter2-query')
    await server.post('/api/auth/signin', { email: 'a@example.org', password: 'hunter2-body' })
    const log = server.logLines.join('')
    expect(log).toContain('/api/trpc/layout.app')
    expect(log).not.toContain('hunter2')
  })

  test('the log names what an address with words of a title leads to by its id alone', async () => {
    await get('/api/hunter3-plans-0123456789abcdefghjk')
    const log = server.logLines.join('')
    expect(log).toContain('"/api/0123456789abcdefghjk"')
    expect(log).not.toContain('hunter3')
    await get('/api/files/0123456789abcdef/hunter4%20plans.pdf')
    expect(server.logLines.join('')).toContain('"/api/files/0123456789abcdef/[removed]"')
    expect(server.logLines.join('')).not.toContain('hunter4')
  })
})

/** Sends a body, its length stated or not, until the server has answered; `taken` is how much went out. */
function streamBody(
  url: string,
  size: number,
  { stated }: { stated: boolean },
): Promise<{ status: number; taken: number }> {
  return new Promise((resolve, reject) => {
    const sending = request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(stated && { 'content-length': String(size) }) },
    })
    let sent = 0
    let status = 0
    sending.on('response', (response) => {
      status = response.statusCode ?? 0
      response.resume()
      response.on('end', () => {
        resolve({ status, taken: sent })
        sending.destroy()
      })
    })
    sending.on('close', () => resolve({ status, taken: sent }))
    sending.on('error', (error) => (status ? resolve({ status, taken: sent }) : reject(error)))
    const more = () => {
      while (sent < size && status === 0) {
        sent += 65_536
        if (!sending.write('a'.repeat(65_536))) return sending.once('drain', more)
      }
      if (status === 0) sending.end()
    }
    more()
  })
}
