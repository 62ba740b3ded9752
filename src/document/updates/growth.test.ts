import { expect, test } from 'vitest'
import * as Y from 'yjs'
import type { Block } from '@/blocks'
import { BOUNDS, LIMITS } from '@/shared/limits'
import { entriesOf, textOf } from '../format/layout'
import { applyBlocks, blocksOf } from '../page-index/blocks'
import { additionsOf, hasRoomFor, hasRoomForBlocks } from './growth'

/** The update that comes of a change to the page. */
function updateOf(doc: Y.Doc, change: (copy: Y.Doc) => void): Uint8Array {
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc))
  copy.transact(() => change(copy))
  return Y.encodeStateAsUpdate(copy, Y.encodeStateVector(doc))
}

const addLines = (rows: number, columns: number) => (doc: Y.Doc) => {
  const add = (id: string, kind: string, at: [string, string]) =>
    entriesOf(doc).set(id, new Y.Map<unknown>(Object.entries({ kind, at })))
  add('t', 'table', ['', 'a0'])
  for (let i = 0; i < rows; i++) add(`r${i}`, 'tableRow', ['t', 'a0'])
  for (let i = 0; i < columns; i++) add(`c${i}`, 'tableColumn', ['t', 'a0'])
}
const addParagraphs = (count: number, name: string) => (doc: Y.Doc) => {
  for (let i = 0; i < count; i++)
    entriesOf(doc).set(
      `${name}${i}`,
      new Y.Map<unknown>(Object.entries({ kind: 'paragraph', at: ['', 'a0'] })),
    )
}

test('S1 a page takes no rows and columns that make more cells than a table has', () => {
  const doc = new Y.Doc()
  expect(hasRoomForBlocks(doc, updateOf(doc, addLines(3000, 3000)))).toBe(false)
  expect(hasRoomForBlocks(doc, updateOf(doc, addLines(142, 142)))).toBe(false)
  expect(hasRoomForBlocks(doc, updateOf(doc, addLines(141, 141)))).toBe(true)
  doc.transact(() => addLines(199, 100)(doc))
  const more = (count: number) =>
    updateOf(doc, (copy) => {
      for (let i = 0; i < count; i++)
        entriesOf(copy).set(
          `n${i}`,
          new Y.Map<unknown>(Object.entries({ kind: 'tableRow', at: ['t', 'a1'] })),
        )
    })
  expect(hasRoomForBlocks(doc, more(1))).toBe(true)
  expect(hasRoomForBlocks(doc, more(2))).toBe(false)
  ;(entriesOf(doc).get('r0') as Y.Map<unknown>).set('deleted', true)
  expect(hasRoomForBlocks(doc, more(2))).toBe(true)
})

test('what is known of an edit stays as it is when it is held against a page', () => {
  const doc = new Y.Doc()
  doc.transact(() => addLines(199, 100)(doc))
  const row = updateOf(doc, (copy) =>
    entriesOf(copy).set('n', new Y.Map<unknown>(Object.entries({ kind: 'tableRow', at: ['t', 'a1'] }))),
  )
  const additions = additionsOf(row)
  for (let round = 0; round < 3; round++) expect(hasRoomFor(doc, additions)).toBe(true)
  expect(additions).toEqual({ entries: 1, beads: 0, lines: new Map([['t', { rows: 1, columns: 0 }]]) })
})

test('S6 a page takes no more blocks than it can have, nor beads without a block; typing goes on', () => {
  const doc = new Y.Doc()
  doc.transact(() => addParagraphs(LIMITS.pageBlocks - 1, 'p')(doc))
  const one = updateOf(doc, addParagraphs(1, 'q'))
  expect(hasRoomForBlocks(doc, one)).toBe(true)
  expect(hasRoomForBlocks(doc, updateOf(doc, addParagraphs(2, 'q')))).toBe(false)
  Y.applyUpdate(doc, one)
  expect(hasRoomForBlocks(doc, updateOf(doc, addParagraphs(1, 'r')))).toBe(false)
  expect(
    hasRoomForBlocks(
      doc,
      updateOf(doc, (copy) => textOf(copy).insert(0, 'words')),
    ),
  ).toBe(true)
  // A deleted one makes room for another.
  ;(entriesOf(doc).get('p0') as Y.Map<unknown>).set('deleted', true)
  expect(hasRoomForBlocks(doc, updateOf(doc, addParagraphs(1, 'r')))).toBe(true)
  const beads = updateOf(new Y.Doc(), (copy) => {
    const delta = Array.from({ length: LIMITS.pageEntries + 1 }, (_, i) => ({ insert: { block: `b${i}` } }))
    textOf(copy).applyDelta(delta)
  })
  expect(hasRoomForBlocks(doc, beads)).toBe(false)
})

test('S1 a table that is too large reads as what is laid out, with its other words behind it, and can be deleted', () => {
  const doc = new Y.Doc()
  doc.transact(() => {
    addLines(300, 300)(doc)
    for (const [id, cell] of [
      ['in', 'r0:c0'],
      ['out', 'r299:c299'],
    ] as const) {
      entriesOf(doc).set(id, new Y.Map<unknown>(Object.entries({ kind: 'paragraph', at: [cell, 'a0'] })))
      textOf(doc).insertEmbed(textOf(doc).length, { block: id }, {})
      textOf(doc).insert(textOf(doc).length, `words ${id}`)
    }
  })
  const read = blocksOf(doc)
  expect(read.map(({ kind }) => kind)).toEqual(['table', 'paragraph'])
  expect(read[1]?.text).toEqual([{ text: 'words out' }])
  const [table] = read as [Block]
  expect(table.attributes).toEqual({ beyond: { rows: 159, columns: 159 } })
  const rows = (table.children ?? []).filter(({ kind }) => kind === 'tableRow')
  expect(rows.reduce((cells, { children = [] }) => cells + children.length, 0)).toBeLessThanOrEqual(
    BOUNDS.gridCells,
  )
  applyBlocks(doc, read)
  expect(blocksOf(doc)).toEqual(read)
  applyBlocks(doc, read.slice(1))
  expect(blocksOf(doc)).toEqual(read.slice(1))
  // Nothing of the table is left that could come back.
  expect(blocksOf(doc).some(({ kind }) => kind === 'table')).toBe(false)
})
