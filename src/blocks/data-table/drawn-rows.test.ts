import fc from 'fast-check'
import { expect, it } from 'vitest'
import { drawnRows } from './drawn-rows'

it('3.21 of a long table the rows in view are drawn, and the one that is written in', () => {
  expect(drawnRows({ first: 2, last: 4, length: 9, kept: -1 })).toEqual([
    { gap: 'top', count: 2 },
    { at: 2 },
    { at: 3 },
    { gap: 'end', count: 5 },
  ])
  expect(drawnRows({ first: 6, last: 8, length: 9, kept: 1 })).toEqual([
    { gap: 'top', count: 1 },
    { at: 1 },
    { gap: 'below-kept', count: 4 },
    { at: 6 },
    { at: 7 },
    { gap: 'end', count: 1 },
  ])
  expect(drawnRows({ first: 0, last: 2, length: 9, kept: 8 })).toEqual([
    { at: 0 },
    { at: 1 },
    { gap: 'above-kept', count: 6 },
    { at: 8 },
  ])
})

it('3.21 whatever is in view, every row has its room once and stands in its order', () => {
  const numbers = fc.tuple(fc.nat(60), fc.nat(60), fc.nat(60), fc.integer({ min: -1, max: 60 }))
  fc.assert(
    fc.property(numbers, ([a, b, c, kept]) => {
      const [first, last, length] = [a, b, c].sort((x, y) => x - y) as [number, number, number]
      let next = 0
      const seen = new Set<number>()
      for (const one of drawnRows({ first, last, length, kept })) {
        if ('at' in one) {
          expect(one.at).toBe(next)
          seen.add(one.at)
        }
        next += 'at' in one ? 1 : one.count
      }
      expect(next).toBe(length)
      expect(seen.has(kept)).toBe(kept >= 0 && kept < length)
    }),
  )
})
