import { text, wordsOf } from '@test/document/test-people'
import { Reviewer } from '@test/document/test-reviewers'
import { expect, test } from 'vitest'
import type { Block } from '@/blocks/kit/block'
import { ROOT } from '../format/layout'
import { settledBlocks } from '../page-index/settled-page'
import * as page from '../write/operations'
import { decide } from './decide'
import { fingerprintOf } from './operations/fingerprint'
import { suggestOperations } from './operations/suggest-operations'
import { chosenAt, type WordPlace, wordPlaces } from './word-places'

const SID = 'ann 0001'

/** Ann has a model replace the words of the first block: one suggestion, whatever of them differs. */
function replaced(before: string, after: string): Reviewer {
  const ann = new Reviewer('ann', 7)
  page.insertBlocks(ann.index, [{ id: 'b0', kind: 'paragraph', text: text(before) }], ROOT, null)
  const [block] = settledBlocks(ann.doc) as [Block]
  const blocks: Block[] = [{ id: 'new', kind: 'paragraph', text: [{ text: after }] }]
  const what = { op: 'replace', block: 'b0', fingerprint: fingerprintOf(block), seen: block, blocks } as const
  expect(suggestOperations(ann.doc, [{ sid: SID, at: 1, via: 'tiny', what }], 1007)).toEqual([
    { sid: SID, setAside: null },
  ])
  return ann
}

const placesOf = (ann: Reviewer) => wordPlaces(ann.index, ann.suggestions, SID)
const settled = (ann: Reviewer) => wordsOf(ann.read('settled'))
const decideAt = (ann: Reviewer, place: WordPlace, isAccepted: boolean) =>
  decide(ann.index, ann.suggestions, chosenAt(ann.index, ann.suggestions, SID, place), isAccepted)

const BEFORE = 'We recieve teh parcels on monday, and open them in the kitchen.'
const AFTER = 'We receive the parcels on Monday, and open them in the hall.'

test('a word is accepted, and another of the same suggestion rejected, and the rest stays suggested', () => {
  const ann = replaced(BEFORE, AFTER)
  const places = placesOf(ann)
  expect(places.map(({ changes }) => changes)).toEqual([
    [{ change: 'replaceText', text: 'recieve teh', newText: 'receive the' }],
    [{ change: 'replaceText', text: 'monday', newText: 'Monday' }],
    [{ change: 'replaceText', text: 'kitchen', newText: 'hall' }],
  ])
  decideAt(ann, places[2]!, false)
  expect(settled(ann)).toBe(BEFORE)
  decideAt(ann, places[0]!, true)
  expect(settled(ann)).toBe('We receive the parcels on monday, and open them in the kitchen.')
  // One place is left: the suggestion as a whole.
  expect(placesOf(ann)).toEqual([])
  expect(ann.suggestions.sids).toEqual([SID])
  ann.decideAll(true)
  expect(settled(ann)).toBe('We receive the parcels on Monday, and open them in the kitchen.')
  expect(ann.keys).toEqual([])
})

test('all places one by one are the suggestion as a whole, in whatever order', () => {
  for (const isAccepted of [true, false])
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
    ]) {
      const ann = replaced(BEFORE, AFTER)
      const wanted = order.map((at) => placesOf(ann)[at]!.changes)
      for (const changes of wanted.slice(0, 2)) {
        const place = placesOf(ann).find((one) => JSON.stringify(one.changes) === JSON.stringify(changes))
        if (place) decideAt(ann, place, isAccepted)
      }
      ann.decideAll(isAccepted)
      expect(settled(ann)).toBe(isAccepted ? AFTER : BEFORE)
      expect(ann.keys).toEqual([])
    }
})

test('what somebody else suggests at the same place is not decided with it', () => {
  const ann = replaced(BEFORE, AFTER)
  const ben = new Reviewer('ben', 8, ann.state)
  const kitchen = wordsOf(ben.read('marked')).indexOf('kitchen')
  ben.suggest(() => page.deleteText(ben.index, 'b0', kitchen, kitchen + 'kitchen'.length))
  const place = wordPlaces(ben.index, ben.suggestions, SID)[2]!
  decide(ben.index, ben.suggestions, chosenAt(ben.index, ben.suggestions, SID, place), false)
  expect(ben.suggestions.sids).toEqual([SID, 'ben 0001'])
})

test('a suggestion that does more than change words, or at one place alone, is decided as a whole', () => {
  expect(placesOf(replaced('One word here.', 'One term here.'))).toEqual([])
  const ann = new Reviewer('ann', 7)
  page.insertBlocks(ann.index, [{ id: 'b0', kind: 'paragraph', text: text(BEFORE) }], ROOT, null)
  ann.suggest(() => {
    page.insertText(ann.index, 'b0', 2, ' all')
    page.insertText(ann.index, 'b0', 20, ' big')
  })
  expect(placesOf(ann)).toHaveLength(2)
  ann.suggest(() => page.setKind(ann.index, 'b0', 'heading'), { again: true })
  expect(placesOf(ann)).toEqual([])
})
