import * as encoding from 'lib0/encoding'
import { expect, test } from 'vitest'
import { Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { isRedundant } from './is-redundant'

const frame = (type: number, write: (out: encoding.Encoder) => void, page = 'page') =>
  encoding.encode((out) => {
    encoding.writeVarString(out, page)
    encoding.writeVarUint(out, type)
    write(out)
  })

const edit = (update: Uint8Array, step = 2, page = 'page') =>
  frame(
    0,
    (out) => {
      encoding.writeVarUint(out, step)
      encoding.writeVarUint8Array(out, update)
    },
    page,
  )

/** An open page in which two keys were typed, and what another one would hear of them and of its own. */
function open() {
  const document = new Y.Doc()
  const awareness = new Awareness(document)
  const updates: Uint8Array[] = []
  document.on('update', (update: Uint8Array) => updates.push(update))
  document.getText('text').insert(0, 'a')
  document.getText('text').insert(1, 'b')
  const knows = (message: Uint8Array) =>
    isRedundant(message, (name) => (name === 'page' ? { document, awareness } : undefined))
  const close = () => awareness.destroy()
  return { document, awareness, updates, knows, [Symbol.dispose]: close }
}

test('one’s own edits are known when they come back, in whatever pieces', () => {
  using page = open()
  for (const update of page.updates) expect(page.knows(edit(update))).toBe(true)
  expect(page.knows(edit(Y.mergeUpdates(page.updates)))).toBe(true)
  // As the server writes it: both letters in one.
  const server = new Y.Doc()
  for (const update of page.updates) Y.applyUpdate(server, update)
  expect(page.knows(edit(Y.encodeStateAsUpdate(server)))).toBe(true)
})

test('what others wrote or deleted is not taken for it', () => {
  using page = open()
  const elsewhere = new Y.Doc()
  Y.applyUpdate(elsewhere, Y.mergeUpdates(page.updates))
  const theirs: Uint8Array[] = []
  elsewhere.on('update', (update: Uint8Array) => theirs.push(update))
  elsewhere.getText('text').insert(2, 'c')
  elsewhere.getText('text').delete(0, 1)
  for (const update of theirs) expect(page.knows(edit(update))).toBe(false)
  expect(page.knows(edit(Y.mergeUpdates([...page.updates, ...theirs])))).toBe(false)
})

test('a question, an answer to one, and what is about another page are always handled', () => {
  using page = open()
  expect(page.knows(edit(Y.encodeStateVector(page.document), 0))).toBe(false)
  expect(page.knows(edit(Y.mergeUpdates(page.updates), 1))).toBe(false)
  expect(page.knows(edit(page.updates[0] as Uint8Array, 2, 'another'))).toBe(false)
  expect(page.knows(new Uint8Array([9]))).toBe(false)
  expect(page.knows(frame(5, (out) => encoding.writeVarString(out, '{}')))).toBe(false)
})

test('one’s own caret is known, but not that it is gone, nor those of others', () => {
  using page = open()
  const { awareness } = page
  awareness.setLocalStateField('cursor', 1)
  const states = (of: Awareness, clients: number[]) =>
    frame(1, (out) => encoding.writeVarUint8Array(out, encodeAwarenessUpdate(of, clients)))
  const own = states(awareness, [awareness.clientID])
  expect(page.knows(own)).toBe(true)
  awareness.setLocalStateField('cursor', 2)
  expect(page.knows(own)).toBe(true)
  const other = new Awareness(new Y.Doc())
  other.setLocalStateField('cursor', 1)
  expect(page.knows(states(other, [other.clientID]))).toBe(false)
  other.destroy()
  const gone = new Map([[awareness.clientID, null]]) as unknown as Map<number, Record<string, unknown>>
  const message = encodeAwarenessUpdate(awareness, [awareness.clientID], gone)
  expect(page.knows(frame(1, (out) => encoding.writeVarUint8Array(out, message)))).toBe(false)
})
