import type { Block } from '@/blocks'
import type { MarkdownAnswer } from './markdown-worker'

/** Reading that has not come to an end in so many milliseconds is stopped (R34). */
const PATIENCE = 2_000
/** So long its worker may take to begin. */
const ARRIVAL = 15_000

/** Reads Markdown beside the page; `null` when it takes too long or can not be read. */
export function readBeside(text: string): Promise<Block[] | null> {
  const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' })
  return new Promise((resolve) => {
    const end = (blocks: Block[] | null) => {
      clearTimeout(timer)
      worker.terminate()
      resolve(blocks)
    }
    let timer = setTimeout(() => end(null), ARRIVAL)
    worker.onerror = () => end(null)
    worker.onmessage = ({ data }: MessageEvent<MarkdownAnswer>) => {
      if ('blocks' in data) return end(data.blocks)
      if ('failed' in data) return end(null)
      clearTimeout(timer)
      timer = setTimeout(() => end(null), PATIENCE)
    }
    worker.postMessage(text)
  })
}
