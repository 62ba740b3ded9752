import { expect, it } from 'vitest'
import { closedMarkdown } from './half-markdown'

it.each([
  ['It **jum', 'It **jum**'],
  ['It **jumped*', 'It **jumped**'],
  ['It **jumped**', 'It **jumped**'],
  ['It **', 'It '],
  ['It ** ', 'It '],
  ['Run `npm', 'Run `npm`'],
  ['One **two\n\nthree ~~four', 'One **two\n\nthree ~~four~~'],
  ['```\na ** b', '```\na ** b'],
  ['Plain words', 'Plain words'],
])('5.13 of %j is shown %j while it grows', (words, shown) => {
  expect(closedMarkdown(words)).toBe(shown)
})
