import { expect, test } from 'vitest'
import { avoidedIn } from './avoided-words.ts'

const found = (text: string) => avoidedIn(text).map(({ line, words }) => `${line}: ${words}`)

test('an avoided expression is found with its line, also as the first word of a sentence', () => {
  expect(
    found('one\n// Whoever asks.\nconst a = 1 // waits so many times, as far as it can not go on'),
  ).toEqual(['2: whoever', '3: so many', '3: as far as', '3: can not'])
  expect(avoidedIn('can not')).toEqual([{ line: 1, words: 'can not', instead: '“cannot”' }])
})

test('a line break of a comment, a list or a quote stands between its words', () => {
  expect(found('/**\n * It goes as\n * far as it\n   * can\n   * not.\n */')).toEqual([
    '2: as far as',
    '4: can not',
  ])
  expect(found('  // so\n  // many')).toEqual(['1: so many'])
  expect(found('> as far\n> as this, so\nmany')).toEqual(['1: as far as', '2: so many'])
})

test('other words are none', () => {
  expect(found('It cannot. Also many. He can, not she. As far away as that. `so * many`')).toEqual([])
})
