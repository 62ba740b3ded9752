import { expect, test } from 'vitest'
import type { Block } from '@/blocks/kit/block'
import { tellBlock, workOf } from './block-for-model'
import { pageForModel, pageForModelInTurns } from './page-for-model'

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

test('R67 a block of more pieces than a model is shown is not written for it, however short it would come out', () => {
  const letters = (count: number): Block => ({
    id: 'p',
    kind: 'paragraph',
    text: Array.from({ length: count }, (_, at) => ({
      text: 'a',
      ...(at % 2 && { marks: [{ kind: 'bold' }] }),
    })),
  })
  const cells = (rows: number): Block => ({
    id: 't',
    kind: 'table',
    attributes: { headerRow: true },
    children: [
      ...Array.from({ length: 6 }, (_, at) => ({ id: `k${at}`, kind: 'tableColumn' })),
      ...Array.from({ length: rows }, (_, row) => ({
        id: `r${row}`,
        kind: 'tableRow',
        children: Array.from({ length: 6 }, (_, at) => ({
          id: `c${row}-${at}`,
          kind: 'tableCell',
          children: [{ id: `w${row}-${at}`, kind: 'paragraph', text: [{ text: 'word' }] }],
        })),
      })),
    ],
  })
  const isShown = (block: Block) => tellBlock(block).seen !== null
  expect([letters(400), letters(600), cells(40), cells(80)].map(isShown)).toEqual([true, false, true, false])
  expect(workOf(cells(10_000), 600)).toBeLessThan(700)
})

test('R67 others have a turn while a model is told of blocks in a block that have many pieces', async () => {
  const { children = [] } = toggleOf(100)
  const toggle: Block = {
    id: 'toggle',
    kind: 'toggle',
    children: children.map((line, at) => ({
      ...line,
      text: Array.from({ length: 100 }, (_, piece) => ({
        text: `${at}`,
        ...(piece % 2 && { marks: [{ kind: 'bold' }] }),
      })),
    })),
  }
  let turns = 0
  let isTold = false
  const count = () => {
    turns++
    if (!isTold) setImmediate(count)
  }
  setImmediate(count)
  const told = await pageForModelInTurns([toggle], 1, Infinity)
  isTold = true
  expect(told.text).toBe(pageForModel([toggle]).text)
  expect(turns).toBeGreaterThan(20)
})
