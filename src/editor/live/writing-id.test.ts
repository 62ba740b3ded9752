import { expect, test } from 'vitest'
import { Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { writeUnderSecretId } from './writing-id'

test('S4 a doc writes under an id that its caret does not tell', () => {
  const doc = new Y.Doc()
  const awareness = new Awareness(doc)
  awareness.setLocalState({ user: 'ada' })
  const { writingId } = writeUnderSecretId(doc)
  const undo = new Y.UndoManager(doc.getText('t'))
  doc.getText('t').insert(0, 'words')
  doc.transact(() => doc.getText('t').insert(5, ' more'))
  undo.undo()
  undo.redo()
  expect([...doc.store.clients.keys()]).toEqual([writingId])
  expect(writingId).not.toBe(awareness.clientID)
  // What the provider asks for.
  expect(doc.clientID).toBe(awareness.clientID)
  expect(encodeAwarenessUpdate(awareness, [doc.clientID]).byteLength).toBeGreaterThan(0)
})

test('S4 somebody who takes the announced id changes nothing about the doc', () => {
  const doc = new Y.Doc()
  const awareness = new Awareness(doc)
  const { writingId } = writeUnderSecretId(doc)
  const thief = new Y.Doc()
  thief.clientID = awareness.clientID
  thief.getText('t').insert(0, 'taken')
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(thief))
  doc.getText('t').insert(0, 'words')
  expect(doc.clientID).toBe(awareness.clientID)
  expect(Y.getState(doc.store, writingId)).toBe(5)
})
