import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { applyBlocks, createPageDoc, keepsLayout, setTitle } from '.'

const paragraph = (id: string, text: string) => ({ id, kind: 'paragraph', text: [{ text }] })

function updatesOf(doc: Y.Doc, act: (copy: Y.Doc) => void): Uint8Array[] {
  const copy = createPageDoc('page')
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc))
  const updates: Uint8Array[] = []
  copy.on('update', (update: Uint8Array) => updates.push(update))
  act(copy)
  return updates
}

const all = (doc: Y.Doc, act: (copy: Y.Doc) => void) =>
  updatesOf(doc, act).map((update) => keepsLayout(doc, update))

test('ordinary edits, also the first of a page, keep the layout', () => {
  const doc = createPageDoc('page')
  expect(all(doc, (copy) => applyBlocks(copy, [paragraph('a', 'one')]))).toEqual([true])
  applyBlocks(doc, [paragraph('a', 'one')])
  expect(all(doc, (copy) => applyBlocks(copy, [paragraph('a', 'one two'), paragraph('b', 'x')]))).toEqual([
    true,
  ])
  expect(all(doc, (copy) => setTitle(copy, 'Tea'))).toEqual([true])
})

test('R16 an update that says the page stands in another layout is found, however it says so', () => {
  const empty = createPageDoc('page')
  const written = createPageDoc('page')
  applyBlocks(written, [paragraph('a', 'one')])
  for (const doc of [empty, written]) {
    for (const layout of [99, 'new', null]) {
      expect(all(doc, (copy) => copy.getMap('meta').set('layout', layout))).toEqual([false])
    }
    expect(
      all(doc, (copy) =>
        copy.transact(() => {
          copy.getMap('meta').set('layout', 1)
          copy.getMap('meta').set('layout', 2)
        }),
      ),
    ).toEqual([false])
  }
  expect(all(written, (copy) => copy.getMap('meta').set('colour', 'red'))).toEqual([true])
})

test('a page that is not understood already is not judged again', () => {
  const doc = createPageDoc('page')
  doc.getMap('meta').set('layout', 2)
  expect(all(doc, (copy) => copy.getMap('meta').set('layout', 3))).toEqual([true])
})
