import {
  isRectangle,
  type Person,
  people,
  sync,
  syncAll,
  tableKinds,
  text,
  wordsOf,
} from '@test/document/test-people'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import type { Block } from '@/blocks'
import { cellId } from '../format/grid'
import * as page from '../write/operations'
import { applyBlocks, blocksOfKinds } from './blocks'
import { readPage } from './read-page'

const two = () => people(2) as [Person, Person]

const fill = ({ index }: Person, row: string, column: string, words: string) =>
  page.insertBlocks(
    index,
    [{ id: `${row}${column}`, kind: 'paragraph', text: text(words) }],
    cellId(row, column),
    null,
  )

const merge = ({ index }: Person, row: string, column: string, rowSpan: number, colSpan: number) =>
  page.setAttributes(index, cellId(row, column), { rowSpan, colSpan })

function same(...all: Person[]): void {
  syncAll(all)
  for (const person of all) {
    expect(person.index.blocks()).toEqual(readPage(person.doc, tableKinds))
    expect(person.index.blocks()).toEqual(all[0]?.index.blocks())
    expect(isRectangle(person.table)).toBe(true)
  }
}

test('R12 a row and a column added at once give a rectangle', () => {
  const [one, other] = people(2) as [Person, Person]
  page.insertGridPart(one.index, 't', { id: 'r3', kind: 'tableRow' }, 'r1')
  page.insertGridPart(other.index, 't', { id: 'c3', kind: 'tableColumn' }, 'c2')
  page.insertBlocks(
    one.index,
    [{ id: 'w', kind: 'paragraph', text: text('new row') }],
    cellId('r3', 'c1'),
    null,
  )
  sync(one, other)
  sync(other, one)
  page.insertBlocks(
    other.index,
    [{ id: 'x', kind: 'paragraph', text: text('corner') }],
    cellId('r3', 'c3'),
    null,
  )
  sync(other, one)
  const { table } = one
  expect(table.children.map(({ children }) => children.length)).toEqual([3, 3, 3])
  expect(table.columns).toHaveLength(3)
  expect(wordsOf([table])).toContain('corner')
  expect(one.index.blocks()).toEqual(readPage(other.doc, tableKinds))
})

test('a row is deleted while somebody writes in it: it is shown again with those words', () => {
  const [one, other] = people(2) as [Person, Person]
  page.insertBlocks(one.index, [{ id: 'w', kind: 'paragraph', text: text('old') }], cellId('r1', 'c1'), null)
  sync(one, other)
  page.deleteBlocks(one.index, ['r1'])
  expect(one.table.children).toHaveLength(1)
  page.insertText(other.index, 'w', 3, ' new')
  sync(one, other)
  sync(other, one)
  expect(one.table.children).toHaveLength(2)
  expect(wordsOf(one.index.blocks())).toContain(' new')
  expect(one.index.blocks()).toEqual(readPage(other.doc, tableKinds))
})

test('R12 a row is moved while somebody writes in one of its cells', () => {
  const [one, other] = two()
  fill(one, 'r2', 'c1', 'old')
  sync(one, other)
  page.moveBlocks(one.index, ['r2'], 't', null)
  page.insertText(other.index, 'r2c1', 3, ' new')
  same(one, other)
  expect(one.drawn).toBe('[old new][] / [][]')
})

test('R12 a column is deleted while somebody writes in it: it stays with those words', () => {
  const [one, other] = two()
  fill(one, 'r1', 'c1', 'left')
  fill(one, 'r1', 'c2', 'old')
  sync(one, other)
  page.deleteBlocks(one.index, ['c2'])
  expect(one.drawn).toBe('[left] / []')
  page.insertText(other.index, 'r1c2', 3, ' new')
  same(one, other)
  expect(one.drawn).toBe('[left][ new] / [][]')
})

test('R12 a row is deleted while a column is moved and another row added', () => {
  const [one, other, third] = people(3) as [Person, Person, Person]
  fill(one, 'r1', 'c1', 'A')
  fill(one, 'r2', 'c2', 'D')
  syncAll([one, other, third])
  page.deleteBlocks(one.index, ['r1'])
  page.moveBlocks(other.index, ['c2'], 't', null)
  page.insertGridPart(third.index, 't', { id: 'r3', kind: 'tableRow' }, 'r2')
  same(one, other, third)
  expect(one.drawn).toBe('[D][] / [][]')
})

test('a merged cell covers others, but none that hold something', () => {
  const [one, other] = people(2, 3, 3) as [Person, Person]
  fill(one, 'r1', 'c1', 'A')
  merge(one, 'r1', 'c1', 2, 2)
  same(one, other)
  expect(one.drawn).toBe('[A 2x2][] / [] / [][][]')
  fill(other, 'r2', 'c2', 'found')
  same(one, other)
  expect(one.drawn).toBe('[A 1x2][] / [][found][] / [][][]')
})

test('R12 a merged cell keeps to its corners when rows and columns come and go', () => {
  const [one, other] = people(2, 3, 3) as [Person, Person]
  fill(one, 'r1', 'c1', 'A')
  merge(one, 'r1', 'c1', 2, 3)
  sync(one, other)
  page.insertGridPart(one.index, 't', { id: 'r9', kind: 'tableRow' }, 'r1')
  page.deleteBlocks(other.index, ['r2', 'c2'])
  same(one, other)
  expect(one.drawn).toBe('[A 2x2] /  / [][]')
  page.deleteBlocks(other.index, ['c3'])
  page.insertGridPart(other.index, 't', { id: 'r8', kind: 'tableRow' }, 'r9')
  same(one, other)
  expect(one.drawn).toBe('[A 2x1] /  / [] / []')
  expect(one.table.children.map(({ id }) => id)).toEqual(['r1', 'r9', 'r8', 'r3'])
})

test('R12 two people merge cells that overlap', () => {
  const [one, other] = people(2, 3, 3) as [Person, Person]
  merge(one, 'r1', 'c1', 2, 2)
  merge(other, 'r2', 'c2', 2, 2)
  same(one, other)
  expect(one.drawn).toBe('[ 2x2][] / [] / [][][]')
  merge(one, 'r1', 'c1', 1, 1)
  same(one, other)
  expect(one.drawn).toBe('[][][] / [][ 2x2] / []')
})

test('R12 the rows of a merged cell are put in another order', () => {
  const [one, other] = people(2, 3, 2) as [Person, Person]
  merge(one, 'r1', 'c1', 2, 1)
  sync(one, other)
  page.moveBlocks(other.index, ['r1'], 't', 'r3')
  same(one, other)
  expect(one.drawn).toBe('[][] / [][] / [][]')
  page.moveBlocks(other.index, ['r1'], 't', null)
  same(one, other)
  expect(one.drawn).toBe('[ 2x1][] / [] / [][]')
})

test('undo after a colleague moved the row takes back the words and leaves the row', () => {
  const [one, other] = two()
  fill(one, 'r2', 'c1', 'mine')
  same(one, other)
  page.moveBlocks(other.index, ['r2'], 't', null)
  same(one, other)
  one.undo.undo()
  same(one, other)
  expect(one.drawn).toBe('[][] / [][]')
  expect(one.table.children.map(({ id }) => id)).toEqual(['r2', 'r1'])
  one.undo.redo()
  same(one, other)
  expect(one.drawn).toBe('[mine][] / [][]')
})

test('undo of a deleted column brings it back with what stood in it, in the rows that came meanwhile too', () => {
  const [one, other] = two()
  fill(one, 'r1', 'c2', 'B')
  sync(one, other)
  one.undo.clear()
  page.deleteBlocks(one.index, ['c2'])
  page.insertGridPart(other.index, 't', { id: 'r3', kind: 'tableRow' }, 'r2')
  same(one, other)
  expect(one.drawn).toBe('[] / [] / []')
  one.undo.undo()
  same(one, other)
  expect(one.drawn).toBe('[][B] / [][] / [][]')
})

const line = (id: string, words: string): Block => ({ id, kind: 'paragraph', text: [{ text: words }] })
const TABLE: Block = {
  id: 't',
  kind: 'table',
  attributes: { marginLeft: 8 },
  children: [
    { id: 'c1', kind: 'tableColumn', attributes: { width: 120 } },
    { id: 'c2', kind: 'tableColumn' },
    {
      id: 'r1',
      kind: 'tableRow',
      children: [
        { id: 'r1:c1', kind: 'tableCell', attributes: { colSpan: 2 }, children: [line('p1', 'head')] },
      ],
    },
    {
      id: 'r2',
      kind: 'tableRow',
      children: [
        { id: 'r2:c1', kind: 'tableCell', attributes: { background: 'red' }, children: [line('p2', 'two')] },
        { id: 'r2:c2', kind: 'tableCell' },
      ],
    },
  ],
}

function pageOf(...blocks: Block[]): Y.Doc {
  const doc = new Y.Doc()
  applyBlocks(doc, blocks, undefined, tableKinds)
  return doc
}

function writesNothing(doc: Y.Doc, blocks: readonly Block[]): void {
  let updates = 0
  doc.on('update', () => updates++)
  applyBlocks(doc, blocks, undefined, tableKinds)
  expect(updates).toBe(0)
}

test('a table comes out of a page as it went in, with merged cells and their attributes', () => {
  const doc = pageOf(line('a', 'before'), TABLE)
  expect(blocksOfKinds(doc, tableKinds)).toEqual([line('a', 'before'), TABLE])
  writesNothing(doc, [line('a', 'before'), TABLE])
})

test('a table of plain rows and cells, as import makes it, gets columns and whole rows', () => {
  const cell = (id: string, words: string, attributes = {}): Block => ({
    id,
    kind: 'tableCell',
    ...(Object.keys(attributes).length > 0 ? { attributes } : {}),
    children: [line(`${id}p`, words)],
  })
  const plain: Block = {
    id: 't',
    kind: 'table',
    children: [
      { id: 'x:1', kind: 'tableRow', children: [cell('k1', 'A', { rowSpan: 2 }), cell('k2', 'B')] },
      { id: 'y', kind: 'tableRow', children: [cell('k3', 'C'), line('k4', 'D')] },
    ],
  }
  const doc = pageOf(plain)
  const [table] = blocksOfKinds(doc, tableKinds) as [Block]
  expect(table.children?.map(({ id }) => id)).toEqual(['t~1', 't~2', 't~3', 'x-1', 'y'])
  const rows = table.children?.slice(3) ?? []
  expect(rows.map((row) => row.children?.map(({ id }) => id))).toEqual([
    ['x-1:t~1', 'x-1:t~2', 'x-1:t~3'],
    ['y:t~2', 'y:t~3'],
  ])
  expect(wordsOf(readPage(doc, tableKinds))).toBe('ABCD')
  writesNothing(doc, [plain])
  writesNothing(doc, [table])
})

test('rows, columns and cells of a table are changed by another table with the same ids, and by nothing more', () => {
  const doc = pageOf(TABLE)
  const [columnOne, columnTwo, first, second] = TABLE.children as [Block, Block, Block, Block]
  const wanted: Block = {
    ...TABLE,
    children: [
      columnTwo,
      columnOne,
      { ...second, children: [...(second.children ?? [])].reverse() },
      {
        ...first,
        children: [
          { id: 'r1:c2', kind: 'tableCell', children: [line('p9', 'new')] },
          { id: 'r1:c1', kind: 'tableCell', children: first.children?.[0]?.children ?? [] },
        ],
      },
    ],
  }
  applyBlocks(doc, [wanted], undefined, tableKinds)
  expect(blocksOfKinds(doc, tableKinds)).toEqual([wanted])
  applyBlocks(doc, [TABLE], undefined, tableKinds)
  expect(blocksOfKinds(doc, tableKinds)).toEqual([TABLE])
  applyBlocks(doc, [{ ...TABLE, children: [columnOne, second].map((part) => part) }], undefined, tableKinds)
  expect(wordsOf(readPage(doc, tableKinds))).toBe('two')
})

test('R12 R47 a table is applied anew while somebody adds a column and writes in a cell', () => {
  const doc = pageOf(TABLE)
  const [one, other] = people(2) as [Person, Person]
  for (const { doc: copy } of [one, other]) Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc), 'network')
  const rows = TABLE.children?.slice(2) as Block[]
  const changed = { ...TABLE, children: [...(TABLE.children ?? []).slice(0, 2), ...rows.reverse()] }
  applyBlocks(one.doc, [changed], undefined, tableKinds)
  page.insertGridPart(other.index, 't', { id: 'c3', kind: 'tableColumn' }, 'c2')
  page.insertText(other.index, 'p2', 3, ' more')
  same(one, other)
  expect(one.table.children.map(({ id }) => id)).toEqual(['r2', 'r1'])
  expect(one.drawn).toContain('two more')
  expect(one.table.columns?.map(({ id }) => id)).toContain('c3')
})
