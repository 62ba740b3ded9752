import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { applyBlocks, createPageDoc } from '@/document'
import { packState, sizeOfState, unpackState } from './packed-state'

function pageOf(lines: number): Y.Doc {
  const doc = createPageDoc()
  applyBlocks(
    doc,
    Array.from({ length: lines }, (_, i) => ({
      id: `b${i}`,
      kind: 'paragraph',
      text: [{ text: `Line ${i} of a page that says much the same in every line.` }],
    })),
  )
  return doc
}

test('R14 a state is packed into less than a third of its size and comes back as it was', async () => {
  const state = Y.encodeStateAsUpdate(pageOf(200))
  const packed = await packState(state)
  expect(packed.byteLength).toBeLessThan(state.byteLength / 3)
  expect(Buffer.from(unpackState(packed)).equals(state)).toBe(true)
})

test('R67 how long a state is can be seen without unpacking it, also of one that says the same over and over', async () => {
  const doc = pageOf(3)
  doc.getText('title').insert(0, 'ab'.repeat(500_000))
  const state = Y.encodeStateAsUpdate(doc)
  const packed = await packState(state)
  expect(packed.byteLength).toBeLessThan(10_000)
  expect(sizeOfState(packed)).toBe(state.byteLength)
  // As a database may hand it over: a part of a longer buffer.
  expect(sizeOfState(Buffer.concat([new Uint8Array(5), packed]).subarray(5))).toBe(state.byteLength)
  expect(sizeOfState(state)).toBe(state.byteLength)
})

test('a state that was stored before states were packed is read as it is', () => {
  const state = Y.encodeStateAsUpdate(pageOf(3))
  expect(unpackState(state)).toBe(state)
})

test('a short state is not packed: it would only become longer', async () => {
  const state = Y.encodeStateAsUpdate(new Y.Doc())
  expect(await packState(state)).toBe(state)
})

test('no update of Yjs begins as a packed state does, and Yjs reads none from it', async () => {
  const packed = await packState(Y.encodeStateAsUpdate(pageOf(200)))
  expect(() => Y.applyUpdate(new Y.Doc(), packed)).toThrow()
})

test('a packed state with a flipped bit or a lost end cannot be read', async () => {
  const packed = await packState(Y.encodeStateAsUpdate(pageOf(200)))
  for (let at = 30; at < packed.byteLength; at += 97) {
    const flipped = Uint8Array.from(packed)
    flipped[at]! ^= 4
    expect(() => unpackState(flipped), `bit flipped at ${at}`).toThrow()
    expect(() => unpackState(packed.subarray(0, at)), `cut off at ${at}`).toThrow()
  }
})
