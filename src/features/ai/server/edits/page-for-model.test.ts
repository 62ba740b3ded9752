import { expect, test } from 'vitest'
import type { Block } from '@/blocks/kit/block'
import { pageForModel } from './page-for-model'

const toggleOf = (lines: number): Block => ({
  id: 'toggle',
  kind: 'toggle',
  children: Array.from({ length: lines }, (_, at) => ({
    id: `line${at}`,
    kind: 'paragraph',
    text: [{ text: `Line ${at}` }],
  })),
})

test('R67 of a block that holds more than a model is told only so much is written that this shows', () => {
  const { text, named } = pageForModel([toggleOf(5_000), toggleOf(5_000)], 1, 2_000)
  expect(Buffer.byteLength(text)).toBeGreaterThan(2_000)
  expect(named.size).toBeLessThan(150)
  const all = pageForModel([toggleOf(50)])
  expect(pageForModel([toggleOf(50)], 1, Buffer.byteLength(all.text)).text).toBe(all.text)
})
