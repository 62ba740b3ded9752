import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Block } from '@/blocks/kit/block'
import { fillIndex } from '@/server/search/fill-index'
import { indexPage } from '@/server/search/index-page'
import { pruneTerms } from '@/server/search/prune-terms'
import type { SearchResult } from '../model'

const paragraphs = (texts: readonly string[]): Block[] =>
  texts.map((text, index) => ({ id: `block${index}`, kind: 'paragraph', text: [{ text }] }))

const marked = ({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) =>
  marks.map(([start, end]) => text.slice(start, end))

onEachDatabase('search', (database) => {
  let server: TestServer
  let owner: TestPerson

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
  })
  afterAll(() => server.close())
  // Everybody's pages are their own: each test has somebody new.
  beforeEach(async () => {
    owner = await server.signUp()
  })

  const rpc = (person = owner) => server.rpc(person.cookie)
  const write = async (title: string, ...texts: string[]) =>
    (
      await rpc().document.create.mutate({
        parentDocumentId: null,
        title,
        contentRich: paragraphs(texts),
      })
    ).id
  const find = async (q: string, more: object = {}, person = owner): Promise<SearchResult[]> =>
    (await rpc(person).search.search.query({ q, ...more })).results
  const titles = async (q: string, more: object = {}) => (await find(q, more)).map(({ title }) => title.text)
  /** What was written is found once it is projected; the person waits no longer than about a second. */
  const indexed = (q: string, count: number) =>
    expect.poll(async () => (await find(q)).length, { timeout: 10_000 }).toBe(count)

  it('finds a page by words of its text, in any order and case, with the block and the words marked', async () => {
    const id = await write('Kitchen', 'Nothing here', 'Pour the Résumé of tea slowly over the leaves')
    await indexed('leaves TEA resume', 1)
    const [hit] = await find('leaves TEA resume')
    expect(hit).toMatchObject({ id, blockId: 'block1', parentTitle: null, status: 'none' })
    expect(marked(hit!.snippet!)).toEqual(['Résumé', 'tea', 'leaves'])
    expect(await titles('leaves coffee')).toEqual([])
  })

  it('4.8 finds words that are said in a recording, with the second at which they are', async () => {
    const words = 'we pour the rooibos slowly over very hot leaves and then we wait for the samovar'.split(
      ' ',
    )
    const { id } = await rpc().document.create.mutate({
      title: 'Tea talk',
      contentRich: [
        { id: 'before', kind: 'paragraph', text: [{ text: 'A recording' }] },
        {
          id: 'talk',
          kind: 'audio',
          attributes: {
            transcription: { text: words.join(' '), words: words.map((word, at) => [word, at, at + 1]) },
          },
        },
      ],
    })
    await indexed('rooibos leaves', 1)
    expect((await find('rooibos leaves'))[0]).toMatchObject({ id, blockId: 'talk', seconds: 0 })
    const [hit] = await find('samovar')
    expect(hit).toMatchObject({ id, blockId: 'talk', seconds: 10 })
    expect(marked(hit!.snippet!)).toEqual(['samovar'])
    // What is written has no second, and what is said is no part of how long a page is.
    expect((await find('recording'))[0]).toMatchObject({ blockId: 'before', seconds: null })
    expect((await rpc().document.document.query({ id })).wordCount).toBe(2)
  })

  it('finds by the beginning of a word and by one with a slip in it', async () => {
    await write('Growing', 'The greenhouse needs watering every morning')
    await indexed('greenh', 1)
    expect(marked((await find('greenh'))[0]!.snippet!)).toEqual(['greenh'])
    for (const slip of ['greenhuose', 'grenhouse', 'greenhousse', 'creenhouse']) {
      const { results, guessed } = await rpc().search.search.query({ q: `${slip} morning` })
      expect(
        results.map((result) => marked(result.snippet!)),
        slip,
      ).toEqual([['greenhouse', 'morning']])
      expect(guessed).toBe(true)
    }
  })

  it('R21 a slip away from a word on somebody else’s page nothing is found, and nothing said of it', async () => {
    await write('Secret', 'The Zyqovantrix is kept in the cellar')
    await indexed('zyqovantrix', 1)
    const stranger = rpc(await server.signUp())
    const nobodys = await stranger.search.search.query({ q: 'qqzyvantwick' })
    for (const q of ['Zyqovantriq', 'zyqovantrix', 'zyqo vantrix'])
      expect(await stranger.search.search.query({ q }), q).toEqual(nobodys)
    expect(await rpc().search.search.query({ q: 'Zyqovantriq' })).toMatchObject({ guessed: true })
  })

  it('finds Chinese, Japanese, Korean, Thai, Cyrillic words and emoji', async () => {
    await write(
      '语言',
      '我们今天去图书馆看书',
      '東京タワーへ行きました',
      '오늘 도서관에서 공부했다',
      'ห้องสมุดเปิดแล้ว',
    )
    await write('Язык', 'Большая библиотека закрыта 🎉')
    await indexed('библиотека', 1)
    for (const [q, block] of [
      ['图书馆', 'block0'],
      ['书', 'block0'],
      ['タワー', 'block1'],
      ['도서관', 'block2'],
      ['สมุด', 'block3'],
    ] as const) {
      await expect.poll(async () => (await find(q))[0]?.blockId, { message: q }).toBe(block)
      expect(new Set(marked((await find(q))[0]!.snippet!)), q).toEqual(new Set([q]))
    }
    expect(await titles('图馆')).toEqual([])
    expect(await titles('библиотеки закрыта')).toEqual(['Язык'])
    expect(await titles('🎉')).toEqual(['Язык'])
    expect(await titles('语言')).toEqual(['语言'])
  })

  it('puts titles before texts, whole words before beginnings, and what was edited last first', async () => {
    await write('Notes', 'about orchards')
    await write('Old', 'the orchard')
    await indexed('orchard', 2)
    await write('New', 'an orchard')
    await write('Orchards of the north')
    await write('Orchard')
    await indexed('orchard', 5)
    expect(await titles('orchard')).toEqual(['Orchard', 'Orchards of the north', 'New', 'Old', 'Notes'])
    const [title] = await find('orchard')
    expect(marked(title!.title)).toEqual(['Orchard'])
    expect(title).toMatchObject({ blockId: null, snippet: null })
  })

  it('narrows down by status, tag, who edited it, when, and pod; goes on where it ended', async () => {
    const first = await write('First barley')
    await write('Second barley')
    await write('Third barley')
    await indexed('barley', 3)
    await rpc().document.update.mutate({ id: first, status: 'blocked' })
    const tags = JSON.stringify(['a "quoted" tag', '50%'])
    await server.services.db.updateTable('document').set({ tags }).where('id', '=', first).execute()
    expect(await titles('barley', { status: 'blocked' })).toEqual(['First barley'])
    expect(await titles('', { tag: '50%' })).toEqual(['First barley'])
    expect(await titles('barley', { tag: 'a "quoted" tag' })).toEqual(['First barley'])
    expect(await titles('barley', { tag: 'quoted' })).toEqual([])
    expect(await find('barley', { editedBy: owner.user.id })).toHaveLength(3)
    expect(await find('barley', { editedBy: 'somebody' })).toEqual([])
    const today = new Date().toISOString().slice(0, 10)
    expect(await find('barley', { to: '2020-01-01' })).toEqual([])
    expect(await find('barley', { from: today, to: today })).toHaveLength(3)
    const [{ podId }] = (await find('barley')) as [SearchResult]
    expect(await find('barley', { podId })).toHaveLength(3)

    const begun = await rpc().search.search.query({ q: 'barley', limit: 2 })
    const rest = await rpc().search.search.query({ q: 'barley', limit: 2, cursor: begun.nextCursor! })
    expect(begun.results).toHaveLength(2)
    expect(rest.nextCursor).toBeNull()
    expect(new Set([...begun.results, ...rest.results].map(({ title }) => title.text)).size).toBe(3)
  })

  it('R21 gives nothing of another person: no page, no pod, no guess, no difference', async () => {
    const other = await server.signUp()
    await write('Secret zeppelin', 'The zeppelin leaves at dawn')
    await indexed('zeppelin', 1)
    const [{ podId }] = (await find('zeppelin')) as [SearchResult]
    for (const input of [
      { q: 'zeppelin' },
      { q: 'zepelin' },
      { q: '' },
      { q: 'dawn', podId },
      { q: '', editedBy: owner.user.id },
    ]) {
      const answer = await rpc(other).search.search.query(input)
      expect(answer.results, JSON.stringify(input)).toEqual([])
    }
    const theirs = await rpc(other).search.search.query({ q: 'zeppelin', podId })
    const nobodys = await rpc(other).search.search.query({ q: 'zeppelin', podId: 'nosuchpod' })
    expect(theirs).toEqual(nobodys)
    // A role in the pod that gives no page gives no result either.
    await server.services.db
      .insertInto('pod_member')
      .values({ pod_id: podId, user_id: other.user.id, role: 'guest', created_at: new Date().toISOString() })
      .execute()
    expect(await find('zeppelin', {}, other)).toEqual([])
  })

  it('R49 what was put in the trash, or is no longer shared, is not found from the next search on', async () => {
    const id = await write('Lantern', 'The lantern burns')
    await indexed('lantern', 1)
    const [{ podId }] = (await find('lantern')) as [SearchResult]
    await rpc().document.archive.mutate({ id })
    expect(await find('lantern')).toEqual([])
    expect(await find('lantren')).toEqual([])
    await rpc().document.restore.mutate({ id })
    expect(await titles('lantern')).toEqual(['Lantern'])
    await server.services.db
      .updateTable('pod_member')
      .set({ role: 'guest' })
      .where('pod_id', '=', podId)
      .execute()
    expect(await find('lantern')).toEqual([])
    await server.services.db
      .updateTable('pod_member')
      .set({ role: 'owner' })
      .where('pod_id', '=', podId)
      .execute()
    await rpc().document.archive.mutate({ id })
    await rpc().document.delete.mutate({ id })
    expect(await find('lantern')).toEqual([])
    const { rows } = await sql`select document_id from search_page where document_id = ${id}`.execute(
      server.services.db,
    )
    expect(rows).toEqual([])
  })

  it('what a page no longer says is not found any more', async () => {
    const id = await write('Weather', 'It will rain on Tuesday')
    await indexed('tuesday', 1)
    await rpc().document.update.mutate({ id, contentRich: paragraphs(['It will snow on Friday']) })
    await indexed('friday', 1)
    expect(await find('tuesday')).toEqual([])
  })

  it('takes whatever is typed: operators, quotes, nothing, far too much', async () => {
    await write('Rope', 'and NEAR or NOT the rope')
    await indexed('rope', 1)
    for (const q of [
      '"',
      "'",
      'rope"',
      'rope*',
      '*',
      'NEAR(rope, 3)',
      'rope AND',
      'OR OR OR',
      'NOT rope',
      'title:rope',
      '{title} : rope',
      '-rope ^rope +rope',
      "rope'; drop table document; --",
      "'rope':*",
      'rope & !rope | <->',
      '\\',
      'ro\0pe',
      '\ud800 rope \udc00',
      '⑴½㏂ﷺŉ',
      '🎉👨‍👩‍👧‍👦',
      ' '.repeat(50),
      'rope '.repeat(1500),
      'x'.repeat(7_000),
      'é'.repeat(1_000),
    ]) {
      await expect(rpc().search.search.query({ q }), JSON.stringify(q.slice(0, 40))).resolves.toBeDefined()
    }
    expect(await titles('rope*')).toEqual(['Rope'])
    expect(await titles('"rope" AND not')).toEqual(['Rope'])
  })

  it('pages that are in no index yet, as after a restore, are indexed when the server starts', async () => {
    await write('Compass', 'It points to the magnetic north')
    await indexed('magnetic', 1)
    await sql`delete from search_page`.execute(server.services.db)
    await sql`delete from search_term`.execute(server.services.db)
    expect(await find('magnetic')).toEqual([])
    await server.restart()
    await indexed('magnetic', 1)
    expect(await titles('magnetc')).toEqual(['Compass'])
    await expect.poll(() => fillIndex(server.services.db)).toBe(0)
  })

  it('words that are on no page any more are forgotten, and those that are stay', async () => {
    const { db } = server.services
    const id = await write('Vessel', 'The caravel and the brigantine')
    await indexed('caravel', 1)
    const known = async (term: string) =>
      (await sql`select 1 from search_term where term = ${term}`.execute(db)).rows.length > 0
    await rpc().document.update.mutate({ id, contentRich: paragraphs(['The caravel alone']) })
    await indexed('brigantine', 0)
    expect(await known('brigantine')).toBe(true)
    expect(await pruneTerms(db)).toBeGreaterThan(0)
    expect(await known('brigantine')).toBe(false)
    expect(await titles('caravle')).toEqual(['Vessel'])
    await rpc().document.update.mutate({ id, contentRich: paragraphs(['A brigantine again']) })
    await indexed('brigantine', 1)
    expect(await titles('brigantnie')).toEqual(['Vessel'])
    await rpc().document.archive.mutate({ id })
    await rpc().document.delete.mutate({ id })
    await pruneTerms(db)
    expect(await known('vessel')).toBe(false)
  })

  it('the newest of very many pages with a word are found, also among those of others', async () => {
    const { db } = server.services
    const stranger = await server.signUp()
    const podOf = async (person: TestPerson) => (await rpc(person).pod.pods.query()).activePodId as string
    const fill = async (podId: string, by: TestPerson, count: number, minute: number) => {
      const template = await db
        .selectFrom('document')
        .selectAll()
        .where('id', '=', first)
        .executeTakeFirstOrThrow()
      for (let n = 0; n < count; n++) {
        const id = `many-${minute}-${n}-${by.user.id}`
        const editedAt = new Date(Date.UTC(2026, 0, 1, 0, minute, n)).toISOString()
        await db
          .insertInto('document')
          .values({ ...template, id, pod_id: podId, title: `Page ${n}`, updated_at: editedAt })
          .execute()
        await indexPage(db, id, { title: `Page ${n}`, text: 'everywhere', editedAt })
      }
    }
    const first = await write('Oldest', 'everywhere')
    await indexed('everywhere', 1)
    await sql`update search_page set edited_at = '2025-01-01T00:00:00.000Z' where document_id = ${first}`.execute(
      db,
    )
    await fill(await podOf(stranger), stranger, 210, 5)
    expect(await titles('everywhere')).toEqual(['Oldest'])
    await fill(await podOf(owner), owner, 3, 1)
    expect(await titles('everywhere')).toEqual(['Page 2', 'Page 1', 'Page 0', 'Oldest'])
    const theirs = await rpc(stranger).search.search.query({ q: 'everywhere', limit: 3 })
    expect(theirs.results.map(({ title }) => title.text)).toEqual(['Page 209', 'Page 208', 'Page 207'])
    const next = await rpc(stranger).search.search.query({
      q: 'everywhere',
      limit: 3,
      cursor: theirs.nextCursor ?? '',
    })
    expect(next.results.map(({ title }) => title.text)).toEqual(['Page 206', 'Page 205', 'Page 204'])
  })

  it('a page with more new words than are learned at once is found at once, and soon its misspelt words too', async () => {
    const letters = (at: number) =>
      [...String(at).padStart(4, '0')].map((digit) => 'abcdefghij'[Number(digit)]).join('')
    const words = Array.from({ length: 600 }, (_, at) => `${letters(at)}qzx`)
    await write('Dictionary', words.join(' '), 'The final marmalade')
    await indexed('marmalade', 1)
    await fillIndex(server.services.db)
    expect(await titles('marmelade')).toEqual(['Dictionary'])
    expect(await titles('afjjqzx')).toEqual(['Dictionary'])
  })
})
