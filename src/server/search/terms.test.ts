import { cpuTime } from '@test/cpu-time'
import { expect, test } from 'vitest'
import { slipsBetween } from '@/shared/slips'
import { cutWords, cutWordsInTurns } from './cut-words'
import { tsqueryOf } from './postgres-engine'
import { matchOf } from './sqlite-engine'
import { askedTerms, fold, termsOf, variantsOf } from './terms'

const terms = (typed: string) => askedTerms(typed).map(({ term, prefix }) => (prefix ? `${term}*` : term))

test('words are folded: case, accents, full width', () => {
  expect(fold('RÉSUMÉ ＡＢＣ Ñandú İstanbul 한국')).toBe('resume abc nandu istanbul 한국')
  expect([...termsOf("Don't re-use file_name.ts!")]).toEqual(['don', 't', 're', 'use', 'file', 'name', 'ts'])
})

test('scripts without spaces are cut into characters and pairs', () => {
  expect([...termsOf('图书馆abc')]).toEqual(['图', '书', '馆', '图书', '书馆', 'abc'])
  expect(terms('图书馆')).toEqual(['图书', '书馆'])
  expect(terms('书')).toEqual(['书'])
})

test('what was typed is words only, each once, the beginnings of words too', () => {
  expect(terms('Tea "pot" AND tea* NEAR(x)')).toEqual(['tea*', 'pot*', 'and*', 'near*', 'x'])
  expect(terms('"\'*()^:-\0 \\')).toEqual([])
  expect(terms('⑴ ½')).toEqual(['1', '12*'])
  expect(terms(Array.from({ length: 50 }, (_, at) => `w${at}`).join(' '))).toHaveLength(12)
})

test('an endless text has an end in the index', () => {
  const text = Array.from({ length: 200_000 }, (_, at) => `word${at}`).join(' ')
  const found = termsOf(text)
  expect(found.size).toBeLessThanOrEqual(60_000)
  expect([...found].join('').length).toBeLessThan(250_000)
})

test('R67 marks without end on one letter take no time by their square, and a word without end is cut', () => {
  const marked = (count: number) => `a${'\u0315'.repeat(count / 2)}${'\u0334'.repeat(count / 2)}`
  expect(fold(`x${marked(20)}y`)).toBe('xay')
  const begun = cpuTime()
  expect([...termsOf(marked(200_000)), fold(marked(200_000))]).toEqual(['a', 'a'])
  // By the square these were more than ten seconds each.
  expect(cpuTime() - begun).toBeLessThan(2_000)
  // Across a cut the pair of neighbours is there too.
  expect(termsOf(`${'図'.repeat(1_000)}書館`).has('図書')).toBe(true)
  expect(termsOf(`${'図'.repeat(1_001)}書館`).has('図書')).toBe(true)
  for (const letter of ['a', 'é', '漢']) expect(termsOf(letter.repeat(12_000_000)).size).toBeLessThan(5)
})

test('a text that is cut in turns has the words it has when it is cut at once', async () => {
  const page = {
    title: 'Ｔea 図書',
    text: `${'x'.repeat(999_999)}\u{1f600} ${'Of tea, pots &図書館 '.repeat(40_000)}`,
  }
  let turns = 0
  const count = () => {
    turns++
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  const inTurns = await cutWordsInTurns(page)
  clearImmediate(timer)
  expect(inTurns).toEqual(cutWords(page))
  expect(turns).toBeGreaterThan(30)
})

test('two words that are a slip apart share what is left of them', () => {
  for (const [one, other] of [
    ['tomato', 'tomatoe'],
    ['tomato', 'tomto'],
    ['tomato', 'tonato'],
    ['tomato', 'otmato'],
  ] as const) {
    expect(slipsBetween(one, other), other).toBe(1)
    const left = new Set(variantsOf(one))
    expect(
      variantsOf(other).some((variant) => left.has(variant)),
      other,
    ).toBe(true)
  }
  expect(slipsBetween('tomato', 'potato')).toBe(2)
})

test('the terms in the words of each database', () => {
  const wanted = [
    { anyOf: [{ term: 'tea', prefix: true }] },
    {
      anyOf: [
        { term: 'pot', prefix: false },
        { term: 'pit', prefix: false },
      ],
    },
  ]
  expect(matchOf(wanted, 'anywhere')).toBe('(("tea" *) AND ("pot" OR "pit"))')
  expect(matchOf(wanted, 'title')).toBe('{title} : (("tea" *) AND ("pot" OR "pit"))')
  expect(tsqueryOf(wanted)).toBe("('tea':*) & ('pot' | 'pit')")
})
