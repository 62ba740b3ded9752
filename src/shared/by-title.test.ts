import { expect, test } from 'vitest'
import { withTitle } from './by-title'

test('what is called by the words that were typed comes first, then what begins with them', () => {
  const pages = ['A plan for us', 'Explanation', 'Planning', 'Plán ', 'Other'].map((title) => ({ title }))
  const titles = (words: string) => withTitle(pages, words).map(({ title }) => title)
  expect(titles('plan')).toEqual(['Plán ', 'Planning', 'A plan for us', 'Explanation'])
  expect(titles(' PLAN F')).toEqual(['A plan for us'])
  expect(titles('')).toHaveLength(5)
  expect(titles('nothing')).toEqual([])
})
