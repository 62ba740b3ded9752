import fc from 'fast-check'
import * as encoding from 'lib0/encoding'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { makeAnswerAnEdit, readFrame, statesIn } from './frame'

type Write = (out: encoding.Encoder) => void
const frame = (...writes: Write[]) => {
  const out = encoding.createEncoder()
  for (const write of writes) write(out)
  return encoding.toUint8Array(out)
}
const uint =
  (value: number): Write =>
  (out) =>
    encoding.writeVarUint(out, value)
const text =
  (value: string): Write =>
  (out) =>
    encoding.writeVarString(out, value)
const bytes =
  (value: Uint8Array): Write =>
  (out) =>
    encoding.writeVarUint8Array(out, value)

const update = (() => {
  const doc = new Y.Doc()
  doc.getText('t').insert(0, 'words')
  return Y.encodeStateAsUpdate(doc)
})()

test('what a client says is understood, and whether it waits its turn', () => {
  expect(readFrame(frame(text('page'), uint(0), uint(2), bytes(update)))).toEqual({
    documentId: 'page',
    waits: true,
  })
  expect(readFrame(frame(text('page'), uint(2), uint(0), text(''), text('4.7.0')))).toEqual({
    documentId: 'page',
    waits: false,
  })
  expect(readFrame(frame(text('page'), uint(5), text('{"checkpoint":1}')))).not.toBeNull()
  expect(readFrame(frame(text('page'), uint(7)))).not.toBeNull()
})

test('R18 anything after the end, a second session in the name, an empty name: not understood', () => {
  expect(readFrame(frame(text('page'), uint(0), uint(2), bytes(update), uint(1)))).toBeNull()
  expect(readFrame(frame(text('page\0other'), uint(7)))).toBeNull()
  expect(readFrame(frame(text(''), uint(7)))).toBeNull()
})

test('R18 R59 an edit that deletes nothing at a place is not read: Yjs would throw when half of it is applied', () => {
  const emptyDelete = [1, 5, 1, 7, 0]
  expect(
    readFrame(frame(text('page'), uint(0), uint(2), bytes(new Uint8Array([0, ...emptyDelete])))),
  ).toBeNull()
  // Behind words that could be applied.
  const spoilt = new Uint8Array([...update.subarray(0, -1), ...emptyDelete])
  expect(() => Y.decodeUpdate(spoilt)).not.toThrow()
  expect(() => Y.applyUpdate(new Y.Doc(), spoilt)).toThrow()
  expect(readFrame(frame(text('page'), uint(0), uint(2), bytes(spoilt)))).toBeNull()
})

test('R18 noise never throws, and a changed byte never becomes an update that cannot be applied', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
      readFrame(noise)
    }),
  )
  fc.assert(
    fc.property(fc.nat(update.length - 1), fc.nat(255), (at, value) => {
      const changed = update.with(at, value)
      if (!readFrame(frame(text('page'), uint(0), uint(2), bytes(changed)))) return
      Y.applyUpdate(new Y.Doc(), changed)
    }),
    { numRuns: 2000 },
  )
})

test('S12 a page cannot be called what every object has', () => {
  const names = [...Object.getOwnPropertyNames(Object.prototype), '__proto__', 'constructor']
  for (const name of names) {
    expect(readFrame(frame(text(name), uint(2), uint(0), text(''))), name).toBeNull()
    expect(readFrame(frame(text(name), uint(0), uint(2), bytes(update))), name).toBeNull()
  }
})

test('R67 what is longer than anything that a browser says is not read', () => {
  const clients = (count: number) => {
    const out = encoding.createEncoder()
    encoding.writeVarUint(out, count)
    for (let client = 0; client < count; client++) {
      encoding.writeVarUint(out, client + 2 ** 31)
      encoding.writeVarUint(out, 1)
    }
    return encoding.toUint8Array(out)
  }
  const vector = (count: number) => readFrame(frame(text('page'), uint(0), uint(0), bytes(clients(count))))
  expect(vector(100_000)).not.toBeNull()
  expect(vector(200_000)).toBeNull()
  const state = (length: number) =>
    frame(uint(1), uint(7), uint(1), text(JSON.stringify({ words: 'x'.repeat(length) })))
  const presence = (length: number) => readFrame(frame(text('page'), uint(1), bytes(state(length))))
  expect(presence(1024 * 1024)).not.toBeNull()
  expect(presence(3 * 1024 * 1024)).toBeNull()
})

test('R67 a message that says of more clients who they are than can be there is not read, and the others are counted', () => {
  const presence = (count: number) => {
    const states = Array.from({ length: count }, (_, client) => [uint(client), uint(1), text('{}')]).flat()
    return frame(
      text('page'),
      uint(1),
      bytes(
        frame(uint(count), (out) => {
          for (const write of states) write(out)
        }),
      ),
    )
  }
  expect(readFrame(presence(2_000))).not.toBeNull()
  expect(statesIn(presence(2_000))).toBe(2_000)
  expect(readFrame(presence(100_000))).toBeNull()
  expect(statesIn(frame(text('page'), uint(0), uint(2), bytes(update)))).toBe(0)
})

test('an answer of what a page lacks becomes an edit that says the same, however its number is written', () => {
  const answer = (...step: number[]) =>
    frame(text('page'), uint(4), (out) => encoding.writeUint8Array(out, Uint8Array.from(step)), bytes(update))
  for (const [written, made] of [
    [answer(1), answer(2)],
    [answer(0x81, 0), answer(0x82, 0)],
  ] as const) {
    expect(makeAnswerAnEdit(written)).toBe(true)
    expect(written).toEqual(made)
    expect(readFrame(written)).not.toBeNull()
  }
  for (const other of [
    answer(0),
    answer(2),
    frame(text('page'), uint(5), text('x')),
    frame(text('page'), uint(7)),
  ]) {
    const before = other.slice()
    expect(makeAnswerAnEdit(other)).toBe(false)
    expect(other).toEqual(before)
  }
})

test('a browser can say at once of as many ids as an edit may name that they are withdrawn, and not of any number', () => {
  const withdrawing = (count: number) => {
    const ids = Array.from({ length: count }, (_, at) => [0xffffffff - at, 2 ** 32])
    return frame(text('page'), uint(5), text(JSON.stringify({ withdraw: ids })))
  }
  expect(readFrame(withdrawing(1000))).not.toBeNull()
  expect(readFrame(withdrawing(2000))).toBeNull()
})
