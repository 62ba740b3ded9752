import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { entriesOf, type LayoutKinds, textOf } from '../format/layout'
import { PageIndex } from './page-index'
import { readPage } from './read-page'

const kinds: LayoutKinds = (kind) =>
  (({
    paragraph: 'text',
    quote: 'blocks',
    rule: 'none',
    table: 'grid',
    tableRow: 'row',
    tableColumn: 'column',
    tableCell: 'blocks',
  })[kind] as ReturnType<LayoutKinds>) ?? 'any'

const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'r', 'k', 'r:k', 'a:b', 'stray', 'gone']
const KINDS = [
  'paragraph',
  'paragraph',
  'quote',
  'rule',
  'table',
  'tableRow',
  'tableColumn',
  'tableCell',
  'future',
]
const ORDERS = ['a0', 'a1', 'a1', 'a2', 'Zz', 'not a key!']

const id = fc.constantFrom(...IDS)
const parent = fc.constantFrom(...IDS, '', '', 'r:k', 'r:k', 'a:b')
const order = fc.constantFrom(...ORDERS)
const value = fc.oneof(fc.tuple(parent, order), fc.constant(null), fc.constant('odd'))
const anyStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('type' as const),
      at: fc.nat(40),
      text: fc.constantFrom('x', 'yz', '\n'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('bead' as const), at: fc.nat(40), id, split: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('cut' as const),
      at: fc.nat(40),
      length: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('mark' as const),
      at: fc.nat(40),
      length: fc.integer({ min: 1, max: 6 }),
      on: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('entry' as const),
      id,
      kind: fc.constantFrom(...KINDS),
      at: value,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      id,
      key: fc.constantFrom('into', 'into', 'at', 'deleted', 'kind', 'level'),
      value,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop' as const), id }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sync' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const) }) },
)
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never

function apply(doc: Y.Doc, step: Exclude<Step, { do: 'sync' | 'undo' }>): void {
  const text = textOf(doc)
  const entries = entriesOf(doc)
  const clip = (at: number) => Math.min(at, text.length)
  switch (step.do) {
    case 'type':
      text.insert(clip(step.at), step.text)
      return
    case 'bead':
      text.insertEmbed(clip(step.at), { block: step.id, ...(step.split ? { split: true } : {}) }, {})
      return
    case 'cut':
      text.delete(clip(step.at), Math.min(step.length, text.length - clip(step.at)))
      return
    case 'mark':
      text.format(clip(step.at), Math.min(step.length, text.length - clip(step.at)), {
        bold: step.on ? {} : null,
      })
      return
    case 'entry': {
      const map = new Y.Map<unknown>()
      map.set('kind', step.kind)
      map.set('at', step.at)
      entries.set(step.id, map)
      return
    }
    case 'set': {
      const entry = entries.get(step.id)
      if (!(entry instanceof Y.Map)) return
      if (step.key === 'deleted') entry.set('deleted', step.value !== null)
      else if (step.key === 'kind') entry.set('kind', Array.isArray(step.value) ? 'quote' : 'paragraph')
      else entry.set(step.key, step.value)
      return
    }
    case 'drop':
      entries.delete(step.id)
  }
}

test('the index reads as the rules do, whatever two programs write', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(1), anyStep), { maxLength: 60 }), (steps) => {
      const docs = [new Y.Doc(), new Y.Doc()] as const
      docs.forEach((doc, i) => {
        doc.clientID = i + 1
      })
      const indexes = docs.map((doc) => new PageIndex(doc, kinds))
      const managers = docs.map(
        (doc) => new Y.UndoManager([textOf(doc), entriesOf(doc)], { captureTimeout: 0 }),
      )
      for (const [who, step] of steps) {
        const doc = docs[who] as Y.Doc
        if (step.do === 'sync') Y.applyUpdate(doc, Y.encodeStateAsUpdate(docs[1 - who] as Y.Doc))
        else if (step.do === 'undo') managers[who]?.undo()
        else apply(doc, step)
        expect(indexes[who]?.blocks()).toEqual(readPage(doc, kinds))
      }
      for (const [i, doc] of docs.entries()) Y.applyUpdate(doc, Y.encodeStateAsUpdate(docs[1 - i] as Y.Doc))
      expect(indexes[0]?.blocks()).toEqual(readPage(docs[0], kinds))
      expect(readPage(docs[0], kinds)).toEqual(readPage(docs[1], kinds))
    }),
    { numRuns: 1000 },
  )
}, 60_000)
