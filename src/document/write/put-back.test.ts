import { expect, test } from 'vitest'
import * as Y from 'yjs'
import type { Block } from '@/blocks'
import { applyBlocks, createPageDoc, putBack, settledBlocks, settledText } from '..'

const line = (id: string, text: string): Block => ({ id, kind: 'paragraph', text: [{ text }] })
const quote = (id: string, ...children: Block[]): Block => ({ id, kind: 'blockquote', children })

/** What the page says when `screen` was shown, `agreed` was what it held before, and others made it say `now`. */
function after(
  agreed: Block[],
  screen: Block[],
  now: Block[] = agreed,
): { says: string; left: Block[]; blocks: Block[] } {
  const doc = createPageDoc()
  applyBlocks(doc, agreed)
  if (now !== agreed) applyBlocks(doc, now)
  const { update, left } = putBack(doc, agreed, screen)
  if (update) Y.applyUpdate(doc, update)
  return { says: settledText(doc), left, blocks: settledBlocks(doc) }
}

const page = [line('a', 'Alpha'), line('b', 'Bravo'), line('c', 'Charlie')]
const theirs = [
  line('a', 'Alpha'),
  line('n', 'New from them'),
  line('b', 'Bravo, they said'),
  line('c', 'Charlie'),
]

test('T1 a page that others left alone becomes what the screen showed, whatever was done', () => {
  const screen = [line('c', 'Char'), quote('q', line('d', 'lie'), line('a', 'Alpha!'))]
  expect(after(page, screen)).toMatchObject({ blocks: screen, left: [] })
})

test('T1 nothing was done: nothing is written', () => {
  const doc = createPageDoc()
  applyBlocks(doc, page)
  expect(putBack(doc, page, page)).toEqual({ update: null, left: [] })
})

test.each<[string, Block[], string]>([
  [
    'words in another block',
    [line('a', 'Alpha and on'), ...page.slice(1)],
    'Alpha and on\nNew from them\nBravo, they said\nCharlie',
  ],
  [
    'a new block',
    [page[0]!, page[1]!, line('x', 'Mine'), page[2]!],
    'Alpha\nNew from them\nBravo, they said\nMine\nCharlie',
  ],
  [
    'a split',
    [line('a', 'Al'), line('x', 'pha'), ...page.slice(1)],
    'Al\npha\nNew from them\nBravo, they said\nCharlie',
  ],
  [
    'words at the start of the block they write in',
    [page[0]!, line('b', 'My Bravo'), page[2]!],
    'Alpha\nNew from them\nMy Bravo, they said\nCharlie',
  ],
  [
    'words where they write',
    [page[0]!, line('b', 'Bravo, I think'), page[2]!],
    'Alpha\nNew from them\nBravo, I think, they said\nCharlie',
  ],
  ['a block taken out that they left alone', [page[0]!, page[1]!], 'Alpha\nNew from them\nBravo, they said'],
  [
    'a block taken out that they write in',
    [page[0]!, page[2]!],
    'Alpha\nNew from them\nBravo, they said\nCharlie',
  ],
  [
    'blocks put into a quote',
    [quote('q', page[0]!, page[1]!), page[2]!],
    'New from them\nAlpha\nBravo, they said\nCharlie',
  ],
])('T1 while others write: %s', (_name, screen, says) => {
  const result = after(page, screen, theirs)
  expect(result.left).toEqual([])
  expect(result.says.split('\n').sort()).toEqual(says.split('\n').sort())
})

test('T1 words in a block that they deleted are on the page still', () => {
  const { says, left } = after(
    page,
    [page[0]!, line('b', 'Bravo and my words'), page[2]!],
    [page[0]!, page[2]!],
  )
  expect(left).toEqual([])
  expect(says).toContain('and my words')
})

test('T1 half of what was done is on the page already: it is there once', () => {
  const screen = [line('a', 'Alpha one'), line('x', 'two'), page[1]!, page[2]!]
  for (const now of [
    [line('a', 'Alpha one'), ...page.slice(1)],
    [page[0]!, line('x', 'two'), ...page.slice(1)],
    screen,
  ]) {
    expect(after(page, screen, now).says).toBe('Alpha one\ntwo\nBravo\nCharlie')
  }
})

test('T1 a page that nothing can be written into gives back what was written, and only that', () => {
  const doc = createPageDoc()
  applyBlocks(doc, page)
  // As a fault in what reads the page would show itself.
  const broken = Object.create(doc, { store: { get: () => undefined } }) as Y.Doc
  const { update, left } = putBack(broken, page, [line('a', 'Alpha, and my words'), ...page.slice(1)])
  expect(update).toBeNull()
  expect(left).toEqual([line('a', 'Alpha, and my words')])
})

test('T1 a table whose rows are not of one length is put back as a whole one, with every word', () => {
  const cell = (id: string, text: string): Block => ({
    id,
    kind: 'tableCell',
    children: [line(`${id}-p`, text)],
  })
  const uneven: Block = {
    id: 't',
    kind: 'table',
    children: [
      { id: 'r1', kind: 'tableRow', children: [cell('x', 'one'), cell('y', 'two')] },
      { id: 'r2', kind: 'tableRow', children: [cell('z', 'three')] },
    ],
  }
  const { says, left } = after(page, [...page, uneven], theirs)
  expect(left).toEqual([])
  for (const word of ['one', 'two', 'three']) expect(says).toContain(word)
})
