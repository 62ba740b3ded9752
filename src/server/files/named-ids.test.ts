import { expect, test } from 'vitest'
import { isNamed, namedAmong, namedIdsIn } from './named-ids'

const id = (at: number) => String(at).padStart(20, '0')
const text = JSON.stringify([
  { key: id(7), url: `/files/${id(3)}?x=1` },
  { words: `${id(5)}x and ${id(5)}${id(5)}, X${id(9)}`, key: id(3) },
])

test('what has the form of an id is found once, and nothing that is longer or shorter', () => {
  const named = namedIdsIn(text)
  expect(named).toBe(id(3) + id(7) + id(9))
  expect(Array.from({ length: 12 }, (_, at) => at).filter((at) => isNamed(named, id(at)))).toEqual([3, 7, 9])
  expect(isNamed(namedIdsIn('[]'), id(3))).toBe(false)
})

test('what a text names of given ids is the same, however many these are', () => {
  const many = Array.from({ length: 12 }, (_, at) => id(at))
  expect(namedAmong(text, many)).toEqual(new Set([id(3), id(7), id(9)]))
  expect(namedAmong(text, [id(3), id(5)])).toEqual(new Set([id(3)]))
  expect(namedAmong(text, [])).toEqual(new Set())
})

test('R67 an id that stands in one that is longer again and again is gone over once', () => {
  let looks = 0
  const counted = {
    indexOf: (...given: [string, number?]) => {
      looks++
      return run.indexOf(...given)
    },
    charCodeAt: (at: number) => run.charCodeAt(at),
  }
  const run = 'a'.repeat(20_000)
  expect(namedAmong(counted as string, ['a'.repeat(20)])).toEqual(new Set())
  expect(looks).toBeLessThan(1_010)
})
