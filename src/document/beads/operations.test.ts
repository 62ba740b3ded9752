import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { cellId } from './grid'
import { type LayoutKinds, NO_FORMATS, type PageBlock, ROOT } from './layout'
import * as page from './operations'
import { PageIndex } from './page-index'
import { randomOf } from './random-edits'
import { readPage } from './read-page'

const kinds: LayoutKinds = (kind) => {
  switch (kind) {
    case 'paragraph':
      return 'text'
    case 'quote':
    case 'tableCell':
      return 'blocks'
    case 'rule':
      return 'none'
    case 'table':
      return 'grid'
    case 'tableRow':
      return 'row'
    case 'tableColumn':
      return 'column'
    default:
      return 'any'
  }
}

const text = (insert: string) => [{ insert, formats: NO_FORMATS }]
const flat = (blocks: readonly PageBlock[]): PageBlock[] =>
  blocks.flatMap((block) => [block, ...flat(block.children)])
const wordsOf = (blocks: readonly PageBlock[]): string =>
  flat(blocks)
    .flatMap(({ text }) => text.map(({ insert }) => insert))
    .join('')

class Person {
  readonly doc = new Y.Doc()
  readonly index: PageIndex

  constructor(clientId: number) {
    this.doc.clientID = clientId
    this.index = new PageIndex(this.doc, kinds)
  }
}

function sync(from: Person, to: Person): void {
  Y.applyUpdate(to.doc, Y.encodeStateAsUpdate(from.doc, Y.encodeStateVector(to.doc)))
}

function people(count: number): Person[] {
  const all = Array.from({ length: count }, (_, i) => new Person(i + 1))
  const [first] = all as [Person]
  page.insertBlocks(
    first.index,
    [
      { id: 'a', kind: 'paragraph', text: text('one') },
      { id: 't', kind: 'table' },
      { id: 'z', kind: 'paragraph', text: text('end') },
    ],
    ROOT,
    null,
  )
  for (const id of ['r1', 'r2']) page.insertBlocks(first.index, [{ id, kind: 'tableRow' }], 't', null)
  for (const id of ['c1', 'c2']) page.insertBlocks(first.index, [{ id, kind: 'tableColumn' }], 't', 'r1')
  for (const other of all) sync(first, other)
  return all
}

const grid = (person: Person) => flat(person.index.blocks()).find(({ kind }) => kind === 'table')

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
  const table = grid(one) as PageBlock
  expect(table.children.map(({ children }) => children.length)).toEqual([3, 3, 3])
  expect(table.columns).toHaveLength(3)
  expect(wordsOf([table])).toContain('corner')
  expect(one.index.blocks()).toEqual(readPage(other.doc, kinds))
})

test('a row is deleted while somebody writes in it: it is shown again with those words', () => {
  const [one, other] = people(2) as [Person, Person]
  page.insertBlocks(one.index, [{ id: 'w', kind: 'paragraph', text: text('old') }], cellId('r1', 'c1'), null)
  sync(one, other)
  page.deleteBlocks(one.index, ['r1'])
  expect(grid(one)?.children).toHaveLength(1)
  page.insertText(other.index, 'w', 3, ' new')
  sync(one, other)
  sync(other, one)
  expect(grid(one)?.children).toHaveLength(2)
  expect(wordsOf(one.index.blocks())).toContain(' new')
  expect(one.index.blocks()).toEqual(readPage(other.doc, kinds))
})

function story(seed: number): void {
  const random = randomOf(seed)
  const all = people(4)
  const typed = new Set<string>()
  const deleted = new Set<string>()
  let ids = 0
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
  for (let i = 0; i < 80; i++) {
    const { index } = pick(all)
    const blocks = flat(index.blocks()).filter(({ id }) => index.places.isShown(id))
    const texts = blocks.filter(({ kind }) => kind === 'paragraph')
    const table = pick(blocks.filter(({ kind }) => kind === 'table'))
    const block = texts.length > 0 ? pick(texts) : null
    const length = block ? index.places.textLength(block.id) : 0
    const fresh = `n${seed}-${ids++}`
    const token = () => {
      const made = String.fromCharCode(0x4e00 + typed.size)
      typed.add(made)
      return made
    }
    const before = wordsOf(index.blocks())
    switch (
      pick([
        'type',
        'type',
        'type',
        'split',
        'split',
        'merge',
        'merge',
        'move',
        'cut',
        'delete',
        'row',
        'column',
        'cell',
        'drop',
        'wrap',
      ])
    ) {
      case 'type':
        if (block) page.insertText(index, block.id, random(length + 1), token())
        break
      case 'split':
        if (block) page.splitBlock(index, block.id, random(length + 1), fresh)
        break
      case 'merge':
        if (block) page.mergeBlocks(index, block.id, pick(texts).id)
        break
      case 'move': {
        if (!block) break
        const target = pick(texts)
        page.moveBlocks(index, [block.id], index.places.parentOf(target.id), target.id)
        break
      }
      case 'cut':
        if (block && length > 0) {
          const from = random(length)
          page.deleteText(index, block.id, from, from + 1)
        }
        break
      case 'delete':
        if (block && texts.length > 2) page.deleteBlocks(index, [block.id])
        break
      case 'row':
        if (table)
          page.insertGridPart(
            index,
            table.id,
            { id: fresh, kind: 'tableRow' },
            table.children[random(table.children.length)]?.id ?? null,
          )
        break
      case 'column':
        if (table)
          page.insertGridPart(
            index,
            table.id,
            { id: fresh, kind: 'tableColumn' },
            pick(table.columns ?? [])?.id ?? null,
          )
        break
      case 'cell': {
        if (!table) break
        const cell = pick(pick(table.children).children)
        page.insertBlocks(index, [{ id: fresh, kind: 'paragraph', text: text(token()) }], cell.id, null)
        break
      }
      case 'drop':
        if (table && table.children.length > 1 && random(3) === 0)
          page.deleteBlocks(index, [pick([...table.children, ...(table.columns ?? [])]).id])
        break
      case 'wrap':
        if (!block) break
        page.insertBlocks(index, [{ id: fresh, kind: 'quote' }], index.places.parentOf(block.id), block.id)
        page.moveBlocks(index, [block.id], fresh, null)
        break
    }
    const after = wordsOf(index.blocks())
    for (const word of before) if (!after.includes(word)) deleted.add(word)
    if (random(4) === 0) sync(pick(all), pick(all))
  }
  for (let round = 0; round < 2; round++) for (const from of all) for (const to of all) sync(from, to)
  const [first] = all as [Person]
  const words = wordsOf(first.index.blocks())
  for (const person of all) {
    expect(person.index.blocks(), `seed ${seed}`).toEqual(first.index.blocks())
    expect(person.index.blocks(), `seed ${seed}`).toEqual(readPage(person.doc, kinds))
  }
  for (const table of flat(first.index.blocks()).filter(({ kind }) => kind === 'table')) {
    for (const row of table.children) expect(row.children.length, `seed ${seed}`).toBe(table.columns?.length)
  }
  const lost = [...typed].filter((token) => !words.includes(token) && !deleted.has(token))
  const doubled = [...typed].filter((token) => words.split(token).length > 2)
  expect({ seed, lost, doubled }).toEqual({ seed, lost: [], doubled: [] })
}

test('R12 text, places and tables edited by four people at once, seeds 1 to 300', () => {
  for (let seed = 1; seed <= 300; seed++) story(seed)
}, 120_000)
