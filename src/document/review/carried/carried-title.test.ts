import { Reviewer } from '@test/document/test-reviewers'
import { expect, test } from 'vitest'
import { setTitle } from '../../format/page-doc'
import { suggestTitle } from '../suggest-title'
import { titleAs } from './carried-review'
import { readReview } from './read-review'

test('a page takes its title along with what is suggested in it', () => {
  const ann = new Reviewer('ann', 7)
  setTitle(ann.doc, 'Green tea')
  suggestTitle(ann.suggestions, 'proposed', 'Black tea', { sid: 'ann 0001', at: 1, words: 1007 })
  const title = readReview(ann.doc)?.title ?? []
  expect([titleAs('settled', title), titleAs('proposed', title)]).toEqual(['Green tea', 'Black tea'])
})
