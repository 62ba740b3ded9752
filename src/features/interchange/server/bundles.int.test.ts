import { readdirSync, readlinkSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { countingReads } from '@test/counted-reads'
import { onEachDatabase, startTestServer, type TestPerson, type TestServer } from '@test/server'
import { NOBODYS_ADDRESS, openSinkhole } from '@test/sinkhole'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import type { Block } from '@/blocks'
import { newId } from '@/shared/ids'
import { openZip } from '../formats/safe-zip'
import type { ImportAnswer, ImportLine } from '../model'
import { importFile } from './interchange.service'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A `.zip` of these files. */
async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content as string), path)
  zip.end()
  return buffer(zip.outputStream)
}

onEachDatabase('folders of files', (database) => {
  let server: TestServer
  let person: TestPerson
  beforeAll(async () => {
    server = await startTestServer({ env: database.env })
    person = await server.signUp()
  })
  afterAll(() => server.close())

  const send = (bytes: Buffer | string, name: string, query: Record<string, string> = {}, accept = '*/*') =>
    fetch(`${server.url}/api/import?${new URLSearchParams({ filename: name, ...query })}`, {
      method: 'POST',
      headers: { origin: server.url, cookie: person.cookie, accept },
      body: new Uint8Array(Buffer.from(bytes as string)),
    })
  /** Sends `piece` `pieces` times, one after the other. */
  const sendStream = (name: string, pieces: number, piece: string) => {
    const bytes = new TextEncoder().encode(piece)
    let left = pieces
    const body = new ReadableStream({
      pull(stream) {
        if (left-- > 0) stream.enqueue(bytes)
        else stream.close()
      },
    })
    const headers = { origin: server.url, cookie: person.cookie }
    const init = { method: 'POST', headers, body, duplex: 'half' }
    return fetch(`${server.url}/api/import?filename=${name}`, init as RequestInit)
  }
  const imported = async (bytes: Buffer | string, name: string, query?: Record<string, string>) => {
    const answer = await send(bytes, name, query)
    if (answer.status !== 201) throw new Error(await answer.text())
    return (await answer.json()) as ImportAnswer
  }
  const exported = async (id: string, format: string, more = '&subPages=true') => {
    const answer = await fetch(`${server.url}/api/export/${format}?documentId=${id}${more}`, {
      headers: { cookie: person.cookie },
    })
    if (!answer.ok) throw new Error(await answer.text())
    return Buffer.from(await answer.arrayBuffer())
  }
  const rpc = () => server.rpc(person.cookie)
  const page = (id: string) => rpc().document.document.query({ id })
  const inside = async (id: string) =>
    (await rpc().document.documents.query({ parentDocumentId: id })).documents
  const count = async () => (await rpc().document.allDocuments.query({})).documents.length
  const wordsOf = async (answer: Response) => ((await answer.json()) as { error: string }).error

  /** Titles of a page and everything in it, nested. */
  const outline = async (id: string, title: string): Promise<unknown> => {
    const children = await inside(id)
    const below = await Promise.all(children.map((child) => outline(child.id, child.title)))
    return below.length > 0 ? { [title]: below } : title
  }

  it('9.5 an export of Notion: names without their ids, pages in pages, databases, pictures, links', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((letter) => letter.repeat(32))
    const inner = await zipOf({
      [`Home ${a}.md`]: `# Home\n\n![cat](Home%20${a}/cat.png)\n\n[To the child](Home%20${a}/Child%20${b}.md)\n`,
      [`Home ${a}/cat.png`]: PNG,
      [`Home ${a}/Child ${b}.md`]: '# Child\n\ntext\n',
      [`Home ${a}/Tasks ${c}.csv`]: 'Name\nshort\n',
      [`Home ${a}/Tasks ${c}_all.csv`]: 'Name,Done\nwash,Yes\n"a, b",No\n',
      [`Home ${a}/Tasks ${c}/wash ${b}.md`]: '# wash\n\nDone: Yes\n',
    })
    const { document, receipt } = await imported(await zipOf({ 'Export-1.zip': inner }), 'notion.zip')
    expect(receipt.pages).toBe(4)
    expect(receipt.files).toBe(1)
    expect(receipt.dropped).toEqual([])
    expect(await outline(document.id, document.title)).toEqual({ Home: ['Child', { Tasks: ['wash'] }] })
    const [picture, link] = (await page(document.id)).contentRich as Block[]
    expect(picture?.attributes).toMatchObject({ name: 'cat.png', isUpload: true, size: PNG.length })
    const bytes = await fetch(server.url + picture!.attributes!.url, { headers: { cookie: person.cookie } })
    expect(bytes.headers.get('content-type')).toBe('image/png')
    // Its settled content names the file: viewers from whom the review is hidden see it.
    const noted = server.services.db.selectFrom('file_page').select('is_settled')
    expect(await noted.where('document_id', '=', document.id).execute()).toEqual([{ is_settled: 1 }])
    const [child, tasks] = await inside(document.id)
    expect(JSON.stringify(link)).toContain(`"url":"/${child!.id}"`)
    const [table] = (await page(tasks!.id)).contentRich as Block[]
    expect(table?.kind).toBe('dataTable')
    expect(JSON.stringify(table)).toContain('a, b')
  })

  it('what a page says is gone through once for all files that come with it', async () => {
    const readsWith = async (count: number) => {
      const names = Array.from({ length: count }, (_, at) => `${at}.png`)
      const path = join(server.services.config.dataDir, `${newId()}.zip`)
      const pictures = Object.fromEntries(names.map((name) => [name, PNG]))
      const text = names.map((name) => `![](${name})\n\n`).join('')
      await writeFile(path, await zipOf({ 'Album.md': text, ...pictures }))
      const counting = countingReads(server.services.db)
      const caller = { user: person.user, sessionId: 'one', ip: '127.0.0.1' }
      const file = {
        name: 'album.zip',
        path,
        parentDocumentId: null,
        podId: undefined,
        remove: async () => {},
      }
      const { signal } = new AbortController()
      const { document } = await importFile({ ...server.services, db: counting.db, caller }, file, signal)
      const noted = server.services.db.selectFrom('file_page').select('is_settled')
      const rows = await noted.where('document_id', '=', document.id).execute()
      expect(rows.map(({ is_settled }) => is_settled)).toEqual(names.map(() => 1))
      return counting.count()
    }
    expect(await readsWith(12)).toBe(await readsWith(1))
  })

  it('9.5 an export of Outline: folders become pages, uploads come along', async () => {
    const bytes = await zipOf({
      'Handbook/Start.md': '# Start\n\n![](uploads/1/x.png)\n\n[Deep](Start/Deep.md)\n',
      'Handbook/Start/Deep.md': 'deep words\n',
      'Handbook/uploads/1/x.png': PNG,
      'Handbook/uploads/1/notes.md': 'not a page\n',
      '__MACOSX/Handbook/._Start.md': 'x',
    })
    const { document, receipt } = await imported(bytes, 'outline.zip')
    expect(await outline(document.id, document.title)).toEqual({ Handbook: [{ Start: ['Deep'] }] })
    expect(receipt.files).toBe(1)
    expect(receipt.dropped).toEqual([
      { what: 'File that no page shows (Handbook/uploads/1/notes.md)', count: 1 },
    ])
  })

  it.each([
    ['markdown', '&exact=true'],
    ['markdown', ''],
    ['json', ''],
    ['html', ''],
  ])(
    '9.5 a branch exported as %s%s and imported again is the same branch: nesting, order, links, files, mentions',
    async (format, more) => {
      const root = await rpc().document.create.mutate({ title: `Root ${format}${more}`, icon: '🌳' })
      const second = await rpc().document.create.mutate({ parentDocumentId: root.id, title: 'Same / name' })
      const first = await rpc().document.create.mutate({ parentDocumentId: root.id, title: 'Same   name' })
      await rpc().document.move.mutate({ id: first.id, parentDocumentId: root.id, beforeId: second.id })
      const deep = await rpc().document.create.mutate({ parentDocumentId: second.id, title: 'Deep' })
      const upload = await fetch(
        `${server.url}/api/files?page=${deep.id}&name=${encodeURIComponent('pic ü.png')}`,
        {
          method: 'POST',
          headers: { origin: server.url, cookie: person.cookie },
          body: PNG,
        },
      )
      const file = (await upload.json()) as { id: string; url: string }
      const blocks: Block[] = [
        {
          id: 'p1',
          kind: 'paragraph',
          text: [
            { text: 'to ', marks: [] },
            { text: 'the root', marks: [{ kind: 'link', attributes: { url: `/${root.id}#x1` } }] },
            { text: ' and ' },
            { kind: 'mention', attributes: { key: `/${first.id}`, value: 'Same name' } },
          ],
        },
        {
          id: 'i1',
          kind: 'image',
          attributes: { url: file.url, name: 'pic ü.png', isUpload: true, size: PNG.length },
        },
      ]
      await rpc().document.update.mutate({ id: deep.id, contentRich: blocks })
      const bytes = await exported(root.id, format, `&subPages=true${more}`)
      const zip = await openZip(bytes)
      expect(zip.paths).toContain('files/pic ü.png')
      zip.close()
      const { document, receipt } = await imported(bytes, 'branch.zip')
      expect(receipt.pages).toBe(4)
      expect(await outline(document.id, document.title)).toEqual(
        await outline(root.id, `Root ${format}${more}`),
      )
      const copy = await page(document.id)
      expect(copy.icon).toBe('🌳')
      const [newFirst, newSecond] = await inside(document.id)
      const [newDeep] = await inside(newSecond!.id)
      const [text, image] = (await page(newDeep!.id)).contentRich as Block[]
      const said = JSON.stringify(text)
      expect(said).toContain(`"url":"/${document.id}#x1"`)
      // Other programs know links, and no mentions.
      const isForOthers = format === 'markdown' && more === ''
      expect(said).toContain(isForOthers ? `"url":"/${newFirst!.id}"` : `"key":"/${newFirst!.id}"`)
      expect(image!.attributes!.url).not.toBe(file.url)
      const again = await fetch(server.url + image!.attributes!.url, { headers: { cookie: person.cookie } })
      expect(Buffer.from(await again.arrayBuffer())).toEqual(PNG)
      if (format === 'json') expect([text!.id, image!.id]).toEqual(['p1', 'i1'])
    },
  )

  it('R35 tables go out as CSV and come back as they were; formulas do nothing in a spreadsheet', async () => {
    const rows = ['Name,Sum', '=1+1,5', "'=x,-7", '@cmd,007', '"line\nbreak","a ""quote"""', ',']
    const { document } = await imported(rows.join('\r\n'), 'sums.csv')
    const csv = (await exported(document.id, 'csv', '')).toString()
    expect(csv).toBe(`Name,Sum\r\n'=1+1,5\r\n'=x,-7\r\n'@cmd,007\r\n"line\nbreak","a ""quote"""\r\n,\r\n`)
    const second = await imported(csv, 'sums.csv')
    expect((await exported(second.document.id, 'csv', '')).toString()).toBe(csv)
    const semicolons = (await exported(document.id, 'csv', '&delimiter=semicolon')).toString()
    expect(semicolons).toContain("'=1+1;5")
    const third = await imported(semicolons, 'a.csv')
    expect((await exported(third.document.id, 'csv', '')).toString()).toBe(csv)
  })

  it('an import says how far it is, and nothing is there before all of it is', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`a${at}.md`, `# Page ${at}\n\nx\n`]),
    )
    const before = await count()
    const answer = await send(await zipOf(files), 'many.zip', {}, 'application/x-ndjson')
    const lines = (await answer.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as ImportLine)
    expect(lines.at(-1)).toMatchObject({ say: 'done', receipt: { pages: 60 } })
    expect(lines[0]).toMatchObject({ say: 'progress', pages: 60 })
    expect(await count()).toBe(before + 60)
  })

  it('R36 R37 addresses in what is imported are written down, and nobody asks them', async () => {
    const sinkhole = await openSinkhole(0, NOBODYS_ADDRESS)
    const inside = `http://${NOBODYS_ADDRESS}:${sinkhole.port}`
    const html = `<!doctype html><html><head><title>Trap</title><base href="${inside}/">
      <link rel="stylesheet" href="${inside}/a.css"><link rel="preload" as="image" href="${inside}/b.png">
      <meta http-equiv="refresh" content="0;url=${inside}/"><style>@import url(${inside}/c.css)</style></head>
      <body><p>words<img src="${inside}/d.png"><img src="e.png" srcset="${inside}/f.png 2x"></p>
      <img src="file:///etc/passwd"><iframe src="${inside}/g"></iframe><video src="${inside}/h.mp4" poster="${inside}/i.png">
      </video><object data="${inside}/j"></object><svg><image href="${inside}/k.png"/><use href="${inside}/l.svg#m"/></svg></body></html>`
    const markdown = `words\n\n![](${inside}/a.png)\n\n[a](${inside}/b)\n\n![](file:///etc/passwd)\n\n![](../../../../etc/passwd)\n\n<img src="${inside}/c.png">\n`
    const relation = (type: string, target: string) =>
      `<Relationship Id="${type}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/>`
    const picture = (id: string) =>
      `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="9525" cy="9525"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:link="${id}" r:embed="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
    const word = await zipOf({
      '[Content_Types].xml':
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      '_rels/.rels':
        '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
      'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('image', `${inside}/w.png`)}${relation('attachedTemplate', 'file:///etc/passwd')}</Relationships>`,
      'word/document.xml': `<?xml version="1.0"?><!DOCTYPE w [<!ENTITY x SYSTEM "${inside}/dtd">]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body><w:p><w:r><w:t>words</w:t></w:r></w:p>${picture('image')}${picture('attachedTemplate')}</w:body></w:document>`,
    })
    const files = () => server.services.db.selectFrom('file').select('id').execute()
    const before = (await files()).length
    const taken: string[] = []
    for (const [name, bytes] of [
      ['a.html', html],
      ['a.md', markdown],
      ['a.docx', word],
      ['a.zip', await zipOf({ 'a.html': html, 'b.md': markdown, 'c.docx': word })],
    ] as const) {
      const answer = await send(bytes, name)
      expect([201, 400], name).toContain(answer.status)
      taken.push(await answer.text())
    }
    expect(taken.join(' ')).not.toContain('root:')
    expect(sinkhole.touched()).toEqual([])
    expect((await files()).length).toBe(before)
    await sinkhole.close()
  }, 60_000)

  it('a cancelled import leaves no page, no file and nothing in the data folder', async () => {
    const text = 'A short paragraph.\n\n'.repeat(2000)
    const files: Record<string, string | Buffer> = { 'x.png': PNG }
    for (let at = 0; at < 40; at++) files[`p${at}.md`] = `![x](x.png)\n\n${text}`
    const body = await zipOf(files)
    const before = await count()
    const fileCount = async () =>
      Number(
        (
          await server.services.db
            .selectFrom('file')
            .select((eb) => eb.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      )
    const filesBefore = await fileCount()
    const stop = new AbortController()
    const answer = await fetch(`${server.url}/api/import?filename=many.zip`, {
      method: 'POST',
      headers: { origin: server.url, cookie: person.cookie, accept: 'application/x-ndjson' },
      body: new Uint8Array(body),
      signal: stop.signal,
    })
    const reader = answer.body!.getReader()
    await reader.read()
    stop.abort()
    await expect(reader.read()).rejects.toThrow()
    const hidden = () => server.services.db.selectFrom('preparation').select('id').execute()
    await expect.poll(async () => (await hidden()).length, { timeout: 20_000 }).toBe(0)
    await expect.poll(() => readdirSync(join(server.services.config.dataDir, 'imports'))).toEqual([])
    expect(await count()).toBe(before)
    expect(await fileCount()).toBe(filesBefore)
  })

  it('a cancelled export closes the file that it was sending', async () => {
    const { id } = await rpc().document.create.mutate({ title: 'Album' })
    const headers = { origin: server.url, cookie: person.cookie }
    const sent = await fetch(`${server.url}/api/files?page=${id}&name=large.png`, {
      method: 'POST',
      headers,
      body: new Uint8Array(Buffer.concat([PNG, Buffer.alloc(32 * 1024 * 1024)])),
    })
    const { url } = (await sent.json()) as { url: string }
    await rpc().document.update.mutate({
      id,
      contentRich: [{ id: 'i1', kind: 'image', attributes: { url } }],
    })
    // The server runs in this process.
    const openFiles = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).startsWith(join(server.services.config.dataDir, 'files'))
        } catch {
          return false
        }
      }).length
    const stop = new AbortController()
    const address = `${server.url}/api/export/markdown?documentId=${id}&subPages=true`
    const answer = await fetch(address, { headers, signal: stop.signal })
    await answer.body!.getReader().read()
    await expect.poll(openFiles, { timeout: 10_000 }).toBe(1)
    stop.abort()
    await expect.poll(openFiles, { timeout: 10_000 }).toBe(0)
  })

  it('one page of many that cannot be read is left out and named, the others are imported', async () => {
    const { receipt } = await imported(
      await zipOf({
        'good.md': '# Good\n\nx',
        'bad.md': Buffer.from([0, 1, 2]),
        'empty.txt': ' ',
        'x.bin': 'x',
      }),
      'mixed.zip',
    )
    expect(receipt.pages).toBe(2)
    const dropped = receipt.dropped.map(({ what }) => what).join('\n')
    expect(dropped).toContain('bad.md: This file is not text.')
    // One that is empty is a page: others may lead to it.
    expect(dropped).not.toContain('empty.txt')
    expect(dropped).toContain('File that no page shows (x.bin)')
  })

  it('pages go into the page that was chosen, behind those that are there', async () => {
    const parent = await rpc().document.create.mutate({ title: 'Parent' })
    await rpc().document.create.mutate({ parentDocumentId: parent.id, title: 'Old' })
    await imported(await zipOf({ 'a.md': 'a', 'b/c.md': 'c' }), 'x.zip', { parentDocumentId: parent.id })
    expect(await outline(parent.id, 'Parent')).toEqual({ Parent: ['Old', 'a', { b: ['c'] }] })
    const other = await server.signUp()
    const refused = await fetch(`${server.url}/api/import?filename=a.md&parentDocumentId=${parent.id}`, {
      method: 'POST',
      headers: { origin: server.url, cookie: other.cookie },
      body: 'x',
    })
    expect(refused.status).toBe(404)
  })

  it('R34 a CSV of two million rows, 100 MB of Markdown, JSON of others: refused in words with the numbers', async () => {
    const long = await send('1\n'.repeat(2_000_000), 'long.csv')
    expect(long.status).toBe(413)
    expect(await wordsOf(long)).toMatch(/about 2,000,000 rows.*at most 5,000 rows/)
    const huge = await sendStream('huge.md', 100, 'word '.repeat(209_715))
    expect(huge.status).toBe(413)
    expect(await wordsOf(huge)).toMatch(/larger than 20 MB/)
    const foreign = await send('{"name":"package"}', 'package.json')
    expect(await wordsOf(foreign)).toMatch(/no page of Sheaf/)
    const nested = await send(`${'['.repeat(100_000)}`, 'deep.json')
    expect(nested.status).toBe(400)
  })
})
