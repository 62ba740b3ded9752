import { startTestServer, type TestPerson, type TestServer } from '@test/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Block } from '@/blocks'
import { fileOfCover } from '@/features/pages/cover/cover'
import { MANIFEST, Manifest } from '../formats/bundle'
import { openZip } from '../formats/safe-zip'
import type { ImportAnswer } from '../model'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

interface Installation {
  server: TestServer
  person: TestPerson
}

// What travels in a file is no matter of the database: `bundles.int.test` and `export.int.test` run on both.
describe('a .zip of another installation', () => {
  let here: Installation
  let there: Installation
  const installed = async (server: TestServer): Promise<Installation> => ({
    server,
    person: await server.signUp(),
  })
  beforeAll(async () => {
    here = await installed(await startTestServer())
    there = await installed(await startTestServer())
  })
  afterAll(async () => {
    await here?.server.close()
    await there?.server.close()
  })

  const rpc = ({ server, person }: Installation) => server.rpc(person.cookie)
  const upload = async (page: string, name: string) => {
    const answer = await fetch(`${here.server.url}/api/files?${new URLSearchParams({ page, name })}`, {
      method: 'POST',
      headers: { origin: here.server.url, cookie: here.person.cookie },
      body: new Uint8Array(PNG),
    })
    expect(answer.status).toBe(201)
    return (await answer.json()) as { id: string; url: string }
  }
  const get = async (path: string, { server, person } = here) =>
    Buffer.from(await (await fetch(server.url + path, { headers: { cookie: person.cookie } })).arrayBuffer())
  const exported = (id: string, format: string, more = '&subPages=true') =>
    get(`/api/export/${format}?documentId=${id}${more}`)
  const imported = async (bytes: Buffer) => {
    const { server, person } = there
    const answer = await fetch(`${server.url}/api/import?filename=copy.zip`, {
      method: 'POST',
      headers: { origin: server.url, cookie: person.cookie },
      body: new Uint8Array(bytes),
    })
    if (answer.status !== 201) throw new Error(await answer.text())
    return (await answer.json()) as ImportAnswer
  }
  const pageThere = (id: string) => rpc(there).document.document.query({ id })
  const insideThere = async (id: string) =>
    (await rpc(there).document.documents.query({ parentDocumentId: id })).documents
  const textIn = async (bytes: Buffer, path: string) => {
    const zip = await openZip(new Uint8Array(bytes))
    const text = Buffer.from(await zip.read(path, 1_000_000)).toString()
    zip.close()
    return text
  }
  const make = async (title: string, parentDocumentId: string | null = null) =>
    (
      await rpc(here).document.create.mutate({
        ...{ title, parentDocumentId },
        contentRich: [{ id: 'one', kind: 'paragraph', text: [{ text: title }] }],
      })
    ).id
  /** A page with an uploaded cover, and one inside of it with the same cover as a film. */
  async function makeCovered() {
    const root = await make('Root')
    const inside = await make('Inside', root)
    const { url } = await upload(root, 'sky ü (1)#2.png')
    const film = JSON.stringify({ background: 'misty', media: { url, type: 'video' }, mediaFit: 'contain' })
    await rpc(here).document.update.mutate({ id: root, coverImage: url })
    await rpc(here).document.update.mutate({ id: inside, coverImage: film })
    return { root, inside, url }
  }

  it.each([
    ['json', ''],
    ['markdown', '&exact=true'],
    ['markdown', ''],
    ['html', ''],
    ['word', ''],
    ['csv', ''],
  ])('9.5 as %s%s it holds the files that are covers, which come back', async (format, more) => {
    const { root } = await makeCovered()
    const bytes = await exported(root, format, `&subPages=true${more}`)
    const { pages } = Manifest.parse(JSON.parse(await textIn(bytes, MANIFEST)))
    expect(pages[0]!.properties.coverImage).toBe('files/sky%20%C3%BC%20(1)%232.png')
    const { document, receipt } = await imported(bytes)
    expect(receipt.dropped).toEqual([])
    expect(receipt.files).toBe(1)
    const cover = (await pageThere(document.id)).coverImage!
    expect(fileOfCover(cover)).not.toBeNull()
    expect(await get(cover, there)).toEqual(PNG)
    const [inside] = await insideThere(document.id)
    const film = (await pageThere(inside!.id)).coverImage!
    expect(JSON.parse(film)).toEqual({
      ...{ background: 'misty', mediaFit: 'contain' },
      media: { url: cover, type: 'video' },
    })
  })

  it('9.5 a Markdown file alone says where its cover is, and is read without it', async () => {
    const { root } = await makeCovered()
    const bytes = await exported(root, 'markdown', '&subPages=true&exact=true')
    const text = await textIn(bytes, 'Root/Inside.md')
    expect(text).toContain('../files/sky%20')
    const { server, person } = there
    const answer = await fetch(`${server.url}/api/import?filename=Inside.md`, {
      method: 'POST',
      headers: { origin: server.url, cookie: person.cookie },
      body: text,
    })
    const { document, receipt } = (await answer.json()) as ImportAnswer
    expect((await pageThere(document.id)).coverImage).toBeNull()
    expect(receipt.dropped).toEqual([
      { what: 'Cover: This file does not exist, or you have no access to it.', count: 1 },
    ])
    expect(JSON.stringify((await pageThere(document.id)).contentRich)).not.toContain('sky')
  })

  it('9.5 covers that are no files stay as they are', async () => {
    const root = await make('Root')
    const covers = [
      'misty',
      '{"background":"misty"}',
      'icon:{"iconName":"star"}',
      'https://example.org/a.png',
    ]
    for (const [at, coverImage] of covers.entries())
      await rpc(here).document.update.mutate({ id: await make(`${at}`, root), coverImage })
    const { pages } = Manifest.parse(JSON.parse(await textIn(await exported(root, 'json'), MANIFEST)))
    expect(pages.slice(1).map(({ properties }) => properties.coverImage)).toEqual(covers)
  })

  it('R68 a cover that the page does not show is not in it', async () => {
    const { url } = await makeCovered()
    const { db } = here.server.services
    const other = await make('Other')
    // As it stood before pages were asked for their covers.
    await db.updateTable('document').set({ cover_image: url }).where('id', '=', other).execute()
    const bytes = await exported(other, 'json')
    const zip = await openZip(new Uint8Array(bytes))
    expect([...zip.paths].sort()).toEqual(['Other.json', MANIFEST])
    zip.close()
  })

  it('9.5 the copy of an account brings covers back', async () => {
    const { root } = await makeCovered()
    const copy = await get('/api/account/copy')
    const { pages } = Manifest.parse(JSON.parse(await textIn(copy, MANIFEST)))
    expect(pages.find(({ id }) => id === root)!.properties.coverImage).toMatch(/^files\/sky/)
    await imported(copy)
    const covers = await there.server.services.db
      .selectFrom('document')
      .select('cover_image')
      .where('title', '=', 'Root')
      .where('cover_image', 'is not', null)
      .orderBy('created_at', 'desc')
      .execute()
    expect(await get(covers[0]!.cover_image!, there)).toEqual(PNG)
  })

  /** Pages that mention each other and a file, and lead to each other in the text of a footnote. */
  async function makeMentioning() {
    const root = await make('Root (1)')
    const inside = await make('Inside', root)
    const outside = await make('Outside')
    const file = await upload(inside, 'notes ü.png')
    const note = (id: string) => `see *this* [page](/${id}#one "title"), not \`[page](/${id})\``
    const blocks: Block[] = [
      {
        id: 'p1',
        kind: 'paragraph',
        text: [
          { text: 'to ' },
          { kind: 'mention', attributes: { key: `/${root}`, value: 'Root (1)' } },
          { kind: 'mention', attributes: { key: `/${outside}`, value: 'Outside' } },
          { text: 'text', marks: [{ kind: 'link', attributes: { url: `/${outside}` } }] },
          { kind: 'mention', attributes: { key: file.id, value: 'notes ü.png', trigger: '#' } },
          { kind: 'footnote', attributes: { note: note(root) } },
        ],
      },
    ]
    await rpc(here).document.update.mutate({ id: inside, contentRich: blocks })
    return { root, inside, outside, file, note }
  }

  it.each([
    ['json', ''],
    ['markdown', '&exact=true'],
    ['html', ''],
  ])(
    '9.5 as %s%s files that are mentioned come along, and mentions name the new ones',
    async (format, more) => {
      const { root, file } = await makeMentioning()
      const { document, receipt } = await imported(await exported(root, format, `&subPages=true${more}`))
      expect(receipt).toMatchObject({ files: 1, dropped: [] })
      const [inside] = await insideThere(document.id)
      const said = JSON.stringify((await pageThere(inside!.id)).contentRich)
      const [, key] = /"key":"([0-9a-z]{20})"/.exec(said)!
      expect(key).not.toBe(file.id)
      expect(await get(`/api/files/${key}/notes.png`, there)).toEqual(PNG)
    },
  )

  it.each([
    ['json', ''],
    ['markdown', '&exact=true'],
    ['markdown', ''],
    ['html', ''],
  ])('9.5 as %s%s links in the text of footnotes lead to the new pages', async (format, more) => {
    const { root, note } = await makeMentioning()
    const { document } = await imported(await exported(root, format, `&subPages=true${more}`))
    const [inside] = await insideThere(document.id)
    const said = JSON.stringify((await pageThere(inside!.id)).contentRich)
    // What is no link stays word for word.
    const expected = note(document.id).replace(`\`[page](/${document.id})\``, `\`[page](/${root})\``)
    expect(said).toContain(JSON.stringify(expected))
  })

  it('9.5 a page as HTML leads to pages and files wherever it is read', async () => {
    const { root, inside, outside, file } = await makeMentioning()
    const origin = here.server.services.config.publicUrl
    const hrefs = (html: string) => [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href]) => href)
    const alone = (await exported(inside, 'html', '')).toString()
    const fileAddress = `${origin}/api/files/${file.id}/notes%20%C3%BC.png`
    expect(hrefs(alone)).toEqual([
      ...[`${origin}/${root}`, `${origin}/${outside}`, `${origin}/${outside}`, fileAddress],
      ...['#footnote-1', `${origin}/${root}#one`],
    ])
    const beside = await textIn(await exported(root, 'html'), 'Root (1)/Inside.html')
    expect(hrefs(beside)).toEqual([
      ...[
        '../Root%20(1).html',
        `${origin}/${outside}`,
        `${origin}/${outside}`,
        '../files/notes%20%C3%BC.png',
      ],
      ...['#footnote-1', '../Root%20%281%29.html#one'],
    ])
  })
})
