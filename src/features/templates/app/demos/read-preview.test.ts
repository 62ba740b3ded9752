import { afterEach, expect, test, vi } from 'vitest'
import { blocksFromMarkdown } from '@/blocks/markdown'
import { readPreview } from './read-preview'

/** A browser's thread, which answers when it is told to. */
class Thread {
  static all: Thread[] = []
  onmessage: ((event: { data: unknown }) => void) | null = null
  text = ''
  constructor() {
    Thread.all.push(this)
  }
  postMessage(text: string) {
    this.text = text
  }
  answer() {
    this.onmessage?.({ data: { started: true } })
    this.onmessage?.({ data: { blocks: blocksFromMarkdown(this.text) } })
  }
  terminate() {}
}
afterEach(() => {
  vi.unstubAllGlobals()
  Thread.all = []
})

const goingOn = new AbortController().signal

test('a short Markdown text is read at once', async () => {
  vi.stubGlobal('Worker', Thread)
  const { blocks } = await readPreview('# Title', goingOn)
  expect(blocks).toMatchObject([{ text: [{ text: 'Title' }] }])
  expect(Thread.all).toHaveLength(0)
})

test('R34 a long one is read beside the page, and only the latest of what was typed meanwhile', async () => {
  vi.stubGlobal('Worker', Thread)
  const long = (word: string) => `${word} `.repeat(1_500)
  const first = readPreview(long('first'), goingOn)
  await vi.waitFor(() => expect(Thread.all).toHaveLength(1), 20_000)
  const typing = new AbortController()
  const second = readPreview(long('second'), typing.signal)
  const third = readPreview(long('third'), goingOn)
  typing.abort()
  Thread.all[0]!.answer()
  expect((await first).blocks).toHaveLength(1)
  await expect(second).rejects.toThrow()
  await vi.waitFor(() => expect(Thread.all).toHaveLength(2), 20_000)
  expect(Thread.all[1]!.text).toMatch(/^third/)
  Thread.all[1]!.answer()
  expect((await third).blocks).toHaveLength(1)
})
