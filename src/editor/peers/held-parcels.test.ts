import { toBase64UrlEncoded } from 'lib0/buffer'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { partOfUpdate } from '@/editor/live/rename-clients'
import { type Parcel, signedPart } from '@/shared/peer-ticket'
import { HeldParcels } from './held-parcels'

const OWN = 7
const GRACE = 99
const ticket = `${toBase64UrlEncoded(new TextEncoder().encode(JSON.stringify({ key: 'k'.repeat(87), client: GRACE })))}.signed`
const parcelOf = (update: Uint8Array, some: Partial<Parcel> = {}) => {
  const signed = signedPart({ ticket, first: 1, last: 1, update, ...some })
  return Uint8Array.of(...signed, ...new Uint8Array(64))
}
/** What a page of this tab holds: words of its own, and parcels that stand in the browser's copy. */
const pageWith = (parcels: Record<string, Uint8Array>) => {
  const doc = new Y.Doc()
  doc.clientID = OWN
  const store = new Map(Object.entries(parcels))
  const held = new HeldParcels({
    doc,
    writingId: OWN,
    held: () => store,
    hold: (name, parcel) => void store.set(name, parcel),
    drop: (names) => {
      for (const name of names) store.delete(name)
    },
  })
  return { doc, held, text: doc.getText('text') }
}
/** What Grace does on top of this state. */
const byGrace = (state: Uint8Array, act: (text: Y.Text) => void) => {
  const doc = new Y.Doc()
  doc.clientID = GRACE
  Y.applyUpdate(doc, state)
  let update: Uint8Array = new Uint8Array()
  doc.on('update', (made: Uint8Array) => {
    update = made
  })
  doc.transact(() => act(doc.getText('text')))
  return update
}

test('R58 a parcel of the copy is in the page when its words are and what it deletes is gone; until then it waits', () => {
  const { doc, text } = pageWith({})
  text.insert(0, 'written here')
  const state = Y.encodeStateAsUpdate(doc)
  const deletes = byGrace(state, (words) => words.delete(0, 8))
  const both = byGrace(state, (words) => {
    words.insert(12, '!')
    words.delete(8, 4)
  })
  const there = pageWith({ deletes: parcelOf(deletes), both: parcelOf(both) })
  Y.applyUpdate(there.doc, state)
  there.held.noteCopy()
  expect([...there.held.applied]).toEqual([])
  expect([...there.held.waiting]).toEqual(['deletes', 'both'])
  expect(there.held.authors).toEqual(new Set([GRACE]))
  Y.applyUpdate(there.doc, deletes)
  there.held.noteCopy()
  expect([...there.held.applied]).toEqual(['deletes'])
  expect([...there.held.waiting]).toEqual(['both'])
  // Its words alone.
  Y.applyUpdate(there.doc, partOfUpdate(both, { from: () => 0, to: () => 100 }))
  there.held.noteCopy()
  expect([...there.held.waiting]).toEqual(['both'])
  expect(there.held.names()).toEqual(['deletes', 'both'])
})

test('R58 what has suffered in the copy, or is signed and no update, keeps nothing else from being handed in', () => {
  const good = byGrace(Y.encodeStateAsUpdate(new Y.Doc()), (words) => words.insert(0, 'hers'))
  const { doc, held } = pageWith({
    torn: new Uint8Array(10),
    noTicket: parcelOf(good, { ticket: 'none' }),
    noUpdate: parcelOf(Uint8Array.of(255, 255, 255)),
    good: parcelOf(good),
  })
  Y.applyUpdate(doc, good)
  held.noteCopy()
  expect([...held.applied]).toEqual(['good'])
  expect(held.names()).toEqual(['good', 'torn', 'noTicket', 'noUpdate'])
})
