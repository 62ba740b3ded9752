import { Reviewer } from '@test/document/test-reviewers'
import { expect, test } from 'vitest'
import { setTitle } from '../format/page-doc'
import { settledTitle } from '../page-index/settled-page'
import { describe } from './describe'
import { suggestTitle } from './suggest-title'
import { readTitle, setSettledTitle, writeTitle } from './titles'

const by = (person: Reviewer, n: string) => ({
  sid: `${person.name} ${n}`,
  at: 1,
  words: person.doc.clientID + 1000,
})

function titled(title: string): Reviewer {
  const writer = new Reviewer('writer', 1)
  setTitle(writer.doc, title)
  return new Reviewer('ann', 7, writer.state)
}

const readings = ({ suggestions }: Reviewer) =>
  (['settled', 'proposed', 'marked'] as const).map((reading) => readTitle(suggestions, reading))

test('a suggested title is read in all three readings, and described', () => {
  const ann = titled('Green tea')
  suggestTitle(ann.suggestions, 'proposed', 'Black tea', by(ann, '1'))
  expect(readings(ann)).toEqual(['Green tea', 'Black tea', 'GreenBlack tea'])
  expect(settledTitle(ann.doc)).toBe('Green tea')
  expect(describe(ann.index, ann.suggestions, 'ann 1')).toMatchObject({
    type: 'replace',
    isOfTitle: true,
    changes: [{ change: 'title', text: 'Green', newText: 'Black' }],
  })
  // Taking back what one suggested leaves no trace.
  suggestTitle(ann.suggestions, 'proposed', 'Black teas', by(ann, '1'))
  suggestTitle(ann.suggestions, 'proposed', 'Black tea', by(ann, '1'))
  expect(readings(ann)).toEqual(['Green tea', 'Black tea', 'GreenBlack tea'])
  const ben = new Reviewer('ben', 8, ann.state)
  ben.decideAll(true)
  expect(readings(ben)).toEqual(['Black tea', 'Black tea', 'Black tea'])
  ann.decideAll(false)
  expect(readings(ann)).toEqual(['Green tea', 'Green tea', 'Green tea'])
  expect(ann.keys).toEqual([])
})

test('a card tells what is suggested in a title in the order of the title', () => {
  const ann = titled('green tea')
  suggestTitle(ann.suggestions, 'proposed', 'green tea today', by(ann, '1'))
  suggestTitle(ann.suggestions, 'proposed', 'Fine green tea today', by(ann, '1'))
  expect(describe(ann.index, ann.suggestions, 'ann 1').changes).toMatchObject([
    { change: 'title', text: '', newText: 'Fine … today' },
  ])
})

test('a title that is set keeps what is suggested in it', () => {
  const ann = titled('Green tea')
  suggestTitle(ann.suggestions, 'proposed', 'Green iced tea!', by(ann, '1'))
  setSettledTitle(ann.doc, 'Greener tea')
  expect(readings(ann)).toEqual(['Greener tea', 'Greener iced tea!', 'Greener teaiced tea!'])
  setSettledTitle(ann.doc, '')
  expect(settledTitle(ann.doc)).toBe('')
  expect(readTitle(ann.suggestions, 'marked')).toBe('iced tea!')
  writeTitle(ann.suggestions, 'marked', 'Now', 'me')
  expect(readings(ann)).toEqual(['Now', 'Now', 'Now'])
})

test('a suggested title goes by whole characters', () => {
  const ann = titled('a😀b')
  suggestTitle(ann.suggestions, 'proposed', 'a😁b', by(ann, '1'))
  expect(readings(ann)).toEqual(['a😀b', 'a😁b', 'a😀😁b'])
  ann.decideAll(true)
  expect(readings(ann)[0]).toBe('a😁b')
})
