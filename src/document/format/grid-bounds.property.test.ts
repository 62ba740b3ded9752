import { flat, tableKinds, wordsOf } from '@test/document/test-people'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { BOUNDS } from '@/shared/limits'
import { PageIndex } from '../page-index/page-index'
import { readPage } from '../page-index/read-page'
import { cellId } from './grid'
import { cellsOfEach, gridSize, linesLaid } from './grid-bounds'
import { entriesOf, type PageBlock, textOf } from './layout'

const SMALL = { ...BOUNDS, gridCells: 6, pageCells: 9 }
const GRIDS = ['t', 'u']
const ROWS = ['r0', 'r1', 'r2', 'r3']
const COLUMNS = ['k0', 'k1', 'k2', 'k3']
const CELLS = ROWS.flatMap((row) => COLUMNS.map((column) => cellId(row, column)))
const BLOCKS = ['p0', 'p1', 'p2', 'p3', 'p4', 'q', 'v']

const parent = fc.constantFrom('', ...GRIDS, ...GRIDS, ...CELLS, 'q')
const order = fc.constantFrom('Zz', 'a0', 'a1', 'a1', 'a2')
const line = fc.constantFrom(...ROWS, ...COLUMNS)
const anyId = fc.constantFrom(...BLOCKS, ...ROWS, ...COLUMNS, ...GRIDS)
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('move' as const), id: anyId, parent, order }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('line' as const),
      id: line,
      grid: fc.constantFrom(...GRIDS),
      order,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('delete' as const), id: anyId, deleted: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('bead' as const), id: anyId, at: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('type' as const), at: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cut' as const), at: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('into' as const), id: anyId, parent: anyId }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop' as const), id: anyId }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('span' as const),
      id: fc.constantFrom(...CELLS),
      to: fc.tuple(line, line),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const kindOf = (id: string): string => {
  if (GRIDS.includes(id)) return 'table'
  if (ROWS.includes(id)) return 'tableRow'
  if (COLUMNS.includes(id)) return 'tableColumn'
  return id === 'q' ? 'quote' : id === 'v' ? 'later' : 'paragraph'
}

function apply(doc: Y.Doc, step: Step): void {
  const entries = entriesOf(doc)
  const text = textOf(doc)
  const clip = (at: number) => Math.min(at, text.length)
  const entry = (id: string): Y.Map<unknown> => {
    const known = entries.get(id)
    if (known instanceof Y.Map) return known
    const made = new Y.Map<unknown>([['kind', kindOf(id)]])
    entries.set(id, made)
    return made
  }
  switch (step.do) {
    case 'move':
      entry(step.id).set('at', [step.parent, step.order])
      return
    case 'line':
      entry(step.id).set('at', [step.grid, step.order])
      return
    case 'delete':
      entry(step.id).set('deleted', step.deleted)
      return
    case 'into':
      entry(step.id).set('into', [step.parent, 'a0'])
      return
    case 'drop':
      entries.delete(step.id)
      return
    case 'bead':
      text.insertEmbed(clip(step.at), { block: step.id }, {})
      return
    case 'type':
      text.insert(clip(step.at), 'x')
      return
    case 'cut':
      text.delete(clip(step.at), Math.min(2, text.length - clip(step.at)))
      return
    case 'span':
      entries.set(step.id, new Y.Map<unknown>(Object.entries({ kind: 'tableCell', span: step.to })))
  }
}

/** A page of two tables of three rows and columns, with words in cells. */
function page(clientId: number): Y.Doc {
  const doc = new Y.Doc()
  doc.clientID = clientId
  doc.transact(() => {
    const entries = entriesOf(doc)
    const add = (id: string, parent: string, order: string) =>
      entries.set(
        id,
        new Y.Map<unknown>([
          ['kind', kindOf(id)],
          ['at', [parent, order]],
        ]),
      )
    for (const grid of GRIDS) add(grid, '', 'a0')
    for (const i of [0, 1, 2]) {
      add(ROWS[i] as string, 't', `a${i}`)
      add(COLUMNS[i] as string, 't', `a${i}`)
      add(`p${i}`, cellId(ROWS[i] as string, COLUMNS[i] as string), 'a0')
      textOf(doc).insertEmbed(textOf(doc).length, { block: `p${i}` }, {})
      textOf(doc).insert(textOf(doc).length, 'w')
    }
  })
  return doc
}

const cellsOf = (blocks: readonly PageBlock[]): number =>
  flat(blocks).filter(({ kind }) => kind === 'tableCell').length

test('S1 whatever becomes of tables that are too large, the index reads as the rules do, and every word is shown', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(2), step), { maxLength: 50 }), (steps) => {
      const first = page(1)
      const second = new Y.Doc()
      second.clientID = 2
      Y.applyUpdate(second, Y.encodeStateAsUpdate(first))
      const docs = [first, second] as const
      const indexes = docs.map((doc) => new PageIndex(doc, tableKinds, SMALL))
      for (const [who, change] of steps) {
        const doc = docs[who] ?? first
        if (who === 2) Y.applyUpdate(first, Y.encodeStateAsUpdate(second))
        else apply(doc, change)
        const read = readPage(doc, tableKinds, SMALL)
        expect(indexes[docs.indexOf(doc)]?.blocks()).toEqual(read)
        expect(cellsOf(read)).toBeLessThanOrEqual(SMALL.pageCells)
        // No word is lost by it: those that stand in no cell any longer stand behind their table.
        expect([...wordsOf(read)].sort()).toEqual([...wordsOf(readPage(doc, tableKinds))].sort())
      }
      Y.applyUpdate(second, Y.encodeStateAsUpdate(first))
      expect(new PageIndex(second, tableKinds, SMALL).blocks()).toEqual(indexes[1]?.blocks())
    }),
    { numRuns: 300 },
  )
}, 60_000)

test('S1 grids share what a page lays out, the small ones whole', () => {
  const sizes = fc.array(fc.nat(SMALL.gridCells * 3), { maxLength: 12 })
  fc.assert(
    fc.property(sizes, (found) => {
      const counted = found.map((size) => gridSize(size, 1, SMALL))
      const cells = cellsOfEach(counted, SMALL)
      const laid = (most: number) => counted.reduce((sum, size) => sum + Math.min(size, most), 0)
      if (laid(SMALL.gridCells) <= SMALL.pageCells) expect(cells).toBe(SMALL.gridCells)
      else if (cells > 1) expect(laid(cells)).toBeLessThanOrEqual(SMALL.pageCells)
      if (cells < SMALL.gridCells) expect(laid(cells + 1)).toBeGreaterThan(SMALL.pageCells)
    }),
  )
})

test('S1 of a grid that is too large as much is laid out as it may have, the first rows and columns', () => {
  const lines = (letter: string, length: number) => Array.from({ length }, (_, i) => `${letter}${i}`)
  const laid = (rows: number, columns: number) => {
    const found = linesLaid({ rows: lines('r', rows), columns: lines('c', columns) }, () => false, 20_000)
    const count = (letter: string) => [...(found ?? [])].filter((name) => name.startsWith(letter)).length
    return found && [count('r'), count('c')]
  }
  expect(laid(20_000, 1)).toBeNull()
  expect(laid(141, 141)).toBeNull()
  expect(laid(3000, 3000)).toEqual([141, 141])
  expect(laid(5000, 10)).toEqual([2000, 10])
  expect(laid(50, 1000)).toEqual([50, 400])
})
