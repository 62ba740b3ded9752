import type { Block } from '@/blocks'
import type { MarkdownAnswer } from './markdown-worker'

/**
 * A text may take as much work as this number of ordinary ones of 4,000 characters; on a usual machine with nothing else to do
 * that is less than the two seconds it may take in any case (R34). A limit of time alone would stop honest texts where much
 * else goes on.
 */
const MOST_WORK = 50
const PATIENCE = 2_000
/** Nobody waits longer for what is read. */
const LONGEST = 10_000
/** So long its worker may take to begin. */
const ARRIVAL = 30_000

/** Reads Markdown beside the page; `null` when it takes too long, cannot be read, or was given up. */
export function readBeside(text: string, giveUp?: AbortSignal): Promise<Block[] | null> {
  const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' })
  return new Promise((resolve) => {
    const end = (blocks: Block[] | null) => {
      clearTimeout(timer)
      giveUp?.removeEventListener('abort', stop)
      worker.terminate()
      resolve(blocks)
    }
    const stop = () => end(null)
    let timer = setTimeout(stop, ARRIVAL)
    giveUp?.addEventListener('abort', stop)
    worker.onerror = stop
    worker.onmessage = ({ data }: MessageEvent<MarkdownAnswer>) => {
      if ('blocks' in data) return end(data.blocks)
      if ('failed' in data) return end(null)
      clearTimeout(timer)
      timer = setTimeout(stop, Math.min(Math.max(PATIENCE, data.started.pace * MOST_WORK), LONGEST))
    }
    worker.postMessage(text)
  })
}
