import { flat, isRectangle, tableKinds } from '@test/document/test-people'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { BOUNDS } from '@/shared/limits'
import { CELL } from '../format/grid'
import { entriesOf, textOf } from '../format/layout'
import { PageIndex } from '../page-index/page-index'
import { readReading } from './read-reading'
import { type Reading, ReadingView } from './reading-view'
import { Suggestions, suggestionsOf } from './suggestions'

const READINGS: readonly Reading[] = ['settled', 'proposed', 'marked']
const IDS = ['a', 'b', 'q', 't', 'r', 's', 'k', 'l', 'r:k', 'stray', 'gone']
const id = fc.constantFrom(...IDS)
const place = fc.tuple(
  fc.constantFrom('', '', 'q', 't', 't', 'r:k', 's:l', 'a', 'b'),
  fc.constantFrom('a0', 'a1', 'odd!'),
)
const field = fc.oneof(
  fc.record({
    field: fc.constant('kind'),
    to: fc.constantFrom('paragraph', 'quote', 'rule', 'table', 'tableRow', 'tableColumn', CELL, null),
  }),
  fc.record({ field: fc.constantFrom('at', 'at', 'into'), to: fc.oneof(place, fc.constant(null)) }),
  fc.record({ field: fc.constant('deleted'), to: fc.constantFrom(true, null) }),
  fc.record({ field: fc.constant('span'), to: fc.constantFrom(['s', 'l'], null) }),
  fc.record({ field: fc.constantFrom('level', 'cells.r1:name'), to: fc.constantFrom(1, 2, null) }),
)
const sid = fc.constantFrom('ann 1', 'ann 2', 'ben 1')
const range = { at: fc.nat(30), length: fc.integer({ min: 1, max: 6 }) }
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('type' as const),
      at: fc.nat(30),
      text: fc.constantFrom('x', 'yz', 'wvu'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('bead' as const), at: fc.nat(30), id, split: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cut' as const), ...range }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('mark' as const), ...range, on: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('entry' as const), id, said: field }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('range' as const),
      op: fc.constantFrom('+', '+', '-', '-', '*'),
      sid,
      ...range,
      far: fc.boolean(),
      key: fc.constantFrom('bold', 'link'),
      value: fc.constantFrom({}, { url: 'x' }, null),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('said' as const), sid, id, said: field }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('forget' as const), nth: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('junk' as const), sid, nth: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sync' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

function apply(doc: Y.Doc, said: Exclude<Step, { do: 'sync' | 'undo' }>): void {
  const text = textOf(doc)
  const entries = entriesOf(doc)
  const map = suggestionsOf(doc)
  const clip = (at: number) => Math.min(at, text.length)
  switch (said.do) {
    case 'type':
      text.insert(clip(said.at), said.text)
      return
    case 'bead':
      text.insertEmbed(clip(said.at), { block: said.id, ...(said.split ? { split: true } : {}) }, {})
      return
    case 'cut':
      text.delete(clip(said.at), Math.min(said.length, text.length - clip(said.at)))
      return
    case 'mark':
      text.format(clip(said.at), Math.min(said.length, text.length - clip(said.at)), {
        bold: said.on ? {} : null,
      })
      return
    case 'entry': {
      const known = entries.get(said.id)
      const entry: Y.Map<unknown> = known instanceof Y.Map ? known : new Y.Map()
      if (entry !== known) entries.set(said.id, entry)
      const { field: name, to } = said.said
      if (to === null) entry.delete(name)
      else entry.set(name, to)
      return
    }
    case 'range': {
      const first = itemAt(text, said.at)
      const [client, clock] = first && !said.far ? first : [doc.clientID === 1 ? 2 : 1, said.at]
      const n = said.length
      const value = said.op === '*' ? { n, set: { [said.key]: said.value } } : n
      map.set(`${said.sid} ${said.op} ${client} ${clock}`, value)
      return
    }
    case 'said':
      map.set(`${said.sid} / ${said.id} ${said.said.field}`, { to: said.said.to, was: null })
      return
    case 'forget': {
      const key = [...map.keys()].sort()[said.nth]
      if (key !== undefined) map.delete(key)
      return
    }
    case 'junk':
      map.set(
        [
          `${said.sid} + 1`,
          `${said.sid} + 1 1`,
          `${said.sid} / a __proto__`,
          'no key',
          `${said.sid} ? 1 1`,
          '',
        ][said.nth] as string,
        [1, 0, { to: 1 }, 1, 1, 1][said.nth],
      )
  }
}

function itemAt(text: Y.Text, at: number): [number, number] | null {
  let rest = at
  for (let item = text._start; item; item = item.right) {
    if (item.deleted || !item.countable) continue
    if (rest < item.length) return [item.id.client, item.id.clock + rest]
    rest -= item.length
  }
  return null
}

test('the quick readings are those of the rules, whatever two programs write, and tables are rectangles in all', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(1), step), { maxLength: 60 }), (steps) => {
      const docs = [new Y.Doc(), new Y.Doc()] as const
      const all = docs.map((doc, i) => {
        doc.clientID = i + 1
        const suggestions = new Suggestions(doc)
        return READINGS.map((reading) => ({
          reading,
          index: new PageIndex(doc, tableKinds, BOUNDS, new ReadingView(suggestions, reading)),
        }))
      })
      const managers = docs.map(
        (doc) => new Y.UndoManager([textOf(doc), entriesOf(doc), suggestionsOf(doc)], { captureTimeout: 0 }),
      )
      const check = (who: number) => {
        for (const { reading, index } of all[who] ?? []) {
          const read = readReading(docs[who] as Y.Doc, reading, tableKinds)
          expect(index.blocks(), reading).toEqual(read)
          for (const table of flat(read)) if (table.kind === 'table') expect(isRectangle(table)).toBe(true)
        }
      }
      for (const [who, said] of steps) {
        const doc = docs[who] as Y.Doc
        if (said.do === 'sync') Y.applyUpdate(doc, Y.encodeStateAsUpdate(docs[1 - who] as Y.Doc))
        else if (said.do === 'undo') managers[who]?.undo()
        else apply(doc, said)
        check(who)
      }
      for (const [i, doc] of docs.entries()) Y.applyUpdate(doc, Y.encodeStateAsUpdate(docs[1 - i] as Y.Doc))
      check(0)
      check(1)
      for (const reading of READINGS)
        expect(readReading(docs[0], reading, tableKinds)).toEqual(readReading(docs[1], reading, tableKinds))
    }),
    { numRuns: Number(process.env.STORIES ?? 250) },
  )
})
