import * as encoding from 'lib0/encoding'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { textOf } from '../format/layout'
import { judged } from './update-facts'
import { waitsTooMuch } from './waiting'

/** An update that deletes every second of `count` characters of a client. */
function deletions(client: number, count: number): Uint8Array {
  const out = encoding.createEncoder()
  for (const number of [0, 1, client, count]) encoding.writeVarUint(out, number)
  for (let i = 0; i < count; i++) {
    encoding.writeVarUint(out, 2 * i)
    encoding.writeVarUint(out, 1)
  }
  return encoding.toUint8Array(out)
}

/** The page of two people who write in turns: what each writes builds on what the other did. */
function inTurns(count: number): Y.Doc {
  const [ann, ben] = [new Y.Doc(), new Y.Doc()]
  ann.on('update', (update: Uint8Array) => Y.applyUpdate(ben, update))
  ben.on('update', (update: Uint8Array) => Y.applyUpdate(ann, update))
  for (let i = 0; i < count; i++) {
    const text = textOf(i % 2 ? ben : ann)
    text.insert((i * 7919) % (text.length + 1), 'x')
  }
  return ann
}

test('S6 R67 what waits for something that nobody has sent is bounded, at once and in small pieces', () => {
  const author = new Y.Doc()
  textOf(author).insert(0, 'base')
  const before = Y.encodeStateVector(author)
  for (let i = 0; i < 5000; i++) textOf(author).insert(0, 'x')
  const waiting = Y.encodeStateAsUpdate(author, before)
  expect(waitsTooMuch(new Y.Doc(), waiting)).toBe(true)

  const page = new Y.Doc()
  let taken = 0
  for (let i = 0; i < 5; i++) {
    const known = Y.encodeStateVector(author)
    for (let j = 0; j < 600; j++) textOf(author).insert(0, 'x')
    const update = Y.encodeStateAsUpdate(author, known)
    if (waitsTooMuch(page, update)) continue
    Y.applyUpdate(page, update)
    taken++
  }
  expect(taken).toBe(3)
  // Who opened the page brings that back together with words of their own, again and again.
  const reader = new Y.Doc()
  Y.applyUpdate(reader, Y.encodeStateAsUpdate(page))
  textOf(reader).insert(0, 'words')
  expect(waitsTooMuch(page, Y.encodeStateAsUpdate(reader, Y.encodeStateVector(page)))).toBe(false)
  // And what it waits for is taken.
  expect(waitsTooMuch(page, Y.encodeStateAsUpdate(author))).toBe(false)
})

test('S6 R67 so are deletions of what nobody has written yet', () => {
  expect(waitsTooMuch(new Y.Doc(), deletions(7, 100))).toBe(false)
  expect(waitsTooMuch(new Y.Doc(), deletions(7, 5000))).toBe(true)
  const page = new Y.Doc()
  page.clientID = 7
  textOf(page).insert(0, 'x'.repeat(10_000))
  expect(waitsTooMuch(page, deletions(7, 5000))).toBe(false)
})

test('much that was deleted does not count as waiting, nor does what waits already and was cut elsewhere', () => {
  const page = new Y.Doc()
  page.clientID = 7
  textOf(page).insert(0, 'x'.repeat(200_000))
  Y.applyUpdate(page, deletions(7, 90_000))
  const author = new Y.Doc()
  textOf(author).insert(0, 'base')
  const before = Y.encodeStateVector(author)
  const reader = new Y.Doc()
  Y.applyUpdate(reader, Y.encodeStateAsUpdate(page))
  author.on('update', (update: Uint8Array) => Y.applyUpdate(reader, update))
  textOf(author).insert(4, 'ab')
  textOf(author).insert(6, 'cd')
  // The same words as one piece.
  Y.applyUpdate(page, Y.encodeStateAsUpdate(author, before))
  textOf(reader).insert(0, 'words')
  const brought = () => Y.encodeStateAsUpdate(reader, Y.encodeStateVector(page))
  expect(brought().byteLength).toBeGreaterThan(256 * 1024)
  expect(waitsTooMuch(page, brought())).toBe(false)
  textOf(author).insert(8, 'ef')
  expect(waitsTooMuch(page, brought())).toBe(false)
  textOf(author).insert(10, 'g'.repeat(300_000))
  expect(waitsTooMuch(page, brought())).toBe(true)
})

test('what people write waits for nothing, however they took turns', () => {
  const doc = inTurns(3000)
  const state = Y.encodeStateAsUpdate(doc)
  expect(waitsTooMuch(new Y.Doc(), state)).toBe(false)
  const reader = new Y.Doc()
  Y.applyUpdate(reader, state)
  for (let i = 0; i < 1000; i++) textOf(reader).insert((i * 31) % textOf(reader).length, 'y')
  expect(waitsTooMuch(doc, Y.encodeStateAsUpdate(reader, Y.encodeStateVector(doc)))).toBe(false)
})

test('S6 R67 an update whose clients wait for each other in a circle counts as waiting', () => {
  const out = encoding.createEncoder()
  const write = (...numbers: number[]) => {
    for (const number of numbers) encoding.writeVarUint(out, number)
  }
  write(2)
  for (const [client, other] of [
    [1, 2],
    [2, 1],
  ] as const) {
    write(3000, client, 0)
    for (let i = 0; i < 3000; i++) {
      encoding.writeUint8(out, 0x84)
      write(other, 2999)
      encoding.writeVarString(out, 'x')
    }
  }
  write(0)
  expect(waitsTooMuch(new Y.Doc(), encoding.toUint8Array(out))).toBe(true)
})

test('R67 what waits on the page already brings nothing, however often it is sent; what makes it come in does', () => {
  const author = new Y.Doc()
  const sent: Uint8Array[] = []
  author.on('update', (update: Uint8Array) => sent.push(update))
  textOf(author).insert(0, 'base')
  textOf(author).insert(4, ' and more')
  textOf(author).delete(0, 1)
  const [base, more, deletion] = sent as [Uint8Array, Uint8Array, Uint8Array]
  const page = new Y.Doc()
  const adds = (update: Uint8Array) => judged(page, update).facts.adds
  expect(adds(more)).toBe(true)
  Y.applyUpdate(page, more)
  expect(adds(more)).toBe(false)
  // Other words under the same ids are not known: they would be lost, and said to be there.
  const forger = new Y.Doc()
  forger.clientID = author.clientID
  textOf(forger).insert(0, 'base')
  const before = Y.encodeStateVector(forger)
  textOf(forger).insert(4, ' or less!')
  expect(adds(Y.encodeStateAsUpdate(forger, before))).toBe(true)
  expect(adds(deletion)).toBe(true)
  Y.applyUpdate(page, deletion)
  expect(adds(deletion)).toBe(false)
  expect(adds(Y.mergeUpdates([more, deletion]))).toBe(false)
  expect(adds(base)).toBe(true)
  expect(adds(Y.mergeUpdates([base, more]))).toBe(true)
  Y.applyUpdate(page, base)
  expect(textOf(page).toString()).toBe('ase and more')
})
