import { expect, test } from 'vitest'
import * as Y from 'yjs'
import type { Block } from '@/blocks'
import { applyBlocks, blocksOf } from './blocks'
import { suggestOnly } from './suggest-only'

const PAGE: Block[] = [
  { id: 'h', kind: 'heading', attributes: { level: 2 }, text: [{ text: 'Tea' }] },
  {
    id: 'p',
    kind: 'paragraph',
    text: [{ text: 'Pour ' }, { text: 'slowly', marks: [{ kind: 'bold' }] }, { text: '.' }],
  },
  { id: 'l', kind: 'listItem', attributes: { indent: 1 }, text: [{ text: 'one' }] },
]

/** Where things stand in the string of {@link PAGE}: a bead before each block's text. */
const AT = { h: 0, p: 4, l: 17, end: 21 }

function pageOf(blocks: readonly Block[]): Y.Doc {
  const doc = new Y.Doc()
  applyBlocks(doc, blocks)
  return doc
}

function updateOf(doc: Y.Doc, act: (copy: Y.Doc) => void): Uint8Array {
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc))
  const before = Y.encodeStateVector(copy)
  copy.transact(() => act(copy))
  return Y.encodeStateAsUpdate(copy, before)
}

const stringIn = (doc: Y.Doc) => doc.getText('text')
const entry = (doc: Y.Doc, id: string) => doc.getMap('blocks').get(id) as Y.Map<unknown>
const suggestion = { type: 'insert', by: 'me' }
const suggested = { 'suggestion:s': suggestion }

function addEntry(doc: Y.Doc, id: string, values: Record<string, unknown> = {}): void {
  const made = new Y.Map<unknown>()
  const all = { kind: 'paragraph', at: ['', 'a5'], suggestion, ...values }
  for (const [key, value] of Object.entries(all)) made.set(key, value)
  doc.getMap('blocks').set(id, made)
}

/** What the update would be taken as from somebody who may suggest, and from somebody who may comment. */
const taken = (doc: Y.Doc, act: (copy: Y.Doc) => void) => {
  const update = updateOf(doc, act)
  return [suggestOnly(doc, update, 'suggest'), suggestOnly(doc, update, 'comment')]
}

test('R46 only suggestions and comments pass as such', () => {
  const doc = pageOf(PAGE)
  const allowed = [
    updateOf(doc, (copy) => stringIn(copy).format(2, 2, { 'comment:c1': {} })),
    updateOf(doc, (copy) => stringIn(copy).format(2, 2, { 'suggestion:s1': { type: 'delete' } })),
    updateOf(doc, (copy) => stringIn(copy).insert(3, 'new', { 'suggestion:s2': suggestion })),
    updateOf(doc, (copy) => entry(copy, 'h').set('suggestion', { type: 'remove' })),
    updateOf(doc, (copy) => {
      const made = new Y.Map()
      made.set('kind', 'paragraph')
      made.set('at', ['', 'a5'])
      made.set('suggestion', suggestion)
      copy.getMap('blocks').set('new', made)
      stringIn(copy).insertEmbed(4, { block: 'new' }, {})
      stringIn(copy).insert(5, 'More', { 'suggestion:s3': suggestion })
    }),
  ]
  const refused = [
    updateOf(doc, (copy) => stringIn(copy).insert(3, 'new', {})),
    updateOf(doc, (copy) => stringIn(copy).delete(2, 1)),
    updateOf(doc, (copy) => stringIn(copy).format(2, 2, { bold: {} })),
    updateOf(doc, (copy) => entry(copy, 'h').set('level', 1)),
    updateOf(doc, (copy) => entry(copy, 'h').set('deleted', true)),
    updateOf(doc, (copy) => copy.getMap('blocks').delete('h')),
    updateOf(doc, (copy) => copy.getText('title').insert(0, 'mine')),
    updateOf(doc, (copy) => copy.getMap('meta').set('layout', 9)),
    updateOf(doc, (copy) => copy.getArray('other').push(['x'])),
    updateOf(doc, (copy) => applyBlocks(copy, [])),
  ]
  expect(allowed.map((update) => suggestOnly(doc, update))).toEqual(allowed.map(() => true))
  refused.push(updateOf(doc, (copy) => stringIn(copy).insert(3, 'new', { 'comment:c1': suggestion })))
  expect(refused.map((update) => suggestOnly(doc, update))).toEqual(refused.map(() => false))
  const [comment, ...suggestions] = allowed
  expect(suggestOnly(doc, comment!, 'comment')).toBe(true)
  for (const update of [...suggestions, ...refused]) expect(suggestOnly(doc, update, 'comment')).toBe(false)
})

const page = pageOf(PAGE)
const shared = (): [string, object][] => [
  ['an array', Y.Array.from(['', 'a0'])],
  ['a text', new Y.Text('x')],
  ['a map', new Y.Map()],
]

test('R46 a block is not moved, changed or robbed of an attribute by a shared type in place of a value', () => {
  for (const key of ['at', 'kind', 'level', 'into', 'deleted', 'new']) {
    for (const [what, value] of shared()) {
      expect([key, what, taken(page, (copy) => entry(copy, 'h').set(key, value))]).toEqual([
        key,
        what,
        [false, false],
      ])
    }
  }
})

test('R46 nor does a shared type, or what is no JSON, pass as a comment or a suggestion', () => {
  for (const key of ['comment', 'suggestion']) {
    for (const [, value] of shared())
      expect(taken(page, (copy) => entry(copy, 'h').set(key, value))).toEqual([false, false])
    for (const value of [10n, new Uint8Array(2), undefined])
      expect(taken(page, (copy) => entry(copy, 'h').set(key, value))).toEqual([false, false])
  }
  expect(taken(page, (copy) => entry(copy, 'h').set('comment', { id: 'c' }))).toEqual([true, true])
  expect(taken(page, (copy) => addEntry(copy, 'x', { extra: 10n }))).toEqual([false, false])
  expect(taken(page, (copy) => addEntry(copy, 'x', { extra: new Y.Array() }))).toEqual([false, false])
})

test('R46 an entry is not replaced by one that says the same', () => {
  expect(taken(page, (copy) => copy.getMap('blocks').set('h', entry(copy, 'h').clone()))).toEqual([
    false,
    false,
  ])
  expect(taken(page, (copy) => entry(copy, 'h').set('level', 2))).toEqual([false, false])
})

test('R46 words are not deleted and written again, which would lose whatever points to them', () => {
  const again = (copy: Y.Doc) => {
    const string = stringIn(copy)
    const delta = string.toDelta()
    string.delete(0, string.length)
    string.applyDelta(delta)
  }
  expect(blocksOf(page)).toEqual(PAGE)
  expect(taken(page, again)).toEqual([false, false])
  const one = (copy: Y.Doc) => {
    stringIn(copy).delete(AT.h + 1, 1)
    stringIn(copy).insert(AT.h + 1, 'T')
  }
  expect(taken(page, one)).toEqual([false, false])
})

test('R46 the bead of a suggested block takes no words that were there along', () => {
  const bead = (at: number, values = {}) =>
    taken(page, (copy) => {
      addEntry(copy, 'x', values)
      stringIn(copy).insertEmbed(at, { block: 'x', split: true }, suggested)
    })
  expect(bead(AT.h + 2)).toEqual([false, false])
  expect(bead(AT.h + 2, { into: ['l', 'a0'] })).toEqual([false, false])
  expect(bead(AT.p + 8, { into: ['l', 'a0'] })).toEqual([false, false])
  expect(bead(AT.p)).toEqual([true, false])
})

test('R46 a bead that names a block that is there is none of a suggestion', () => {
  for (const block of ['h', 'p', 'l', 'stray', 'nobody']) {
    const act = (copy: Y.Doc) => stringIn(copy).insertEmbed(AT.h + 2, { block }, suggested)
    expect([block, taken(page, act)]).toEqual([block, [false, false]])
    const atEnd = (copy: Y.Doc) => stringIn(copy).insertEmbed(AT.end, { block }, suggested)
    expect([block, taken(page, atEnd)]).toEqual([block, [false, false]])
  }
})

test('R46 a suggested block does not stand in for one that words or blocks are waiting for', () => {
  const doc = pageOf(PAGE)
  stringIn(doc).insertEmbed(AT.end, { block: 'lost' }, {})
  stringIn(doc).insert(AT.end + 1, 'words')
  entry(doc, 'p').set('at', ['parent', 'a0'])
  entry(doc, 'l').set('into', ['target', 'a0'])
  for (const id of ['lost', 'parent', 'target', 'stray', '', 'row:column']) {
    expect([id, taken(doc, (copy) => addEntry(copy, id))]).toEqual([id, [false, false]])
  }
  expect(taken(doc, (copy) => addEntry(copy, 'other'))).toEqual([true, false])
})

test('R46 a value that is no JSON does not keep later comments from being taken', () => {
  const doc = pageOf(PAGE)
  entry(doc, 'h').set('big', 10n)
  entry(doc, 'p').set('shared', new Y.Map([['x', 1]]))
  const comment = (copy: Y.Doc) => stringIn(copy).format(AT.h + 1, 2, { 'comment:c': { id: 'c' } })
  expect(taken(doc, comment)).toEqual([true, true])
})

test('R46 what was there does not become a suggestion, to be taken back afterwards', () => {
  expect(taken(page, (copy) => entry(copy, 'h').set('suggestion', suggestion))).toEqual([false, false])
  expect(taken(page, (copy) => stringIn(copy).format(AT.h + 1, 2, suggested))).toEqual([false, false])
})

test('R46 a suggestion is taken back, alone: not with what somebody else wrote beside or into it', () => {
  const doc = pageOf(PAGE)
  addEntry(doc, 'x')
  stringIn(doc).insertEmbed(AT.end, { block: 'x' }, {})
  stringIn(doc).insert(AT.end + 1, 'new', { ...suggested })
  stringIn(doc).insert(AT.h + 2, 'maybe', { ...suggested })
  const words = (from: number, length: number) => (copy: Y.Doc) => stringIn(copy).delete(from, length)
  expect(taken(doc, words(AT.h + 2, 5))).toEqual([true, false])
  expect(taken(doc, words(AT.h + 3, 3))).toEqual([true, false])
  expect(taken(doc, words(AT.h + 2, 6))).toEqual([false, false])
  expect(taken(doc, words(AT.h + 1, 2))).toEqual([false, false])
  const block = (copy: Y.Doc) => {
    stringIn(copy).delete(AT.end + 5, 4)
    copy.getMap('blocks').delete('x')
  }
  expect(taken(doc, block)).toEqual([true, false])
  stringIn(doc).insert(AT.end + 9, 'kept', { 'suggestion:s': null })
  expect(taken(doc, block)).toEqual([false, false])
  expect(taken(doc, (copy) => entry(copy, 'x').set('at', ['', 'a0']))).toEqual([false, false])
  expect(taken(doc, (copy) => copy.getMap('blocks').delete('x'))).toEqual([false, false])
})

test('R46 a suggestion in the middle of a pair of code units would break the character', () => {
  const doc = pageOf([{ id: 'e', kind: 'paragraph', text: [{ text: '😀' }] }])
  expect(taken(doc, (copy) => stringIn(copy).insert(2, 'x', suggested))).toEqual([false, false])
})

test('R46 an update that cannot be read or that builds on what is not there is none', () => {
  expect(suggestOnly(page, new Uint8Array([9, 9, 9]))).toBe(false)
  const ahead = new Y.Doc()
  Y.applyUpdate(ahead, Y.encodeStateAsUpdate(page))
  stringIn(ahead).insert(AT.h + 2, 'a', suggested)
  const update = updateOf(ahead, (copy) => stringIn(copy).insert(AT.h + 3, 'b', suggested))
  expect(suggestOnly(page, update)).toBe(false)
  expect(suggestOnly(ahead, update)).toBe(true)
})

test('suggestions and comments stand inside formatted words', () => {
  expect(taken(page, (copy) => stringIn(copy).insert(AT.p + 8, 'very', suggested))).toEqual([true, false])
  expect(
    taken(page, (copy) => stringIn(copy).insert(AT.p + 8, 'very', { ...suggested, italic: {} })),
  ).toEqual([true, false])
  for (const length of [5, 10, 13]) {
    const comment = (copy: Y.Doc) => stringIn(copy).format(AT.p + 3, length, { 'comment:c': { id: 'c' } })
    expect([length, taken(page, comment)]).toEqual([length, [true, true]])
  }
})
