import {
  joinPod,
  onEachDatabase,
  refusalWords,
  startTestServer,
  type TestPerson,
  type TestServer,
} from '@test/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Block } from '@/blocks/kit/block'
import { plainTextOf } from '@/blocks/plain-text'
import { MOVE_PUBLISHES, OTHERS_INSIDE, POD_NOT_THERE } from '@/features/pages/model'
import { accessOf } from '@/server/access/page-access'
import { NOT_THERE } from '@/shared/not-there'
import { POD_WORDS } from '../model'

onEachDatabase('pods', (database) => {
  let server: TestServer
  let ada: TestPerson
  let bea: TestPerson

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
    bea = await server.signUp()
  })
  afterAll(() => server.close())

  const rpc = (person: TestPerson) => server.rpc(person.cookie)
  /** A person as a browser that works in this pod. */
  const inPod = (person: TestPerson, podId: string, cookie = 'active-pod-id') =>
    server.rpc(`${person.cookie}; ${cookie}=${podId}`)
  const usernameOf = async (person: TestPerson) =>
    (await rpc(person).user.getSettings.query()).username as string
  const titlesIn = async (person: TestPerson, podId?: string) =>
    (await rpc(person).document.tree.query({ podId })).documents.map(({ title }) => title).sort()

  /** A pod of Ada's with Bea as a member. */
  async function sharedPod() {
    const pod = await rpc(ada).pod.create.mutate({ name: 'Together' })
    await joinPod(server, pod.id, { owner: ada, person: bea })
    return pod.id
  }

  it('rulings 3: a person has a pod from the start, makes others, names them, and leaves them', async () => {
    const person = await server.signUp()
    const first = await rpc(person).pod.pods.query()
    expect(first.pods).toMatchObject([{ isPersonal: true, role: 'owner', people: 1, indexDocumentId: null }])
    expect(first.activePodId).toBe(first.pods[0]?.id)
    const made = await rpc(person).pod.create.mutate({ name: '  Garden\nclub ' })
    expect(made).toMatchObject({ name: 'Garden club', isPersonal: false, role: 'owner', people: 1 })
    expect(await rpc(person).pod.rename.mutate({ podId: made.id, name: 'Allotment' })).toMatchObject({
      name: 'Allotment',
    })
    expect((await rpc(person).pod.pods.query()).pods.map(({ name }) => name)).toContain('Allotment')
    const icon = '🌱'
    expect(await rpc(person).pod.rename.mutate({ podId: made.id, name: 'Allotment', icon })).toMatchObject({
      icon,
    })
    const named = { podId: made.id, name: 'Plot' }
    expect(await rpc(person).pod.rename.mutate(named)).toMatchObject({ name: 'Plot', icon })
    expect(await rpc(person).pod.rename.mutate({ ...named, icon: null })).toMatchObject({ icon: null })
    await expect(rpc(person).pod.rename.mutate({ ...named, icon: '<img src=x>' })).rejects.toThrow()
    await rpc(person).pod.leave.mutate({ podId: made.id })
    expect((await rpc(person).pod.pods.query()).pods).toHaveLength(1)
    expect(await refusalWords(rpc(person).pod.rename.mutate({ podId: made.id, name: 'Gone' }))).toBe(
      POD_NOT_THERE(),
    )
  })

  it('the pod that came with the account is not left, deleted or joined', async () => {
    const [own] = (await rpc(ada).pod.pods.query()).pods
    const podId = own?.id ?? ''
    expect(await refusalWords(rpc(ada).pod.leave.mutate({ podId }))).toBe(POD_WORDS.personalStays)
    expect(await refusalWords(rpc(ada).pod.delete.mutate({ podId }))).toBe(POD_WORDS.personalStays)
    const username = await usernameOf(bea)
    expect(await refusalWords(rpc(ada).pod.addMember.mutate({ podId, username }))).toBe(
      POD_WORDS.personalIsOwn,
    )
    for (const name of ['', '   ', 'x'.repeat(81)])
      await expect(rpc(ada).pod.rename.mutate({ podId, name })).rejects.toThrow(/name/)
  })

  it('7.43 a call without a pod is about the one in the cookie, if that is the caller’s, else about their own', async () => {
    const pod = await rpc(ada).pod.create.mutate({ name: 'Second' })
    const inside = await inPod(ada, pod.id).document.create.mutate({ title: 'In the second' })
    expect(inside.podId).toBe(pod.id)
    for (const cookie of ['active-pod-id', 'script-pod-id'])
      expect((await inPod(ada, pod.id, cookie).document.tree.query({})).documents).toHaveLength(1)
    expect(await titlesIn(ada)).not.toContain('In the second')
    expect((await inPod(ada, pod.id).pod.pods.query()).activePodId).toBe(pod.id)
    const own = (await rpc(bea).pod.pods.query()).activePodId
    expect((await inPod(bea, pod.id).document.create.mutate({ title: 'Hers' })).podId).toBe(own)
    expect((await inPod(bea, 'x;drop').pod.pods.query()).activePodId).toBe(own)
    expect(await refusalWords(rpc(bea).document.tree.query({ podId: pod.id }))).toBe(POD_NOT_THERE())
  })

  it('R20 a member edits every page of the pod and manages those they made; a guest sees none', async () => {
    const podId = await sharedPod()
    const page = await rpc(ada).document.create.mutate({ podId, title: 'Hers to edit' })
    const own = await rpc(bea).document.create.mutate({ podId, title: 'Her own' })
    expect(await titlesIn(bea, podId)).toEqual(['Her own', 'Hers to edit'])
    const summaries = (await rpc(bea).document.tree.query({ podId })).documents
    expect(Object.fromEntries(summaries.map(({ title, level }) => [title, level]))).toEqual({
      'Her own': 'manage',
      'Hers to edit': 'edit',
    })
    await rpc(bea).document.update.mutate({ id: page.id, title: 'Edited', status: 'completed' })
    expect(await accessOf(server.services.db, bea.user.id, page.id)).toMatchObject({ level: 'edit' })
    expect((await rpc(bea).search.search.query({ q: 'edited', podId })).results).toHaveLength(1)
    const answer = await fetch(`${server.url}/api/files?page=${page.id}&name=a.txt`, {
      method: 'POST',
      headers: { origin: server.url, cookie: bea.cookie },
      body: 'from a member',
    })
    expect(answer.status).toBe(201)
    const { url } = (await answer.json()) as { url: string }
    expect((await fetch(`${server.url}${url}`, { headers: { cookie: ada.cookie } })).status).toBe(200)
    expect((await rpc(bea).file.files.query({})).files.map(({ name }) => name)).toContain('a.txt')

    expect(await refusalWords(rpc(bea).document.archive.mutate({ id: page.id }))).toContain('not do this')
    await rpc(bea).document.archive.mutate({ id: own.id })
    expect((await rpc(bea).document.trash.query({})).documents.map(({ id }) => id)).toContain(own.id)
    await rpc(ada).document.restore.mutate({ id: own.id })

    await server.services.db
      .updateTable('pod_member')
      .set({ role: 'guest' })
      .where('pod_id', '=', podId)
      .where('user_id', '=', bea.user.id)
      .execute()
    expect(await refusalWords(rpc(bea).document.document.query({ id: own.id }))).toBe(NOT_THERE())
    expect(await refusalWords(rpc(bea).document.tree.query({ podId }))).toBe(POD_NOT_THERE())
    expect((await rpc(bea).search.search.query({ q: 'edited' })).results).toEqual([])
    expect((await fetch(`${server.url}${url}`, { headers: { cookie: bea.cookie } })).status).toBe(404)
    expect(await refusalWords(rpc(bea).pod.members.query({ podId }))).toBe(POD_NOT_THERE())
    await rpc(bea).pod.leave.mutate({ podId })
  })

  it('R20 a page leaves its pod, and its trash, only with somebody who owns all that lies in it', async () => {
    const podId = await sharedPod()
    const hers = await rpc(ada).document.create.mutate({ podId, title: 'Of the owner' })
    const own = await rpc(bea).document.create.mutate({ podId, title: 'Of the member' })
    const home = await rpc(bea).document.create.mutate({ title: 'At home' })
    const away = (id: string) => rpc(bea).document.move.mutate({ id, parentDocumentId: home.id })
    expect(await refusalWords(away(hers.id))).toContain('not do this')
    await rpc(bea).document.move.mutate({ id: hers.id, parentDocumentId: own.id })
    expect(await refusalWords(away(own.id))).toBe(OTHERS_INSIDE())
    await rpc(bea).document.archive.mutate({ id: own.id })
    expect(await refusalWords(rpc(bea).document.delete.mutate({ id: own.id }))).toBe(OTHERS_INSIDE())
    const from = { id: own.id, archivedAt: new Date().toISOString() }
    expect(await rpc(bea).document.emptyTrash.mutate({ from })).toEqual({ deleted: 0, kept: 1, next: null })
    await rpc(bea).document.restore.mutate({ id: own.id })
    await rpc(ada).document.move.mutate({ id: hers.id, parentDocumentId: null })
    expect((await away(own.id)).podId).toBe(home.podId)
    const back = { id: own.id, parentDocumentId: null, podId }
    expect(await rpc(bea).document.move.mutate(back)).toMatchObject({ podId, path: [] })
    expect(await refusalWords(rpc(ada).document.move.mutate({ ...back, podId: home.podId }))).toBe(
      POD_NOT_THERE(),
    )
    await away(own.id)
    expect(await titlesIn(ada, podId)).toEqual(['Of the owner'])
  })

  it('2.27 emptying the trash leaves what others made in it, also that of the owner of the pod', async () => {
    const podId = await sharedPod()
    const make = (as: TestPerson, title: string, parentDocumentId: string | null = null) =>
      rpc(as).document.create.mutate({ podId, title, parentDocumentId })
    const hers = await make(bea, 'Of the member')
    const mixed = await make(ada, 'Of the owner, with one of the member inside')
    await make(bea, 'Inside', mixed.id)
    const own = await make(ada, 'Of the owner')
    for (const [as, page] of [
      [bea, hers],
      [ada, mixed],
      [ada, own],
    ] as const)
      await rpc(as).document.archive.mutate({ id: page.id })
    const here = new Set([hers.id, mixed.id, own.id])
    const trash = async (as: TestPerson) =>
      (await rpc(as).document.trash.query({ q: '' })).documents.filter(({ id }) => here.has(id))
    const [newest] = await trash(ada)
    expect((await trash(ada)).map(({ isOwn }) => isOwn)).toEqual([true, true, false])
    const from = { id: newest!.id, archivedAt: newest!.archivedAt }
    const done = await rpc(ada).document.emptyTrash.mutate({ from })
    expect(done.kept).toBeGreaterThanOrEqual(2)
    expect((await trash(ada)).map(({ id }) => id).sort()).toEqual([hers.id, mixed.id].sort())
    expect((await trash(bea)).map(({ id }) => id)).toContain(hers.id)
    // By its name, anybody who owns the pod may.
    for (const { id } of [hers, mixed]) await rpc(ada).document.delete.mutate({ id })
    expect(await trash(bea)).toEqual([])
  })

  it('2.27 a page that went to the trash with somebody else’s is in the trash of its maker', async () => {
    const podId = await sharedPod()
    const make = (as: TestPerson, title: string, parentDocumentId: string | null = null) =>
      rpc(as).document.create.mutate({ podId, title, parentDocumentId })
    const around = await make(ada, 'Around')
    const hers = await make(bea, 'Hers', around.id)
    const inside = await make(bea, 'Inside hers', hers.id)
    await rpc(ada).document.archive.mutate({ id: around.id })
    const trash = async (as: TestPerson) =>
      (await rpc(as).document.trash.query({ q: '' })).documents.map(({ id }) => id)
    expect(await trash(bea)).toEqual([hers.id])
    expect(await trash(ada)).toContain(around.id)
    expect(await trash(ada)).not.toContain(hers.id)
    await rpc(bea).document.restore.mutate({ id: hers.id })
    expect(await trash(bea)).toEqual([])
    expect((await rpc(bea).document.document.query({ id: inside.id })).isArchived).toBe(false)
    expect(await trash(ada)).toContain(around.id)
  })

  it('R21 4.3 a page is not published by somebody who only edits it, by moving it into a published page either', async () => {
    const podId = await sharedPod()
    const make = (as: TestPerson, title: string, parentDocumentId: string | null = null) =>
      rpc(as).document.create.mutate({ podId, title, parentDocumentId })
    const shown = await make(bea, 'Shown')
    await rpc(bea).document.publish.mutate({ id: shown.id, isPublished: true })
    await rpc(bea).publish.update.mutate({ id: shown.id, subPages: true })
    const plans = await make(ada, 'Plans')
    const notes = await make(bea, 'Notes')
    await make(ada, 'In the notes', notes.id)
    const move = (as: TestPerson, id: string) =>
      rpc(as).document.move.mutate({ id, parentDocumentId: shown.id })
    const statusOf = async (id: string) => (await fetch(`${server.url}/preview/${id}`)).status
    expect(await refusalWords(move(bea, plans.id))).toBe(MOVE_PUBLISHES())
    expect(await refusalWords(move(bea, notes.id))).toBe(OTHERS_INSIDE())
    expect([await statusOf(plans.id), await statusOf(notes.id)]).toEqual([404, 404])
    await move(bea, (await make(bea, 'Hers')).id)
    await move(ada, plans.id)
    expect(await statusOf(plans.id)).toBe(200)
    await move(bea, plans.id)
  })

  it('R15 R49 somebody who leaves or is taken out of a pod has nothing of it from then on', async () => {
    const podId = await sharedPod()
    const page = await rpc(ada).document.create.mutate({ podId, title: 'Zanzibar' })
    await rpc(bea).document.visit.mutate({ id: page.id })
    await rpc(bea).document.update.mutate({ id: page.id, isFavorite: true })
    await rpc(ada).pod.removeMember.mutate({ podId, userId: bea.user.id })
    expect(await accessOf(server.services.db, bea.user.id, page.id)).toMatchObject({ level: null })
    expect(await refusalWords(rpc(bea).document.document.query({ id: page.id }))).toBe(NOT_THERE())
    expect((await rpc(bea).document.recents.query()).documents.map(({ id }) => id)).not.toContain(page.id)
    expect((await rpc(bea).search.search.query({ q: 'zanzibar' })).results).toEqual([])
    expect((await rpc(bea).pod.pods.query()).pods.map(({ id }) => id)).not.toContain(podId)
    expect(await refusalWords(rpc(ada).pod.removeMember.mutate({ podId, userId: bea.user.id }))).toBe(
      POD_WORDS.notIn,
    )
  })

  it('R15 R49 nobody keeps a page of the pod because they had restricted it for a while', async () => {
    const ways: [string, (podId: string) => Promise<unknown>, (id: string) => Promise<unknown>][] = [
      [
        'removed',
        (podId) => rpc(ada).pod.removeMember.mutate({ podId, userId: bea.user.id }),
        (id) => rpc(bea).document.document.query({ id }),
      ],
      [
        'left',
        (podId) => rpc(bea).pod.leave.mutate({ podId }),
        (id) => rpc(bea).document.document.query({ id }),
      ],
      [
        'made a guest',
        (podId) => rpc(ada).pod.changeRole.mutate({ podId, userId: bea.user.id, role: 'guest' }),
        (id) => rpc(bea).document.document.query({ id }),
      ],
    ]
    for (const [way, go, see] of ways) {
      const podId = await sharedPod()
      const opened = await rpc(bea).document.create.mutate({ podId, title: 'Restricted for a while' })
      const kept = await rpc(bea).document.create.mutate({ podId, title: 'Restricted still' })
      const given = await rpc(ada).document.create.mutate({ podId, title: 'Given' })
      for (const { id } of [opened, kept])
        await rpc(bea).share.setInheritance.mutate({ id, isRestricted: true })
      await rpc(bea).share.setInheritance.mutate({ id: opened.id, isRestricted: false })
      await rpc(ada).share.setRole.mutate({ id: given.id, userId: bea.user.id, level: 'view' })
      await go(podId)
      expect(await refusalWords(see(opened.id)), way).toBe(NOT_THERE())
      // It would be nobody's; and what somebody gave to a person is theirs until it is taken from them.
      expect(await see(kept.id), way).toMatchObject({ level: 'manage' })
      expect(await see(given.id), way).toMatchObject({ level: 'view' })
    }
  })

  it('a pod always has an owner, and goes with its last person only when it is empty', async () => {
    const podId = await sharedPod()
    const userId = bea.user.id
    for (const call of [
      () => rpc(bea).pod.rename.mutate({ podId, name: 'Mine' }),
      () => rpc(bea).pod.delete.mutate({ podId }),
      () => rpc(bea).pod.removeMember.mutate({ podId, userId: ada.user.id }),
      () => rpc(bea).pod.changeRole.mutate({ podId, userId, role: 'owner' }),
    ])
      expect(await refusalWords(call())).toBe(POD_WORDS.ownersOnly)
    expect((await rpc(bea).pod.members.query({ podId })).members.map(({ role }) => role).sort()).toEqual([
      'member',
      'owner',
    ])
    expect(JSON.stringify(await rpc(bea).pod.members.query({ podId }))).not.toContain('@')

    expect(await refusalWords(rpc(ada).pod.leave.mutate({ podId }))).toBe(POD_WORDS.lastOwner)
    expect(
      await refusalWords(rpc(ada).pod.changeRole.mutate({ podId, userId: ada.user.id, role: 'member' })),
    ).toBe(POD_WORDS.lastOwner)
    expect(await rpc(ada).pod.changeRole.mutate({ podId, userId, role: 'owner' })).toMatchObject({
      role: 'owner',
    })
    await rpc(ada).pod.leave.mutate({ podId })
    const page = await rpc(bea).document.create.mutate({ podId, title: 'The last page' })
    expect(await refusalWords(rpc(bea).pod.leave.mutate({ podId }))).toBe(POD_WORDS.notEmpty)
    await rpc(bea).pod.delete.mutate({ podId })
    expect(await refusalWords(rpc(bea).document.document.query({ id: page.id }))).toBe(NOT_THERE())
    expect((await rpc(bea).search.search.query({ q: 'last page' })).results).toEqual([])
  })

  it('the last owner hands the pod over to somebody in it, and leaves with the same step', async () => {
    const podId = await sharedPod()
    const stranger = await server.signUp()
    const rolesOf = async () =>
      (await rpc(ada).pod.members.query({ podId })).members.map(({ role }) => role).sort()
    for (const newOwnerId of [stranger.user.id, 'nobody', ada.user.id])
      await expect(rpc(ada).pod.leave.mutate({ podId, newOwnerId })).rejects.toThrow()
    expect(await rolesOf()).toEqual(['member', 'owner'])
    // Somebody who does not own it makes nobody an owner.
    const cai = await server.signUp()
    await joinPod(server, podId, { owner: ada, person: cai })
    await rpc(cai).pod.leave.mutate({ podId, newOwnerId: bea.user.id })
    expect(await rolesOf()).toEqual(['member', 'owner'])
    await rpc(ada).pod.leave.mutate({ podId, newOwnerId: bea.user.id })
    expect((await rpc(bea).pod.members.query({ podId })).members).toMatchObject([
      { id: bea.user.id, role: 'owner' },
    ])
    expect((await rpc(ada).pod.pods.query()).pods.map(({ id }) => id)).not.toContain(podId)
  })

  it('R42 of two owners who leave at the same moment one stays', async () => {
    const podId = await sharedPod()
    await rpc(ada).pod.changeRole.mutate({ podId, userId: bea.user.id, role: 'owner' })
    await rpc(ada).document.create.mutate({ podId, title: 'Somebody has to keep it' })
    const ends = await Promise.allSettled([ada, bea].map((person) => rpc(person).pod.leave.mutate({ podId })))
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('R23 a person is added by username alone; nobody learns who has an account under an address', async () => {
    const podId = await sharedPod()
    const add = (username: string) => refusalWords(rpc(ada).pod.addMember.mutate({ podId, username }))
    expect(await add(bea.user.email)).toBe(POD_WORDS.nobody)
    expect(await add('stranger@example.org')).toBe(POD_WORDS.nobody)
    expect(await add(`@${(await usernameOf(bea)).toUpperCase()}`)).toBe(POD_WORDS.already)
  })

  it('2.12 4.9 7.43 the pod index is a page with the tree as mentions, and is kept up to date in place', async () => {
    const pod = await rpc(ada).pod.create.mutate({ name: 'Indexed' })
    const podId = pod.id
    const create = (title: string, parentDocumentId: string | null, text: string) =>
      rpc(ada).document.create.mutate({
        podId,
        title,
        parentDocumentId,
        contentRich: [{ id: 'b1', kind: 'paragraph', text: [{ text }] }],
      })
    const plans = await create('Plans', null, 'What is to be done this year.')
    await create('Spring', plans.id, 'Sow peas.')
    const refresh = () => rpc(ada).pod.refreshIndex.mutate({ podId })
    const read = async (id: string) => (await rpc(ada).document.document.query({ id })).contentRich as Block[]
    const editsOf = async (id: string) => {
      const rows = server.services.db.selectFrom('document').select('updated_at').where('id', '=', id)
      return (await rows.executeTakeFirstOrThrow()).updated_at
    }

    const [{ documentId }, other] = await Promise.all([refresh(), refresh()])
    expect(other.documentId).toBe(documentId)
    const blocks = await read(documentId)
    expect(plainTextOf(blocks).split('\n').slice(1)).toEqual([
      'Plans What is to be done this year.',
      'Spring Sow peas.',
    ])
    expect(blocks[1]).toMatchObject({
      kind: 'listItem',
      text: [{ kind: 'mention', attributes: { key: `/${plans.id}` } }, {}],
    })
    expect((await rpc(ada).pod.pods.query()).pods.find(({ id }) => id === podId)).toMatchObject({
      indexDocumentId: documentId,
    })

    const before = await editsOf(documentId)
    await refresh()
    expect(await editsOf(documentId)).toBe(before)

    await rpc(ada).document.update.mutate({ id: plans.id, title: 'Plans of the year' })
    await rpc(ada).document.update.mutate({
      id: documentId,
      contentRich: [...blocks, { id: 'own', kind: 'paragraph', text: [{ text: 'Ask Bea.' }] }],
    })
    expect(await refresh()).toEqual({ documentId })
    expect(
      plainTextOf(await read(documentId))
        .split('\n')
        .slice(1),
    ).toEqual(['Plans of the year What is to be done this year.', 'Spring Sow peas.', 'Ask Bea.'])
    expect((await rpc(ada).document.tree.query({ podId })).documents).toHaveLength(3)

    await rpc(ada).document.update.mutate({ id: documentId, lockPage: true })
    expect(await refusalWords(refresh())).toContain('locked')
    await rpc(ada).document.archive.mutate({ id: documentId })
    expect((await refresh()).documentId).not.toBe(documentId)
    expect(await refusalWords(rpc(bea).pod.refreshIndex.mutate({ podId }))).toBe(POD_NOT_THERE())
  })

  it('a text with a NUL in it is refused in words where the database cannot hold it, and is never our mistake', async () => {
    const answer = await rpc(ada)
      .pod.pods.query()
      .then(({ pods }) => rpc(ada).document.document.query({ id: `${pods[0]!.id}\0` }))
      .catch((error: unknown) => error)
    expect(answer).toMatchObject({ data: { appCode: expect.stringMatching(/^(?:bad-input|not-found)$/) } })
  })

  it('2.12 templates of the pod, and what is inside them, do not stand in its index', async () => {
    const { id: podId } = await rpc(ada).pod.create.mutate({ name: 'With templates' })
    const page = await rpc(ada).document.create.mutate({ podId, title: 'Weekly report' })
    await rpc(ada).document.create.mutate({ podId, title: 'Figures', parentDocumentId: page.id })
    await rpc(ada).template.save.mutate({ id: page.id })
    const { documentId } = await rpc(ada).pod.refreshIndex.mutate({ podId })
    const lines = plainTextOf(
      (await rpc(ada).document.document.query({ id: documentId })).contentRich as Block[],
    )
    expect(lines.split('\n').slice(1)).toEqual(['Weekly report', 'Figures'])
  })

  it('2.12 R21 what only invited people have does not stand in the index, also when one of them refreshes it', async () => {
    const podId = await sharedPod()
    await rpc(ada).document.create.mutate({ podId, title: 'Plans' })
    const closed = await rpc(bea).document.create.mutate({ podId, title: 'Salaries' })
    await rpc(bea).document.create.mutate({ title: 'Of last year', parentDocumentId: closed.id })
    await rpc(bea).share.setInheritance.mutate({ id: closed.id, isRestricted: true })
    const { documentId } = await rpc(bea).pod.refreshIndex.mutate({ podId })
    const lines = plainTextOf(
      (await rpc(ada).document.document.query({ id: documentId })).contentRich as Block[],
    )
    expect(lines).toContain('Plans')
    expect(lines).not.toMatch(/Salaries|Of last year/)
  })

  it('2.12 words written into a line of the index are in its history when a refresh takes them away', async () => {
    const { id: podId } = await rpc(ada).pod.create.mutate({ name: 'Annotated' })
    await rpc(ada).document.create.mutate({ podId, title: 'Plans' })
    const refresh = () => rpc(ada).pod.refreshIndex.mutate({ podId })
    const { documentId } = await refresh()
    const read = async () =>
      (await rpc(ada).document.document.query({ id: documentId })).contentRich as Block[]
    const versions = async () => (await rpc(ada).version.documentVersions.query({ documentId })).versions
    await refresh()
    expect(await versions()).toEqual([])
    const written = (await read()).map((block, at) =>
      at === 1 ? { ...block, text: [...(block.text ?? []), { text: ' ask Bea first' }] } : block,
    )
    await rpc(ada).document.update.mutate({ id: documentId, contentRich: written })
    await refresh()
    expect(plainTextOf(await read())).not.toContain('ask Bea first')
    const [kept] = await versions()
    const { contentRich } = await rpc(ada).version.version.query({ versionId: kept!.id })
    expect(plainTextOf(contentRich)).toContain('ask Bea first')
  })
})
