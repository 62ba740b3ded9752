import { expect, it } from 'vitest'
import { plainTextOf } from '@/blocks/plain-text'
import { parseHtmlText } from '../server/parse-html'
import { markdownImport } from './markdown'

const tools = { parseHtml: parseHtmlText, onProgress: () => undefined }
const read = async (text: string) =>
  markdownImport.read({ name: 'a.md', bytes: new TextEncoder().encode(text) }, tools)
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 250])
const DATA = Buffer.from(PNG).toString('base64')
const ADDRESS = `data:image/png;base64,${DATA}`
const OWN = 'enclosed-picture-1.png'

it('6.4 pictures at the end of a Markdown file of Google Docs come along in their places', async () => {
  const large = 'QUJD'.repeat(1_500_000)
  const { blocks, enclosed, notes } = await read(
    `${'words '.repeat(10_000)}\n\nbefore\n\n![][image1]\n\nbetween ![a lamp][image2]\n\n[image1]: <data:image/jpeg;base64,${large}>\n\n[image2]: <${ADDRESS}>\n`,
  )
  expect(blocks.slice(-4)).toMatchObject([
    { text: [{ text: 'before' }] },
    { kind: 'image', attributes: { url: 'enclosed-picture-1.jpg' } },
    { text: [{ text: 'between' }] },
    { kind: 'image', attributes: { url: 'enclosed-picture-2.png', alt: 'a lamp' } },
  ])
  expect(enclosed?.map(({ name, bytes }) => [name, bytes.length])).toEqual([
    ['picture-1.jpg', 4_500_000],
    ['picture-2.png', PNG.length],
  ])
  expect(notes).toEqual([])
})

it('6.4 pictures inside of lines, tags, tables and quotes of Markdown come along, each once', async () => {
  const { blocks, enclosed } = await read(
    `![x](${ADDRESS} "under it")\n\n<img alt="y" src="${ADDRESS}">\n\n> ![z][p]\n>\n> [p]: ${ADDRESS}\n\n| a |\n|---|\n| ![](<${ADDRESS}>) |\n`,
  )
  expect(enclosed).toEqual([{ ref: OWN, name: 'picture-1.png', bytes: PNG }])
  expect(blocks.slice(0, 2)).toMatchObject([
    { kind: 'image', attributes: { url: OWN, alt: 'x', caption: 'under it' } },
    { kind: 'image', attributes: { url: OWN, alt: 'y' } },
  ])
  expect(blocks[2]?.children).toMatchObject([{ kind: 'image', attributes: { url: OWN, alt: 'z' } }])
  const link = { kind: 'link', attributes: { url: OWN } }
  expect(JSON.stringify(blocks[3])).toContain(JSON.stringify({ text: 'picture-1.png', marks: [link] }))
})

it('a picture in Markdown that cannot be taken is said in the receipt, and never shown as letters', async () => {
  const drawing = `data:image/svg+xml;base64,${'PHN2'.repeat(20_000)}`
  const { blocks, enclosed, notes } = await read(
    `one\n\n![a lamp][image1]\n\n![](${drawing})\n\n<img src="${drawing}">\n\n[two](${drawing})\n\n${'x '.repeat(30_000)}\n\nlast\n\n[image1]: <${drawing}>\n`,
  )
  expect(enclosed).toEqual([])
  expect(blocks.map((block) => plainTextOf([block]).slice(0, 10))).toEqual([
    ...['one', 'a lamp', 'two', 'x x x x x ', 'last'],
  ])
  expect(notes).toEqual([
    { change: 'converted', what: 'Image', into: 'text', count: 1 },
    { change: 'dropped', what: 'Image', into: '', count: 1 },
    { change: 'dropped', what: 'HTML tag <img>', into: '', count: 1 },
    { change: 'dropped', what: 'Link address that is not allowed', into: '', count: 1 },
  ])
})

it('code about a picture in Markdown stays as it is', async () => {
  const code = `![](${ADDRESS})\n[a]: ${ADDRESS}\n<img src="data:image/svg+xml,x">`
  const { blocks } = await read(
    `\`\`\`md\n${code}\n\`\`\`\n\nWrite \`![](${ADDRESS})\` or !\\[](${ADDRESS}).\n`,
  )
  expect(blocks[0]?.text).toEqual([{ text: code }])
  expect(plainTextOf(blocks.slice(1))).toBe(`Write ![](${ADDRESS}) or ![](${ADDRESS}).`)
})
