import type { Block } from '@/blocks'
import { readBeside } from '@/editor/clipboard/read-beside'

/** A longer text is read beside the page, where it can be stopped: some take very long for their length (R34). */
const READ_AT_ONCE = 5_000

/** The long text that is being read; the next one waits for it. */
let reading: Promise<unknown> = Promise.resolve()

/**
 * The blocks of a Markdown text for the preview, `null` when reading takes too long or it cannot be read. Long ones are
 * read one at a time; one whose `signal` is aborted before its turn, because somebody went on typing, is not read at
 * all. Rejects when the reader could not be fetched, or aborted.
 */
export async function readPreview(text: string, signal: AbortSignal): Promise<{ blocks: Block[] | null }> {
  if (text.length > READ_AT_ONCE) {
    // What becomes the last one meanwhile is waited for too.
    for (let last: unknown = null; last !== reading; ) {
      last = reading
      await reading
      signal.throwIfAborted()
    }
    const answer = readBeside(text)
    reading = answer
    return { blocks: await answer }
  }
  const { blocksFromMarkdown } = await import('@/blocks/markdown')
  try {
    return { blocks: blocksFromMarkdown(text) }
  } catch {
    // Built so that no reader gets to its end.
    return { blocks: null }
  }
}
