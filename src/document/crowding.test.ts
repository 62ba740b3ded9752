import { crowdedUpdate as crowd } from '@test/crowded-update'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { applyBlocks } from './beads/blocks'
import { textOf } from './beads/layout'
import { isCrowded } from './crowding'

const COUNT = 10_000
const base = () => {
  const doc = new Y.Doc()
  doc.clientID = 1
  textOf(doc).insert(0, 'e'.repeat(COUNT))
  return doc
}

test.each<[string, Uint8Array]>([
  [
    'begin at the start and end each before another character',
    crowd(
      COUNT,
      () => null,
      (i) => i,
    ),
  ],
  [
    'begin at the start and end at the end',
    crowd(
      COUNT,
      () => null,
      () => null,
    ),
  ],
  [
    'begin each behind another character and end at the end',
    crowd(
      COUNT,
      (i) => i,
      () => null,
    ),
  ],
])('S6 R67 an update whose items %s would take Yjs minutes, and is known by that', (_what, update) => {
  expect(isCrowded(new Y.Doc(), update)).toBe(true)
  expect(isCrowded(base(), update)).toBe(true)
})

test('what people write is not crowded, however long they were away', () => {
  const page = new Y.Doc()
  applyBlocks(
    page,
    Array.from({ length: 2000 }, (_, i) => ({
      id: `b${i}`,
      kind: 'paragraph',
      text: [{ text: 'some words of a page' }],
    })),
  )
  const state = Y.encodeStateAsUpdate(page)
  expect(isCrowded(new Y.Doc(), state)).toBe(false)
  // Two people write, delete and format in the same places all day, and meet.
  const [ann, ben] = [new Y.Doc(), new Y.Doc()]
  for (const doc of [ann, ben]) {
    Y.applyUpdate(doc, state)
    const text = textOf(doc)
    for (let i = 0; i < 3000; i++) {
      const at = (i * 7919) % text.length
      if (i % 3 === 0) text.delete(at, 2)
      else if (i % 3 === 1) text.insert(at, 'word')
      else text.format(at, 5, { bold: {} })
    }
  }
  const update = Y.encodeStateAsUpdate(ben, Y.encodeStateVector(ann))
  expect(isCrowded(ann, update)).toBe(false)
  // And somebody wrote at the very start again and again, a letter at a time.
  for (let i = 0; i < 3000; i++) textOf(ben).insert(0, 'x')
  expect(isCrowded(ann, Y.encodeStateAsUpdate(ben, Y.encodeStateVector(ann)))).toBe(false)
})
