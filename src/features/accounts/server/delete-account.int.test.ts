import { RawSocket, until } from '@test/collab'
import { TestPasskey } from '@test/passkey'
import { webpPicture } from '@test/pictures'
import {
  cookieOf,
  joinPod,
  onEachDatabase,
  refusal,
  startTestServer,
  type TestPerson,
  type TestServer,
} from '@test/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { giveUpFilesOfPod } from '@/features/files/server/pod-files'
import { removePages } from '@/features/pages/server/tree.service'
import { newId } from '@/shared/ids'
import { PERSON_PATH } from '@/shared/notified'

onEachDatabase('deleting an account', (database) => {
  let server: TestServer
  let ada: TestPerson
  let bea: TestPerson

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
  })
  afterAll(() => server?.close())
  beforeEach(async () => {
    await server.services.db.deleteFrom('rate_limit').execute()
    ada = await server.signUp()
    bea = await server.signUp()
  })

  const rpc = (person: TestPerson) => server.rpc(person.cookie)
  const saying = (text: string) => [{ id: 'abc123abc123', kind: 'paragraph', text: [{ text }] }]
  const makePage = async (title: string, parentDocumentId: string | null = null) =>
    (
      await rpc(ada).document.create.mutate({
        title,
        parentDocumentId,
        contentRich: saying(`Words of ${title}`),
      })
    ).id
  async function shareWithBea(id: string, level: 'view' | 'edit' | 'manage' = 'edit') {
    const { username } = await rpc(bea).user.getSettings.query()
    await rpc(ada).share.invite.mutate({ id, username: username as string, level })
    const { invites } = await rpc(bea).share.invites.query()
    await rpc(bea).share.acceptInvite.mutate({ id: invites[0]!.id })
  }
  async function keepFile(page: string): Promise<{ id: string; url: string }> {
    const answer = await fetch(`${server.url}/api/files?page=${page}&name=kept.txt`, {
      method: 'POST',
      headers: { origin: server.url, cookie: ada.cookie },
      body: 'what the file says',
    })
    expect(answer.status).toBe(201)
    return (await answer.json()) as { id: string; url: string }
  }
  const bytesOf = async (id: string) => {
    const bytes = await server.services.files.read(id)
    return bytes && (await new Response(bytes as never).text())
  }
  const rowsOf = async (table: 'document' | 'file' | 'user' | 'session', ids: readonly string[]) =>
    (await server.services.db.selectFrom(table).select('id').where('id', 'in', ids).execute()).map(
      ({ id }) => id,
    )
  const remove = (person: TestPerson) => rpc(person).user.deleteAccount.mutate({ email: person.user.email })

  it('5.11 7.25 only the address of the account, letter for letter, deletes it', async () => {
    const page = await makePage('Kept')
    for (const email of [
      '',
      bea.user.email,
      ada.user.email.toUpperCase(),
      ` ${ada.user.email}`,
      `${ada.user.email}.`,
    ])
      expect(await refusal(rpc(ada).user.deleteAccount.mutate({ email })), email).toMatchObject({
        code: 'bad-input',
      })
    expect(await rowsOf('document', [page])).toEqual([page])
    expect((await rpc(ada).layout.app.query()).currentUser?.id).toBe(ada.user.id)
  })

  it('R48 the bytes of files go also when the server ends right after their rows have gone', async () => {
    const page = await makePage('Alone')
    const file = await keepFile(page)
    const { db } = server.services
    const { pod_id } = await db
      .selectFrom('document')
      .select('pod_id')
      .where('id', '=', page)
      .executeTakeFirstOrThrow()
    // As deleting the account does; its next step, which removes the bytes, is left out.
    await db.transaction().execute(async (trx) => {
      await removePages(trx, [page])
      await giveUpFilesOfPod(trx, pod_id)
    })
    expect(await rowsOf('file', [file.id])).toEqual([])
    await expect.poll(() => bytesOf(file.id), { timeout: 10_000 }).toBeNull()
  })

  it('R48 what is the person alone goes: pages, files, sessions, pods, jobs; also while they have pages open', async () => {
    const page = await makePage('Alone')
    const inside = await makePage('Inside', page)
    const trashed = await makePage('Thrown away')
    await rpc(ada).document.archive.mutate({ id: trashed })
    const pod = await rpc(ada).pod.create.mutate({ name: 'Mine too' })
    const file = await keepFile(page)
    expect(await bytesOf(file.id)).toBe('what the file says')
    const socket = await RawSocket.open(`${server.url.replace('http', 'ws')}/collab`, ada.cookie)
    await socket.openPage(page)
    const uploading = fetch(`${server.url}/api/files?page=${inside}&name=late.txt`, {
      method: 'POST',
      headers: { origin: server.url, cookie: ada.cookie },
      body: new ReadableStream({
        async start(controller) {
          controller.enqueue(new TextEncoder().encode('begun'))
          await until(
            'the account to be gone',
            async () => (await rowsOf('user', [ada.user.id])).length === 0,
          )
          controller.close()
        },
      }),
      duplex: 'half',
    } as RequestInit)

    expect(await remove(ada)).toEqual({ id: ada.user.id })
    await until('the socket to close', () => socket.closed !== null)
    expect((await uploading).ok).toBe(false)
    expect((await rpc(ada).layout.app.query()).currentUser).toBeNull()
    expect(await refusal(rpc(ada).document.document.query({ id: page }))).toMatchObject({
      code: 'signed-out',
    })
    expect(await rowsOf('document', [page, inside, trashed])).toEqual([])
    expect(await rowsOf('file', [file.id])).toEqual([])
    expect(await bytesOf(file.id)).toBeNull()
    const { db } = server.services
    expect(await db.selectFrom('pod').select('id').where('created_by', '=', ada.user.id).execute()).toEqual(
      [],
    )
    expect(await db.selectFrom('pod').select('id').where('id', '=', pod.id).execute()).toEqual([])
    for (const table of ['session', 'account'] as const)
      expect(await db.selectFrom(table).select('id').where('userId', '=', ada.user.id).execute()).toEqual([])
    // The address is free again, and the new account is somebody else's.
    const again = await server.signUp(ada.user.email)
    expect(again.user.id).not.toBe(ada.user.id)
    expect((await rpc(again).document.tree.query({})).documents).toEqual([])
  })

  it('R48 what others have stays, with "Deleted person" in place of the name', async () => {
    const above = await makePage('Above')
    const shared = await makePage('Shared', above)
    const below = await makePage('Below', shared)
    await shareWithBea(shared)
    const file = await keepFile(below)
    await rpc(ada).comment.createDiscussion.mutate({
      id: newId(),
      commentId: newId(),
      documentId: shared,
      kind: 'page',
      contentRich: {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'What I think' }] }],
      },
    })
    const pod = await rpc(bea).pod.create.mutate({ name: 'Team' })
    await joinPod(server, pod.id, { owner: bea, person: ada })
    const inTeam = (await rpc(ada).document.create.mutate({ title: 'Of the team', podId: pod.id })).id

    const closed = (await rpc(ada).document.create.mutate({ title: 'Closed', podId: pod.id })).id
    await rpc(ada).share.setInheritance.mutate({ id: closed, isRestricted: true })

    await remove(ada)
    expect(await rowsOf('document', [above])).toEqual([])
    for (const [id, level] of [
      [shared, 'manage'],
      [below, 'manage'],
      [inTeam, 'manage'],
    ] as const)
      expect(await rpc(bea).document.document.query({ id })).toMatchObject({
        level,
        createdBy: 'Deleted person',
      })
    // Closed to the pod, and nobody else's: it went.
    expect(await rowsOf('document', [closed])).toEqual([])
    expect(JSON.stringify(await rpc(bea).document.document.query({ id: shared }))).toContain(
      'Words of Shared',
    )
    const { discussions } = await rpc(bea).comment.discussions.query({ documentId: shared })
    expect(discussions[0]?.comments[0]?.author).toEqual({ id: null, name: 'Deleted person', avatarUrl: null })
    const kept = await fetch(server.url + file.url, { headers: { cookie: bea.cookie } })
    expect(await kept.text()).toBe('what the file says')
  })

  it('R48 the last owner of a pod with other people hands it over first, in words', async () => {
    const pod = await rpc(ada).pod.create.mutate({ name: 'Ours' })
    await joinPod(server, pod.id, { owner: ada, person: bea })
    const page = await makePage('Still here')
    await expect(remove(ada)).rejects.toMatchObject({
      message: 'You are the last owner of “Ours”. Make somebody else an owner first, or delete it.',
    })
    expect(await rowsOf('document', [page])).toEqual([page])
    await rpc(ada).pod.changeRole.mutate({ podId: pod.id, userId: bea.user.id, role: 'owner' })
    await remove(ada)
    expect(await rowsOf('document', [page])).toEqual([])
    expect((await rpc(bea).pod.pods.query()).pods.map(({ id }) => id)).toContain(pod.id)
  })

  it('R48 nothing of the person is reached any more: pages by link or published, files, picture, passkey, channel, invitations', async () => {
    const get = async (path: string, cookie = '') =>
      (await fetch(server.url + path, { headers: { cookie } })).status
    const page = await makePage('Open to all')
    const file = await keepFile(page)
    const picture = webpPicture(64, 64, { 'VP8 ': 'her face' })
    const uploaded = await fetch(`${server.url}/api/avatars`, {
      method: 'POST',
      headers: { origin: server.url, cookie: ada.cookie },
      body: new Uint8Array(picture),
    })
    const { profileImageUrl } = (await uploaded.json()) as { profileImageUrl: string }
    await rpc(ada).document.update.mutate({
      id: page,
      contentRich: [{ id: 'abc123abc123', kind: 'file', attributes: { url: file.url, name: 'kept.txt' } }],
    })
    const { link } = await rpc(ada).share.setLink.mutate({ id: page, level: 'view' })
    const token = link?.url?.split('/').at(-1) as string
    const visited = await server.post('/api/visits', { token })
    const visitor = cookieOf(visited)
    expect(await get(file.url, visitor)).toBe(200)
    expect(await get(file.url)).toBe(401)
    await rpc(ada).document.publish.mutate({ id: page, isPublished: true })
    const { username } = await rpc(bea).user.getSettings.query()
    await rpc(ada).share.invite.mutate({ id: page, username: username as string, level: 'view' })
    const origin = new URL(server.services.config.publicUrl).origin
    const challenge = async (path: string, cookie?: string) =>
      ((await (await server.post(`/api/auth/passkeys/${path}`, {}, cookie)).json()) as { challenge: string })
        .challenge
    const passkey = new TestPasskey()
    const response = passkey.added({ origin, challenge: await challenge('begin', ada.cookie) })
    expect((await server.post('/api/auth/passkeys/add', { response, name: 'Key' }, ada.cookie)).status).toBe(
      201,
    )
    const begun = passkey.signsIn({ origin, challenge: await challenge('ask') })
    const socketTo = (path: string) =>
      RawSocket.open(`${server.url.replace('http', 'ws')}${path}`, ada.cookie)
    const sockets = [await socketTo('/collab'), await socketTo(PERSON_PATH)]

    const asVisitor = [`/preview/${page}`, `/preview/${page}.md`, file.url, profileImageUrl]
    const statuses = () => Promise.all(asVisitor.map((path) => get(path)))
    expect(await statuses()).toEqual([200, 200, 200, 200])

    await remove(ada)
    await until('the sockets to close', () => sockets.every(({ closed }) => closed !== null))
    expect((await statuses()).filter((status) => status < 400)).toEqual([])
    expect(await get(file.url, visitor)).toBeGreaterThanOrEqual(400)
    expect((await server.post('/api/visits', { token })).status).toBe(404)
    expect((await refusal(rpc(bea).share.openLink.mutate({ token }))).code).toBe('not-found')
    expect((await rpc(bea).share.invites.query()).invites).toEqual([])
    expect((await server.post('/api/auth/passkeys/signin', { response: begun })).status).toBe(400)
    const late = await socketTo('/collab')
    await until('the new socket to close', () => late.closed !== null)
    // No row that anything could be made of again names her.
    const { db } = server.services
    for (const table of ['passkey', 'profile_picture', 'recording', 'stash', 'notification', 'chat'] as const)
      expect(await db.selectFrom(table).select('id').where('user_id', '=', ada.user.id).execute()).toEqual([])
    expect(
      await db.selectFrom('verification').select('id').where('value', 'like', `%${ada.user.id}%`).execute(),
    ).toEqual([])
  })

  it('R48 a link that nobody could end any more ends with the account, and one that others manage stays', async () => {
    const linked = async (id: string) => {
      const { link } = await rpc(ada).share.setLink.mutate({ id, level: 'edit' })
      return link?.url?.split('/').at(-1) as string
    }
    const [viewed, managed] = [await makePage('Viewed'), await makePage('Managed')]
    await shareWithBea(viewed, 'view')
    await shareWithBea(managed, 'manage')
    const tokens = [await linked(viewed), await linked(managed)]
    const eve = await server.signUp()
    for (const token of tokens) await rpc(eve).share.openLink.mutate({ token })
    await remove(ada)
    const level = async (person: TestPerson, id: string) =>
      rpc(person)
        .document.document.query({ id })
        .then(
          (page) => page.level,
          () => null,
        )
    expect([await level(bea, viewed), await level(bea, managed)]).toEqual(['view', 'manage'])
    expect([await level(eve, viewed), await level(eve, managed)]).toEqual([null, 'edit'])
    await expect(rpc(eve).share.openLink.mutate({ token: tokens[0]! })).rejects.toThrow()
  })

  it('R48 a page that nobody would own any more goes to an editor, who has had it for longest, and to nobody who only reads', async () => {
    const eve = await server.signUp()
    const give = async (person: TestPerson, id: string, level: 'view' | 'edit') => {
      const { username } = await rpc(person).user.getSettings.query()
      await rpc(ada).share.invite.mutate({ id, username: username as string, level })
      const { invites } = await rpc(person).share.invites.query()
      await rpc(person).share.acceptInvite.mutate({ id: invites[0]!.id })
    }
    const [edited, read] = [await makePage('Edited'), await makePage('Read')]
    const below = await makePage('Below', edited)
    await give(eve, edited, 'view')
    await give(bea, edited, 'edit')
    await give(eve, read, 'view')
    const pod = await rpc(eve).pod.create.mutate({ name: 'Common' })
    await joinPod(server, pod.id, { owner: eve, person: ada })
    const closed = (await rpc(ada).document.create.mutate({ title: 'Closed', podId: pod.id })).id
    await rpc(ada).share.setInheritance.mutate({ id: closed, isRestricted: true })
    await give(bea, closed, 'edit')
    await remove(ada)

    const level = async (person: TestPerson, id: string) =>
      (await rpc(person).document.document.query({ id })).level
    expect(await Promise.all([edited, below, closed].map((id) => level(bea, id)))).toEqual([
      'manage',
      'manage',
      'manage',
    ])
    expect([await level(eve, edited), await level(eve, read)]).toEqual(['view', 'view'])
    // She can do with it what an owner can.
    await rpc(bea).share.remove.mutate({ id: edited, userId: eve.user.id })
    await expect(level(eve, edited)).rejects.toThrow()
    await rpc(bea).document.archive.mutate({ id: closed })
  })

  it('R48 the code that somebody waits for at an address that ends with this one stays good', async () => {
    const email = `zoe-${database.dialect}@example.org`
    const short = await server.signUp(email)
    const long = `so-${email}`
    await server.post('/api/auth/send-verification', { email: long })
    const code = await server.codeFor(long)
    await remove(short)
    const answer = await server.post('/api/auth/verify-email', { email: long, code })
    expect(await answer.json()).toMatchObject({ user: { email: long } })
  })

  it('R48 a recording and a file that others have in a common pod, or had in it, outlive the account', async () => {
    const webm = Buffer.concat([
      Buffer.from('1a45dfa3a34286810142f7810142f2810442f381084282847765626d4287810442858102', 'hex'),
      Buffer.alloc(500, 7),
    ])
    const send = async (page: string) => {
      const answer = await fetch(`${server.url}/api/files?page=${page}&name=talk.webm`, {
        method: 'POST',
        headers: { origin: server.url, cookie: bea.cookie },
        body: webm,
      })
      return ((await answer.json()) as { id: string }).id
    }
    const pods: string[] = []
    for (const name of ['Team', 'Left'] as const) {
      const pod = await rpc(ada).pod.create.mutate({ name })
      await joinPod(server, pod.id, { owner: ada, person: bea })
      pods.push(pod.id)
    }
    const [team, left] = pods as [string, string]
    const files: string[] = []
    for (const podId of [team, team, left]) {
      const { id } = await rpc(bea).document.create.mutate({ title: 'Draft', podId })
      files.push(await send(id))
      await rpc(bea).document.archive.mutate({ id })
      await rpc(bea).document.delete.mutate({ id })
    }
    const [cut, ...recorded] = files as [string, ...string[]]
    for (const fileId of recorded)
      await rpc(bea).recording.create.mutate({
        ...{ id: newId(), fileId, title: 'Talk', type: 'screen', duration: 3 },
        ...{ metadata: { resolution: '640x480' }, thumbnail: null },
      })
    await rpc(bea).pod.leave.mutate({ podId: left })
    await rpc(ada).pod.changeRole.mutate({ podId: team, userId: bea.user.id, role: 'owner' })

    await remove(ada)
    const { recordings } = await rpc(bea).recording.recordings.query({})
    expect(recordings).toHaveLength(2)
    for (const { url } of recordings)
      expect((await fetch(server.url + url, { headers: { cookie: bea.cookie } })).status).toBe(200)
    // What she has just cut out of a page she may still put elsewhere.
    expect(await rowsOf('file', [cut])).toEqual([cut])
  })

  describe('R48 the same at once', () => {
    it('of two askings one deletes, and neither breaks', async () => {
      const answers = await Promise.allSettled([remove(ada), remove(ada)])
      expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true)
      expect(await rowsOf('user', [ada.user.id])).toEqual([])
    })
  })
})
