import { until } from '@test/collab'
import { cookieOf, onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import type { Block } from '@/blocks'
import type { Level } from '@/shared/permissions'
import { NOT_HERE, VISIT_PATH } from '@/shared/visits'

/** A revocation reaches everybody within a second (R15); the rest is what a busy machine takes. */
const SOON_MS = 4_000

onEachDatabase('visitors with a secret link', (database) => {
  let server: TestServer
  let ada: TestPerson

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
  })
  afterAll(() => server.close())
  beforeEach(() => server.services.db.deleteFrom('rate_limit').execute())

  const own = () => server.rpc(ada.cookie)
  const paragraph = (text: string): Block => ({ id: text.toLowerCase(), kind: 'paragraph', text: [{ text }] })
  async function makePage(
    title: string,
    parentDocumentId: string | null = null,
    blocks = [paragraph(`In ${title}`)],
  ) {
    const { id } = await own().document.create.mutate({ title, parentDocumentId })
    await own().document.update.mutate({ id, contentRich: blocks })
    return id
  }
  async function linkTo(id: string, level: Exclude<Level, 'manage'> = 'view'): Promise<string> {
    const { link } = await own().share.setLink.mutate({ id, level })
    return link?.url?.split('/').at(-1) as string
  }
  /** Opens a link in a browser that holds these cookies already; answers those it holds then. */
  async function visit(token: string, before = ''): Promise<string> {
    const answer = await server.post('/api/visits', { token }, before)
    expect(answer.status).toBe(200)
    return cookieOf(answer)
  }
  const read = (cookie: string, id: string) =>
    server
      .rpc(cookie)
      .share.byLink.query({ id })
      .then(
        (page) => page,
        (error) => error.data.appCode as string,
      )
  const sees = async (cookie: string, id: string) => typeof (await read(cookie, id)) === 'object'

  async function upload(page: string, name: string): Promise<{ id: string; url: string }> {
    const answer = await fetch(`${server.url}/api/files?page=${page}&name=${name}`, {
      method: 'POST',
      headers: { origin: server.url, cookie: ada.cookie },
      body: `bytes of ${name}`,
    })
    return (await answer.json()) as { id: string; url: string }
  }
  const fileBlock = (file: { url: string }, name: string): Block => ({
    id: name,
    kind: 'file',
    attributes: { url: file.url, name },
  })
  const fetchFile = async (file: { url: string }, cookie = '') =>
    (await fetch(`${server.url}${file.url}`, { headers: { cookie } })).status

  const sockets = new Set<WebSocket>()
  function socketTo(id: string, cookie: string, ending = VISIT_PATH + id) {
    const ws = new WebSocket(server.url.replace(/^http/, 'ws') + ending, {
      headers: { cookie, origin: server.url },
    })
    sockets.add(ws)
    const heard = { ws, news: 0, bytes: '', code: 0 }
    ws.on('message', (data) => {
      heard.news++
      heard.bytes += String(data)
    })
    ws.on('close', (code) => {
      heard.code = code
      sockets.delete(ws)
    })
    ws.on('error', () => undefined)
    return heard
  }
  afterAll(() => {
    for (const ws of sockets) ws.terminate()
  })

  test('a link is read without an account, with the pages inside, and says what signing in would give', async () => {
    const secret = await makePage('Secret plans')
    const top = await makePage('Top')
    const page = await makePage('Trip', top, [
      paragraph('Pack'),
      {
        id: 'm',
        kind: 'paragraph',
        text: [{ kind: 'mention', attributes: { key: `/${secret}`, value: 'Secret plans', trigger: '@' } }],
      },
    ])
    const inside = await makePage('Packing', page)
    const cookie = await visit(await linkTo(page, 'comment'))
    const found = await read(cookie, page)
    expect(found).toMatchObject({
      title: 'Trip',
      level: 'comment',
      above: [],
      subPages: [{ title: 'Packing' }],
    })
    expect(JSON.stringify(found)).toContain('Pack')
    // Neither the page above nor one that is named is told of.
    expect(JSON.stringify(found)).not.toMatch(/Top|Secret plans/)
    for (const hidden of [secret, top, ada.user.id]) expect(JSON.stringify(found)).not.toContain(hidden)
    expect(await read(cookie, inside)).toMatchObject({
      title: 'Packing',
      above: [{ id: page, title: 'Trip' }],
    })
    for (const other of [secret, top, 'doesnotexist00000000'])
      expect(await read(cookie, other)).toBe('not-found')
  })

  test('what is restricted, moved out or thrown away below a link is not read by it', async () => {
    const page = await makePage('Folder')
    const [closed, moved, thrown] = [
      await makePage('Closed', page),
      await makePage('Moved', page),
      await makePage('Thrown', page),
    ]
    const below = await makePage('Below', closed)
    const cookie = await visit(await linkTo(page))
    for (const id of [closed, moved, thrown, below]) expect(await sees(cookie, id)).toBe(true)
    await own().share.setInheritance.mutate({ id: closed, isRestricted: true })
    await own().document.move.mutate({ id: moved, parentDocumentId: null })
    await own().document.archive.mutate({ id: thrown })
    for (const id of [closed, moved, thrown, below]) expect(await sees(cookie, id)).toBe(false)
    expect(await read(cookie, page)).toMatchObject({ subPages: [] })
    // The link of the restricted page itself opens it, and nothing above it.
    const inner = await visit(await linkTo(closed))
    expect([await sees(inner, closed), await sees(inner, below), await sees(inner, page)]).toEqual([
      true,
      true,
      false,
    ])
    const token = await linkTo(page)
    await own().document.archive.mutate({ id: page })
    expect(await sees(cookie, page)).toBe(false)
    expect((await server.post('/api/visits', { token })).status).toBe(404)
  })

  test('who has the page and who wrote it is not told', async () => {
    const page = await makePage('Written by Ada')
    const cookie = await visit(await linkTo(page, 'suggest'))
    const eve = await server.signUp()
    const token = await linkTo(page, 'suggest')
    await server.rpc(eve.cookie).share.openLink.mutate({ token })
    const found = JSON.stringify(await read(cookie, page))
    for (const person of [ada, eve])
      for (const word of [person.user.id, person.user.email]) expect(found).not.toContain(word)
  })

  test('R21 files: those that the page shows, as long as it does, and none of another page', async () => {
    const page = await makePage('With files')
    const other = await makePage('Without')
    const [shown, taken, elsewhere] = [
      await upload(page, 'shown.txt'),
      await upload(page, 'taken.txt'),
      await upload(other, 'elsewhere.txt'),
    ]
    await own().document.update.mutate({ id: page, contentRich: [fileBlock(shown, 'shown.txt')] })
    await own().document.update.mutate({ id: other, contentRich: [fileBlock(elsewhere, 'elsewhere.txt')] })
    const cookie = await visit(await linkTo(page))
    expect(await fetchFile(shown, cookie)).toBe(200)
    expect(await fetchFile(taken, cookie)).toBe(401)
    expect(await fetchFile(elsewhere, cookie)).toBe(401)
    expect(await fetchFile(shown)).toBe(401)
    const answer = await fetch(`${server.url}${shown.url}`, { headers: { cookie } })
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    // What is known of a file, and the lists of files, are for people.
    const state = await fetch(`${server.url}/api/files/${shown.id}`, { headers: { cookie } })
    expect(state.status).toBe(401)
    await own().share.setLink.mutate({ id: page, level: null })
    expect(await fetchFile(shown, cookie)).toBe(401)
    const etag = answer.headers.get('etag') as string
    const again = await fetch(`${server.url}${shown.url}`, { headers: { cookie, 'if-none-match': etag } })
    expect(again.status).toBe(401)
  })

  describe('R15 R16 sockets', () => {
    test('tell that the page has changed, and nothing of it', async () => {
      const page = await makePage('Live')
      const heard = socketTo(page, await visit(await linkTo(page)))
      await until('the first news', () => heard.news === 1)
      await own().document.update.mutate({ id: page, contentRich: [paragraph('Something new')] })
      await until('news of the edit', () => heard.news > 1)
      expect(heard.bytes).not.toContain('new')
      heard.ws.close()
    })

    const withdrawals: [string, (id: string) => Promise<unknown>][] = [
      ['turned off', (id) => own().share.setLink.mutate({ id, level: null })],
      ['replaced', (id) => own().share.rotateLink.mutate({ id })],
      ['in the trash with its page', (id) => own().document.archive.mutate({ id })],
      [
        'ended',
        (id) =>
          server.services.db
            .updateTable('document_link')
            .set({ ends_at: new Date(Date.now() + 200).toISOString() })
            .where('document_id', '=', id)
            .execute(),
      ],
    ]
    for (const [how, withdraw] of withdrawals)
      test(`are closed when the link is ${how}, on its page and on those inside`, async () => {
        const page = await makePage('Withdrawn')
        const inside = await makePage('Inside', page)
        const cookie = await visit(await linkTo(page))
        const open = [page, inside].map((id) => socketTo(id, cookie))
        await until('both to be open', () => open.every(({ news }) => news === 1))
        await withdraw(page)
        await until('both to be closed', () => open.every(({ code }) => code === NOT_HERE), SOON_MS)
        expect([await read(cookie, page), await read(cookie, inside)]).toEqual(['not-found', 'not-found'])
      })

    test('of a page inside are closed when it is restricted', async () => {
      const page = await makePage('Outer')
      const inside = await makePage('Inner', page)
      const cookie = await visit(await linkTo(page))
      const [outer, inner] = [socketTo(page, cookie), socketTo(inside, cookie)]
      await until('both to be open', () => outer.news + inner.news === 2)
      await own().share.setInheritance.mutate({ id: inside, isRestricted: true })
      await until('the inner one to be closed', () => inner.code === NOT_HERE, SOON_MS)
      expect(outer.code).toBe(0)
    })

    test('take nothing: whatever a visitor sends ends theirs, and the page stays as it is', async () => {
      const page = await makePage('Quiet')
      const cookie = await visit(await linkTo(page, 'edit'))
      for (const frame of ['x', Buffer.from([0]), Buffer.alloc(70_000), JSON.stringify({ changed: true })]) {
        const heard = socketTo(page, cookie)
        await until('it to be open', () => heard.news === 1)
        heard.ws.send(frame)
        await until('it to be closed', () => heard.code !== 0)
      }
      // The sockets of people who are signed in are not for them either.
      const signedIn = socketTo(page, cookie, '/collab')
      await until('it to be turned away', () => signedIn.code === 4401)
      expect(await read(cookie, page)).toMatchObject({ title: 'Quiet' })
    })

    test('are not for pages that no link opens, nor without a link', async () => {
      const page = await makePage('Mine')
      const other = await makePage('Other')
      const cookie = await visit(await linkTo(page))
      for (const heard of [socketTo(other, cookie), socketTo(page, ''), socketTo('../collab', cookie)])
        await until('it to be closed', () => heard.code !== 0)
    })
  })

  test('only a link that is one is held: cookies cannot be made up, and trying is limited', async () => {
    const page = await makePage('Guessed')
    const token = await linkTo(page)
    const forged = `sheaf-links=${encodeURIComponent(`${token}.${Buffer.alloc(32).toString('base64')}`)}`
    expect(await sees(forged, page)).toBe(false)
    expect(await sees(`sheaf-links=${token}`, page)).toBe(false)
    const wrong = [
      { token: 'x'.repeat(43) },
      { token: '' },
      { token: `${token}x` },
      { token: [token] },
      { visited: page },
      null,
    ]
    for (const body of wrong) expect((await server.post('/api/visits', body)).status).toBe(404)
    const tries = []
    for (let at = 0; at < 70; at++)
      tries.push((await server.post('/api/visits', { token: 'y'.repeat(43) })).status)
    expect(tries.at(-1)).toBe(429)
    // Also the right one waits now.
    expect((await server.post('/api/visits', { token })).status).toBe(429)
  })

  test('a browser holds several links, and the token is in no log line', async () => {
    const [one, two] = [await makePage('One'), await makePage('Two')]
    const tokens = [await linkTo(one), await linkTo(two)] as const
    const first = await visit(tokens[0])
    const both = await visit(tokens[1], first)
    expect([await sees(both, one), await sees(both, two), await sees(first, two)]).toEqual([
      true,
      true,
      false,
    ])
    await fetch(`${server.url}/share/${tokens[0]}`)
    await server.post('/api/visits', { token: 'z'.repeat(43) })
    const log = server.logLines.join('\n')
    for (const token of [...tokens, 'z'.repeat(43)]) expect(log).not.toContain(token)
  })

  test('somebody who signs in keeps what they read, with what the link gives; a visit alone gives them nothing', async () => {
    const page = await makePage('To keep')
    const inside = await makePage('Inside', page)
    const visitor = await visit(await linkTo(page, 'edit'))
    const bea = await server.signUp()
    const both = `${bea.cookie}; ${visitor}`
    const level = () =>
      server
        .rpc(both)
        .document.document.query({ id: inside })
        .then(
          (found) => found.level,
          () => null,
        )
    expect(await level()).toBe(null)
    expect(await read(both, page)).toBe('not-found')
    // It is the page that they read, so another of the same browser opens nothing.
    await expect(server.rpc(bea.cookie).share.openLink.mutate({ visited: page })).rejects.toThrow()
    await server.rpc(both).share.openLink.mutate({ visited: inside })
    expect(await level()).toBe('edit')
    await own().share.setLink.mutate({ id: page, level: null })
    expect(await level()).toBe(null)
    await expect(server.rpc(both).share.openLink.mutate({ visited: inside })).rejects.toThrow()
  })
})
