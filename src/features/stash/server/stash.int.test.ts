import { onEachDatabase, refusalWords, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Block } from '@/blocks/kit/block'
import { STASH, STASH_WORDS } from '../model'

const paragraph = (text: string): Block => ({ id: 'b1', kind: 'paragraph', text: [{ text }] })

onEachDatabase('the stash', (database) => {
  let server: TestServer
  let owner: TestPerson
  let other: TestPerson

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    owner = await server.signUp()
    other = await server.signUp()
  })
  afterAll(() => server.close())

  const stashOf = (person: TestPerson) => server.rpc(person.cookie).stash
  const add = (person: TestPerson, ...blocks: Block[]) =>
    stashOf(person).add.mutate({ blocks, fromPath: '/abc', fromTitle: 'Plans' })

  /** Puts this many items into the person's stash. */
  const fill = (person: TestPerson, count: number) =>
    server.services.db
      .insertInto('stash')
      .values(
        Array.from({ length: count }, (_, index) => ({
          id: `${person.user.id}-${index}`,
          user_id: person.user.id,
          blocks: '[]',
          words: '',
          size: 2,
          from_path: '/',
          from_title: '',
          created_at: new Date().toISOString(),
          deleted_at: null,
        })),
      )
      .execute()

  it('blocks come back exactly as they were: kinds, atoms, marks, unknown ones, what they hold', async () => {
    const blocks: Block[] = [
      {
        id: 'q1',
        kind: 'blockquote',
        children: [
          {
            id: 'p1',
            kind: 'paragraph',
            attributes: { align: 'center' },
            text: [
              { text: 'see ' },
              { text: 'this', marks: [{ kind: 'bold' }, { kind: 'link', attributes: { url: '/x' } }] },
              { kind: 'mention', attributes: { key: '/abc', value: 'Plans' } },
            ],
          },
        ],
      },
      { id: 'f1', kind: 'fromTheFuture', attributes: { deep: { list: [1, 'two', null] } } },
    ]
    const added = await add(owner, ...blocks)
    expect(added).toMatchObject({ blocks, fromPath: '/abc', fromTitle: 'Plans' })
    const { items } = await stashOf(owner).items.query({})
    expect(items).toEqual([added])
    await stashOf(owner).delete.mutate({ id: added.id })
  })

  it('R41 a table keeps what is in columns called constructor and prototype, in the stash and on a page', async () => {
    const data = { r0: ['a0', { constructor: 'Ada', prototype: 'engine' }] }
    const columns = {
      c0: { accessorKey: 'constructor', order: 'a0' },
      c1: { accessorKey: 'prototype', order: 'a1' },
    }
    const table = { id: 'd1', kind: 'dataTable', attributes: { columns, data } }
    expect((await add(owner, table)).blocks).toEqual([table])
    const pages = server.rpc(owner.cookie).document
    const { id } = await pages.create.mutate({ title: 'People', contentRich: [table] })
    expect((await pages.document.query({ id })).contentRich).toEqual([table])
  })

  it('it is searched by its words and its page, whatever the case; the newest comes first, in pages', async () => {
    const person = await server.signUp()
    for (let i = 0; i < STASH.pageSize + 2; i++) await add(person, paragraph(`Nummer ${i} 100% ÄPFEL`))
    const first = await stashOf(person).items.query({})
    expect(first.items).toHaveLength(STASH.pageSize)
    expect(first.nextCursor).not.toBeNull()
    const rest = await stashOf(person).items.query({ cursor: first.nextCursor! })
    expect(rest.items).toHaveLength(2)
    // A page of large items ends sooner, and the next one goes on behind it.
    const heavy = await server.signUp()
    const added: string[] = []
    for (let n = 0; n < 4; n++) added.unshift((await add(heavy, paragraph('x'.repeat(900_000)))).id)
    const some = await stashOf(heavy).items.query({})
    expect(some.items.length).toBeLessThan(4)
    const others = await stashOf(heavy).items.query({ cursor: some.nextCursor! })
    expect([...some.items, ...others.items].map(({ id }) => id)).toEqual(added)
    expect(rest.nextCursor).toBeNull()
    const all = [...first.items, ...rest.items]
    expect(new Set(all.map(({ id }) => id)).size).toBe(STASH.pageSize + 2)
    expect(all.map(({ createdAt }) => createdAt)).toEqual(
      all
        .map(({ createdAt }) => createdAt)
        .sort()
        .reverse(),
    )
    const found = async (q: string) => (await stashOf(person).items.query({ q })).items.length
    expect(await found('nummer 17 ')).toBe(1)
    expect(await found('äpfel')).toBe(STASH.pageSize)
    expect(await found('PLANS')).toBe(STASH.pageSize)
    expect(await found('100%')).toBe(STASH.pageSize)
    expect(await found('1_0')).toBe(0)
  })

  it('what was deleted can be brought back, the last of them; each person has their own', async () => {
    const person = await server.signUp()
    const { id } = await add(person, paragraph('mine'))
    for (const call of [stashOf(other).delete, stashOf(other).restore])
      expect(await refusalWords(call.mutate({ id }))).toBe(STASH_WORDS.notThere)
    await stashOf(person).delete.mutate({ id })
    expect((await stashOf(person).items.query({})).items).toEqual([])
    await stashOf(person).restore.mutate({ id })
    expect((await stashOf(person).items.query({})).items.map((item) => item.id)).toEqual([id])
    await stashOf(person).delete.mutate({ id })
    for (let i = 0; i < STASH.undoable; i++) {
      const later = await add(person, paragraph(`later ${i}`))
      await stashOf(person).delete.mutate({ id: later.id })
    }
    expect(await refusalWords(stashOf(person).restore.mutate({ id }))).toBe(STASH_WORDS.notThere)
  })

  it('R41 what is too large, too much or no blocks is refused in words', async () => {
    const person = await server.signUp()
    const large = paragraph('x'.repeat(STASH.itemBytes))
    expect(await refusalWords(add(person, large))).toBe(STASH_WORDS.tooLarge)
    expect(await refusalWords(add(person))).toContain('There is nothing to move to the stash.')
    await fill(person, STASH.items)
    expect(await refusalWords(add(person, paragraph('one more')))).toBe(STASH_WORDS.full)
  })

  it('R41 the last places are given once, however many ask for them at the same moment', async () => {
    const person = await server.signUp()
    const deleted = []
    for (let i = 0; i < 6; i++) {
      const { id } = await add(person, paragraph(`${i}`))
      await stashOf(person).delete.mutate({ id })
      deleted.push(id)
    }
    await fill(person, STASH.items - 2)
    const calls = [
      ...deleted.map((id) => stashOf(person).restore.mutate({ id })),
      ...['x', 'y'].map((text) => add(person, paragraph(text))),
    ]
    const ends = await Promise.allSettled(calls)
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const { count } = await server.services.db
      .selectFrom('stash')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('user_id', '=', person.user.id)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(STASH.items)
  })
})
