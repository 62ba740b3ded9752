import { cpuTime } from '@test/cpu-time'
import { describe, expect, test } from 'vitest'
import { type FindQuery, findIn, patternOf, replacementFor } from './pattern'

const query = (words: string, options: Partial<FindQuery> = {}): FindQuery => ({
  words,
  matchCase: false,
  wholeWord: false,
  isPattern: false,
  ...options,
})

/** What is found, in the text itself: `[one] two [One]`. */
function marked(text: string, words: string, options: Partial<FindQuery> = {}): string {
  const pattern = patternOf(query(words, options))
  if ('problem' in pattern) return pattern.problem
  let shown = ''
  let at = 0
  for (const { from, to } of findIn(text, pattern)) {
    shown += `${text.slice(at, from)}[${text.slice(from, to)}]`
    at = to
  }
  return shown + text.slice(at)
}

describe('finding words', () => {
  test('letter case is folded as Unicode does, or compared', () => {
    expect(marked('One ONE one', 'one')).toBe('[One] [ONE] [one]')
    expect(marked('One ONE one', 'one', { matchCase: true })).toBe('One ONE [one]')
    expect(marked('ÄRGER ärger Σίγμα ΣΊΓΜΑ', 'ärger')).toBe('[ÄRGER] [ärger] Σίγμα ΣΊΓΜΑ')
    expect(marked('Σίγμα ΣΊΓΜΑ', 'σίγμα')).toBe('[Σίγμα] [ΣΊΓΜΑ]')
  })

  test('words are words, whatever signs are in them', () => {
    const signs = 'a.b*c+d?e(f)[g]{h}|i/j\\k^l$m-n'
    expect(marked(`x${signs}x`, signs)).toBe(`x[${signs}]x`)
    expect(marked('aXb', 'a.b')).toBe('aXb')
    expect(marked('😀😁', '😁')).toBe('😀[😁]')
  })

  test('a whole word ends where letters, digits and marks of any script end', () => {
    const whole = (text: string, words: string) => marked(text, words, { wholeWord: true })
    expect(whole('art start art, part_art art.', 'art')).toBe('[art] start [art], part_art [art].')
    expect(whole('naïve naïveté', 'naïve')).toBe('[naïve] naïveté')
    expect(whole('мир миру (мир)', 'мир')).toBe('[мир] миру ([мир])')
    expect(whole('aa a aaa a', 'a')).toBe('aa [a] aaa [a]')
    expect(whole('c++ c', 'c++')).toBe('[c++] c')
    expect(whole('𝒳art art', 'art')).toBe('𝒳art [art]')
  })

  test('in a script without spaces words are told apart as a dictionary does', () => {
    expect(marked('東京都に住む', '東京', { wholeWord: true })).toBe('[東京]都に住む')
    expect(marked('東京都に住む', '京都', { wholeWord: true })).toBe('東京都に住む')
  })

  test('R34 a long text without spaces is told apart once, not for every match', () => {
    const pattern = patternOf(query('東京', { wholeWord: true }))
    if ('problem' in pattern) throw new Error(pattern.problem)
    const began = cpuTime()
    const found = findIn('東京都に住む'.repeat(10_000), pattern)
    // It took minutes.
    expect(cpuTime() - began).toBeLessThan(10_000)
    expect(found).toHaveLength(10_000)
    expect(findIn('住む東京', pattern)).toMatchObject([{ from: 2, to: 4 }])
  })
})

describe('finding by a regular expression', () => {
  const byPattern = (text: string, words: string, options: Partial<FindQuery> = {}) =>
    marked(text, words, { ...options, isPattern: true })

  test('it is one of JavaScript, whose lines are those of the text', () => {
    expect(byPattern('2024-05-06 and 1999-12-31', '(\\d{4})-(\\d\\d)')).toBe('[2024-05]-06 and [1999-12]-31')
    expect(byPattern('one\ntwo', '^\\w+$')).toBe('[one]\n[two]')
    expect(byPattern('Été', '\\p{Lu}', { matchCase: true })).toBe('[É]té')
    expect(byPattern('artist art', 'art', { wholeWord: true })).toBe('artist [art]')
  })

  test('what matches nothing is no match, and comes to an end', () => {
    expect(byPattern('baab😀', 'a*')).toBe('b[aa]b😀')
    expect(byPattern('one', '^|$')).toBe('one')
  })

  test('a wrong one is said in words', () => {
    expect(byPattern('x', '(')).toMatch(/^This is not a regular expression: .*group/)
    expect(byPattern('x', '[b-a]')).toMatch(/^This is not a regular expression: .*range/)
    expect(byPattern('x', '\\')).toMatch(/^This is not a regular expression/)
  })
})

describe('what a match is replaced with', () => {
  const groups = { all: ['2024-05', '2024', '05'], named: { year: '2024' } }

  test('groups by number and name, the whole match, a dollar sign', () => {
    expect(replacementFor('$2/$1', groups)).toBe('05/2024')
    expect(replacementFor('<$<year>>', groups)).toBe('<2024>')
    expect(replacementFor('[$&]', groups)).toBe('[2024-05]')
    expect(replacementFor('$$1', groups)).toBe('$1')
    expect(replacementFor('$10', groups)).toBe('20240')
  })

  test('a group there is none of stays as it was written; line breaks and tabs can be written', () => {
    expect(replacementFor('$7 $0 $x', groups)).toBe('$7 $0 $x')
    expect(replacementFor('$<x>', { all: ['a'] })).toBe('$<x>')
    expect(replacementFor('a\\nb\\tc\\\\n', groups)).toBe('a\nb\tc\\n')
  })
})
