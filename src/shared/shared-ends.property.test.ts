import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sharedEnds } from './shared-ends'

// Of few letters, so that sequences often share something and repeat themselves.
const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\ud83d', '\ude00'), maxLength: 12 })

/** Two sequences of which the second is often the first with one part exchanged. */
const pair = fc.oneof(
  fc.tuple(letters, letters),
  fc
    .tuple(letters, letters, letters, letters)
    .map(([start, was, is, end]): [string, string] => [start + was + end, start + is + end]),
)

it('the ends are equal, do not overlap, and could not be longer', () => {
  fc.assert(
    fc.property(pair, ([old, now]) => {
      const { head, tail } = sharedEnds(old, now)
      const shorter = Math.min(old.length, now.length)
      expect(head + tail).toBeLessThanOrEqual(shorter)
      expect(now.slice(0, head)).toBe(old.slice(0, head))
      expect(now.slice(now.length - tail)).toBe(old.slice(old.length - tail))
      if (head < shorter) expect(now[head]).not.toBe(old[head])
      if (head + tail < shorter) expect(now.at(-1 - tail)).not.toBe(old.at(-1 - tail))
    }),
    { numRuns: 3000 },
  )
})

it('strings, arrays, and items that only the caller can compare have the same ends', () => {
  fc.assert(
    fc.property(pair, ([old, now]) => {
      const ends = sharedEnds(old, now)
      expect(sharedEnds(old.split(''), now.split(''))).toEqual(ends)
      const boxed = (text: string) => text.split('').map((letter) => ({ letter }))
      expect(sharedEnds(boxed(old), boxed(now), (a, b) => a.letter === b.letter)).toEqual(ends)
      expect(sharedEnds(old, now.split(''))).toEqual(ends)
    }),
    { numRuns: 3000 },
  )
})
