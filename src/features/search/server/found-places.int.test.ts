import { onEachDatabase, refusal, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Block } from '@/blocks/kit/block'
import { askedTerms } from '@/server/search/terms'
import type { SearchPages } from '../inputs'
import { FoundPlaces } from './found-places'
import { placeWork } from './place-work'
import { search } from './search.service'

const paragraph = (id: string, text: string): Block => ({ id, kind: 'paragraph', text: [{ text }] })
const sought = askedTerms('marmalade').map((term) => ({ anyOf: [term] }))

onEachDatabase('long pages that are found', (database) => {
  let server: TestServer
  let person: TestPerson

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    person = await server.signUp()
  })
  afterAll(() => server.close())

  const ctx = () => ({ ...server.services, caller: { user: { id: person.user.id } } })
  /** A page with this many lines, the last of which says it. */
  async function write(title: string, lines: number): Promise<{ id: string; rich: string }> {
    const { id } = await server.rpc(person.cookie).document.create.mutate({
      title,
      contentRich: [paragraph('end', 'There is marmalade')],
    })
    const filler = Array.from({ length: lines }, (_, at) => paragraph(`b${at}`, `Line ${at} of very many`))
    const rich = JSON.stringify([...filler, paragraph('end', 'There is marmalade')])
    await server.services.db
      .updateTable('document')
      .set({ content_rich: rich })
      .where('id', '=', id)
      .execute()
    return { id, rich }
  }
  const work = async (act: () => unknown) => {
    const before = process.threadCpuUsage()
    await act()
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  }
  /** The server does other things on this thread as well: the least of several times is what it takes itself. */
  const leastWork = async (act: () => unknown) => {
    const times: number[] = []
    for (let time = 0; time < 7; time++) times.push(await work(act))
    return Math.min(...times)
  }
  const asked: SearchPages = { q: 'marmalade', limit: 10 }

  it('R67 long pages that are found are looked through in a thread of its own, and show the same', async () => {
    const pages = []
    for (let at = 0; at < 4; at++) pages.push(await write(`Long ${at}`, 20_000))
    await expect.poll(async () => (await search(ctx(), asked)).results.length).toBe(4)
    const { rich } = pages[0]!
    const here = await leastWork(() => {
      for (let at = 0; at < 4; at++) placeWork.terms({ rich, sought })
    })
    let results: Awaited<ReturnType<typeof search>>['results'] = []
    const taken = await leastWork(async () => {
      results = (await search(ctx(), asked)).results
    })
    expect(taken).toBeLessThan(here / 2)
    expect(results.map(({ blockId, snippet }) => [blockId, snippet?.text])).toEqual(
      Array.from({ length: 4 }, () => ['end', 'There is marmalade']),
    )
  })

  it('R67 of pages that are too much for one question the beginning is shown, and of one that was taken away nothing', async () => {
    const { db } = server.services
    const { id } = await write('Long', 20_000)
    await db.updateTable('document').set({ plain_text: 'Much marmalade' }).where('id', '=', id).execute()
    const places = new FoundPlaces(db, person.user.id, 1)
    const find = () => places.find({ id, content_rich: null }, 'terms', { sought })
    expect(await find()).toMatchObject({ blockId: 'end' })
    expect(await find()).toEqual({
      blockId: null,
      seconds: null,
      snippet: { text: 'Much marmalade', marks: [[5, 14]] },
    })
    const other = new FoundPlaces(db, (await server.signUp()).user.id)
    expect(await other.find({ id, content_rich: null }, 'terms', { sought })).toEqual({
      blockId: null,
      seconds: null,
      snippet: null,
    })
  })

  it('R22 the links to a page, and the words of chats, are asked for only so often in a minute', async () => {
    const { underWay } = server.services
    const rpc = server.rpc(person.cookie)
    const { id } = await rpc.document.create.mutate({ title: 'Linked' })
    const links = () => rpc.document.backlinks.query({ id, limit: 0 })
    const chats = () => rpc.chat.search.query({ q: 'anything' })
    expect([(await links()).count, await chats()]).toEqual([0, []])
    for (const key of ['backlinks', 'search-chats'])
      for (let count = 0; count < 300; count++) await underWay.countMinute(`${key}:${person.user.id}`)
    for (const ask of [links, chats]) expect((await refusal(ask())).code).toBe('rate-limited')
  })
})
