import data from 'emojibase-data/en/data.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { asEmoji } from './comment-body'

test('every emoji that the picker offers can be a reaction, with each of its skin tones', () => {
  const offered = data.filter(({ group }) => group !== undefined)
  const all = offered.flatMap(({ emoji, skins = [] }) => [emoji, ...skins.map((one) => one.emoji)])
  expect(all.length).toBeGreaterThan(3_000)
  expect(all.filter((emoji) => asEmoji(emoji) === null)).toEqual([])
})
