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

async function partsOf(files: Record<string, string | Buffer>): Promise<ImportPart[]> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  const path = join(folder, 'a.zip')
  await writeFile(path, Buffer.concat(await (zip.outputStream as Readable).toArray()))
  const parts: ImportPart[] = []
  const watcher = { onPlan: () => undefined, onProgress: () => undefined }
  for await (const part of importParts({ name: 'a.zip', path, depth: 10 }, watcher)) parts.push(part)
  return parts
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

  it('I9 a .zip of other kinds of files says which it may hold', async () => {
    await expect(partsOf({ 'a.exe': 'x', 'b.mp3': 'y' })).rejects.toThrow(/no file that can be imported/)
  })
})
