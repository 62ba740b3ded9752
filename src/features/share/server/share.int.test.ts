import { Tab, until } from '@test/collab'
import {
  joinPod,
  onEachDatabase,
  refusal,
  startTestServer,
  type TestPerson,
  type TestServer,
} from '@test/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MOVE_SHARES, OTHERS_INSIDE } from '@/features/pages/model'
import { LEVELS, type Level } from '@/shared/permissions'
import { SHARE, SHARE_WORDS } from '../model'
import { endLinks } from './links.service'

onEachDatabase('sharing', (database) => {
  let server: TestServer
  let ada: TestPerson
  let bea: TestPerson
  let cyd: TestPerson
  let eve: TestPerson
  const usernames = new Map<TestPerson, string>()

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
    bea = await server.signUp()
    cyd = await server.signUp()
    eve = await server.signUp()
    for (const person of [ada, bea, cyd, eve])
      usernames.set(person, (await rpc(person).user.getSettings.query()).username as string)
  })
  afterAll(() => server.close())
  // What one person does here in seconds is limited by the minute.
  beforeEach(() => server.services.db.deleteFrom('rate_limit').execute())

  const rpc = (person: TestPerson) => server.rpc(person.cookie)
  const db = () => server.services.db
  const makePage = (by: TestPerson, title: string, parentDocumentId: string | null = null) =>
    rpc(by).document.create.mutate({ title, parentDocumentId })
  const see = async (person: TestPerson, id: string) =>
    rpc(person)
      .document.document.query({ id })
      .then(
        (page) => page.level,
        () => null,
      )
  /** Puts somebody on a page, as they get there. */
  async function share(id: string, person: TestPerson, level: Level, by = ada) {
    await rpc(by).share.invite.mutate({ id, username: usernames.get(person) as string, level })
    const { invites } = await rpc(person).share.invites.query()
    if (invites[0]) await rpc(person).share.acceptInvite.mutate({ id: invites[0].id })
  }
  const tokenOf = (url: string | null | undefined) => url?.split('/').at(-1) as string
  const happenings = async (kind: string, person: TestPerson) =>
    (
      await db()
        .selectFrom('outbox')
        .selectAll()
        .where('kind', '=', kind)
        .where('user_id', '=', person.user.id)
        .execute()
    ).length

  describe('by person', () => {
    it('an invited person has the page once they accept, at that level, with what lies in it', async () => {
      const page = await makePage(ada, 'Plan')
      const inside = await makePage(ada, 'Inside', page.id)
      await rpc(ada).share.invite.mutate({
        id: page.id,
        username: usernames.get(bea) as string,
        level: 'comment',
      })
      expect(await see(bea, page.id)).toBeNull()
      const [invite] = (await rpc(bea).share.invites.query()).invites
      expect(JSON.stringify(invite)).not.toMatch(/Plan|example\.org/)
      expect(await happenings('DOCUMENT_SHARED', bea)).toBeGreaterThan(0)
      expect(await rpc(bea).share.acceptInvite.mutate({ id: invite!.id })).toEqual({ id: page.id })
      expect([await see(bea, page.id), await see(bea, inside.id)]).toEqual(['comment', 'comment'])
      expect(await see(eve, page.id)).toBeNull()
      const { documents } = await rpc(bea).share.shared.query()
      expect(documents).toMatchObject([{ id: page.id, hasChildren: true, parentDocumentId: null }])
      const again = await refusal(rpc(bea).share.acceptInvite.mutate({ id: invite!.id }))
      expect(again).toEqual({ code: 'conflict', words: SHARE_WORDS.inviteUsed })
      await rpc(ada).share.remove.mutate({ id: page.id, userId: bea.user.id })
      expect(await see(bea, page.id)).toBeNull()
    })

    it('R20 each role may do what its level says, and no more', async () => {
      const tries: [Level, (person: TestPerson, id: string) => Promise<unknown>][] = [
        ['view', (p, id) => rpc(p).document.document.query({ id })],
        ['view', (p, id) => rpc(p).version.documentVersions.query({ documentId: id })],
        ['view', (p, id) => rpc(p).document.visit.mutate({ id })],
        ['edit', (p, id) => rpc(p).document.update.mutate({ id, title: 'Changed' })],
        ['edit', (p, id) => rpc(p).document.update.mutate({ id, lockPage: false })],
        ['edit', (p, id) => rpc(p).version.createVersion.mutate({ documentId: id })],
        ['edit', (p, id) => rpc(p).document.create.mutate({ parentDocumentId: id, title: 'New' })],
        [
          'edit',
          (p, id) =>
            rpc(p).document.appendBlocks.mutate({
              id,
              blocks: [{ id: 'b', kind: 'paragraph', text: [{ text: 'x' }] }],
            }),
        ],
        ['manage', (p, id) => rpc(p).document.publish.mutate({ id, isPublished: false })],
        ['manage', (p, id) => rpc(p).share.setLink.mutate({ id, level: null })],
        ['manage', (p, id) => rpc(p).share.invite.mutate({ id, email: 'x@example.org', level: 'view' })],
        ['manage', (p, id) => rpc(p).share.setRole.mutate({ id, userId: ada.user.id, level: 'view' })],
        ['manage', (p, id) => rpc(p).share.setInheritance.mutate({ id, isRestricted: false })],
        ['manage', (p, id) => rpc(p).document.archive.mutate({ id })],
      ]
      for (const level of LEVELS) {
        await db().deleteFrom('rate_limit').execute()
        const page = await makePage(ada, `For ${level}`)
        await share(page.id, bea, level)
        for (const [index, [needed, act]] of tries.entries()) {
          const may = LEVELS.indexOf(level) >= LEVELS.indexOf(needed)
          const code = await act(bea, page.id).then(
            () => 'done',
            (error: { data?: { appCode?: string } }) => error.data?.appCode,
          )
          expect(code, `${level} ${index}`).toBe(may ? 'done' : 'forbidden')
        }
        const told = await rpc(bea).share.people.query({ id: page.id })
        if (level !== 'manage')
          expect(told).toMatchObject({ level, people: [], invites: [], requests: [], link: null, pod: null })
      }
    })

    it('somebody with a page is told neither of those above and beside it, nor of the ids of these', async () => {
      const above = await makePage(ada, 'Secret strategy')
      const page = await makePage(ada, 'Given', above.id)
      const beside = await makePage(ada, 'Secret sibling', above.id)
      const below = await makePage(ada, 'Below', page.id)
      await share(page.id, cyd, 'view')
      const shown = await rpc(cyd).document.document.query({ id: page.id })
      expect(shown).toMatchObject({ parentDocumentId: null, path: [], hasChildren: true })
      const inside = await rpc(cyd).document.document.query({ id: below.id })
      expect(inside.path.map(({ title }) => title)).toEqual(['Given'])
      const everything = JSON.stringify([
        shown,
        inside,
        await rpc(cyd).share.shared.query(),
        await rpc(cyd).document.documents.query({ parentDocumentId: page.id }),
        await rpc(cyd).document.tree.query({}),
        await rpc(cyd).document.allDocuments.query({}),
        await rpc(cyd).search.search.query({ q: 'secret' }),
        await rpc(cyd).share.people.query({ id: page.id }),
        await rpc(cyd).version.documentVersions.query({ documentId: page.id }),
        await rpc(cyd).template.templates.query({}),
        await rpc(cyd).file.files.query({}),
      ])
      expect(everything).not.toContain('Secret')
      expect(everything).not.toContain(above.id)
      expect(everything).not.toContain(beside.id)
      expect((await rpc(cyd).search.search.query({ q: 'below' })).results).toMatchObject([{ id: below.id }])
      const code = await refusal(rpc(cyd).document.documents.query({ parentDocumentId: above.id }))
      expect(code.code).toBe('not-found')
      // Who edits a page by a share puts nothing onto the top level of a pod that is not theirs.
      await rpc(ada).share.setRole.mutate({ id: page.id, userId: cyd.user.id, level: 'edit' })
      expect(
        (await refusal(rpc(cyd).document.move.mutate({ id: below.id, parentDocumentId: null }))).code,
      ).toBe('not-found')
    })

    it('viewers and commenters see versions from when they were let in, suggesters all', async () => {
      const page = await makePage(ada, 'History')
      const old = await rpc(ada).version.createVersion.mutate({ documentId: page.id, name: 'Before' })
      await new Promise((resolve) => setTimeout(resolve, 5))
      await share(page.id, bea, 'view')
      await rpc(ada).document.update.mutate({ id: page.id, title: 'History goes on' })
      const fresh = await rpc(ada).version.createVersion.mutate({ documentId: page.id, name: 'After' })
      const names = async () =>
        (await rpc(bea).version.documentVersions.query({ documentId: page.id })).versions.map(
          ({ name }) => name,
        )
      expect(await names()).toEqual(['After'])
      const diff = { documentId: page.id, to: fresh.id, full: false }
      expect((await refusal(rpc(bea).version.version.query({ versionId: old.id }))).code).toBe('not-found')
      expect((await refusal(rpc(bea).version.diff.query({ ...diff, from: old.id }))).code).toBe('not-found')
      // Another role does not move the moment.
      await rpc(ada).share.setRole.mutate({ id: page.id, userId: bea.user.id, level: 'comment' })
      expect(await names()).toEqual(['After'])
      await rpc(ada).share.setRole.mutate({ id: page.id, userId: bea.user.id, level: 'suggest' })
      expect(await names()).toEqual(['After', 'Before'])
    })

    it('nobody shares with themselves, changes their own role, or puts a stranger on a page', async () => {
      const page = await makePage(ada, 'Mine')
      const { id } = page
      const own = usernames.get(ada) as string
      for (const who of [{ username: own }, { email: ada.user.email.toUpperCase() }])
        expect(await refusal(rpc(ada).share.invite.mutate({ id, ...who }))).toEqual({
          code: 'bad-input',
          words: SHARE_WORDS.yourself,
        })
      expect(
        (await refusal(rpc(ada).share.setRole.mutate({ id, userId: ada.user.id, level: 'view' }))).words,
      ).toBe(SHARE_WORDS.ownRole)
      expect(
        (await refusal(rpc(ada).share.setRole.mutate({ id, userId: eve.user.id, level: 'edit' }))).words,
      ).toBe(SHARE_WORDS.inviteFirst)
      expect(
        (await refusal(rpc(ada).share.setRole.mutate({ id, userId: 'nobody', level: 'edit' }))).words,
      ).toBe(SHARE_WORDS.inviteFirst)
      expect((await refusal(rpc(ada).share.invite.mutate({ id, username: 'no-such-name' }))).words).toBe(
        SHARE_WORDS.nobody,
      )
      expect(await see(eve, id)).toBeNull()
    })

    it('a person whose account is deleted is on no page any more', async () => {
      const page = await makePage(ada, 'Left')
      const gone = await server.signUp()
      usernames.set(gone, (await rpc(gone).user.getSettings.query()).username as string)
      await share(page.id, gone, 'edit')
      await db().deleteFrom('pod').where('created_by', '=', gone.user.id).execute()
      await db().deleteFrom('user').where('id', '=', gone.user.id).execute()
      expect((await rpc(ada).share.people.query({ id: page.id })).people).toEqual([])
      expect(
        (await refusal(rpc(ada).share.setRole.mutate({ id: page.id, userId: gone.user.id, level: 'view' })))
          .words,
      ).toBe(SHARE_WORDS.inviteFirst)
    })
  })

  describe('restricted pages', () => {
    it('people of the pod do not see what is restricted, nor anything in it, in no list', async () => {
      const pod = await rpc(ada).pod.create.mutate({ name: 'Team' })
      await joinPod(server, pod.id, { owner: ada, person: bea })
      const page = await rpc(ada).document.create.mutate({ podId: pod.id, title: 'Salaries' })
      const inside = await makePage(ada, 'Salaries of the year', page.id)
      expect(await see(bea, inside.id)).toBe('edit')
      expect(page.privacy).toBe('shared')
      await rpc(ada).share.setInheritance.mutate({ id: page.id, isRestricted: true })
      expect((await rpc(ada).document.document.query({ id: page.id })).privacy).toBe('private')
      for (const { id } of [page, inside]) expect(await see(bea, id)).toBeNull()
      const told = JSON.stringify([
        await rpc(bea).document.tree.query({ podId: pod.id }),
        await rpc(bea).document.documents.query({ podId: pod.id, parentDocumentId: null }),
        await rpc(bea).search.search.query({ q: 'salaries' }),
      ])
      expect(told).not.toMatch(/Salaries/)
      // A person of the pod has it at once, without an invitation; a page in it can be given alone.
      await rpc(ada).share.setRole.mutate({ id: inside.id, userId: bea.user.id, level: 'comment' })
      expect([await see(bea, page.id), await see(bea, inside.id)]).toEqual([null, 'comment'])
      const top = await rpc(bea).document.documents.query({ podId: pod.id, parentDocumentId: null })
      expect(top.documents).toMatchObject([{ id: inside.id, parentDocumentId: null }])
      const tree = await rpc(bea).document.tree.query({ podId: pod.id })
      expect(tree.documents).toMatchObject([{ id: inside.id, parentDocumentId: null }])
      await rpc(ada).share.setInheritance.mutate({ id: page.id, isRestricted: false })
      expect(await see(bea, page.id)).toBe('edit')
    })

    it('its last owner can neither leave, nor be made less by another who then leaves', async () => {
      const page = await makePage(ada, 'Owned')
      await rpc(ada).share.setInheritance.mutate({ id: page.id, isRestricted: true })
      const leave = (person: TestPerson) =>
        rpc(person).share.remove.mutate({ id: page.id, userId: person.user.id })
      expect(await refusal(leave(ada))).toEqual({ code: 'conflict', words: SHARE_WORDS.lastOwner })
      await share(page.id, bea, 'manage')
      // Both leave at once: one of them stays.
      const left = await Promise.allSettled([leave(ada), leave(bea)])
      expect(left.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const staying = (await see(ada, page.id)) === 'manage' ? ada : bea
      expect(await see(staying, page.id)).toBe('manage')
    })

    it('R48 a page inside whose owner has deleted their account holds up no change of the pages above it', async () => {
      const pod = await rpc(ada).pod.create.mutate({ name: 'Held up' })
      const max = await server.signUp()
      await joinPod(server, pod.id, { owner: ada, person: max })
      const plan = await rpc(ada).document.create.mutate({
        title: 'Plan',
        podId: pod.id,
        parentDocumentId: null,
      })
      await share(plan.id, eve, 'view')
      const inside = await makePage(max, 'Salaries', plan.id)
      await rpc(max).share.setInheritance.mutate({ id: inside.id, isRestricted: true })
      await share(inside.id, cyd, 'view', max)
      await rpc(max).user.deleteAccount.mutate({ email: max.user.email })
      expect(await see(cyd, inside.id)).toBe('view')
      await rpc(ada).share.remove.mutate({ id: plan.id, userId: eve.user.id })
      expect(await see(eve, plan.id)).toBe(null)
      expect(await see(cyd, inside.id)).toBe('view')
    })

    it('who came by the link leaves the page, and has no part of it until they open the link again', async () => {
      const page = await makePage(ada, 'By link')
      const { link } = await rpc(ada).share.setLink.mutate({ id: page.id, level: 'view' })
      await rpc(eve).share.openLink.mutate({ token: tokenOf(link?.url) })
      expect(await see(eve, page.id)).toBe('view')
      await rpc(eve).share.remove.mutate({ id: page.id, userId: eve.user.id })
      expect(await see(eve, page.id)).toBe(null)
    })

    it('an invitation is taken also when it was the last for which the page has room', async () => {
      const page = await makePage(ada, 'Full')
      await rpc(ada).share.invite.mutate({ id: page.id, username: usernames.get(bea)!, level: 'view' })
      const [row] = await db()
        .selectFrom('document_invite')
        .selectAll()
        .where('document_id', '=', page.id)
        .execute()
      for (let at = 1; at < SHARE.people; at++)
        await db()
          .insertInto('document_invite')
          .values({
            ...row!,
            id: `${row!.id.slice(0, 15)}${at}`,
            user_id: null,
            email: `p${at}@example.org`,
            token_hash: `hash ${at} ${row!.id}`,
          })
          .execute()
      const full = rpc(ada).share.invite.mutate({ id: page.id, username: usernames.get(cyd)!, level: 'view' })
      expect((await refusal(full)).words).toBe(SHARE_WORDS.full)
      await rpc(bea).share.acceptInvite.mutate({ id: row!.id })
      expect(await see(bea, page.id)).toBe('view')
      await db().deleteFrom('document_invite').where('document_id', '=', page.id).execute()
    })

    it('a request ends with what is decided about its person in another way', async () => {
      const page = await makePage(ada, 'Asked for')
      const requests = async () => (await rpc(ada).share.requests.query({ id: page.id })).requests.length
      await share(page.id, bea, 'view')
      await rpc(bea).share.requestAccess.mutate({ id: page.id, level: 'edit', message: 'Please' })
      expect(await requests()).toBe(1)
      await rpc(ada).share.setRole.mutate({ id: page.id, userId: bea.user.id, level: 'comment' })
      expect(await requests()).toBe(0)
      await db().deleteFrom('rate_limit').execute()
      await rpc(bea).share.requestAccess.mutate({ id: page.id, level: 'edit', message: 'Please' })
      await rpc(ada).share.remove.mutate({ id: page.id, userId: bea.user.id })
      expect(await requests()).toBe(0)
      await db().deleteFrom('outbox').where('kind', '=', 'ACCESS_REQUESTED').execute()
    })

    it('R15 who is taken off a page loses its sockets and files within a second', async () => {
      const page = await makePage(ada, 'Open')
      const upload = await fetch(`${server.url}/api/files?page=${page.id}&name=a.txt`, {
        method: 'POST',
        headers: { origin: server.url, cookie: ada.cookie },
        body: 'words',
      })
      const file = (await upload.json()) as { id: string; url: string }
      const ways: [() => Promise<unknown>, () => Promise<unknown>][] = [
        [
          () => share(page.id, bea, 'edit'),
          () => rpc(ada).share.remove.mutate({ id: page.id, userId: bea.user.id }),
        ],
        [
          async () => {
            const { link } = await rpc(ada).share.setLink.mutate({ id: page.id, level: 'edit' })
            await rpc(bea).share.openLink.mutate({ token: tokenOf(link?.url) })
          },
          () => rpc(ada).share.rotateLink.mutate({ id: page.id }),
        ],
      ]
      for (const [give, take] of ways) {
        await give()
        const tab = new Tab(
          `${server.url.replace(/^http/, 'ws')}/collab`,
          { id: bea.user.id, name: bea.user.name, cookie: bea.cookie, sessionId: '' },
          page.id,
        )
        try {
          await until('the page to be open', () => tab.page.access.get() === 'write')
          const get = async () =>
            (await fetch(`${server.url}${file.url}`, { headers: { cookie: bea.cookie } })).status
          expect(await get()).toBe(200)
          tab.write()
          await take()
          expect(await get()).toBe(404)
          const started = performance.now()
          await until('the socket to be told', () => tab.page.access.get() === 'none')
          expect(performance.now() - started).toBeLessThan(1000)
        } finally {
          tab.close()
        }
      }
    })

    it('what somebody has from a page above is changed there, and can be changed below', async () => {
      const page = await makePage(ada, 'Top')
      const inside = await makePage(ada, 'Sub', page.id)
      await share(page.id, bea, 'edit')
      const remove = rpc(ada).share.remove.mutate({ id: inside.id, userId: bea.user.id })
      expect((await refusal(remove)).words).toBe(SHARE_WORDS.inherited)
      const { people } = await rpc(ada).share.people.query({ id: inside.id })
      expect(people).toMatchObject([{ id: bea.user.id, level: 'edit', isOwn: false, from: { title: 'Top' } }])
      await rpc(ada).share.setRole.mutate({ id: inside.id, userId: bea.user.id, level: 'view' })
      expect([await see(bea, page.id), await see(bea, inside.id)]).toEqual(['edit', 'view'])
    })
  })

  describe('by link', () => {
    it('who opens it has the page until it is replaced, turned off or over', async () => {
      const page = await makePage(ada, 'Linked')
      const inside = await makePage(ada, 'In it', page.id)
      const on = await rpc(ada).share.setLink.mutate({ id: page.id, level: 'comment' })
      expect(on.privacy).toBe('shared')
      expect(await see(eve, page.id)).toBeNull()
      const open = (token: string) => rpc(eve).share.openLink.mutate({ token })
      expect(await open(tokenOf(on.link?.url))).toEqual({ id: page.id })
      expect([await see(eve, page.id), await see(eve, inside.id)]).toEqual(['comment', 'comment'])
      // The same link is shown again, and another level is for those who have opened it too.
      const again = await rpc(ada).share.setLink.mutate({ id: page.id, level: 'edit' })
      expect(again.link?.url).toBe(on.link?.url)
      expect(await see(eve, inside.id)).toBe('edit')
      const rotated = await rpc(ada).share.rotateLink.mutate({ id: page.id })
      expect(rotated.link?.url).not.toBe(on.link?.url)
      expect(await see(eve, page.id)).toBeNull()
      expect(await refusal(open(tokenOf(on.link?.url)))).toEqual({
        code: 'not-found',
        words: SHARE_WORDS.linkGone,
      })
      expect(await refusal(open('x'.repeat(43)))).toEqual({ code: 'not-found', words: SHARE_WORDS.linkGone })
      await open(tokenOf(rotated.link?.url))
      expect(await see(eve, page.id)).toBe('edit')
      await rpc(ada).share.setLink.mutate({ id: page.id, level: null })
      expect(await see(eve, page.id)).toBeNull()
      expect((await refusal(open(tokenOf(rotated.link?.url)))).code).toBe('not-found')
    })

    it('a page in the trash is opened to nobody new, by its link or an invitation, until it is out again', async () => {
      const page = await makePage(ada, 'Thrown away')
      const { link } = await rpc(ada).share.setLink.mutate({ id: page.id, level: 'view' })
      await rpc(ada).share.invite.mutate({
        id: page.id,
        username: usernames.get(bea) as string,
        level: 'view',
      })
      const { invites } = await rpc(bea).share.invites.query()
      const open = () => rpc(eve).share.openLink.mutate({ token: tokenOf(link?.url) })
      const accept = () => rpc(bea).share.acceptInvite.mutate({ id: invites[0]?.id as string })
      await rpc(ada).document.archive.mutate({ id: page.id })
      expect(await refusal(open())).toEqual({ code: 'not-found', words: SHARE_WORDS.linkGone })
      expect(await refusal(accept())).toEqual({ code: 'not-found', words: SHARE_WORDS.inviteGone })
      expect([await see(eve, page.id), await see(bea, page.id)]).toEqual([null, null])
      await rpc(ada).document.restore.mutate({ id: page.id })
      await open()
      await accept()
      expect([await see(eve, page.id), await see(bea, page.id)]).toEqual(['view', 'view'])
    })

    it('a link that has ended gives nothing, to those who had opened it neither', async () => {
      const page = await makePage(ada, 'For an hour')
      const past = rpc(ada).share.setLink.mutate({
        id: page.id,
        level: 'view',
        endsAt: '2020-01-01T00:00:00Z',
      })
      expect((await refusal(past)).words).toBe(SHARE_WORDS.linkEndPast)
      const endsAt = new Date(Date.now() + 3_600_000).toISOString()
      const { link } = await rpc(ada).share.setLink.mutate({ id: page.id, level: 'view', endsAt })
      await rpc(eve).share.openLink.mutate({ token: tokenOf(link?.url) })
      expect(await see(eve, page.id)).toBe('view')
      await db()
        .updateTable('document_link')
        .set({ ends_at: new Date(Date.now() - 1).toISOString() })
        .where('document_id', '=', page.id)
        .execute()
      await endLinks(server.services)
      expect(await see(eve, page.id)).toBeNull()
      expect((await refusal(rpc(eve).share.openLink.mutate({ token: tokenOf(link?.url) }))).code).toBe(
        'not-found',
      )
      expect((await rpc(ada).share.people.query({ id: page.id })).link?.isOver).toBe(true)
    })

    it('opening a link while it is replaced never leaves somebody with the page by the old one', async () => {
      const page = await makePage(ada, 'Race')
      for (let round = 0; round < 8; round++) {
        const { link } = await rpc(ada).share.setLink.mutate({ id: page.id, level: 'view' })
        await Promise.allSettled([
          rpc(eve).share.openLink.mutate({ token: tokenOf(link?.url) }),
          rpc(ada).share.rotateLink.mutate({ id: page.id }),
        ])
        expect(await see(eve, page.id)).toBeNull()
        await rpc(ada).share.setLink.mutate({ id: page.id, level: null })
      }
    })

    it('neither the database nor the log has a token in it', async () => {
      const page = await makePage(ada, 'Kept secret')
      const { link } = await rpc(ada).share.setLink.mutate({ id: page.id, level: 'view' })
      const token = tokenOf(link?.url)
      await rpc(eve).share.openLink.mutate({ token })
      expect(JSON.stringify(await db().selectFrom('document_link').selectAll().execute())).not.toContain(
        token,
      )
      expect(server.logLines.join('')).not.toContain(token)
    })
  })

  describe('by e-mail', () => {
    const letterTo = async (email: string) => {
      await expect
        .poll(
          () =>
            server.outbox().filter(({ to, subject }) => to.includes(email) && /shares/.test(subject)).length,
        )
        .toBeGreaterThan(0)
      const letter = server
        .outbox()
        .findLast(({ to, subject }) => to.includes(email) && /shares/.test(subject))
      return {
        text: letter!.text,
        token: /\/invite\/([\w-]{43})/.exec(letter!.text.replace(/=\r?\n/g, ''))?.[1] as string,
      }
    }

    it('somebody without an account follows the letter, proves the address and has the page', async () => {
      const page = await makePage(ada, 'Top secret title')
      const email = `new-${Date.now()}@example.org`
      await rpc(ada).share.invite.mutate({ id: page.id, email: email.toUpperCase(), level: 'edit' })
      const { text, token } = await letterTo(email)
      expect(text).not.toMatch(/Top secret title/)
      expect(text).not.toContain(page.id)
      const other = await refusal(rpc(eve).share.acceptInvite.mutate({ token }))
      expect(other).toEqual({ code: 'forbidden', words: SHARE_WORDS.inviteOther })
      const fresh = await server.signUp(email)
      expect(await rpc(fresh).share.acceptInvite.mutate({ token })).toEqual({ id: page.id })
      expect(await see(fresh, page.id)).toBe('edit')
      expect((await refusal(rpc(fresh).share.acceptInvite.mutate({ token }))).words).toBe(
        SHARE_WORDS.inviteUsed,
      )
    })

    it('R62 an invitation is used once, however many tabs answer, and never against its withdrawal', async () => {
      for (let round = 0; round < 4; round += 1) {
        const page = await makePage(ada, 'Wanted at once')
        const email = `race-${round}-${Date.now()}@example.org`
        await rpc(ada).share.invite.mutate({ id: page.id, email, level: 'edit' })
        const { token } = await letterTo(email)
        const fresh = await server.signUp(email)
        const [sent] = (await rpc(ada).share.people.query({ id: page.id })).invites
        const withdrawn = rpc(ada).share.revokeInvite.mutate({ id: sent!.id })
        const tabs = [1, 2, 3].map(() => rpc(fresh).share.acceptInvite.mutate({ token }))
        const [revoked, ...answers] = await Promise.allSettled([withdrawn, ...tabs])
        const taken = answers.filter(({ status }) => status === 'fulfilled').length
        expect(taken).toBe(revoked.status === 'fulfilled' ? 0 : 1)
        expect(await see(fresh, page.id)).toBe(taken === 1 ? 'edit' : null)
        for (const answer of answers)
          if (answer.status === 'rejected')
            expect(await refusal(Promise.reject(answer.reason))).toMatchObject({
              code: expect.stringMatching(/^(?:not-found|conflict)$/),
            })
      }
    })

    it('R24 an account whose address is not proved is shown and given nothing that was sent to the address', async () => {
      const page = await makePage(ada, 'For the owner of the address')
      const email = `unproven-${Date.now()}@example.org`
      const squatter = await server.signUp(email)
      const prove = (emailVerified: number) =>
        db().updateTable('user').set({ emailVerified }).where('id', '=', squatter.user.id).execute()
      await prove(0)
      await rpc(ada).share.invite.mutate({ id: page.id, email })
      const { token } = await letterTo(email)
      expect(await rpc(squatter).share.invites.query()).toEqual({ invites: [] })
      const refused = await refusal(rpc(squatter).share.acceptInvite.mutate({ token }))
      expect(refused).toEqual({ code: 'forbidden', words: SHARE_WORDS.inviteOther })
      expect(await see(squatter, page.id)).toBeNull()
      await prove(1)
      expect((await rpc(squatter).share.invites.query()).invites).toHaveLength(1)
    })

    it('an invitation that is taken back, expired, replaced or from somebody who may not share any more gives nothing', async () => {
      const page = await makePage(ada, 'Fleeting')
      const email = bea.user.email
      const send = async (by = ada) => {
        // Letters about notifications come in their own time.
        const letters = () => server.outbox().filter(({ text }) => text.includes('/invite/')).length
        const before = letters()
        await rpc(by).share.invite.mutate({ id: page.id, email })
        await expect.poll(letters).toBe(before + 1)
        return (await letterTo(email)).token
      }
      const accept = (token: string) => refusal(rpc(bea).share.acceptInvite.mutate({ token }))
      const first = await send()
      const second = await send()
      expect((await accept(first)).words).toBe(SHARE_WORDS.inviteGone)
      const { invites } = await rpc(ada).share.people.query({ id: page.id })
      expect(invites).toHaveLength(1)
      expect((await refusal(rpc(eve).share.revokeInvite.mutate({ id: invites[0]!.id }))).code).toBe(
        'not-found',
      )
      await rpc(ada).share.revokeInvite.mutate({ id: invites[0]!.id })
      expect((await accept(second)).words).toBe(SHARE_WORDS.inviteGone)
      const third = await send()
      await db()
        .updateTable('document_invite')
        .set({ expires_at: '2020-01-01T00:00:00.000Z' })
        .where('document_id', '=', page.id)
        .execute()
      expect(await accept(third)).toEqual({ code: 'conflict', words: SHARE_WORDS.inviteOver })
      await share(page.id, cyd, 'manage')
      const fourth = await send(cyd)
      await rpc(ada).share.remove.mutate({ id: page.id, userId: cyd.user.id })
      expect((await accept(fourth)).words).toBe(SHARE_WORDS.inviteGone)
      expect(await see(bea, page.id)).toBeNull()
    })

    it('R23 inviting an address tells nobody whether there is an account under it', async () => {
      const page = await makePage(ada, 'Same')
      const invite = async (email: string) => {
        const { invites } = await rpc(ada).share.invite.mutate({ id: page.id, email })
        return JSON.stringify(invites.filter(({ to }) => to === email))
          .replaceAll(email, 'x')
          .replace(/"(id|createdAt|expiresAt)":"[^"]+"/g, '')
      }
      expect(await invite(eve.user.email)).toBe(await invite('nobody-has-this@example.org'))
    })

    it('who is taken off a page does not come back by an invitation that was still open beside the one they took', async () => {
      const page = await makePage(ada, 'Once only')
      await rpc(ada).share.invite.mutate({ id: page.id, email: bea.user.email, level: 'view' })
      await rpc(ada).share.invite.mutate({
        id: page.id,
        username: usernames.get(bea) as string,
        level: 'view',
      })
      const waiting = async () => (await rpc(bea).share.invites.query()).invites
      const rows = await db()
        .selectFrom('document_invite')
        .select(['id', 'user_id'])
        .where('document_id', '=', page.id)
        .execute()
      const byName = rows.find(({ user_id }) => user_id !== null)?.id as string
      const byLetter = rows.find(({ user_id }) => user_id === null)?.id as string
      await rpc(bea).share.acceptInvite.mutate({ id: byLetter })
      expect(await see(bea, page.id)).toBe('view')
      await rpc(ada).share.remove.mutate({ id: page.id, userId: bea.user.id })
      expect(await see(bea, page.id)).toBeNull()
      const again = rpc(bea).share.acceptInvite.mutate({ id: byName })
      expect(await refusal(again)).toEqual({ code: 'not-found', words: SHARE_WORDS.inviteGone })
      expect((await waiting()).filter(({ id }) => id === byName)).toEqual([])
    })

    it('R23 an old letter opens nothing to who was taken off a page or has another role by then; the one who sent it is told nothing', async () => {
      const page = await makePage(ada, 'By letter')
      const inviteBea = (to: object) => rpc(ada).share.invite.mutate({ id: page.id, level: 'edit', ...to })
      const waitingHere = async () => {
        const rows = await db()
          .selectFrom('document_invite')
          .select(['id', 'user_id'])
          .where('document_id', '=', page.id)
          .where('ended_at', 'is', null)
          .execute()
        const shown = (await rpc(bea).share.invites.query()).invites.map(({ id }) => id)
        return { rows, shown: rows.filter(({ id }) => shown.includes(id)).map(({ id }) => id) }
      }
      const gone = { code: 'not-found', words: SHARE_WORDS.inviteGone }
      await inviteBea({ username: usernames.get(bea) as string })
      const [byName] = (await waitingHere()).rows
      await inviteBea({ email: bea.user.email })
      const letter = (await waitingHere()).rows.find(({ user_id }) => user_id === null)?.id as string
      await rpc(bea).share.acceptInvite.mutate({ id: byName?.id as string })
      await rpc(ada).share.setRole.mutate({ id: page.id, userId: bea.user.id, level: 'view' })
      expect(await refusal(rpc(bea).share.acceptInvite.mutate({ id: letter }))).toEqual(gone)
      expect(await see(bea, page.id)).toBe('view')
      await rpc(ada).share.remove.mutate({ id: page.id, userId: bea.user.id })
      expect(await refusal(rpc(bea).share.acceptInvite.mutate({ id: letter }))).toEqual(gone)
      expect((await waitingHere()).shown).toEqual([])
      expect((await waitingHere()).rows.map(({ id }) => id)).toEqual([letter])
      await inviteBea({ email: bea.user.email })
      const [anew] = (await waitingHere()).shown
      await rpc(bea).share.acceptInvite.mutate({ id: anew as string })
      expect(await see(bea, page.id)).toBe('edit')
    })

    it('fifty invitations a day', async () => {
      const page = await makePage(ada, 'Many')
      const results: string[] = []
      for (let i = 0; i <= SHARE.invitesADay; i++)
        results.push(
          await rpc(ada)
            .share.invite.mutate({ id: page.id, email: 'the-same@example.org' })
            .then(
              () => 'sent',
              (error: { data?: { appCode?: string } }) => error.data?.appCode ?? '',
            ),
        )
      expect(results.filter((one) => one === 'sent')).toHaveLength(SHARE.invitesADay)
      expect(results.at(-1)).toBe('rate-limited')
    })
  })

  describe('asking for access', () => {
    it('its owners are told, and let somebody in or not; who asks learns nothing of the page', async () => {
      const page = await makePage(ada, 'Asked for')
      const ask = (id: string) => rpc(eve).share.requestAccess.mutate({ id, message: 'Please' })
      expect(await ask(page.id)).toEqual(await ask('no-such-page-0000000'))
      for (const id of [page.id, 'no-such-page-0000000'])
        expect((await refusal(ask(id))).code).toBe('rate-limited')
      expect(await happenings('ACCESS_REQUESTED', ada)).toBe(1)
      const { requests } = await rpc(ada).share.requests.query({})
      expect(requests).toMatchObject([{ documentId: page.id, message: 'Please', level: 'view' }])
      expect((await rpc(bea).share.requests.query({})).requests).toEqual([])
      const { id } = requests[0]!
      expect((await refusal(rpc(eve).share.answerRequest.mutate({ id, level: 'manage' }))).code).toBe(
        'not-found',
      )
      await rpc(ada).share.answerRequest.mutate({ id, level: 'suggest' })
      expect(await see(eve, page.id)).toBe('suggest')
      expect(await happenings('ACCESS_ANSWERED', eve)).toBe(1)
      expect((await refusal(rpc(ada).share.answerRequest.mutate({ id, level: null }))).words).toBe(
        SHARE_WORDS.requestGone,
      )
    })
  })

  describe('pages of others that lie inside', () => {
    /** A pod of Ada's with Bea and Cyd; Cyd's page, and Bea's, which Cyd may edit and has put into it. */
    async function mixed() {
      const pod = await rpc(ada).pod.create.mutate({ name: 'Mixed' })
      for (const person of [bea, cyd]) await joinPod(server, pod.id, { owner: ada, person })
      const make = (by: TestPerson, title: string, parentDocumentId: string | null = null) =>
        rpc(by).document.create.mutate({ podId: pod.id, title, parentDocumentId })
      const own = await make(cyd, 'Own')
      const work = await make(bea, 'Work')
      const move = (by: TestPerson, id: string, parentDocumentId: string | null) =>
        rpc(by).document.move.mutate({ id, parentDocumentId })
      return { pod, own, work, make, move, inside: () => move(cyd, work.id, own.id) }
    }
    const forbidden = (words: string) => ({ code: 'forbidden', words })

    it('R20 are neither closed nor given away by who owns only the page around them', async () => {
      const { own, work, inside } = await mixed()
      await rpc(eve).share.requestAccess.mutate({ id: own.id, level: 'view', message: '' })
      await inside()
      const request = (await rpc(cyd).share.requests.query({ id: own.id })).requests[0]!
      const name = (person: TestPerson) => usernames.get(person) as string
      const tries: [string, (by: TestPerson) => Promise<unknown>][] = [
        ['restrict', (by) => rpc(by).share.setInheritance.mutate({ id: own.id, isRestricted: true })],
        ['link', (by) => rpc(by).share.setLink.mutate({ id: own.id, level: 'view' })],
        ['role', (by) => rpc(by).share.setRole.mutate({ id: own.id, userId: bea.user.id, level: 'manage' })],
        ['invite', (by) => rpc(by).share.invite.mutate({ id: own.id, username: name(eve), level: 'view' })],
        ['mail', (by) => rpc(by).share.invite.mutate({ id: own.id, email: 'x@example.org', level: 'edit' })],
        ['answer', (by) => rpc(by).share.answerRequest.mutate({ id: request.id, level: 'view' })],
      ]
      for (const [what, act] of tries)
        expect(await refusal(act(cyd)), what).toEqual(forbidden(OTHERS_INSIDE()))
      expect([await see(bea, work.id), await see(cyd, work.id), await see(eve, own.id)]).toEqual([
        'manage',
        'edit',
        null,
      ])
      // Nobody is kept from saying no, and the pod's owner has all of it.
      await rpc(cyd).share.setLink.mutate({ id: own.id, level: null })
      await rpc(ada).share.setLink.mutate({ id: own.id, level: 'view' })
      await rpc(cyd).share.setLink.mutate({ id: own.id, level: null })
      await rpc(cyd).share.answerRequest.mutate({ id: request.id, level: null })
      // With that page out of it, it is Cyd's alone again.
      await rpc(bea).document.move.mutate({ id: work.id, parentDocumentId: null })
      await rpc(cyd).share.setInheritance.mutate({ id: own.id, isRestricted: true })
      expect([await see(bea, own.id), await see(bea, work.id)]).toEqual([null, 'manage'])
    })

    it('R20 nor opened to the pod by who owns the restricted page around them', async () => {
      const { own, make } = await mixed()
      await rpc(cyd).share.setInheritance.mutate({ id: own.id, isRestricted: true })
      await share(own.id, bea, 'manage', cyd)
      const within = await make(bea, 'Kept close', own.id)
      // Made by one of two owners, it is both of theirs until one says otherwise.
      await rpc(bea).share.setRole.mutate({ id: within.id, userId: cyd.user.id, level: 'view' })
      const open = () => rpc(cyd).share.setInheritance.mutate({ id: own.id, isRestricted: false })
      expect(await refusal(open())).toEqual(forbidden(OTHERS_INSIDE()))
      expect([await see(ada, within.id), await see(cyd, within.id)]).toEqual([null, 'view'])
      await rpc(bea).share.setRole.mutate({ id: within.id, userId: cyd.user.id, level: 'manage' })
      await open()
      expect(await see(ada, own.id)).toBe('manage')
    })

    it('R20 nor by putting them where somebody has them, or can come to have them', async () => {
      const ways: [string, (id: string) => Promise<unknown>][] = [
        ['a person', (id) => share(id, eve, 'view', cyd)],
        ['a link that nobody has opened', (id) => rpc(cyd).share.setLink.mutate({ id, level: 'view' })],
        [
          'an invitation that waits',
          (id) => rpc(cyd).share.invite.mutate({ id, email: 'late@example.org', level: 'view' }),
        ],
        ['a restriction', (id) => rpc(cyd).share.setInheritance.mutate({ id, isRestricted: true })],
      ]
      for (const [way, open] of ways) {
        const { own, work, make, move, inside } = await mixed()
        await open(own.id)
        expect(await refusal(inside()), way).toEqual(forbidden(MOVE_SHARES()))
        // Nor in a page of one's own that is moved there.
        const around = await make(cyd, 'Around')
        await move(cyd, work.id, around.id)
        expect(await refusal(move(cyd, around.id, own.id)), way).toEqual(forbidden(OTHERS_INSIDE()))
        expect(await see(bea, work.id), way).toBe('manage')
        expect(await see(eve, work.id), way).toBeNull()
      }
    })

    it('a page that is given already can be given to more people, also with pages of others made in it since', async () => {
      const { own, make } = await mixed()
      await share(own.id, eve, 'view', cyd)
      const within = await make(bea, 'Made there', own.id)
      await rpc(cyd).share.setLink.mutate({ id: own.id, level: 'comment' })
      await rpc(cyd).share.setRole.mutate({ id: own.id, userId: eve.user.id, level: 'edit' })
      expect(await see(eve, within.id)).toBe('edit')
      // But not to own: an owner has all that lies inside.
      const owning = rpc(cyd).share.setRole.mutate({ id: own.id, userId: eve.user.id, level: 'manage' })
      expect(await refusal(owning)).toEqual(forbidden(OTHERS_INSIDE()))
      // A restricted page inside is asked about by nobody: nothing of this counts there.
      await rpc(bea).share.setInheritance.mutate({ id: within.id, isRestricted: true })
      await rpc(cyd).share.setRole.mutate({ id: own.id, userId: eve.user.id, level: 'manage' })
      expect([await see(eve, own.id), await see(eve, within.id)]).toEqual(['manage', null])
    })

    it('an invitation to own a page is worth what its author owns of it when it is accepted', async () => {
      const { own, make } = await mixed()
      await rpc(cyd).share.invite.mutate({
        id: own.id,
        username: usernames.get(eve) as string,
        level: 'manage',
      })
      const within = await make(bea, 'Made meanwhile', own.id)
      const [invite] = (await rpc(eve).share.invites.query()).invites
      const accept = () => rpc(eve).share.acceptInvite.mutate({ id: invite!.id })
      expect(await refusal(accept())).toEqual({ code: 'not-found', words: SHARE_WORDS.inviteGone })
      expect(await see(eve, within.id)).toBeNull()
      await rpc(bea).document.move.mutate({ id: within.id, parentDocumentId: null })
      await accept()
      expect(await see(eve, own.id)).toBe('manage')
    })

    it('R20 are not published by who owns only the page around them', async () => {
      const { own, work, inside } = await mixed()
      await inside()
      const publish = (by: TestPerson, subPages: boolean) =>
        rpc(by).document.publish.mutate({ id: own.id, isPublished: true, subPages })
      const isShown = async () =>
        (await rpc(eve)
          .document.publicDocument.query({ id: work.id })
          .catch(() => null)) !== null
      expect(await refusal(publish(cyd, true))).toEqual(forbidden(OTHERS_INSIDE()))
      expect((await rpc(cyd).document.document.query({ id: own.id })).isPublished).toBe(false)
      await publish(cyd, false)
      const update = (by: TestPerson) => rpc(by).publish.update.mutate({ id: own.id, subPages: true })
      expect(await refusal(update(cyd))).toEqual(forbidden(OTHERS_INSIDE()))
      expect(await isShown()).toBe(false)
      await update(ada)
      expect(await isShown()).toBe(true)
      // A page that shows nothing inside, in one that does: it keeps them hidden until it is published no more.
      const showing = await rpc(ada).document.create.mutate({
        podId: (await rpc(ada).document.document.query({ id: own.id })).podId,
        title: 'Shows all',
      })
      await rpc(ada).document.publish.mutate({ id: showing.id, isPublished: true, subPages: true })
      const hiding = await rpc(cyd).document.create.mutate({ title: 'Hides', parentDocumentId: showing.id })
      await rpc(cyd).document.publish.mutate({ id: hiding.id, isPublished: true, subPages: false })
      const theirs = await rpc(bea).document.create.mutate({ title: 'Of Bea', parentDocumentId: hiding.id })
      const sees = async () =>
        (await rpc(eve)
          .document.publicDocument.query({ id: theirs.id })
          .catch(() => null)) !== null
      expect(await sees()).toBe(false)
      const hide = rpc(cyd).document.publish.mutate({ id: hiding.id, isPublished: false })
      expect(await refusal(hide)).toEqual(forbidden(OTHERS_INSIDE()))
      expect(await sees()).toBe(false)
      // What does not show more of them is still Cyd's to change.
      await rpc(cyd).publish.update.mutate({ id: own.id, noindex: true })
      await rpc(cyd).document.publish.mutate({ id: own.id, isPublished: false })
      expect(await refusal(publish(cyd, true))).toEqual(forbidden(OTHERS_INSIDE()))
      expect(await isShown()).toBe(false)
    })
  })

  describe('moving', () => {
    it('says who would gain and lose the page, and leaves everything as it is', async () => {
      const pod = await rpc(ada).pod.create.mutate({ name: 'Moves' })
      await joinPod(server, pod.id, { owner: ada, person: bea })
      const shut = await rpc(ada).document.create.mutate({ podId: pod.id, title: 'Shut' })
      const page = await makePage(ada, 'Moved', shut.id)
      await rpc(ada).share.setInheritance.mutate({ id: shut.id, isRestricted: true })
      await share(shut.id, cyd, 'edit')
      const out = { id: page.id, parentDocumentId: null }
      expect(await rpc(ada).share.previewMove.query(out)).toEqual({
        gains: [bea.user.name],
        loses: [cyd.user.name],
        moreGains: 0,
        moreLoses: 0,
        link: 'same',
      })
      expect([await see(bea, page.id), await see(cyd, page.id)]).toEqual([null, 'edit'])
      // An editor does not open a page to others by moving it.
      const other = await rpc(ada).document.create.mutate({ podId: pod.id, title: 'Elsewhere' })
      await share(other.id, cyd, 'edit')
      const byEditor = rpc(cyd).document.move.mutate({ id: page.id, parentDocumentId: other.id })
      expect((await refusal(byEditor)).code).toBe('forbidden')
      // Nor is an editor told who has it, by asking about a move into a pod of their own.
      const own = (await rpc(cyd).pod.pods.query()).pods[0]?.id as string
      for (const place of [{ parentDocumentId: null, podId: own }, { parentDocumentId: other.id }])
        expect((await refusal(rpc(cyd).share.previewMove.query({ id: page.id, ...place }))).code).toBe(
          'forbidden',
        )
      await rpc(ada).document.move.mutate(out)
      expect([await see(bea, page.id), await see(cyd, page.id)]).toEqual(['edit', null])
    })

    it('R23 counts those whom one does not know, and names none of them', async () => {
      const pod = await rpc(ada).pod.create.mutate({ name: 'Others' })
      await joinPod(server, pod.id, { owner: ada, person: bea })
      const theirs = await rpc(ada).document.create.mutate({ podId: pod.id, title: 'Theirs' })
      const fay = await server.signUp()
      await rpc(ada).share.invite.mutate({
        id: theirs.id,
        username: (await rpc(fay).user.getSettings.query()).username as string,
        level: 'edit',
      })
      const [invite] = (await rpc(fay).share.invites.query()).invites
      await rpc(fay).share.acceptInvite.mutate({ id: invite!.id })
      const own = await makePage(fay, 'Own')
      const told = await rpc(fay).share.previewMove.query({ id: own.id, parentDocumentId: theirs.id })
      // Ada has given Fay a page; of Bea she knows nothing.
      expect(told).toMatchObject({ gains: [ada.user.name], moreGains: 1 })
    })

    it('R15 R61 edits by calls that still wait for their turn are made no more', async () => {
      const paragraph = (id: string, text: string) => ({ id, kind: 'paragraph', text: [{ text }] })
      const contentRich = Array.from({ length: 600 }, (_, at) => paragraph(`line${at}`, `Line ${at}`))
      const page = await rpc(ada).document.create.mutate({ title: 'Long', contentRich })
      await share(page.id, bea, 'edit')
      const late = Array.from({ length: 40 }, (_, at) =>
        rpc(bea)
          .document.appendBlocks.mutate({ id: page.id, blocks: [paragraph(`late${at}`, 'Late')] })
          .then(
            () => 'made',
            () => 'refused',
          ),
      )
      await late[0]
      await rpc(ada).share.remove.mutate({ id: page.id, userId: bea.user.id })
      const made = async () => {
        const { contentRich } = await rpc(ada).document.document.query({ id: page.id, content: true })
        return contentRich?.filter(({ id }) => id?.startsWith('late')).length ?? 0
      }
      const before = await made()
      const answers = await Promise.all(late)
      // One may have been on its way to the disk.
      expect((await made()) - before).toBeLessThanOrEqual(1)
      expect(answers.filter((answer) => answer === 'refused').length).toBeGreaterThan(10)
    })
  })
})
