import { cpuTime } from '@test/cpu-time'
import { expect, test } from 'vitest'
import { withoutCitations } from '../without-citations'
import { withCitations } from './citations'

const PASSAGES = [
  { documentId: 'page1', blockId: 'a' },
  { documentId: 'page2', blockId: 'b' },
]

async function* cutAt(text: string, size: number): AsyncGenerator<string, string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
  return 'end'
}

async function cited(text: string, size: number): Promise<string> {
  let all = ''
  for await (const words of withCitations(cutAt(text, size), PASSAGES)) all += words
  return all
}

test('numbers of passages become links to their blocks, however the answer is cut; others stay as they are', async () => {
  const text =
    'Yes [1]. Both [1, 2] [9], x[1], [2](https://example.org), a list:\n```js\nx = [1]\n```\nEnd [2]'
  for (const size of [1, 2, 3, 5, 7, 100])
    expect(await cited(text, size)).toBe(
      'Yes [1](/page1#a). Both [1](/page1#a) [2](/page2#b) [9], x[1], [2](https://example.org), a list:\n```js\nx = [1]\n```\nEnd [2](/page2#b)',
    )
})

test('what has come is kept when the answer breaks, and links are taken out for the next question', async () => {
  async function* broken() {
    yield 'Half [1'
    throw new Error('cut')
  }
  let all = ''
  const read = async () => {
    for await (const words of withCitations(broken(), PASSAGES)) all += words
  }
  await expect(read()).rejects.toThrow('cut')
  expect(all).toBe('Half [1')
  expect(withoutCitations('Yes [1](/page1#a). No')).toBe('Yes. No')
})

test('R67 backticks and halves of links that never end take no time by their square', async () => {
  const begun = cpuTime()
  const ticks = `${'`'.repeat(100_000)}x`
  expect(await cited(ticks, 100_001)).toBe(ticks)
  expect(await cited(ticks, 1_000)).toBe(ticks)
  const halves = '[1](/a#'.repeat(15_000)
  expect(withoutCitations(halves)).toBe(halves)
  // By the square these were seconds.
  expect(cpuTime() - begun).toBeLessThan(1_000)
})
