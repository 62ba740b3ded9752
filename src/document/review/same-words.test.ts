import { text, wordsOf } from '@test/document/test-people'
import { Reviewer } from '@test/document/test-reviewers'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { ROOT } from '../format/layout'
import { judged } from '../updates/update-facts'
import * as page from '../write/operations'
import { PageUndo } from '../write/undo'
import { chosenOf, decide } from './decide'
import { givingBack } from './give-back'
import { traceOf, wereAccepted } from './outcome'

function pageWith(words: string): Uint8Array {
  const writer = new Reviewer('writer', 1)
  page.insertBlocks(writer.index, [{ id: 'a', kind: 'paragraph', text: text(words) }], ROOT, null)
  return writer.state
}

const settled = (person: Reviewer) => wordsOf(person.read('settled'))

/** Suggests other words in the place of the first that are so. */
function correct(person: Reviewer, from: string, to: string): void {
  const at = wordsOf(person.read('marked')).indexOf(from)
  person.suggest(() => page.deleteText(person.index, 'a', at, at + from.length))
  person.suggest(() => page.insertText(person.index, 'a', at + from.length, to), { again: true })
}

/** Both make it at once; the first of them hears of the other. */
function bothCorrect(words: string, from: string, to: string): Reviewer {
  const state = pageWith(words)
  const [ann, ben] = [new Reviewer('ann', 7, state), new Reviewer('ben', 8, state)]
  correct(ann, from, to)
  correct(ben, from, to)
  ann.receive(ben.state)
  return ann
}

const accept = (person: Reviewer, author: string, notes = false) =>
  decide(person.index, person.suggestions, chosenOf(person.suggestions, author), true, 'me', { notes })

describe('two people, or two models, suggest the same correction', () => {
  test.each([['ann'], ['ben']])(
    'and the one of %s is accepted: the other one is settled with it',
    (author) => {
      const ed = bothCorrect('See teh house.', 'teh', 'the')
      accept(ed, author)
      expect(settled(ed)).toBe('See the house.')
      expect(ed.keys).toEqual([])
    },
  )

  test('and both are accepted, one after the other or together: the page says it once', () => {
    const ed = bothCorrect('See teh house.', 'teh', 'the')
    accept(ed, 'ben')
    accept(ed, 'ann')
    expect(settled(ed)).toBe('See the house.')
    const els = bothCorrect('See teh house.', 'teh', 'the')
    els.decideAll(true)
    expect(settled(els)).toBe('See the house.')
    expect(els.keys).toEqual([])
  })

  test('and one is rejected: the other one still waits', () => {
    const ed = bothCorrect('See teh house.', 'teh', 'the')
    decide(ed.index, ed.suggestions, chosenOf(ed.suggestions, 'ann'), false)
    expect(settled(ed)).toBe('See teh house.')
    accept(ed, 'ben')
    expect(settled(ed)).toBe('See the house.')
  })

  test('and undoing what was accepted brings both back', () => {
    const ed = bothCorrect('See teh house.', 'teh', 'the')
    const undo = new PageUndo(ed.doc, 'me')
    accept(ed, 'ann')
    undo.undo()
    expect(settled(ed)).toBe('See teh house.')
    accept(ed, 'ben')
    expect(settled(ed)).toBe('See the house.')
    expect(ed.keys).toEqual([])
    undo.destroy()
  })

  test('and one of them corrects more: that is what is left of theirs', () => {
    const state = pageWith('See teh house wich is red.')
    const [ann, ben] = [new Reviewer('ann', 7, state), new Reviewer('ben', 8, state)]
    correct(ann, 'teh', 'the')
    correct(ben, 'teh', 'the')
    const at = wordsOf(ben.read('marked')).indexOf('wich')
    ben.suggest(() => page.insertText(ben.index, 'a', at + 1, 'h'), { again: true })
    ann.receive(ben.state)
    accept(ann, 'ann')
    expect(settled(ann)).toBe('See the house wich is red.')
    accept(ann, 'ben')
    expect(settled(ann)).toBe('See the house which is red.')
    expect(ann.keys).toEqual([])
  })

  test('and three of them only put in a comma', () => {
    const state = pageWith('First we eat')
    const people = ['ann', 'ben', 'cleo'].map((name, i) => new Reviewer(name, 7 + i, state))
    for (const one of people) one.suggest(() => page.insertText(one.index, 'a', 5, ','))
    const [ed, ...others] = people as [Reviewer, ...Reviewer[]]
    for (const other of others) ed.receive(other.state)
    accept(ed, 'cleo')
    expect(settled(ed)).toBe('First, we eat')
    expect(ed.keys).toEqual([])
  })

  test('and it counts as accepted for both', () => {
    const ed = bothCorrect('See teh house.', 'teh', 'the')
    const traces = ed.suggestions.sids.map((sid) => traceOf(ed.suggestions, sid))
    accept(ed, 'ann')
    expect(wereAccepted(ed.doc, traces)).toEqual([true, true])
    const els = bothCorrect('See teh house.', 'teh', 'the')
    const others = els.suggestions.sids.map((sid) => traceOf(els.suggestions, sid))
    for (const author of ['ann', 'ben'])
      decide(els.index, els.suggestions, chosenOf(els.suggestions, author), false)
    expect(wereAccepted(els.doc, others)).toEqual([false, false])
  })
})

describe('what only looks the same stays', () => {
  test('other words, and the same words in the place of others', () => {
    const state = pageWith('See teh house.')
    const [ann, ben] = [new Reviewer('ann', 7, state), new Reviewer('ben', 8, state)]
    correct(ann, 'teh', 'the')
    correct(ben, 'teh', 'that')
    ann.receive(ben.state)
    accept(ann, 'ann')
    expect(ann.keys).not.toEqual([])
    const [cleo, dan] = [new Reviewer('cleo', 7, state), new Reviewer('dan', 8, state)]
    correct(cleo, 'teh', 'the')
    dan.suggest(() => page.insertText(dan.index, 'a', 7, 'the'))
    cleo.receive(dan.state)
    accept(cleo, 'cleo')
    expect(cleo.keys).not.toEqual([])
  })

  test('words that were typed behind the same ones', () => {
    const ann = new Reviewer('ann', 7, pageWith('So '))
    ann.suggest(() => page.insertText(ann.index, 'a', 3, 'ha'))
    ann.suggest(() => page.insertText(ann.index, 'a', 5, 'ha'))
    const ben = new Reviewer('ben', 8, ann.state)
    ben.suggest(() => page.insertText(ben.index, 'a', 7, 'ha'))
    ben.decideAll(true)
    expect(settled(ben)).toBe('So hahaha')
  })

  test('the same words formatted otherwise, and the same words elsewhere', () => {
    const state = pageWith('one two')
    const [ann, ben] = [new Reviewer('ann', 7, state), new Reviewer('ben', 8, state)]
    ann.suggest(() => page.insertText(ann.index, 'a', 3, '!', { bold: {} }))
    ben.suggest(() => page.insertText(ben.index, 'a', 3, '!'))
    ben.suggest(() => page.insertText(ben.index, 'a', 8, '!'))
    ann.receive(ben.state)
    ann.decideAll(true)
    expect(settled(ann)).toBe('one!! two!')
  })
})

describe('two editors who do not hear of each other accept and reject', () => {
  const DECISIONS = [
    'accept ann',
    'accept ben',
    'accept both',
    'reject ann',
    'reject ben',
    'reject both',
  ] as const
  const cases = DECISIONS.flatMap((one) => DECISIONS.map((other) => [one, other] as const))
  test.each(cases)('%s, then %s: one word stands there, and everybody reads the same', (...decisions) => {
    const { state } = bothCorrect('See teh house.', 'teh', 'the')
    const server = new Reviewer('server', 3, state)
    const editors = decisions.map((decision, i) => {
      const editor = new Reviewer(`editor${i}`, 20 + i, state)
      const [what, whose] = decision.split(' ') as [string, string]
      const chosen = ['ann', 'ben']
        .filter((author) => whose === 'both' || author === whose)
        .flatMap((author) => chosenOf(editor.suggestions, author))
      decide(editor.index, editor.suggestions, chosen, what === 'accept', 'me', { notes: true })
      return editor
    })
    for (const [i, editor] of editors.entries()) {
      const update = Y.encodeStateAsUpdate(editor.doc, Y.encodeStateVector(server.doc))
      const { taken } = judged(server.doc, update).facts
      server.receive(Y.mergeUpdates([givingBack(server.suggestions, taken, 900 + i), update]))
    }
    for (const editor of editors) editor.receive(server.state)
    expect(settled(server)).toMatch(/^See (the|teh) house\.$/)
    for (const editor of editors) expect(settled(editor)).toBe(settled(server))
    if (decisions[0].startsWith('accept')) expect(settled(server)).toBe('See the house.')
    server.decideAll(true)
    expect(settled(server)).toMatch(/^See (the|teh) house\.$/)
  })
})
