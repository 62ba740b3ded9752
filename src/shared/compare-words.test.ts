import { expect, it } from 'vitest'
import { compareWords } from './compare-words'

it('orders titles by the numbers in them, and capitals and accents beside the plain letters', () => {
  const titles = ['note 10', 'Zoo', 'Note 2', 'élan', 'Eland', 'note 1']
  expect(titles.sort(compareWords)).toEqual(['élan', 'Eland', 'note 1', 'Note 2', 'note 10', 'Zoo'])
})
