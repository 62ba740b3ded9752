import * as Y from 'yjs'
import { CELL, cellId } from '@/document/format/grid'
import { type LayoutKinds, NO_FORMATS, type PageBlock, ROOT } from '@/document/format/layout'
import { PageIndex } from '@/document/page-index/page-index'
import * as page from '@/document/write/operations'
import { PageUndo } from '@/document/write/undo'

/** Kinds of a program that knows tables. */
export const tableKinds: LayoutKinds = (kind) => {
  switch (kind) {
    case 'paragraph':
    case 'heading':
    case 'listItem':
      return 'text'
    case 'quote':
    case CELL:
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

export const text = (insert: string) => [{ insert, formats: NO_FORMATS }]

export const flat = (blocks: readonly PageBlock[]): PageBlock[] =>
  blocks.flatMap((block) => [block, ...flat(block.children)])

export const wordsOf = (blocks: readonly PageBlock[]): string =>
  flat(blocks)
    .flatMap((block) => block.text.map(({ insert }) => insert))
    .join('')

/** Somebody with a copy of a page and no editor. */
export class Person {
  readonly doc = new Y.Doc()
  readonly index: PageIndex
  readonly undo: PageUndo
  /** Updates that were made here, for the others. */
  readonly outbox: Uint8Array[] = []

  constructor(clientId: number) {
    this.doc.clientID = clientId
    this.doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'network') this.outbox.push(update)
    })
    this.index = new PageIndex(this.doc, tableKinds)
    this.undo = new PageUndo(this.doc, null)
  }

  receive(update: Uint8Array): void {
    Y.applyUpdate(this.doc, update, 'network')
  }

  get table(): PageBlock {
    return flat(this.index.blocks()).find(({ kind }) => kind === 'table') as PageBlock
  }

  /** The table as its rows, each cell as its words, with how far it reaches. */
  get drawn(): string {
    const cell = ({ attributes, ...block }: PageBlock): string => {
      const { rowSpan = 1, colSpan = 1 } = attributes
      const size = rowSpan === 1 && colSpan === 1 ? '' : ` ${rowSpan}x${colSpan}`
      return `[${wordsOf([{ attributes, ...block }])}${size}]`
    }
    return this.table.children.map((row) => row.children.map(cell).join('')).join(' / ')
  }
}

export function sync(from: Person, to: Person): void {
  to.receive(Y.encodeStateAsUpdate(from.doc, Y.encodeStateVector(to.doc)))
}

export function syncAll(people: readonly Person[]): void {
  for (let round = 0; round < 2; round++) for (const from of people) for (const to of people) sync(from, to)
}

/** People with a page of a paragraph, a table of `rows` rows and `columns` columns (r1, r2 …, c1, c2 …), and another paragraph. */
export function people(count: number, rows = 2, columns = 2): Person[] {
  const all = Array.from({ length: count }, (_, i) => new Person(i + 1))
  const [{ index }] = all as [Person]
  const line = (id: string, words: string) => ({ id, kind: 'paragraph', text: text(words) })
  const names = (letter: string, length: number) => Array.from({ length }, (_, i) => `${letter}${i + 1}`)
  page.insertBlocks(index, [line('a', 'one'), { id: 't', kind: 'table' }, line('z', 'end')], ROOT, null)
  const parts = [
    ...names('r', rows).map((id) => ({ id, kind: 'tableRow' })),
    ...names('c', columns).map((id) => ({ id, kind: 'tableColumn' })),
  ]
  page.insertBlocks(index, parts, 't', null)
  for (const other of all) sync(all[0] as Person, other)
  for (const { undo } of all) undo.clear()
  return all
}

/** Is every place of the table covered by exactly one cell? */
export function isRectangle(table: PageBlock): boolean {
  const width = table.columns?.length ?? 0
  const taken = new Map<string, number>()
  for (const [y, row] of table.children.entries()) {
    for (const { id, attributes } of row.children) {
      const x = table.columns?.findIndex((column) => cellId(row.id, column.id) === id) ?? -1
      for (let j = 0; j < Number(attributes.rowSpan ?? 1); j++) {
        for (let i = 0; i < Number(attributes.colSpan ?? 1); i++) {
          const place = `${x + i} ${y + j}`
          taken.set(place, (taken.get(place) ?? 0) + 1)
        }
      }
    }
  }
  const places = width * table.children.length
  return taken.size === places && [...taken.values()].every((times) => times === 1)
}
