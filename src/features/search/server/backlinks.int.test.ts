import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Block, Inline } from '@/blocks/kit/block'
import { fillLinks } from '@/server/links/fill-links'

const paragraph = (id: string, ...text: Inline[]): Block => ({ id, kind: 'paragraph', text })
const mention = (id: string, value = 'As it was called'): Inline => ({
  kind: 'mention',
  attributes: { key: `/${id}`, value },
})
const link = (url: string, text = 'over there'): Inline => ({
  text,
  marks: [{ kind: 'link', attributes: { url } }],
})

onEachDatabase('backlinks', (database) => {
  let server: TestServer
  let owner: TestPerson
  let target: string

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
  })
  afterAll(() => server.close())

  const rpc = (person = owner) => server.rpc(person.cookie)
  const write = async (title: string, ...contentRich: Block[]) =>
    (await rpc().document.create.mutate({ parentDocumentId: null, title, contentRich })).id
  const linked = (id = target, person = owner, more: { limit?: number; cursor?: number } = {}) =>
    rpc(person).document.backlinks.query({ id, ...more })
  const titles = async (id = target, person = owner) =>
    (await linked(id, person)).pages.map(({ title }) => title).sort()

  beforeEach(async () => {
    owner = await server.signUp()
    target = await write('The target')
  })

  it('a page lists those that mention or link to it, each with the words around the link and its block', async () => {
    const by = await write(
      'Mentions',
      paragraph('a', { text: 'Nothing here.' }),
      paragraph('b', { text: 'Read ' }, mention(target), { text: ' before Monday.' }),
    )
    await write('Links', {
      id: 'quote',
      kind: 'blockquote',
      children: [paragraph('inside', { text: 'It stands ' }, link(`/some-older-title-${target}#b1`))],
    })
    await write('Links from outside', paragraph('c', link(`https://elsewhere.example/preview/${target}?a=b`)))
    await write('Says it only', paragraph('d', { text: `"key":"/${target}" and /${target}` }))
    const { count, pages } = await linked()
    expect(count).toBe(3)
    expect(pages.find(({ id }) => id === by)).toEqual({
      id: by,
      title: 'Mentions',
      icon: null,
      blockId: 'b',
      snippet: { text: 'Read The target before Monday.', marks: [[5, 15]] },
    })
    expect(pages.find(({ title }) => title === 'Links')).toMatchObject({
      blockId: 'inside',
      snippet: { text: 'It stands over there' },
    })
    expect(await linked(target, owner, { limit: 0 })).toEqual({ count: 3, pages: [], nextCursor: null })
    const first = await linked(target, owner, { limit: 2 })
    expect(first.pages).toHaveLength(2)
    const rest = await linked(target, owner, { limit: 2, cursor: first.nextCursor! })
    expect(rest).toMatchObject({ nextCursor: null, count: 3 })
    expect(new Set([...first.pages, ...rest.pages].map(({ id }) => id)).size).toBe(3)
  })

  it('only pages that the asker may see are listed and counted, and none of the trash', async () => {
    const secret = await write('Secret plans', paragraph('a', mention(target)))
    await write('Another', paragraph('a', mention(target)))
    const friend = await server.signUp()
    await expect(linked(target, friend)).rejects.toThrow()
    const username = (await rpc(friend).user.getSettings.query()).username as string
    await rpc().share.invite.mutate({ id: target, username, level: 'view' })
    const [invite] = (await rpc(friend).share.invites.query()).invites
    await rpc(friend).share.acceptInvite.mutate({ id: invite!.id })
    expect(await linked(target, friend)).toEqual({ count: 0, pages: [], nextCursor: null })
    expect(await titles()).toEqual(['Another', 'Secret plans'])
    await rpc().document.archive.mutate({ id: secret })
    expect(await titles()).toEqual(['Another'])
    await rpc().document.restore.mutate({ id: secret })
    expect(await titles()).toEqual(['Another', 'Secret plans'])
  })

  it('follows what a page says now; a page that links to itself, and one that names another often, count once or not', async () => {
    const by = await write('Comes and goes', paragraph('a', mention(target), mention(target)))
    await rpc().document.appendBlocks.mutate({ id: target, blocks: [paragraph('own', mention(target))] })
    await expect.poll(() => titles()).toEqual(['Comes and goes'])
    await rpc().document.update.mutate({ id: by, contentRich: [paragraph('a', { text: 'No more.' })] })
    await expect.poll(() => titles()).toEqual([])
    await rpc().document.update.mutate({ id: by, contentRich: [paragraph('a', link(`/${target}`))] })
    await expect.poll(() => titles()).toEqual(['Comes and goes'])
    await rpc().document.archive.mutate({ id: by })
    await rpc().document.delete.mutate({ id: by })
    expect(await titles()).toEqual([])
  })

  it('pages of an older version, or of a backup, are read again', async () => {
    const { db } = server.services
    const by = await write('Older', paragraph('a', mention(target)))
    await sql`delete from page_link where from_id = ${by}`.execute(db)
    await sql`delete from link_page where document_id = ${by}`.execute(db)
    expect(await titles()).toEqual([])
    expect(await fillLinks(db)).toBe(1)
    expect(await titles()).toEqual(['Older'])
    expect(await fillLinks(db)).toBe(0)
  })
})
