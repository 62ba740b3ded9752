import { cpuTime } from '@test/cpu-time'
import { expect, test } from 'vitest'
import type { Block } from '@/blocks'
import { markdownFromBlocks } from '@/blocks/markdown'
import { tellPage } from './told-page'

const paragraph = (id: string, text: string): Block => ({ id, kind: 'paragraph', text: [{ text }] })
const wish = { tokens: 1_000, words: [], blockId: null, id: null, each: 4, mostMisses: 20 }

test('R67 a block whose words alone are more than a model is told is not written at all', () => {
  const signs = (length: number) => paragraph('long', '*a _b '.repeat(length / 6))
  let begun = cpuTime()
  markdownFromBlocks([signs(24_000)])
  const part = cpuTime() - begun
  begun = cpuTime()
  const told = tellPage({ title: 'T', blocks: [signs(480_000), paragraph('short', 'Words')] }, wish)
  expect(cpuTime() - begun).toBeLessThan(2 * part)
  expect(told).toEqual({
    title: 'T',
    head: 'Page "T":',
    blocks: [{ id: 'short', text: 'Words' }],
    isCut: true,
  })
})

test('the block that fits is told first, then those with the words, each in its place', () => {
  const blocks = Array.from({ length: 40 }, (_, at) => paragraph(`b${at}`, `${at} ${'word '.repeat(60)}`))
  blocks[30] = paragraph('b30', `A bittern ${'word '.repeat(60)}`)
  const told = tellPage(
    { title: '', blocks },
    { ...wish, tokens: 300, words: ['bittern'], blockId: 'b35', id: 'x' },
  )
  expect(told.blocks.map(({ id }) => id)).toEqual(['b0', 'b30', 'b35'])
  expect(told.isCut).toBe(true)
})

test('of a page that is told from its beginning nothing comes behind a block that does not fit', () => {
  const blocks = [
    paragraph('a', 'One'),
    paragraph('b', 'two '.repeat(2_000)),
    paragraph('c', '\u200bThree\u202e'),
  ]
  const told = (mostMisses: number) =>
    tellPage({ title: '', blocks }, { ...wish, mostMisses }).blocks.map(({ text }) => text)
  expect(told(0)).toEqual(['One'])
  expect(told(20)).toEqual(['One', 'Three'])
})
