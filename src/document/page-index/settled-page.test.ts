import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import type { Block } from '@/blocks'
import { LIMITS } from '@/shared/limits'
import { createPageDoc, setTitle } from '../format/page-doc'
import { applyBlocks } from './blocks'
import { settledBlocks, settledPage, settledText, settledTitle } from './settled-page'

const SRC = join(import.meta.dirname, '../..')

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  // What only tests use is no part of the product.
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|(?:^|\/)(?:random|test)-/.test(path))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(SRC, path), 'utf8') }))

/** The files in which one of these words stands, comments left out. */
const filesWith = (words: RegExp, within: (path: string) => boolean = () => true): string[] =>
  sources
    .filter(({ path, text }) => within(path) && words.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')))
    .map(({ path }) => path)
    .sort()

const isOutside = (path: string) => !path.startsWith('document/')

test('a settled page is its title, its blocks and their words', () => {
  const doc = createPageDoc()
  setTitle(doc, 'Tea')
  const blocks = [
    { id: 'a', kind: 'paragraph', text: [{ text: 'Pour ' }, { text: 'it', marks: [{ kind: 'bold' }] }] },
  ]
  applyBlocks(doc, blocks)
  expect(settledPage(doc)).toEqual({ title: 'Tea', blocks })
  expect([settledTitle(doc), settledBlocks(doc), settledText(doc)]).toEqual(['Tea', blocks, 'Pour it'])
})

test('what stands deeper than imports may is read as it stands, and written back as it is', () => {
  let block: Block = { id: 'words', kind: 'paragraph', text: [{ text: 'Pour it' }] }
  for (let i = 0; i < LIMITS.blockDepth + 8; i++) block = { id: `c${i}`, kind: 'callout', children: [block] }
  const doc = createPageDoc()
  applyBlocks(doc, [block])
  expect(settledBlocks(doc)).toEqual([block])
  const other = createPageDoc()
  applyBlocks(other, settledBlocks(doc))
  expect(settledBlocks(other)).toEqual([block])
})

test('what is suggested is not on the settled page, neither its words nor its blocks nor its title', () => {
  const doc = createPageDoc()
  setTitle(doc, 'Tea')
  const blocks = [{ id: 'a', kind: 'paragraph', text: [{ text: 'Pour it' }] }]
  applyBlocks(doc, blocks)
  const { clientID } = doc
  const suggested = (length: number) => {
    const clock = Y.getState(doc.store, clientID) - length
    doc.getMap('suggestions').set(`ann 1 + ${clientID} ${clock}`, length)
  }
  doc.getText('text').insert(6, 'slowly ')
  suggested(7)
  doc.getText('text').insertEmbed(6, { block: 'b', split: true })
  suggested(1)
  doc.getText('title').insert(3, 's')
  suggested(1)
  doc.getMap('suggestions').set('ann 1 / a kind', { to: 'heading', was: 'paragraph' })
  expect(settledPage(doc)).toEqual({ title: 'Tea', blocks })
  expect(settledText(doc)).toBe('Pour it')
})

test('no other way to read a page for output: what stands in its Yjs types is known to this folder alone', () => {
  const reads = /\b(?:getText|getMap|getXmlFragment)\(['"]|\btoDelta\(\)/
  expect(filesWith(reads, isOutside)).toEqual([])
  // What is needed of suggestions while they are edited is loaded apart from the rest.
  expect(filesWith(/from ['"]@\/document\/(?!index|review['"])/, isOutside)).toEqual([])
})

test('everything that stands in a page is read by its editor, by what puts back lost words, and by the settled page', () => {
  expect(
    filesWith(/\bblocksOf\b/, (path) =>
      /from ['"](?:\.\/|\.\.\/)*(?:page-index\/)?blocks['"]/.test(textOf(path)),
    ),
  ).toEqual(['document/page-index/settled-page.ts', 'document/write/put-back.ts'])
  expect(
    filesWith(
      /\bnew PageIndex\(|\breadPage\(/,
      (path) => path.startsWith('document/') && !path.startsWith('document/review/'),
    ),
  ).toEqual([
    'document/binding/binding.ts',
    'document/page-index/blocks.ts',
    'document/page-index/read-page.ts',
  ])
})

test('the title as it stands is for the line in which it is typed', () => {
  expect(filesWith(/\b(?:titleOf|titleText)\b[^}]*\} from '@\/document'/)).toEqual([
    'features/pages/app/held-title.ts',
    'features/pages/app/title-pieces.ts',
    'features/pages/app/title-readings.ts',
  ])
})

test('what is stored beside a page for lists, search, publication and export is made of the settled page', () => {
  const { text } = sources.find(({ path }) => path === 'server/collab/projection.ts')!
  expect(text).toContain('settledPage(doc)')
  expect(filesWith(/\bword_count: (?!0|number)/, (path) => !path.includes('/migrations/'))).toEqual([
    'server/collab/projection.ts',
  ])
})

function textOf(path: string): string {
  return sources.find((source) => source.path === path)?.text ?? ''
}
