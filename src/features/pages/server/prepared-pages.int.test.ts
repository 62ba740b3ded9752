import { joinPod, onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fileUrl } from '@/features/files/model'
import { insertFile } from '@/features/files/server/files.queries'
import { newId } from '@/shared/ids'
import { NOT_THERE } from '@/shared/not-there'
import { POD_NOT_THERE } from '../model'
import { bySiblingOrder } from '../page-order'
import { requireParent } from './pages.service'
import { clearPreparedPages, type PreparedPlace, preparePages } from './prepared-pages'
import { forgetPreparation } from './prepared-pages.queries'

onEachDatabase('pages that are made together', (database) => {
  let server: TestServer
  let ada: TestPerson
  let bea: TestPerson

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
    bea = await server.signUp()
  })
  afterAll(() => server.close())

  const pages = (person = ada) => server.rpc(person.cookie).document
  const begin = (place: PreparedPlace, person = ada) =>
    preparePages({ ...server.services, caller: { user: person.user } }, place)
  const page = (title: string, parentId: string | null = null) => ({
    id: newId(),
    parentId,
    title,
    rich: '[]',
    columns: {},
  })

  it('2.27 7.11 pages of an import under way are not in the trash: not found, restored or deleted one by one', async () => {
    const batch = await begin({ parentDocumentId: null })
    const first = page('Halfway first')
    await batch.add(first)
    expect((await pages().trash.query({ q: 'halfway' })).documents).toEqual([])
    await expect(pages().restore.mutate({ id: first.id })).rejects.toThrow(NOT_THERE())
    await expect(pages().delete.mutate({ id: first.id })).rejects.toThrow(NOT_THERE())
    const second = page('Halfway second', first.id)
    await batch.add(second)
    await batch.show()
    const inside = await pages().documents.query({ parentDocumentId: first.id })
    expect(inside.documents.map(({ id }) => id)).toEqual([second.id])
  })

  it('R20 an import of somebody who is taken out of the pod meanwhile does not get there', async () => {
    const { pod } = server.rpc(ada.cookie)
    const { id: podId } = await pod.create.mutate({ name: 'Together' })
    await joinPod(server, podId, { owner: ada, person: bea })
    const batch = await begin({ parentDocumentId: null, podId }, bea)
    await batch.add(page('Too late'))
    await pod.removeMember.mutate({ podId, userId: bea.user.id })
    await expect(batch.show()).rejects.toThrow(POD_NOT_THERE())
    await batch.drop()
    expect((await pages().tree.query({ podId })).documents).toEqual([])
  })

  it('R20 all of an import that gets into a page that is restricted meanwhile is seen by nobody else', async () => {
    const { id: podId } = await server.rpc(ada.cookie).pod.create.mutate({ name: 'Restricted' })
    await joinPod(server, podId, { owner: ada, person: bea })
    const home = await pages().create.mutate({ title: 'Home', podId, parentDocumentId: null })
    const batch = await begin({ parentDocumentId: home.id })
    const root = page('Root')
    await batch.add(root)
    await batch.add(page('Child', root.id))
    await server.rpc(ada.cookie).share.setInheritance.mutate({ id: home.id, isRestricted: true })
    await batch.add(page('Late child', root.id))
    await batch.show()
    expect((await pages().documents.query({ parentDocumentId: root.id })).documents).toHaveLength(2)
    expect((await pages(bea).tree.query({ podId })).documents).toEqual([])
  })

  it('I5 what is dropped in a restricted page is deleted, and nobody is given what lay in it first', async () => {
    const { db } = server.services
    const home = await pages().create.mutate({ title: 'Closed home' })
    await server.rpc(ada.cookie).share.setInheritance.mutate({ id: home.id, isRestricted: true })
    const batch = await begin({ parentDocumentId: home.id })
    const root = page('Root')
    await batch.add(root)
    const inside = ['One', 'Two', 'Three'].map((title) => page(title, root.id))
    for (const each of inside) await batch.add(each)
    await sql`create table given (id text)`.execute(db)
    const note = 'insert into given values (new.id);'
    if (database.dialect === 'sqlite') {
      await sql`create trigger watch after update on document begin ${sql.raw(note)} end`.execute(db)
    } else {
      await sql`create function note_given() returns trigger language plpgsql
        as ${sql.lit(`begin ${note} return new; end`)}`.execute(db)
      await sql`create trigger watch after update on document for each row execute function note_given()`.execute(
        db,
      )
    }
    await batch.drop()
    const { rows: given } = await sql`select id from given`.execute(db)
    await sql`drop trigger watch ${sql.raw(database.dialect === 'sqlite' ? '' : 'on document')}`.execute(db)
    await sql`drop table given`.execute(db)
    expect(given).toEqual([])
    expect(await rowsOf([root, ...inside].map(({ id }) => id))).toEqual([])
    expect(await db.selectFrom('preparation').selectAll().execute()).toEqual([])
  })

  it('R42 what was taken for left while it went on is not shown in part', async () => {
    const { db } = server.services
    const batch = await begin({ parentDocumentId: null })
    const root = page('Taken for left')
    await batch.add(root)
    expect(await clearPreparedPages(db, new Date(Date.now() + 70 * 60_000))).toBe(1)
    await expect(batch.show()).rejects.toMatchObject({ code: 'unavailable' })
    await batch.drop()
    expect((await pages().tree.query({})).documents.map(({ id }) => id)).not.toContain(root.id)
  })

  it('R42 what cannot be removed of what was being made stays hidden', async () => {
    const { db } = server.services
    const batch = await begin({ parentDocumentId: null })
    const left = page('Still there')
    await batch.add(left)
    const { id } = await db.selectFrom('preparation').select('id').executeTakeFirstOrThrow()
    await forgetPreparation(db, id)
    expect((await pages().tree.query({})).documents.map((one) => one.id)).not.toContain(left.id)
    await batch.drop()
    expect(await rowsOf([left.id])).toEqual([])
  })

  it('R42 an import into a page that goes to another pod meanwhile goes there with it', async () => {
    const to = await pages().create.mutate({ title: 'To' })
    const batch = await begin({ parentDocumentId: to.id })
    const [one, two] = [page('One'), page('Two')]
    await batch.add(one)
    const { id: podId } = await server.rpc(ada.cookie).pod.create.mutate({ name: 'Elsewhere' })
    await pages().move.mutate({ id: to.id, parentDocumentId: null, podId })
    await batch.add(two)
    await batch.show()
    const there = (await pages().tree.query({ podId })).documents.map(({ id }) => id)
    expect(there.sort()).toEqual([to.id, one.id, two.id].sort())
    const wrong = requireParent(server.services.db, to.id, batch.podId)
    await expect(wrong).rejects.toMatchObject({ code: 'conflict' })
  })

  const paragraph = (text: string) => ({
    id: newId(),
    kind: 'paragraph',
    text: [{ text }],
  })
  const rowsOf = (ids: string[]) =>
    server.services.db.selectFrom('document').selectAll().where('id', 'in', ids).orderBy('id').execute()

  it('I5 showing what was made writes no page anew, however large the pages are', async () => {
    const { db } = server.services
    const batch = await begin({ parentDocumentId: null })
    const made = [page('Large one'), page('Large two')]
    for (const each of made)
      await batch.add({ ...each, rich: JSON.stringify([paragraph('word '.repeat(20_000))]) })
    const ids = made.map(({ id }) => id)
    const before = await rowsOf(ids)
    await sql`create table written (id text)`.execute(db)
    const note = 'insert into written values (new.id);'
    if (database.dialect === 'sqlite') {
      await sql`create trigger watch after update on document begin ${sql.raw(note)} end`.execute(db)
    } else {
      await sql`create function note_written() returns trigger language plpgsql
        as ${sql.lit(`begin ${note} return new; end`)}`.execute(db)
      await sql`create trigger watch after update on document for each row execute function note_written()`.execute(
        db,
      )
    }
    await batch.show()
    const { rows: written } = await sql`select id from written`.execute(db)
    await sql`drop trigger watch ${sql.raw(database.dialect === 'sqlite' ? '' : 'on document')}`.execute(db)
    await sql`drop table written`.execute(db)
    expect(written).toEqual([])
    expect(await rowsOf(ids)).toEqual(before)
    const shown = (await pages().tree.query({})).documents.filter(({ id }) => ids.includes(id))
    expect(shown.sort(bySiblingOrder).map(({ id }) => id)).toEqual(ids)
  })

  it('2.27 R20 until it is shown, nobody finds a page that is being made, nor what it says', async () => {
    const root = await pages().create.mutate({ title: 'Public root' })
    await pages().publish.mutate({ id: root.id, isPublished: true })
    await server.rpc(ada.cookie).publish.update.mutate({ id: root.id, subPages: true })
    const batch = await begin({ parentDocumentId: root.id })
    const hidden = page('Zanzibar plan')
    await batch.add({ ...hidden, rich: JSON.stringify([paragraph('okapi and quetzal')]) })
    const below = page('Zanzibar below', hidden.id)
    await batch.add(below)

    const rpc = server.rpc(ada.cookie)
    const everywhere = async () => {
      const inside = { parentDocumentId: root.id }
      const found = [
        await pages().tree.query({}),
        await pages().documents.query(inside),
        await pages().trash.query({ q: '' }),
        await pages().recents.query(),
        await rpc.search.search.query({ q: 'okapi' }),
        await rpc.search.search.query({ q: 'zanzibar' }),
        await (await fetch(`${server.url}/preview/${root.id}`)).text(),
        await (await fetch(`${server.url}/preview/${hidden.id}`)).text(),
        await (await fetch(`${server.url}/preview/${hidden.id}.md`)).text(),
      ]
      return /zanzibar|okapi/i.test(JSON.stringify(found))
    }
    expect(await everywhere()).toBe(false)
    expect((await pages().document.query({ id: root.id })).hasChildren).toBe(false)
    const calls = [
      pages().document.query({ id: hidden.id }),
      pages().update.mutate({ id: hidden.id, title: 'Mine' }),
      pages().archive.mutate({ id: hidden.id }),
      pages().move.mutate({ id: hidden.id, parentDocumentId: null }),
      pages().duplicate.mutate({ id: hidden.id, withSubpages: true }),
      pages().create.mutate({ title: 'Inside', parentDocumentId: hidden.id }),
      rpc.version.documentVersions.query({ documentId: hidden.id }),
    ]
    await Promise.all(calls.map((call) => expect(call).rejects.toThrow(NOT_THERE())))
    const copy = await pages().duplicate.mutate({ id: root.id, withSubpages: true })
    expect((await pages().documents.query({ parentDocumentId: copy.id })).documents).toEqual([])

    await batch.show()
    await expect.poll(everywhere).toBe(true)
    expect(await (await fetch(`${server.url}/preview/${hidden.id}.md`)).text()).toContain('okapi')
  })

  it('2.27 what is made somewhere stands behind what was there, in its order, and what comes meanwhile has a place of its own', async () => {
    const to = await pages().create.mutate({ title: 'Ordered' })
    const add = (title: string) => pages().create.mutate({ title, parentDocumentId: to.id })
    await add('before')
    const batch = await begin({ parentDocumentId: to.id })
    await batch.add(page('first'))
    await add('meanwhile')
    await batch.add(page('second'))
    await batch.show()
    await add('after')
    const { documents } = await pages().documents.query({ parentDocumentId: to.id })
    expect(documents.map(({ title }) => title)).toEqual(['before', 'first', 'meanwhile', 'second', 'after'])
    expect(new Set(documents.map(({ position }) => position)).size).toBe(5)
  })

  it('7.11 what a killed server left is removed after an hour, and nothing that is shown', async () => {
    const { db } = server.services
    const left = await begin({ parentDocumentId: null })
    const shown = await begin({ parentDocumentId: null })
    const [orphan, inside, kept] = [page('Left behind'), page('Left inside'), page('Stays')]
    await left.add(orphan)
    await left.add({ ...inside, parentId: orphan.id })
    await shown.add(kept)
    await shown.show()
    const soon = new Date(Date.now() + 50 * 60_000)
    expect(await clearPreparedPages(db, soon)).toBe(0)
    const later = new Date(Date.now() + 70 * 60_000)
    expect(await clearPreparedPages(db, later)).toBe(2)
    expect((await rowsOf([orphan.id, inside.id, kept.id])).map(({ id }) => id)).toEqual([kept.id])
    expect(await db.selectFrom('preparation').selectAll().execute()).toEqual([])
  })

  it('7.11 what takes longer than an hour is not removed while it goes on', async () => {
    const { db } = server.services
    const batch = await begin({ parentDocumentId: null })
    const [first, second] = [page('First'), page('Second')]
    await batch.add(first)
    const longAgo = new Date(Date.now() - 2 * 3_600_000).toISOString()
    await db.updateTable('preparation').set({ created_at: longAgo }).execute()
    await batch.add({ ...second, parentId: first.id })
    expect(await clearPreparedPages(db)).toBe(0)
    await batch.show()
    expect(await rowsOf([first.id, second.id])).toHaveLength(2)
  })

  it('S3 pages that are made together share a picture, which others do not come to by naming it', async () => {
    const uploaded = newId()
    const batch = await begin({ parentDocumentId: null })
    const [one, two] = [page('One'), page('Two')]
    await batch.add(one)
    await server.services.db.transaction().execute((trx) =>
      insertFile(trx, {
        id: uploaded,
        document_id: one.id,
        pod_id: batch.podId,
        uploaded_by: ada.user.id,
        name: 'a.png',
        name_folded: 'a.png',
        type: 'image/png',
        size: 1,
        state: 'ready',
        created_at: new Date().toISOString(),
        let_go_at: null,
        received_by: null,
      }),
    )
    const picture = { id: newId(), kind: 'image', attributes: { url: fileUrl(uploaded, 'a.png') } }
    await batch.add({ ...two, rich: JSON.stringify([picture]) })
    const hers = await server.rpc(bea.cookie).document.create.mutate({
      title: 'Taken',
      contentRich: [picture],
    })
    const shows = await server.services.db
      .selectFrom('file_page')
      .select(['document_id', 'is_shown'])
      .where('file_id', '=', uploaded)
      .execute()
    const shown = Object.fromEntries(shows.map((row) => [row.document_id, row.is_shown]))
    expect(shown).toEqual({ [one.id]: 1, [two.id]: 1, [hers.id]: 0 })
    await batch.drop()
  })
})
