import { expect, test } from 'vitest'
import { type Marker, markersOf, withMarker, withNote, withoutMarker } from './markers'

const at = (timestamp: number, fields: Partial<Marker> = {}): Marker => ({
  id: `m${timestamp}`,
  createdAt: '2026-01-05T10:00:00Z',
  timestamp,
  ...fields,
})

test('3.18 6.4 markers stand in the order of the recording, take a note, and go', () => {
  const two = withMarker([at(12)], at(3.5))
  expect(two.map(({ id }) => id)).toEqual(['m3.5', 'm12'])
  const noted = withNote(two, 'm12', '  the decision ')
  expect(noted).toEqual([at(3.5), at(12, { note: 'the decision' })])
  expect(withNote(noted, 'm3.5', 'start')[1]).toEqual(at(12, { note: 'the decision' }))
  expect(withNote(noted, 'm12', ' ')).toEqual(two)
  expect(withoutMarker(noted, 'm12')).toEqual([at(3.5)])
  expect(withoutMarker([at(1)], 'm1')).toBeNull()
})

test('3.18 what anybody may have written as markers does no harm, and there are a thousand at most', () => {
  for (const value of [null, undefined, 'x', {}, [null, 7, {}, { id: 'a', createdAt: 'b', timestamp: -1 }]])
    expect(markersOf(value)).toEqual([])
  const full = Array.from({ length: 1_000 }, (_, second) => at(second))
  expect(withMarker(full, at(0.5))).toEqual(full)
})
