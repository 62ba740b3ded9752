import { Reviewer } from '@test/document/test-reviewers'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import type { Block } from '@/blocks'
import { createPageDoc, setTitle } from '../format/page-doc'
import { applyBlocks, blocksOf } from '../page-index/blocks'
import { settledBlocks, settledTitle } from '../page-index/settled-page'
import { type Reading, ReadingView } from './reading-view'
import { replayAsSuggestions } from './replay'
import { ReviewedPage } from './reviewed-page'
import { withSuggestions } from './suggestions'
import { readTitle } from './titles'

/* An edit that the server refused, as suggestions on the page as the server has it. */

const line = (id: string, text: string): Block => ({ id, kind: 'paragraph', text: [{ text }] })
const stateOf = (doc: Y.Doc) => Y.encodeStateAsUpdate(doc)
function copyOf(doc: Y.Doc): Y.Doc {
  const copy = createPageDoc()
  Y.applyUpdate(copy, stateOf(doc))
  return copy
}
function page(...blocks: Block[]): Y.Doc {
  const doc = createPageDoc()
  applyBlocks(doc, blocks)
  setTitle(doc, 'Soup')
  return doc
}
const read = (doc: Y.Doc, reading: Reading) =>
  withSuggestions(doc, (suggestions) => blocksOf(doc, new ReadingView(suggestions, reading)))
const words = (doc: Y.Doc, reading: Reading) =>
  read(doc, reading).map(({ text = [] }) => text.map((piece) => ('text' in piece ? piece.text : '')).join(''))

function replayed(served: Y.Doc, held: Y.Doc, before?: Y.Doc) {
  const { state, left, undecided } = replayAsSuggestions({
    served: stateOf(served),
    held: stateOf(held),
    replayed: before ? stateOf(before) : null,
    author: 'bob',
  })
  const doc = createPageDoc()
  Y.applyUpdate(doc, state)
  expect(left).toEqual([])
  expect(settledBlocks(doc)).toEqual(settledBlocks(served))
  expect(settledTitle(doc)).toBe(settledTitle(served))
  return Object.assign(doc, { undecided })
}

test('words, new lines, a kind, a format, a deleted block and the title: all become suggestions, and the page stays', () => {
  const served = page(line('a', 'Boil the water'), line('b', 'Add salt'), line('c', 'Serve'))
  const held = copyOf(served)
  applyBlocks(held, [
    { id: 'a', kind: 'heading', attributes: { level: 2 }, text: [{ text: 'Boil the cold water' }] },
    { id: 'c', kind: 'paragraph', text: [{ text: 'Serve', marks: [{ kind: 'bold' }] }, { text: ' hot' }] },
    line('d', 'Enjoy'),
  ])
  setTitle(held, 'Fish soup')
  const doc = replayed(served, held)
  expect(read(doc, 'proposed')).toEqual(settledBlocks(held))
  withSuggestions(doc, (suggestions) => {
    expect(readTitle(suggestions, 'proposed')).toBe('Fish soup')
    expect(suggestions.sids.length).toBeGreaterThan(1)
    for (const sid of suggestions.sids) expect(sid).toMatch(/^bob /)
  })
})

test('others have written meanwhile: theirs stays, and what was refused is suggested beside it', () => {
  const served = page(line('a', 'one two three'))
  const held = copyOf(served)
  applyBlocks(served, [line('x', 'theirs'), line('a', 'ONE two three')])
  applyBlocks(held, [line('a', 'one two and three')])
  const doc = replayed(served, held)
  expect(words(doc, 'proposed')).toEqual(['theirs', 'ONE two and three'])
})

test('what the author suggested is kept as it was, struck words and blocks too', () => {
  const served = page(line('a', 'keep drop'), line('b', 'away'))
  const held = copyOf(served)
  const reviewed = new ReviewedPage(held, 'bob')
  reviewed.isSuggesting = true
  const index = reviewed.openIndex()
  const nothing = { gone: new Set<string>(), set: new Map(), texts: new Map(), formats: [], lists: [] }
  reviewed.write(index, { ...nothing, texts: new Map([['a', [{ keep: 'a', from: 0, to: 5 }]]]) }, null, null)
  reviewed.write(index, { ...nothing, gone: new Set(['b']) }, null, null)
  index.close()
  reviewed.close()
  applyBlocks(held, [line('a', 'keep drop'), line('b', 'away'), line('z', 'and words')])
  const doc = replayed(served, held)
  expect(read(doc, 'proposed')).toEqual(read(held, 'proposed'))
})

test('an insertion that was accepted while its author took it back is suggested away', () => {
  const served = page(line('a', 'one'))
  const suggested = copyOf(served)
  const reviewed = new ReviewedPage(suggested, 'bob')
  reviewed.isSuggesting = true
  const index = reviewed.openIndex()
  const nothing = { gone: new Set<string>(), set: new Map(), texts: new Map(), formats: [], lists: [] }
  reviewed.write(
    index,
    {
      ...nothing,
      texts: new Map([
        [
          'a',
          [
            { keep: 'a', from: 0, to: 3 },
            { insert: ' two', formats: {} },
          ],
        ],
      ]),
    },
    null,
    null,
  )
  const held = copyOf(suggested)
  index.close()
  reviewed.close()
  const map = suggested.getMap('suggestions')
  for (const key of [...map.keys()]) map.delete(key)
  const back = held.getText('text')
  back.delete(back.length - 4, 4)
  for (const key of [...held.getMap('suggestions').keys()]) held.getMap('suggestions').delete(key)
  const doc = replayed(suggested, held)
  expect(words(doc, 'settled')).toEqual(['one two'])
  expect(words(doc, 'proposed')).toEqual(['one'])
})

test('what another tab has replayed already is not suggested twice, and what was typed since is', () => {
  const served = page(line('a', 'one'))
  const first = copyOf(served)
  applyBlocks(first, [line('a', 'one two')])
  const second = copyOf(first)
  const one = replayed(served, first)
  expect(words(replayed(one, second, first), 'proposed')).toEqual(['one two'])
  applyBlocks(second, [line('a', 'one two'), line('b', 'three')])
  expect(words(replayed(one, second, first), 'proposed')).toEqual(['one two', 'three'])
})

test.each([
  ['accepted', true],
  ['rejected', false],
])('a suggestion of somebody else that was %s stands again, and is counted', (_, isAccepted) => {
  const served = page(line('a', 'one'), line('b', 'two'))
  const sam = new Reviewer('sam', 11, stateOf(served))
  const reviewed = new ReviewedPage(sam.doc, 'sam')
  reviewed.isSuggesting = true
  const nothing = { gone: new Set<string>(), set: new Map(), texts: new Map(), formats: [], lists: [] }
  const more = [
    { keep: 'a', from: 0, to: 3 },
    { insert: ' and more', formats: {} },
  ]
  reviewed.write(sam.index, { ...nothing, texts: new Map([['a', more]]) }, null, null)
  reviewed.write(sam.index, { ...nothing, gone: new Set(['b']) }, null, null)
  const held = new Reviewer('bob', 12, stateOf(sam.doc))
  expect(held.suggestions.sids).toHaveLength(2)
  held.decideAll(isAccepted)
  const doc = replayed(sam.doc, held.doc)
  expect(doc.undecided).toBe(2)
  withSuggestions(doc, ({ sids }) => expect(sids).toEqual(expect.arrayContaining(sam.suggestions.sids)))
  expect(replayed(sam.doc, sam.doc).undecided).toBe(0)
  for (const it of [reviewed, sam, held]) it.close()
})
