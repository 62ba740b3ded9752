import {
  joinPod,
  onEachDatabase,
  refusal,
  startTestServer,
  type TestPerson,
  type TestServer,
} from '@test/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Block, Inline } from '@/blocks/kit/block'
import { fillLinks } from '@/server/links/fill-links'

const day = (date: string): Inline => ({ kind: 'date', attributes: { date } })
const person = ({ user }: TestPerson): Inline => ({
  kind: 'mention',
  attributes: { key: user.id, value: user.name },
})
const todo = (id: string, text: Inline[], more: Record<string, unknown> = {}): Block => ({
  id,
  kind: 'listItem',
  attributes: { listStyleType: 'todo', ...more },
  text,
})

onEachDatabase('to-dos that are due', (database) => {
  let server: TestServer
  let ada: TestPerson
  let bob: TestPerson
  let podId: string
  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
    bob = await server.signUp()
    podId = (await server.rpc(ada.cookie).pod.create.mutate({ name: 'Writers' })).id
    await joinPod(server, podId, { owner: ada, person: bob })
  })
  afterAll(() => server?.close())

  const write = (title: string, ...contentRich: Block[]) =>
    server.rpc(ada.cookie).document.create.mutate({ podId, parentDocumentId: null, title, contentRich })
  const due = async (who: TestPerson, until = '2026-02-01') =>
    (await server.rpc(who.cookie).document.due.query({ until })).todos.map(
      ({ due, words }) => `${due} ${words}`,
    )

  it('they stand with whom they mention, else with who made the page, until they are done', async () => {
    const { id } = await write(
      'Launch',
      todo('one', [{ text: 'Book the room ' }, day('2026-01-05')]),
      todo('two', [
        person(bob),
        { text: ' writes the invitation until ' },
        day('2026-01-03'),
        { text: ', or ' },
        day('2026-01-02'),
      ]),
      todo('both', [
        { text: 'Meet ' },
        person(ada),
        { text: ' and ' },
        person(bob),
        { text: ' ' },
        day('2026-01-04'),
      ]),
      todo('done', [{ text: 'Long done ' }, day('2026-01-01')], { checked: true }),
      todo('later', [{ text: 'Next year ' }, day('2027-01-01')]),
      todo('never', [{ text: 'Some day' }]),
      { id: 'text', kind: 'paragraph', text: [{ text: 'A day of its own ' }, day('2026-01-01')] },
      { id: 'quote', kind: 'blockquote', children: [todo('inside', [day('2026-01-06')])] },
    )
    expect(await due(ada)).toEqual(
      ['2026-01-04 Meet @person1 and @person2', '2026-01-05 Book the room', '2026-01-06 '].map(named),
    )
    expect(await due(bob)).toEqual(
      [
        '2026-01-03 @person2 writes the invitation until , or January 2, 2026',
        '2026-01-04 Meet @person1 and @person2',
      ].map(named),
    )
    expect(await due(bob, '2026-01-03')).toHaveLength(1)
    const { todos } = await server.rpc(ada.cookie).document.due.query({ until: '2026-02-01' })
    expect(todos[1]).toEqual({
      documentId: id,
      title: 'Launch',
      icon: null,
      blockId: 'one',
      words: 'Book the room',
      due: '2026-01-05',
    })

    await server.rpc(ada.cookie).document.update.mutate({
      id,
      contentRich: [todo('one', [{ text: 'Book the room ' }, day('2026-01-05')], { checked: true })],
    })
    expect(await due(ada)).toEqual([])
    expect(await due(bob)).toEqual([])
  })

  it('those of a page that one may not see, in the trash, or that another version has not read, are as they should be', async () => {
    const { id } = await server.rpc(ada.cookie).document.create.mutate({
      parentDocumentId: null,
      title: 'Private',
      contentRich: [todo('one', [person(bob), { text: ' is not told ' }, day('2026-01-05')])],
    })
    expect(await due(bob)).toEqual([])
    const { id: open } = await write(
      'Open',
      todo('one', [person(bob), { text: ' is told ' }, day('2026-01-05')]),
    )
    expect(await due(bob)).toHaveLength(1)
    await server.rpc(ada.cookie).document.archive.mutate({ id: open })
    expect(await due(bob)).toEqual([])
    await server.rpc(ada.cookie).document.restore.mutate({ id: open })
    const { db } = server.services
    await sql`delete from due_todo`.execute(db)
    await sql`update link_page set digest = '1:older'`.execute(db)
    expect(await due(bob)).toEqual([])
    expect(await fillLinks(db)).toBeGreaterThan(0)
    expect(await due(bob)).toHaveLength(1)
    await server
      .rpc(ada.cookie)
      .document.delete.mutate({ id: open })
      .catch(() => undefined)
    expect(id).not.toBe(open)
  })

  it('a day that is none is refused', async () => {
    expect((await refusal(server.rpc(ada.cookie).document.due.query({ until: 'soon' }))).code).toBe(
      'bad-input',
    )
    expect((await refusal(server.rpc(ada.cookie).document.due.query({ until: '' }))).code).toBe('bad-input')
  })

  const named = (words: string) =>
    words.replace('@person1', `@${ada.user.name}`).replace('@person2', `@${bob.user.name}`)
})
