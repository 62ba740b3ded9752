import { Reviewer } from '@test/document/test-reviewers'
import { line, table } from '@test/page-tables'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { entriesOf, textOf } from '../format/layout'
import { createPageDoc } from '../format/page-doc'
import { applyBlocks } from '../page-index/blocks'
import { settledPage } from '../page-index/settled-page'
import * as page from '../write/operations'
import { unwrittenSize } from './unwritten-size'

const written = (doc: Y.Doc): number => JSON.stringify(settledPage(doc).blocks).length
const add = (doc: Y.Doc, id: string, kind: string, parent: string): void =>
  void entriesOf(doc).set(id, new Y.Map<unknown>(Object.entries({ kind, at: [parent, 'a0'] })))
const addLines = (doc: Y.Doc, grid: string, rows: number, columns: number): void =>
  doc.transact(() => {
    for (let at = 0; at < rows; at++) add(doc, `${grid}-r${at}`, 'tableRow', grid)
    for (let at = 0; at < columns; at++) add(doc, `${grid}-c${at}`, 'tableColumn', grid)
  })

test('the words of a page are in its state', () => {
  const doc = createPageDoc()
  applyBlocks(
    doc,
    Array.from({ length: 200 }, (_, at) => line(`b${at}`, `Line ${at}`)),
  )
  expect(unwrittenSize(doc)).toBe(0)
  applyBlocks(doc, [table('t', ['1', '2'], ['3', '4'])])
  expect(unwrittenSize(doc)).toBeLessThan(200)
})

test('S1 R67 the cells that rows and columns make are counted as they are written, up to what is laid out', () => {
  const doc = createPageDoc()
  add(doc, 't', 'table', '')
  addLines(doc, 't', 30, 40)
  const state = Y.encodeStateAsUpdate(doc).byteLength
  expect(unwrittenSize(doc)).toBeGreaterThan((written(doc) - state) * 0.9)
  // Each table has cells of its own, and not one for every row of another.
  add(doc, 'u', 'table', '')
  addLines(doc, 'u', 40, 5)
  expect(unwrittenSize(doc)).toBe(40 * (30 * 40 + 40 * 5))
  addLines(doc, 't', 3000, 3000)
  expect(unwrittenSize(doc)).toBeLessThan(40 * 20_300)
})

test('S1 R67 cells are counted that are there once what is suggested is accepted', () => {
  const ada = new Reviewer('ada', 1)
  add(ada.doc, 't', 'table', '')
  add(ada.doc, 'u', 'table', '')
  addLines(ada.doc, 't', 0, 60)
  addLines(ada.doc, 'u', 60, 0)
  expect(unwrittenSize(ada.doc)).toBe(0)
  const rows = Array.from({ length: 60 }, (_, at) => `u-r${at}`)
  ada.suggest(() => page.moveBlocks(ada.index, rows, 't', null))
  expect(settledPage(ada.doc).blocks).toEqual([])
  expect(unwrittenSize(ada.doc)).toBeGreaterThanOrEqual(40 * 3600)
})

test('S1 R67 a format is counted with every piece of text that has it', () => {
  const doc = createPageDoc()
  applyBlocks(doc, [line('b', 'ab'.repeat(300))])
  textOf(doc).format(1, 600, { link: { url: `https://tea.example/${'x'.repeat(1500)}` } })
  for (let at = 0; at < 300; at++) textOf(doc).format(1 + 2 * at, 1, { bold: {} })
  const size = unwrittenSize(doc)
  expect(size).toBeGreaterThan(600 * 1500)
  expect(size).toBeGreaterThan((written(doc) - Y.encodeStateAsUpdate(doc).byteLength) * 0.9)
})

test('R67 counting stops where there is more than is asked about', () => {
  const doc = createPageDoc()
  applyBlocks(doc, [line('b', 'ab'.repeat(300))])
  textOf(doc).format(1, 600, { link: { url: `https://tea.example/${'x'.repeat(1500)}` } })
  for (let at = 0; at < 300; at++) textOf(doc).format(1 + 2 * at, 1, { bold: {} })
  const all = unwrittenSize(doc)
  expect(unwrittenSize(doc, all)).toBe(all)
  const enough = unwrittenSize(doc, 10_000)
  expect(enough).toBeGreaterThan(10_000)
  expect(enough).toBeLessThan(15_000)
})
