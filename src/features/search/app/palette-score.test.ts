import { expect, test } from 'vitest'
import { forgivingScore, paletteScore } from './palette-score'

test('every word has to be found, in any order, without case and accents', () => {
  expect(paletteScore('plan harvest', ['Harvest plan'])).toBeGreaterThan(0)
  expect(paletteScore('resume', ['Résumé'])).toBe(1)
  expect(paletteScore('harvest moon', ['Harvest plan'])).toBe(0)
  expect(paletteScore('zzzz', ['Harvest plan', 'zoo'])).toBe(0)
})

test('the start of the label comes before its middle, and that before the other words', () => {
  const scores = [['Theme'], ['Change theme'], ['Anthemes'], ['Light or dark', 'theme']].map((words) =>
    paletteScore('theme', words),
  )
  expect(scores).toEqual([...scores].sort((a, b) => b - a))
  expect(new Set(scores).size).toBe(4)
  expect(scores.every((score) => score > 0)).toBe(true)
})

test('of labels with the misspelt word, the one that begins with it comes first, and of those the shortest', () => {
  const labels = [
    ['API settings'],
    ['Settings: Security'],
    ['Settings', 'preferences'],
    ['Theme', 'settings'],
  ]
  const order = labels
    .map(([label = '', ...others]) => ({ label, score: forgivingScore('setings', [label, ...others]) }))
    .sort((a, b) => b.score - a.score)
  expect(order.map(({ label }) => label)).toEqual(['Settings', 'Settings: Security', 'API settings', 'Theme'])
  expect(order.every(({ score }) => score > 0 && score < 0.3)).toBe(true)
})
