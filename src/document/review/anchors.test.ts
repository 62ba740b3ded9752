import { cpuTime } from '@test/cpu-time'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { textOf } from '../format/layout'
import { anchorUpdate, eachOnce } from './anchors'
import { suggestionsOf } from './suggestions'

function timed<T>(act: () => T): { made: T; took: number } {
  const begun = cpuTime()
  return { made: act(), took: cpuTime() - begun }
}

test('a discussion goes from one place to another and back, without the page being read for that', () => {
  const doc = new Y.Doc()
  doc.clientID = 7
  doc.transact(() => {
    for (let at = 0; at < 100_000; at++) textOf(doc).insert(0, 'x')
  })
  const reader = new Y.Doc()
  const whole = timed(() => Y.applyUpdate(reader, Y.encodeStateAsUpdate(doc)))
  const places = [
    [{ client: 7, clock: 0, length: 5 }],
    [{ client: 7, clock: 50, length: 5 }],
    [
      { client: 7, clock: 0, length: 5 },
      { client: 7, clock: 20, length: 2 },
    ],
    [{ client: 7, clock: 0, length: 9 }],
    [],
    [{ client: 7, clock: 20, length: 2 }],
  ]
  let took = 0
  for (const ranges of places) {
    const one = timed(() => anchorUpdate(doc, { discussion: 'disc', ranges }) as Uint8Array)
    took += one.took
    for (const page of [doc, reader]) {
      Y.applyUpdate(page, one.made)
      expect(Object.fromEntries(suggestionsOf(page).entries())).toEqual(
        Object.fromEntries(ranges.map(({ clock, length }) => [`@ disc 7 ${clock}`, length])),
      )
      expect([page.store.pendingStructs, page.store.pendingDs]).toEqual([null, null])
      expect(anchorUpdate(page, { discussion: 'disc', ranges })).toBeNull()
    }
    expect(one.made.byteLength).toBeLessThan(200)
  }
  expect(took).toBeLessThan(whole.took)
})

test('R67 ranges that name the same ids again name them once, where they come first', () => {
  const range = (client: number, clock: number, length: number) => ({ client, clock, length })
  expect(eachOnce(Array.from({ length: 500 }, () => range(7, 0, 2 ** 40)))).toEqual([range(7, 0, 2 ** 40)])
  expect(eachOnce([range(7, 10, 5), range(7, 0, 30), range(8, 12, 1), range(7, 29, 2)])).toEqual([
    range(7, 10, 5),
    range(7, 0, 10),
    range(7, 15, 15),
    range(8, 12, 1),
    range(7, 30, 1),
  ])
  expect(eachOnce([range(7, 20, 3), range(7, 5, 3)])).toEqual([range(7, 20, 3), range(7, 5, 3)])
})
