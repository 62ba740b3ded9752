import { expect, it } from 'vitest'
import { firstWord, offeredOf } from './ghost'

it.each([
  [' blue and wide', ' blue'],
  [' blue, and', ' blue,'],
  ['don’t go', 'don’t'],
  ['.', '.'],
  ['你好，世界', '你好，'],
  [' ', ' '],
])('4.10 of "%s" a word is "%s"', (words, first) => {
  expect(firstWord(words)).toBe(first)
})

it('4.10 word by word, all that is offered is taken and nothing else', () => {
  const words = ' is 3.5 m wide — “very” wide, 東京にある (so they say).'
  let taken = ''
  while (taken !== words) taken += firstWord(words.slice(taken.length))
  expect(taken).toBe(words)
})

it.each([
  [' blue', 'The sky is', ' blue', false],
  [' blue', 'The sky is ', 'blue', false],
  ['\n\n blue\nand more', 'The sky is', ' blue', true],
  [' blue\n', 'x', ' blue', true],
  ['   ', 'x', '', false],
  ['', 'x', '', false],
  ['\n', 'x', '', false],
])('4.10 of the answer %j behind %j, %j is offered', (answer, before, words, isWhole) => {
  expect(offeredOf(answer, before)).toEqual({ words, isWhole })
})
