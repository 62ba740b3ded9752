import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import { unpackState } from '@/server/collab/packed-state'
import { readStored } from '@/server/collab/page-store'
import { Tab, until } from './collab'
import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from './server'

/** The page of "A worked example": as it is made, after four edits, and as blocks. */
const examples = readFileSync('docs/document-format.md', 'utf8').matchAll(/```json\n([\s\S]*?)\n```/g)
const [made, edited, blocks] = [...examples].slice(0, 3).map(([, json]) => JSON.parse(json as string))

onEachDatabase('the format of a page', (database) => {
  let server: TestServer
  let ada: TestPerson

  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    ada = await server.signUp()
  })
  afterAll(() => server?.close())

  /** What the database holds of a page, read with nothing but Yjs: every shared type as JSON. */
  const shapeOf = async (id: string) => {
    const stored = await readStored(server.services.db, id)
    const doc = new Y.Doc()
    if (stored?.snapshot) Y.applyUpdate(doc, unpackState(stored.snapshot))
    for (const { data } of stored?.rows ?? []) Y.applyUpdate(doc, data)
    return {
      title: doc.getText('title').toDelta(),
      text: doc.getText('text').toDelta(),
      blocks: doc.getMap('blocks').toJSON(),
      meta: doc.getMap('meta').toJSON(),
      names: [...doc.share.keys()].sort(),
    }
  }
  const tabOf = (id: string) =>
    new Tab(
      `${server.url.replace('http', 'ws')}/collab`,
      { id: ada.user.id, name: ada.user.name, cookie: ada.cookie, sessionId: '' },
      id,
    )

  test('3.25 a page is saved in the shape that docs/document-format.md gives, before and after its four edits', async () => {
    const rpc = server.rpc(ada.cookie)
    const { id } = await rpc.document.create.mutate({
      title: 'Kitchen',
      contentRich: [
        { id: 'a', kind: 'heading', attributes: { level: 2 }, text: [{ text: 'Tea' }] },
        {
          id: 'b',
          kind: 'paragraph',
          text: [{ text: 'is ' }, { text: 'very', marks: [{ kind: 'bold' }] }, { text: ' hot' }],
        },
        {
          id: 'q',
          kind: 'blockquote',
          children: [{ id: 'c', kind: 'paragraph', text: [{ text: 'said she' }] }],
        },
        { id: 'r', kind: 'horizontalRule' },
      ],
    })
    const names = ['blocks', 'meta', 'text', 'title']
    expect(await shapeOf(id)).toEqual({ ...made, names })

    const tabs = ['Ben', 'Ann', 'Cem', 'Dora'].map(() => tabOf(id))
    const [ben, ann, cem, dora] = tabs as [Tab, Tab, Tab, Tab]
    const entry = ({ page: { doc } }: Tab, block: string) => doc.getMap<Y.Map<unknown>>('blocks').get(block)
    const textOf = ({ page: { doc } }: Tab) => doc.getText('text')
    try {
      for (const tab of tabs)
        await until('the page to be there', () => textOf(tab).length === 25 && tab.state === 'saved')
      ben.page.doc.transact(() => {
        textOf(ben).insertEmbed(8, { block: 'e', split: true })
        const e = new Y.Map<unknown>(Object.entries({ kind: 'paragraph', at: ['', 'a1001'] }))
        ben.page.doc.getMap('blocks').set('e', e)
      })
      await until('what Ben split off', () => entry(cem, 'e') !== undefined)
      entry(ann, 'b')?.set('into', ['a', 'a0'])
      entry(cem, 'e')?.set('at', ['q', 'Zz'])
      dora.page.doc.transact(() => {
        textOf(dora).delete(textOf(dora).length - 8, 8)
        entry(dora, 'c')?.set('deleted', true)
      })
      for (const tab of tabs) await tab.saved()
    } finally {
      for (const tab of tabs) tab.close()
    }
    expect(await shapeOf(id)).toEqual({ ...made, ...edited, names })
    await expect.poll(async () => (await rpc.document.document.query({ id })).contentRich).toEqual(blocks)
  })
})
