import { toBase64UrlEncoded } from 'lib0/buffer'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { signedPart } from '@/shared/peer-ticket'
import { addGrounded } from './clocks'
import { handInHeld } from './hand-in'
import { HeldParcels, parcelName } from './held-parcels'

const keyOf = (client: number) => `key ${client} `.padEnd(87, 'k')

/**
 * A tab with what it holds of others, and a server that is only thought: it answers as `refusal` says, and takes down what comes to it.
 * What `write` does in the name of a client is held, or is this tab's own.
 */
function stage(refusal: (client: number) => string | null = () => null) {
  const OWN = 1
  const doc = new Y.Doc()
  const text = doc.getText('title')
  const store = new Map<string, Uint8Array>()
  const held = new HeldParcels({
    doc,
    writingId: OWN,
    held: () => store,
    hold: (name, parcel) => void store.set(name, parcel),
    drop: (names) => {
      for (const name of names) store.delete(name)
    },
  })
  const came: string[] = []
  const counts = new Map<number, number>()
  const authors = new Map<string, number>()
  const write = (client: number, act: () => void) => {
    let update = Y.encodeStateAsUpdate(new Y.Doc())
    doc.clientID = client
    doc.once('update', (made: Uint8Array) => {
      update = made
    })
    doc.transact(act)
    if (client === OWN) return
    const edit = (counts.get(client) ?? 0) + 1
    counts.set(client, edit)
    const author = { key: keyOf(client), client }
    const body = toBase64UrlEncoded(new TextEncoder().encode(JSON.stringify(author)))
    const parcel = { ticket: `${body}.signed`, first: edit, last: edit, update }
    const name = parcelName(author, parcel)
    authors.set(name, client)
    held.hold(name, Uint8Array.of(...signedPart(parcel), ...new Uint8Array(64)), author)
  }
  const handIn = () =>
    handInHeld({
      held,
      served: () => new Map(),
      isOver: () => false,
      async relay(parcel) {
        const [name = ''] = [...store].find(([, bytes]) => bytes === parcel) ?? []
        const answer = refusal(authors.get(name) ?? 0)
        came.push(`${authors.get(name)}:${name.split(':')[1]?.split('-')[0]}${answer ? ' refused' : ''}`)
        return answer
      },
      sendGrounded(clocks) {
        const before = clocks.get(OWN) ?? 0
        addGrounded(Y.decodeUpdate(Y.encodeStateAsUpdate(doc)).structs, clocks, held.authors)
        if ((clocks.get(OWN) ?? 0) > before) came.push(`own to ${clocks.get(OWN)}`)
      },
      sendRest: () => void came.push('rest'),
    })
  return { OWN, text, store, came, write, handIn }
}

test('R58 nothing goes to the server before what it builds on, of whomever that is', async () => {
  const { OWN, text, came, write, handIn } = stage()
  write(OWN, () => text.insert(0, 'a'))
  write(7, () => text.insert(1, 'b'))
  write(OWN, () => text.insert(2, 'c'))
  write(8, () => text.insert(3, 'd'))
  write(7, () => text.insert(4, 'e'))
  write(8, () => text.delete(0, 1))
  expect((await handIn())?.names.size).toBe(0)
  expect(came).toEqual(['own to 1', '7:1', 'own to 2', '8:1', '7:2', '8:2', 'rest'])
})

test('R57 what builds on words that are refused does not go to the server', async () => {
  const { OWN, text, store, came, write, handIn } = stage((client) => (client === 7 ? 'read-only' : null))
  write(8, () => text.insert(0, 'fine '))
  write(7, () => text.insert(5, 'refused '))
  write(8, () => text.insert(13, 'on top of it '))
  write(OWN, () => text.insert(26, 'own'))
  const notTaken = await handIn()
  expect(came.toSorted()).toEqual(['7:1 refused', '8:1'])
  expect([...(notTaken?.from ?? [])].toSorted()).toEqual([
    [7, 0],
    [8, 5],
  ])
  expect([...(notTaken?.names ?? [])].map((name) => name.split(':')[1])).toEqual(['1-1', '2-2'])
  expect(store.size).toBe(2)
})

test('R58 what the server has no room for now is handed in again, and what brings nothing is not kept', async () => {
  let isFull = true
  const { text, store, came, write, handIn } = stage((client) => {
    if (client === 9) return 'read-only'
    if (!isFull) return null
    isFull = false
    return 'disk-full'
  })
  write(7, () => text.insert(0, 'kept'))
  write(9, () => undefined)
  expect((await handIn())?.names.size).toBe(0)
  expect(came.filter((each) => each.startsWith('7'))).toEqual(['7:1 refused', '7:1'])
  expect(store.size).toBe(0)
  expect(came.at(-1)).toBe('rest')
})
