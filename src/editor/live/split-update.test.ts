import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { pageOfFrame, splitUpdate } from './split-update'

const frameOf = (update: Uint8Array, type = 0, step = 2) =>
  encoding.encode((out) => {
    encoding.writeVarString(out, 'page')
    encoding.writeVarUint(out, type)
    encoding.writeVarUint(out, step)
    encoding.writeVarUint8Array(out, update)
  })

function updateIn(frame: Uint8Array): Uint8Array {
  const decoder = decoding.createDecoder(frame)
  expect(decoding.readVarString(decoder)).toBe('page')
  expect(decoding.readVarUint(decoder)).toBe(4)
  expect(decoding.readVarUint(decoder)).toBe(1)
  return decoding.readVarUint8Array(decoder)
}

/** Three people's edits of every kind, which lie across each other, with some of them deleted. */
function busyDoc(): Y.Doc {
  const docs = [new Y.Doc(), new Y.Doc(), new Y.Doc()]
  for (let round = 0; round < 30; round++) {
    for (const [i, doc] of docs.entries()) {
      const text = doc.getText('title')
      text.insert(text.length >> 1, `${i}.${round} ${'words '.repeat(10)}`)
      if (round % 5 === 4) text.delete(3, 20)
      const body = doc.getXmlFragment('body')
      const block = new Y.XmlElement('paragraph')
      block.setAttribute('id', `${i}-${round}`)
      block.insert(0, [new Y.XmlText('inside')])
      body.insert(0, [block])
      if (round % 7 === 6) body.delete(2, 2)
      doc.getMap('meta').set('layout', round)
    }
    for (const from of docs) for (const to of docs) Y.applyUpdate(to, Y.encodeStateAsUpdate(from))
  }
  return docs[0] as Y.Doc
}

test('the pieces of an edit are small, and together they are that edit, in whatever order they come', () => {
  const doc = busyDoc()
  const whole = Y.encodeStateAsUpdate(doc)
  const pieces = splitUpdate(frameOf(whole, 4, 1), 1000)
  expect(pieces.length).toBeGreaterThan(5)
  for (const piece of pieces) expect(piece.byteLength).toBeLessThan(2000)
  for (const order of [pieces, [...pieces].reverse()]) {
    const copy = new Y.Doc()
    for (const piece of order) Y.applyUpdate(copy, updateIn(piece))
    expect(copy.getText('title').toString()).toBe(doc.getText('title').toString())
    expect(copy.getXmlFragment('body').toString()).toBe(doc.getXmlFragment('body').toString())
    expect(copy.getMap('meta').toJSON()).toEqual(doc.getMap('meta').toJSON())
    expect(Y.encodeStateVector(copy)).toEqual(Y.encodeStateVector(doc))
    expect(copy.store.pendingStructs).toBeNull()
    expect(copy.store.pendingDs).toBeNull()
  }
})

test('a diff, which begins in the middle of what is known, can be cut too', () => {
  const doc = busyDoc()
  const known = new Y.Doc()
  Y.applyUpdate(known, Y.encodeStateAsUpdate(doc))
  for (let i = 0; i < 40; i++) doc.getText('title').insert(i, `later ${i} `)
  const diff = Y.encodeStateAsUpdate(doc, Y.encodeStateVector(known))
  const pieces = splitUpdate(frameOf(diff, 4, 1), 100)
  expect(pieces.length).toBeGreaterThan(3)
  for (const piece of pieces) Y.applyUpdate(known, updateIn(piece))
  expect(known.getText('title').toString()).toBe(doc.getText('title').toString())
})

test('other messages stay whole', () => {
  for (const frame of [frameOf(new Uint8Array(3000), 1), frameOf(new Uint8Array(3000), 0, 0)]) {
    expect(splitUpdate(frame, 1000)).toEqual([frame])
    expect(pageOfFrame(frame)).toBe('page')
  }
})

test('the pieces of a page that many have written come each after those that it builds on', () => {
  const doc = busyDoc()
  const copy = new Y.Doc()
  for (const piece of splitUpdate(frameOf(Y.encodeStateAsUpdate(doc), 4, 1), 300)) {
    Y.applyUpdate(copy, updateIn(piece))
    expect(copy.store.pendingStructs).toBeNull()
  }
  expect(copy.getXmlFragment('body').toString()).toBe(doc.getXmlFragment('body').toString())
})
