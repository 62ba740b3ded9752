import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LEVELS, reaches } from '@/shared/permissions'
import { accessOf, levelOf, visibleIds, visiblePages } from './page-access'

onEachDatabase('who may see a page', (database) => {
  let server: TestServer
  let ada: TestPerson
  let bea: TestPerson
  let eve: TestPerson

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
    bea = await server.signUp()
    eve = await server.signUp()
  })
  afterAll(() => server.close())

  const rpc = (person: TestPerson) => server.rpc(person.cookie)
  const db = () => server.services.db
  const put = (podId: string, person: TestPerson, role: 'owner' | 'member' | 'guest') =>
    db()
      .insertInto('pod_member')
      .values({ pod_id: podId, user_id: person.user.id, role, created_at: new Date().toISOString() })
      .execute()
  const makePod = async (owner: TestPerson) => (await rpc(owner).pod.create.mutate({ name: 'Garden' })).id
  /** As no call leaves a tree: the page stands in another pod than the one it lies in. */
  const moveToPod = (id: string, podId: string) =>
    db().updateTable('document').set({ pod_id: podId }).where('id', '=', id).execute()

  it('R20 the condition, the value and the answer about one page are one rule, for everybody and every level', async () => {
    const podId = await makePod(ada)
    await put(podId, bea, 'member')
    const byAda = await rpc(ada).document.create.mutate({ podId, title: 'Of an owner' })
    const byBea = await rpc(bea).document.create.mutate({ podId, title: 'Of a member' })
    const standings = [
      { person: ada, role: 'owner', levels: { [byAda.id]: 'manage', [byBea.id]: 'manage' } },
      { person: bea, role: 'member', levels: { [byAda.id]: 'edit', [byBea.id]: 'manage' } },
      { person: bea, role: 'guest', levels: { [byAda.id]: null, [byBea.id]: null } },
      { person: eve, role: 'none', levels: { [byAda.id]: null, [byBea.id]: null } },
    ] as const
    for (const { person, role, levels } of standings) {
      if (role === 'guest')
        await db()
          .updateTable('pod_member')
          .set({ role })
          .where('pod_id', '=', podId)
          .where('user_id', '=', person.user.id)
          .execute()
      const userId = person.user.id
      const told = await db()
        .selectFrom('document as page')
        .select('page.id')
        .select(levelOf(userId, { page: 'page' }).as('level'))
        .where('page.pod_id', '=', podId)
        .execute()
      expect(Object.fromEntries(told.map(({ id, level }) => [id, level])), role).toEqual(levels)
      for (const [id, level] of Object.entries(levels))
        expect((await accessOf(db(), userId, id))?.level, role).toBe(level)
      const { rows } = await visibleIds(userId, sql`document.pod_id = ${podId}`).execute(db())
      expect(rows.map(({ id }) => id).sort(), role).toEqual(
        Object.entries(levels)
          .flatMap(([id, has]) => (has === null ? [] : [id]))
          .sort(),
      )
      for (const level of LEVELS) {
        const expected = Object.entries(levels).flatMap(([id, has]) =>
          has !== null && reaches(has, level) ? [id] : [],
        )
        for (const how of [{}, { each: true }, { pod: podId }]) {
          const seen = await db()
            .selectFrom('document as page')
            .select('page.id')
            .where('page.pod_id', '=', podId)
            .where(visiblePages(userId, { page: 'page', level, ...how }))
            .execute()
          const ids = seen.map(({ id }) => id).sort()
          expect(ids, `${role} ${level} ${JSON.stringify(how)}`).toEqual(expected.sort())
        }
      }
    }
  })

  it('a page that is still being made with others is on no list of what somebody may see', async () => {
    const { id } = await rpc(ada).document.create.mutate({ title: 'Half made' })
    const seen = async () =>
      (await visibleIds(ada.user.id, sql`document.id = ${id}`).execute(db())).rows.map((row) => row.id)
    expect(await seen()).toEqual([id])
    await db()
      .insertInto('preparation')
      .values({ id: 'import', created_at: new Date().toISOString() })
      .execute()
    await db().insertInto('prepared_page').values({ document_id: id, preparation_id: 'import' }).execute()
    expect(await seen()).toEqual([])
    await db().deleteFrom('preparation').where('id', '=', 'import').execute()
    expect(await seen()).toEqual([id])
  })

  it('a page says nothing of those above it that the reader does not see', async () => {
    const hers = await rpc(ada).document.create.mutate({ title: 'A private plan' })
    const between = await rpc(bea).document.create.mutate({ title: 'Between' })
    const inside = await rpc(bea).document.create.mutate({
      title: 'Zeppelin inside',
      parentDocumentId: between.id,
    })
    await db().updateTable('document').set({ parent_id: hers.id }).where('id', '=', between.id).execute()
    const page = await rpc(bea).document.document.query({ id: inside.id })
    expect(page.path.map(({ title }) => title)).toEqual(['Between'])
    expect((await rpc(bea).document.document.query({ id: between.id })).path).toEqual([])
    await expect
      .poll(async () => (await rpc(bea).search.search.query({ q: 'between' })).results)
      .toMatchObject([{ id: between.id, parentTitle: null }])
  })

  it('of what lies in a page only what the person sees is listed, counted, copied, kept as a template and exported', async () => {
    const root = await rpc(bea).document.create.mutate({ title: 'Root' })
    const own = await rpc(bea).document.create.mutate({ title: 'Own', parentDocumentId: root.id })
    const hidden = await rpc(bea).document.create.mutate({ title: 'Hidden', parentDocumentId: root.id })
    await rpc(bea).document.create.mutate({ title: 'Below it', parentDocumentId: hidden.id })
    const lone = await rpc(bea).document.create.mutate({ title: 'Lone', parentDocumentId: own.id })
    const elsewhere = await makePod(ada)
    await moveToPod(hidden.id, elsewhere)
    await moveToPod(lone.id, elsewhere)

    const { documents } = await rpc(bea).document.documents.query({ parentDocumentId: root.id })
    expect(documents).toMatchObject([{ title: 'Own', hasChildren: false }])
    expect((await rpc(bea).document.document.query({ id: own.id })).hasChildren).toBe(false)
    const inTree = async () => (await rpc(bea).document.tree.query({})).documents.map(({ title }) => title)
    const before = await inTree()
    expect(before).not.toContain('Hidden')
    await rpc(bea).document.duplicate.mutate({ id: root.id, withSubpages: true })
    await rpc(bea).template.save.mutate({ id: root.id, withSubpages: true })
    const copied = (await inTree()).slice()
    for (const title of before) copied.splice(copied.indexOf(title), 1)
    expect(copied.sort()).toEqual(['Own', 'Own', 'Root', 'Root (copy)'])
    const template = (await rpc(bea).template.templates.query({})).documents.find(
      ({ title }) => title === 'Root',
    )
    await rpc(bea).document.archive.mutate({ id: template!.id })
    const answer = await fetch(`${server.url}/api/export/markdown?documentId=${root.id}&subPages=true`, {
      headers: { cookie: bea.cookie },
    })
    expect(answer.status).toBe(200)
    const zip = Buffer.from(await answer.arrayBuffer()).toString('latin1')
    expect(zip).toContain('Own')
    expect(zip).not.toMatch(/Hidden|Below it|Lone/)
  })

  it('7.33 a guest is told of nobody else in the pod, whose members see them all', async () => {
    const podId = await makePod(ada)
    const guest = await server.signUp()
    const member = await server.signUp()
    await put(podId, guest, 'guest')
    await put(podId, member, 'member')
    const people = async (person: TestPerson) =>
      (await rpc(person).user.users.query({})).items.map(({ id }) => id)
    expect(await people(guest)).toEqual([guest.user.id])
    expect((await people(member)).sort()).toEqual([ada.user.id, guest.user.id, member.user.id].sort())
    const profileOf = (asker: TestPerson, { user }: TestPerson) =>
      rpc(asker).publish.profile.query({ id: user.id })
    await expect(profileOf(guest, member)).rejects.toThrow(/nobody here/)
    expect((await profileOf(member, ada)).id).toBe(ada.user.id)
  })
})
