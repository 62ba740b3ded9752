import { expect, test } from 'vitest'
import { folded } from './folded'
import { overlaps } from './overlaps'

test('9.12 replies fold at three or more; the number shown is that of all comments minus 2', () => {
  expect(folded([1])).toEqual({ first: [1], hidden: 0, last: [] })
  expect(folded([1, 2, 3])).toEqual({ first: [1, 2, 3], hidden: 0, last: [] })
  expect(folded([1, 2, 3, 4])).toEqual({ first: [1], hidden: 2, last: [4] })
  expect(folded([1, 2, 3, 4, 5, 6])).toEqual({ first: [1], hidden: 4, last: [6] })
})

test('what several discussions are about is marked where they overlap', () => {
  const spans = (...pairs: [number, number][]) => overlaps(pairs.map(([from, to]) => ({ from, to })))
  expect(spans([1, 4], [4, 8])).toEqual([])
  expect(spans([1, 6], [4, 8])).toEqual([{ from: 4, to: 6 }])
  expect(spans([1, 9], [2, 4], [3, 6], [8, 12])).toEqual([
    { from: 2, to: 6 },
    { from: 8, to: 9 },
  ])
})
