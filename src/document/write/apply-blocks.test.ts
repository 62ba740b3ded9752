import { expect, test } from 'vitest'
import * as Y from 'yjs'
import type { Block } from '@/blocks'
import { applyBlocks, createPageDoc, setTitle, settledBlocks, settledText, titleOf, wordCount } from '..'

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
]

function pageOf(blocks: Block[]): Y.Doc {
  const doc = createPageDoc('page')
  applyBlocks(doc, blocks)
  return doc
}

function copyOf(doc: Y.Doc): Y.Doc {
  const copy = createPageDoc('page')
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc))
  return copy
}

function merge(...docs: Y.Doc[]): void {
  const states = docs.map((doc) => Y.encodeStateAsUpdate(doc))
  for (const doc of docs) for (const state of states) Y.applyUpdate(doc, state)
}

function updatesDuring(doc: Y.Doc, act: () => void): number {
  let count = 0
  const counted = () => count++
  doc.on('update', counted)
  act()
  doc.off('update', counted)
  return count
}

test('a new page has no blocks and nothing to send', () => {
  const doc = createPageDoc('page')
  expect(settledBlocks(doc)).toEqual([])
  expect(Y.encodeStateAsUpdate(doc)).toEqual(Y.encodeStateAsUpdate(new Y.Doc()))
})

test('R9 two people who open the same new page and type bring in each what they typed, once', () => {
  const one = createPageDoc('page')
  const two = createPageDoc('page')
  applyBlocks(one, [paragraph('a', 'mine')])
  applyBlocks(two, [paragraph('b', 'yours')])
  merge(one, two)
  expect(settledBlocks(one)).toEqual(settledBlocks(two))
  expect(settledText(one).split('\n').filter(Boolean).sort()).toEqual(['mine', 'yours'])
})

test('blocks come out as they went in', () => {
  expect(settledBlocks(pageOf(PAGE))).toEqual(PAGE)
})

test('a line break at the very end of the page stays', () => {
  const doc = pageOf([paragraph('a', 'one')])
  for (const text of ['two\n', '\n', 'three\n\n']) {
    applyBlocks(doc, [paragraph('a', 'one'), paragraph(`b${text}`, text)])
    expect(settledBlocks(doc)).toEqual([paragraph('a', 'one'), paragraph(`b${text}`, text)])
  }
})

test('applying a page onto itself writes nothing', () => {
  const doc = pageOf(PAGE)
  expect(updatesDuring(doc, () => applyBlocks(doc, settledBlocks(doc)))).toBe(0)
  expect(updatesDuring(doc, () => applyBlocks(doc, structuredClone(PAGE)))).toBe(0)
})

test('an applied change merges with what others are typing elsewhere and in the same block', () => {
  const one = pageOf(PAGE)
  const two = copyOf(one)
  applyBlocks(one, PAGE.with(0, { ...(PAGE[0] as Block), text: [{ text: 'Green Tea' }] }))
  applyBlocks(two, PAGE.with(0, { ...(PAGE[0] as Block), text: [{ text: 'Tea time' }] }).toSpliced(5, 1))
  merge(one, two)
  expect(settledBlocks(one)).toEqual(settledBlocks(two))
  expect(settledText(one)).toContain('Green Tea time')
  expect(settledBlocks(one).map((block) => block.kind)).not.toContain('horizontalRule')
})

test('turning a block into another kind keeps what a colleague types in it at that moment', () => {
  const one = pageOf([paragraph('a', 'plans')])
  const two = copyOf(one)
  applyBlocks(one, [{ id: 'a', kind: 'heading', attributes: { level: 2 }, text: [{ text: 'plans' }] }])
  applyBlocks(two, [paragraph('a', 'plans for May')])
  merge(one, two)
  expect(settledBlocks(one)).toEqual([
    { id: 'a', kind: 'heading', attributes: { level: 2 }, text: [{ text: 'plans for May' }] },
  ])
  expect(settledBlocks(two)).toEqual(settledBlocks(one))
})

test('two people who type into the same empty paragraph double nothing', () => {
  const one = pageOf([paragraph('a', '')])
  const two = copyOf(one)
  applyBlocks(one, [paragraph('a', 'x')])
  applyBlocks(two, [paragraph('a', 'y')])
  merge(one, two)
  applyBlocks(one, [paragraph('a', `${settledText(one).trim()}1`)])
  applyBlocks(two, [paragraph('a', `${settledText(two).trim()}2`)])
  merge(one, two)
  expect([...settledText(one).trim()].sort()).toEqual(['1', '2', 'x', 'y'])
})

test('marks change without touching the text', () => {
  const doc = pageOf([paragraph('a', 'one two three')])
  const two = copyOf(doc)
  applyBlocks(doc, [
    {
      id: 'a',
      kind: 'paragraph',
      text: [{ text: 'one ' }, { text: 'two', marks: [{ kind: 'bold' }] }, { text: ' three' }],
    },
  ])
  applyBlocks(two, [paragraph('a', 'one two or three')])
  merge(doc, two)
  expect(settledText(doc).trim()).toBe('one two or three')
  expect(JSON.stringify(settledBlocks(doc))).toContain('{"text":"two","marks":[{"kind":"bold"}]}')
})

test('emoji that share half of their code units are changed whole', () => {
  const doc = pageOf([paragraph('a', 'a😀b')])
  applyBlocks(doc, [paragraph('a', 'a😁b')])
  expect(settledText(doc).trim()).toBe('a😁b')
})

test('R11 a kind that this program does not know is kept as it is when the page is changed around it', () => {
  const doc = createPageDoc('page')
  const unknown = {
    id: 'x',
    kind: 'hologram',
    attributes: { depth: '3', lens: { f: [1, 2] } },
    text: [{ text: 'hi' }],
  }
  applyBlocks(doc, [unknown])
  const blocks = settledBlocks(doc)
  expect(blocks).toEqual([unknown])
  applyBlocks(doc, [paragraph('a', 'above'), ...blocks, paragraph('b', 'below')])
  expect(settledBlocks(doc)).toEqual([paragraph('a', 'above'), unknown, paragraph('b', 'below')])
})

test('moving, deleting and inserting blocks gives exactly the wanted page', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff
    return seed % below
  }
  const doc = pageOf(ids.map((id) => paragraph(id, `text of ${id}`)))
  for (let round = 0; round < 150; round++) {
    const blocks = settledBlocks(doc)
    const at = random(blocks.length + 1)
    const choice = random(4)
    if (choice === 0) blocks.splice(at, 0, paragraph(`n${round}`, `new ${round}`))
    if (choice === 1 && blocks.length > 1) blocks.splice(random(blocks.length), 1)
    if (choice === 2) blocks.splice(at, 0, ...blocks.splice(random(blocks.length), 1 + random(2)))
    if (choice === 3) {
      const i = random(blocks.length)
      const block = blocks[i] as Block
      blocks[i] = {
        id: `q${round}`,
        kind: 'blockquote',
        children: [block.kind === 'blockquote' ? paragraph(`z${round}`, 'z') : block],
      }
    }
    applyBlocks(doc, blocks)
    expect(settledBlocks(doc)).toEqual(blocks)
  }
})

test('the title changes by the smallest edit and reads as one line', () => {
  const one = createPageDoc('page')
  setTitle(one, 'Plan')
  const two = copyOf(one)
  setTitle(one, 'The Plan')
  setTitle(two, 'Plan B\nfinal')
  merge(one, two)
  expect(titleOf(one)).toBe('The Plan B final')
  expect(updatesDuring(one, () => setTitle(one, one.getText('title').toString()))).toBe(0)
})

test('words are counted as their language counts them', () => {
  expect(wordCount("It's three o'clock.")).toBe(3)
  expect(wordCount('')).toBe(0)
  expect(wordCount('私は学生です', 'ja')).toBeGreaterThan(1)
})
