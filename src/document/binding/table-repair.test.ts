import { Client, syncAll } from '@test/document/test-clients'
import { Fragment } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { type Block, docFromBlocks, pageSchema } from '@/blocks'
import { anchorAt, positionOf } from '../page-index/anchors'
import { isTable, isWholeTable } from './table-nodes'
import { UnevenPage } from './uneven-page'

const cell = (id: string, words: string): Block => ({
  id,
  kind: 'tableCell',
  children: [{ id: `p-${id.replace(':', '')}`, kind: 'paragraph', text: [{ text: words }] }],
})
const TABLE: Block[] = [
  {
    id: 't',
    kind: 'table',
    children: [
      { id: 'c1', kind: 'tableColumn' },
      { id: 'c2', kind: 'tableColumn' },
      { id: 'r1', kind: 'tableRow', children: [cell('r1:c1', 'one two'), cell('r1:c2', 'three four')] },
      { id: 'r2', kind: 'tableRow', children: [cell('r2:c1', 'five'), cell('r2:c2', 'six')] },
    ],
  },
  { id: 'z', kind: 'paragraph', text: [{ text: 'end' }] },
]

function two(): [Client, Client] {
  const one = new Client(1)
  one.dispatch(one.state.tr.replaceWith(0, one.state.doc.content.size, docFromBlocks(TABLE).content))
  const other = new Client(2, Y.encodeStateAsUpdate(one.doc))
  return [one, other]
}

/** The words of the table's cells, row by row. */
function drawn({ state }: Client): string {
  const rows: string[] = []
  state.doc.firstChild?.forEach((row) => {
    const cells: string[] = []
    row.forEach((node) => {
      cells.push(`[${node.textBetween(0, node.content.size, '/')}]`)
    })
    if (row.type.name === 'tableRow') rows.push(cells.join(''))
  })
  return rows.join(' ')
}

function agree(...clients: Client[]): void {
  syncAll(clients)
  for (const { state } of clients) {
    state.doc.check()
    const table = state.doc.firstChild
    expect(table && isTable(table) && isWholeTable(table)).toBe(true)
  }
  expect(new Set(clients.map(drawn)).size).toBe(1)
}

/** Deletes from so far into one block up to so far into another. */
function cut(client: Client, from: string, start: number, to: string, end: number): void {
  client.dispatch(client.state.tr.delete(client.pos(from) + 1 + start, client.pos(to) + 1 + end))
}

test('R1 R12 two people cut across the same two cells: what both left standing is there once', () => {
  const [one, other] = two()
  for (const client of [one, other]) cut(client, 'p-r1c1', 4, 'p-r1c2', 6)
  expect(drawn(one)).toBe('[one four][] [five][six]')
  agree(one, other)
  expect(drawn(one)).toBe('[one four][] [five][six]')
})

test('R1 R12 two people cut across the same two rows: what both left standing is there once', () => {
  const [one, other] = two()
  for (const client of [one, other]) cut(client, 'p-r1c1', 4, 'p-r2c2', 1)
  expect(drawn(one)).toBe('[one ix][]')
  agree(one, other)
  expect(drawn(one)).toBe('[one ix][]')
})

test('R1 R12 somebody types in a cell while another cuts across it', () => {
  const [one, other] = two()
  cut(one, 'p-r1c1', 4, 'p-r1c2', 6)
  other.dispatch(other.state.tr.insertText(' and', other.pos('p-r1c2') + 6 + 5))
  expect(drawn(other)).toBe('[one two][three four and] [five][six]')
  agree(one, other)
  expect(drawn(one)).toBe('[one four and][] [five][six]')
})

test('R1 R12 a row gets more cells than there are columns: every row gets as many', () => {
  const [one, other] = two()
  const { tableCell, paragraph } = pageSchema.nodes
  const surplus = tableCell!.create({ id: 'x' }, paragraph!.create({ id: 'px' }, pageSchema.text('new')))
  one.dispatch(one.state.tr.insert(one.pos('r1:c2'), Fragment.from(surplus)))
  expect(drawn(one)).toBe('[one two][new][three four] [five][six][]')
  other.dispatch(other.state.tr.insertText('!', other.pos('p-r1c2') + 1 + 5))
  agree(one, other)
  expect(drawn(one)).toBe('[one two][new][three! four] [five][six][]')
})

test('R12 undo of a cut across cells gives back the table and what was selected', () => {
  const [one, other] = two()
  one.binding.undoManager.stopCapturing()
  const before = drawn(one)
  one.select(one.pos('p-r1c1') + 1 + 4, one.pos('p-r2c2') + 1 + 1)
  const { from, to } = one.state.selection
  one.dispatch(one.state.tr.deleteSelection())
  expect(drawn(one)).toBe('[one ix][]')
  other.dispatch(other.state.tr.insertText('!', other.pos('z') + 4))
  agree(one, other)
  one.binding.undo()
  agree(one, other)
  expect(drawn(one)).toBe(before)
  expect([one.state.selection.from, one.state.selection.to]).toEqual([from, to])
  expect(other.state.doc.lastChild?.textContent).toBe('end!')
})

test('a place in a cell is found again on the page of another, also when its row was moved', () => {
  const [one, other] = two()
  const at = one.pos('p-r1c2') + 1 + 5
  const anchor = anchorAt(one.binding.index, one.state.doc, at)
  expect(anchor && positionOf(other.binding.index, other.state.doc, anchor)).toBe(at)
  const row = other.node('r1')
  const tr = other.state.tr.delete(other.pos('r1'), other.pos('r1') + row.nodeSize)
  other.dispatch(tr.insert(tr.doc.resolve(1).end(), row))
  agree(one, other)
  expect(drawn(one)).toBe('[five][six] [one two][three four]')
  for (const { binding, state } of [one, other]) {
    const start = anchor && positionOf(binding.index, state.doc, anchor)
    expect(start && state.doc.textBetween(start, start + 5, '|')).toBe(' four')
  }
})

test('T1 a repair that something undoes again and again comes to an end, and nothing of it is on the page', () => {
  const [one, other] = two()
  const stubborn = new Plugin({
    appendTransaction: (transactions, _before, state) => {
      const at = state.doc.firstChild?.child(2).firstChild?.nodeSize ?? 0
      if (!transactions.some(({ docChanged }) => docChanged)) return null
      const pos = 1 + 2 + 1 + at
      return state.doc.nodeAt(pos)?.attrs.id === 'x' ? null : state.tr.setNodeAttribute(pos, 'id', 'x')
    },
  })
  one.state = one.state.reconfigure({ plugins: [stubborn] })
  const before = Y.encodeStateAsUpdate(one.doc)
  expect(() => one.dispatch(one.state.tr.insertText('!', one.pos('p-r1c1') + 1))).toThrow(UnevenPage)
  expect(Y.encodeStateAsUpdate(one.doc)).toEqual(before)
  other.dispatch(other.state.tr.insertText('!', other.pos('z') + 1))
  expect(drawn(other)).toBe('[one two][three four] [five][six]')
})

test('T1 a block that took over the name of a cell gets one of its own', () => {
  const [one, other] = two()
  const { paragraph } = pageSchema.nodes
  one.dispatch(one.state.tr.insert(0, paragraph!.create({ id: 'r1:c1' }, pageSchema.text('new'))))
  expect(one.state.doc.firstChild?.attrs.id).not.toContain(':')
  syncAll([one, other])
  expect(other.state.doc.firstChild?.textContent).toBe('new')
  expect(other.state.doc.child(1).textContent).toBe(one.state.doc.child(1).textContent)
})
