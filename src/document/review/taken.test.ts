import { cpuTime } from '@test/cpu-time'
import { crafted, sectionsAnd } from '@test/crafted-update'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { textOf } from '../format/layout'
import { judged } from '../updates/update-facts'
import { givingBack } from './give-back'
import { suggestedRangeKey } from './part-keys'
import { suggestionsOf, withSuggestions } from './suggestions'
import { type Taken, takenIn } from './taken'

const WRITER = 7
const SENDER = 5

/** A page of one person's words. */
function pageOf(length: number): Y.Doc {
  const doc = new Y.Doc()
  doc.clientID = WRITER
  textOf(doc).insert(0, 'x'.repeat(length))
  return doc
}

type Said = Pick<Taken, 'of' | 'stay'>

/** An edit that says this of itself, note by note, and deletes these ranges of the page. */
const editOf = (notes: readonly Said[], deleted: readonly (readonly [clock: number, length: number])[]) =>
  sectionsAnd(
    [
      [
        SENDER,
        0,
        notes.map((said, at) => ({ root: 'suggestions', key: `! ${at}`, write: crafted.value(said) })),
      ],
    ],
    new Map([[WRITER, deleted]]),
  )

/** Every second one of the first characters. */
const everySecond = (count: number) => Array.from({ length: count / 2 }, (_, at) => [2 * at, 1] as const)

const rangesIn = (taken: readonly Taken[]) => taken.flatMap(({ of }) => Object.values(of).flat())

test('R67 an edit that says of the same characters again and again that it takes them away says it once', () => {
  const page = pageOf(8_000)
  const deleted = everySecond(8_000)
  const whole: [number, number, number] = [WRITER, 0, 8_000]
  const hostile: Said[][] = [
    [{ of: { 'a b': Array.from({ length: 1_200 }, () => whole) }, stay: {} }],
    [{ of: Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`a ${at}`, [whole]])), stay: {} }],
    Array.from({ length: 600 }, () => ({ of: { 'a b': [whole] }, stay: {} })),
  ]
  for (const notes of hostile) {
    const taken = takenIn(page, editOf(notes, deleted))
    expect(taken).toHaveLength(notes.length)
    expect(rangesIn(taken)).toEqual(deleted.map(([clock, length]) => [WRITER, clock, length]))
  }
})

test('of what it says, what it deletes is told: of each id, as part of the suggestion that comes first', () => {
  const notes: Said[] = [
    {
      of: {
        'a b': [
          [WRITER, 10, 10],
          [WRITER, 2, 3],
        ],
        'a c': [
          [WRITER, 10, 15],
          [9, 0, 4],
        ],
      },
      stay: { 'a b': Array.from({ length: 20 }, (): [number, number, number] => [WRITER, 0, 1]) },
    },
  ]
  const [taken] = takenIn(
    pageOf(40),
    editOf(notes, [
      [0, 3],
      [4, 8],
      [15, 20],
    ]),
  )
  expect(taken?.of).toEqual({
    'a b': [
      [WRITER, 2, 1],
      [WRITER, 4, 1],
      [WRITER, 10, 2],
      [WRITER, 15, 5],
    ],
    'a c': [[WRITER, 20, 5]],
  })
  expect(taken?.stay['a b']).toHaveLength(8)
})

test('R67 what to give back is known in little time, also where much is said to stay of a page that was mostly deleted', () => {
  const page = pageOf(10_000)
  // Letters that were written one before the other do not become one when they are deleted.
  for (let at = 0; at < 30_000; at++) textOf(page).insert(0, 'y')
  textOf(page).delete(0, 30_000)
  page.transact(() => {
    for (let at = 0; at < 2_000; at++)
      suggestionsOf(page).set(suggestedRangeKey(`a ${at}`, '-', WRITER, 0), 10_000)
  })
  const sids = Array.from({ length: 1_500 }, (_, at) => `a ${at}`)
  const said = {
    of: Object.fromEntries(sids.map((sid, at) => [sid, [[WRITER, 4 * at, 4]]])),
    stay: Object.fromEntries(sids.map((sid) => [sid, [[WRITER, 10_000, 30_000]]])),
  } as unknown as Said
  const edit = editOf([said, said, said], everySecond(6_000))
  const { taken } = judged(page, edit).facts
  const begun = cpuTime()
  const update = withSuggestions(page, (suggestions) => givingBack(suggestions, taken, 99))
  expect(cpuTime() - begun).toBeLessThan(1_500)
  // Nothing stays in the place of these words, so every one of them comes back, once.
  const after = new Y.Doc()
  Y.applyUpdate(after, Y.encodeStateAsUpdate(page))
  Y.applyUpdate(after, Y.mergeUpdates([update, edit]))
  expect(textOf(after).length).toBe(10_000)
  expect([...suggestionsOf(after).keys()].filter((key) => key.startsWith('!'))).toEqual([])
})
