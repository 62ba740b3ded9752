import { expect, test } from 'vitest'
import * as Y from 'yjs'
import type { Block } from '@/blocks'
import { applyBlocks, createLiveDoc, settledPage } from '@/document'
import { hashOf } from '@/shared/sha256'
import { seedOf } from './seed'

const paragraph = (id: string, text: string): Block => ({ id, kind: 'paragraph', text: [{ text }] })
const blocks = [
  paragraph('a', 'one'),
  paragraph('b', 'two'),
  { ...paragraph('c', 'three'), kind: 'heading', attributes: { level: 2 } },
]

test('2.14 everybody begins a room with the same update, so what it says is there once', () => {
  expect(seedOf(blocks)).toEqual(seedOf(structuredClone(blocks)))
  const [ada, grace] = [createLiveDoc('room'), createLiveDoc('room')]
  for (const doc of [ada, grace]) Y.applyUpdate(doc, seedOf(blocks))
  applyBlocks(ada, [paragraph('a', 'one, from Ada'), ...blocks.slice(1)])
  applyBlocks(grace, [...blocks, paragraph('d', 'from Grace')])
  Y.applyUpdate(grace, Y.encodeStateAsUpdate(ada))
  Y.applyUpdate(ada, Y.encodeStateAsUpdate(grace))
  const words = (doc: Y.Doc) => settledPage(doc).blocks.map(({ text }) => JSON.stringify(text))
  expect(words(ada)).toEqual(words(grace))
  expect(words(ada)).toHaveLength(4)
  expect(words(ada)[0]).toContain('one, from Ada')
})

test('two versions of a page do not write as one author', () => {
  const authors = (of: readonly Block[]) => [
    ...Y.decodeStateVector(Y.encodeStateVectorFromUpdate(seedOf(of))).keys(),
  ]
  expect(authors(blocks)).not.toEqual(authors([...blocks, paragraph('d', 'new')]))
})

test('a hash is that of SHA-256', () => {
  expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
