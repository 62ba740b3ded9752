import { flat, text, wordsOf } from '@test/document/test-people'
import { Reviewer } from '@test/document/test-reviewers'
import { expect, test } from 'vitest'
import type * as Y from 'yjs'
import { ROOT } from '../format/layout'
import { settledPage } from '../page-index/settled-page'
import * as page from '../write/operations'
import { chosenIn, chosenOf, chosenSids, decide } from './decide'

const line = (id: string, words: string) => ({ id, kind: 'paragraph', text: text(words) })

function pageWith(...words: string[]): Uint8Array {
  const writer = new Reviewer('writer', 1)
  page.insertBlocks(
    writer.index,
    words.map((one, i) => line(`b${i}`, one)),
    ROOT,
    null,
  )
  return writer.state
}

const wordsIn = (person: Reviewer, reading: 'settled' | 'proposed' | 'marked') =>
  person.read(reading).map((block) => wordsOf([block]))

test('letters that are suggested one by one take hardly more room than letters that are written', () => {
  const state = pageWith('start ')
  const sizeAfter = (type: (person: Reviewer, at: number) => void) => {
    const person = new Reviewer('ann', 7, state)
    for (let i = 0; i < 600; i++) type(person, i)
    const items = new Set<Y.Item>()
    for (let item = person.doc.getText('text')._start; item; item = item.right) items.add(item)
    return { bytes: person.state.length, items: items.size, keys: person.keys }
  }
  const letter = (i: number) => 'abcdefghij'.charAt(i % 10)
  const direct = sizeAfter((person, i) => page.insertText(person.index, 'b0', 6 + i, letter(i)))
  const suggested = sizeAfter((person, i) =>
    person.suggest(() => page.insertText(person.index, 'b0', 6 + i, letter(i)), { again: true }),
  )
  expect(suggested.keys).toEqual(['ann 0001', 'ann 0001 + 1007 0'])
  expect(suggested.items).toBe(direct.items)
  expect(suggested.bytes).toBeLessThan(direct.bytes + 120)
})

test("words typed behind a suggestion by somebody else are not part of it, nor are those inside of somebody's deletion", () => {
  const ann = new Reviewer('ann', 7, pageWith('Pour slowly.'))
  ann.suggest(() => page.insertText(ann.index, 'b0', 4, ' it'))
  ann.suggest(() => page.deleteText(ann.index, 'b0', 7, 14))
  const ed = new Reviewer('ed', 8, ann.state)
  page.insertText(ed.index, 'b0', 7, '!')
  page.insertText(ed.index, 'b0', 11, '-')
  expect(wordsIn(ed, 'settled')).toEqual(['Pour! sl-owly.'])
  ed.decideAll(true)
  expect(wordsIn(ed, 'settled')).toEqual(['Pour it!-.'])
})

test('what one suggested and deletes again was never suggested', () => {
  const ann = new Reviewer('ann', 7, pageWith('one', 'two'))
  ann.suggest(() => page.insertText(ann.index, 'b0', 3, ' more'))
  ann.suggest(() => page.deleteText(ann.index, 'b0', 3, 8), { again: true })
  ann.suggest(() => page.splitBlock(ann.index, 'b1', 1, 'fresh'), { again: true })
  ann.suggest(() => page.mergeBlocks(ann.index, 'b1', 'fresh'), { again: true })
  ann.suggest(() => page.setKind(ann.index, 'b1', 'heading'), { again: true })
  ann.suggest(() => page.setKind(ann.index, 'b1', 'paragraph'), { again: true })
  ann.suggest(() => page.insertBlocks(ann.index, [line('new', 'x')], ROOT, 'b0'), { again: true })
  ann.suggest(() => page.deleteBlocks(ann.index, ['new']), { again: true })
  expect(ann.keys).toEqual(['ann 0001'])
  expect(wordsIn(ann, 'marked')).toEqual(['one', 'two'])
})

test('a suggested split shows two blocks, and words that are written behind it stay where they are when it is rejected', () => {
  const ann = new Reviewer('ann', 7, pageWith('one two'))
  ann.suggest(() => page.splitBlock(ann.index, 'b0', 3, 'fresh'))
  expect(wordsIn(ann, 'marked')).toEqual(['one', ' two'])
  page.insertText(ann.index, 'fresh', 4, '!')
  expect(wordsIn(ann, 'settled')).toEqual(['one two!'])
  ann.decideAll(false)
  expect(wordsIn(ann, 'settled')).toEqual(['one two!'])
  expect(flat(ann.read('settled'))).toHaveLength(1)
})

test('formats are suggested, of words that stand and of words that are suggested; of one format the last word counts', () => {
  const ann = new Reviewer('ann', 7, pageWith('one two'))
  ann.suggest(() => page.formatText(ann.index, 'b0', 0, 3, { bold: {} }))
  ann.suggest(() => page.formatText(ann.index, 'b0', 2, 5, { italic: {}, bold: null }), { again: true })
  ann.suggest(() => page.insertText(ann.index, 'b0', 1, 'X', { link: { url: 'u' } }), { again: true })
  const marked = ann.read('marked')[0]?.text
  expect(marked).toEqual([
    { insert: 'o', formats: { bold: {} } },
    { insert: 'X', formats: { link: { url: 'u' } } },
    { insert: 'n', formats: { bold: {} } },
    { insert: 'e t', formats: { italic: {} } },
    { insert: 'wo', formats: {} },
  ])
  expect(ann.read('settled')[0]?.text).toEqual([{ insert: 'one two', formats: {} }])
  ann.decideAll(true)
  expect(ann.read('settled')[0]?.text).toEqual(marked)
})

test("one decides a suggestion, an author's, a selection, or a part of one", () => {
  const ann = new Reviewer('ann', 7, pageWith('one', 'two'))
  ann.suggest(() => page.insertText(ann.index, 'b0', 3, ' more'))
  ann.suggest(() => page.insertText(ann.index, 'b1', 3, ' words'))
  const ben = new Reviewer('ben', 8, ann.state)
  ben.suggest(() => page.setKind(ben.index, 'b1', 'heading'))
  const { index, suggestions } = ben
  decide(index, suggestions, chosenIn(suggestions, [{ client: 1007, from: 1, to: 3 }], new Set()), true)
  expect(wordsIn(ben, 'settled')).toEqual(['onemo', 'two'])
  expect(ben.keys).toEqual(
    [
      'ann 0001',
      'ann 0001 + 1007 0',
      'ann 0001 + 1007 3',
      'ann 0002',
      'ann 0002 + 1007 5',
      'ben 0001',
      'ben 0001 / b1 kind',
    ].sort(),
  )
  decide(index, suggestions, chosenIn(suggestions, [], new Set(['b1'])), true)
  expect(ben.read('settled')[1]?.kind).toBe('heading')
  decide(index, suggestions, chosenSids(suggestions, ['ann 0002']), false)
  decide(index, suggestions, chosenOf(suggestions, 'ann'), true)
  expect(wordsIn(ben, 'marked')).toEqual(['one more', 'two'])
  expect(ben.keys).toEqual([])
})

test('the first suggestion raises the layout of the page, and it stays raised', () => {
  const ann = new Reviewer('ann', 7, pageWith('one'))
  expect(ann.doc.getMap('meta').get('layout')).toBe(1)
  ann.suggest(() => page.insertText(ann.index, 'b0', 3, '!'))
  expect(ann.doc.getMap('meta').get('layout')).toBe(2)
  expect(settledPage(ann.doc).blocks).toMatchObject([{ text: [{ text: 'one' }] }])
  ann.decideAll(false)
  expect(ann.doc.getMap('meta').get('layout')).toBe(2)
})
