import { flat, tableKinds } from '@test/document/test-people'
import fc from 'fast-check'
import { generateKeyBetween } from 'fractional-indexing'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import type { Block } from '@/blocks'
import { entriesOf, ROOT, textOf } from '../format/layout'
import { isOrderKey } from '../format/order'
import { applyBlocks, blocksOf } from './blocks'
import { PageIndex } from './page-index'
import { readPage } from './read-page'
import { settledText } from './settled-page'

/** Names that are ids of blocks, of cells, of what every object has, and of nothing. */
const NAMES = [
  'a',
  'b',
  'r',
  'c',
  't',
  'r:c',
  'a:b:c',
  ':',
  '',
  'stray',
  '__proto__',
  'constructor',
  'x'.repeat(3000),
]
const KINDS = [
  'paragraph',
  'quote',
  'rule',
  'table',
  'tableRow',
  'tableColumn',
  'tableCell',
  'toString',
  '',
  'later',
]

const name = fc.constantFrom(...NAMES)
const order = fc.constantFrom('a0', 'a1', 'a1', 'Zz', '', 'a', 'zz', 'a00', '💥', 'z'.repeat(2000))
const deep = (levels: number): unknown => {
  let value: unknown = 'core'
  for (let i = 0; i < levels; i++) value = i % 2 ? [value] : { in: value }
  return value
}
const oddValue = fc.oneof(
  fc.constantFrom(null, undefined, true, 0, -1.5, Number.NaN, Number.POSITIVE_INFINITY, '', 'text', 12n),
  fc.constantFrom(new Uint8Array([1, 2]), [], {}, [undefined], { at: { at: [] } }, deep(60), deep(200)),
  fc.constant([{ ['__proto__']: { kind: 'rule' }, constructor: 1 }]),
)
const place = fc.oneof({ weight: 3, arbitrary: fc.tuple(name, order) }, { weight: 1, arbitrary: oddValue })
const nested = fc.constantFrom(
  () => new Y.Text('inner'),
  () => new Y.Array(),
  () => new Y.XmlElement('p'),
  () => new Y.Map([['kind', 'quote']]),
)
const key = fc.constantFrom(
  'kind',
  'at',
  'into',
  'into',
  'deleted',
  'span',
  'level',
  '__proto__',
  'constructor',
)

type Act = (doc: Y.Doc) => void
const clip = (doc: Y.Doc, at: number) => Math.min(at, textOf(doc).length)
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(fc.nat(30), fc.constantFrom('x', 'two', '\n', '\u0000')).map(
    ([at, word]): Act =>
      (doc) => {
        textOf(doc).insert(clip(doc, at), word)
      },
  ),
  fc.tuple(fc.nat(30), name, fc.boolean(), fc.boolean()).map(
    ([at, block, split, bold]): Act =>
      (doc) => {
        textOf(doc).insertEmbed(clip(doc, at), split ? { block, split } : { block }, bold ? { bold: {} } : {})
      },
  ),
  fc.tuple(fc.nat(30), oddValue).map(
    ([at, embed]): Act =>
      (doc) => {
        if (embed && typeof embed !== 'bigint') textOf(doc).insertEmbed(clip(doc, at), embed as object)
      },
  ),
  fc.tuple(fc.nat(30), nested).map(
    ([at, make]): Act =>
      (doc) => {
        textOf(doc).insertEmbed(clip(doc, at), make() as unknown as object)
      },
  ),
  // What is no text at all, put into the string by a program that took it for an array.
  fc.tuple(fc.nat(3), oddValue).map(
    ([count, value]): Act =>
      (doc) => {
        const other = new Y.Doc()
        other.getArray('text').insert(0, [...Array.from({ length: count }, () => value), 'word'])
        Y.applyUpdate(doc, Y.encodeStateAsUpdate(other))
      },
  ),
  fc.tuple(fc.nat(30), fc.nat(6), fc.constantFrom('bold', '__proto__', 'link'), oddValue).map(
    ([at, length, mark, value]): Act =>
      (doc) => {
        if (typeof value === 'bigint' || value === undefined) return
        const from = clip(doc, at)
        textOf(doc).format(from, Math.min(length, textOf(doc).length - from), { [mark]: value })
      },
  ),
  fc.tuple(fc.nat(30), fc.nat(5)).map(
    ([at, length]): Act =>
      (doc) => {
        const from = clip(doc, at)
        textOf(doc).delete(from, Math.min(length, textOf(doc).length - from))
      },
  ),
  fc.tuple(name, oddValue).map(
    ([id, value]): Act =>
      (doc) => {
        entriesOf(doc).set(id, value)
      },
  ),
  fc.tuple(name, nested).map(
    ([id, make]): Act =>
      (doc) => {
        entriesOf(doc).set(id, make())
      },
  ),
  {
    weight: 6,
    arbitrary: fc.tuple(name, fc.constantFrom(...KINDS), place, fc.option(place), fc.boolean()).map(
      ([id, kind, at, into, deleted]): Act =>
        (doc) => {
          const entry = new Y.Map<unknown>([
            ['kind', kind],
            ['at', at],
          ])
          if (into) entry.set('into', into)
          if (deleted) entry.set('deleted', true)
          entriesOf(doc).set(id, entry)
        },
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(name, key, fc.oneof(place, oddValue, nested)).map(
      ([id, field, value]): Act =>
        (doc) => {
          const entry = entriesOf(doc).get(id)
          if (entry instanceof Y.Map) entry.set(field, typeof value === 'function' ? value() : value)
        },
    ),
  },
  name.map(
    (id): Act =>
      (doc) =>
        entriesOf(doc).delete(id),
  ),
  fc.tuple(key, oddValue).map(
    ([field, value]): Act =>
      (doc) => {
        doc.getMap('meta').set(field, value)
      },
  ),
)

const PAGE: Block[] = [
  { id: 'a', kind: 'paragraph', text: [{ text: 'whole again' }] },
  { id: 'q', kind: 'blockquote', children: [{ id: 'b', kind: 'paragraph', text: [{ text: 'inside' }] }] },
]

test('whatever a page holds, it reads in one way, it can be written, and nothing throws', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(1), act), { maxLength: 50 }), (acts) => {
      const docs = [new Y.Doc(), new Y.Doc()] as const
      const indexes = docs.map((doc) => new PageIndex(doc, tableKinds))
      const writers = [new Y.Doc(), new Y.Doc()] as const
      for (const [i, writer] of writers.entries()) writer.clientID = i + 1
      for (const [who, change] of acts) {
        const doc = docs[who] as Y.Doc
        const writer = writers[who] as Y.Doc
        try {
          change(writer)
          Y.applyUpdate(doc, Y.encodeStateAsUpdate(writer, Y.encodeStateVector(doc)))
        } catch {
          // What Yjs itself cannot write or read gets no further than this.
          return
        }
        expect(indexes[who]?.blocks()).toEqual(readPage(doc, tableKinds))
      }
      for (const [i, doc] of docs.entries()) Y.applyUpdate(doc, Y.encodeStateAsUpdate(docs[1 - i] as Y.Doc))
      const [doc, other] = docs
      const read = readPage(doc, tableKinds)
      expect(readPage(other, tableKinds)).toEqual(read)
      expect(new PageIndex(doc, tableKinds).blocks()).toEqual(read)
      expect(indexes[0]?.blocks()).toEqual(read)
      const ids = flat(read).map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(() => JSON.stringify(read)).not.toThrow()
      settledText(doc)
      applyBlocks(doc, PAGE)
      expect(blocksOf(doc)).toEqual(PAGE)
    }),
    { numRuns: 1000 },
  )
}, 120_000)

test('what stands in a deleted block stays where it is wanted when the block around that one comes', () => {
  const doc = new Y.Doc()
  doc.transact(() => {
    entriesOf(doc).set('a', new Y.Map<unknown>(Object.entries({ kind: 'paragraph', at: ['c', 'a0'] })))
    entriesOf(doc).set(
      'c',
      new Y.Map<unknown>(Object.entries({ kind: 'paragraph', at: ['b', 'a0'], deleted: true })),
    )
  })
  applyBlocks(doc, PAGE)
  expect(blocksOf(doc)).toEqual(PAGE)
})

const word = (id: string): Block => ({ id, kind: 'paragraph', text: [{ text: id }] })
const quoteOf = (block: Block): Block => ({ id: 'q', kind: 'blockquote', children: [block] })

test.each<[string, Record<string, object>, Block[]]>([
  [
    'into another block',
    { b: { at: [ROOT, 'a0'] }, a: { at: ['b', 'a0'] } },
    [word('a'), quoteOf(word('b'))],
  ],
  [
    'in its own list',
    { b: { at: [ROOT, 'a0'] }, a: { at: ['b', 'a0'] }, c: { at: [ROOT, 'a1'] } },
    [word('a'), word('c'), word('b')],
  ],
  [
    'with more that stands behind it',
    { b: { at: [ROOT, 'a0'] }, a: { at: ['b', 'a0'] }, c: { at: ['a', 'a1'] }, d: { at: ['b', 'a5'] } },
    [word('d'), quoteOf(word('b')), word('c'), word('a')],
  ],
  [
    'out of a circle of places',
    { b: { at: ['a', 'a0'] }, a: { at: ['b', 'a0'] } },
    [word('a'), quoteOf(word('b'))],
  ],
  [
    'out of a circle of places, where it was deleted',
    { b: { at: ['a', 'a0'], deleted: true }, a: { at: ['b', 'a0'] } },
    [word('a'), quoteOf(word('b'))],
  ],
])(
  'what is shown behind a block stays where it is wanted when that one moves %s',
  (_name, entries, wanted) => {
    const doc = new Y.Doc()
    doc.transact(() => {
      for (const [id, entry] of Object.entries(entries)) {
        entriesOf(doc).set(id, new Y.Map<unknown>(Object.entries({ kind: 'paragraph', ...entry })))
      }
    })
    applyBlocks(doc, wanted)
    expect(blocksOf(doc)).toEqual(wanted)
  },
)

/** A page of `count` blocks with these entries and one character each. */
function pageOf(
  count: number,
  entry: (i: number) => Record<string, unknown>,
  bead = (i: number) => `b${i}`,
): Y.Doc {
  const doc = new Y.Doc()
  doc.transact(() => {
    for (let i = 0; i < count; i++) entriesOf(doc).set(`b${i}`, new Y.Map(Object.entries(entry(i))))
    const delta: object[] = []
    for (let i = 0; i < count; i++) delta.push({ insert: { block: bead(i) } }, { insert: '.' })
    textOf(doc).applyDelta(delta)
  })
  return doc
}

/** Reads it all ways, changes something at its root, and tells how long all that took, in milliseconds. */
function timeOf(doc: Y.Doc): number {
  const start = performance.now()
  const index = new PageIndex(doc)
  const read = readPage(doc)
  expect(index.blocks()).toEqual(read)
  doc.transact(() => {
    for (const id of ['b0', 'b1']) (entriesOf(doc).get(id) as Y.Map<unknown>).set('at', [ROOT, 'a5'])
    textOf(doc).insert(textOf(doc).length, '!')
  })
  expect(index.blocks()).toEqual(readPage(doc))
  blocksOf(doc)
  return performance.now() - start
}

const COUNT = 10_000
const at = (parent: string, order = 'a0') => ({ kind: 'blockquote', at: [parent, order] })

test.each<[string, Y.Doc]>([
  ['10,000 levels', pageOf(COUNT, (i) => ({ ...at(i > 0 ? `b${i - 1}` : ROOT), kind: 'later' }))],
  ['a cycle of 10,000 places', pageOf(COUNT, (i) => ({ ...at(`b${(i + 1) % COUNT}`), kind: 'later' }))],
  [
    'a chain of 10,000 merges',
    pageOf(COUNT, (i) => ({ ...at(ROOT), ...(i > 0 ? { into: [`b${i - 1}`, 'a0'] } : {}) })),
  ],
  ['a cycle of 10,000 merges', pageOf(COUNT, (i) => ({ ...at(ROOT), into: [`b${(i + 1) % COUNT}`, 'a0'] }))],
  [
    '10,000 merges into one block',
    pageOf(COUNT, (i) => ({ ...at(ROOT), ...(i > 0 ? { into: ['b0', 'a0'] } : {}) })),
  ],
  ['10,000 blocks of the same order', pageOf(COUNT, () => ({ kind: 'paragraph', at: [ROOT, 'a0'] }))],
  [
    '10,000 beads of one block',
    pageOf(
      COUNT,
      () => ({ kind: 'paragraph', at: [ROOT, 'a0'] }),
      () => 'b0',
    ),
  ],
  ['10,000 blocks in paragraphs', pageOf(COUNT, (i) => ({ kind: 'paragraph', at: [`b${i >> 1}`, 'a0'] }))],
])(
  'R18 %s are read in a few seconds at most',
  (_name, doc) => {
    expect(timeOf(doc)).toBeLessThan(20_000)
  },
  60_000,
)

test('R18 a block that is too deep stands on the page', () => {
  const levels = readPage(pageOf(200, (i) => ({ ...at(i > 0 ? `b${i - 1}` : ROOT), kind: 'later' })))
  const depth = (blocks: typeof levels): number =>
    blocks.length === 0 ? 0 : 1 + Math.max(...blocks.map(({ children }) => depth(children)))
  expect(depth(levels)).toBe(65)
  expect(flat(levels)).toHaveLength(200)
})

function keysCanBeMade(key: string): boolean {
  try {
    return key !== '' && generateKeyBetween(key, null) > key && generateKeyBetween(null, key) < key
  } catch {
    // The library says no by throwing.
    return false
  }
}

test('a key is an order key when keys can be made on both of its sides', () => {
  const letters = '0123456789AZaz'
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...letters, '-', 'é'), maxLength: 30 }), (text) => {
      const made = [...text].every((letter) => letters.includes(letter)) && keysCanBeMade(text)
      expect(isOrderKey(text)).toBe(made)
    }),
    { numRuns: 3000 },
  )
  expect(isOrderKey(`A${'0'.repeat(26)}`)).toBe(false)
})
