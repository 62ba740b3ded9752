import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Block } from '@/blocks/kit/block'
import { fillIndex } from '@/server/search/fill-index'
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
