import { expect, it } from 'vitest'
import type { Block } from '@/blocks'
import { parseHtmlText } from '../server/parse-html'
import { htmlExport, htmlImport } from './html'

const tools = { parseHtml: parseHtmlText, onProgress: () => undefined }
const read = async (html: string) =>
  htmlImport.read({ name: 'a.html', bytes: new TextEncoder().encode(html) }, tools)
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 250])
const image = (id: string, url: string): Block => ({
  id,
  kind: 'image',
  attributes: { url, caption: 'a "b" > c' },
})

it('9.5 a page as one HTML file has its pictures inside, and files of ours at their whole address', async () => {
  const blocks: Block[] = [
    image('a', '/api/files/x/a.png'),
    image('b', '/api/files/x/a.png'),
    image('c', '/api/files/large/c.png'),
    image('d', 'https://example.org/d.png'),
    {
      id: 'e',
      kind: 'file',
      attributes: { url: '/api/files/y/notes.txt', name: 'notes.txt', isUpload: true },
    },
  ]
  const pictures = new Map([['/api/files/x/a.png', { type: 'image/png', bytes: PNG }]])
  const page = { title: 'T', blocks, properties: {}, pictures, origin: 'https://sheaf.test' }
  const [file] = await htmlExport.write(page, {})
  const html = String(file!.content)
  expect(html.match(/src="data:image\/png;base64,[^"]+"/g)).toHaveLength(2)
  expect(html).toContain('src="https://sheaf.test/api/files/large/c.png"')
  expect(html).toContain('src="https://example.org/d.png"')
  expect(html).toContain('href="https://sheaf.test/api/files/y/notes.txt"')

  const back = await read(html)
  const own = 'enclosed-picture-1.png'
  expect(back.enclosed).toEqual([{ ref: own, name: 'picture-1.png', bytes: PNG }])
  const addresses = back.blocks.map(({ attributes }) => attributes?.url)
  expect(addresses).toEqual([
    own,
    own,
    '/api/files/large/c.png',
    'https://example.org/d.png',
    '/api/files/y/notes.txt',
  ])
  expect(back.blocks[0]?.attributes?.caption).toBe('a "b" > c')
})

it('9.5 links in an HTML file lead to this server wherever it is read, and come back as the paths that they were', async () => {
  const link = (url: string) => ({ text: url, marks: [{ kind: 'link', attributes: { url } }] })
  const urls = [
    '/page#one',
    '#two',
    '//example.org/a',
    'https://sheaf.test.example/b',
    '/api/files/x/"a".txt',
  ]
  const mention = { kind: 'mention', attributes: { key: '/page', value: '<a href="/x">' } }
  const blocks: Block[] = [{ id: 'a', kind: 'paragraph', text: [...urls.map(link), mention] }]
  const origin = 'https://sheaf.test'
  const [file] = await htmlExport.write(
    { title: 'T', blocks, properties: {}, pictures: new Map(), origin },
    {},
  )
  const html = String(file!.content)
  expect([...html.matchAll(/<a\s[^<>]*href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    ...[`${origin}/page#one`, ...urls.slice(1, 4)],
    ...[`${origin}/api/files/x/&quot;a&quot;.txt`, `${origin}/page`],
  ])
  const bytes = new TextEncoder().encode(html)
  const back = await htmlImport.read({ name: 'a.html', bytes }, { ...tools, origin })
  expect(back.blocks.map(({ text }) => text)).toEqual([blocks[0]!.text])
  // Another server leaves them at the one that they lead to.
  expect(JSON.stringify((await read(html)).blocks)).toContain(`"url":"${origin}/page#one"`)
})

it('6.4 pictures inside a web page come along; what is no picture, or only text about one, does not', async () => {
  const data = Buffer.from(PNG).toString('base64')
  const { blocks, enclosed } = await read(
    `<p>one</p><img alt="x" src='data:image/png;base64,${data}'><pre>&lt;img src="data:image/png;base64,${data}"></pre>
     <img src="data:text/html;base64,PHNjcmlwdD4="><img src="data:image/svg+xml;base64,PHN2Zy8+">`,
  )
  expect(enclosed).toHaveLength(1)
  expect(blocks.filter(({ kind }) => kind === 'image')).toMatchObject([
    { attributes: { url: 'enclosed-picture-1.png', alt: 'x' } },
  ])
  expect(JSON.stringify(blocks.find(({ kind }) => kind === 'codeBlock')?.text)).toContain(data)
})

it('R34 many signs that begin a picture and never end are read in a moment', async () => {
  const html = `${'<figure data-url="'.repeat(20_000)}${'<img src="data:image/png;base64,'.repeat(20_000)}`
  expect((await read(html)).enclosed).toEqual([])
})
