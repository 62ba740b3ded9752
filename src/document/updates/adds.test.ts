import { cpuTime } from '@test/cpu-time'
import { sectionsAnd } from '@test/crafted-update'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { addsSomething, lookForNew, onlyDeletes } from './adds'

function docWith(text: string): { doc: Y.Doc; last: () => Uint8Array } {
  const doc = new Y.Doc()
  let last = new Uint8Array()
  doc.on('update', (update: Uint8Array) => {
    last = new Uint8Array(update)
  })
  doc.getText('t').insert(0, text)
  return { doc, last: () => last }
}

test('an update adds something until it has been applied', () => {
  const { doc, last } = docWith('hello')
  const copy = new Y.Doc()
  expect(addsSomething(copy, last())).toBe(true)
  Y.applyUpdate(copy, last())
  expect(addsSomething(copy, last())).toBe(false)
  doc.getText('t').delete(1, 2)
  expect(onlyDeletes(copy, last())).toBe(true)
  expect(addsSomething(copy, last())).toBe(true)
  Y.applyUpdate(copy, last())
  expect(addsSomething(copy, last())).toBe(false)
  expect(addsSomething(copy, Y.encodeStateAsUpdate(doc))).toBe(false)
})

test('deleting what nobody has written takes up room, unlike deleting what is there', () => {
  const { doc, last } = docWith('hello')
  const before = new Y.Doc()
  expect(onlyDeletes(doc, last())).toBe(false)
  doc.getText('t').delete(1, 2)
  expect(onlyDeletes(doc, last())).toBe(true)
  expect(onlyDeletes(before, last())).toBe(false)
})

test('an update without its base adds something: it waits for the base', () => {
  const { doc, last } = docWith('a')
  doc.getText('t').insert(1, 'b')
  expect(addsSomething(new Y.Doc(), last())).toBe(true)
})

test('nothing adds nothing', () => {
  expect(addsSomething(docWith('a').doc, Y.encodeStateAsUpdate(new Y.Doc()))).toBe(false)
})

test('deleting what was split and collected is recognised', () => {
  const { doc } = docWith('abcdefgh')
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc))
  for (const at of [6, 3, 1]) doc.getText('t').delete(at, 1)
  const state = Y.encodeStateAsUpdate(doc)
  expect(addsSomething(copy, state)).toBe(true)
  Y.applyUpdate(copy, state)
  expect(addsSomething(copy, state)).toBe(false)
})

test('R67 the same ids deleted again and again, in any order, are looked at once', () => {
  const doc = new Y.Doc()
  doc.clientID = 7
  doc.transact(() => {
    // Letters that were written one before the other do not become one when they are deleted.
    for (let at = 0; at < 40_000; at++) doc.getText('t').insert(0, 'x')
  })
  const deleting = (length: number) =>
    sectionsAnd(
      [],
      new Map([
        [7, Array.from({ length: 80_000 }, (_, at): [number, number] => [at % 3, length - (at % 3)])],
      ]),
    )
  const known = deleting(39_999)
  expect(addsSomething(doc, known)).toBe(true)
  doc.getText('t').delete(1, 39_999)
  const begun = cpuTime()
  expect(addsSomething(doc, known)).toBe(false)
  expect(cpuTime() - begun).toBeLessThan(1_500)
  expect(addsSomething(doc, deleting(40_000))).toBe(true)
})

test('R67 many deletions are looked through in steps, between which the page may be written', () => {
  const { doc } = docWith('ab'.repeat(30_000))
  const text = doc.getText('t')
  doc.transact(() => {
    for (let at = 30_000; at-- > 0; ) text.delete(at * 2, 1)
  })
  const all = Y.encodeStateAsUpdate(doc, Y.encodeStateVector(doc))
  let steps = 0
  for (const looking = lookForNew(doc, all); ; steps++) {
    const { done, value } = looking.next()
    text.insert(0, '.')
    if (!done) continue
    expect(value).toBe(false)
    break
  }
  expect(steps).toBeGreaterThan(5)
})
