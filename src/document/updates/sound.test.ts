import { crafted, craftedUpdate, nested } from '@test/crafted-update'
import { expect, it } from 'vitest'
import * as Y from 'yjs'
import { BOUNDS } from '@/shared/limits'
import { isSound } from './sound'

const { deleted, text, embed, map, value } = crafted
const deepJson = (depth: number) => JSON.stringify(nested(depth))

it.each<[what: string, update: () => Uint8Array]>([
  [
    'clocks beyond what numbers can tell apart',
    () => craftedUpdate(9, [{ write: deleted(Number.MAX_SAFE_INTEGER - 2) }, { write: deleted(50) }]),
  ],
  ['a deletion that far', () => craftedUpdate(9, [], [[9, 3, Number.MAX_SAFE_INTEGER - 9]])],
  ['an atom nested too deep', () => craftedUpdate(9, [{ write: embed(deepJson(BOUNDS.valueDepth + 1)) }])],
  [
    'a value nested too deep',
    () => craftedUpdate(9, [{ root: 'suggestions', key: 'a', write: value(nested(BOUNDS.valueDepth + 1)) }]),
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
  ['one that builds on what nobody has', () => craftedUpdate(9, [{ origin: [8, 3], write: map() }])],
  [
    'types that lead back to themselves',
    () =>
      craftedUpdate(9, [
        { origin: [9, 1], write: map() },
        { origin: [9, 0], write: map() },
      ]),
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

it('many types that stand beside each other are looked through once', () => {
  const count = 20_000
  const items = [
    { root: 'blocks', key: 'a', write: value(1) },
    ...Array.from({ length: count }, (_, i) => ({ origin: [9, i] as const, write: map() })),
  ]
  expect(isSound(new Y.Doc(), craftedUpdate(9, items))).toBe(true)
})
