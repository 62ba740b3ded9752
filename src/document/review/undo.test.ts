import { text, wordsOf } from '@test/document/test-people'
import { Reviewer } from '@test/document/test-reviewers'
import { expect, test } from 'vitest'
import { ROOT } from '../format/layout'
import * as page from '../write/operations'
import { PageUndo } from '../write/undo'
import { chosenSids, decide } from './decide'
import { suggestionsOf } from './suggestions'

function pageOf(words: string): Uint8Array {
  const writer = new Reviewer('writer', 1)
  page.insertBlocks(writer.index, [{ id: 'a', kind: 'paragraph', text: text(words) }], ROOT, null)
  return writer.state
}

test('what one suggested and takes back is gone, and done again it is a suggestion as before', () => {
  const ann = new Reviewer('ann', 7, pageOf('one two'))
  const undo = new PageUndo(ann.doc, 'me')
  ann.suggest(() => page.insertText(ann.index, 'a', 3, ' more'))
  undo.stopCapturing()
  ann.suggest(() => page.deleteText(ann.index, 'a', 0, 8))
  undo.undo()
  expect(wordsOf(ann.read('proposed'))).toBe('one more two')
  undo.undo()
  expect(wordsOf(ann.read('marked'))).toBe('one two')
  expect(ann.keys).toEqual([])
  undo.redo()
  expect(wordsOf(ann.read('settled'))).toBe('one two')
  expect(wordsOf(ann.read('marked'))).toBe('one more two')
  undo.redo()
  expect(wordsOf(ann.read('proposed'))).toBe(' two')
  expect(wordsOf(ann.read('settled'))).toBe('one two')
})

test('a comment on words that were deleted speaks of them again when they come back, for everybody', () => {
  const ed = new Reviewer('ed', 7, pageOf('one two'))
  const eve = new Reviewer('eve', 8, ed.state)
  suggestionsOf(eve.doc).set('@ d1 1 2', 7)
  ed.receive(eve.state)
  const undo = new PageUndo(ed.doc, 'me')
  ed.write(() => page.deleteText(ed.index, 'a', 4, 7))
  undo.undo()
  eve.receive(ed.state)
  for (const { doc, suggestions } of [ed, eve]) {
    const covered = []
    for (let item = doc.getText('text')._start; item; item = item.right) {
      if (item.deleted || !item.countable) continue
      for (let at = 0; at < item.length; at++)
        if (suggestions.anchors.has(item.id.client, item.id.clock + at)) covered.push(item.id.client)
    }
    expect(covered).toEqual([1, 1, 1, 1, 7, 7, 7])
  }
})

test("an editor's undo of a deletion brings back somebody's suggested words as suggested words", () => {
  const ann = new Reviewer('ann', 7, pageOf('one'))
  ann.suggest(() => page.insertText(ann.index, 'a', 3, ' more'))
  const ed = new Reviewer('ed', 8, ann.state)
  const undo = new PageUndo(ed.doc, 'me')
  ed.write(() => page.deleteText(ed.index, 'a', 0, 8))
  undo.undo()
  expect(wordsOf(ed.read('settled'))).toBe('one')
  expect(wordsOf(ed.read('marked'))).toBe('one more')
  decide(ed.index, ed.suggestions, chosenSids(ed.suggestions, ['ann 0001']), false)
  expect(wordsOf(ed.read('marked'))).toBe('one')
})

test('a block whose acceptance is taken back is only suggested again, though somebody has written in it since', () => {
  const ann = new Reviewer('ann', 7, pageOf('one'))
  ann.suggest(() =>
    page.insertBlocks(ann.index, [{ id: 'new', kind: 'paragraph', text: text('two') }], ROOT, 'a'),
  )
  const ed = new Reviewer('ed', 8, ann.state)
  const undo = new PageUndo(ed.doc, 'me')
  ed.decideAll(true)
  const eve = new Reviewer('eve', 9, ed.state)
  page.insertText(eve.index, 'new', 3, '!')
  ed.receive(eve.state)
  undo.undo()
  expect(ed.read('settled').map((block) => wordsOf([block]))).toEqual(['one!'])
  expect(ed.read('marked').map((block) => wordsOf([block]))).toEqual(['one', 'two!'])
})
