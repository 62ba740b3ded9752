import { Client } from '@test/document/test-clients'
import { expect, onTestFinished, test } from 'vitest'
import * as Y from 'yjs'
import { docFromBlocks } from '@/blocks'
import { applyBlocks, blocksOf } from '../page-index/blocks'

const line = (id: string, text: string) => ({ id, kind: 'paragraph', text: [{ text }] })

test('R14 a hundred thousand edits and deletions at many carets, and two thousand resizes, leave little behind', () => {
  const client = new Client(3)
  onTestFinished(() => client.close())
  const page = Array.from({ length: 200 }, (_, i) =>
    line(`p${i}`, `Paragraph ${i} has some words in it. `.repeat(8)),
  )
  client.dispatch(client.state.tr.replaceWith(0, client.state.doc.content.size, docFromBlocks(page).content))
  for (let caret = 0; caret < 1000; caret++) {
    const start = client.pos(`p${(caret * 7) % 200}`) + 1 + ((caret * 13) % 200)
    for (let i = 0; i < 50; i++) client.dispatch(client.state.tr.insertText('x', start + i))
    for (let i = 50; i > 0; i--) client.dispatch(client.state.tr.delete(start + i - 1, start + i))
  }
  for (let i = 0; i < 2000; i++) {
    client.dispatch(client.state.tr.setNodeAttribute(client.pos('p3'), 'indent', i % 8))
  }
  const fresh = new Y.Doc()
  applyBlocks(fresh, blocksOf(client.doc))
  const stored = new Y.Doc()
  Y.applyUpdate(stored, Y.encodeStateAsUpdate(client.doc))
  expect(blocksOf(stored)).toEqual(blocksOf(fresh))
  const ratio = Y.encodeStateAsUpdate(stored).length / Y.encodeStateAsUpdate(fresh).length
  expect(ratio).toBeLessThanOrEqual(1.5)
}, 120_000)
