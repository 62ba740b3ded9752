import { setImmediate as nextTurn } from 'node:timers/promises'
import { countingReads } from '@test/counted-reads'
import { joinPod, onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LIMITS } from '@/shared/limits'
import { NOT_THERE } from '@/shared/not-there'
import { copyProgress, duplicatePage } from './copy-pages.service'

const paragraph = (id: string, text: string) => ({ id, kind: 'paragraph', text: [{ text }] })

/** Pages of a copy that takes a while. */
const PARTS = 40

onEachDatabase('copies of pages', (database) => {
  let server: TestServer
  let owner: TestPerson
  let other: TestPerson

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    owner = await server.signUp()
    other = await server.signUp()
  })
  afterAll(() => server.close())

  const pages = (person = owner) => server.rpc(person.cookie).document
  const content = async (id: string) => (await pages().document.query({ id })).contentRich ?? []
  const below = async (parentDocumentId: string | null) =>
    (await pages().documents.query({ parentDocumentId })).documents

  it('2.31 a page is copied to the place right after it, as it looks and reads, with new ids', async () => {
    const parent = await pages().create.mutate({ title: 'Parent' })
    const parentDocumentId = parent.id
    const blocks = [paragraph('b1', 'Words to keep'), paragraph('b2', 'and more')]
    const { id } = await pages().create.mutate({
      title: 'Plan',
      parentDocumentId,
      contentRich: blocks,
      icon: '🪴',
    })
    await pages().create.mutate({ title: 'After', parentDocumentId })
    await pages().create.mutate({ title: 'Inside', parentDocumentId: id })
    const looks = {
      coverImage: 'misty',
      coverFit: 'contain',
      textStyle: 'serif',
      status: 'in-progress',
    } as const
    const flags = { smallText: true, fullWidth: true, toc: false }
    await pages().update.mutate({ id, ...looks, ...flags, isFavorite: true, lockPage: true })
    const copy = await pages().duplicate.mutate({ id })
    expect(copy).toMatchObject({
      title: 'Plan (copy)',
      icon: '🪴',
      ...looks,
      ...flags,
      isFavorite: false,
      lockPage: false,
      isPublished: false,
      hasChildren: false,
      isShared: false,
      wordCount: 5,
      parentDocumentId,
      level: 'manage',
    })
    expect(copy.contentRich?.map(({ id: _, ...block }) => block)).toEqual(
      blocks.map(({ id: _, ...block }) => block),
    )
    const ids = copy.contentRich?.map((block) => block.id) ?? []
    expect(ids.filter((one) => one === 'b1' || one === 'b2')).toEqual([])
    expect((await below(parentDocumentId)).map((page) => page.title)).toEqual([
      'Plan',
      'Plan (copy)',
      'After',
    ])
    await expect
      .poll(async () =>
        (await server.rpc(owner.cookie).search.search.query({ q: 'words to keep' })).results.map(
          (hit) => hit.id,
        ),
      )
      .toContain(copy.id)
    await pages().update.mutate({ id: copy.id, contentRich: [] })
    expect(await content(id)).toHaveLength(2)
  })

  it('2.31 the copy of a restricted page is restricted: beside it, with the page above it, and as a template', async () => {
    const { id: podId } = await server.rpc(owner.cookie).pod.create.mutate({ name: 'Team' })
    await joinPod(server, podId, { owner, person: other })
    const make = async (title: string, parentDocumentId: string | null) =>
      (await pages().create.mutate({ podId, title, parentDocumentId })).id
    const plan = await make('Plan', null)
    const closed = await make('Closed', plan)
    const inner = await make('Inner', closed)
    await server.rpc(owner.cookie).share.setInheritance.mutate({ id: closed, isRestricted: true })

    await pages().duplicate.mutate({ id: plan, withSubpages: true })
    await pages().duplicate.mutate({ id: closed, withSubpages: true })
    for (const id of [closed, inner])
      await server.rpc(owner.cookie).template.save.mutate({ id, withSubpages: true })
    const seenBy = async (person: TestPerson) =>
      (await pages(person).tree.query({ podId })).documents
        .map(({ title, level }) => `${title}: ${level}`)
        .sort()
    expect(await seenBy(other)).toEqual(['Plan (copy): edit', 'Plan: edit'])
    // Copied twice with what lies in it, and once as a template of each.
    const own = ['Closed', 'Closed', 'Closed', 'Closed (copy)', 'Inner', 'Inner', 'Inner', 'Inner', 'Inner']
    expect(await seenBy(owner)).toEqual(
      [...own, 'Plan', 'Plan (copy)'].map((title) => `${title}: manage`).sort(),
    )

    // Its maker shares it like any other, and a template of a page that was restricted makes pages that are.
    const template = (await server.rpc(owner.cookie).template.templates.query({})).documents.find(
      ({ title }) => title === 'Inner',
    )
    const made = await server.rpc(owner.cookie).template.use.mutate({ id: template!.id, podId })
    const { isRestricted, people } = await server.rpc(owner.cookie).share.people.query({ id: made.id })
    expect({ isRestricted, people: people.map(({ id, level }) => [id, level]) }).toEqual({
      isRestricted: true,
      people: [[owner.user.id, 'manage']],
    })
    expect(await seenBy(other)).toEqual(['Plan (copy): edit', 'Plan: edit'])
  })

  it('2.31 a page is copied with its sub-pages: order kept, mentions and links inside lead to the copies', async () => {
    const elsewhere = await pages().create.mutate({ title: 'Elsewhere' })
    const { id } = await pages().create.mutate({ title: 'Book' })
    const one = await pages().create.mutate({ title: 'One', parentDocumentId: id })
    const two = await pages().create.mutate({ title: 'Two', parentDocumentId: id })
    const deep = await pages().create.mutate({ title: 'Deep', parentDocumentId: one.id })
    const gone = await pages().create.mutate({ title: 'Gone', parentDocumentId: id })
    await pages().archive.mutate({ id: gone.id })
    await pages().update.mutate({ id: deep.id, contentRich: [paragraph('target', 'Here')] })
    const mention = (key: string) => ({ kind: 'mention', attributes: { key, value: 'x' } })
    const link = (url: string) => ({ text: 'link', marks: [{ kind: 'link', attributes: { url } }] })
    await pages().update.mutate({
      id,
      contentRich: [
        {
          id: 'm',
          kind: 'paragraph',
          text: [mention(`/${one.id}`), mention(`/${elsewhere.id}`), link(`/${deep.id}#target`), link('#m')],
        },
      ],
    })
    const copy = await pages().duplicate.mutate({ id, withSubpages: true })
    // Links are read with the copy.
    const links = sql`select to_id from page_link where from_id = ${copy.id}`.execute(server.services.db)
    expect((await links).rows).toHaveLength(3)
    const children = await below(copy.id)
    expect(children.map((page) => page.title)).toEqual(['One', 'Two'])
    expect(children.map((page) => page.id)).not.toContain(two.id)
    const [copyOfDeep] = await below(children[0]?.id ?? '')
    expect(copyOfDeep?.title).toBe('Deep')
    const [target] = await content(copyOfDeep?.id ?? '')
    const [block] = copy.contentRich ?? []
    expect(
      block?.text?.map((piece) =>
        'text' in piece ? piece.marks?.[0]?.attributes?.url : piece.attributes?.key,
      ),
    ).toEqual([
      `/${children[0]?.id}`,
      `/${elsewhere.id}`,
      `/${copyOfDeep?.id}#${target?.id}`,
      `#${block?.id}`,
    ])
    expect((await below(id)).map((page) => page.title)).toEqual(['One', 'Two'])
  })

  it('2.31 the copy has files of its own, which stay when the original is deleted for ever', async () => {
    const { id } = await pages().create.mutate({ title: 'Pictures' })
    const answer = await fetch(`${server.url}/api/files?page=${id}&name=note.txt`, {
      method: 'POST',
      headers: { origin: server.url, cookie: owner.cookie },
      body: 'what is in the file',
    })
    const { url } = (await answer.json()) as { url: string }
    await pages().update.mutate({
      id,
      contentRich: [{ id: 'f', kind: 'file', attributes: { url, name: 'note.txt' } }],
    })
    const copy = await pages().duplicate.mutate({ id })
    const copied = String(copy.contentRich?.[0]?.attributes?.url)
    expect(copied).toMatch(/^\/api\/files\/[0-9a-z]{20}\/note\.txt$/)
    expect(copied).not.toBe(url)
    await pages().archive.mutate({ id })
    await pages().delete.mutate({ id })
    const read = await fetch(`${server.url}${copied}`, { headers: { cookie: owner.cookie } })
    expect(await read.text()).toBe('what is in the file')
    expect((await fetch(`${server.url}${copied}`, { headers: { cookie: other.cookie } })).status).toBe(404)
  })

  it('what a copy says is gone through once for all of its files', async () => {
    const readsWith = async (count: number) => {
      const { id } = await pages().create.mutate({ title: 'Album' })
      const files: { url: string }[] = []
      for (let at = 0; at < count; at++) {
        const answer = await fetch(`${server.url}/api/files?page=${id}&name=${at}.txt`, {
          method: 'POST',
          headers: { origin: server.url, cookie: owner.cookie },
          body: 'what is in the file',
        })
        files.push((await answer.json()) as { url: string })
      }
      const blocks = files.map(({ url }, at) => ({ id: `f${at}`, kind: 'file', attributes: { url } }))
      await pages().update.mutate({ id, contentRich: blocks })
      const counting = countingReads(server.services.db)
      const caller = { user: owner.user, sessionId: 'one', ip: '127.0.0.1' }
      const asked = { id, withSubpages: false, content: false }
      const copy = await duplicatePage({ ...server.services, db: counting.db, caller }, asked, undefined)
      const noted = server.services.db.selectFrom('file_page').select('is_settled')
      const rows = await noted.where('document_id', '=', copy.id).execute()
      expect(rows.map(({ is_settled }) => is_settled)).toEqual(files.map(() => 1))
      return counting.count()
    }
    expect(await readsWith(6)).toBe(await readsWith(1))
  })

  it('R21 a file of somebody else’s that a page names is not copied', async () => {
    const theirs = await pages(other).create.mutate({ title: 'Theirs' })
    const answer = await fetch(`${server.url}/api/files?page=${theirs.id}&name=secret.txt`, {
      method: 'POST',
      headers: { origin: server.url, cookie: other.cookie },
      body: 'secret',
    })
    const { url } = (await answer.json()) as { url: string }
    const { id } = await pages().create.mutate({
      title: 'Names it',
      contentRich: [{ id: 'f', kind: 'file', attributes: { url, name: 'secret.txt' } }],
    })
    const copy = await pages().duplicate.mutate({ id })
    expect(copy.contentRich?.[0]?.attributes?.url).toBe(url)
    expect((await fetch(`${server.url}${url}`, { headers: { cookie: owner.cookie } })).status).toBe(404)
  })

  it('R20 nobody copies what they may not see, a page of the trash or into a locked page', async () => {
    const { id } = await pages().create.mutate({ title: 'Mine' })
    await expect(pages(other).duplicate.mutate({ id })).rejects.toThrow(NOT_THERE())
    const inside = await pages().create.mutate({ title: 'Inside', parentDocumentId: id })
    await pages().update.mutate({ id, lockPage: true })
    await expect(pages().duplicate.mutate({ id: inside.id })).rejects.toThrow(/locked/)
    await pages().update.mutate({ id, lockPage: false })
    await pages().archive.mutate({ id: inside.id })
    await expect(pages().duplicate.mutate({ id: inside.id })).rejects.toThrow(/trash/)
    expect(await below(id)).toEqual([])
  })

  it('2.31 too many pages are refused, and nothing of them is made', async () => {
    const { id, podId } = await pages().create.mutate({ title: 'Large' })
    const row = await server.services.db
      .selectFrom('document')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: LIMITS.copyPages }, (_, at) => ({
      ...row,
      id: `${id}-${at}`,
      parent_id: id,
      position: `a${String(at).padStart(5, '0')}`,
    }))
    for (let at = 0; at < rows.length; at += 20)
      await server.services.db
        .insertInto('document')
        .values(rows.slice(at, at + 20))
        .execute()
    await expect(pages().duplicate.mutate({ id, withSubpages: true })).rejects.toThrow(/1,000 pages/)
    const { length } = (await pages().tree.query({ podId })).documents.filter((page) =>
      page.title.startsWith('Large'),
    )
    expect(length).toBeGreaterThan(0)
    expect((await below(null)).map((page) => page.title)).not.toContain('Large (copy)')
  })

  /** Waits until the first page of a copy is copied, or until the copy has ended: it may have been refused. */
  const firstCopied = async (copyId: string, copying: Promise<unknown>) => {
    let hasEnded = false
    void copying.then(() => {
      hasEnded = true
    })
    while (!hasEnded && ((await copyProgress({ ...server.services, caller: owner }, copyId))?.done ?? 0) < 1)
      await nextTurn()
  }

  it('2.31 a large copy says how far it is, and is not made when its caller goes away', async () => {
    const { id } = await pages().create.mutate({ title: 'Many' })
    const text = 'Some words that have to be read and written. '.repeat(4)
    for (let at = 0; at < PARTS; at++)
      await pages().create.mutate({
        title: `Part ${at}`,
        parentDocumentId: id,
        contentRich: Array.from({ length: 15 }, (_, line) => paragraph(`p${line}`, text)),
      })
    const stop = new AbortController()
    const copying = pages()
      .duplicate.mutate({ id, withSubpages: true, copyId: 'large' }, { signal: stop.signal })
      .then(
        () => 'made',
        () => 'stopped',
      )
    // The server runs in this process: it is looked at after every page, long before the last.
    await firstCopied('large', copying)
    const seen = Promise.all([owner, other].map((one) => pages(one).duplicating.query({ copyId: 'large' })))
    // What is copied is in the database, where nobody sees it, and not in memory.
    const { db } = server.services
    const titles = await db
      .selectFrom('prepared_page')
      .innerJoin('document', 'document.id', 'prepared_page.document_id')
      .select('document.title')
      .execute()
    expect(titles.map(({ title }) => title)).toContain('Many (copy)')
    expect((await below(null)).map((page) => page.title)).not.toContain('Many (copy)')
    expect(await seen).toEqual([expect.objectContaining({ total: PARTS + 1 }), null])
    stop.abort()
    expect(await copying).toBe('stopped')
    const left = async () => [
      ...(await db.selectFrom('prepared_page').selectAll().execute()),
      ...(await db.selectFrom('preparation').selectAll().execute()),
      ...(await db.selectFrom('document').select('id').where('title', '=', 'Many (copy)').execute()),
    ]
    await expect.poll(left).toEqual([])
    await expect.poll(() => pages().duplicating.query({ copyId: 'large' })).toBeNull()
    expect((await below(null)).map((page) => page.title)).not.toContain('Many (copy)')
    await pages().duplicate.mutate({ id, withSubpages: true })
    const copy = (await below(null)).find((page) => page.title === 'Many (copy)')
    expect(await below(copy?.id ?? '')).toHaveLength(PARTS)
  })

  it('R20 a copy that gets into a page that is restricted meanwhile is seen by nobody else', async () => {
    const { id: podId } = await server.rpc(owner.cookie).pod.create.mutate({ name: 'Team' })
    await joinPod(server, podId, { owner, person: other })
    const home = await pages().create.mutate({ title: 'Home', podId, parentDocumentId: null })
    const { id } = await pages().create.mutate({ title: 'Several', parentDocumentId: home.id })
    for (let at = 0; at < PARTS; at++)
      await pages().create.mutate({ title: `Part ${at}`, parentDocumentId: id })
    const copying = pages().duplicate.mutate({ id, withSubpages: true, copyId: 'restricted' })
    await firstCopied('restricted', copying)
    await server.rpc(owner.cookie).share.setInheritance.mutate({ id: home.id, isRestricted: true })
    const copy = await copying
    expect(await below(copy.id)).toHaveLength(PARTS)
    expect((await pages(other).tree.query({ podId })).documents).toEqual([])
    expect((await below(home.id)).map((page) => page.title)).toEqual(['Several', 'Several (copy)'])
  })

  it('3.2 a copy does not get into a page that was locked while it was made', async () => {
    const home = await pages().create.mutate({ title: 'Home' })
    const { id } = await pages().create.mutate({ title: 'Several', parentDocumentId: home.id })
    for (let at = 0; at < PARTS; at++)
      await pages().create.mutate({ title: `Part ${at}`, parentDocumentId: id })
    const copying = pages()
      .duplicate.mutate({ id, withSubpages: true, copyId: 'locked' })
      .then(
        () => 'made',
        (error: Error) => error.message,
      )
    await firstCopied('locked', copying)
    const { db } = server.services
    await db.updateTable('document').set({ lock_page: 1 }).where('id', '=', home.id).execute()
    expect(await copying).toMatch(/locked/)
    expect((await below(home.id)).map((page) => page.title)).toEqual(['Several'])
  })
})
