import { randomOf } from '@test/document/random-of'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { deletionOf, isValueIn, renameClients, undelete } from './rename-clients'

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

/** What a doc reads but for the words that client 3 wrote and nobody else. */
const ofOthers = (doc: Y.Doc) => {
  let words = ''
  for (let item = doc.getText('text')._start; item; item = item.right)
    if (!item.deleted && item.id.client !== 3) words += (item.content as Y.ContentString).str
  return words
}

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

test('R57 what was deleted in vain is there again, with everything that this tab and the server say of it', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = randomOf(seed)
    const server = writer(1)
    server.getText('text').insert(0, 'what is stored')
    const mine = writer(2, server)
    const theirs = writer(3, server)
    const own: Uint8Array[] = []
    const deleted: Uint8Array[] = []
    const taken: Uint8Array[] = []
    mine.on('update', (update, origin) => void (origin === 'theirs' || own.push(update)))
    theirs.on('update', (update, origin) => {
      if (origin === 'mine') return
      const isDeletion = Y.decodeUpdate(update).structs.length === 0
      ;(isDeletion ? deleted : taken).push(update)
      Y.applyUpdate(mine, update, 'theirs')
    })
    for (let i = 0; i < 12; i++) {
      const doc = random(2) ? mine : theirs
      const text = doc.getText('text')
      const at = random(text.length + 1)
      if (random(2)) text.insert(at, `<${i}>`)
      else
        text.delete(
          Math.min(at, text.length - 1),
          1 + random(Math.min(4, text.length - Math.min(at, text.length - 1))),
        )
      if (doc === mine) Y.applyUpdate(theirs, own.at(-1) as Uint8Array, 'mine')
    }
    if (random(2))
      Y.applyUpdate(server, Y.encodeStateAsUpdate(docOf(Y.encodeStateAsUpdate(server), ...taken)))
    const ranges = new Map([
      ...Y.decodeUpdate(Y.mergeUpdates([Y.encodeStateAsUpdate(new Y.Doc()), ...deleted])).ds.clients,
    ])
    const restored = docOf(
      undelete(Y.encodeStateAsUpdate(mine), deletionOf(ranges), {
        served: Y.encodeStateAsUpdate(server),
        mine: own,
      }),
    )
    const wanted = docOf(Y.encodeStateAsUpdate(server), ...taken, ...own)
    expect(restored.store.pendingStructs, `seed ${seed}`).toBeNull()
    expect(ofOthers(restored), `seed ${seed}`).toBe(ofOthers(wanted))
  }
})

test('R57 a value that was not taken takes nothing away: the one before it stands, and one’s own over it', () => {
  const server = writer(1)
  server.getMap('map').set('kept', 'before')
  server.getMap('map').set('own', 'before')
  const theirs = writer(3, server)
  theirs.getMap('map').set('kept', 'refused')
  theirs.getMap('map').set('own', 'refused')
  theirs.getMap('map').set('own', 'refused again')
  theirs.getMap('map').set('new', 'refused')
  const mine = writer(2, theirs)
  const own: Uint8Array[] = []
  mine.on('update', (update) => own.push(update))
  mine.getMap('map').set('own', 'mine')
  mine.getMap('map').set('new', 'mine')
  const renames = new Map([[3, { from: 0, to: 7, isEmptied: true }]])
  const rename = (update: Uint8Array) => renameClients(update, renames, (id) => isValueIn(mine, id))
  const refused = Y.decodeUpdate(Y.encodeStateAsUpdate(theirs, Y.encodeStateVector(server)))
  const renamed = undelete(rename(Y.encodeStateAsUpdate(mine)), rename(deletionOf(refused.ds.clients)), {
    served: Y.encodeStateAsUpdate(server),
    mine: own.map(rename),
  })
  const read = { kept: 'before', own: 'mine', new: 'mine' }
  expect(docOf(Y.encodeStateAsUpdate(server), renamed).getMap('map').toJSON()).toEqual(read)
  const all = docOf(renamed, Y.encodeStateAsUpdate(server))
  expect(all.getMap('map').toJSON()).toEqual(read)
  expect(all.store.pendingStructs).toBeNull()
})
