import { countedTurns } from '@test/counted-turns'
import { expect, test } from 'vitest'
import type { Block } from '@/blocks'
import { blocksOf, jsonOf } from './blocks-as-json'

test('R67 the blocks of a very long page are read in pieces, between which others have their turn', async () => {
  const blocks: Block[] = Array.from({ length: 60_000 }, (_, at) => ({
    id: `b${at}`,
    kind: 'paragraph',
    text: [{ text: `A line with a number, ${at}, and “quotes”` }],
  }))
  const pieces = jsonOf(blocks)
  expect(pieces.length).toBeGreaterThan(10)
  let charged = 0
  const charge = (read: () => Block[]) => {
    charged++
    return read()
  }
  const { result, turns } = await countedTurns(() => blocksOf(pieces, charge))
  expect(result).toEqual(blocks)
  expect(charged).toBe(pieces.length)
  expect(turns).toBeGreaterThanOrEqual(2)
  expect(await blocksOf(jsonOf([]), charge)).toEqual([])
})
