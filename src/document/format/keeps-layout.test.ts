import { cpuTime } from '@test/cpu-time'
import { randomOf } from '@test/document/random-of'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import {
  applyBlocks,
  createPageDoc,
  isBehind,
  keepsLayout,
  layoutIsKnown,
  migrateLayout,
  setTitle,
  settledBlocks,
} from '..'

const paragraph = (id: string, text: string) => ({ id, kind: 'paragraph', text: [{ text }] })

function updatesOf(doc: Y.Doc, act: (copy: Y.Doc) => void): Uint8Array[] {
  const copy = createPageDoc('page')
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc))
  const updates: Uint8Array[] = []
  copy.on('update', (update: Uint8Array) => updates.push(update))
  act(copy)
  return updates
}

const all = (doc: Y.Doc, act: (copy: Y.Doc) => void) =>
  updatesOf(doc, act).map((update) => keepsLayout(doc, update))

test('ordinary edits, also the first of a page, keep the layout', () => {
  const doc = createPageDoc('page')
  expect(all(doc, (copy) => applyBlocks(copy, [paragraph('a', 'one')]))).toEqual([true])
  applyBlocks(doc, [paragraph('a', 'one')])
  expect(all(doc, (copy) => applyBlocks(copy, [paragraph('a', 'one two'), paragraph('b', 'x')]))).toEqual([
    true,
  ])
  expect(all(doc, (copy) => setTitle(copy, 'Tea'))).toEqual([true])
})

test('R16 an update that says the page stands in another layout is found, however it says so', () => {
  const empty = createPageDoc('page')
  const written = createPageDoc('page')
  applyBlocks(written, [paragraph('a', 'one')])
  for (const doc of [empty, written]) {
    for (const layout of [99, 'new', null]) {
      expect(all(doc, (copy) => copy.getMap('meta').set('layout', layout))).toEqual([false])
    }
    expect(
      all(doc, (copy) =>
        copy.transact(() => {
          copy.getMap('meta').set('layout', 1)
          copy.getMap('meta').set('layout', 3)
        }),
      ),
    ).toEqual([false])
  }
  expect(all(written, (copy) => copy.getMap('meta').set('colour', 'red'))).toEqual([false])
  expect(all(written, (copy) => copy.getMap('meta').set('deeper', new Y.Map()))).toEqual([false])
  // Two people's first edits of a page both say the layout; the same again is no harm.
  expect(all(written, (copy) => copy.getMap('meta').set('layout', 1))).toEqual([true])
})

test('R16 nor does it help to come as two, one writing over what the other wrote', () => {
  const doc = createPageDoc('page')
  const one = createPageDoc('page')
  const two = createPageDoc('page')
  ;[one.clientID, two.clientID] = [9, 5]
  one.getMap('meta').set('layout', 1)
  Y.applyUpdate(two, Y.encodeStateAsUpdate(one))
  two.getMap('meta').set('layout', 99)
  expect(keepsLayout(doc, Y.encodeStateAsUpdate(two))).toBe(false)
})

test('R16 nothing comes into the body of the layout before, which would let a page be read in that one', () => {
  const doc = createPageDoc('page')
  applyBlocks(doc, [paragraph('a', 'one')])
  const put = (copy: Y.Doc) => copy.getXmlFragment('body').push([new Y.XmlElement('block')])
  expect(all(doc, put)).toEqual([false])
  // Beside what stands there already, an update names that instead of the body.
  const old = createPageDoc('page')
  put(old)
  expect(all(old, put)).toEqual([false])
  expect(updatesOf(old, (copy) => migrateLayout(copy))).not.toEqual([])
})

test('R16 the layout is not taken away, neither alone nor by what is written and deleted at once', () => {
  const doc = createPageDoc('page')
  applyBlocks(doc, [paragraph('a', 'one')])
  expect(all(doc, (copy) => copy.getMap('meta').delete('layout'))).toEqual([false])
  const atOnce = updatesOf(doc, (copy) =>
    copy.transact(() => {
      copy.getMap('meta').set('layout', 1)
      copy.getMap('meta').delete('layout')
    }),
  )
  expect(atOnce.map((update) => keepsLayout(doc, update))).toEqual([false])
  const both = updatesOf(doc, (copy) =>
    copy.transact(() => {
      copy.getMap('meta').delete('layout')
      copy.getMap('meta').set('layout', 1)
    }),
  )
  expect(both.map((update) => keepsLayout(doc, update))).toEqual([true])
})

test('two who said the layout at the same time may both send all they have', () => {
  const [one, two] = [createPageDoc('page'), createPageDoc('page')]
  applyBlocks(one, [paragraph('a', 'one')])
  applyBlocks(two, [paragraph('b', 'two')])
  const states = [one, two].map((doc) => Y.encodeStateAsUpdate(doc))
  for (const doc of [one, two]) for (const state of states) Y.applyUpdate(doc, state)
  for (const [i, doc] of [one, two].entries()) {
    const server = createPageDoc('page')
    Y.applyUpdate(server, states[1 - i]!)
    const vector = Y.encodeStateVector(server)
    expect(keepsLayout(server, Y.encodeStateAsUpdate(doc, vector))).toBe(true)
  }
})

test('R16 a page with blocks is never read as one of the layout before', () => {
  const doc = createPageDoc('page')
  applyBlocks(doc, [paragraph('a', 'one')])
  doc.getXmlFragment('body').push([new Y.XmlElement('block')])
  doc.getMap('meta').delete('layout')
  expect(layoutIsKnown(doc)).toBe(true)
  expect(migrateLayout(doc)).toBe(false)
})

test('R16 nor does it help to send first what builds on something that comes later', () => {
  const doc = createPageDoc('page')
  applyBlocks(doc, [paragraph('a', 'one')])
  const forger = createPageDoc('page')
  // Of two who say the layout at the same time, the one with the greater number is heard.
  forger.clientID = 2 ** 32 - 1
  const updates: Uint8Array[] = []
  forger.on('update', (update: Uint8Array) => updates.push(update))
  forger.getMap('meta').set('layout', 1)
  forger.getMap('meta').set('layout', 99)
  const [first, second] = updates as [Uint8Array, Uint8Array]
  for (const update of [second, first]) if (keepsLayout(doc, update)) Y.applyUpdate(doc, update)
  expect(doc.getMap('meta').get('layout')).toBe(1)
  // Honest people go on all the same.
  expect(all(doc, (copy) => applyBlocks(copy, [paragraph('a', 'one more')]))).toEqual([true])
})

test('the first suggestion raises the layout, also beside somebody whose program knows only the layout before', () => {
  const [one, two] = [createPageDoc('page'), createPageDoc('page')]
  one.getMap('meta').set('layout', 2)
  two.getMap('meta').set('layout', 1)
  const states = [one, two].map((doc) => Y.encodeStateAsUpdate(doc))
  for (const [i, doc] of [one, two].entries()) {
    expect(keepsLayout(doc, states[1 - i]!)).toBe(true)
    Y.applyUpdate(doc, states[1 - i]!)
    expect(layoutIsKnown(doc)).toBe(true)
  }
})

test('a page with suggestions that says the layout before is brought over, once; nothing else of it changes', () => {
  const doc = createPageDoc('page')
  applyBlocks(doc, [paragraph('a', 'one')])
  const before = settledBlocks(doc)
  expect(isBehind(doc)).toBe(false)
  expect(migrateLayout(doc)).toBe(false)
  doc.getMap('suggestions').set('ann 1', { at: 1 })
  expect(isBehind(doc)).toBe(true)
  expect(migrateLayout(doc)).toBe(true)
  expect(doc.getMap('meta').get('layout')).toBe(2)
  expect(migrateLayout(doc)).toBe(false)
  expect(settledBlocks(doc)).toEqual(before)
})

test('a page that says its layout says it after every update that keeps it, and no other update is refused', () => {
  const answers = { kept: 0, refused: 0 }
  for (let seed = 1; seed <= 300; seed++) {
    const random = randomOf(seed)
    const server = createPageDoc('page')
    const people = [3, 1, 2].map((client) => {
      const doc = createPageDoc('page')
      doc.clientID = client
      return doc
    })
    for (let act = 0; act < 20; act++) {
      const person = people[random(people.length)] as Y.Doc
      const meta = person.getMap('meta')
      const what = random(6)
      if (what < 3) meta.set('layout', 1 + random(2))
      else if (what === 3 && random(3) === 0) meta.delete('layout')
      else if (what === 4) Y.applyUpdate(person, Y.encodeStateAsUpdate(server))
      else {
        const update = Y.encodeStateAsUpdate(person, Y.encodeStateVector(server))
        const after = new Y.Doc()
        for (const one of [Y.encodeStateAsUpdate(server), update]) Y.applyUpdate(after, one)
        const isSaid = (doc: Y.Doc) => doc.getMap('meta').has('layout')
        const isKept = keepsLayout(server, update)
        expect(isKept, `seed ${seed}, ${act}`).toBe(isSaid(after) || !isSaid(server))
        answers[isKept ? 'kept' : 'refused']++
        if (isKept) Y.applyUpdate(server, update)
      }
    }
  }
  expect(Math.min(answers.kept, answers.refused)).toBeGreaterThan(20)
})

test('R67 the layout that is said anew over itself is judged without the page being read', () => {
  const doc = createPageDoc('page')
  doc.getMap('meta').set('layout', 2)
  doc.transact(() => {
    for (let at = 0; at < 100_000; at++) doc.getText('text').insert(0, 'x')
  })
  const copy = createPageDoc('page')
  let begun = cpuTime()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc))
  const whole = cpuTime() - begun
  const updates: Uint8Array[] = []
  copy.on('update', (update: Uint8Array) => updates.push(update))
  for (let times = 0; times < 5; times++) copy.getMap('meta').set('layout', 2)
  begun = cpuTime()
  for (const update of updates) {
    expect(keepsLayout(doc, update)).toBe(true)
    Y.applyUpdate(doc, update)
  }
  expect(updates).toHaveLength(5)
  expect(cpuTime() - begun).toBeLessThan(whole)
})
