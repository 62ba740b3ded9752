import { crowdedUpdate as crowd } from '@test/crowded-update'
import * as encoding from 'lib0/encoding'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { textOf } from '../format/layout'
import { applyBlocks } from '../page-index/blocks'
import { crowdingOf, isCrowded, MOST_STEPS } from './crowding'
import { cutUpdate } from './cut-update'

const COUNT = 10_000
const paragraphs = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `${name}${i}`,
    kind: 'paragraph',
    text: [{ text: 'some words ' }, { text: 'of a page', marks: [{ kind: 'bold' }] }],
  }))
const baseOf = (length: number) => {
  const doc = new Y.Doc()
  doc.clientID = 1
  textOf(doc).insert(0, 'e'.repeat(length))
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
  expect(isCrowded(baseOf(COUNT), update)).toBe(true)
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

test('R67 the largest edits that people make are a small part of what is taken', () => {
  const page = new Y.Doc()
  applyBlocks(page, paragraphs('p', 2000))
  const state = Y.encodeStateAsUpdate(page)
  // As much as a page holds, into an empty one; an import, a restored version.
  const whole = new Y.Doc()
  applyBlocks(whole, paragraphs('w', 20_000))
  const updates = [{ to: new Y.Doc(), update: Y.encodeStateAsUpdate(whole) }]
  // Two people put thousands of blocks at the same place while they do not hear of each other; one took everything away before.
  const [ann, ben] = [new Y.Doc(), new Y.Doc()]
  for (const doc of [ann, ben]) Y.applyUpdate(doc, state)
  applyBlocks(ann, [...paragraphs('p', 2000), ...paragraphs('a', 2000)])
  applyBlocks(ben, paragraphs('b', 2000))
  updates.push({ to: ann, update: Y.encodeStateAsUpdate(ben, Y.encodeStateVector(ann)) })
  updates.push({ to: ben, update: Y.encodeStateAsUpdate(ann, Y.encodeStateVector(ben)) })
  for (const { to, update } of updates) expect(crowdingOf(to, update).steps).toBeLessThan(MOST_STEPS / 10)
}, 120_000)

test('what somebody wrote on a long page before they saw any of it is not crowded', () => {
  const page = new Y.Doc()
  applyBlocks(page, paragraphs('p', 5000))
  const writer = new Y.Doc()
  const text = textOf(writer)
  text.insert(0, 'words')
  for (let i = 0; i < 1000; i++) text.insert(1 + ((i * 7919) % text.length), 'x')
  expect(crowdingOf(page, Y.encodeStateAsUpdate(writer)).steps).toBeLessThan(MOST_STEPS / 5)
})

/** An update of `count` items of a client, each behind and before the characters of others that are named. */
function items(
  [client, clock, count]: [number, number, number],
  where: { left?: (i: number) => [number, number]; right?: (i: number) => [number, number]; key?: string },
): Uint8Array {
  const out = encoding.createEncoder()
  const write = (...numbers: number[]) => {
    for (const number of numbers) encoding.writeVarUint(out, number)
  }
  const { left, right, key } = where
  write(1, count, client, clock)
  for (let i = 0; i < count; i++) {
    encoding.writeUint8(out, 4 | (left ? 0x80 : 0) | (right ? 0x40 : 0) | (key ? 0x20 : 0))
    if (left) write(...left(i))
    if (right) write(...right(i))
    if (!left && !right) {
      write(1)
      encoding.writeVarString(out, key ? 'meta' : 'text')
      if (key) encoding.writeVarString(out, key)
    }
    encoding.writeVarString(out, 'x')
  }
  write(0)
  return encoding.toUint8Array(out)
}

test('S6 R67 items that wait for what they stand behind are counted with the update that brings it', () => {
  const page = new Y.Doc()
  for (let part = 0; part < 8; part++) {
    const update = items([2, part * 1000, 1000], { right: (i) => [1, part * 1000 + i] })
    expect(isCrowded(page, update)).toBe(false)
    Y.applyUpdate(page, update)
  }
  const base = Y.encodeStateAsUpdate(baseOf(8000))
  expect(isCrowded(new Y.Doc(), base)).toBe(false)
  expect(isCrowded(page, base)).toBe(true)
})

test('S6 R67 items between the page and an item of the same update are counted', () => {
  const page = baseOf(COUNT)
  const end = items([3, 0, 1], { left: () => [1, COUNT - 1] })
  const between = items([2, 0, COUNT], { left: (i) => [1, COUNT - 1 - i], right: () => [3, 0] })
  expect(isCrowded(page, Y.mergeUpdates([end, between]))).toBe(true)
})

test('S6 R67 what the page holds counts as the page, though the update brings it once more', () => {
  const page = baseOf(1)
  const crowd = items([2, 0, 20_000], { left: () => [1, 0] })
  for (const piece of cutUpdate(crowd, 16_384)) Y.applyUpdate(page, piece)
  const more = items([3, 0, 1000], { left: () => [1, 0] })
  expect(crowdingOf(page, more).steps).toBeGreaterThan(MOST_STEPS)
  expect(isCrowded(page, Y.mergeUpdates([Y.encodeStateAsUpdate(baseOf(1)), more]))).toBe(true)
})

test.each<[string, (doc: Y.Doc) => void, string | undefined]>([
  ['under one name', (doc) => doc.getMap('meta'), 'name'],
  ['at the start of a text', textOf, undefined],
])('S6 R67 items that crowd %s with those of updates before are counted', (_what, open, key) => {
  const page = new Y.Doc()
  open(page)
  Y.applyUpdate(page, items([2, 0, 3000], { key }))
  Y.applyUpdate(page, items([2, 3000, 3000], { key }))
  expect(isCrowded(page, items([1, 0, 4000], { key }))).toBe(true)
})
