import { Client } from '@test/document/test-clients'
import { expect, onTestFinished, test } from 'vitest'
import * as Y from 'yjs'
import { docFromBlocks } from '@/blocks'
import { applyBlocks, blocksOf } from '../page-index/blocks'

test('R14 two thousand resizes of one image, and hundreds of captions, leave little behind', () => {
  const client = new Client(3)
  onTestFinished(() => client.close())
  const image = { url: '/api/files/f1/dog.png', name: 'dog.png', initialWidth: 1600, initialHeight: 900 }
  const page = [
    ...Array.from({ length: 20 }, (_, i) => ({
      id: `p${i}`,
      kind: 'paragraph',
      text: [{ text: `Paragraph ${i} has some words in it. `.repeat(8) }],
    })),
    { id: 'i', kind: 'image', attributes: image },
  ]
  client.dispatch(client.state.tr.replaceWith(0, client.state.doc.content.size, docFromBlocks(page).content))
  const set = (name: string, value: unknown) =>
    client.dispatch(client.state.tr.setNodeAttribute(client.pos('i'), name, value))
  for (let i = 0; i < 2000; i++) set('width', 100 + (i % 500))
  for (let i = 0; i < 500; i++) set('caption', `The ${i}th caption of this dog`)
  const fresh = new Y.Doc()
  applyBlocks(fresh, blocksOf(client.doc))
  const stored = new Y.Doc()
  Y.applyUpdate(stored, Y.encodeStateAsUpdate(client.doc))
  expect(blocksOf(stored)).toEqual(blocksOf(fresh))
  expect(blocksOf(stored).at(-1)!.attributes).toMatchObject({
    width: 599,
    caption: 'The 499th caption of this dog',
  })
  const ratio = Y.encodeStateAsUpdate(stored).length / Y.encodeStateAsUpdate(fresh).length
  expect(ratio).toBeLessThanOrEqual(1.5)
}, 120_000)
