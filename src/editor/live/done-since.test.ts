import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { doneSince } from './done-since'

const docOf = (...states: Uint8Array[]) => {
  const doc = new Y.Doc()
  for (const state of states) Y.applyUpdate(doc, state)
  return doc
}
const stateOf = (doc: Y.Doc) => Y.encodeStateAsUpdate(doc)
const textOf = (doc: Y.Doc) => doc.getText('text').toString()
const write = (doc: Y.Doc, words: string) => doc.getText('text').insert(textOf(doc).length, words)

/** A page that was replayed, what the server has of that since (`served`), and what a tab that knew the page holds. */
function stand() {
  const before = docOf()
  write(before, 'text')
  const served = docOf(stateOf(before))
  write(served, ' suggested')
  const held = docOf(stateOf(before))
  return { replayed: stateOf(before), served, held }
}
/** What the tab has done, as the two pages say between which it lies. */
const seen = ({ held, replayed }: ReturnType<typeof doneSince>) => [
  textOf(docOf(replayed)),
  textOf(docOf(replayed, held)),
]

test('S4 T7 what a tab has had from the server is not what it has done', () => {
  const { replayed, served, held } = stand()
  write(held, ' more')
  Y.applyUpdate(held, stateOf(served))
  expect(textOf(held)).toContain('suggested')
  expect(seen(doneSince(replayed, { held: stateOf(held), served: stateOf(served) }))).toEqual([
    'text',
    'text more',
  ])
})

test('S4 T7 what it wrote on that is what it has done, and the rest is not', () => {
  const { replayed, served, held } = stand()
  Y.applyUpdate(held, stateOf(served))
  write(held, ' more')
  expect(seen(doneSince(replayed, { held: stateOf(held), served: stateOf(served) }))).toEqual([
    'text suggested',
    'text suggested more',
  ])
})

test('S4 T7 what it wrote under an id of which the server has had the beginning is not lost', () => {
  const { replayed, served, held } = stand()
  write(held, ' begun')
  Y.applyUpdate(served, stateOf(held))
  const known = Y.encodeStateVector(held)
  write(held, ', done')
  const [, now] = seen(doneSince(replayed, { held: stateOf(held), served: stateOf(served) }))
  expect(now).toContain(' begun, done')
  // The same where only the last of it is held.
  const [, later] = seen(
    doneSince(replayed, { held: Y.encodeStateAsUpdate(held, known), served: stateOf(served) }),
  )
  expect(later).toContain(' begun, done')
})
