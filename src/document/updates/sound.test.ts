import { crafted, craftedUpdate, nested, type Section, sections } from '@test/crafted-update'
import { expect, it } from 'vitest'
import * as Y from 'yjs'
import { BOUNDS } from '@/shared/limits'
import { soundnessOf } from './sound'

const { deleted, text, embed, map, value } = crafted
const isSound = (doc: Y.Doc, update: Uint8Array) => soundnessOf(doc, update).isSound
const isTrapped = (doc: Y.Doc, update: Uint8Array) => soundnessOf(doc, update).isTrapped
const deepJson = (depth: number) => JSON.stringify(nested(depth))

it.each<[what: string, update: () => Uint8Array]>([
  [
    'clocks beyond what numbers can tell apart',
    () => craftedUpdate(9, [{ write: deleted(Number.MAX_SAFE_INTEGER - 2) }, { write: deleted(50) }]),
  ],
  ['a text of no length', () => craftedUpdate(9, [{ write: text('a') }, { write: text('') }])],
  [
    'a client that is named twice, one part behind the other',
    () => sections([9, 0, [{ write: text('ab') }]], [9, 2, [{ write: text('c') }]]),
  ],
  [
    'an item beside what its client has yet to write',
    () => craftedUpdate(9, [{ origin: [9, 4], write: text('a') }]),
  ],
  [
    'more roots than a page has',
    () =>
      craftedUpdate(
        9,
        Array.from({ length: 40 }, (_, i) => ({ root: `root${i}`, write: text('a') })),
      ),
  ],
  ['an atom nested too deep', () => craftedUpdate(9, [{ write: embed(deepJson(BOUNDS.valueDepth + 5)) }])],
  [
    'a value nested too deep',
    () => craftedUpdate(9, [{ root: 'suggestions', key: 'a', write: value(nested(BOUNDS.valueDepth + 5)) }]),
  ],
  [
    'a type within a type',
    () =>
      craftedUpdate(9, [
        { root: 'blocks', key: 'a', write: map() },
        { parent: [9, 0], key: 'x', write: map() },
      ]),
  ],
  [
    'one that stands beside a value there',
    () =>
      craftedUpdate(9, [
        { root: 'blocks', key: 'a', write: map() },
        { parent: [9, 0], key: 'x', write: value(1) },
        { origin: [9, 1], write: map() },
      ]),
  ],
  [
    'a client that is named twice, of which the last counts',
    () =>
      sections(
        [
          9,
          0,
          [
            { root: 'blocks', key: 'a', write: value(1) },
            { root: 'blocks', key: 'b', write: value(1) },
          ],
        ],
        [
          9,
          0,
          [
            { root: 'blocks', key: 'a', write: map() },
            { parent: [9, 0], key: 'x', write: value(1) },
          ],
        ],
      ),
  ],
])('R67 S1 %s is nothing that a page can hold', (_what, update) => {
  expect(isSound(new Y.Doc(), update())).toBe(false)
})

it('what programs write is: entries, entries written over others, values as deep as they are read, words', () => {
  const page = new Y.Doc()
  const blocks = page.getMap('blocks')
  blocks.set('a', new Y.Map([['kind', 'paragraph']]))
  page.getText('text').insertEmbed(0, { block: 'a', deep: nested(BOUNDS.valueDepth - 1) })
  expect(isSound(new Y.Doc(), Y.encodeStateAsUpdate(page))).toBe(true)
  const before = Y.encodeStateVector(page)
  blocks.set('a', new Y.Map([['kind', 'heading']]))
  blocks.set('a', new Y.Map([['kind', 'quote']]))
  page.getText('text').delete(0, 1)
  const update = Y.encodeStateAsUpdate(page, before)
  const other = new Y.Doc()
  Y.applyUpdate(other, Y.encodeStateAsUpdate(page))
  expect(isSound(other, update)).toBe(true)
  expect(isSound(other, craftedUpdate(9, [{ write: text('words') }, { write: deleted(7) }]))).toBe(true)
})

it('a type that builds on what nobody has waits; what would make it come in within another one is written under other clients', () => {
  const page = new Y.Doc()
  const held = craftedUpdate(9, [{ parent: [8, 0], key: 'x', write: value(1) }])
  const behind = (root: string) =>
    sections([
      9,
      0,
      [
        { root, key: 'x', write: value(1) },
        { origin: [9, 0], write: map() },
      ],
    ])
  expect(isSound(page, craftedUpdate(9, [{ origin: [8, 3], write: map() }]))).toBe(true)
  expect(soundnessOf(page, behind('blocks'))).toEqual({ isSound: true, isTrapped: false, leansOnOwn: true })
  Y.applyUpdate(page, held)
  // Of the two under one name Yjs keeps the one that waits: what is behind it stands within whatever that stands in.
  expect(isSound(page, behind('blocks'))).toBe(false)
  const waiting = new Y.Doc()
  Y.applyUpdate(waiting, craftedUpdate(7, [{ origin: [8, 1], write: map() }]))
  const within = [
    { root: 'blocks', key: 'a', write: map() },
    { parent: [8, 0] as const, key: 'x', write: value(1) },
  ]
  expect(isTrapped(waiting, craftedUpdate(8, within))).toBe(true)
  expect(isTrapped(waiting, craftedUpdate(8, [{ root: 'blocks', key: 'a', write: value([1, 2]) }]))).toBe(
    false,
  )
})

it('R67 what a type waits for can be told in two ways: neither brings it into another one, and nobody else is kept out by it', () => {
  const page = new Y.Doc()
  page.getMap('blocks').set('a', 1)
  Y.applyUpdate(
    page,
    sections([9, 1, [{ write: text('z') }, { origin: [9, 1], right: [66, 0], write: map() }]]),
  )
  const into = craftedUpdate(9, [
    { root: 'blocks', key: 'n', write: map() },
    { parent: [9, 0], key: 'x', write: value(1) },
  ])
  expect(isTrapped(page, into)).toBe(true)
  const words = new Y.Doc()
  words.getText('text').insert(0, 'words')
  expect(soundnessOf(page, Y.encodeStateAsUpdate(words))).toEqual({
    isSound: true,
    isTrapped: false,
    leansOnOwn: false,
  })
})

it('R67 a deletion stays below clocks that numbers tell apart', () => {
  const deletes = (clock: number, length: number) => craftedUpdate(9, [], [[9, clock, length]])
  expect(isSound(new Y.Doc(), deletes(3, 2))).toBe(true)
  expect(isSound(new Y.Doc(), deletes(1, 2 ** 53 - 1))).toBe(false)
  expect(isSound(new Y.Doc(), deletes(2 ** 40, 1))).toBe(false)
})

it('R67 two clients that wait for what the other one writes later are nobody', () => {
  const page = new Y.Doc()
  const one: Section = [8, 0, [{ origin: [9, 1], write: text('a') }]]
  const other: Section = [9, 0, [{ origin: [8, 0], write: text('bc') }]]
  expect(isSound(page, sections(one, other))).toBe(false)
  expect(isSound(page, sections(one))).toBe(true)
  // Nor when the one waits already: nobody has seen what waits.
  Y.applyUpdate(page, sections(one))
  expect(isSound(page, sections(other))).toBe(false)
  // What others have made wait for somebody's next words comes in with them, and may be written beside at once.
  expect(isSound(page, sections([9, 0, [{ write: text('bc') }, { origin: [8, 0], write: text('d') }]]))).toBe(
    true,
  )
})

it('R67 a circle is refused that closes when a gap is filled, in one edit or several', () => {
  const behindGap: Section = [8, 2, [{ origin: [9, 0], write: text('a') }]]
  const other: Section = [9, 0, [{ origin: [8, 2], write: text('b') }]]
  const page = new Y.Doc()
  Y.applyUpdate(page, sections(behindGap))
  expect(isSound(page, sections(other))).toBe(false)
  const inOne = sections([8, 0, [{ write: crafted.skipped(2) }, ...behindGap[2]]], other)
  expect(isSound(new Y.Doc(), inOne)).toBe(false)
})

it('R67 a circle that waits on a page keeps nobody out', () => {
  const page = new Y.Doc()
  const skipped: Section[2][number] = { write: crafted.skipped(7) }
  const behind = (client: number, clock: number, words: string) => ({
    origin: [client, clock] as const,
    write: text(words),
  })
  const first = sections([1, 0, [behind(3, 0, 'a'), skipped, behind(2, 0, 'a')]])
  const closing = sections([2, 0, [behind(1, 8, 'b')]])
  expect(isSound(page, first)).toBe(true)
  Y.applyUpdate(page, first)
  expect(isSound(page, closing)).toBe(false)
  // Pages have such circles from before they were refused.
  for (const update of [closing, sections([3, 0, [{ write: text('c') }]], [1, 1, [behind(1, 0, 'abcdefg')]])])
    Y.applyUpdate(page, update)
  expect(isSound(page, craftedUpdate(9, [{ write: text('words') }]))).toBe(true)
  expect(isSound(page, craftedUpdate(9, [], [[3, 0, 1]]))).toBe(true)
})

it('R67 clients and clocks are numbers that are told apart, and none that is no number', () => {
  const beside = (client: number, clock: number) =>
    craftedUpdate(9, [{ origin: [client, clock], write: text('a') }])
  expect(isSound(new Y.Doc(), beside(8, 3))).toBe(true)
  expect(isSound(new Y.Doc(), beside(8, 2 ** 41))).toBe(false)
  expect(isSound(new Y.Doc(), beside(2 ** 53, 3))).toBe(false)
  expect(isSound(new Y.Doc(), craftedUpdate(2 ** 53, [{ write: text('a') }]))).toBe(false)
  // A number of 148 bytes is read as none.
  const none = Uint8Array.from([...Array(147).fill(0x80), 0])
  const deletion = Uint8Array.from([0, 1, 7, 1, ...none, 2])
  expect(Y.decodeUpdate(deletion).ds.clients.get(7)?.[0]?.clock).toBeNaN()
  expect(isSound(new Y.Doc(), deletion)).toBe(false)
  expect(isSound(new Y.Doc(), Uint8Array.from([1, 1, 9, 0, 0, ...none, 0]))).toBe(false)
  expect(isSound(new Y.Doc(), Uint8Array.from([1, 1, 9, 0, 0x84, 7, ...none, 1, 0x61, 0]))).toBe(false)
})

it('R67 behind what several values wait for that is written under a key of a map, other clients are taken', () => {
  const page = new Y.Doc()
  page.getMap('blocks').set('a', new Y.Map([['kind', 'paragraph']]))
  Y.applyUpdate(page, craftedUpdate(9, [{ origin: [8, 1], write: text('abc') }]))
  const under = (parent: readonly [number, number], key?: string) =>
    craftedUpdate(8, [{ write: text('x') }, { parent, ...(key && { key }), write: value(1) }])
  expect(isTrapped(page, under([page.clientID, 0], 'k'))).toBe(true)
  expect(isTrapped(page, craftedUpdate(8, [{ write: text('xy') }]))).toBe(false)
})

it('R67 nobody sets a key of a map in front of what it was set to before', () => {
  const page = new Y.Doc()
  page.getMap('blocks').set('a', 1)
  const before = (right: readonly [number, number], origin?: readonly [number, number]) =>
    craftedUpdate(9, [{ right, ...(origin && { origin }), write: value(2) }])
  const [client, first] = [page.clientID, 0]
  expect(isSound(page, before([client, first]))).toBe(false)
  expect(isSound(page, craftedUpdate(9, [{ origin: [client, first], write: value(2) }]))).toBe(true)
  // In a text it is how words are put before others.
  page.getText('text').insert(0, 'x')
  expect(isSound(page, before([client, 1]))).toBe(true)
  // Where it waits for its place, what makes it come in is written under other clients.
  const waits = before([8, 2], [8, 3])
  expect(isSound(page, waits)).toBe(true)
  Y.applyUpdate(page, waits)
  const values = craftedUpdate(8, [
    { origin: [client, first], write: value(3) },
    ...[0, 1, 2].map((at) => ({ origin: [8, at] as const, write: value(at) })),
  ])
  expect(isTrapped(page, values)).toBe(true)
})

it('what a page has already is not looked at again', () => {
  const page = new Y.Doc()
  const deep = craftedUpdate(9, [{ write: embed(deepJson(200)) }])
  expect(isSound(page, deep)).toBe(false)
  Y.applyUpdate(page, deep)
  expect(isSound(page, deep)).toBe(true)
})
