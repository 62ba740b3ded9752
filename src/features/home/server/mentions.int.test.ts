import { Tab, until } from '@test/collab'
import { joinPod, onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Block, Inline } from '@/blocks/kit/block'
import { applyBlocks } from '@/document'
import { fillLinks } from '@/server/links/fill-links'

const naming = ({ user }: TestPerson): Inline => ({
  kind: 'mention',
  attributes: { key: user.id, value: user.name },
})
const said = (id: string, ...text: Inline[]): Block => ({ id, kind: 'paragraph', text })

onEachDatabase('mentions in the text of a page', (database) => {
  let server: TestServer
  let ada: TestPerson
  let bob: TestPerson
  let cleo: TestPerson
  let podId: string
  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
    bob = await server.signUp()
    cleo = await server.signUp()
    podId = (await server.rpc(ada.cookie).pod.create.mutate({ name: 'Writers' })).id
    for (const person of [bob, cleo]) await joinPod(server, podId, { owner: ada, person })
  })
  afterAll(() => server?.close())
  beforeEach(async () => {
    await server.services.db.deleteFrom('rate_limit').execute()
    for (const person of [ada, bob, cleo]) {
      await told(person)
      await server.rpc(person.cookie).notifications.deleteAllNotifications.mutate()
    }
    await sql`delete from page_mention`.execute(server.services.db)
  })

  const makePage = async (contentRich: Block[] = []) =>
    (await server.rpc(ada.cookie).document.create.mutate({ podId, title: 'Plans', contentRich })).id
  const write = (id: string, ...contentRich: Block[]) =>
    server.rpc(ada.cookie).document.update.mutate({ id, contentRich })
  /** What somebody was told, once nothing waits to be decided. */
  const told = async (person: TestPerson) => {
    await until('everything to be decided', async () => {
      const waiting = await server.services.db
        .selectFrom('job')
        .select('id')
        .where('kind', '=', 'notifications.tell')
        .executeTakeFirst()
      return waiting === undefined
    })
    return (await server.rpc(person.cookie).notifications.getNotifications.query()).notifications
  }
  const onHome = async (person: TestPerson) =>
    (await server.rpc(person.cookie).document.mentions.query()).mentions
  const mentionsStored = async (id: string) =>
    (
      await sql`select person_id from page_mention where document_id = ${id} and gone_at is null`.execute(
        server.services.db,
      )
    ).rows.length

  it('3.10 4.16 somebody who is mentioned in the text of a page is told once, with what it says, and led to the block', async () => {
    const id = await makePage()
    await write(id, said('one', naming(bob), { text: ' brings the cake' }))
    const [first, ...others] = await told(bob)
    expect(others).toEqual([])
    expect(first).toMatchObject({
      type: 'MENTION',
      title: `${ada.user.name} mentioned you on Plans`,
      message: `@${bob.user.name} brings the cake`,
      path: `/${id}#one`,
      sender: { id: ada.user.id },
    })
    // What the block says afterwards is no news, and is what the notification says.
    await write(id, said('one', naming(bob), { text: ' brings two cakes' }))
    const again = await told(bob)
    expect(again.map(({ message }) => message)).toEqual([`@${bob.user.name} brings two cakes`])
    expect(await told(ada)).toEqual([])
    expect(await told(cleo)).toEqual([])
  })

  it('a mention that moves, is taken back and comes again, or is copied with its page is not told again', async () => {
    const id = await makePage()
    await write(id, said('one', naming(bob)))
    await write(id, said('two', { text: 'Above' }), said('three', naming(bob)))
    await write(id, said('two', { text: 'Above' }))
    expect((await told(bob)).map(({ message }) => message)).toEqual([''])
    await write(id, said('three', naming(bob)))
    expect(await told(bob)).toHaveLength(1)
    await server.rpc(ada.cookie).document.duplicate.mutate({ id, withSubpages: false })
    await makePage([said('made', naming(bob))])
    expect(await told(bob)).toHaveLength(1)
    // A second one is news.
    await write(id, said('three', naming(bob)), said('four', naming(bob), { text: ' too' }))
    expect((await told(bob)).map(({ path }) => path)).toEqual([`/${id}#four`, `/${id}#one`])
  })

  it('nobody is told of themselves, of a page they may not see, by somebody they have blocked, or twenty times over in an hour', async () => {
    const { id: secret } = await server.rpc(ada.cookie).document.create.mutate({ title: 'Secret' })
    await write(secret, said('one', naming(bob), { text: ' is not to know' }), said('two', naming(ada)))
    expect([await told(bob), await told(ada)]).toEqual([[], []])
    expect(await onHome(bob)).toEqual([])

    const id = await makePage()
    await server.rpc(cleo.cookie).friends.block.mutate({ userId: ada.user.id })
    await write(
      id,
      said('one', naming(cleo)),
      said(
        'two',
        { text: 'No such person ' },
        {
          kind: 'mention',
          attributes: { key: 'nobody-at-all', value: 'Nobody' },
        },
      ),
    )
    expect(await told(cleo)).toEqual([])
    expect(await onHome(cleo)).toEqual([])
    await server.rpc(cleo.cookie).friends.unblock.mutate({ userId: ada.user.id })

    const many: Block[] = []
    for (let count = 0; count < 25; count++) {
      many.push(said(`many-${count}`, naming(bob)))
      await write(id, ...many)
    }
    expect(await told(bob)).toHaveLength(20)
  })

  it('of two who write at once each is named for what they wrote', async () => {
    const id = await makePage([said('one', { text: 'Ada' }), said('two', { text: 'Cleo' })])
    const url = `${server.url.replace('http', 'ws')}/collab`
    const tabs = [ada, cleo].map(({ cookie, user }) => new Tab(url, { cookie, sessionId: '', ...user }, id))
    try {
      for (const tab of tabs) await tab.saved()
      const [ours, theirs] = tabs as [Tab, Tab]
      applyBlocks(ours.page.doc, [said('one', { text: 'Ada ' }, naming(bob)), said('two', { text: 'Cleo' })])
      applyBlocks(theirs.page.doc, [
        said('one', { text: 'Ada' }),
        said('two', { text: 'Cleo ' }, naming(ada)),
      ])
      await until('both to be stored', async () => (await mentionsStored(id)) === 2)
      expect((await told(bob)).map(({ sender }) => sender?.id)).toEqual([ada.user.id])
      expect((await told(ada)).map(({ sender }) => sender?.id)).toEqual([cleo.user.id])
    } finally {
      for (const tab of tabs) tab.close()
    }
  })

  it('2.1 home lists them until the page is opened, is in the trash, or says it no more', async () => {
    const id = await makePage()
    await write(id, said('one', naming(bob), { text: ' brings the cake' }))
    expect(await onHome(bob)).toEqual([
      {
        ...{ documentId: id, title: 'Plans', blockId: 'one', words: `@${bob.user.name} brings the cake` },
        author: { id: ada.user.id, name: ada.user.name, avatarUrl: expect.any(String) },
        at: expect.any(String),
      },
    ])
    await server.rpc(ada.cookie).document.archive.mutate({ id })
    expect(await onHome(bob)).toEqual([])
    await server.rpc(ada.cookie).document.restore.mutate({ id })
    expect(await onHome(bob)).toHaveLength(1)
    await server.rpc(bob.cookie).document.visit.mutate({ id })
    expect(await onHome(bob)).toEqual([])
  })

  it('what another version has read, or a backup has brought, is no news', async () => {
    const { db } = server.services
    const id = await makePage([said('one', naming(bob))])
    await sql`delete from page_mention`.execute(db)
    await sql`update link_page set digest = '2:older' where document_id = ${id}`.execute(db)
    await write(id, said('one', naming(bob)), said('two', { text: 'Edited before it was read anew' }))
    expect(await told(bob)).toEqual([])
    await sql`delete from page_mention`.execute(db)
    await sql`delete from link_page where document_id = ${id}`.execute(db)
    await fillLinks(db)
    await write(id, said('one', naming(bob)))
    expect(await told(bob)).toEqual([])
    await write(id, said('one', naming(bob)), said('three', naming(cleo)))
    expect(await told(cleo)).toHaveLength(1)
  })
})
