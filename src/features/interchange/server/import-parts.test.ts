import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { type ImportPart, importParts, type PagePart } from './import-parts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-parts-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return Buffer.concat(await (zip.outputStream as Readable).toArray())
}

async function partsOf(files: Record<string, string | Buffer>): Promise<ImportPart[]> {
  const path = join(folder, 'a.zip')
  await writeFile(path, await zipOf(files))
  const parts: ImportPart[] = []
  const watcher = { onPlan: () => undefined, onProgress: () => undefined }
  for await (const part of importParts({ name: 'a.zip', path, depth: 10, origin: '' }, watcher))
    parts.push(part)
  return parts
}

const pagesOf = (parts: readonly ImportPart[]) =>
  parts.filter((part): part is PagePart => part.say === 'page')
const droppedIn = (parts: readonly ImportPart[]) => {
  const end = parts.at(-1)!
  return end.say === 'end' ? end.receipt.dropped.map(({ what }) => what) : []
}

const [a, b] = ['a', 'b'].map((letter) => letter.repeat(32))
const notion = (title: string, icon: string, body: string) =>
  `<html><head><title>${title}</title></head><body><article class="page sans"><header><img class="page-cover-image" src="Home%20${a}/sky.png"/><div class="page-header-icon undefined"><span class="icon">${icon}</span></div><h1 class="page-title">${title}</h1></header><div class="page-body">${body}</div></article></body></html>`

it('9.5 a page that is empty is there, so that links lead to it, and a link in other letters finds its file', async () => {
  const parts = await partsOf({
    'Home.md': 'To [ideas](Ideas.md) and [more](%55%CC%88bersicht.md).',
    'Ideas.md': '',
    'Übersicht.md': 'x',
  })
  const pages = parts.filter((part): part is PagePart => part.say === 'page')
  expect(pages.map(({ title }) => title)).toEqual(['Home', 'Ideas', 'Übersicht'])
  const [home, ideas, overview] = pages
  expect(JSON.stringify(home!.blocks)).toContain(`"url":"/${ideas!.id}"`)
  expect(JSON.stringify(home!.blocks)).toContain(`"url":"/${overview!.id}"`)
})

it('9.5 of the covers in our own .zip, only those that are files are looked for', async () => {
  const covers = ['misty', '{"background":"misty"}', 'icon:{"iconName":"star"}', 'https://example.org/a.png']
  const page = (coverImage: string, at: number) => ({
    ...{ path: `${at}.md`, id: `p${at}`, parent: null, title: `${at}`, properties: { coverImage } },
  })
  const parts = await partsOf({
    'sheaf.json': JSON.stringify({
      ...{ format: 'sheaf-bundle', version: 1 },
      pages: [...covers, 'files/sky.png', 'files/lost.png'].map(page),
    }),
    ...Object.fromEntries([...covers, '', ''].map((_, at) => [`${at}.md`, 'text'])),
    'files/sky.png': 'a picture',
  })
  const found = pagesOf(parts).map(({ properties }) => properties.coverImage)
  expect(found.slice(0, 4)).toEqual(covers)
  expect(found[4]).toMatch(/^\/api\/files\/[0-9a-z]{20}\/sky\.png$/)
  expect(found[5]).toBeUndefined()
  expect(droppedIn(parts)).toEqual(['Picture or file that is not in the .zip (files/lost.png)'])
})

it('6.4 pictures inside a Markdown file become files of its page', async () => {
  const parts = await partsOf({
    'Letter.md': '# Letter\n\n![][image1]\n\n[image1]: <data:image/png;base64,QUJD>\n',
  })
  const [letter] = pagesOf(parts)
  const file = parts.find((part) => part.say === 'file')
  expect(file).toMatchObject({
    pageId: letter!.id,
    name: 'picture-1.png',
    bytes: new Uint8Array([65, 66, 67]),
  })
  expect(letter!.blocks).toMatchObject([
    {
      kind: 'image',
      attributes: {
        url: `/api/files/${file?.id}/picture-1.png`,
        name: 'picture-1.png',
        size: 3,
        isUpload: true,
      },
    },
  ])
  expect(droppedIn(parts)).toEqual([])
})

it('9.5 a Word file with many pictures is read inside of a .zip as by itself', async () => {
  const word = new ZipFile()
  word.addBuffer(
    Buffer.from(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    '[Content_Types].xml',
  )
  word.addBuffer(
    Buffer.from(
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    ),
    '_rels/.rels',
  )
  word.addBuffer(
    Buffer.from(
      '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>All words</w:t></w:r></w:p></w:body></w:document>',
    ),
    'word/document.xml',
  )
  word.addBuffer(randomBytes(21 * 1024 * 1024), 'word/media/image1.png', { compress: false })
  word.end()
  const bytes = Buffer.concat(await (word.outputStream as Readable).toArray())
  const parts = await partsOf({ 'Report.docx': bytes })
  const [page] = parts.filter((part): part is PagePart => part.say === 'page')
  expect(JSON.stringify(page!.blocks)).toContain('All words')
})

describe('I7 an export of Notion as HTML', () => {
  it('has icons, covers, to-dos and links between pages, and says what is missing', async () => {
    const parts = await partsOf({
      [`Home ${a}.html`]: notion(
        'Home',
        '🏠',
        `<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">wash</span></li></ul>` +
          `<figure class="link-to-page"><a href="Home%20${a}/Child%20${b}.html">Child</a></figure>` +
          `<p><a href="Home%20${a}/Gone%20${b}.html">gone</a></p>` +
          `<figure class="image"><a href="Home%20${a}/lost.png"><img src="Home%20${a}/lost.png"/></a></figure>`,
      ),
      [`Home ${a}/sky.png`]: 'a picture',
      [`Home ${a}/Child ${b}.html`]: '<title>Child</title><h1 class="page-title">Child</h1><p>text</p>',
    })
    const pages = parts.filter((part): part is PagePart => part.say === 'page')
    const [home, child] = pages
    expect(pages.map(({ title }) => title)).toEqual(['Home', 'Child'])
    expect(child!.parentId).toBe(home!.id)
    expect(home!.properties.icon).toBe('🏠')
    expect(home!.properties.coverImage).toMatch(/^\/api\/files\/[0-9a-z]{20}\/sky\.png$/)
    expect(home!.blocks[0]).toMatchObject({
      kind: 'listItem',
      attributes: { listStyleType: 'todo', checked: true },
      text: [{ text: 'wash' }],
    })
    expect(JSON.stringify(home!.blocks)).toContain(`"url":"/${child!.id}"`)
    const end = parts.at(-1)!
    expect(end.say === 'end' && end.receipt.dropped.map(({ what }) => what).sort()).toEqual([
      `Link to a page or file that is not in the .zip (Home ${a}/Gone ${b}.html)`,
      `Picture or file that is not in the .zip (Home ${a}/lost.png)`,
    ])
  })

  it('leads from a page to the page of its database, which it names by the shorter of two files', async () => {
    const parts = await partsOf({
      [`Home ${a}.md`]: `# Home\n\n[Tasks](Home%20${a}/Tasks%20${b}.csv)\n`,
      [`Home ${a}/Tasks ${b}.csv`]: 'Name\nshort\n',
      [`Home ${a}/Tasks ${b}_all.csv`]: 'Name,Done\nwash,Yes\n',
    })
    const [home, tasks] = pagesOf(parts)
    expect(tasks!.title).toBe('Tasks')
    expect(JSON.stringify(tasks!.blocks)).toContain('"wash"')
    expect(JSON.stringify(home!.blocks)).toContain(`"url":"/${tasks!.id}"`)
    expect(droppedIn(parts)).toEqual([])
  })

  it('in several parts is one, beside what an operating system puts there', async () => {
    const parts = await partsOf({
      'Export-1-Part-1.zip': await zipOf({
        [`Home ${a}.md`]: `# Home\n\n[Child](Home%20${a}/Child%20${b}.md)\n\n![](Home%20${a}/sky.png)\n`,
      }),
      'Export-1-Part-2.zip': await zipOf({
        [`Home ${a}/Child ${b}.md`]: '# Child\n\ntext\n',
        [`Home ${a}/sky.png`]: 'a picture',
      }),
      '.DS_Store': 'x',
      '__MACOSX/._Export-1-Part-1.zip': 'x',
    })
    const [home, child] = pagesOf(parts)
    expect(child).toMatchObject({ title: 'Child', parentId: home!.id })
    expect(JSON.stringify(home!.blocks)).toContain(`"url":"/${child!.id}"`)
    expect(parts.find((part) => part.say === 'file')?.name).toBe('sky.png')
    expect(droppedIn(parts)).toEqual([])
  })

  it('in one part is read beside what an operating system puts there', async () => {
    const inner = await zipOf({ 'Home.md': 'text' })
    const parts = await partsOf({ 'Export-1.zip': inner, '.DS_Store': 'x', '__MACOSX/._Export-1.zip': 'x' })
    expect(pagesOf(parts).map(({ title }) => title)).toEqual(['Home'])
  })

  it('I9 a .zip of other kinds of files says which it may hold', async () => {
    await expect(partsOf({ 'a.exe': 'x', 'b.mp3': 'y' })).rejects.toThrow(/no file that can be imported/)
  })
})
