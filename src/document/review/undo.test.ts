import { text, wordsOf } from '@test/document/test-people'
import { READINGS, Reviewer } from '@test/document/test-reviewers'
import { expect, test } from 'vitest'
import { ROOT } from '../format/layout'
import * as page from '../write/operations'
import { PageUndo } from '../write/undo'
import { chosenSids, decide } from './decide'
import { judgeSuggestion } from './judge-suggestion'
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

test('somebody who may only suggest takes nothing back that was accepted, and what they bring back is a suggestion', () => {
  const ann = new Reviewer('ann', 7, pageOf('one'))
  const undo = new PageUndo(ann.doc, 'me')
  undo.suggester = () => ({ sid: 'ann undo', at: 1, words: 0 })
  ann.suggest(() => page.insertText(ann.index, 'a', 3, ' more'))
  undo.stopCapturing()
  ann.suggest(() => page.deleteText(ann.index, 'a', 6, 8), { again: true })
  const ed = new Reviewer('ed', 8, ann.state)
  ed.decideAll(true)
  ann.receive(ed.state)
  undo.undo()
  expect(wordsOf(ann.read('settled'))).toBe('one mo')
  expect(wordsOf(ann.read('proposed'))).toBe('one more')
  undo.undo()
  expect(wordsOf(ann.read('settled'))).toBe('one mo')
})

test('a comment follows words that their author brings back, and is put nowhere else by somebody who may only suggest', () => {
  const ann = new Reviewer('ann', 7, pageOf('one'))
  ann.suggest(() => page.insertText(ann.index, 'a', 3, ' more'))
  suggestionsOf(ann.doc).set('@ d1 1007 0', 5)
  const server = new Reviewer('server', 9, ann.state)
  const undo = new PageUndo(ann.doc, 'me')
  undo.suggester = () => ({ sid: 'ann undo', at: 1, words: 0 })
  ann.outbox.splice(0)
  ann.suggest(() => page.deleteText(ann.index, 'a', 3, 8))
  undo.undo()
  expect(ann.keys.filter((key) => key.startsWith('@'))).toHaveLength(2)
  for (const update of ann.outbox.splice(0)) {
    expect(judgeSuggestion(server.suggestions, update, 'ann')).toBeNull()
    server.receive(update)
  }
  for (const key of ['@ d1 1 0', '@ d2 7 0']) {
    suggestionsOf(ann.doc).set(key, 2)
    expect(judgeSuggestion(server.suggestions, ann.outbox.splice(0)[0] as Uint8Array, 'ann')).not.toBeNull()
    ann.doc.clientID++
  }
})

test('a format that was accepted is suggested again when that is taken back, also of letters that were rejected meanwhile and came back', () => {
  const ann = new Reviewer('ann', 7, pageOf('one'))
  ann.suggest(() => page.insertText(ann.index, 'a', 1, 'X'))
  ann.suggest(() => page.formatText(ann.index, 'a', 0, 4, { bold: {} }))
  const ed = new Reviewer('ed', 8, ann.state)
  const undo = new PageUndo(ed.doc, 'me')
  const [words, bold] = ed.suggestions.sids as [string, string]
  const before = READINGS.map((reading) => ed.read(reading))
  for (const [sid, isAccepted] of [
    [bold, true],
    [words, false],
  ] as const) {
    undo.stopCapturing()
    decide(ed.index, ed.suggestions, chosenSids(ed.suggestions, [sid]), isAccepted, 'me')
  }
  undo.undo()
  undo.undo()
  expect(READINGS.map((reading) => ed.read(reading))).toEqual(before)
})

test('two ranges of one suggestion that begin at one character: deciding about a part of one leaves the other as it is', () => {
  for (const isAccepted of [true, false]) {
    const ann = new Reviewer('ann', 7, pageOf('one'))
    ann.suggest(() => page.insertText(ann.index, 'a', 3, ' more'))
    const sid = ann.suggestions.sids[0] as string
    // As an undo leaves it of a suggestion that was decided in part and has grown since.
    ann.doc.transact(() => {
      suggestionsOf(ann.doc).set(`${sid} + 1007 0`, 2)
      suggestionsOf(ann.doc).set(`${sid} + 1007 1`, 4)
    })
    const part = ann.suggestions.inserted.overlapping(1007, 0, 1)[0]!
    decide(ann.index, ann.suggestions, [{ part, from: 0, to: 1 }], isAccepted, 'me')
    expect(wordsOf(ann.read('settled'))).toBe(isAccepted ? 'one ' : 'one')
    expect(wordsOf(ann.read('marked'))).toBe(isAccepted ? 'one more' : 'onemore')
  }
})
