import { crafted, craftedUpdate } from '@test/crafted-update'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { LIMITS } from '@/shared/limits'
import { textOf } from '../format/layout'
import { applyBlocks } from '../page-index/blocks'
import { weightAdded, weightOf } from './weight'

const copyOf = (doc: Y.Doc): Y.Doc => {
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc))
  return copy
}

/** By how much `change` makes the page heavier, and what is said of that before. */
function grows(doc: Y.Doc, change: (copy: Y.Doc) => void): { said: number; is: number } {
  const copy = copyOf(doc)
  const updates: Uint8Array[] = []
  copy.on('update', (update: Uint8Array) => updates.push(update))
  copy.transact(() => change(copy))
  const update = Y.mergeUpdates(updates)
  const [said, before] = [weightAdded(doc, update), weightOf(doc)]
  Y.applyUpdate(doc, update)
  return { said, is: weightOf(doc) - before }
}

test('R67 no edit makes a page heavier than is said of it before', () => {
  const doc = new Y.Doc()
  textOf(doc).insert(0, 'abcdefghij'.repeat(20))
  // Always the same numbers.
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let edit = 0; edit < 300; edit++) {
    const { said, is } = grows(doc, (copy) => {
      const text = textOf(copy)
      const at = random(text.length - 20)
      if (edit % 4 === 0) text.delete(at, 1 + random(8))
      else if (edit % 4 === 1) text.format(at, 1 + random(15), { bold: random(2) ? true : null })
      else if (edit % 4 === 2) text.insertEmbed(at, { a: [1, { b: 2 }] })
      else for (let more = 0; more < 3; more++) text.insert(at + random(10), 'words')
    })
    expect(is).toBeLessThanOrEqual(said)
  }
})

test('R67 values count, however few bytes they have, and holes that deleting leaves', () => {
  const empty = new Y.Doc()
  const values = craftedUpdate(9, [
    { root: 'meta', key: 'x', write: crafted.value(new Array(1000).fill([])) },
  ])
  expect(weightAdded(empty, values)).toBeGreaterThanOrEqual(1000)
  const embed = craftedUpdate(9, [{ write: crafted.embed(JSON.stringify(new Array(1000).fill({}))) }])
  expect(weightAdded(empty, embed)).toBeGreaterThanOrEqual(1000)
  const doc = new Y.Doc()
  textOf(doc).insert(0, 'x'.repeat(1000))
  const holes = grows(doc, (copy) => {
    for (let at = 0; at < 400; at++) textOf(copy).delete(at, 1)
  })
  expect(holes.is).toBeGreaterThan(1000)
  // What goes as a whole leaves nothing.
  expect(grows(doc, (copy) => textOf(copy).delete(0, 600)).said).toBe(0)
})

test('S1 as many blocks as a page ever has, with formatted words in each, are far from too heavy', () => {
  const doc = new Y.Doc()
  const blocks = Array.from({ length: 1000 }, (_, at) => ({
    id: `b${at}`,
    kind: 'todo',
    attributes: { checked: true },
    text: [{ text: 'Some ' }, { text: 'words', marks: [{ kind: 'bold' }] }],
  }))
  applyBlocks(doc, blocks)
  expect((weightOf(doc) / 1000) * LIMITS.pageBlocks).toBeLessThan(LIMITS.pageWeight / 4)
  applyBlocks(doc, [])
  expect((weightOf(doc) / 1000) * LIMITS.pageEntries).toBeLessThan(LIMITS.pageWeight)
})
