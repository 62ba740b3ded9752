import { expect, test } from 'vitest'
import type { RangePart } from './part-keys'
import { Ranges } from './ranges'

const REWRITES = 100_000

/** Makes parts, and counts how often one of them is looked at. */
function lookedAtParts() {
  const looks = { count: 0 }
  const part = (name: string, clock: number): RangePart => ({
    get key() {
      looks.count++
      return name
    },
    sid: `me ${name}` as RangePart['sid'],
    op: '+',
    client: 1,
    clock,
    length: 1,
  })
  return { looks, part }
}

test('R67 parts that are written anew again and again while nobody asks leave nothing behind', () => {
  const { looks, part } = lookedAtParts()
  const ranges = new Ranges<RangePart>()
  ranges.add(part('other', 0))
  let last = part('rewritten', 2)
  ranges.add(last)
  for (let time = 0; time < REWRITES; time++) {
    ranges.remove(last)
    last = part('rewritten', 2)
    ranges.add(last)
  }
  looks.count = 0
  expect(ranges.covered(1, 0, 10)).toEqual([
    { from: 0, to: 1 },
    { from: 2, to: 3 },
  ])
  expect(looks.count).toBeLessThan(1_000)
})

test('R67 parts that were asked for and have gone since are not held', () => {
  const { looks, part } = lookedAtParts()
  const ranges = new Ranges<RangePart>()
  const parts = Array.from({ length: REWRITES }, (_, at) => part(`n${at}`, 2 * at))
  for (const one of parts) ranges.add(one)
  expect(ranges.of(1)).toHaveLength(REWRITES)
  for (const one of parts.slice(1)) ranges.remove(one)
  looks.count = 0
  expect(ranges.of(1)).toEqual([parts[0]])
  expect(looks.count).toBeLessThan(1_000)
})
