import { joinPod, onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openZip } from '@/features/interchange/formats/safe-zip'
import { newId } from '@/shared/ids'

onEachDatabase('a copy of an account', (database) => {
  let server: TestServer
  let ada: TestPerson
  let bob: TestPerson
  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
    bob = await server.signUp()
  })
  afterAll(() => server?.close())

  const rpc = (person: TestPerson) => server.rpc(person.cookie)
  const ask = (cookie?: string) =>
    fetch(`${server.url}/api/account/copy`, { headers: cookie ? { cookie } : {} })
  /** Every text of the copy, by its path. */
  async function copyOf(person: TestPerson): Promise<Map<string, string>> {
    const answer = await ask(person.cookie)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="Sheaf \d{4}-\d\d-\d\d\.zip"/,
    )
    const zip = await openZip(new Uint8Array(await answer.arrayBuffer()))
    const texts = new Map<string, string>()
    for (const path of zip.paths) texts.set(path, Buffer.from(await zip.read(path, 1_000_000)).toString())
    zip.close()
    return texts
  }
  const makePage = async (
    person: TestPerson,
    title: string,
    at: { podId?: string; parentDocumentId?: string } = {},
  ) =>
    (
      await rpc(person).document.create.mutate({
        ...{ title, parentDocumentId: null, ...at },
        contentRich: [{ id: 'one', kind: 'paragraph', text: [{ text: `Words of ${title}` }] }],
      })
    ).id

  it('R48 it holds the pages of all pods with what lies in them, files, comments and settings, and is of nobody else', async () => {
    const podId = (await rpc(ada).pod.create.mutate({ name: 'Sea/side' })).id
    await joinPod(server, podId, { owner: ada, person: bob })
    const home = await makePage(ada, 'Home page')
    const inside = await makePage(ada, 'Inside', { parentDocumentId: home })
    await makePage(ada, 'Inside', { parentDocumentId: home })
    const common = await makePage(ada, 'Common', { podId })
    await makePage(bob, 'Secret of Bob')
    const trashed = await makePage(ada, 'Thrown away')
    await rpc(ada).document.archive.mutate({ id: trashed })
    const { username } = await rpc(ada).user.getSettings.query()
    const shared = await makePage(bob, 'Lent by Bob')
    await rpc(bob).share.invite.mutate({ id: shared, username: username as string, level: 'view' })
    await rpc(ada).share.acceptInvite.mutate({ id: (await rpc(ada).share.invites.query()).invites[0]!.id })

    const kept = await fetch(`${server.url}/api/files?page=${inside}&name=kept.txt`, {
      method: 'POST',
      headers: { origin: server.url, cookie: ada.cookie },
      body: 'what the file says',
    })
    const { url } = (await kept.json()) as { url: string }
    await rpc(ada).document.appendBlocks.mutate({
      id: inside,
      blocks: [{ id: 'file', kind: 'file', attributes: { url, name: 'kept.txt' } }],
    })
    for (const [person, text] of [
      [ada, 'My word'],
      [bob, 'His word'],
    ] as const)
      await rpc(person).comment.createDiscussion.mutate({
        ...{ id: newId(), commentId: newId(), documentId: common, kind: 'page' },
        contentRich: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
      })
    for (const text of ['First “set aside”', 'Second'])
      await rpc(ada).stash.add.mutate({
        blocks: [{ id: 'aside', kind: 'paragraph', text: [{ text }] }],
        fromPath: '/home',
        fromTitle: 'Home page',
      })
    await rpc(ada).memory.create.mutate({ memory: 'Likes tea', status: 'active' })
    await rpc(ada).user.updateSettings.mutate({ timeZone: 'Asia/Tokyo', dateFormat: 'yyyy-MM-dd' })
    await rpc(ada).notifications.updatePreferences.mutate({ frequency: 'daily', timeZone: 'Asia/Tokyo' })

    const copy = await copyOf(ada)
    const pod = (await rpc(ada).pod.pods.query()).pods.find(({ id }) => id !== podId)!.name
    const pages = [`${pod}/Home page`, `${pod}/Home page/Inside`, `${pod}/Home page/Inside 2`]
    for (const path of [...pages, 'Sea side/Common', 'Shared with me/Lent by Bob']) {
      expect([...copy.keys()]).toContain(`pages/${path}.json`)
      expect([...copy.keys()]).toContain(`markdown/${path}.md`)
    }
    expect([...copy.keys()].join()).not.toMatch(/Secret|Thrown away/)
    expect(copy.get(`markdown/${pod}/Home page.md`)).toContain('Words of Home page')
    expect(copy.get(`markdown/${pod}/Home page/Inside.md`)).toContain('../../../files/kept.txt')
    expect(copy.get('files/kept.txt')).toBe('what the file says')
    // Who reads the page has what others say of it in the page itself.
    expect(copy.get('pages/Sea side/Common.json')).toContain('His word')
    expect(JSON.parse(copy.get('comments.json')!)).toMatchObject([{ page: 'Common', text: 'My word' }])
    const stash = JSON.parse(copy.get('stash.json')!) as { blocks: unknown[] }[]
    expect(stash).toHaveLength(2)
    expect(stash).toContainEqual(
      expect.objectContaining({
        fromPage: 'Home page',
        blocks: [{ id: 'aside', kind: 'paragraph', text: [{ text: 'First “set aside”' }] }],
      }),
    )
    expect(JSON.parse(copy.get('account.json')!)).toMatchObject({
      profile: { email: ada.user.email, username },
      settings: { timeZone: 'Asia/Tokyo', dateFormat: 'yyyy-MM-dd' },
      notifications: { frequency: 'daily' },
      memories: [{ memory: 'Likes tea', status: 'active' }],
      pagesLeftOut: [],
    })
    const whole = [...copy.values()].join('\n')
    const session = await server.services.db.selectFrom('session').select('token').execute()
    for (const { token } of session) expect(whole).not.toContain(token)
    expect(whole).not.toContain(bob.user.email)

    // It is a file that an import takes back.
    const zip = Buffer.from(await (await ask(ada.cookie)).arrayBuffer())
    const back = await fetch(`${server.url}/api/import?filename=copy.zip`, {
      method: 'POST',
      headers: { origin: server.url, cookie: bob.cookie },
      body: new Uint8Array(zip),
    })
    expect(back.status).toBe(201)
    const { receipt } = (await back.json()) as { receipt: { pages: number } }
    expect(receipt.pages).toBeGreaterThanOrEqual(pages.length + 2)
  })

  it('a page that cannot be read is left out and named, and keeps nothing else from being copied', async () => {
    const broken = await makePage(ada, 'Broken')
    await makePage(ada, 'Left', { parentDocumentId: broken })
    const whole = await makePage(ada, 'Whole')
    await makePage(ada, 'Within', { parentDocumentId: whole })
    await server.services.db
      .updateTable('document_snapshot')
      .set({ state: Buffer.from('no page at all') })
      .where('document_id', '=', broken)
      .execute()
    const copy = await copyOf(ada)
    expect([...copy.keys()].join()).toMatch(/Whole\.json/)
    expect(JSON.parse(copy.get('account.json')!).pagesLeftOut).toEqual([{ page: broken, title: 'Broken' }])
    // Each page lies where it lay, and what lay in the one that is left out, where that was.
    const { pages } = JSON.parse(copy.get('sheaf.json')!) as {
      pages: { title: string; parent: number | null }[]
    }
    const parentOf = (name: string) => pages[pages.find(({ title }) => title === name)!.parent!]?.title
    expect(parentOf('Within')).toBe('Whole')
    expect(parentOf('Left')).not.toBe('Left')
    expect(parentOf('Left')).toBe(parentOf('Whole'))
  })

  it('R48 a file whose bytes are lost is named, and keeps nothing else from being copied', async () => {
    const eve = await server.signUp()
    const page = await makePage(eve, 'With a file')
    const kept = await fetch(`${server.url}/api/files?page=${page}&name=lost.txt`, {
      method: 'POST',
      headers: { origin: server.url, cookie: eve.cookie },
      body: 'gone',
    })
    const { url } = (await kept.json()) as { url: string }
    await server.services.files.remove(url.split('/').at(-2)!)
    const copy = await copyOf(eve)
    expect(copy.has('files/lost.txt')).toBe(false)
    expect(JSON.parse(copy.get('account.json')!)).toMatchObject({ filesLeftOut: ['files/lost.txt'] })
    expect([...copy.keys()].some((path) => path.endsWith('With a file.md'))).toBe(true)
  })

  it('R48 R61 of a pod that somebody has left they take no file along, not even those that they brought', async () => {
    const fay = await server.signUp()
    const podId = (await rpc(ada).pod.create.mutate({ name: 'For a while' })).id
    await joinPod(server, podId, { owner: ada, person: fay })
    const page = await makePage(ada, 'Ours', { podId })
    const sent = await fetch(`${server.url}/api/files?page=${page}&name=ours.txt`, {
      method: 'POST',
      headers: { origin: server.url, cookie: fay.cookie },
      body: 'of the pod',
    })
    expect(sent.status).toBe(201)
    expect((await copyOf(fay)).has('files/ours.txt')).toBe(true)
    await rpc(fay).pod.leave.mutate({ podId })
    expect((await copyOf(fay)).has('files/ours.txt')).toBe(false)
  })

  it('visitors get none, and nobody asks for one without end', async () => {
    expect((await ask()).status).toBe(401)
    await server.services.db.deleteFrom('rate_limit').execute()
    for (let count = 0; count < 10; count++)
      await server.services.limits.take(`account-copy:${bob.user.id}`, 10, 3_600)
    expect((await ask(bob.cookie)).status).toBe(429)
  })
})
