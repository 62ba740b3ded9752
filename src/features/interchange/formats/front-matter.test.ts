import { expect, it } from 'vitest'
import { plainTextOf } from '@/blocks'
import type { PageProperties } from '../page-properties'
import { parseHtmlText } from '../server/parse-html'
import { markdownExport, markdownImport } from './markdown'

const tools = { parseHtml: parseHtmlText, onProgress: () => undefined }
const read = async (text: string) =>
  markdownImport.read({ name: 'a.md', bytes: new TextEncoder().encode(text) }, tools)
const blocks = [{ id: 'a', kind: 'paragraph', text: [{ text: 'words' }] }]

it('rulings 6: the properties of a page are its front matter, and come back from it', async () => {
  const properties: PageProperties = {
    icon: 'rocket:blue',
    coverImage: 'icon:{"iconName":"sun","bgColor":"#ffffff"}',
    coverFit: 'contain',
    backgroundGradient: 'misty',
    status: 'completed',
    tags: ['one, two', 'a: "b"', '---', '- c'],
    aiSummary: 'What it says:\u2028 # in a line --- "so"',
    textStyle: 'serif',
    smallText: true,
    fullWidth: true,
    toc: false,
    createdAt: '2026-01-02T03:04:05.678Z',
  }
  for (const title of ['A title', '', 'a ---\n---']) {
    const page = { title, blocks, properties, pictures: new Map(), origin: '' }
    const [file] = await markdownExport.write(page, { exact: true })
    const back = await read(String(file!.content))
    expect(back.title).toBe(title)
    expect(back.properties).toEqual({ ...properties, aiSummary: 'What it says: # in a line --- "so"' })
    expect(back.blocks).toMatchObject([{ kind: 'paragraph', text: [{ text: 'words' }] }])
    expect(back.notes).toEqual([])
  }
})

it('rulings 6: front matter as other programs write it is understood where a page has such a property', async () => {
  const {
    title,
    properties,
    blocks: found,
    notes,
  } = await read(
    [
      '---',
      '# made by hand',
      'title: It is so # really',
      'tags:',
      '  - first',
      '  - second',
      'layout: post',
      'author:',
      '  name: Ada',
      'status: published',
      'icon: "🌳"',
      'created: 2020-05-06',
      '---',
      'text',
    ].join('\n'),
  )
  expect(title).toBe('It is so')
  expect(properties).toEqual({ tags: ['first', 'second'], icon: '🌳', createdAt: '2020-05-06T00:00:00.000Z' })
  // Word for word what is no property, or no value of one.
  expect(found[0]).toMatchObject({ kind: 'codeBlock', attributes: { lang: 'yaml' } })
  expect(plainTextOf(found.slice(0, 1))).toBe(
    '# made by hand\nlayout: post\nauthor:\n  name: Ada\nstatus: published',
  )
  expect(notes).toEqual([{ change: 'converted', what: 'Front matter', into: 'code block', count: 1 }])
})

it.each([
  ['tags: a, b', { tags: ['a', 'b'] }],
  ['full-width: yes', {}],
  ['full-width: true', { fullWidth: true }],
  ['cover: javascript:alert(1)', {}],
  ['cover: https://example.org/a.png', { coverImage: 'https://example.org/a.png' }],
  ['icon: <img src=x>', {}],
  ['created: 2999-01-01', {}],
  ['created: yesterday', {}],
  [`tags: [${Array.from({ length: 11 }, (_, at) => `t${at}`)}]`, {}],
  [`summary: ${'long '.repeat(5000)}`, {}],
])('rulings 6: the front matter %.40s gives a page %j, and the rest is kept', async (line, properties) => {
  const page = await read(`---\n${line}\n---\n\ntext`)
  expect(page.properties).toEqual(properties)
  const isKept = plainTextOf(page.blocks).includes(line.trim())
  expect(isKept).toBe(Object.keys(properties).length === 0)
})

it.each([
  [
    'aliases without end',
    `a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: &d [*c, *c]\ne: &e [*d, *d]\ntags: [*e, *e]`,
  ],
  ['an alias of itself', 'tags: &a [*a]'],
  [
    'code of other languages',
    'tags: !!js/function "function () { throw 1 }"\nx: !!python/object/apply:os.system [ls]',
  ],
  ['a prototype', '__proto__:\n  polluted: true\nconstructor:\n  prototype: {polluted: true}'],
  ['what is no YAML', 'tags: [a\nicon: "x'],
  ['nesting without end', `tags: ${'['.repeat(5000)}`],
  ['the same twice', 'status: completed\nstatus: blocked'],
  ['very much', `x: ${'y'.repeat(100_000)}`],
])('R34 hostile front matter is kept as text: %s', async (_what, source) => {
  const { blocks: found, properties } = await read(`---\n${source}\n---\n\ntext`)
  expect(found[0]).toMatchObject({ kind: 'codeBlock' })
  expect(found.at(-1)).toMatchObject({ kind: 'paragraph', text: [{ text: 'text' }] })
  expect(properties).toEqual({})
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})
