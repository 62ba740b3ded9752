import { expect, test } from 'vitest'
import * as Y from 'yjs'
import type { Block } from '@/blocks'
import { diffBlocks } from '../write/diff-blocks'
import { applyBlocks, blocksOf } from './blocks'
import { settledText } from './settled-page'

const paragraph = (id: string, text: string): Block => ({
  id,
  kind: 'paragraph',
  ...(text ? { text: [{ text }] } : {}),
})

const PAGE: Block[] = [
  { id: 'h', kind: 'heading', attributes: { level: 2 }, text: [{ text: 'Tea' }] },
  {
    id: 'p',
    kind: 'paragraph',
    text: [
      { text: 'Pour ' },
      { text: 'slowly', marks: [{ kind: 'bold' }, { kind: 'italic' }] },
      { text: '.\n😀 yes' },
    ],
  },
  { id: 'l', kind: 'listItem', attributes: { indent: 1, listStyleType: 'decimal' }, text: [{ text: 'one' }] },
  { id: 'q', kind: 'blockquote', children: [paragraph('q1', 'said'), paragraph('q2', 'she')] },
  { id: 'c', kind: 'codeBlock', attributes: { lang: 'js' }, text: [{ text: 'a\nb' }] },
  { id: 'r', kind: 'horizontalRule' },
  {
    id: 'f',
    kind: 'hologram',
    attributes: { depth: 3 },
    text: [{ text: 'later' }],
    children: [paragraph('f1', 'in')],
  },
]

function pageOf(blocks: readonly Block[]): Y.Doc {
  const doc = new Y.Doc()
  applyBlocks(doc, blocks)
  return doc
}

function copyOf(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc))
  return copy
}

function merge(...docs: Y.Doc[]): void {
  for (const from of docs) for (const to of docs) Y.applyUpdate(to, Y.encodeStateAsUpdate(from))
}

function bytesOf(doc: Y.Doc, act: () => void): number {
  let bytes = 0
  const count = (update: Uint8Array) => {
    bytes += update.length
  }
  doc.on('update', count)
  act()
  doc.off('update', count)
  return bytes
}

test('an empty page has no blocks and nothing to send', () => {
  const doc = new Y.Doc()
  expect(blocksOf(doc)).toEqual([])
  expect(bytesOf(doc, () => applyBlocks(doc, []))).toBe(0)
})

test('R11 blocks come out as they went in, also those of a kind that is not known', () => {
  expect(blocksOf(pageOf(PAGE))).toEqual(PAGE)
  expect(settledText(pageOf(PAGE.slice(0, 2)))).toBe('Tea\nPour slowly.\n😀 yes')
})

test('applying a page onto itself writes not one byte', () => {
  const doc = pageOf(PAGE)
  expect(bytesOf(doc, () => applyBlocks(doc, blocksOf(doc)))).toBe(0)
  expect(bytesOf(doc, () => applyBlocks(doc, structuredClone(PAGE)))).toBe(0)
})

test('a changed word costs a few bytes, not the page', () => {
  const doc = pageOf(PAGE)
  const changed = PAGE.with(1, {
    ...(PAGE[1] as Block),
    text: [
      { text: 'Pour ' },
      { text: 'slow', marks: [{ kind: 'bold' }, { kind: 'italic' }] },
      { text: '.\n😀 yes' },
    ],
  })
  expect(bytesOf(doc, () => applyBlocks(doc, changed))).toBeLessThan(60)
  expect(blocksOf(doc)).toEqual(changed)
})

test('R9 five people who write a new page at once bring in each what they wrote, once', () => {
  const docs = [1, 2, 3, 4, 5].map((i) => pageOf([paragraph(`p${i}`, `word${i}`)]))
  merge(...docs)
  for (const doc of docs) expect(blocksOf(doc)).toEqual(blocksOf(docs[0] as Y.Doc))
  expect(
    settledText(docs[0] as Y.Doc)
      .split('\n')
      .sort(),
  ).toEqual(['word1', 'word2', 'word3', 'word4', 'word5'])
})

test('R47 an applied page merges with what others wrote meanwhile', () => {
  const one = pageOf(PAGE)
  const two = copyOf(one)
  applyBlocks(one, [PAGE[3] as Block, PAGE[0] as Block])
  applyBlocks(two, PAGE.with(0, { ...(PAGE[0] as Block), text: [{ text: 'Green Tea' }] }))
  merge(one, two)
  expect(blocksOf(one)).toEqual(blocksOf(two))
  expect(blocksOf(one).map(({ id }) => id)).toEqual(['q', 'h'])
  expect(settledText(one)).toBe('said\nshe\nGreen Tea')
})

test('a formatted block that goes does not leave its format to the next', () => {
  const quoted = (id: string, child: Block): Block => ({ id, kind: 'blockquote', children: [child] })
  const doc = pageOf([
    quoted(
      'b0',
      quoted('b1', { id: 'b15', kind: 'paragraph', text: [{ text: ' ', marks: [{ kind: 'bold' }] }] }),
    ),
  ])
  const after: Block[] = [
    {
      id: 'b0',
      kind: 'blockquote',
      children: [quoted('b15', { id: 'b16', kind: 'horizontalRule' }), paragraph('b2', ' ')],
    },
  ]
  applyBlocks(doc, after)
  expect(blocksOf(doc)).toEqual(after)
})

test('a diff of blocks tells what came, went, changed and moved', () => {
  const after = [
    { ...(PAGE[1] as Block), text: [{ text: 'Pour.' }] },
    PAGE[0] as Block,
    paragraph('n', 'new'),
    { ...(PAGE[3] as Block), children: [paragraph('q2', 'she'), paragraph('l', 'one')] },
    ...PAGE.slice(4),
  ]
  const told = diffBlocks(PAGE, after).map(({ type, id }) => `${type} ${id}`)
  expect(told.sort()).toEqual(
    ['added n', 'changed l', 'changed p', 'moved l', 'moved p', 'removed q1'].sort(),
  )
  expect(diffBlocks(PAGE, structuredClone(PAGE))).toEqual([])
})
