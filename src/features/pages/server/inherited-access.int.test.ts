import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { levelOfRank, rankOf } from '@/server/access/level-rank'
import { accessOf, levelOf, peopleWith, visibleIds, visiblePages } from '@/server/access/page-access'
import { LEVELS, type Level, reaches } from '@/shared/permissions'
import { settleAccess } from './inherited-access'
import { lockTrees } from './tree.service'

/** A random number generator that tells the same story each time. */
function randomOf(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  const below = (count: number) => Math.floor(next() * count)
  return { below, pick: <T>(list: readonly T[]): T => list[below(list.length)] as T }
}

interface Told {
  id: string
  parent: string | null
  by: string
  restricted: boolean
  people: Map<string, Level>
  link: { level: Level; users: Set<string>; over: boolean } | null
}

onEachDatabase('what pages inherit', (database) => {
  let server: TestServer
  const people: TestPerson[] = []
  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    for (let i = 0; i < 4; i++) people.push(await server.signUp())
  })
  afterAll(() => server.close())

  const rpc = (person: TestPerson) => server.rpc(person.cookie)
  const db = () => server.services.db

  /** Under the pod's lock, as everybody does: links that have ended are taken back beside this, every second. */
  const settle = (podId: string, id: string) =>
    db()
      .transaction()
      .execute(async (trx) => {
        await lockTrees(trx, [podId])
        await settleAccess(trx, [id])
      })

  /** The rule as rulings 3 says it, by walking up the tree. */
  function expected(pages: Map<string, Told>, id: string, user: string, seat: 'owner' | 'member' | null) {
    let person: Level | null = null
    let link: Level | null = null
    let isClosed = false
    for (let at = pages.get(id); at && !isClosed; at = pages.get(at.parent ?? '')) {
      person ??= at.people.get(user) ?? null
      if (at.link && !at.link.over && at.link.users.has(user)) link ??= at.link.level
      isClosed = at.restricted
    }
    const mine = seat === 'owner' || (seat === 'member' && pages.get(id)?.by === user)
    const pod: Level | null = isClosed ? null : mine ? 'manage' : seat ? 'edit' : null
    return levelOfRank(Math.max(...[person, link, pod].map((level) => (level ? rankOf(level) : 0))))
  }

  it('R20 people, links, restrictions and moves in any order: as the rule says, in all of its forms', async () => {
    const [ada, bea, cyd, eve] = people as [TestPerson, TestPerson, TestPerson, TestPerson]
    const podId = (await rpc(ada).pod.create.mutate({ name: 'Tree' })).id
    await db()
      .insertInto('pod_member')
      .values({ pod_id: podId, user_id: bea.user.id, role: 'member', created_at: '2026-01-01T00:00:00.000Z' })
      .execute()
    const random = randomOf(7)
    const pages = new Map<string, Told>()
    for (let i = 0; i < 12; i++) {
      const by = random.pick([ada, bea])
      const parent = i < 3 ? null : random.pick([...pages.keys()])
      const { id } = await rpc(by).document.create.mutate({ podId, parentDocumentId: parent, title: `P${i}` })
      pages.set(id, { id, parent, by: by.user.id, restricted: false, people: new Map(), link: null })
    }
    const ids = [...pages.keys()]
    const all = [ada, bea, cyd, eve]
    const isBelow = (id: string | null, top: string): boolean =>
      id !== null && (id === top || isBelow(pages.get(id)?.parent ?? null, top))
    const at = '2026-02-02T00:00:00.000Z'

    const acts = [
      async (page: Told) => {
        const { id: user } = random.pick(all).user
        const level = random.pick(LEVELS)
        page.people.set(user, level)
        await db()
          .insertInto('document_share')
          .values({ document_id: page.id, user_id: user, level, granted_by: null, created_at: at })
          .onConflict((conflict) => conflict.columns(['document_id', 'user_id']).doUpdateSet({ level }))
          .execute()
      },
      async (page: Told) => {
        const user = random.pick([...page.people.keys()])
        if (!user) return
        page.people.delete(user)
        await db()
          .deleteFrom('document_share')
          .where('document_id', '=', page.id)
          .where('user_id', '=', user)
          .execute()
      },
      async (page: Told) => {
        page.restricted = !page.restricted
        await db()
          .updateTable('document')
          .set({ is_restricted: Number(page.restricted) })
          .where('id', '=', page.id)
          .execute()
      },
      async (page: Told) => {
        await db().deleteFrom('document_link').where('document_id', '=', page.id).execute()
        page.link = null
        if (random.below(3) === 0) return
        const users = new Set(all.filter(() => random.below(2) === 0).map(({ user }) => user.id))
        const over = random.below(4) === 0
        page.link = { level: random.pick(['view', 'comment', 'edit'] as const), users, over }
        await db()
          .insertInto('document_link')
          .values({
            document_id: page.id,
            token_hash: `${page.id} ${random.below(1e9)}`,
            salt: '',
            level: page.link.level,
            created_at: at,
            ends_at: over ? '2026-02-03T00:00:00.000Z' : null,
          })
          .execute()
        for (const user_id of users)
          await db()
            .insertInto('document_link_use')
            .values({ document_id: page.id, user_id, created_at: at })
            .execute()
      },
      async (page: Told) => {
        const parent = random.below(4) === 0 ? null : random.pick(ids)
        if (isBelow(parent, page.id)) return
        page.parent = parent
        await db().updateTable('document').set({ parent_id: parent }).where('id', '=', page.id).execute()
      },
    ]

    for (let round = 0; round < 60; round++) {
      const page = pages.get(random.pick(ids)) as Told
      await random.pick(acts)(page)
      await settle(podId, page.id)
      if (round % 4 !== 3) continue
      for (const { user } of all) {
        const seat = user.id === ada.user.id ? 'owner' : user.id === bea.user.id ? 'member' : null
        const wanted = new Map(ids.map((id) => [id, expected(pages, id, user.id, seat)]))
        const told = await db()
          .selectFrom('document as page')
          .select('page.id')
          .select(levelOf(user.id, { page: 'page' }).as('level'))
          .where('page.pod_id', '=', podId)
          .execute()
        expect(new Map(told.map(({ id, level }) => [id, level])), `${round}`).toEqual(
          new Map([...told].map(({ id }) => [id, wanted.get(id)])),
        )
        const { rows } = await visibleIds(user.id, sql`document.id in (${sql.join(ids)})`).execute(db())
        expect(rows.map(({ id }) => id).sort(), `${round}`).toEqual(
          ids.filter((id) => wanted.get(id) != null).sort(),
        )
        const one = random.pick(ids)
        expect((await accessOf(db(), user.id, one))?.level).toBe(wanted.get(one))
        expect((await peopleWith(db(), one)).get(user.id)?.rank ?? 0).toBe(
          LEVELS.indexOf(wanted.get(one) as Level) + 1,
        )
        const level = random.pick(LEVELS)
        const sees = ids.filter((id) => {
          const has = wanted.get(id)
          return has != null && reaches(has, level)
        })
        for (const how of [{}, { each: true }, { pod: podId }]) {
          const seen = await db()
            .selectFrom('document as page')
            .select('page.id')
            .where('page.id', 'in', ids)
            .where(visiblePages(user.id, { page: 'page', level, ...how }))
            .execute()
          expect(seen.map(({ id }) => id).sort(), `${round} ${level} ${JSON.stringify(how)}`).toEqual(
            sees.sort(),
          )
        }
      }
    }
  })

  it('a closed page that loses the page it lies in stays closed, for the people who had it', async () => {
    const [ada, bea, cyd] = people as [TestPerson, TestPerson, TestPerson]
    const podId = (await rpc(ada).pod.create.mutate({ name: 'Kept' })).id
    const at = new Date().toISOString()
    await db()
      .insertInto('pod_member')
      .values({ pod_id: podId, user_id: bea.user.id, role: 'member', created_at: at })
      .execute()
    const top = await rpc(ada).document.create.mutate({ podId, title: 'Restricted' })
    const inside = await rpc(ada).document.create.mutate({ parentDocumentId: top.id, title: 'Inside' })
    await db().updateTable('document').set({ is_restricted: 1 }).where('id', '=', top.id).execute()
    for (const [person, level] of [
      [ada, 'manage'],
      [cyd, 'comment'],
    ] as const)
      await db()
        .insertInto('document_share')
        .values({ document_id: top.id, user_id: person.user.id, level, granted_by: null, created_at: at })
        .execute()
    await settle(podId, top.id)
    await rpc(ada).document.archive.mutate({ id: inside.id })
    await rpc(ada).document.archive.mutate({ id: top.id })
    const restored = await rpc(ada).document.restore.mutate({ id: inside.id })
    expect(restored.parentDocumentId).toBeNull()
    const levels = async () =>
      Promise.all(
        [ada, bea, cyd].map(async ({ user }) => (await accessOf(db(), user.id, inside.id))?.level ?? null),
      )
    expect(await levels()).toEqual(['manage', null, 'comment'])
    await rpc(ada).document.delete.mutate({ id: top.id })
    expect(await levels()).toEqual(['manage', null, 'comment'])
  })
})
