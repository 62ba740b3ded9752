import { people, text, wordsOf } from '@test/document/test-people'
import { Reviewer } from '@test/document/test-reviewers'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { type PageBlock, ROOT } from '../format/layout'
import * as page from '../write/operations'
import { PageUndo } from '../write/undo'

const line = (id: string, words: string, kind = 'paragraph') => ({ id, kind, text: text(words) })

function pageOf(...words: string[]): Uint8Array {
  const writer = new Reviewer('writer', 1)
  const lines = words.map((one, i) => line(`b${i}`, one))
  page.insertBlocks(writer.index, lines, ROOT, null)
  return writer.state
}

/** The blocks as `kind(words or blocks)`. */
const drawn = (blocks: readonly PageBlock[]): string =>
  blocks
    .map((block) => `${block.kind}(${block.children.length > 0 ? drawn(block.children) : wordsOf([block])})`)
    .join(' ')

/** What Ann suggests, as Ed has it. */
function after(state: Uint8Array, suggest: (ann: Reviewer) => void): Reviewer {
  const ann = new Reviewer('ann', 7, state)
  ann.suggest(() => suggest(ann))
  return new Reviewer('ed', 8, ann.state)
}

const settled = (person: Reviewer) => drawn(person.read('settled'))
const marked = (person: Reviewer) => drawn(person.read('marked'))

test('writing in a suggested block accepts that it is there; its suggested words stay pending', () => {
  const ed = after(pageOf('one', 'two'), ({ index }) =>
    page.insertBlocks(index, [line('n', 'new', 'heading')], ROOT, 'b0'),
  )
  ed.write(() => page.insertText(ed.index, 'n', 3, '!'))
  expect(settled(ed)).toBe('paragraph(one) heading(!) paragraph(two)')
  expect(marked(ed)).toBe('paragraph(one) heading(new!) paragraph(two)')
  expect(ed.index.blocks()).toEqual(ed.read('marked'))
  ed.decideAll(false)
  expect(settled(ed)).toBe('paragraph(one) heading(!) paragraph(two)')
})

test('and so it does for all that the block stands in, when it is a table as well', () => {
  const ed = after(pageOf('one'), ({ index }) => {
    page.insertBlocks(index, [{ id: 'q', kind: 'quote' }], ROOT, 'b0')
    page.insertBlocks(index, [line('n', 'new')], 'q', null)
  })
  ed.write(() => page.insertText(ed.index, 'n', 0, 'brand '))
  expect(settled(ed)).toBe('paragraph(one) quote(paragraph(brand ))')
  const table = new Reviewer('ann', 7, Y.encodeStateAsUpdate(people(1)[0]!.doc))
  table.suggest(() => page.insertGridPart(table.index, 't', { id: 'r3', kind: 'tableRow' }, 'r2'))
  table.write(() => page.insertBlocks(table.index, [line('n', 'cell')], 'r3:c1', null))
  const rows = (table.read('settled')[1] as PageBlock).children
  expect(rows.map((row) => wordsOf([row]))).toEqual(['', '', 'cell'])
  expect(table.keys).toEqual([])
})

test('giving a suggested block another kind, or moving something into it, accepts it as well', () => {
  const ed = after(pageOf('one', 'two'), ({ index }) => {
    page.insertBlocks(index, [line('n', 'new')], ROOT, 'b0')
    page.insertBlocks(index, [{ id: 'q', kind: 'quote' }], ROOT, 'b1')
  })
  ed.write(() => page.setKind(ed.index, 'n', 'heading'))
  expect(settled(ed)).toBe('paragraph(one) heading() paragraph(two)')
  ed.write(() => page.moveBlocks(ed.index, ['b0'], 'q', null))
  expect(settled(ed)).toBe('heading() paragraph(two) quote(paragraph(one))')
})

test('what is written behind a suggested Enter belongs to the block before until that is accepted', () => {
  const ed = after(pageOf('onetwo'), ({ index }) => page.splitBlock(index, 'b0', 3, 's'))
  ed.write(() => page.insertText(ed.index, 's', 3, '!'))
  expect(settled(ed)).toBe('paragraph(onetwo!)')
  expect(marked(ed)).toBe('paragraph(one) paragraph(two!)')
  expect(ed.keys.length).toBeGreaterThan(0)
})

test('text that is typed strictly inside a pending insertion becomes part of it; at its edges it is real', () => {
  const ed = after(pageOf('Pour slowly'), ({ index }) => page.insertText(index, 'b0', 4, ' it very'))
  const undo = new PageUndo(ed.doc, 'me')
  ed.write(() => page.insertText(ed.index, 'b0', 7, ' all'))
  expect(settled(ed)).toBe('paragraph(Pour slowly)')
  expect(marked(ed)).toBe('paragraph(Pour it all very slowly)')
  ed.write(() => page.insertText(ed.index, 'b0', 4, ','))
  ed.write(() => page.insertText(ed.index, 'b0', 17, '!'))
  expect(marked(ed)).toBe('paragraph(Pour, it all very! slowly)')
  expect(settled(ed)).toBe('paragraph(Pour,! slowly)')
  undo.undo()
  expect(marked(ed)).toBe('paragraph(Pour it very slowly)')
  undo.redo()
  const copy = new Reviewer('bob', 9, ed.state)
  copy.decideAll(false)
  expect(settled(copy)).toBe('paragraph(Pour,! slowly)')
  ed.decideAll(true)
  expect(settled(ed)).toBe('paragraph(Pour, it all very! slowly)')
})

test('letters typed one by one inside of an insertion are all part of it', () => {
  const ed = after(pageOf('ab'), ({ index }) => page.insertText(index, 'b0', 1, '[]'))
  for (const [i, letter] of [...'word'].entries())
    ed.write(() => page.insertText(ed.index, 'b0', 2 + i, letter))
  expect(marked(ed)).toBe('paragraph(a[word]b)')
  expect(settled(ed)).toBe('paragraph(ab)')
  ed.decideAll(true)
  expect(settled(ed)).toBe('paragraph(a[word]b)')
})
