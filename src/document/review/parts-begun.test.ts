import { cpuTime } from '@test/cpu-time'
import { crafted, craftedUpdate } from '@test/crafted-update'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { beginsForOthers, partsBegun, wasAnchored, wasBegun } from './parts-begun'
import { suggestionsOf } from './suggestions'

const set = (doc: Y.Doc, keys: Iterable<string>) =>
  doc.transact(() => {
    for (const key of keys) suggestionsOf(doc).set(key, 1)
  })

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

test('what a page has ever had a part of is known, also what came since somebody asked and what is gone', () => {
  const doc = new Y.Doc()
  set(doc, ['ann one + 1 2', '@ disc 1 2', '@ short', '@ ', 'ann'])
  expect(['ann one', 'ann two', '@ disc', 'ann'].map((sid) => wasBegun(doc, sid))).toEqual([
    true,
    false,
    false,
    // The key itself: as a head would be.
    true,
  ])
  expect(['disc', 'short', ''].map((name) => wasAnchored(doc, name))).toEqual([true, false, false])
  set(doc, ['ann two', '@ more 1 2'])
  suggestionsOf(doc).delete('ann one + 1 2')
  suggestionsOf(doc).delete('@ disc 1 2')
  expect(['ann one', 'ann two', 'ann three'].map((sid) => wasBegun(doc, sid))).toEqual([true, true, false])
  expect(['disc', 'more', 'other'].map((name) => wasAnchored(doc, name))).toEqual([true, true, false])
})

test('R67 an edit that goes on with many suggestions of others is judged in little time, however much the page holds', () => {
  const doc = new Y.Doc()
  set(
    doc,
    numbers(100_000).map((at) => `A n${at} x`),
  )
  set(doc, ['@ disc 1 2'])
  const keys = numbers(3_000).flatMap((at) => [`A n${at * 33} y`, `@ disc 5 ${at}`])
  const update = craftedUpdate(
    5,
    keys.map((key) => ({ root: 'suggestions', key, write: crafted.value(1) })),
  )
  const begun = cpuTime()
  expect(beginsForOthers(doc, partsBegun(update), 'B', () => true)).toBe(false)
  expect(cpuTime() - begun).toBeLessThan(2_000)
})
