import { people, text } from '@test/document/test-people'
import { Reviewer } from '@test/document/test-reviewers'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { ROOT } from '../format/layout'
import * as page from '../write/operations'
import { describe } from './describe'
import type { Change } from './described'
import { Descriptions } from './descriptions'
import { suggestionsOf } from './suggestions'

const line = (id: string, words: string, kind = 'paragraph') => ({ id, kind, text: text(words) })

/** A page of paragraphs b0, b1 … */
function ann(...words: string[]): Reviewer {
  const writer = new Reviewer('writer', 1)
  const lines = words.map((one, i) => line(`b${i}`, one))
  page.insertBlocks(writer.index, lines, ROOT, null)
  return new Reviewer('ann', 7, writer.state)
}

/** The page of a table t (rows r1, r2; columns c1, c2) between the paragraphs a and z. */
const annAtTable = () => new Reviewer('ann', 7, Y.encodeStateAsUpdate(people(1)[0]!.doc))

const told = (person: Reviewer, sid = 'ann 0001') => describe(person.index, person.suggestions, sid)
const first = (person: Reviewer, sid?: string): Change | undefined => told(person, sid).changes[0]

test('a card says which words come, go or take the place of others, who says so, and where', () => {
  const person = ann('the quick brown fox')
  person.suggest(() => page.insertText(person.index, 'b0', 3, ' very'))
  expect(told(person)).toMatchObject({
    suggestionId: 'ann 0001',
    type: 'insert',
    text: '',
    newText: 'very',
    createdAt: 1,
    userId: 'ann',
    via: null,
    blocks: ['b0'],
    spots: [{ block: 'b0', from: 3, to: 8 }],
    changes: [{ change: 'insertText', newText: 'very' }],
    more: 0,
  })
  person.suggest(() => page.deleteText(person.index, 'b0', 14, 20))
  expect(told(person, 'ann 0002')).toMatchObject({ type: 'remove', text: 'brown', newText: '' })
  person.suggest(() => {
    page.deleteText(person.index, 'b0', 9, 14)
    page.insertText(person.index, 'b0', 14, 'fast')
  })
  expect(told(person, 'ann 0003')).toMatchObject({
    type: 'replace',
    spots: [{ block: 'b0', from: 9, to: 18 }],
    changes: [{ change: 'replaceText', text: 'quick', newText: 'fast' }],
  })
})

test('words are quoted in one line of at most a hundred characters, and no character is cut in two', () => {
  const person = ann('start')
  person.suggest(() => page.insertText(person.index, 'b0', 5, `x${'😀'.repeat(80)}`))
  const { newText } = told(person)
  expect(newText.length).toBeLessThanOrEqual(100)
  expect(newText).toMatch(/^x(😀)+…$/u)
  person.suggest(() => page.insertText(person.index, 'b0', 0, 'a\u2028 b\n c'))
  expect(told(person, 'ann 0002').newText).toBe('a b c')
})

test('formats are told with the words that get them; those that come along with new words are not', () => {
  const person = ann('the quick fox')
  person.suggest(() => page.formatText(person.index, 'b0', 4, 9, { bold: {}, code: null }))
  expect(first(person)).toMatchObject({ change: 'formatText', text: 'quick', set: { bold: {} } })
  expect(told(person)).toMatchObject({ type: 'update', newProperties: { bold: {} } })
  person.suggest(() => page.insertText(person.index, 'b0', 0, 'Now '))
  person.suggest(() => page.formatText(person.index, 'b0', 0, 4, { bold: {} }), { again: true })
  expect(told(person, 'ann 0002').changes).toEqual([{ change: 'insertText', newText: 'Now' }])
})

test('kinds and attributes are told with what they were', () => {
  const person = ann('title')
  person.suggest(() => {
    page.setKind(person.index, 'b0', 'heading')
    page.setAttributes(person.index, 'b0', { level: 2 })
  })
  expect(told(person)).toMatchObject({
    type: 'update',
    properties: { kind: 'paragraph', level: null },
    newProperties: { kind: 'heading', level: 2 },
    changes: [
      {
        ...{ change: 'setKind', was: 'paragraph', kind: 'heading', text: 'title' },
        set: [{ name: 'level', was: null, to: 2 }],
      },
    ],
  })
  person.suggest(() => page.setAttributes(person.index, 'b0', { align: 'center' }))
  expect(first(person, 'ann 0002')).toMatchObject({
    change: 'setAttributes',
    set: [{ name: 'align', to: 'center' }],
  })
})

test('blocks that come, go, move, are split or joined are told as blocks, and not their words again', () => {
  const person = ann('one', 'two words', 'three', 'four')
  person.suggest(() => page.insertBlocks(person.index, [line('n', 'new'), line('m', 'newer')], ROOT, 'b0'))
  expect(told(person)).toMatchObject({
    type: 'insert',
    changes: [{ change: 'insertBlock', kind: 'paragraph', text: 'new', count: 2 }],
  })
  person.suggest(() => page.deleteBlocks(person.index, ['b2']))
  expect(told(person, 'ann 0002')).toMatchObject({
    type: 'remove',
    blocks: ['b2'],
    changes: [{ change: 'deleteBlock', kind: 'paragraph', text: 'three', count: 1 }],
  })
  person.suggest(() => page.splitBlock(person.index, 'b1', 4, 's'))
  expect(first(person, 'ann 0003')).toMatchObject({ change: 'splitBlock', text: 'words' })
  person.suggest(() => page.moveBlocks(person.index, ['b3'], ROOT, null))
  expect(first(person, 'ann 0004')).toMatchObject({ change: 'moveBlock', text: 'four', count: 1 })
  const other = ann('one', 'two')
  other.suggest(() => page.mergeBlocks(other.index, 'b0', 'b1'))
  expect(first(other)).toMatchObject({ change: 'joinBlock', text: expect.stringContaining('two') })
  expect(told(other).blocks).toEqual(['b1'])
})

test('Enter at the end of a paragraph, and words behind it, are a new block', () => {
  const person = ann('one')
  person.suggest(() => page.splitBlock(person.index, 'b0', 3, 's'))
  person.suggest(() => page.insertText(person.index, 's', 0, 'two'), { again: true })
  expect(told(person).changes).toEqual([{ change: 'insertBlock', kind: 'paragraph', text: 'two', count: 1 }])
})

test('rows, columns and cells are told by their numbers', () => {
  const person = annAtTable()
  const word = (cell: string, words: string) =>
    page.insertBlocks(person.index, [line(`in ${words}`, words)], cell, null)
  word('r2:c1', 'left')
  word('r2:c2', 'right')
  person.suggest(() => page.deleteBlocks(person.index, ['r2']))
  expect(told(person)).toMatchObject({
    type: 'remove',
    blocks: expect.arrayContaining(['t']),
    changes: [{ change: 'deleteLine', line: 'row', number: 2, count: 1, text: 'left right' }],
  })
  person.suggest(() => page.insertGridPart(person.index, 't', { id: 'r0', kind: 'tableRow' }, null))
  expect(first(person, 'ann 0002')).toMatchObject({ change: 'insertLine', line: 'row', number: 1 })
  person.suggest(() => page.moveBlocks(person.index, ['c2'], 't', null))
  expect(first(person, 'ann 0003')).toMatchObject({
    change: 'moveLine',
    line: 'column',
    number: 1,
    text: 'right',
  })
  person.suggest(() => page.setAttributes(person.index, 'r1:c1', { background: 'red' }))
  expect(first(person, 'ann 0004')).toMatchObject({
    ...{ change: 'setCell', row: 2, column: 2 },
    set: [{ name: 'background', was: null, to: 'red' }],
  })
  person.suggest(() => page.deleteBlocks(person.index, ['t']))
  expect(told(person, 'ann 0005').changes).toMatchObject([{ change: 'deleteBlock', kind: 'table', count: 1 }])
})

test('a value that somebody changed meanwhile is told', () => {
  const person = ann('one')
  person.suggest(() => page.setKind(person.index, 'b0', 'heading'))
  expect(told(person).isChangedMeanwhile).toBe(false)
  page.setKind(person.index, 'b0', 'listItem')
  person.write(() => page.setAttributes(person.index, 'b0', { indent: 1 }))
  const entry = person.doc.getMap('blocks').get('b0') as Y.Map<unknown>
  entry.set('kind', 'quote')
  expect(told(person).isChangedMeanwhile).toBe(true)
})

test('of a suggestion that is gone or of which nothing is left, nothing is told', () => {
  const person = ann('one')
  expect(told(person)).toMatchObject({ changes: [], createdAt: null, blocks: [] })
  suggestionsOf(person.doc).set('ann 0001', { at: 3 })
  suggestionsOf(person.doc).set('ann 0001 - 99 5', 3)
  expect(told(person)).toMatchObject({ changes: [], createdAt: 3 })
})

test('a change of one paragraph describes anew what is suggested in it, and nothing else', () => {
  const person = ann('one', 'two')
  person.suggest(() => page.insertText(person.index, 'b0', 3, ' more'))
  person.suggest(() => page.insertText(person.index, 'b1', 3, ' more'))
  const descriptions = new Descriptions(person.index, person.suggestions)
  let calls = 0
  descriptions.onChange(() => calls++)
  const [before, other] = descriptions.all
  expect(descriptions.all).toBe(descriptions.all)
  page.insertText(person.index, 'b0', 0, 'x')
  expect(calls).toBe(1)
  expect(descriptions.of('ann 0001')).not.toBe(before)
  expect(descriptions.of('ann 0001')?.spots).toEqual([{ block: 'b0', from: 4, to: 9 }])
  expect(descriptions.of('ann 0002')).toBe(other)
  person.decideAll(true)
  expect(descriptions.all).toEqual([])
  descriptions.close()
})
