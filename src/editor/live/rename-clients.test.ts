import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { renameClients } from './rename-clients'

const docOf = (...updates: Uint8Array[]) => {
  const doc = new Y.Doc()
  for (const update of updates) Y.applyUpdate(doc, update)
  return doc
}
const writer = (client: number, base?: Y.Doc) => {
  const doc = docOf(...(base ? [Y.encodeStateAsUpdate(base)] : []))
  doc.clientID = client
  return doc
}
const read = (doc: Y.Doc) => ({ text: doc.getText('text').toDelta(), map: doc.getMap('map').toJSON() })

/** Words, formats, deletions, nested values and entries of two clients that build on each other. */
function mixed() {
  const one = writer(1)
  one.getText('text').insert(0, 'first words')
  const two = writer(2, one)
  two.getText('text').insert(5, ' 👩‍👩‍👧 and')
  two.getText('text').format(0, 5, { bold: true })
  two.getMap('map').set('list', new Y.Array())
  two.getText('text').delete(8, 6)
  Y.applyUpdate(one, Y.encodeStateAsUpdate(two))
  one.getText('text').insert(3, 'of one')
  one.getText('text').delete(0, 2)
  ;(one.getMap('map').get('list') as Y.Array<number>).push([1, 2, 3])
  one.getMap('map').set('list2', new Y.Map([['a', 1]]))
  one.getText('text').insert(one.getText('text').length, ' and an end')
  return one
}

test('S4 under another client id a page reads the same', () => {
  const doc = mixed()
  const renamed = docOf(renameClients(Y.encodeStateAsUpdate(doc), new Map([[1, { from: 0, to: 7 }]])))
  expect(read(renamed)).toEqual(read(doc))
  expect([...renamed.store.clients.keys()].sort()).toEqual([2, 7])
})

test('S4 renamed from any clock on, it fits what stands there under the old id, and is renamed twice to the same', () => {
  const doc = mixed()
  const state = Y.encodeStateAsUpdate(doc)
  for (let from = 0; from <= Y.getState(doc.store, 1); from++) {
    const renames = new Map([[1, { from, to: 7 }]])
    const renamed = renameClients(state, renames)
    const merged = docOf(renamed, renameClients(state, renames))
    expect(read(merged)).toEqual(read(doc))
    expect(merged.store.pendingStructs).toBeNull()
    expect(Y.getState(merged.store, 1)).toBe(from)
    expect(Y.getState(merged.store, 1) + Y.getState(merged.store, 7)).toBe(Y.getState(doc.store, 1))
  }
})

test('S4 what somebody else wrote under the old id stands beside the renamed words', () => {
  const own = writer(1)
  own.getText('text').insert(0, 'mine')
  const other = writer(1)
  other.getText('text').insert(0, 'theirs, longer')
  const renamed = renameClients(Y.encodeStateAsUpdate(own), new Map([[1, { from: 0, to: 7 }]]))
  const words = docOf(Y.encodeStateAsUpdate(other), renamed).getText('text').toString()
  expect([...words].sort().join('')).toBe([...'minetheirs, longer'].sort().join(''))
})

test('S4 words of which some were renamed before become the same words again', () => {
  const doc = writer(1)
  const text = doc.getText('text')
  text.insert(0, 'first words')
  const renames = new Map([[1, { from: 2, to: 7 }]])
  const early = renameClients(Y.encodeStateAsUpdate(doc), renames)
  text.insert(5, ' and later')
  const twice = renameClients(Y.mergeUpdates([Y.encodeStateAsUpdate(doc), early]), renames)
  expect(read(docOf(twice, early))).toEqual(read(doc))
})
