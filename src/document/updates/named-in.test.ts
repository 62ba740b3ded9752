import { expect, test } from 'vitest'
import * as Y from 'yjs'
import type { Block } from '@/blocks/kit/block'
import { applyBlocks, createPageDoc, idsNamedIn } from '../index'

const ID = (n: number) => `${n}`.padStart(20, 'f')
const address = (n: number) => `/api/files/${ID(n)}/a.png`

/** What an edit that makes these blocks brings. */
function updateOf(blocks: Block[]): Uint8Array {
  const doc = createPageDoc('page')
  const before = Y.encodeStateVector(doc)
  applyBlocks(doc, blocks)
  return Y.encodeStateAsUpdate(doc, before)
}

test('R68 ids are found wherever an edit can name a file, and nowhere else', () => {
  const blocks: Block[] = [
    { id: 'picture', kind: 'image', attributes: { url: address(1) } },
    { id: 'future', kind: 'hologram', attributes: { deep: { in: [{ a: address(2) }] } } },
    {
      id: 'words',
      kind: 'paragraph',
      text: [
        { text: `a typed ${address(3)} names nothing` },
        { text: 'link', marks: [{ kind: 'link', attributes: { url: `https://example.org${address(4)}` } }] },
        { kind: 'mention', attributes: { key: ID(5), value: 'a.png', trigger: '#' } },
        { text: 'shining', marks: [{ kind: 'glow', attributes: { id: 'c1', at: address(6) } }] },
      ],
    },
  ]
  expect([...idsNamedIn(updateOf(blocks))].sort()).toEqual([1, 2, 4, 5, 6].map(ID))
})

test('R68 an id stays whole beside whatever the bytes around it are', () => {
  const doc = new Y.Doc()
  doc.getMap('blocks').set('b', new Y.Map([['list', [ID(1), ID(2), 'w', true]]]))
  expect([...idsNamedIn(Y.encodeStateAsUpdate(doc))].sort()).toEqual([ID(1), ID(2)])
  expect(idsNamedIn(updateOf([{ id: 'p', kind: 'paragraph', text: [{ text: 'nothing' }] }])).size).toBe(0)
})
