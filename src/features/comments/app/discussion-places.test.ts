import { BoundEditor } from '@test/bound-editor'
import { afterEach, expect, test } from 'vitest'
import type { Block } from '@/blocks'
import { type AnchorRange, anchorRanges, discussionPlaces, Suggestions, suggestionsOf } from '@/document'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0).reverse()) close()
})

const paragraph = (id: string, text: string): Block => ({ id, kind: 'paragraph', text: [{ text }] })

function opened(...blocks: Block[]) {
  const bound = BoundEditor.showing(blocks)
  const suggestions = new Suggestions(bound.doc)
  closing.push(
    () => bound.close(),
    () => suggestions.close(),
  )
  return {
    bound,
    /** Says, as the server does, that a discussion is about these. */
    discuss(name: string, ranges: readonly AnchorRange[] | null): void {
      for (const { client, clock, length } of ranges ?? [])
        suggestionsOf(bound.doc).set(`@ ${name} ${client} ${clock}`, length)
    },
    places: (blocks: readonly (readonly [string, string])[] = []) =>
      discussionPlaces(bound.state, suggestions, blocks)?.map(({ discussion, from, to, isBlock }) => {
        const words = bound.state.doc.textBetween(from, to, '|', '*')
        return `${discussion} ${isBlock ? 'block' : 'text'} ${words}`
      }),
    edit: (change: (tr: BoundEditor['state']['tr']) => BoundEditor['state']['tr']) =>
      bound.view.dispatch(change(bound.state.tr)),
  }
}

test('4.12 a discussion stands on the words it was begun at, and goes with them', () => {
  const { bound, discuss, places, edit } = opened(paragraph('a', 'one two three'), paragraph('b', 'four'))
  discuss('d1', anchorRanges(bound.state, 5, 8))
  expect(places()).toEqual(['d1 text two'])
  edit((tr) => tr.insertText('zero ', 1))
  expect(places()).toEqual(['d1 text two'])
  edit((tr) => tr.insertText('-and-', 11))
  expect(places()).toEqual(['d1 text t-and-wo'])
  edit((tr) => tr.delete(10, 18))
  expect(places()).toEqual([])
  bound.editor.commands.undo()
  expect(places()).toEqual(['d1 text two'])
})

test('4.12 over several blocks it stands in each, also when one of them is split', () => {
  const { bound, discuss, places, edit } = opened(
    paragraph('a', 'one two'),
    paragraph('b', ''),
    paragraph('c', 'three four'),
  )
  discuss('d1', anchorRanges(bound.state, 5, bound.pos('c') + 6))
  expect(places()).toEqual(['d1 text two', 'd1 block ', 'd1 text three'])
  edit((tr) => tr.split(bound.pos('c') + 3))
  expect(places()).toEqual(['d1 text two', 'd1 block ', 'd1 text th', 'd1 text ree'])
})

test('4.12 several stand on the same words, in the order of the page', () => {
  const { bound, discuss, places } = opened(paragraph('a', 'one two three'))
  discuss('d2', anchorRanges(bound.state, 5, 14))
  discuss('d1', anchorRanges(bound.state, 1, 8))
  expect(places()).toEqual(['d1 text one two', 'd2 text two three'])
})

test('4.12 one about a block stands at the block, whatever it says and wherever it goes', () => {
  const { bound, places, edit } = opened(
    paragraph('a', 'one'),
    { id: 'r', kind: 'horizontalRule' },
    paragraph('b', 'two'),
  )
  const about = [
    ['d1', 'b'],
    ['d2', 'r'],
    ['d3', 'gone'],
  ] as const
  expect(places(about)).toEqual(['d2 block *', 'd1 block two'])
  edit((tr) => tr.insertText('or ', bound.pos('b') + 1))
  expect(places(about)).toEqual(['d2 block *', 'd1 block or two'])
  edit((tr) => tr.delete(bound.pos('r'), bound.pos('b')))
  expect(places(about)).toEqual(['d1 block or two'])
})
