import { cpuTime } from '@test/cpu-time'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { entryKey, suggestedRangeKey } from './part-keys'
import { Suggestions, suggestionsOf, withSuggestions } from './suggestions'

const MANY = 60_000

/** A page with these parts of suggestions. */
function pageOf(parts: Iterable<readonly [key: string, value: unknown]>): Y.Doc {
  const doc = new Y.Doc()
  doc.transact(() => {
    for (const [key, value] of parts) suggestionsOf(doc).set(key, value)
  })
  return doc
}

/** Numbers up to `count`, each once, in no order. */
const shuffled = (count: number) => Array.from({ length: count }, (_, i) => (i * 7919) % count)
const sid = (at: number) => `me n${String(at).padStart(6, '0')}`

function timeOf(act: () => void): number {
  const begun = cpuTime()
  act()
  return cpuTime() - begun
}

test('R67 however many suggestions say something of one field: they are read, and go, in little time', () => {
  const doc = pageOf(shuffled(MANY).map((at) => [entryKey(sid(at), 'b', 'k'), {}]))
  const suggestions = new Suggestions(doc)
  const sids = () =>
    suggestions
      .entry('b')
      ?.get('k')
      ?.map((part) => part.sid) ?? []
  const read = timeOf(() => withSuggestions(doc, (read) => expect(read.entry('b')?.size).toBe(1)))
  expect(read).toBeLessThan(5_000)
  expect(sids()).toEqual(Array.from({ length: MANY }, (_, at) => sid(at)))
  const gone = timeOf(() =>
    doc.transact(() => {
      for (let at = 1; at < MANY; at++) suggestionsOf(doc).delete(entryKey(sid(at), 'b', 'k'))
    }),
  )
  expect(gone).toBeLessThan(5_000)
  expect(sids()).toEqual([sid(0)])
  suggestionsOf(doc).delete(entryKey(sid(0), 'b', 'k'))
  expect(suggestions.entry('b')).toBeNull()
  suggestions.close()
})

test('R67 … and so are the ranges that they say something of', () => {
  const doc = pageOf(shuffled(MANY).map((at) => [suggestedRangeKey(sid(at), '+', 1, 2 * at), 1]))
  const suggestions = new Suggestions(doc)
  const clocks = (from: number, to: number) =>
    suggestions.inserted.overlapping(1, from, to).map(({ clock }) => clock)
  const changed = timeOf(() =>
    doc.transact(() => {
      for (const at of shuffled(MANY))
        if (at > 2) suggestionsOf(doc).delete(suggestedRangeKey(sid(at), '+', 1, 2 * at))
    }),
  )
  expect(changed).toBeLessThan(5_000)
  expect(clocks(0, 2 * MANY)).toEqual([0, 2, 4])
  suggestionsOf(doc).set(suggestedRangeKey(sid(7), '+', 1, 1), 3)
  suggestionsOf(doc).delete(suggestedRangeKey(sid(1), '+', 1, 2))
  suggestionsOf(doc).set(suggestedRangeKey(sid(1), '+', 1, 2), 2)
  expect(clocks(0, 10)).toEqual([0, 1, 2, 4])
  expect(suggestions.inserted.covered(1, 0, 10)).toEqual([{ from: 0, to: 5 }])
  suggestions.close()
})
